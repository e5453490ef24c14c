import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { SEED, SEED_NUMBER } from '../../../tests/support/seed.ts'
import type { KnownType, Signal } from '../model/ingest.types.ts'
import {
  eventSignal,
  type Inspector,
  openInspector,
  readTypes,
  startTestLane,
  type TestLane,
} from '../testing/ingest.testing.ts'
import { createModel, type Sent } from '../testing/model.testing.ts'
import { createTally } from '../testing/model-tally.testing.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const MINUTE = 60_000
const BATCHES = [1, 3, 500] as const
/** Types that meet each other in the rules, those without a rule of their own once. */
const TYPES = [
  'BEAT',
  'POWER_OFF',
  'ATM_IN_SERVICE',
  'ATM_IN_SERVICE',
  'ATM_OUT_OF_SERVICE',
  'SUPERVISOR_ENTER',
  'SUPERVISOR_EXIT',
  'DISPENSER_JAM',
  'MIXED_MEDIA_ERROR',
  'CASSETTE_LOW',
  'CASSETTE_EMPTY',
  'NETWORK_DISCONNECTED',
  'APPLICATION_ERROR_NETWORK',
  'APPLICATION_ERROR_NETWORK',
  'AUTHENTICATION_FAILURE',
  'APPLICATION_ERROR',
  'AGENT_LOG_ERROR',
  'SELF_TEST_FAILED',
]
const cassetteNo = fc.constantFrom('1', '2')
const sentOf = (types: readonly string[]): fc.Arbitrary<Sent> =>
  fc.record({
    atm: fc.integer({ min: 0, max: 1 }),
    type: fc.constantFrom(...types),
    waited: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: 10, max: 90 }) },
    ),
    age: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 70 }) }),
    cassetteNo,
    shown: fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.uniqueArray(fc.record({ cassetteNo, ok: fc.boolean() }), {
          selector: (one) => one.cassetteNo,
          maxLength: 2,
        }),
      },
    ),
  })

/** Few types a run, so that they meet often enough to flap, to reach thresholds and to come late. */
const history = fc
  .subarray([...TYPES.keys()], { minLength: 2, maxLength: 5 })
  .chain((picked) => fc.array(sentOf(picked.map((place) => TYPES[place] ?? 'BEAT')), { minLength: 5, maxLength: 60 }))

let db: TestDatabase
let inspector: Inspector
let types: Map<string, KnownType>
let runs = 0
const tally = createTally()
const lanes = new Map<number, TestLane>()

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
  for (const maxBatch of BATCHES) lanes.set(maxBatch, startTestLane(db.urls.platform, { maxBatch }))
  types = new Map((await readTypes(inspector)).map((type) => [type.eventType, type]))
})

afterAll(async () => {
  for (const { lane } of lanes.values()) await lane.close()
  await inspector.close()
  await db.drop()
})

const signalOf = ({ type, age, cassetteNo, shown }: Sent, agentAtmId: string, receivedAt: number): Signal => {
  const known = types.get(type)
  if (known === undefined) return { kind: 'heartbeat', agentAtmId, institutionKey: 'ACME', receivedAt }
  const unknown = {
    type: null,
    currency: null,
    denominationMinor: null,
    initialCount: null,
    currentCount: null,
    rejectedCount: null,
    capacity: null,
  }
  return eventSignal(known, {
    agentAtmId,
    receivedAt,
    sentTime: new Date(receivedAt - age * MINUTE).toISOString().slice(0, 19),
    cassetteNo: type.startsWith('CASSETTE') ? cassetteNo : null,
    cassettes: shown.map(({ cassetteNo, ok }) => ({ cassetteNo, ...unknown, status: ok ? 'OK' : 'LOW' })),
  })
}

type StoredIncident = {
  kind: string
  component: string
  severity: string
  source: string
  status: string
  version: number
  count: number
  first: number
  last: number
  flapping: boolean
  id: number
}

const storedIncidents = (agentAtmId: string) =>
  inspector.rows<StoredIncident>(
    `select id, kind, component, severity, source, status, version, occurrence_count as count, flapping,
      (extract(epoch from first_event_at) * 1000)::float8 as first,
      (extract(epoch from last_event_at) * 1000)::float8 as last
    from incident.incident where agent_atm_id = $1 order by id`,
    [agentAtmId],
  )

/** The whole way through the lane and the store, in batches of `maxBatch`, against the model. */
const compare = async (things: readonly Sent[], maxBatch: number): Promise<void> => {
  runs += 1
  const run = runs
  const agentOf = (atm: number) => `RUN-${run}-${atm}`
  const { lane } = lanes.get(maxBatch) ?? startTestLane(db.urls.platform, { maxBatch })
  const models = [createModel(tally.note), createModel(tally.note)]
  let received = START
  const answers = things.map((thing) => {
    received += thing.waited * MINUTE
    models[thing.atm]?.take(thing, received)
    return lane.submit(signalOf(thing, agentOf(thing.atm), received))
  })
  await Promise.all(answers)
  for (const [atm, model] of models.entries()) {
    const incidents = await storedIncidents(agentOf(atm))
    const seen = incidents.map(({ id: _id, ...incident }) => incident)
    expect(seen).toEqual(model.incidents().map(({ cleared: _cleared, ...incident }) => incident))
    const events = await inspector.rows<{ incident_id: number | null }>(
      `select incident_id from incident.event where agent_atm_id = $1 order by id`,
      [agentOf(atm)],
    )
    const places = new Map(incidents.map(({ id }, place) => [id, place]))
    expect(events.map(({ incident_id }) => places.get(incident_id ?? -1) ?? -1)).toEqual(model.links())
  }
}

/** What the histories must have come to, whatever the seed: else they would prove nothing of it. */
const CASES = [
  'opened by POWER_OFF',
  'opened by DISPENSER_JAM',
  'POWER ended by sign of life',
  'OUT_OF_SERVICE ended by in service',
  'ATM_IN_SERVICE without a visit',
  'two cassettes at once',
  'older than what resolved its kind',
]

describe('ingest against a plain reading of the contract', () => {
  it('opens, joins, resolves and links alike, however the events are cut into batches', async () => {
    console.info(`what is cut into batches: TEST_SEED=${SEED}`)
    await fc.assert(fc.asyncProperty(history, fc.constantFrom(...BATCHES), compare), {
      seed: SEED_NUMBER % 2_147_483_647,
      numRuns: 200,
      unbiased: true,
    })
    expect(runs).toBe(200)
    expect(tally.missing(CASES, 2)).toEqual([])
  }, 120_000)
})
