import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { SEED, SEED_NUMBER } from '../../../tests/support/seed.ts'
import { openInspector, readTypes, startTestLane } from '../testing/ingest.testing.ts'
import { createModel } from '../testing/model.testing.ts'
import { agentOf, type Command, type Model, type Real, type World } from '../testing/model-commands.testing.ts'
import { ACTS, historyOf, mixed } from '../testing/model-histories.testing.ts'
import { ENDINGS, OPENINGS } from '../testing/model-table.testing.ts'
import { createTally } from '../testing/model-tally.testing.ts'
import { openTestService } from '../testing/service.testing.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const MIXED_HISTORIES = 16

let db: TestDatabase
let world: World
let runs = 0
const tally = createTally()

beforeAll(async () => {
  db = await cloneDatabase()
  const clock = { now: START }
  const inspector = await openInspector(db.urls.superuser)
  world = {
    clock,
    inspector,
    service: await openTestService(db.urls, () => new Date(clock.now)),
    // Two lanes, as two processes would have, and batches of more than one.
    lanes: [2, 500].map((maxBatch) => startTestLane(db.urls.platform, { maxBatch })),
    types: new Map((await readTypes(inspector)).map((type) => [type.eventType, type])),
  }
})

afterAll(async () => {
  for (const { lane } of world.lanes) await lane.close()
  await world.service.close()
  await world.inspector.close()
  await db.drop()
})

const begin = async (): Promise<{ model: Model; real: Real }> => {
  runs += 1
  world.clock.now = START
  const real: Real = { world, name: `C-${runs}`, sent: [], ids: [[], []] }
  const model: Model = { histories: [createModel(tally.note), createModel(tally.note)] }
  for (const [n, history] of model.histories.entries()) {
    await world.lanes[0]?.lane.submit({
      kind: 'heartbeat',
      agentAtmId: agentOf(real, n),
      institutionKey: 'ACME',
      receivedAt: START,
    })
    history.take({ atm: n, type: 'BEAT', waited: 0, age: 0, cassetteNo: '', shown: [] }, START)
  }
  return { model, real }
}

const check = async (histories: fc.Arbitrary<Command[]>, numRuns: number): Promise<void> => {
  // Every set of histories has a seed of its own, or all of them would go on in the same way.
  const seed = (SEED_NUMBER + runs) % 2_147_483_647
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { model, real } = await begin()
      for (const step of history) await step.run(model, real)
    }),
    // What is not compared in time counts as a failure; a failure whose history could not be made short in time is
    // one all the same.
    { seed, numRuns, unbiased: true, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
  )
}

const types = [...OPENINGS.keys()]
const kinds = [...ENDINGS.keys()]
const thresholds = [...OPENINGS].flatMap(([type, { times }]) => (times > 1 ? [type] : []))
const quietKinds = [...ENDINGS].flatMap(([kind, ending]) => (typeof ending === 'number' ? [kind] : []))
const eventfulKinds = [...ENDINGS].flatMap(([kind, ending]) =>
  typeof ending === 'number' || ending === 'by hand' ? [] : [`${kind} ended by ${ending}`],
)
/**
 * What the histories must have come to, and how often at least, whatever the seed: else they would prove nothing of
 * it.
 */
const CASES: readonly { readonly least: number; readonly cases: readonly string[] }[] = [
  { least: 4, cases: types.map((type) => `opened by ${type}`) },
  { least: 3, cases: types.map((type) => `joined by ${type}`) },
  { least: 2, cases: kinds.map((kind) => `${kind} opened again`) },
  { least: 1, cases: thresholds.map((type) => `${type} short of its threshold`) },
  { least: 2, cases: eventfulKinds },
  { least: 1, cases: quietKinds.map((kind) => `${kind} ended by quiet`) },
  { least: 5, cases: ['severity kept'] },
  { least: 1, cases: ['severity raised by DISPENSER_JAM', 'severity raised by EJOURNAL_DB_CRITICAL'] },
  { least: 5, cases: ['older than what resolved its kind', 'a visit that is reported after its ATM_IN_SERVICE'] },
  { least: 5, cases: ['ATM_IN_SERVICE without a visit', 'quiet was over before it came', 'two cassettes at once'] },
  { least: 5, cases: ['flapping on opening', 'flapping instead of resolved'] },
  { least: 2, cases: ['kept open while flapping'] },
  { least: 3, cases: ['no longer flapping after quiet', 'resolved after flapping'] },
  { least: 20, cases: ['opened by hand', 'opened by hand beside one that is open', 'joined one opened by hand'] },
  { least: 10, cases: ['opened by hand, so nothing but a person ends it', 'resolve an OPEN one'] },
  { least: 10, cases: ['acknowledge an OPEN one', 'resolve an ACKNOWLEDGED one', 'resolve an RESOLVED one'] },
  { least: 10, cases: ['resolve an ACKNOWLEDGED one with an old version'] },
]

describe('incidents against a plain reading of the contract', () => {
  it('are the same whatever ATMs send, people do and the quiet-time job finds, in whatever order', async () => {
    console.info(`histories of incidents: TEST_SEED=${SEED}`)
    for (const [type, opening] of OPENINGS)
      for (const act of ACTS) await check(historyOf(act(type, opening), [opening.kind]), 1)
    await check(mixed, MIXED_HISTORIES)
    expect(runs).toBe(24 * 5 + MIXED_HISTORIES)
    expect(CASES.flatMap(({ least, cases }) => tally.missing(cases, least))).toEqual([])
  }, 300_000)
})
