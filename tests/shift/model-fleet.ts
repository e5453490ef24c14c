import type { ModelIncident } from '../../subgraphs/incident/testing/model.testing.ts'
import { MINUTE, type ModelAtm, msOf, type Span, WITHIN } from './model-atm.ts'

/** So many ATMs that go down within so many minutes are a mass outage, which ends with fewer than that still open. */
export const OUTAGE = { atms: 3, withinMinutes: 5, endsBelow: 3 }

/** Many ATMs of an institution that went down together. */
export type ModelOutage = {
  readonly institution: string
  /** The ATMs that went down first; it stands at one of them. */
  readonly firsts: readonly ModelAtm[]
  atm: ModelAtm
  readonly parts: ModelIncident[]
  status: 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED'
  isResolvedByHand: boolean
  version: number
  count: number
  owner: string | null
}

/** An incident of an ATM, or an outage: what lists show and people act on. */
export type Entry =
  | { readonly atm: ModelAtm; readonly incident: ModelIncident }
  | { readonly atm: ModelAtm; readonly outage: ModelOutage }

export type Action =
  | { readonly what: 'ACKNOWLEDGE' | 'RELEASE' | 'NOTE' }
  | { readonly what: 'RESOLVE'; readonly cause: string | null }
  | { readonly what: 'ASSIGN'; readonly to: string }
export type Outcome = 'DONE' | 'UNCHANGED' | 'CONFLICT' | 'INVALID'

/** `wanted` is what waits until its ATMs are settled, so many minutes before it begins. */
type Window = { wanted: Wanted | null; readonly spans: Span[]; isEnded: boolean }
type Wanted = { readonly isOf: (atm: ModelAtm) => boolean; readonly from: number; readonly to: number }
const SETTLED_BEFORE = 3

/** Of the causes that people give here, OTHER is one of every kind. */
const isCause = (cause: string | null, kind: string) =>
  cause !== 'HOST' || ['MASS_OUTAGE', 'UNREACHABLE', 'OUT_OF_SERVICE'].includes(kind)

