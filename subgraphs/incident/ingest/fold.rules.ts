import { MINUTE_MS } from '../../kit/common/dates.ts'
import { noteUse } from '../cassettes/cassettes-fold.rules.ts'
import {
  isSupervisorVisit,
  KIND_RULES,
  KINDS_ENDED_BY_SERVICE,
  KINDS_ENDED_BY_VISIT,
  type Kind,
  OPENING_RULES,
  type OpeningRule,
  type Threshold,
} from '../model/incident-kinds.rules.ts'
import {
  expireIncidentState,
  isOpen,
  joinIncidentState,
  openIncidentState,
  resolveIncidentState,
} from '../model/incident-state.rules.ts'
import {
  type AtmState,
  type CassetteReading,
  type Countable,
  cassetteKey,
  countableKey,
  type Decisions,
  type Found,
  type IncidentState,
  incidentStateKey,
  type Timed,
  type TimedEvent,
} from '../model/ingest.types.ts'
import { givesState, nextState } from '../model/service-state.rules.ts'

/** An event of the service state that comes later than this may be missing in a sum that is made already. */
export const STATE_LATE_MS = 5 * MINUTE_MS

type Work = Found & { readonly out: Decisions; readonly nextIncidentId: () => number }

const latest = (...instants: readonly (number | null | undefined)[]): number =>
  instants.reduce<number>(
    (newest, instant) => Math.max(newest, instant ?? Number.NEGATIVE_INFINITY),
    Number.NEGATIVE_INFINITY,
  )

/** '' for a kind whose incidents are about the ATM as a whole. */
export const componentOf = (kind: Kind, cassetteNo: string | null): string =>
  KIND_RULES[kind].perCassette ? (cassetteNo ?? '') : ''

/**
 * Decides one batch, in order of arrival and without I/O: states, incidents opened, joined and resolved, links.
 * What comes out does not depend on how the signals are cut into batches. `found` is taken over and changed; signals of
 * ATMs that it does not hold are passed over. `repeated` are those that were stored before: they only show that their
 * ATM is reached.
 */
export const foldBatch = (
  signals: readonly Timed[],
  found: Found,
  nextIncidentId: () => number,
  repeated: readonly Timed[] = [],
): Decisions => {
  const out: Decisions = {
    stateChanges: [],
    changedAtms: new Set(),
    created: [],
    changed: new Set(),
    links: new Array<number | null>(signals.length).fill(null),
    linkedEarlier: [],
    readings: new Map(),
    lateStates: [],
  }
  const work: Work = { ...found, out, nextIncidentId }
  for (const [index, timed] of signals.entries()) {
    const atm = found.atms.get(timed.signal.agentAtmId)
    if (atm === undefined) continue
    if ('time' in timed) foldEvent(work, atm, timed, index)
    else foldBeat(work, atm, timed.signal.receivedAt)
  }
  for (const { signal } of repeated) {
    const atm = found.atms.get(signal.agentAtmId)
    if (atm !== undefined) resolveUnreachable(work, atm, signal.receivedAt)
  }
  return out
}

const foldBeat = (work: Work, atm: AtmState, receivedAt: number): void => {
  atm.beatAt = latest(atm.beatAt, receivedAt)
  resolvePower(work, atm, receivedAt, receivedAt)
  resolveUnreachable(work, atm, receivedAt)
}

/** Whatever an ATM sends shows that it is reached, however long ago it occurred. */
const resolveUnreachable = (work: Work, atm: AtmState, receivedAt: number): void =>
  resolve(work, work.incidentStates.get(incidentStateKey(atm.id, 'UNREACHABLE', '')), receivedAt, receivedAt)

const foldEvent = (work: Work, atm: AtmState, timed: TimedEvent, index: number): void => {
  const { signal, time } = timed
  resolveUnreachable(work, atm, signal.receivedAt)
  noteSupervisorVisit(work, atm, signal.type.eventType, time.occurredAt)
  changeState(work, atm, timed, index)
  resolveByEvent(work, atm, timed)
  const rule = OPENING_RULES.get(signal.type.eventType)
  if (rule !== undefined) openOrJoin(work, atm, timed, rule, index)
}

/** Keeps when the ATM was last visited, put in service, and put in service after a visit. */
const noteSupervisorVisit = (work: Work, atm: AtmState, eventType: string, occurredAt: number): void => {
  if (isSupervisorVisit(eventType)) {
    const known = atm.supervisorAt === null ? [occurredAt] : [atm.supervisorAt, occurredAt]
    work.supervisorVisits.set(atm.id, [...(work.supervisorVisits.get(atm.id) ?? []), ...known])
    atm.supervisorAt = latest(atm.supervisorAt, occurredAt)
    // A visit that is reported late may be followed by a return to service that is known already.
    if (atm.inServiceAt !== null && occurredAt <= atm.inServiceAt) atm.servicedAt = latest(atm.servicedAt, occurredAt)
    work.out.changedAtms.add(atm)
  } else if (eventType === 'ATM_IN_SERVICE') {
    atm.inServiceAt = latest(atm.inServiceAt, occurredAt)
    const visitedAt = supervisorVisitBefore(work, atm, occurredAt)
    if (visitedAt !== null) atm.servicedAt = latest(atm.servicedAt, visitedAt)
    work.out.changedAtms.add(atm)
  }
}

