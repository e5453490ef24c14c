import { FLAPPING, KIND_RULES, SETTLED_KINDS, type Severity, worse } from './incident-kinds.rules.ts'
import type { AtmState, Slot } from './ingest.types.ts'

const later = (a: number | null, b: number): number => (a === null || b > a ? b : a)

/** The open and resolve changes that count towards flapping once one more happened at `at`. */
export const changesWith = (changes: readonly number[], at: number): readonly number[] => {
  const sorted = [...changes, at].sort((a, b) => a - b)
  const newest = sorted.at(-1) ?? at
  return sorted.filter((change) => change >= newest - FLAPPING.withinMs).slice(-FLAPPING.changes)
}

export const isOpen = (slot: Slot | undefined): slot is Slot => slot !== undefined && slot.status !== 'RESOLVED'

/** A new incident on the place of `before`. `counted` are the instants of the events that open it. */
export const openSlot = (
  atm: AtmState,
  before: Slot | undefined,
  what: Pick<Slot, 'id' | 'kind' | 'component' | 'severity'>,
  counted: readonly number[],
  event: { readonly occurredAt: number; readonly receivedAt: number },
): Slot => {
  const changes = changesWith(before?.changes ?? [], event.occurredAt)
  return {
    ...what,
    atmId: atm.id,
    agentAtmId: atm.agentAtmId,
    institutionKey: atm.institutionKey,
    source: 'AUTO',
    status: 'OPEN',
    occurrenceCount: counted.length,
    flapping: changes.length >= FLAPPING.changes,
    openedAt: event.receivedAt,
    firstEventAt: Math.min(...counted),
    lastEventAt: Math.max(...counted),
    resolvedAt: null,
    version: 1,
    clearedAt: before?.clearedAt ?? null,
    changes,
    fresh: true,
  }
}

/** True where a flapping incident is kept open although what would resolve it has happened. */
const isSettled = (slot: Slot): boolean => {
  if (slot.source === 'MANUAL' || !SETTLED_KINDS.includes(slot.kind)) return false
  return slot.clearedAt !== null && slot.clearedAt >= slot.lastEventAt
}

/**
 * Ends the flapping of an incident that is still true and that had no event for the quiet time before `occurredAt`, as
 * the quiet-time job would have done had it run in between.
 */
const calmSlot = (slot: Slot, occurredAt: number): void => {
  if (!slot.flapping || isSettled(slot) || occurredAt - slot.lastEventAt < FLAPPING.quietMs) return
  slot.flapping = false
  slot.changes = []
}

/** One more event of an open incident: it counts, and the severity may only rise. */
export const joinSlot = (slot: Slot, severity: Severity, occurredAt: number): void => {
  calmSlot(slot, occurredAt)
  slot.occurrenceCount += 1
  slot.version += 1
  slot.severity = worse(slot.severity, severity)
  slot.lastEventAt = Math.max(slot.lastEventAt, occurredAt)
  slot.firstEventAt = Math.min(slot.firstEventAt, occurredAt)
}

/**
 * Lets something that occurred at `occurredAt` resolve an open incident; false where it changes nothing: it is older
 * than the last event, or repeats what is known, or a person opened the incident and is to end it. A flapping incident
 * stays open and only remembers that it is settled: the quiet-time job has the last word.
 */
export const settleSlot = (slot: Slot, occurredAt: number, receivedAt: number): boolean => {
  if (slot.source === 'MANUAL' || occurredAt < slot.lastEventAt) return false
  calmSlot(slot, occurredAt)
  if (slot.flapping && isSettled(slot)) return false
  const changes = slot.flapping ? slot.changes : changesWith(slot.changes, occurredAt)
  slot.clearedAt = later(slot.clearedAt, occurredAt)
  slot.changes = changes
  slot.version += 1
  if (slot.flapping || changes.length >= FLAPPING.changes) {
    slot.flapping = true
    return true
  }
  slot.status = 'RESOLVED'
  slot.resolvedAt = receivedAt
  return true
}

/**
 * When an open incident ends by itself if no further event comes: after the quiet of its kind, or of a settled
 * flapping one.
 */
const quietEndOf = (slot: Slot): number | null => {
  if (slot.source === 'MANUAL') return null
  const { resolver } = KIND_RULES[slot.kind]
  if (resolver.by === 'QUIET') return slot.lastEventAt + resolver.quietMs
  return slot.flapping && isSettled(slot) ? later(slot.clearedAt, slot.lastEventAt) + FLAPPING.quietMs : null
}

/**
 * Resolves an open incident whose quiet time was over when something occurred, as the quiet-time job would have done
 * had it run in between; false where it was not.
 */
export const expireSlot = (slot: Slot, occurredAt: number, receivedAt: number): boolean => {
  const end = quietEndOf(slot)
  if (end === null || occurredAt < end) return false
  slot.clearedAt = later(slot.clearedAt, KIND_RULES[slot.kind].resolver.by === 'QUIET' ? end : slot.lastEventAt)
  slot.changes = changesWith(slot.changes, end)
  slot.status = 'RESOLVED'
  slot.resolvedAt = receivedAt
  slot.version += 1
  return true
}
