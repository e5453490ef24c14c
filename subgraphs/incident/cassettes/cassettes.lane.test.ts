import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import type { CassetteReading, KnownType } from '../model/ingest.types.ts'
import { eventSignal, type Inspector, openInspector, readTypes, startTestLane } from '../testing/ingest.testing.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const RECEIVED = START + 86_400_000
let db: TestDatabase
let inspector: Inspector
let types: readonly KnownType[]
let runs = 0

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
  types = await readTypes(inspector)
})

afterAll(async () => {
  await inspector.close()
  await db.drop()
})

type Reading = { readonly minute: number; readonly count: number }
const reading = fc.record({ minute: fc.integer({ min: 0, max: 12 }), count: fc.integer({ min: 0, max: 50 }) })

const cassetteOf = (currentCount: number): CassetteReading => ({
  cassetteNo: '1',
  type: 'DISPENSE',
  currency: 'EUR',
  denominationMinor: 2_000,
  initialCount: null,
  currentCount,
  rejectedCount: null,
  capacity: null,
  status: 'OK',
})

const signalOf = ({ minute, count }: Reading, agentAtmId: string) => {
  const [type] = types
  if (type === undefined) throw new Error('no types')
  return eventSignal(type, {
    agentAtmId,
    receivedAt: RECEIVED,
    sentTime: new Date(START + minute * 60_000).toISOString().slice(0, 19),
    cassettes: [cassetteOf(count)],
  })
}

type Kept = { minute: number; count: number; dispensed: number | null; observed: number | null }
const keptOf = async (agentAtmId: string) => {
  const [kept] = await inspector.rows<Kept>(
    `select (extract(epoch from c.as_of) * 1000 - $2::float8)::float8 / 60000 as minute, c.current_count as count,
      c.used[2]::int as dispensed, c.used[3]::int / 60000 as observed
    from incident.atm a join incident.cassette c on c.atm_id = a.id
    where a.agent_atm_id = $1`,
    [agentAtmId, START],
  )
  return kept
}

type Expected = { newest: Reading | null; dispensed: number | null; observed: number | null }

/** What a plain reading of the rule makes of readings in the order in which they are stored. */
const expected = (readings: readonly Reading[]) => {
  const state: Expected = { newest: null, dispensed: null, observed: null }
  for (const one of readings) {
    const { newest } = state
    if (newest !== null && one.minute < newest.minute) continue
    if (newest !== null && one.count <= newest.count) {
      state.dispensed = (state.dispensed ?? 0) + newest.count - one.count
      state.observed = (state.observed ?? 0) + one.minute - newest.minute
    }
    state.newest = one
  }
  return { ...state.newest, dispensed: state.dispensed, observed: state.observed }
}

describe('readings of a cassette', () => {
  it('come to the same however they are cut into batches, in any order and with equal times', async () => {
    const lanes = new Map([1, 3, 500].map((maxBatch) => [maxBatch, startTestLane(db.urls.platform, { maxBatch })]))
    const compare = async (readings: readonly Reading[], maxBatch: number) => {
      runs += 1
      const agent = `CUT-${runs}`
      const { lane } = lanes.get(maxBatch) ?? startTestLane(db.urls.platform, { maxBatch })
      await Promise.all(readings.map((one) => lane.submit(signalOf(one, agent))))
      expect(await keptOf(agent)).toEqual(expected(readings))
    }
    const readings = fc.array(reading, { minLength: 1, maxLength: 12 })
    await fc.assert(fc.asyncProperty(readings, fc.constantFrom(1, 3, 500), compare), { numRuns: 60 })
    for (const { lane } of lanes.values()) await lane.close()
  })

  it('leave the newest one standing when two lanes store them at once, and count no note twice', async () => {
    const lanes = [1, 2].map((n) => startTestLane(db.urls.platform, { maxBatch: 3 + n }))
    const counts = Array.from({ length: 60 }, (_, minute) => ({ minute: (minute * 37) % 60, count: 0 }))
    const readings = counts.map(({ minute }) => ({ minute, count: 1_000 - minute }))
    await Promise.all(readings.map((one, n) => lanes[n % 2]?.lane.submit(signalOf(one, 'TWO'))))
    for (const { lane } of lanes) await lane.close()
    const kept = await keptOf('TWO')
    expect(kept).toMatchObject({ minute: 59, count: 941 })
    // Each note and each minute once at most: from whichever reading came first to the newest.
    expect(kept?.dispensed).toBe(kept?.observed)
    expect(kept?.dispensed).toBeLessThanOrEqual(59)
  })
})
