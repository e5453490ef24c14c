import type { ServiceState, StatusBadge } from '../../../gql/graphql.gen.ts'

/** A change of service state. */
export type StateChange = { readonly from: ServiceState; readonly to: ServiceState; readonly at: string }

/** A time in one state; null where nothing is known. Instants in milliseconds. */
export type Period = { readonly badge: StatusBadge | null; readonly from: number; readonly to: number }

export type Past = {
  /** The newest first. */
  readonly changes: readonly StateChange[]
  /** True where older changes of the time that is drawn may be missing. */
  readonly isCut: boolean
  /** What the ATM does now, by its own word. */
  readonly current: ServiceState
  readonly registeredAt: number
  /** When its agent fell silent; null while it is connected. */
  readonly silentSince: number | null
  /** When it was taken out of use: its states end then. Null while it is in use. */
  readonly retiredAt: number | null
}

const withoutEmpty = (periods: readonly Period[]): readonly Period[] => periods.filter(({ from, to }) => to > from)

/**
 * The states between two instants, or until the ATM is retired, oldest first, without a hole. What an ATM does while
 * its agent is silent is not known.
 */
export const periodsOf = (past: Past, from: number, until: number): readonly Period[] => {
  const to = Math.max(from, Math.min(until, past.retiredAt ?? until))
  const changes = past.changes.map((change) => ({ ...change, ms: Date.parse(change.at) })).toReversed()
  const before = changes.findLast(({ ms }) => ms <= from)
  const inside = changes.filter(({ ms }) => ms > from && ms < to)
  const first = inside[0]
  const begin = before?.to ?? first?.from ?? past.current
  const isKnown = before !== undefined || !past.isCut || first === undefined
  const heardFrom = before === undefined ? Math.max(from, Math.min(past.registeredAt, first?.ms ?? to)) : from
  const starts = [
    { ms: heardFrom, badge: isKnown ? begin : null },
    ...inside.map((change) => ({ ms: change.ms, badge: change.to })),
  ]
  const states = starts.map(({ ms, badge }, n) => ({ badge, from: ms, to: starts[n + 1]?.ms ?? to }))
  const periods: readonly Period[] = [{ badge: null, from, to: heardFrom }, ...states]
  const silent = past.silentSince === null ? to : Math.max(from, Math.min(past.silentSince, to))
  return withoutEmpty([
    ...periods.map((period) => ({ ...period, to: Math.min(period.to, silent) })),
    { badge: 'AGENT_OFFLINE', from: silent, to },
  ])
}

/** How long a state lasted in all, in milliseconds. */
export const timeIn = (periods: readonly Period[], badge: StatusBadge | null): number =>
  periods.reduce((sum, period) => (period.badge === badge ? sum + period.to - period.from : sum), 0)
