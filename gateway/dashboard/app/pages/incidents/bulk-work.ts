import type { BulkIncidentsMutationVariables, IncidentBulkOutcome } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'

/** What is known of an incident that is chosen. */
export type ChosenIncident = { readonly kind: string; readonly institutionKey: string | null }

/** More at once the platform does not take. */
export const AT_ONCE = 500
/** More than this a person does not choose by a filter. */
export const MOST = 10_000

/** One thing to do to many incidents. */
export type BulkWork = Omit<BulkIncidentsMutationVariables, 'ids'>

/** The outcome of a bulk action for one incident. */
export type BulkResult = {
  readonly id: number
  readonly outcome: IncidentBulkOutcome
  readonly message: string | null
}

/** What was not done, and why. */
export type Failure = { readonly id: number; readonly reason: string }

const DONE: Readonly<Record<BulkWork['action'], (incidents: number) => string>> = {
  ACKNOWLEDGE: (n) => tn(n, '{n} incident acknowledged', '{n} incidents acknowledged'),
  ASSIGN: (n) => tn(n, '{n} incident assigned', '{n} incidents assigned'),
  NOTE: (n) => tn(n, 'Note added to {n} incident', 'Note added to {n} incidents'),
  RELEASE: (n) => tn(n, '{n} incident released', '{n} incidents released'),
  RESOLVE: (n) => tn(n, '{n} incident resolved', '{n} incidents resolved'),
}

/** What is about to be done, or was: `12 incidents acknowledged`. */
export const wordsOfWork = (work: BulkWork, incidents: number): string => DONE[work.action](incidents)

/** Ids in requests that the platform takes. */
export const requestsOf = (ids: readonly number[]): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, n) => ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE))

/** Browsers send 64 KiB at most for a page that is left; this much of it is for ids and words. */
const LEAVING_BYTES = 60_000

/** Whether a browser still sends all of it when the page is left. */
export const isSentOnLeaving = (work: BulkWork, ids: readonly number[]): boolean => {
  const encoder = new TextEncoder()
  const bytes = requestsOf(ids).map((some) => encoder.encode(JSON.stringify({ ...work, ids: some })).length)
  return bytes.reduce((sum, one) => sum + one, 0) <= LEAVING_BYTES
}

/** What was refused, in the platform's words. */
export const failuresOf = (results: readonly BulkResult[]): readonly Failure[] =>
  results
    .filter(({ outcome }) => outcome !== 'DONE' && outcome !== 'UNCHANGED')
    .map(({ id, message }) => ({ id, reason: message ?? t('The platform did not say why.') }))

/** What was done, in one sentence. */
export const wordsOfResults = (work: BulkWork, results: readonly BulkResult[]): string => {
  const unchanged = results.filter(({ outcome }) => outcome === 'UNCHANGED').length
  const done = results.filter(({ outcome }) => outcome === 'DONE').length
  const said = wordsOfWork(work, done)
  return unchanged === 0
    ? `${said}.`
    : tn(unchanged, '{said}, {n} was so already.', '{said}, {n} were so already.', { said })
}
