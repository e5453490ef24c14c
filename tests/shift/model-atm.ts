import { createModel, type ModelIncident } from '../../subgraphs/incident/testing/model.testing.ts'

/** Everything here is counted in minutes after the beginning of the history. */
export const MINUTE = 60_000
export const START = Date.parse('2026-10-24T21:00:00Z')
/** Clocks in Helsinki are turned back when so many minutes have passed. */
const TURNED_BACK = 240
/** ATM_CONNECTED_WITHIN. */
export const WITHIN = 15

export const msOf = (minute: number): number => START + minute * MINUTE
const minuteOf = (ms: number): number => (ms - START) / MINUTE

/** The minutes of the day before and of a day at which clocks in Helsinki show what they show at a minute. */
export const atSameTime = (minute: number): { readonly dayBefore: number; readonly day: number } => {
  const local = minute + (minute < TURNED_BACK ? 180 : 120)
  // Of an hour that occurs twice the first one counts.
  const isTwice = local >= TURNED_BACK + 120 && local < TURNED_BACK + 180
  return { dayBefore: local - 180 - 1_440, day: isTwice ? local - 180 : minute }
}

export type State = 'UNKNOWN' | 'IN_SERVICE' | 'OUT_OF_SERVICE' | 'IN_SUPERVISOR'
export type Span = { readonly from: number; to: number }
export type Told = { readonly type: string; readonly occurred: number; readonly received: number }

/** The service state with what a supervisor returns to. */
type Kept = { readonly state: State; readonly remembered: State }

const UNKNOWN: Kept = { state: 'UNKNOWN', remembered: 'UNKNOWN' }

/** The contract's rules of the service state. */
const afterEvent = ({ state, remembered }: Kept, type: string): Kept => {
  const inside = state === 'IN_SUPERVISOR'
  if (type === 'SUPERVISOR_ENTER') return inside ? { state, remembered } : { state: 'IN_SUPERVISOR', remembered: state }
  if (type === 'SUPERVISOR_EXIT') {
    if (!inside && state !== 'UNKNOWN') return { state, remembered }
    return { state: remembered === 'UNKNOWN' ? 'IN_SERVICE' : remembered, remembered: 'UNKNOWN' }
  }
  const said = type === 'ATM_IN_SERVICE' ? 'IN_SERVICE' : 'OUT_OF_SERVICE'
  return inside ? { state, remembered: said } : { state: said, remembered }
}

const STATE_EVENTS = ['ATM_IN_SERVICE', 'ATM_OUT_OF_SERVICE', 'SUPERVISOR_ENTER', 'SUPERVISOR_EXIT']

/** The state as the platform shows it: an event older than the last one that gave the state changes nothing. */
const shownState = (told: readonly Told[]): Kept & { readonly since: number } => {
  let shown: Kept & { readonly since: number } = { ...UNKNOWN, since: Number.NEGATIVE_INFINITY }
  for (const { type, occurred } of told)
    if (STATE_EVENTS.includes(type) && occurred >= shown.since) shown = { ...afterEvent(shown, type), since: occurred }
  return shown
}

/** What the ATM did at a minute, as its history has it: by when things occurred, up to the state that it has now. */
const pastState = (told: readonly Told[], minute: number): State => {
  const shown = shownState(told)
  if (minute >= shown.since) return shown.state
  return told
    .filter(({ type, occurred }) => STATE_EVENTS.includes(type) && occurred <= minute)
    .sort((a, b) => a.occurred - b.occurred)
    .reduce((kept, { type }) => afterEvent(kept, type), UNKNOWN).state
}

export type Minutes = {
  inService: number
  inSupervisor: number
  outOfService: number
  unreachable: number
  unknown: number
  maintenance: number
}

const MEASURE_OF: Readonly<Record<State, keyof Minutes>> = {
  UNKNOWN: 'unknown',
  IN_SERVICE: 'inService',
  OUT_OF_SERVICE: 'outOfService',
  IN_SUPERVISOR: 'inSupervisor',
}

