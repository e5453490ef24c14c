import { FLAPPING, KIND_RULES, type KindRule, OPENING_RULES, type Severity, worse } from './incident.rules.ts'

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
  status: 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED'
  version: number
  count: number
  first: number
  last: number
  cleared: number
  flapping: boolean
}

/** What somebody is told who does something to an incident. */
export type Told = 'done' | 'conflict'

type Thing = {
  readonly type: string
  readonly occurred: number
  readonly received: number
  readonly shown: Sent['shown']
  incident: ModelIncident | null
}

const MINUTE = 60_000
const NEVER = Number.NEGATIVE_INFINITY
const RULES: ReadonlyMap<string, KindRule> = new Map(Object.entries(KIND_RULES))
const resolverOf = (kind: string) => RULES.get(kind)?.resolver ?? { by: 'HAND' as const }
const isOpen = ({ status }: ModelIncident) => status !== 'RESOLVED'
/** True where only flapping keeps it open. */
const isSettled = ({ source, kind, cleared, last }: ModelIncident) =>
  source === 'AUTO' && !['QUIET', 'HAND'].includes(resolverOf(kind).by) && cleared >= last
const latest = (instants: readonly number[]) => Math.max(NEVER, ...instants)

/**
 * What ought to become of one ATM, thing by thing: a plain reading of the contract that asks its whole history each time,
 * and shares no code with the fold but the rule table.
 */
