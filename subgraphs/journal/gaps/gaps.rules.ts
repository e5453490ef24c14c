import type { Principal } from '../../kit/auth/principal.ts'
import { addDays } from '../../kit/common/dates.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'
import { mayRead } from '../model/visibility.rules.ts'

const OTHER_ATM = 'The gap is of another ATM than that of your token.'
const HAS_COME = 'The gap is closed: the journal of that day has come.'

/**
 * An agent's token for one ATM may ask for that one's files only.
 * @throws DomainError FORBIDDEN for another ATM's gap.
 */
export const checkRequester = (principal: Principal, gap: { readonly agentAtmId: string }): void => {
  if (!mayRead(principal, gap)) throw new DomainError('FORBIDDEN', OTHER_ATM)
}

/**
 * The gap that was marked; one that exists and could not be is closed.
 * @throws DomainError CONFLICT for a closed gap.
 */
export const requestedOf = <Gap>(marked: Gap | null): Gap => {
  if (marked === null) throw new DomainError('CONFLICT', HAS_COME)
  return marked
}

/** Pairs of ATM and day that one transaction looks at; about a tenth of a second. */
const PAIRS_AT_ONCE = 250_000
const MOST_DAYS_AT_ONCE = 31

/** The days from one to another in stretches, the shorter the more ATMs there are. */
export function* daysInStretches(from: string, to: string, atms: number): Generator<{ from: string; to: string }> {
  const length = Math.min(MOST_DAYS_AT_ONCE, Math.max(1, Math.floor(PAIRS_AT_ONCE / Math.max(1, atms))))
  for (let first = from; first <= to; first = addDays(first, length)) {
    const last = addDays(first, length - 1)
    yield { from: first, to: last < to ? last : to }
  }
}

const MOST_REQUESTS = 500

/** The ids of a request for many files, each once. @throws DomainError BAD_USER_INPUT for none or too many. */
export const fetchIds = (ids: readonly number[]): number[] => {
  if (ids.length < 1 || ids.length > MOST_REQUESTS)
    throw badInput('ids', `must have 1 to ${MOST_REQUESTS} ids; send the rest in a further request`)
  return [...new Set(ids)]
}

/** What became of the request for one gap's file. */
export type FetchResult<Gap> = {
  readonly id: number
  readonly status: number
  readonly gap: Gap | null
  readonly message: string | null
}

type Asked = { readonly id: number; readonly agentAtmId: string; readonly status: string }

/** The gaps whose files can be asked for, of those that were found. */
export const requestable = (principal: Principal, found: readonly Asked[]): number[] =>
  found.filter((gap) => mayRead(principal, gap) && gap.status !== 'CLOSED').map(({ id }) => id)

/** An entry for each id, as a request for it alone would have been answered. */
export const fetchResults = <Gap extends Asked>(
  ids: readonly number[],
  principal: Principal,
  { found, marked }: { readonly found: readonly Gap[]; readonly marked: readonly Gap[] },
): FetchResult<Gap>[] => {
  const [foundById, markedById] = [found, marked].map((gaps) => new Map(gaps.map((gap) => [gap.id, gap])))
  return ids.map((id) => {
    const [gap, done] = [foundById?.get(id), markedById?.get(id)]
    if (done !== undefined) return { id, status: 200, gap: done, message: null }
    if (gap === undefined)
      return { id, status: 404, gap: null, message: 'There is no such gap, or it is not visible to you.' }
    if (!mayRead(principal, gap)) return { id, status: 403, gap: null, message: OTHER_ATM }
    return { id, status: 409, gap, message: HAS_COME }
  })
}
