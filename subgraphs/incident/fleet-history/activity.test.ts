import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores, type Stores, type TenantTx, type Visibility } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import type { KnownType } from '../model/ingest.types.ts'
import {
  eventSignal,
  type Inspector,
  openInspector,
  readTypes,
  startTestLane,
  type TestLane,
} from '../testing/ingest.testing.ts'
import { countBySlot, countByType, countPlainly, deleteEventCounts, listTopAtms } from './activity.store.ts'

const FROM = new Date('2026-11-19T12:35:00Z')
const NOW = Date.parse('2026-11-20T12:35:00Z')

const ALL: Visibility = { unrestricted: true, institutions: [] }
const ACME: Visibility = { unrestricted: false, institutions: ['ACME'] }
const BOTH: Visibility = { unrestricted: false, institutions: ['ACME', 'BETA'] }

/**
 * Events by ATM, in the order in which the ATMs come to be known. Whole hours are counted ahead, so what lies between
 * 12:00 and 13:00 decides: 12:34:59 is outside of the window, and 12:35:00 in it.
 */
const EVENTS: readonly (readonly [agentAtmId: string, institutionKey: string | null, times: readonly string[]])[] = [
  ['LATE-3', 'ACME', ['19T12:50:00', '19T12:59:59', '20T03:00:00']],
  ['FULL-3', 'ACME', ['19T13:00:00', '20T03:14:59', '20T12:35:00']],
  ['EARLY-2', 'ACME', ['19T12:00:00', '19T12:34:59', '19T13:15:00', '20T03:15:00']],
  ['EDGE-3', 'ACME', ['19T12:35:00', '19T12:40:00', '19T12:44:59']],
  ['GONE', 'ACME', ['19T12:10:00', '19T12:20:00', '19T12:34:59']],
  ['BETA-5', 'BETA', ['19T12:36:00', '19T14:00:00', '20T03:00:00', '20T04:00:00', '20T05:00:00']],
  ['NOBODY-1', null, ['19T12:45:00']],
  ['MOVED-4', 'ACME', ['19T20:00:00']],
  ['MOVED-4', 'BETA', ['19T21:00:00', '19T22:00:00', '19T22:30:00']],
]

let db: TestDatabase
let inspector: Inspector
let stores: Stores
let types: readonly KnownType[]
let lane: TestLane

const typeOf = (eventType: string): KnownType => {
  const type = types.find((known) => known.eventType === eventType)
  if (type === undefined) throw new Error(`there is no type ${eventType}`)
  return type
}

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
  stores = await openStores(db.urls, { name: 'activity test' })
  types = await readTypes(inspector)
  lane = startTestLane(db.urls.platform)
  for (const [agentAtmId, institutionKey, times] of EVENTS) {
    // Events stay with the institution that they happened to.
    await inspector.rows('update incident.atm set institution_key = $2 where agent_atm_id = $1', [
      ...[agentAtmId, institutionKey],
    ])
    for (const [at, time] of times.entries()) {
      const type = typeOf(at === 0 ? 'POWER_OFF' : 'DISPENSER_JAM')
      const sentTime = `2026-11-${time}`
      await lane.lane.submit(eventSignal(type, { agentAtmId, institutionKey, receivedAt: NOW, sentTime }))
    }
  }
  expect(lane.faults).toEqual([])
})

afterAll(async () => {
  await lane.lane.close()
  await stores.close()
  await inspector.close()
  await db.drop()
})

const read = <T>(caller: Visibility, work: (tx: TenantTx) => Promise<T>) =>
  stores.inTenant(caller, work, { mode: 'read' })

/** Counts under the names of their types. */
const named = (counts: readonly { typeId: number; count: number }[]) =>
  Object.fromEntries(counts.map(({ typeId, count }) => [types.find(({ id }) => id === typeId)?.eventType, count]))