export const createModel = () => {
  const history: Thing[] = []
  const incidents: ModelIncident[] = []
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
    return all.filter((change) => change >= latest(all) - FLAPPING.withinMs).length >= FLAPPING.changes
  }

  /** Ends the flapping of what is still true, after the quiet. */
  const calm = (incident: ModelIncident, at: number): void => {
    if (!incident.flapping || isSettled(incident) || at < incident.last + FLAPPING.quietMs) return
    incident.flapping = false
    changes.delete(placeOf(incident.kind, incident.component))
  }

  const settle = (incident: ModelIncident | undefined, at: number): void => {
    if (incident === undefined || !isOpen(incident) || incident.source === 'MANUAL' || at < incident.last) return
    calm(incident, at)
    if (incident.flapping && isSettled(incident)) return
    incident.version += 1
    incident.cleared = Math.max(incident.cleared, at)
    if (incident.flapping) return
    if (flaps(incident, at)) incident.flapping = true
    else incident.status = 'RESOLVED'
  }

  /** The visits that an ATM_IN_SERVICE followed. */
  const servicedVisits = () => {
    const inService = latest(occurred(({ type }) => type === 'ATM_IN_SERVICE'))
    return occurred((thing) => isVisit(thing) && thing.occurred <= inService)
  }
  const isVisit = ({ type }: Thing) => type === 'SUPERVISOR_ENTER' || type === 'SUPERVISOR_EXIT'

  const clearedAt = (kind: string, component: string): number => {
    const { by } = resolverOf(kind)
    const own = newest(kind, component)?.cleared ?? NEVER
    if (by === 'IN_SERVICE') return Math.max(own, latest(occurred(({ type }) => type === 'ATM_IN_SERVICE')))
    if (by === 'SERVICED') return Math.max(own, latest(servicedVisits()))
    if (by === 'SIGN_OF_LIFE') return Math.max(own, latest(occurred(({ type }) => type !== 'POWER_OFF')))
    if (by !== 'CASSETTE_OK') return own
    return Math.max(own, latest(occurred(({ shown }) => shown.some((one) => one.cassetteNo === component && one.ok))))
  }

  const resolveByVisit = (visit: Thing): void => {
    const inService = latest(occurred(({ type }) => type === 'ATM_IN_SERVICE'))
    if (inService < visit.occurred) return
    for (const [kind, { resolver }] of Object.entries(KIND_RULES)) {
      const incident = incidents.findLast((one) => one.kind === kind)
      if (resolver.by === 'SERVICED' && incident && incident.last <= visit.occurred) settle(incident, inService)
    }
  }

  const resolveBy = (thing: Thing): void => {
    const power = newest('POWER', '')
    if (thing.type !== 'POWER_OFF' && power && thing.occurred > power.last) settle(power, thing.occurred)
    for (const { cassetteNo, ok } of thing.shown) if (ok) settle(newest('CASH', cassetteNo), thing.occurred)
    if (isVisit(thing)) resolveByVisit(thing)
    if (thing.type !== 'ATM_IN_SERVICE') return
    const visit = latest(occurred((before) => isVisit(before) && before.occurred <= thing.occurred))
    for (const [kind, { resolver }] of Object.entries(KIND_RULES)) {
      const incident = incidents.findLast((one) => one.kind === kind && one.component === '')
      if (resolver.by === 'IN_SERVICE') settle(incident, thing.occurred)
      if (resolver.by === 'SERVICED' && incident && visit >= incident.last) settle(incident, thing.occurred)
    }
  }

  /** Ends an incident whose quiet was over before `at`. */
  const expire = (incident: ModelIncident | undefined, at: number): void => {
    if (incident === undefined || !isOpen(incident) || incident.source === 'MANUAL') return
    const resolver = resolverOf(incident.kind)
    const settled = incident.flapping && isSettled(incident)
    const end =
      resolver.by === 'QUIET' ? incident.last + resolver.quietMs : settled ? incident.cleared + FLAPPING.quietMs : null
    if (end === null || at < end) return
    incident.status = 'RESOLVED'
    incident.version += 1
    if (resolver.by === 'QUIET') incident.cleared = Math.max(incident.cleared, end)
    flaps(incident, end)
  }

  const countable = (thing: Thing, from: number): Thing[] => {
    const threshold = OPENING_RULES.get(thing.type)?.threshold
    if (!threshold) return [thing]
    const like = history.filter((one) => one.type === thing.type && one.incident === null && one.occurred >= from)
    const windows = like
      .map((first) =>
        like.filter((one) => one.occurred >= first.occurred && one.occurred <= first.occurred + threshold.withinMs),
      )
      .filter((window) => window.includes(thing) && window.length >= threshold.count)
    return [...new Set(windows.flat())]
  }

  const openOrJoin = (thing: Thing, cassetteNo: string): void => {
    const rule = OPENING_RULES.get(thing.type)
    if (rule === undefined) return
    const component = rule.kind === 'CASH' ? cassetteNo : ''
    if (thing.occurred < clearedAt(rule.kind, component)) return
    expire(newest(rule.kind, component), thing.occurred)
    const known = newest(rule.kind, component)
    if (known !== undefined && isOpen(known)) {
      calm(known, thing.occurred)
      known.count += 1
      known.version += 1
      known.severity = worse(known.severity, rule.severity)
      known.first = Math.min(known.first, thing.occurred)
      known.last = Math.max(known.last, thing.occurred)
      thing.incident = known
      return
    }
    const counted = countable(thing, clearedAt(rule.kind, component))
    const last = latest(counted.map((one) => one.occurred))
    const resolver = resolverOf(rule.kind)
    if (counted.length === 0 || (resolver.by === 'QUIET' && last + resolver.quietMs <= thing.received)) return
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
    incidents.push(incident)
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
    /** Somebody takes up an incident or resolves it, naming the version that it has, an older one, or none. */
    deed(incident: ModelIncident, what: 'acknowledge' | 'resolve', stale: boolean, now: number): Told {
      if (what === 'acknowledge' && !isOpen(incident)) return 'conflict'
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
    open(kind: string, severity: Severity, now: number): Told {
      const before = newest(kind, '')
      if (before !== undefined && isOpen(before)) return 'conflict'
      const place = { kind, component: '' }
      const times = { count: 0, first: now, last: now, cleared: before?.cleared ?? NEVER, flapping: flaps(place, now) }
      incidents.push({ ...place, source: 'MANUAL', severity, status: 'OPEN', version: 1, ...times })
      return 'done'
    },
    /** The job of quiet times runs. */
    quiet(now: number): void {
      for (const incident of incidents.filter(isOpen)) {
        expire(incident, now)
        const flapped = incident.flapping && isOpen(incident)
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
