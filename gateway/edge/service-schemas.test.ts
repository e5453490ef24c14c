import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpPool } from '../../subgraphs/kit/calls/calls.ts'
import { contractSchemaOf } from '../../subgraphs/kit/graphql/subgraph-schema.ts'
import { findPortPair } from '../../tests/support/gateway-services.ts'
import { recordingLog } from '../../tests/support/hosted-service.ts'
import { listenOn } from '../../tests/support/ports.ts'
import { differencesOf } from './schema-differences.rules.ts'
import { type ServiceSchemasOptions, watchServiceSchemas } from './service-schemas.ts'

const OLD = 'type Query { vendors(page: Int): [String!]! }'
const NEW = 'type Query { vendors(page: Int, type: Type): [String!]! blocked: Boolean } enum Type { SP CIT }'
const NEWER =
  'type Query { vendors(page: Int, type: Type): [String!]! blocked: Boolean more: Int } enum Type { SP CIT }'
/** On a busy machine. */
const PATIENT = { timeout: 15_000 }

describe('what a service lacks', () => {
  const lacks = (theirs: string) => differencesOf(contractSchemaOf(NEW), contractSchemaOf(theirs))

  it('are fields, arguments and types of the gateway that it does not know', () => {
    expect(lacks(OLD)).toEqual(['Query.blocked is missing.', 'Query.vendors arg type is missing.'])
  })

  it('are inputs that it does not take', () => {
    const taking = (input: string) => contractSchemaOf(`type Query { a(by: By, order: Order): Int } ${input}`)
    const ours = taking('input By { name: String } enum Order { UP DOWN }')
    expect(differencesOf(ours, taking('input By { name: Int } enum Order { UP DOWN }'))).toEqual([
      'By.name changed type from String to Int.',
    ])
    expect(differencesOf(ours, taking('input By { name: String } enum Order { UP }'))).toEqual([
      'DOWN is missing from enum type Order.',
    ])
  })

  it('is nothing where a newer one answers in another way, or has no type that nothing asks for', () => {
    const answering = (sdl: string) => contractSchemaOf(`type Query { atm: Atm } ${sdl}`)
    const ours = answering('type Atm { days: [Int!]! state: State } enum State { IN OUT } type Parked { id: ID }')
    expect(differencesOf(ours, answering('type Atm { days: [Int!] state: State } enum State { IN }'))).toEqual([])
  })

  it('is nothing where it has more, or describes and directs it in another way', () => {
    expect(lacks(NEWER)).toEqual([])
    expect(lacks(`directive @cached on FIELD_DEFINITION ${NEW.replace('blocked', '"Blocked." blocked')}`)).toEqual([])
    expect(
      differencesOf(contractSchemaOf(`directive @cached on FIELD_DEFINITION ${NEW}`), contractSchemaOf(NEW)),
    ).toEqual([])
  })
})

