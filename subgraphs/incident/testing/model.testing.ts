import {
  ENDINGS,
  FLAPPING,
  isWorse,
  OPENINGS,
  type Opening,
  PER_CASSETTE,
  type Severity,
} from './model-table.testing.ts'

/** One thing that an ATM sends, in minutes: when it was received, and how long before it occurred. */
export type Sent = {
  readonly atm: number
  /** An event type, or BEAT for a heartbeat. */
  readonly type: string
  readonly waited: number
  readonly age: number
  readonly cassetteNo: string
  /** Cassettes that an inventory in the event shows, and whether they are OK. */
  readonly shown: readonly { readonly cassetteNo: string; readonly ok: boolean }[]
}

export type ModelIncident = {
  readonly kind: string
  readonly component: string
  readonly source: 'AUTO' | 'MANUAL'
  severity: Severity
  status: 'OPEN' | 'ACKNOWLEDGED' | 'SUPPRESSED' | 'RESOLVED'
  version: number
  count: number
  first: number
  last: number
  cleared: number
  flapping: boolean
}

/** What an incident has beside what it is: whose it is, when it was opened, and what it is a part of. */
export type ModelWork = {
  opened: number
  owner: string | null
  /** Whether it was opened in a maintenance window, and has not outlasted it. */
  suppressed: boolean
  /** The mass outage that it is a part of. */
  outage: object | null
}

/** The answer to an action on an incident. */
export type Answered = 'done' | 'conflict'

type Thing = {
  readonly type: string
  readonly occurred: number
  readonly received: number
  readonly shown: Sent['shown']
  incident: ModelIncident | null
}

const MINUTE = 60_000
const NEVER = Number.NEGATIVE_INFINITY
const UNREACHABLE = 'UNREACHABLE'
const endingOf = (kind: string) => (kind === UNREACHABLE ? 'heard' : (ENDINGS.get(kind) ?? 'by hand'))
const quietOf = (kind: string): number | null => {
  const ending = endingOf(kind)
  return typeof ending === 'number' ? ending * MINUTE : null
}
const isOpen = ({ status }: ModelIncident) => status !== 'RESOLVED'
/** True where only flapping keeps it open. */
const isSettled = ({ source, kind, cleared, last }: ModelIncident) =>
  source === 'AUTO' && quietOf(kind) === null && endingOf(kind) !== 'by hand' && cleared >= last
const latest = (instants: readonly number[]) => Math.max(NEVER, ...instants)

/**
 * What must become of one ATM, thing by thing: a plain reading of the contract that asks its whole history each
 * time, and shares no code with the product, its table of rules neither. `note` is called for each case that comes up;
 * `isMaintained` says whether the ATM is in a maintenance window.
 */
