import { describe, expect, it } from 'vitest'
import { atmState, incidentState } from '../ingest/fold.testing.ts'
import {
  changesWith,
  expireIncidentState,
  isOpen,
  joinIncidentState,
  openIncidentState,
  resolveIncidentState,
} from './incident-state.rules.ts'

const MINUTE = 60_000
const HALF_HOUR = 30 * MINUTE

describe('the changes that count towards flapping', () => {
  it('are the last four within thirty minutes of the newest', () => {
    expect(changesWith([], 5)).toEqual([5])
    expect(changesWith([3, 1], 2)).toEqual([1, 2, 3])
    expect(changesWith([0, 1], HALF_HOUR)).toEqual([0, 1, HALF_HOUR])
    expect(changesWith([0, 1], HALF_HOUR + 1)).toEqual([1, HALF_HOUR + 1])
    expect(changesWith([1, 2, 3, 4], 5)).toEqual([2, 3, 4, 5])
    expect(changesWith([HALF_HOUR + 1], 0)).toEqual([HALF_HOUR + 1])
  })
})

describe('an incident', () => {
  it('is open until it is resolved', () => {
    expect([
      isOpen(undefined),
      isOpen(incidentState('CASH')),
      isOpen(incidentState('CASH', { status: 'ACKNOWLEDGED' })),
    ]).toEqual([false, true, true])
    expect(isOpen(incidentState('CASH', { status: 'RESOLVED' }))).toBe(false)
  })

  it('opens with the events that it counts, and what is known of the one before', () => {
    const before = incidentState('CARD_READER', { status: 'RESOLVED', clearedAt: 900, changes: [100, 200, 300] })
    const what = { id: 8, kind: 'CARD_READER', component: '', severity: 'HIGH' } as const
    const event = { occurredAt: 400, receivedAt: 500 }
    expect(openIncidentState(atmState(), before, what, [400, 350, 380], event)).toEqual({
      ...what,
      atmId: 1,
      agentAtmId: 'A-1',
      institutionKey: 'ACME',
      source: 'AUTO',
      status: 'OPEN',
      occurrenceCount: 3,
      flapping: true,
      openedAt: 500,
      firstEventAt: 350,
      lastEventAt: 400,
      resolvedAt: null,
      suppressed: false,
      version: 1,
      clearedAt: 900,
      changes: [100, 200, 300, 400],
      fresh: true,
    })
    expect(openIncidentState(atmState(), undefined, what, [400], event)).toMatchObject({
      flapping: false,
      clearedAt: null,
      changes: [400],
    })
    expect(openIncidentState(atmState(), { ...before, changes: [100, 200] }, what, [400], event).flapping).toBe(false)
  })

  it('takes one more event: its severity only rises, its times only widen', () => {
    const one = incidentState('DISPENSER', { severity: 'HIGH', firstEventAt: 1_000, lastEventAt: 2_000, version: 3 })
    joinIncidentState(one, 'CRITICAL', 1_500)
    expect(one).toMatchObject({ severity: 'CRITICAL', firstEventAt: 1_000, lastEventAt: 2_000, occurrenceCount: 2 })
    joinIncidentState(one, 'LOW', 500)
    joinIncidentState(one, 'LOW', 3_000)
    expect(one).toMatchObject({ severity: 'CRITICAL', firstEventAt: 500, lastEventAt: 3_000, occurrenceCount: 4 })
    expect(one.version).toBe(6)
  })
})

describe('what ends an incident', () => {
  it('resolves it when it happens with its last event or later', () => {
    const [late, early] = [incidentState('DISPENSER'), incidentState('DISPENSER')]
    expect(resolveIncidentState(early, 999, 5_000)).toBe(false)
    expect(early).toEqual(incidentState('DISPENSER'))
    expect(resolveIncidentState(late, 1_000, 5_000)).toBe(true)
    expect(late).toMatchObject({
      status: 'RESOLVED',
      resolvedAt: 5_000,
      clearedAt: 1_000,
      changes: [1_000],
      version: 2,
    })
  })

  it('does not resolve one that a person opened', () => {
    const manual = incidentState('DISPENSER', { source: 'MANUAL' })
    expect(resolveIncidentState(manual, 2_000, 5_000)).toBe(false)
    expect(expireIncidentState(incidentState('PRINTER', { source: 'MANUAL' }), 999_999_999, 999_999_999)).toBe(false)
  })

  it('as the fourth change within thirty minutes makes it flap and keeps it open', () => {
    const one = incidentState('DISPENSER', { changes: [100, 200, 300] })
    expect(resolveIncidentState(one, 1_000, 5_000)).toBe(true)
    expect(one).toMatchObject({ status: 'OPEN', flapping: true, clearedAt: 1_000, resolvedAt: null, version: 2 })
    const steady = incidentState('DISPENSER', { changes: [200, 300] })
    resolveIncidentState(steady, 1_000, 5_000)
    expect(steady).toMatchObject({ status: 'RESOLVED', flapping: false })
  })

  it('is remembered once by one that flaps', () => {
    const flapping = incidentState('DISPENSER', { flapping: true, changes: [1, 2, 3, 4] })
    expect(resolveIncidentState(flapping, 2_000, 5_000)).toBe(true)
    expect(flapping).toMatchObject({ status: 'OPEN', clearedAt: 2_000, changes: [1, 2, 3, 4], version: 2 })
    expect(resolveIncidentState(flapping, 3_000, 5_000)).toBe(false)
    expect(flapping.clearedAt).toBe(2_000)
    joinIncidentState(flapping, 'HIGH', 2_500)
    expect(resolveIncidentState(flapping, 2_500, 5_000)).toBe(true)
  })
})

