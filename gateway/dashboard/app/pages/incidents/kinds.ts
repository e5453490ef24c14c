import { whoIs } from '../../api/people.ts'
import type { IncidentEnder, IncidentRowFragment } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { SEVERITY_ORDER } from '../../ui/badge.tsx'
import { duration, moment, words } from '../../ui/format.ts'

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

/** What has to happen for an incident to end without anybody's doing here. */
const ENDER_WORDS: Readonly<Record<IncidentEnder, string>> = {
  IN_SERVICE: t('It ends as soon as the ATM reports that it is in service.'),
  SERVICED: t('It ends when the ATM is back in service after a supervisor visit that came after the last event.'),
  SIGN_OF_LIFE: t('It ends with the next event or heartbeat of the ATM.'),
  CONTACT: t('It ends as soon as the ATM is heard again.'),
  CHILDREN: t('It ends when fewer than three of its ATMs are still down.'),
  CASSETTE_OK: t('It ends with an inventory that shows the cassette in order.'),
  QUIET: t('It ends when nothing more is heard of it.'),
  HAND: t('No rule ends incidents of this kind: a person has to resolve it.'),
}

/** What somebody can do so that it ends. */
const NEXT_WORDS: Readonly<Record<IncidentEnder, string>> = {
  IN_SERVICE: t('Bring the ATM back: a restart may be enough, else send a technician.'),
  SERVICED: t('Send a technician to the ATM.'),
  SIGN_OF_LIFE: t('Ask the site for power.'),
  CONTACT: t('Ask the site whether the ATM has power and a network.'),
  CHILDREN: t('Look for what these ATMs have in common: a line, a host, a power supply.'),
  CASSETTE_OK: t('Have the cassette filled or repaired.'),
  QUIET: t('Watch it: if it goes on, look into its cause.'),
  HAND: t('Look at its events, deal with the cause, and resolve it.'),
}

export type Ending = { readonly next: string | null; readonly how: string }

/** How an incident ends, and what to do for it. */
export const endingOf = ({ ending, source, flapping, occurrenceCount }: Incident, now: number): Ending | null => {
  if (ending === null) return null
  const { by, at } = ending
  if (source === 'MANUAL')
    return {
      next: t('Deal with it, and resolve it when it is over.'),
      how: t('It was opened by hand: events of its kind join it, but only a person resolves it.'),
    }
  if (by === 'QUIET' && at !== null) {
    const left = Date.parse(at) - now
    const how =
      left <= 0
        ? t('It ends any moment now, if nothing more is heard of it until then.')
        : t('It ends at {time}, in {duration}, if nothing more is heard of it until then.', {
            time: moment(at),
            duration: duration(left),
          })
    return { next: NEXT_WORDS.QUIET, how }
  }
  const waits =
    occurrenceCount > 1
      ? tn(
          occurrenceCount,
          'It is flapping: it opened and ended four times within 30 minutes, {n} event so far.',
          'It is flapping: it opened and ended four times within 30 minutes, {n} events so far.',
        )
      : t('It is flapping: it opened and ended four times within 30 minutes.')
  return {
    next: NEXT_WORDS[by],
    how: flapping ? `${ENDER_WORDS[by]} ${waits} ${t('It stays open until 30 minutes of quiet.')}` : ENDER_WORDS[by],
  }
}

/** The status of an incident in a few words, with who acknowledged it or how it was resolved. */
export const statusWords = (
  incident: Pick<Incident, 'status' | 'acknowledgedByUserId' | 'acknowledgedBy' | 'resolution'>,
  me: string,
): string => {
  const { status, acknowledgedByUserId, acknowledgedBy, resolution } = incident
  if (status === 'OPEN') return t('Open')
  if (status === 'ACKNOWLEDGED')
    return t('Acknowledged by {person}', { person: whoIs(acknowledgedByUserId, me, acknowledgedBy) })
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