export const createModel = (note: (what: string) => void, isMaintained: (at: number) => boolean = () => false) => {
  const history: Thing[] = []
  const incidents: ModelIncident[] = []
  const work = new Map<ModelIncident, ModelWork>()
  const changes = new Map<string, number[]>()

  const placeOf = (kind: string, component: string) => `${kind}|${component}`
  const newest = (kind: string, component: string) =>
    incidents.findLast((incident) => incident.kind === kind && incident.component === component)
  const occurred = (wanted: (thing: Thing) => boolean) => history.filter(wanted).map((thing) => thing.occurred)

  /** Notes an open or resolve change; true where it is one too many. */
  const flaps = (incident: { kind: string; component: string }, at: number): boolean => {
    const place = placeOf(incident.kind, incident.component)
    const all = [...(changes.get(place) ?? []), at]
    changes.set(place, all)
    return all.filter((change) => change >= latest(all) - FLAPPING.withinMinutes * MINUTE).length >= FLAPPING.changes
  }

  /** Ends the flapping of what is still true, after the quiet. */
  const calm = (incident: ModelIncident, at: number): void => {
    if (!incident.flapping || isSettled(incident) || at < incident.last + FLAPPING.quietMinutes * MINUTE) return
    note('no longer flapping after quiet')
    incident.flapping = false
    changes.delete(placeOf(incident.kind, incident.component))
  }

  const settle = (incident: ModelIncident | undefined, at: number): void => {
    if (incident === undefined || !isOpen(incident) || at < incident.last) return
    if (incident.source === 'MANUAL') {
      note('opened by hand, so nothing but a person ends it')
      return
    }
    calm(incident, at)
    if (incident.flapping && isSettled(incident)) return
    incident.version += 1
    incident.cleared = Math.max(incident.cleared, at)
    if (incident.flapping) {
      note('kept open while flapping')
      return
    }
    if (flaps(incident, at)) {
      note('flapping instead of resolved')
      incident.flapping = true
      return
    }
    note(`${incident.kind} ended by ${endingOf(incident.kind)}`)
    incident.status = 'RESOLVED'
  }

  /** The visits that an ATM_IN_SERVICE followed. */
  const servicedVisits = () => {
    const inService = latest(occurred(({ type }) => type === 'ATM_IN_SERVICE'))
    return occurred((thing) => isVisit(thing) && thing.occurred <= inService)
  }
  const isVisit = ({ type }: Thing) => type === 'SUPERVISOR_ENTER' || type === 'SUPERVISOR_EXIT'

  const clearedAt = (kind: string, component: string): number => {
    const ending = endingOf(kind)
    const own = newest(kind, component)?.cleared ?? NEVER
    if (ending === 'in service') return Math.max(own, latest(occurred(({ type }) => type === 'ATM_IN_SERVICE')))
    if (ending === 'in service after a visit') return Math.max(own, latest(servicedVisits()))
    if (ending === 'sign of life') return Math.max(own, latest(occurred(({ type }) => type !== 'POWER_OFF')))
    if (ending !== 'cassette OK') return own
    return Math.max(own, latest(occurred(({ shown }) => shown.some((one) => one.cassetteNo === component && one.ok))))
  }

  const resolveByVisit = (visit: Thing): void => {
    const inService = latest(occurred(({ type }) => type === 'ATM_IN_SERVICE'))
    if (inService < visit.occurred) return
    for (const [kind, ending] of ENDINGS) {
      const incident = newest(kind, '')
      if (ending !== 'in service after a visit' || incident === undefined || incident.last > visit.occurred) continue
      note('a visit that is reported after its ATM_IN_SERVICE')
      settle(incident, inService)
    }
  }

  const resolveBy = (thing: Thing): void => {
    settle(newest(UNREACHABLE, ''), thing.received)
    const power = newest('POWER', '')
    if (thing.type !== 'POWER_OFF' && power && thing.occurred > power.last) settle(power, thing.occurred)
    for (const { cassetteNo, ok } of thing.shown) if (ok) settle(newest('CASH', cassetteNo), thing.occurred)
    if (isVisit(thing)) resolveByVisit(thing)
    if (thing.type !== 'ATM_IN_SERVICE') return
    const visit = latest(occurred((before) => isVisit(before) && before.occurred <= thing.occurred))
    for (const [kind, ending] of ENDINGS) {
      const incident = newest(kind, '')
      if (incident === undefined) continue
      if (ending === 'in service') settle(incident, thing.occurred)
      if (ending !== 'in service after a visit') continue
      if (visit >= incident.last) settle(incident, thing.occurred)
      else if (isOpen(incident)) note('ATM_IN_SERVICE without a visit')
    }
  }

  /** Ends an incident whose quiet was over before `at`. */
  const expire = (incident: ModelIncident | undefined, at: number): void => {
    if (incident === undefined || !isOpen(incident) || incident.source === 'MANUAL') return
    const quiet = quietOf(incident.kind)
    const settled = incident.flapping && isSettled(incident)
    const end =
      quiet !== null ? incident.last + quiet : settled ? incident.cleared + FLAPPING.quietMinutes * MINUTE : null
    if (end === null || at < end) return
    note(quiet === null ? 'resolved after flapping' : `${incident.kind} ended by quiet`)
    incident.status = 'RESOLVED'
    incident.version += 1
    if (quiet !== null) incident.cleared = Math.max(incident.cleared, end)
    flaps(incident, end)
  }

  const countable = (thing: Thing, { times, withinMinutes }: Opening, from: number): Thing[] => {
    if (times === 1) return [thing]
    const like = history.filter((one) => one.type === thing.type && one.incident === null && one.occurred >= from)
    const windows = like
      .map((first) =>
        like.filter((one) => one.occurred >= first.occurred && one.occurred <= first.occurred + withinMinutes * MINUTE),
      )
      .filter((window) => window.includes(thing) && window.length >= times)
    return [...new Set(windows.flat())]
  }

  const join = (known: ModelIncident, thing: Thing, { severity }: Opening): void => {
    calm(known, thing.occurred)
    note(`joined by ${thing.type}`)
    if (known.source === 'MANUAL') note('joined one opened by hand')
    if (isWorse(severity, known.severity)) note(`severity raised by ${thing.type}`)
    if (isWorse(known.severity, severity)) note('severity kept')
    known.count += 1
    known.version += 1
    if (isWorse(severity, known.severity)) known.severity = severity
    known.first = Math.min(known.first, thing.occurred)
    known.last = Math.max(known.last, thing.occurred)
    thing.incident = known
  }

  /** Keeps a new incident; what begins in a maintenance window is suppressed, unless a person opened it. */
  const keep = (incident: ModelIncident, opened: number): void => {
    const suppressed = incident.source === 'AUTO' && isMaintained(opened)
    if (suppressed) {
      note('opened in a window')
      incident.status = 'SUPPRESSED'
    }
    incidents.push(incident)
    work.set(incident, { opened, owner: null, suppressed, outage: null })
  }

  const openOrJoin = (thing: Thing, cassetteNo: string): void => {
    const rule = OPENINGS.get(thing.type)
    if (rule === undefined) return
    const component = rule.kind === PER_CASSETTE ? cassetteNo : ''
    if (thing.occurred < clearedAt(rule.kind, component)) {
      note('older than what resolved its kind')
      return
    }
    expire(newest(rule.kind, component), thing.occurred)
    const known = newest(rule.kind, component)
    if (known !== undefined && isOpen(known)) {
      join(known, thing, rule)
      return
    }
    const counted = countable(thing, rule, clearedAt(rule.kind, component))
    if (counted.length === 0) {
      note(`${thing.type} short of its threshold`)
      return
    }
    const last = latest(counted.map((one) => one.occurred))
    const quiet = quietOf(rule.kind)
    if (quiet !== null && last + quiet <= thing.received) {
      note('quiet was over before it came')
      return
    }
    note(`opened by ${thing.type}`)
    if (last > thing.occurred) note('a threshold reached by the one that came last')
    if (known !== undefined) note(`${rule.kind} opened again`)
    if (incidents.some((one) => isOpen(one) && one.kind === rule.kind)) note('two cassettes at once')
    const incident: ModelIncident = {
      kind: rule.kind,
      component,
      source: 'AUTO',
      severity: rule.severity,
      status: 'OPEN',
      version: 1,
      count: counted.length,
      first: Math.min(...counted.map((one) => one.occurred)),
      last,
      cleared: known?.cleared ?? NEVER,
      flapping: flaps({ kind: rule.kind, component }, thing.occurred),
    }
    if (incident.flapping) note('flapping on opening')
    keep(incident, thing.received)
    for (const one of counted) one.incident = incident
  }

  return {
    take(sent: Sent, received: number): void {
      const isBeat = sent.type === 'BEAT'
      const occurredAt = isBeat ? received : received - sent.age * MINUTE
      const shown = isBeat ? [] : sent.shown
      const thing: Thing = { type: sent.type, occurred: occurredAt, received, shown, incident: null }
      history.push(thing)
      resolveBy(thing)
      openOrJoin(thing, sent.cassetteNo)
    },
    /** The ATM sends what it sent before. */
    reach: (received: number): void => settle(newest(UNREACHABLE, ''), received),
    /** Somebody takes up an incident or resolves it, naming the version that it has, an older one, or none. */
    act(incident: ModelIncident, what: 'acknowledge' | 'resolve', stale: boolean, now: number): Answered {
      note(`${what} an ${incident.status} one${stale ? ' with an old version' : ''}`)
      if (what === 'acknowledge' && (!isOpen(incident) || incident.status === 'SUPPRESSED')) return 'conflict'
      if (incident.status === (what === 'resolve' ? 'RESOLVED' : 'ACKNOWLEDGED')) return 'done'
      if (stale) return 'conflict'
      incident.version += 1
      incident.status = what === 'resolve' ? 'RESOLVED' : 'ACKNOWLEDGED'
      if (what === 'acknowledge') return 'done'
      incident.cleared = Math.max(incident.cleared, now)
      flaps(incident, now)
      return 'done'
    },
    /** Somebody opens an incident. */
    open(kind: string, severity: Severity, now: number): Answered {
      const before = newest(kind, '')
      const isTaken = before !== undefined && isOpen(before)
      note(isTaken ? 'opened by hand beside one that is open' : 'opened by hand')
      if (isTaken) return 'conflict'
      const place = { kind, component: '' }
      const times = { count: 0, first: now, last: now, cleared: before?.cleared ?? NEVER, flapping: flaps(place, now) }
      keep({ ...place, source: 'MANUAL', severity, status: 'OPEN', version: 1, ...times }, now)
      return 'done'
    },
    /** Somebody gives an incident to somebody, or releases it. */
    own(incident: ModelIncident, owner: string | null): Answered {
      if (owner !== null && !isOpen(incident)) return 'conflict'
      const known = work.get(incident)
      if (known === undefined || known.owner === owner) return 'done'
      known.owner = owner
      incident.version += 1
      return 'done'
    },
    /**
     * The ATM, last heard at `heard`, may be silent since `silentBefore`, and counts as lost `within` after that. Who
     * resolves an incident of an ATM expects to hear of it: from then on it may be silent as if it had been heard.
     */
    lose(heard: number, silentBefore: number, within: number, now: number): void {
      const known = newest(UNREACHABLE, '')
      const since = Math.max(heard, known?.cleared ?? NEVER)
      const lost = since + within
      if (since >= silentBefore) return
      if (known !== undefined && isOpen(known) && lost <= known.last) return
      if (known !== undefined && isOpen(known)) {
        note('lost again while flapping')
        known.count += 1
        known.version += 1
        known.last = lost
        return
      }
      note('lost')
      const place = { kind: UNREACHABLE, component: '' }
      const times = { first: lost, last: lost, cleared: known?.cleared ?? NEVER, flapping: flaps(place, lost) }
      keep({ ...place, source: 'AUTO', severity: 'HIGH', status: 'OPEN', version: 1, count: 1, ...times }, now)
    },
    /** Opens what was suppressed, is still true, and in no window any more. */
    outlast(now: number): void {
      if (isMaintained(now)) return
      for (const incident of incidents) {
        const known = work.get(incident)
        if (incident.status !== 'SUPPRESSED' || known === undefined) continue
        if (incident.flapping && isSettled(incident)) continue
        note('outlasted its window')
        incident.status = 'OPEN'
        incident.version += 1
        Object.assign(known, { opened: now, suppressed: false })
      }
    },
    workOf(incident: ModelIncident): ModelWork {
      const known = work.get(incident)
      if (known === undefined) throw new Error('an incident of another ATM')
      return known
    },
    /** The job of quiet times runs. */
    quiet(now: number): void {
      for (const incident of incidents.filter(isOpen)) {
        expire(incident, now)
        // What is over keeps the mark, as it was true until the end.
        if (!isOpen(incident)) continue
        const flapped = incident.flapping
        calm(incident, now)
        if (flapped && !incident.flapping) incident.version += 1
      }
    },
    incidents: (): readonly ModelIncident[] => incidents,
    /** The place of the incident of each event, in order of arrival; -1 for none. */
    links: () =>
      history.flatMap(({ type, incident }) =>
        type === 'BEAT' ? [] : [incident === null ? -1 : incidents.indexOf(incident)],
      ),
  }
}
