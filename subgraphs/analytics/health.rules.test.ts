import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../tests/support/refusals.ts'
import { countByAtm, percentage, topOf } from './counting.rules.ts'
import { dailyVolumeOf, gapsOf, parseSuccessRateOf, volumesOf } from './coverage.rules.ts'
import { atmsWithGapsOf, breakdownOf, connectivityOf, openIncidentsOf, problematicAtmsOf } from './health.rules.ts'
import { checkInsight } from './insights.rules.ts'

const many = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

describe('an order of ATMs', () => {
  const atm = (atmId: number, count: number) => ({ atmId, agentAtmId: `A-${atmId}`, count })

  it('is most first, ties by id, and leaves its input as it is', () => {
    const given = [atm(3, 1), atm(2, 5), atm(1, 1), atm(4, 7)]
    expect(topOf(given, 3).map(({ atmId }) => atmId)).toEqual([4, 2, 1])
    expect(topOf(given, 9).map(({ atmId }) => atmId)).toEqual([4, 2, 1, 3])
    expect(given.map(({ atmId }) => atmId)).toEqual([3, 2, 1, 4])
  })

  it('is counted from records, with the name that the first one gives', () => {
    expect(countByAtm([{ atmId: 1, agentAtmId: 'A' }, { atmId: 2 }, { atmId: 1, agentAtmId: 'B' }])).toEqual([
      { atmId: 1, agentAtmId: 'A', count: 2 },
      { atmId: 2, agentAtmId: null, count: 1 },
    ])
  })
})

describe('a percentage', () => {
  it('is 0 of nothing and is not rounded', () => {
    expect([percentage(0, 0), percentage(3, 4), percentage(26, 30)]).toEqual([0, 75, 86.66666666666667])
  })
})

describe('fleet health', () => {
  it('counts events by category from counts and from a list alike', () => {
    const zeros = { HARDWARE: 0, CASH: 0, NETWORK: 0, POWER: 0, AUTH: 0, SYSTEM: 0, OTHER: 0 }
    const counts = {
      total: 9,
      byType: [
        { eventType: 'POWER_OFF', eventCount: 2 },
        { eventType: 'SELF_TEST_FAILED', eventCount: 3 },
        { eventType: 'DISPENSER_JAM', eventCount: 1 },
        { eventType: 'NEW_TYPE', eventCount: 3 },
      ],
      topAtms: [],
    }
    const list = [{ atmId: 1, eventType: 'POWER_OFF' }, { atmId: 1, eventType: null }, { atmId: 2 }]
    expect(breakdownOf(counts)).toEqual({ ...zeros, POWER: 2, HARDWARE: 4, OTHER: 3 })
    expect(breakdownOf(list)).toEqual({ ...zeros, POWER: 1, OTHER: 2 })
    expect(breakdownOf(null)).toEqual(zeros)
  })

  it('names the five ATMs with the most events', () => {
    const topAtms = many(6).map((atmId) => ({ atmId, eventCount: atmId, agentAtmId: `A-${atmId}` }))
    const list = many(6).flatMap((atmId) => many(atmId).map(() => ({ atmId })))
    const ids = (activity: Parameters<typeof problematicAtmsOf>[0]) => problematicAtmsOf(activity).map((a) => a.atmId)
    expect(ids({ total: 21, byType: [], topAtms })).toEqual([6, 5, 4, 3, 2])
    expect(ids(list)).toEqual([6, 5, 4, 3, 2])
    expect(ids(null)).toEqual([])
    expect(problematicAtmsOf({ total: 1, byType: [], topAtms: [{ atmId: 1, eventCount: 1 }] })).toEqual([
      { atmId: 1, agentAtmId: null, count: 1 },
    ])
    expect(problematicAtmsOf({ total: 1, byType: [], topAtms: topAtms.slice(0, 1) })[0]?.agentAtmId).toBe('A-1')
  })

  it('gives connectivity in percent, and zeros where nothing is known', () => {
    const summary = { total: 30, connected: 26, disconnected: 3, neverConnected: 1 }
    expect(connectivityOf(summary)).toEqual({ ...summary, connectivityPct: 86.66666666666667 })
    expect(connectivityOf(null)).toEqual({
      ...{ total: 0, connected: 0, disconnected: 0, neverConnected: 0, connectivityPct: 0 },
    })
  })

  it('counts open incidents and the ATMs with open gaps', () => {
    expect([openIncidentsOf(null), openIncidentsOf({ count: 4 }), openIncidentsOf([1, 2])]).toEqual([0, 4, 2])
    const gaps = [
      { atmId: 1, status: 'OPEN' },
      { atmId: 1, status: 'OPEN' },
      { atmId: 2, status: 'CLOSED' },
      { atmId: 3, status: 'OPEN' },
    ]
    expect([atmsWithGapsOf(null), atmsWithGapsOf({ open: 9, atms: 5, top: [] }), atmsWithGapsOf(gaps)]).toEqual([
      0, 5, 2,
    ])
  })
})