describe('thirty quiet minutes', () => {
  it('end the flapping of an incident that is still true', () => {
    const calm = () => incidentState('DISPENSER', { flapping: true, changes: [1, 2, 3, 4] })
    const [early, late] = [calm(), calm()]
    joinIncidentState(early, 'HIGH', 1_000 + HALF_HOUR - 1)
    joinIncidentState(late, 'HIGH', 1_000 + HALF_HOUR)
    expect([early.flapping, early.changes]).toEqual([true, [1, 2, 3, 4]])
    expect([late.flapping, late.changes]).toEqual([false, []])
  })

  it('resolve one that flaps although its cause is gone, counted from the later of its end and the last event', () => {
    const settled = () => incidentState('DISPENSER', { flapping: true, clearedAt: 1_500 })
    const [early, late] = [settled(), settled()]
    expect(expireIncidentState(early, 1_500 + HALF_HOUR - 1, 9)).toBe(false)
    expect(early).toEqual(settled())
    expect(expireIncidentState(late, 1_500 + HALF_HOUR, 9)).toBe(true)
    expect(late).toMatchObject({ status: 'RESOLVED', resolvedAt: 9, clearedAt: 1_500, version: 2 })
    expect(late.changes).toEqual([1_500 + HALF_HOUR])
  })

  it('leave the flapping of one that is settled to the end of the incident', () => {
    const settled = incidentState('DISPENSER', { flapping: true, clearedAt: 1_000, changes: [1, 2, 3, 4] })
    joinIncidentState(settled, 'HIGH', 1_000 + HALF_HOUR)
    expect([settled.flapping, settled.changes]).toEqual([true, [1, 2, 3, 4]])
  })

  it('end the flapping of one that a person opened, and of a kind that nothing settles', () => {
    for (const given of [incidentState('DISPENSER', { source: 'MANUAL' }), incidentState('SECURITY')]) {
      const flapping = { ...given, flapping: true, clearedAt: 1_000, changes: [1, 2, 3, 4] }
      joinIncidentState(flapping, 'HIGH', 1_000 + HALF_HOUR)
      expect([flapping.flapping, flapping.changes]).toEqual([false, []])
    }
  })

  it('end the flapping before something resolves it', () => {
    const flapping = incidentState('DISPENSER', { flapping: true, changes: [1, 2, 3, 4] })
    expect(resolveIncidentState(flapping, 1_000 + HALF_HOUR, 9)).toBe(true)
    expect(flapping).toMatchObject({ status: 'RESOLVED', flapping: false, changes: [1_000 + HALF_HOUR] })
  })

  it('resolve a connection that was lost, and no fault that something else ends', () => {
    const connection = incidentState('CONNECTIVITY')
    expect(expireIncidentState(connection, 1_000 + HALF_HOUR - 1, 9)).toBe(false)
    expect(expireIncidentState(connection, 1_000 + HALF_HOUR, 9)).toBe(true)
    expect(connection).toMatchObject({ status: 'RESOLVED', clearedAt: 1_000 + HALF_HOUR })
    expect(expireIncidentState(incidentState('DISPENSER'), 1_000 + 1_000 * HALF_HOUR, 9)).toBe(false)
    expect(expireIncidentState(incidentState('DISPENSER', { flapping: true }), 1_000 + 1_000 * HALF_HOUR, 9)).toBe(
      false,
    )
    expect(expireIncidentState(incidentState('DISPENSER', { clearedAt: 2_000 }), 1_000 + 1_000 * HALF_HOUR, 9)).toBe(
      false,
    )
  })
})
