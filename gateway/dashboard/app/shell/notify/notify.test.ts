import { describe, expect, it } from 'vitest'
import { createTeller, type Streamed, streamedOf } from './notify.rules.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const incident = (given: Partial<Streamed> = {}): Streamed => ({
  ...{ id: 7, agentAtmId: 'ACME-007', kind: 'DISPENSER', title: 'Cash dispenser fault', severity: 'HIGH' },
  ...{ status: 'OPEN', openedAt: '2026-11-20T11:59:30Z', parentIncidentId: null },
  ...given,
})

const open = () => {
  const told: number[] = []
  const held: (() => void)[] = []
  const hear = createTeller(
    ({ id }) => told.push(id),
    (act) => held.push(act),
  )
  return { told, held, hear: (given: Partial<Streamed>, now = NOW) => hear(incident(given), 'HIGH', now) }
}

describe('a notification', () => {
  it('is shown once for an incident', () => {
    const { told, hear } = open()
    hear({})
    hear({})
    hear({ severity: 'CRITICAL' })
    hear({ id: 8, severity: 'CRITICAL' })
    expect(told).toEqual([7, 8])
  })

  it.each([
    { severity: 'MEDIUM' },
    { status: 'ACKNOWLEDGED' },
    { status: 'RESOLVED' },
    { status: 'SUPPRESSED' },
    { parentIncidentId: 3 },
    { openedAt: '2026-11-20T11:00:00Z' },
  ] as const)('is not shown for an incident with %o', (given) => {
    const { told, hear } = open()
    hear(given)
    expect(told).toEqual([])
  })

  it('is shown for an incident that becomes severe enough, whenever it opened', () => {
    const { told, hear } = open()
    hear({ severity: 'MEDIUM', openedAt: '2026-11-20T09:00:00Z' })
    hear({ openedAt: '2026-11-20T09:00:00Z' })
    expect(told).toEqual([7])
  })

  it('is shown for an ATM that is down unless it is part of a mass outage', () => {
    const { told, held, hear } = open()
    hear({ id: 1, kind: 'UNREACHABLE' })
    hear({ id: 2, kind: 'UNREACHABLE' })
    hear({ id: 3, kind: 'OUT_OF_SERVICE' })
    hear({ id: 2, kind: 'UNREACHABLE', parentIncidentId: 9 })
    hear({ id: 3, kind: 'OUT_OF_SERVICE', status: 'RESOLVED' })
    expect(told).toEqual([])
    for (const act of held) act()
    expect(told).toEqual([1])
  })
})

it('is read from the stream, which may say more, and nothing else is', () => {
  expect(streamedOf(JSON.stringify({ ...incident(), version: 3 }))).toEqual(incident())
  for (const data of ['', '[]', 'null', '{"id":7}', JSON.stringify(incident({ id: Number.NaN }))])
    expect(streamedOf(data)).toBeNull()
})