const changeState = (work: Work, atm: AtmState, { signal, time }: TimedEvent, index: number): void => {
  const next = nextState(atm, signal.type.eventType, time.occurredAt)
  const isLate =
    next === null ||
    signal.replay !== undefined ||
    signal.receivedAt - time.occurredAt > STATE_LATE_MS ||
    // The time up to the move of the ATM is another institution's.
    (atm.assignedAt !== null && time.occurredAt <= atm.assignedAt)
  if (isLate && givesState(signal.type.eventType))
    work.out.lateStates.push({ atmId: atm.id, occurredAt: time.occurredAt })
  if (next === null) return
  const previousState = atm.serviceState
  Object.assign(atm, next)
  work.out.changedAtms.add(atm)
  if (atm.serviceState === previousState) return
  atm.stateSequence += 1
  work.out.stateChanges.push({
    atmId: atm.id,
    agentAtmId: atm.agentAtmId,
    institutionKey: atm.institutionKey,
    previousState,
    serviceState: atm.serviceState,
    eventType: signal.type.eventType,
    eventTime: time.eventTime,
    sequence: atm.stateSequence,
    occurredAt: time.occurredAt,
    typeId: signal.type.id,
    index,
  })
}

const resolve = (work: Work, incident: IncidentState | undefined, occurredAt: number, receivedAt: number): void => {
  if (isOpen(incident) && resolveIncidentState(incident, occurredAt, receivedAt) && !incident.fresh)
    work.out.changed.add(incident)
}

/**
 * Only what is later ends a power failure: device clocks count whole seconds, and what fell into the same one may be
 * its cause.
 */
const resolvePower = (work: Work, atm: AtmState, occurredAt: number, receivedAt: number): void => {
  const incident = work.incidentStates.get(incidentStateKey(atm.id, 'POWER', ''))
  if (incident !== undefined && occurredAt > incident.lastEventAt) resolve(work, incident, occurredAt, receivedAt)
}

const resolveByEvent = (work: Work, atm: AtmState, { signal, time }: TimedEvent): void => {
  const { occurredAt } = time
  if (signal.type.eventType !== 'POWER_OFF') {
    work.aliveAt.set(atm.id, latest(work.aliveAt.get(atm.id), occurredAt))
    resolvePower(work, atm, occurredAt, signal.receivedAt)
  }
  if (signal.type.eventType === 'ATM_IN_SERVICE') {
    const visitedAt = supervisorVisitBefore(work, atm, occurredAt) ?? Number.NEGATIVE_INFINITY
    for (const kind of KINDS_ENDED_BY_SERVICE) {
      const incident = work.incidentStates.get(incidentStateKey(atm.id, kind, ''))
      if (incident === undefined) continue
      if (KIND_RULES[kind].resolver.by === 'IN_SERVICE' || visitedAt >= incident.lastEventAt) {
        resolve(work, incident, occurredAt, signal.receivedAt)
      }
    }
  }
  if (isSupervisorVisit(signal.type.eventType)) resolveBySupervisorVisit(work, atm, occurredAt, signal.receivedAt)
  for (const reading of signal.cassettes) noteReading(work, atm, reading, occurredAt, signal.receivedAt)
}

/** Applies the return to service that followed a visit, but was reported before it. */
const resolveBySupervisorVisit = (work: Work, atm: AtmState, visitedAt: number, receivedAt: number): void => {
  const { inServiceAt } = atm
  if (inServiceAt === null || visitedAt > inServiceAt) return
  for (const kind of KINDS_ENDED_BY_VISIT) {
    const incident = work.incidentStates.get(incidentStateKey(atm.id, kind, ''))
    if (incident !== undefined && incident.lastEventAt <= visitedAt) resolve(work, incident, inServiceAt, receivedAt)
  }
}

/** The newest supervisor visit that a return to service followed; null for none. */
const supervisorVisitBefore = (work: Work, atm: AtmState, occurredAt: number): number | null => {
  if (atm.supervisorAt === null || atm.supervisorAt <= occurredAt) return atm.supervisorAt
  const before = (work.supervisorVisits.get(atm.id) ?? []).filter((visitedAt) => visitedAt <= occurredAt)
  return before.length === 0 ? null : Math.max(...before)
}

