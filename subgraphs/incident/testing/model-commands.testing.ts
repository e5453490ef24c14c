import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { KnownType, Signal } from '../model/ingest.types.ts'
import { eventSignal, type Inspector, type TestLane } from './ingest.testing.ts'
import type { Answered, createModel } from './model.testing.ts'
import type { TestService } from './service.testing.ts'

const MINUTE = 60_000

/** What histories happen to: lanes, as two processes would have, and the service, all on one store and one clock. */
export type World = {
  readonly lanes: readonly TestLane[]
  readonly service: TestService
  readonly inspector: Inspector
  readonly types: ReadonlyMap<string, KnownType>
  readonly clock: { now: number }
}
/** The ATMs of one history, as the model knows them and as the service does. */
export type Model = { readonly histories: readonly ReturnType<typeof createModel>[] }
export type Real = {
  readonly world: World
  readonly name: string
  readonly sent: Map<number, Signal>[]
  ids: number[][]
}
/** Something that happens to both, after which both must be alike. */
export type Command = { run(model: Model, real: Real): Promise<void>; toString(): string }

type Cassette = { readonly cassetteNo: string; readonly ok: boolean }
export type Thing = {
  readonly atm: number
  readonly type: string
  readonly age: number
  readonly cassetteNo: string
  readonly shown: readonly Cassette[]
}

export const agentOf = ({ name }: Real, atm: number): string => `${name}-${atm}`

const NOTHING = {
  type: null,
  currency: null,
  denominationMinor: null,
  initialCount: null,
  currentCount: null,
  rejectedCount: null,
  capacity: null,
}

const signalOf = (thing: Thing, agentAtmId: string, { types, clock }: World): Signal => {
  const receivedAt = clock.now
  const known = types.get(thing.type)
  if (known === undefined) return { kind: 'heartbeat', agentAtmId, institutionKey: 'ACME', receivedAt }
  return eventSignal(known, {
    agentAtmId,
    receivedAt,
    eventId: randomUUID(),
    sentTime: new Date(receivedAt - thing.age * MINUTE).toISOString().slice(0, 19),
    // Whatever names a cassette: only the incidents of cash are distinguished by it.
    cassetteNo: thing.cassetteNo === '' ? null : thing.cassetteNo,
    cassettes: thing.shown.map(({ cassetteNo, ok }) => ({ cassetteNo, ...NOTHING, status: ok ? 'OK' : 'LOW' })),
  })
}

/** The incidents of both, compared in full; returns their numbers. */
const compare = async (model: Model, real: Real): Promise<number[][]> => {
  const seen = await real.world.inspector.rows<{ id: number; agent: string }>(
    `select id, agent_atm_id as agent, kind, component, severity, source, status, version,
      occurrence_count as count, flapping,
      (extract(epoch from first_event_at) * 1000)::float8 as first,
      (extract(epoch from last_event_at) * 1000)::float8 as last
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
  async run(model, real) {
    real.world.clock.now += waited * MINUTE
    await run(model, real)
    real.ids = await compare(model, real)
  },
  toString: () => `${name} after ${waited} min`,
})

const outcomeOf = (result: {
  readonly errors?: readonly { readonly extensions: Record<string, unknown> }[]
}): Answered => {
  const [error] = result.errors ?? []
  if (error === undefined) return 'done'
  expect(error.extensions).toMatchObject({ code: 'CONFLICT', current: { id: expect.any(Number) } })
  return 'conflict'
}

/** Several things at once, from one ATM or both, by either lane; some of them events that were sent before. */
export const send = (things: readonly Thing[], repeated: number, lane: number, waited: number): Command =>
  command(`send ${JSON.stringify(things)} and ${repeated} again by lane ${lane}`, waited, async (model, real) => {
    const { lanes, clock } = real.world
    const signals = things.map((thing) => {
      const { atm } = thing
      model.histories[atm]?.take({ ...thing, waited }, clock.now)
      const signal = signalOf(thing, agentOf(real, atm), real.world)
      if (signal.kind === 'event') real.sent.push(new Map([[atm, signal]]))
      return signal
    })
    const again = real.sent.slice(-repeated).flatMap((sent) => [...sent.values()])
    const given = repeated === 0 ? signals : [...signals, ...again]
    await Promise.all(given.map((signal) => lanes[lane]?.lane.submit({ ...signal, receivedAt: clock.now })))
  })

const ACTION =
  'mutation ($id: SafeInt!, $version: Int) { incident: WHATIncident(id: $id, version: $version) { id status } }'

export const act = (
  what: 'acknowledge' | 'resolve',
  atm: number,
  pick: number,
  version: 'none' | 'own' | 'old',
  waited: number,
): Command =>
  command(`${what} incident ${pick} of ATM ${atm} with ${version} version`, waited, async (model, { ids, world }) => {
    const incidents = model.histories[atm]?.incidents() ?? []
    // Mostly one of the newest: the old ones are resolved.
    const place = incidents.length - 1 - (pick % Math.max(1, incidents.length))
    const incident = incidents[place]
    if (incident === undefined) return
    const variables = {
      id: ids[atm]?.[place],
      version: version === 'none' ? null : incident.version - (version === 'old' ? 1 : 0),
    }
    const expected = model.histories[atm]?.act(incident, what, version === 'old', world.clock.now)
    expect(outcomeOf(await world.service.execute(ACTION.replace('WHAT', what), variables))).toBe(expected)
  })

const OPEN = 'mutation ($incident: IncidentInput!) { createIncident(incident: $incident) { id } }'

export const open = (atm: number, kind: string, waited: number): Command =>
  command(`open ${kind} of ATM ${atm}`, waited, async (model, real) => {
    const incident = { agentAtmId: agentOf(real, atm), kind, severity: 'LOW', title: 'By hand' }
    const expected = model.histories[atm]?.open(kind, 'LOW', real.world.clock.now)
    expect(outcomeOf(await real.world.service.execute(OPEN, { incident }))).toBe(expected)
  })

export const quiet = (waited: number): Command =>
  command('quiet time', waited, async (model, { world }) => {
    for (const history of model.histories) history.quiet(world.clock.now)
    await world.service.runJob('incident.quiet-time', new Date(world.clock.now))
  })