describe('journal coverage', () => {
  it('has one entry of today, zeros without a summary', () => {
    const summary = { total: 5, successful: 4, failed: 1 }
    expect(dailyVolumeOf('2026-11-20', summary)).toEqual({ date: '2026-11-20', total: 5, successful: 4, failed: 1 })
    expect(dailyVolumeOf('2026-11-20', null)).toEqual({ date: '2026-11-20', total: 0, successful: 0, failed: 0 })
    expect([parseSuccessRateOf(summary), parseSuccessRateOf(null)]).toEqual([80, 0])
  })

  it('counts open gaps and names the twenty ATMs with most of them', () => {
    const top = many(21).map((atmId) => ({ atmId, gapCount: atmId, agentAtmId: `A-${atmId}` }))
    const counted = gapsOf({ open: 231, atms: 21, top })
    expect([counted.openGapsTotal, counted.atms.length, counted.atms[0], counted.atms[19]]).toEqual([
      ...[231, 20, { atmId: 21, agentAtmId: 'A-21', count: 21 }, { atmId: 2, agentAtmId: 'A-2', count: 2 }],
    ])
    const list = many(21).flatMap((atmId) => many(2).map((n) => ({ atmId, status: n === 1 ? 'OPEN' : 'CLOSED' })))
    const listed = gapsOf(list)
    expect([listed.openGapsTotal, listed.atms.length, listed.atms[0]?.count]).toEqual([21, 20, 1])
    expect(gapsOf(null)).toEqual({ openGapsTotal: 0, atms: [] })
    expect(gapsOf({ open: 1, atms: 1, top: [{ atmId: 1, gapCount: 1 }] }).atms[0]?.agentAtmId).toBeNull()
  })

  it('names the ten ATMs with the most transactions', () => {
    const atms = many(11).map((atmId) => ({ atmId, agentAtmId: `A-${atmId}`, transactionCount: atmId }))
    expect(volumesOf(atms).map(({ atmId }) => atmId)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    expect(volumesOf(null)).toEqual([])
    expect(volumesOf([{ atmId: 1, transactionCount: 3 }])).toEqual([{ atmId: 1, agentAtmId: null, count: 3 }])
    expect(volumesOf(atms.slice(0, 1))[0]?.agentAtmId).toBe('A-1')
  })
})

describe('an insight', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const refused = (given: Partial<Parameters<typeof checkInsight>[0]>) =>
    refusalOf(() => checkInsight({ title: 't', body: 'b', ...given }, now))

  it('has a title of 1 to 200 and a body of 1 to 10,000 characters, as a reader counts them', () => {
    expect(refused({ title: '😀'.repeat(200), body: 'b'.repeat(10_000) })).toBeNull()
    expect(refused({ title: '😀'.repeat(201), body: 'b'.repeat(10_001) })).toEqual(['BAD_USER_INPUT', 'title', 'body'])
    expect(refused({ title: ' ', body: '' })).toEqual(['BAD_USER_INPUT', 'title', 'body'])
  })

  it('expires in the future or never', () => {
    for (const expiresAt of [undefined, null, new Date(now.getTime() + 1)]) expect(refused({ expiresAt })).toBeNull()
    expect(refused({ expiresAt: now })).toEqual(['BAD_USER_INPUT', 'expiresAt'])
  })
})