const noteReading = (
  work: Work,
  atm: AtmState,
  reading: CassetteReading,
  occurredAt: number,
  receivedAt: number,
): void => {
  const key = cassetteKey(atm.id, reading.cassetteNo)
  const isOk = reading.status === 'OK'
  const before = work.out.readings.get(key)
  const okAt = isOk ? latest(before?.okAt, occurredAt) : (before?.okAt ?? null)
  noteUse(work.cassettes, { atm, reading, occurredAt })
  const used = work.cassettes.get(key)?.used ?? []
  const newest = before === undefined || occurredAt >= before.asOf
  work.out.readings.set(key, newest ? { atm, reading, asOf: occurredAt, okAt, used } : { ...before, okAt, used })
  if (!isOk) return
  work.okAt.set(key, latest(work.okAt.get(key), occurredAt))
  resolve(work, work.incidentStates.get(incidentStateKey(atm.id, 'CASH', reading.cassetteNo)), occurredAt, receivedAt)
}

/** What is older than this opens nothing: the last thing that resolved, or would have resolved, the kind on the ATM. */
const clearedAt = (
  work: Work,
  atm: AtmState,
  kind: Kind,
  component: string,
  incident: IncidentState | undefined,
): number => {
  const { by } = KIND_RULES[kind].resolver
  const byRule =
    by === 'IN_SERVICE'
      ? atm.inServiceAt
      : by === 'SERVICED'
        ? atm.servicedAt
        : by === 'SIGN_OF_LIFE'
          ? latest(atm.beatAt, work.aliveAt.get(atm.id))
          : by === 'CASSETTE_OK'
            ? work.okAt.get(cassetteKey(atm.id, component))
            : null
  return latest(incident?.clearedAt, byRule)
}

const openOrJoin = (work: Work, atm: AtmState, timed: TimedEvent, rule: OpeningRule, index: number): void => {
  const { occurredAt } = timed.time
  const component = componentOf(rule.kind, timed.signal.cassetteNo)
  const incident = work.incidentStates.get(incidentStateKey(atm.id, rule.kind, component))
  if (occurredAt < clearedAt(work, atm, rule.kind, component, incident)) return
  if (isOpen(incident) && expireIncidentState(incident, occurredAt, timed.signal.receivedAt) && !incident.fresh)
    work.out.changed.add(incident)
  if (!isOpen(incident)) {
    open(work, atm, timed, { rule, component, before: incident }, index)
    return
  }
  joinIncidentState(incident, rule.severity, occurredAt)
  if (!incident.fresh) work.out.changed.add(incident)
  work.out.links[index] = incident.id
}

type Opening = { readonly rule: OpeningRule; readonly component: string; readonly before: IncidentState | undefined }

/** Opens an incident, unless too few events are there yet or the quiet that would end it has already passed. */
const open = (work: Work, atm: AtmState, { signal, time }: TimedEvent, opening: Opening, index: number): void => {
  const { rule, component, before } = opening
  const own: Countable = { occurredAt: time.occurredAt, stored: null, index }
  const countKey = countableKey(atm.id, signal.type.id)
  const others = work.countable.get(countKey) ?? []
  const clearedTo = clearedAt(work, atm, rule.kind, component, before)
  const counted = rule.threshold === null ? [own] : countedWith(own, others, clearedTo, rule.threshold)
  const instants = counted.map((one) => one.occurredAt)
  const { resolver } = KIND_RULES[rule.kind]
  const hasPassed = resolver.by === 'QUIET' && Math.max(...instants) + resolver.quietMs <= signal.receivedAt
  if (counted.length === 0 || hasPassed) {
    if (rule.threshold !== null) work.countable.set(countKey, [...others, own])
    return
  }
  const what = { id: work.nextIncidentId(), kind: rule.kind, component, severity: rule.severity }
  const event = { occurredAt: time.occurredAt, receivedAt: signal.receivedAt }
  const opened = openIncidentState(atm, before, what, instants, event)
  work.incidentStates.set(incidentStateKey(atm.id, rule.kind, component), opened)
  work.out.created.push(opened)
  linkCounted(work, counted, opened.id)
  if (rule.threshold !== null) {
    work.countable.set(
      countKey,
      others.filter((one) => !counted.includes(one)),
    )
  }
}

const linkCounted = (work: Work, counted: readonly Countable[], incidentId: number): void => {
  for (const { stored, index } of counted) {
    if (stored === null) work.out.links[index] = incidentId
    else work.out.linkedEarlier.push({ ...stored, incidentId })
  }
}

/**
 * The events of every window around `own` that holds enough of them, itself included; empty where none does.
 * Events that occurred before `clearedTo` count no more.
 */
export const countedWith = (
  own: Countable,
  others: readonly Countable[],
  clearedTo: number,
  { count, withinMs }: Threshold,
): readonly Countable[] => {
  const near = others
    .filter((one) => one.occurredAt >= clearedTo && Math.abs(one.occurredAt - own.occurredAt) <= withinMs)
    .concat(own)
    .sort((a, b) => a.occurredAt - b.occurredAt)
  const counted = new Set<Countable>()
  for (const { occurredAt: from } of near) {
    if (from > own.occurredAt) break
    const window = near.filter((one) => one.occurredAt >= from && one.occurredAt - from <= withinMs)
    if (window.includes(own) && window.length >= count) for (const one of window) counted.add(one)
  }
  return [...counted]
}