/** What must become of a few ATMs of two institutions, by a plain reading of the contract. */
export const createModelFleet = (atms: readonly ModelAtm[], note: (what: string) => void) => {
  const outages: ModelOutage[] = []
  const windows: Window[] = []
  const causes = new Map<object, string | null>()
  const notes = new Map<object, number>()
  const notesOf = (of: object) => notes.get(of) ?? 0

  /** Takes an incident out of its outage. */
  const leave = (atm: ModelAtm, part: ModelIncident): void => {
    const work = atm.model.workOf(part)
    for (const { parts } of outages) if (parts.includes(part)) parts.splice(parts.indexOf(part), 1)
    work.outage = null
  }
  const openParts = ({ parts }: ModelOutage) => parts.filter(({ status }) => status !== 'RESOLVED')

  /** Whether an ATM was silent before an incident already, as a person resolved one in vain that was in no outage. */
  const wasDownAlone = (atm: ModelAtm, incident: ModelIncident, minute: number): boolean => {
    if (incident.kind !== 'UNREACHABLE' || msOf(atm.lastHeard(minute)) >= incident.cleared) return false
    const all = atm.model.incidents()
    const before = all.slice(0, all.indexOf(incident)).findLast(({ kind }) => kind === 'UNREACHABLE')
    return before === undefined || atm.model.workOf(before).outage === null
  }

  /** The incidents of an institution that went down lately, and are in no outage. */
  const wentDown = (institution: string, minute: number) =>
    atms
      .filter((atm) => atm.institution === institution)
      .flatMap((atm) =>
        atm.model
          .incidents()
          .filter(
            (one) =>
              ['UNREACHABLE', 'OUT_OF_SERVICE'].includes(one.kind) &&
              one.source === 'AUTO' &&
              ['OPEN', 'ACKNOWLEDGED'].includes(one.status) &&
              atm.model.workOf(one).outage === null &&
              atm.model.workOf(one).opened > msOf(minute - OUTAGE.withinMinutes) &&
              !wasDownAlone(atm, one, minute),
          )
          .map((incident) => ({ atm, incident })),
      )

  const gather = (institution: string, minute: number): void => {
    const down = wentDown(institution, minute)
    const openedAt = ({ atm, incident }: (typeof down)[number]) => atm.model.workOf(incident).opened
    // An outage does not stand where another one does, whose ATM has moved since.
    const free = down.filter(({ atm }) => outages.every((one) => one.status === 'RESOLVED' || one.atm !== atm))
    const earliest = Math.min(...free.map(openedAt))
    const firsts = free.filter((one) => openedAt(one) === earliest).map(({ atm }) => atm)
    const [first] = firsts
    const known = outages.find((one) => one.institution === institution && one.status !== 'RESOLVED')
    if (down.length === 0) return
    if (known === undefined && new Set(down.map(({ atm }) => atm)).size < OUTAGE.atms) return
    const fresh = (at: ModelAtm): ModelOutage => ({
      ...{ institution, firsts, atm: at, parts: [], status: 'OPEN', isResolvedByHand: false },
      ...{ version: 0, count: 0, owner: null },
    })
    const outage = known ?? (first === undefined ? undefined : fresh(first))
    if (outage === undefined) return
    note(known === undefined ? 'a mass outage' : 'more parts of a mass outage')
    if (known === undefined) outages.push(outage)
    outage.version += 1
    outage.count += down.length
    for (const { atm, incident } of down) {
      outage.parts.push(incident)
      atm.model.workOf(incident).outage = outage
      incident.version += 1
    }
  }

  const noteOn = (of: object): Outcome => {
    notes.set(of, notesOf(of) + 1)
    return 'DONE'
  }

  const actOn = (atm: ModelAtm, incident: ModelIncident, action: Action, minute: number): Outcome => {
    const { version, status } = incident
    if (action.what === 'NOTE') return noteOn(incident)
    if (action.what === 'RESOLVE' && status !== 'RESOLVED' && !isCause(action.cause, incident.kind)) return 'INVALID'
    const answered =
      action.what === 'ACKNOWLEDGE' || action.what === 'RESOLVE'
        ? atm.model.act(incident, action.what === 'RESOLVE' ? 'resolve' : 'acknowledge', false, msOf(minute))
        : atm.model.own(incident, action.what === 'ASSIGN' ? action.to : null)
    if (answered === 'conflict') return 'CONFLICT'
    if (incident.version === version) return 'UNCHANGED'
    if (action.what === 'RESOLVE') causes.set(incident, action.cause)
    return 'DONE'
  }

  const changeOutage = (outage: ModelOutage, action: Action): Outcome => {
    if (action.what === 'NOTE') return noteOn(outage)
    if (action.what === 'RELEASE' || action.what === 'ASSIGN') {
      const owner = action.what === 'ASSIGN' ? action.to : null
      if (action.what === 'ASSIGN' && outage.status === 'RESOLVED') return 'CONFLICT'
      if (outage.owner === owner) return 'UNCHANGED'
      outage.owner = owner
    } else if (action.what === 'ACKNOWLEDGE') {
      if (outage.status === 'RESOLVED') return 'CONFLICT'
      if (outage.status === 'ACKNOWLEDGED') return 'UNCHANGED'
      outage.status = 'ACKNOWLEDGED'
    } else {
      if (outage.status === 'RESOLVED') return 'UNCHANGED'
      outage.status = 'RESOLVED'
      outage.isResolvedByHand = true
      causes.set(outage, action.what === 'RESOLVE' ? action.cause : null)
    }
    outage.version += 1
    return 'DONE'
  }

  /** What is done to an outage is done to its parts; what ended by itself keeps them. */
  const actOnParts = (outage: ModelOutage, action: Action, minute: number): void => {
    if (outage.status === 'RESOLVED' && !outage.isResolvedByHand) return
    note(`${action.what} an outage`)
    for (const atm of atms)
      for (const part of atm.model.incidents())
        if (outage.parts.includes(part) && part.status !== 'RESOLVED') actOn(atm, part, action, minute)
  }

  return {
    atms,
    outages: (): readonly ModelOutage[] => outages,
    windows: (): readonly Window[] => windows,
    causeOf: (of: object): string | null => causes.get(of) ?? null,
    notesOf,
    /** Somebody moves an ATM: its open incidents go with it, and out of their outage. */
    move(atm: ModelAtm, institution: string, minute: number): void {
      atm.move(institution, minute)
      for (const incident of atm.model.incidents()) {
        if (incident.status === 'RESOLVED') continue
        if (atm.model.workOf(incident).outage !== null) note('moved out of a mass outage')
        leave(atm, incident)
        incident.version += 1
      }
    },
    /** Somebody does something to several at once: to those that are named, then to the parts of outages among them. */
    act(entries: readonly Entry[], action: Action, minute: number): Outcome[] {
      const outcomes = entries.map((entry) =>
        'outage' in entry ? changeOutage(entry.outage, action) : actOn(entry.atm, entry.incident, action, minute),
      )
      for (const [n, entry] of entries.entries())
        if ('outage' in entry && outcomes[n] !== 'CONFLICT' && action.what !== 'NOTE')
          actOnParts(entry.outage, action, minute)
      return outcomes
    },
    /** Somebody opens a window of some ATMs. */
    openWindow(isOf: Wanted['isOf'], from: number, to: number, minute: number): void {
      windows.push({ wanted: { isOf, from: Math.max(from, minute), to }, spans: [], isEnded: false })
      this.maintain(minute)
    },
    endWindow(window: Window, minute: number): void {
      window.isEnded = true
      window.wanted = null
      for (const span of window.spans) span.to = Math.max(span.from, Math.min(span.to, minute))
      this.maintain(minute)
    },
    /** The job of maintenance windows runs. */
    maintain(minute: number): void {
      for (const window of windows) {
        const { wanted, spans } = window
        if (wanted === null || wanted.from >= minute + SETTLED_BEFORE) continue
        for (const atm of atms.filter(wanted.isOf)) {
          const span = { from: wanted.from, to: wanted.to, institution: atm.institution }
          atm.windows.push(span)
          spans.push(span)
        }
        window.wanted = null
      }
      for (const atm of atms) atm.settle()
      for (const atm of atms) atm.model.outlast(msOf(minute))
    },
    /** The search for what is lost runs, in a process that was deaf for some minutes. */
    search(minute: number, deaf: number): void {
      for (const atm of atms)
        if (atm.isSilent(minute, WITHIN + deaf)) {
          const limits = [msOf(minute - WITHIN - deaf), WITHIN * MINUTE] as const
          atm.model.lose(msOf(atm.lastHeard(minute)), ...limits, msOf(minute))
        }
      const institutions = new Set(atms.map((atm) => atm.institution))
      // Outages of one search are numbered in this order.
      for (const institution of [...institutions].sort()) gather(institution, minute)
      for (const outage of outages) {
        if (outage.status === 'RESOLVED' || openParts(outage).length >= OUTAGE.endsBelow) continue
        note('a mass outage ended')
        outage.status = 'RESOLVED'
        outage.version += 1
        for (const atm of atms)
          for (const part of openParts(outage))
            if (atm.model.incidents().includes(part)) {
              note('down after its mass outage')
              leave(atm, part)
              part.version += 1
            }
      }
    },
    quiet(minute: number): void {
      for (const atm of atms) atm.model.quiet(msOf(minute))
    },
  }
}
export type ModelFleet = ReturnType<typeof createModelFleet>
