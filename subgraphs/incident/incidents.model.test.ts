import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../tests/database.ts'
import type { KnownType, Signal } from './ingest.types.ts'
import { createModel, type Told } from './testing.model.ts'
import { openTestService, type TestService } from './testing.service.ts'
import { eventSignal, type Inspector, openInspector, readTypes, startTestLane, type TestLane } from './testing.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const MINUTE = 60_000
/** Types that meet each other in the rules. */
const TYPES = [
  'BEAT',
  'POWER_OFF',
  'ATM_IN_SERVICE',
  'ATM_OUT_OF_SERVICE',
  'SUPERVISOR_ENTER',
  'SUPERVISOR_EXIT',
  'DISPENSER_JAM',
  'CASSETTE_LOW',
  'NETWORK_DISCONNECTED',
  'APPLICATION_ERROR_NETWORK',
  'AUTHENTICATION_FAILURE',
  'APPLICATION_ERROR_PRINTER',
]
/** Types that resolve each other, which few picked at random would do. */
const FAMILIES = [
  ['DISPENSER_JAM', 'SUPERVISOR_ENTER', 'SUPERVISOR_EXIT', 'ATM_IN_SERVICE'],
  ['ATM_OUT_OF_SERVICE', 'ATM_IN_SERVICE'],
  ['POWER_OFF', 'BEAT', 'CASSETTE_LOW'],
  ['NETWORK_DISCONNECTED', 'APPLICATION_ERROR_NETWORK', 'AUTHENTICATION_FAILURE'],
]
/** Kinds that people open: those that the types open as well, and one that no rule knows. */
const KINDS = ['OUT_OF_SERVICE', 'POWER', 'DISPENSER', 'CONNECTIVITY', 'CASH', 'VANDALISM']

type Model = { now: number; readonly histories: readonly ReturnType<typeof createModel>[] }
type Real = { readonly name: string; readonly sent: Map<number, Signal>[]; ids: number[][] }
type Command = fc.AsyncCommand<Model, Real>
type Cassette = { readonly cassetteNo: string; readonly ok: boolean }
type Thing = {
  readonly atm: number
  readonly type: string
  readonly age: number
  readonly cassetteNo: string
  readonly shown: readonly Cassette[]
}

let db: TestDatabase
let inspector: Inspector
let service: TestService
let types: Map<string, KnownType>
let now = START
let runs = 0
const lanes: TestLane[] = []

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
  service = await openTestService(db.urls, () => new Date(now))
  // Two lanes, as two processes would have, and batches of more than one.
  for (const maxBatch of [2, 500]) lanes.push(startTestLane(db.urls.platform, { maxBatch }))
  types = new Map((await readTypes(inspector)).map((type) => [type.eventType, type]))
})

afterAll(async () => {
  for (const { lane } of lanes) await lane.close()
  await service.close()
  await inspector.close()
  await db.drop()
})

const agentOf = ({ name }: Real, atm: number) => `${name}-${atm}`

const NOTHING = {
  type: null,
  currency: null,
  denominationMinor: null,
  initialCount: null,
  currentCount: null,
  rejectedCount: null,
  capacity: null,
}

const signalOf = (thing: Thing, agentAtmId: string, receivedAt: number): Signal => {
  const known = types.get(thing.type)
  if (known === undefined) return { kind: 'heartbeat', agentAtmId, institutionKey: 'ACME', receivedAt }
  return eventSignal(known, {
    agentAtmId,
    receivedAt,
    eventId: randomUUID(),
    sentTime: new Date(receivedAt - thing.age * MINUTE).toISOString().slice(0, 19),
    cassetteNo: thing.type === 'CASSETTE_LOW' ? thing.cassetteNo : null,
    cassettes: thing.shown.map(({ cassetteNo, ok }) => ({ cassetteNo, ...NOTHING, status: ok ? 'OK' : 'LOW' })),
  })
}

/** The incidents of both, compared in full; returns their numbers. */
const compare = async (model: Model, real: Real): Promise<number[][]> => {
  const seen = await inspector.rows<{ id: number; agent: string }>(
    `select id, agent_atm_id as agent, kind, component, severity, source, status, version, occurrence_count as count, flapping,
      (extract(epoch from first_event_at) * 1000)::float8 as first, (extract(epoch from last_event_at) * 1000)::float8 as last
    from incident.incident where agent_atm_id = any ($1) order by id`,
    [model.histories.map((_, atm) => agentOf(real, atm))],
  )
  return model.histories.map((history, atm) => {
    const own = seen.filter(({ agent }) => agent === agentOf(real, atm))
    expect(own.map(({ id: _id, agent: _agent, ...incident }) => incident)).toEqual(
      history.incidents().map(({ cleared: _cleared, ...incident }) => incident),
    )
    return own.map(({ id }) => id)
  })
}

/** A command that takes some minutes, does something to both, and finds them alike. */
const command = (name: string, waited: number, run: (model: Model, real: Real) => Promise<void>): Command => ({
  check: () => true,
  async run(model, real) {
    model.now += waited * MINUTE
    now = model.now
    await run(model, real)
    real.ids = await compare(model, real)
  },
  toString: () => `${name} after ${waited} min`,
})

const told = (result: { readonly errors?: readonly { readonly extensions: Record<string, unknown> }[] }): Told => {
  const [error] = result.errors ?? []
  if (error === undefined) return 'done'
  expect(error.extensions).toMatchObject({ code: 'CONFLICT', current: { id: expect.any(Number) } })
  return 'conflict'
}