describe('the ATMs with the most events', () => {
  const top = async (caller: Visibility, limit: number) => {
    const atms = await read(caller, (tx) => listTopAtms(tx, caller, FROM, limit))
    const plain = await read(caller, (tx) => countPlainly(tx, caller, FROM, limit))
    expect(plain.topAtms, 'counted one by one').toEqual(atms)
    return atms.map(({ agentAtmId, count }) => `${agentAtmId}: ${count}`)
  }

  it('are those of the window only, most first, and of as many the one that came first', async () => {
    const most = ['LATE-3: 3', 'FULL-3: 3', 'EDGE-3: 3', 'EARLY-2: 2']
    expect(await top(ACME, 10), 'whose ATM it is no longer').toEqual(most)
    expect(await top(BOTH, 10)).toEqual(['BETA-5: 5', 'MOVED-4: 4', ...most])
    expect(await top(ALL, 10)).toEqual(['BETA-5: 5', 'MOVED-4: 4', ...most, 'NOBODY-1: 1'])
  })

  it('are the same however few are asked for, wherever their events lie in the first hour', async () => {
    for (const caller of [ACME, BOTH, ALL]) {
      const all = await top(caller, 10)
      for (const at of all.keys()) expect(await top(caller, at + 1)).toEqual(all.slice(0, at + 1))
    }
  })

  it('are none for a caller of no institution', async () => {
    expect(await top({ unrestricted: false, institutions: [] }, 10)).toEqual([])
  })
})

describe('events by type', () => {
  const counted = async (caller: Visibility) => {
    const counts = named(await read(caller, (tx) => countByType(tx, caller, FROM, types.length)))
    const plain = await read(caller, (tx) => countPlainly(tx, caller, FROM, 1))
    expect(named(plain.byType), 'counted one by one').toEqual(counts)
    return counts
  }

  it('are added up over ATMs, institutions and quarters of an hour, from the window’s first second on', async () => {
    expect(await counted(ACME)).toEqual({ POWER_OFF: 4, DISPENSER_JAM: 8 })
    expect(await counted(BOTH)).toEqual({ POWER_OFF: 6, DISPENSER_JAM: 14 })
    expect(await counted(ALL)).toEqual({ POWER_OFF: 7, DISPENSER_JAM: 14 })
  })
})

describe('events by slot', () => {
  const UNTIL = { until: new Date('2026-11-20T12:45:00Z') }
  const slots = async (caller: Visibility, from: string, minutes: number) => {
    const start = new Date(from)
    const rows = await read(caller, (tx) =>
      countBySlot(tx, caller, { ...UNTIL, from: start, widthMs: minutes * 60_000 }, types.length),
    )
    return rows
      .toSorted((one, other) => one.slot - other.slot)
      .map(({ slot, counts }) => [
        new Date(slot).toISOString().slice(8, 16),
        named(counts.map((count, at) => ({ typeId: at + 1, count })).filter(({ count }) => count > 0)),
      ])
  }

  it('are added up over institutions and the quarters of a slot', async () => {
    expect(await slots(ALL, '2026-11-20T02:30:00Z', 60)).toEqual([
      ['20T02:30', { DISPENSER_JAM: 4 }],
      ['20T03:30', { DISPENSER_JAM: 1 }],
      ['20T04:30', { DISPENSER_JAM: 1 }],
      ['20T12:30', { DISPENSER_JAM: 1 }],
    ])
    expect(await slots(ACME, '2026-11-20T03:15:00Z', 15)).toEqual([
      ['20T03:15', { DISPENSER_JAM: 1 }],
      ['20T12:30', { DISPENSER_JAM: 1 }],
    ])
  })

  it('end where they are to', async () => {
    const span = { from: new Date('2026-11-20T02:30:00Z'), until: new Date('2026-11-20T03:15:00Z'), widthMs: 900_000 }
    const rows = await read(ALL, (tx) => countBySlot(tx, ALL, span, types.length))
    expect(rows.map(({ slot }) => new Date(slot).toISOString().slice(11, 16))).toEqual(['03:00'])
  })

  it('are forgotten before a moment, the quarter that begins then is kept', async () => {
    const undone = new Error('undone')
    const forget = stores.asPlatform(async (tx) => {
      await deleteEventCounts(tx, new Date('2026-11-20T03:15:00Z'))
      const from = new Date('2026-11-19T00:00:00Z')
      const left = await countBySlot(tx, ALL, { ...UNTIL, from, widthMs: 15 * 60_000 }, types.length)
      expect(left.map(({ slot }) => new Date(slot).toISOString().slice(8, 16)).sort()).toEqual([
        ...['20T03:15', '20T04:00', '20T05:00', '20T12:30'],
      ])
      // So that the other tests find what they count.
      throw undone
    })
    await expect(forget).rejects.toBe(undone)
  })
})
