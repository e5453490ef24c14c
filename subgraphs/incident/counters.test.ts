import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores, type Stores, type Visibility } from '../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../tests/database.ts'
import { countByType, countPlainly, listTopAtms } from './activity.store.ts'
import type { KnownType } from './ingest.types.ts'
import { eventSignal, type Inspector, openInspector, readTypes, startTestLane, type TestLane } from './testing.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const MINUTE = 60_000

let db: TestDatabase
let inspector: Inspector
let stores: Stores
let types: readonly KnownType[]
let lane: TestLane

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
  stores = await openStores(db.urls, { name: 'counters test' })
  types = await readTypes(inspector)
  lane = startTestLane(db.urls.platform, { maxBatch: 20 })
})

afterAll(async () => {
  await lane.lane.close()
  await stores.close()
  await inspector.close()
  await db.drop()
})

const callers: readonly Visibility[] = [
  { unrestricted: true, institutions: [] },
  { unrestricted: false, institutions: ['ACME'] },
  { unrestricted: false, institutions: ['ACME', 'BETA'] },
  { unrestricted: false, institutions: [] },
]

const event = fc.record({
  atm: fc.integer({ min: 0, max: 5 }),
  type: fc.integer({ min: 0, max: 26 }),
  waitedMinutes: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 20 }) },
    { weight: 1, arbitrary: fc.integer({ min: 100, max: 2_000 }) },
  ),
  ageMinutes: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
  ),
})
const INSTITUTIONS = ['ACME', 'BETA', null] as const

describe('the counters', () => {
  it('equal plain counting for every caller and at any moment, however late the events come', async () => {
    let received = START
    const property = async (
      events: readonly { atm: number; type: number; waitedMinutes: number; ageMinutes: number }[],
      laterMinutes: number,
    ) => {
      const stored = events.map(({ atm, type, waitedMinutes, ageMinutes }) => {
        received += waitedMinutes * MINUTE
        const known = types[type] ?? types[0]
        if (known === undefined) throw new Error('no types')
        const sentTime = new Date(received - ageMinutes * MINUTE).toISOString().slice(0, 19)
        const institutionKey = INSTITUTIONS[atm % 3] ?? null
        return lane.lane.submit(
          eventSignal(known, { agentAtmId: `C-${atm}`, institutionKey, receivedAt: received, sentTime }),
        )
      })
      await Promise.all(stored)
      const from = new Date(received + laterMinutes * MINUTE - 24 * 60 * MINUTE)
      for (const caller of callers) {
        const counted = await stores.inTenant(caller, async (tx) => ({
          byType: (await countByType(tx, caller, from, 27)).sort((a, b) => a.typeId - b.typeId),
          topAtms: await listTopAtms(tx, caller, from, 50),
        }))
        const plain = await stores.inTenant(caller, (tx) => countPlainly(tx, caller, from, 50))
        expect(counted).toEqual({ ...plain, byType: plain.byType.sort((a, b) => a.typeId - b.typeId) })
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 30 }), fc.integer({ min: 0, max: 50 }), property),
      {
        numRuns: 40,
        // What was stored stays, so a shrunk run would not begin where the failing one did.
        endOnFailure: true,
      },
    )
    expect(lane.faults).toEqual([])
    const [sums] = await inspector.rows(`select (select sum(n) from incident.event_count, unnest(counts) n) as counted,
      (select sum(total) from incident.atm_activity) as by_atm, (select count(*) from incident.event) as events`)
    expect(sums).toEqual({ counted: Object(sums).events, by_atm: Object(sums).events, events: expect.any(Number) })
  })
})
