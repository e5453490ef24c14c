import { whoIs } from '../../api/people.ts'
import type { IncidentRowFragment } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { SEVERITY_ORDER } from '../../ui/badge.tsx'
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

const STATUSES = ['OPEN', 'ACKNOWLEDGED', 'SUPPRESSED', 'RESOLVED'] as const
const RESOLUTIONS = ['AUTO', 'MANUAL'] as const
const pick = <T extends string>(known: readonly T[], value: unknown, or: T): T =>
  known.find((one) => one === value) ?? or
const textOr = (value: unknown, or: string | null): string | null => (typeof value === 'string' ? value : or)
const numberOr = (value: unknown, or: number): number => (typeof value === 'number' ? value : or)

/** An incident as a conflict brought it, over what was known of it. */
export const mergeCurrent = (seen: Incident, current: Readonly<Record<string, unknown>>): Incident => ({
  ...seen,
  status: pick(STATUSES, current.status, seen.status),
  severity: pick(SEVERITY_ORDER, current.severity, seen.severity),
  occurrenceCount: numberOr(current.occurrenceCount, seen.occurrenceCount),
  flapping: current.flapping === true,
  lastEventAt: textOr(current.lastEventAt, null) ?? seen.lastEventAt,
  acknowledgedAt: textOr(current.acknowledgedAt, seen.acknowledgedAt),
  acknowledgedByUserId: textOr(current.acknowledgedByUserId, seen.acknowledgedByUserId),
  acknowledgedBy: null,
  ownerUserId: textOr(current.ownerUserId, null),
  ownedSince: textOr(current.ownedSince, null),
  owner: null,
  resolvedAt: textOr(current.resolvedAt, seen.resolvedAt),
  resolution: RESOLUTIONS.find((one) => one === current.resolution) ?? seen.resolution,
  version: numberOr(current.version, seen.version),
})