export const noMinutes = (): Minutes => ({
  inService: 0,
  inSupervisor: 0,
  outOfService: 0,
  unreachable: 0,
  unknown: 0,
  maintenance: 0,
})

const isIn = (spans: readonly Span[], minute: number): boolean =>
  spans.some(({ from, to }) => from <= minute && minute < to)

/** One ATM as somebody with a sheet of paper keeps it. */
export const createModelAtm = (
  name: string,
  place: { institution: string; readonly region: string },
  note: (what: string) => void,
) => {
  const heard: number[] = []
  const told: Told[] = []
  const retired: Span[] = []
  const windows: (Span & { readonly institution: string })[] = []
  /** Who had it before, up to when. */
  const owners: { readonly institution: string; readonly to: number }[] = []
  /** The institution whose windows it is in: one that moves is in none before the job of windows runs. */
  let isSettledIn: string | null = place.institution
  const model = createModel(note, (at) => {
    const own = windows.filter((window) => window.institution === isSettledIn)
    return isIn(own, minuteOf(at))
  })
  const isRetired = (minute: number) => isIn(retired, minute)
  const lastHeard = (minute: number) => Math.max(...heard.filter((one) => one <= minute))
  return {
    name,
    ...place,
    /** It is another institution's from a minute on. */
    move(institution: string, minute: number): void {
      owners.push({ institution: this.institution, to: minute })
      this.institution = institution
      isSettledIn = null
    },
    settle(): void {
      isSettledIn = this.institution
    },
    isMerged: false,
    model,
    windows,
    told: (): readonly Told[] => told,
    isRetired,
    lastHeard,
    hear(type: string, age: number, minute: number): void {
      heard.push(minute)
      const occurred = minute - age
      if (type !== 'BEAT') told.push({ type, occurred, received: minute })
      model.take({ atm: 0, type, waited: 0, age, cassetteNo: '', shown: [] }, msOf(minute))
    },
    /** It sends what it sent before: that shows that it is reached, and nothing else. */
    hearAgain(minute: number): void {
      heard.push(minute)
      model.reach(msOf(minute))
    },
    retire(minute: number): readonly ModelIncident[] {
      if (isRetired(minute)) return []
      retired.push({ from: minute, to: Number.POSITIVE_INFINITY })
      const open = model.incidents().filter(({ status }) => status !== 'RESOLVED')
      for (const incident of open) model.act(incident, 'resolve', false, msOf(minute))
      return open
    },
    reactivate(minute: number): void {
      const last = retired.at(-1)
      // Of one that is in use it changes nothing.
      if (last !== undefined && isRetired(minute)) last.to = minute
    },
    /** Whether it has not been heard for so many minutes. */
    isSilent: (minute: number, longerThan: number): boolean =>
      heard.length > 0 && !isRetired(minute) && minute - lastHeard(minute) > longerThan,
    badge(minute: number): 'agentOffline' | 'inSupervisor' | 'outOfService' | 'inService' | 'unknown' {
      const last = lastHeard(minute)
      if (heard.length === 0 || minute - last > WITHIN) return 'agentOffline'
      const measure = MEASURE_OF[shownState(told).state]
      return measure === 'inSupervisor' || measure === 'outOfService' || measure === 'inService' ? measure : 'unknown'
    },
    /** How it spent a period for an institution, by minutes. A maintenance window is of the one that opened it. */
    spent(institution: string, from: number, to: number): Minutes {
      const own = windows.filter((window) => window.institution === institution)
      const minutes = noMinutes()
      for (let minute = from; minute < to; minute += 1) {
        const owner = owners.find((one) => minute < one.to)?.institution ?? this.institution
        if (owner !== institution || isRetired(minute)) continue
        const unreachable = heard.some((one) => one <= minute) && minute - lastHeard(minute) >= WITHIN
        const state = MEASURE_OF[pastState(told, minute)]
        minutes[isIn(own, minute) ? 'maintenance' : unreachable ? 'unreachable' : state] += 1
      }
      return minutes
    },
  }
}
export type ModelAtm = ReturnType<typeof createModelAtm>
