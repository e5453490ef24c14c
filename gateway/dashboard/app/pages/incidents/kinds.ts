import { whoIs } from '../../api/people.ts'
import type { IncidentRowFragment } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { words } from '../../ui/format.ts'

export type Incident = IncidentRowFragment

/** Why a caller may not; the platform says the same in its own words. */
export const READ_ONLY = t(
  'Your role, user, reads incidents. Customers and administrators acknowledge, resolve and open them.',
)

/** The kinds that the rules open; people may use words of their own. */
export const KINDS = [
  'OUT_OF_SERVICE',
  'POWER',
  'CONNECTIVITY',
  'UNREACHABLE',
  'MASS_OUTAGE',
  'DISPENSER',
  'ACCEPTOR',
  'CARD_READER',
  'PINPAD',
  'PRINTER',
  'SELF_TEST',
  'CASH',
  'SECURITY',
  'JOURNAL',
  'APPLICATION',
] as const

/** Those of them that people open as well. */
export const KINDS_BY_HAND = KINDS.filter((kind) => kind !== 'MASS_OUTAGE')

const KIND_WORDS: Readonly<Record<string, string>> = { PINPAD: t('PIN pad'), CASH: t('Cassette') }

/** A kind in words. */
export const kindWords = (kind: string): string => KIND_WORDS[kind] ?? words(kind)

/** Whether an incident counts its events: what silence opens has none, and a mass outage counts its ATMs. */
export const isCounted = ({ kind, source }: Pick<Incident, 'kind' | 'source'>): boolean =>
  source === 'MANUAL' || (kind !== 'MASS_OUTAGE' && kind !== 'UNREACHABLE')

/** The status of an incident in a few words, with who acknowledged it or how it was resolved. */
export const statusWords = (
  incident: Pick<Incident, 'status' | 'acknowledgedByUserId' | 'acknowledgedBy' | 'resolution'>,
  me: string,
): string => {
  const { status, acknowledgedByUserId, acknowledgedBy, resolution } = incident
  if (status === 'OPEN') return t('Open')
  if (status === 'ACKNOWLEDGED')
    return t('Acknowledged by {person}', { person: whoIs(acknowledgedByUserId, me, acknowledgedBy) })
  if (status === 'SUPPRESSED') return t('Suppressed: in maintenance')
  return resolution === 'MANUAL' ? t('Resolved by hand') : t('Resolved by the rules')
}