/** Several things at once, from one ATM or both, by either lane; some of them events that were sent before. */
const send = (things: readonly Thing[], repeated: number, lane: number, waited: number): Command =>
  command(`send ${JSON.stringify(things)} and ${repeated} again by lane ${lane}`, waited, async (model, real) => {
    const signals = things.map((thing) => {
      const { atm } = thing
      model.histories[atm]?.take({ ...thing, waited }, model.now)
      const signal = signalOf(thing, agentOf(real, atm), model.now)
      if (signal.kind === 'event') real.sent.push(new Map([[atm, signal]]))
      return signal
    })
    const again = real.sent.slice(-repeated).flatMap((sent) => [...sent.values()])
    const given = repeated === 0 ? signals : [...signals, ...again]
    await Promise.all(given.map((signal) => lanes[lane]?.lane.submit({ ...signal, receivedAt: model.now })))
  })

const DEED =
  'mutation ($id: SafeInt!, $version: Int) { incident: WHATIncident(id: $id, version: $version) { id status } }'

const deed = (
  what: 'acknowledge' | 'resolve',
  atm: number,
  pick: number,
  version: 'none' | 'own' | 'old',
  waited: number,
): Command =>
  command(`${what} incident ${pick} of ATM ${atm} with ${version} version`, waited, async (model, { ids }) => {
    const incidents = model.histories[atm]?.incidents() ?? []
    // Mostly one of the newest: the old ones are resolved.
    const place = incidents.length - 1 - (pick % Math.max(1, incidents.length))
    const incident = incidents[place]
    if (incident === undefined) return
    const variables = {
      id: ids[atm]?.[place],
      version: version === 'none' ? null : incident.version - (version === 'old' ? 1 : 0),
    }
    const expected = model.histories[atm]?.deed(incident, what, version === 'old', model.now)
    expect(told(await service.execute(DEED.replace('WHAT', what), variables))).toBe(expected)
  })

const OPEN = 'mutation ($incident: IncidentInput!) { createIncident(incident: $incident) { id } }'

const open = (atm: number, kind: string, waited: number): Command =>
  command(`open ${kind} of ATM ${atm}`, waited, async (model, real) => {
    const incident = { agentAtmId: agentOf(real, atm), kind, severity: 'LOW', title: 'By hand' }
    const expected = model.histories[atm]?.open(kind, 'LOW', model.now)
    expect(told(await service.execute(OPEN, { incident }))).toBe(expected)
  })

const quiet = (waited: number): Command =>
  command('quiet time', waited, async (model) => {
    for (const history of model.histories) history.quiet(model.now)
    await service.runJob('incident.quiet-time', new Date(model.now))
  })

const atm = fc.integer({ min: 0, max: 1 })
const cassetteNo = fc.constantFrom('1', '2')
const waited = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 90 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_380, max: 1_500 }) },
)
const shown = fc.uniqueArray(fc.record({ cassetteNo, ok: fc.boolean() }), {
  selector: (one) => one.cassetteNo,
  maxLength: 2,
})
const thingOf = (names: readonly string[]): fc.Arbitrary<Thing> =>
  fc.record({
    atm,
    type: fc.constantFrom(...names),
    age: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 70 }) }),
    cassetteNo,
    shown: fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: shown }),
  })

/** Few types and kinds a history, so that they meet often enough. */
const commands = fc
  .tuple(
    fc.oneof(
      { weight: 1, arbitrary: fc.subarray(TYPES, { minLength: 2, maxLength: 5 }) },
      { weight: 2, arbitrary: fc.constantFrom(...FAMILIES) },
    ),
    fc.subarray(KINDS, { minLength: 1, maxLength: 2 }),
  )
  .chain(([names, kinds]) => {
    const sending = fc
      .tuple(
        fc.array(thingOf(names), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 0, max: 1 }),
        waited,
      )
      .map((given) => send(...given))
    const doing = fc
      .tuple(
        fc.constantFrom('acknowledge' as const, 'resolve' as const),
        atm,
        fc.nat(4),
        fc.constantFrom('none' as const, 'own' as const, 'old' as const),
        waited,
      )
      .map((given) => deed(...given))
    const opening = fc.tuple(atm, fc.constantFrom(...kinds), waited).map((given) => open(...given))
    return fc.commands([sending, sending, sending, doing, doing, opening, waited.map(quiet)], {
      maxCommands: 30,
      size: 'max',
    })
  })

const begin = async (): Promise<{ model: Model; real: Real }> => {
  runs += 1
  now = START
  const real: Real = { name: `C-${runs}`, sent: [], ids: [[], []] }
  const model: Model = { now, histories: [createModel(), createModel()] }
  for (const [n, history] of model.histories.entries()) {
    await lanes[0]?.lane.submit({
      kind: 'heartbeat',
      agentAtmId: agentOf(real, n),
      institutionKey: 'ACME',
      receivedAt: START,
    })
    history.take({ atm: n, type: 'BEAT', waited: 0, age: 0, cassetteNo: '', shown: [] }, START)
  }
  return { model, real }
}

describe('incidents against a plain reading of the contract', () => {
  it('are the same whatever ATMs send, people do and the quiet-time job finds, in whatever order', async () => {
    const property = fc.asyncProperty(commands, (history) =>
      begin().then(({ model, real }) => fc.asyncModelRun(() => ({ model, real }), history)),
    )
    await fc.assert(property, { numRuns: 300, interruptAfterTimeLimit: 12_000 })
  }, 60_000)
})