describe('a gateway that starts', () => {
  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })

  /** Processes of a service behind a balancer: each connection goes to the next one. Null: one without a schema. */
  const openService = async (processes: readonly (string | null | 'silent')[]) => {
    const behind = { processes, asked: 0 }
    const port = await findPortPair()
    const server = createServer((_request, answer) => {
      const sdl = behind.processes[behind.asked % Math.max(1, behind.processes.length)]
      behind.asked += 1
      if (sdl === undefined) answer.writeHead(503).end()
      else if (sdl === 'silent') return
      else if (sdl === null) answer.writeHead(404).end()
      else answer.end(sdl)
    })
    await listenOn(server, port + 100)
    closers.push(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    return Object.assign(behind, { url: `http://127.0.0.1:${port}` })
  }

  const watch = (serviceUrls: ServiceSchemasOptions['serviceUrls'], { waitMs = 300_000, timeoutMs = 10_000 } = {}) => {
    const pool = createHttpPool()
    const { log, lines } = recordingLog()
    const said = () => lines.map((line) => JSON.parse(line))
    const clock = { nowMs: 0 }
    const schemas = watchServiceSchemas({
      serviceUrls,
      sdlOf: () => NEW,
      pool,
      log,
      waitMs,
      timeoutMs,
      settledMs: 5_000,
      lookEveryMs: 1,
      nowMs: () => clock.nowMs,
    })
    closers.push(() => pool.destroy(), schemas.close)
    return { ...schemas, clock, said }
  }

  const asked = async (service: { asked: number }, times: number) => {
    const before = service.asked
    await expect.poll(() => service.asked - before, { ...PATIENT, interval: 5 }).toBeGreaterThanOrEqual(times)
  }

  it('is ready at once without services elsewhere, and where it may not wait', async () => {
    const old = await openService([OLD])
    expect(watch({}).areCurrent()).toBe(true)
    expect(watch({ claims: old.url }, { waitMs: 0 }).areCurrent()).toBe(true)
    expect(old.asked).toBe(0)
  })

  it('is ready after one look where no service has an older schema, and looks no more', async () => {
    const [same, newer] = [await openService([NEW]), await openService([NEWER])]
    const { areCurrent } = watch({ claims: same.url, fleet: newer.url })
    expect(areCurrent()).toBe(false)
    await expect.poll(areCurrent, PATIENT).toBe(true)
    expect([same.asked, newer.asked]).toEqual([8, 8])
  })

  it('asks a service that is not there, refuses or hangs five times and does not wait for it', async () => {
    const [refusing, hanging] = [await openService([]), await openService(['silent'])]
    const urls = { claims: `http://127.0.0.1:${await findPortPair()}`, fleet: refusing.url, devices: hanging.url }
    const { areCurrent, older } = watch(urls, { timeoutMs: 400 })
    await expect.poll(areCurrent, PATIENT).toBe(true)
    expect([older().size, refusing.asked, hanging.asked]).toEqual([0, 5 * 8, 5 * 8])
  })

  it('waits for a service with an older schema that answers late', async () => {
    const service = await openService(['silent'])
    const { areCurrent, older } = watch({ claims: service.url }, { timeoutMs: 500 })
    await asked(service, 16)
    service.processes = [OLD]
    await expect.poll(() => older().size, PATIENT).toBe(1)
    expect(areCurrent()).toBe(false)
  })

  it('waits for one with an older schema, says what it lacks, and is ready a while after it was replaced', async () => {
    const service = await openService([OLD])
    const { areCurrent, older, clock, said } = watch({ claims: service.url })
    await expect
      .poll(() => [...older()], PATIENT)
      .toEqual([['claims', expect.stringContaining('Query.blocked is missing.')]])
    clock.nowMs = 100_000
    await asked(service, 16)
    service.processes = [NEW]
    await asked(service, 16)
    expect(areCurrent()).toBe(false)
    clock.nowMs += 5_000
    await expect.poll(areCurrent, PATIENT).toBe(true)
    expect(older().size).toBe(0)
    expect(said().map(({ msg }) => msg)).toEqual(['services have an older schema; not ready until they are replaced'])
  })

  it('waits while one of several processes is an older one', async () => {
    const service = await openService([NEW, NEW, NEW, OLD])
    const { areCurrent, clock } = watch({ claims: service.url })
    await asked(service, 16)
    clock.nowMs = 100_000
    await asked(service, 16)
    expect(areCurrent()).toBe(false)
    service.processes = [NEW]
    await asked(service, 24)
    clock.nowMs += 5_000
    await expect.poll(areCurrent, PATIENT).toBe(true)
  })

  it('is not ready while nothing but silence follows an older schema', async () => {
    const service = await openService([OLD])
    const { areCurrent, clock } = watch({ claims: service.url }, { timeoutMs: 200 })
    await asked(service, 16)
    service.processes = ['silent']
    await asked(service, 24)
    clock.nowMs += 5_000
    await asked(service, 8)
    expect(areCurrent()).toBe(false)
    service.processes = [NEW]
    await asked(service, 24)
    clock.nowMs += 5_000
    await expect.poll(areCurrent, PATIENT).toBe(true)
  })

  it('asks again where a part of the processes does not answer', async () => {
    const service = await openService([NEW, 'silent'])
    const { areCurrent } = watch({ claims: service.url }, { timeoutMs: 500 })
    await asked(service, 9)
    expect(areCurrent()).toBe(false)
    service.processes = [NEW]
    await expect.poll(areCurrent, PATIENT).toBe(true)
  })

  it('waits for a release that does not tell its schema, and stays ready once it was', async () => {
    const service = await openService([null])
    const { areCurrent, older, clock } = watch({ claims: service.url })
    await expect.poll(() => [...older()], PATIENT).toEqual([['claims', 'It does not tell its schema.']])
    service.processes = [NEW]
    await asked(service, 24)
    clock.nowMs = 5_000
    await expect.poll(areCurrent, PATIENT).toBe(true)
    service.processes = [OLD]
    const before = service.asked
    clock.nowMs = 1_000_000
    expect([areCurrent(), service.asked]).toEqual([true, before])
  })

  it('goes without what a service lacks when the time is over, and says so', async () => {
    const service = await openService([OLD])
    const { areCurrent, clock, said } = watch({ claims: service.url }, { waitMs: 60_000 })
    await asked(service, 16)
    clock.nowMs = 59_999
    await asked(service, 16)
    expect(areCurrent()).toBe(false)
    clock.nowMs = 60_000
    await expect.poll(areCurrent, PATIENT).toBe(true)
    expect(said().at(-1)).toMatchObject({
      msg: 'services still have an older schema; ready without what they lack',
      lacks: { claims: expect.stringContaining('Query.blocked is missing.') },
    })
  })

  it('does not wait for a schema that it cannot read', async () => {
    const service = await openService(['type Query { a: Nothing }'])
    const { areCurrent, said } = watch({ claims: service.url })
    await expect.poll(areCurrent, PATIENT).toBe(true)
    expect(said().map(({ msg }) => msg)).toContain('the schema of a service cannot be read')
  })
})
