import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import {
  INTERNAL_SECRET,
  LINK,
  NOW,
  recordingLog,
  TOKEN_SECRET,
  tokenFor,
} from '../../../tests/support/hosted-service.ts'
import { listenOnFreePort } from '../../../tests/support/ports.ts'
import type { CallRequest, ServiceName } from '../calls/calls.ts'
import { readConfig } from '../config/config.ts'
import type { ServiceDefinition, ServiceEnv } from '../service/service.ts'
import { openInfrastructure } from './infrastructure.ts'
import { createLifecycle } from './lifecycle.ts'
import { openProcess, type ProcessOptions } from './process.ts'

let database: TestDatabase
let elsewhere: Server
let url: string
const asked: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'fleetops-process-'))
const sdl = join(folder, 'service.graphql')
beforeAll(async () => {
  writeFileSync(sdl, `${LINK} type Query { ping: String! @access @rest(route: "GET /api/ping") }`)
  database = await cloneDatabase()
  elsewhere = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['x-internal-secret']}`)
    response.setHeader('content-type', 'application/json').end('"there"')
  })
  url = `http://127.0.0.1:${await listenOnFreePort(elsewhere)}`
})
afterAll(async () => {
  elsewhere.close()
  rmSync(folder, { recursive: true })
  await database?.drop()
})

const { log, lines } = recordingLog()
const steps: string[] = []
const envs = new Map<string, ServiceEnv>()
beforeEach(() => {
  steps.length = 0
  lines.length = 0
  asked.length = 0
})

const definitionOf = (name: ServiceName, more: Partial<ServiceDefinition> = {}): ServiceDefinition => ({
  name,
  sdl: pathToFileURL(sdl).href,
  outbox: null,
  async open(env) {
    envs.set(name, env)
    return {
      resolvers: { Query: { ping: () => `pong of ${name}` } },
      jobs: [{ name: `${name}.tidy`, cron: null, timeZone: 'UTC', run: async () => 'done' }],
      health: { part: async () => ({ status: 'UP' }) },
      start: async () => void steps.push(`${name} starts`),
      close: async () => void steps.push(`${name} closes`),
    }
  },
  ...more,
})

const optionsOf = (definitions: readonly ServiceDefinition[], env: Record<string, string> = {}): ProcessOptions => ({
  config: readConfig({ DATA_DIR: folder, ...env }),
  definitions,
  database: { app: database.urls.app, platform: database.urls.platform },
  secrets: {
    tokenKeys: [{ kind: 'secret', secret: TOKEN_SECRET }],
    internal: [INTERNAL_SECRET],
    kafkaPassword: null,
  },
  log,
  now: () => NOW,
  newId: () => '00000000-0000-4000-8000-000000000001',
  background: false,
})

const ping: CallRequest = {
  method: 'GET',
  path: '/api/ping',
  as: {
    kind: 'caller',
    principal: { userId: '7', email: null, role: 'USER', institutions: [], unrestricted: false, agentAtmId: null },
    token: null,
  },
  timeoutMs: 5_000,
}

describe('a process', () => {
  it('opens its services, starts them, and closes them in reverse order', async () => {
    const process = await openProcess(optionsOf([definitionOf('claims'), definitionOf('fleet')]))
    expect([...process.hosted.keys()]).toEqual(['claims', 'fleet'])
    expect(process.jobs.map(({ name }) => name)).toEqual(['claims.tidy', 'fleet.tidy', 'topics.retention'])
    expect(process.now()).toBe(NOW)
    const UP = { status: 'UP' }
    expect(await process.health()).toEqual({
      'claims.database': UP,
      'fleet.database': UP,
      'claims.jobs': UP,
      'fleet.jobs': UP,
      'topics.jobs': UP,
      'claims.part': UP,
      'fleet.part': UP,
    })
    const env = envs.get('claims')
    expect(env).toMatchObject({
      config: { platformName: 'fleetops', internalSecret: expect.any(Function) },
      urls: { app: database.urls.app, platform: database.urls.platform },
    })
    expect(env?.topics.outboxMover).toBeDefined()
    await process.start()
    await process.close()
    expect(steps).toEqual(['claims starts', 'fleet starts', 'fleet closes', 'claims closes'])
    expect(lines).toEqual([])
    await expect(env?.stores.check()).rejects.toThrow('The stores are closed.')
  })

  it('knows its state where a check hangs or fails, each of them once', async () => {
    let asked = 0
    const health = {
      hanging: () => {
        asked += 1
        return new Promise<never>(() => {})
      },
      failing: () => Promise.reject(new Error('broken')),
    }
    const sick = definitionOf('fleet', {
      open: async () => ({ resolvers: { Query: { ping: () => 'pong' } }, health }),
    })
    const process = await openProcess(optionsOf([definitionOf('claims'), sick]))
    const hanging = { status: 'DEGRADED', reason: 'not known: no answer within 2000 ms' }
    const known = {
      'claims.part': { status: 'UP' },
      'fleet.database': { status: 'UP' },
      'fleet.hanging': hanging,
      'fleet.failing': { status: 'DEGRADED', reason: 'not known: broken' },
    }
    expect(await Promise.all([process.health(), process.health()])).toMatchObject([known, known])
    expect([(await process.health())['fleet.hanging'], asked]).toEqual([hanging, 1])
    await process.close()
  })

  it('keeps the dead letters of a service that consumes topics, which needs an outbox', async () => {
    const consuming = (outbox: string | null) =>
      definitionOf('journal', {
        outbox,
        open: async () => ({
          resolvers: { Query: { ping: () => 'pong' } },
          consumers: [{ group: 'g', topics: ['t'], handle: async () => {} }],
        }),
      })
    const { hosted, jobs, close } = await openProcess(optionsOf([consuming('journal'), definitionOf('claims')]))
    expect([...hosted.values()].map(({ deadLetters }) => deadLetters !== null)).toEqual([true, false])
    expect(jobs.map(({ name }) => name)).toEqual(['journal.dead-letter-retention', 'claims.tidy', 'topics.retention'])
    await close()
    await expect(openProcess(optionsOf([consuming(null)]))).rejects.toThrow(
      'journal consumes topics: it needs an outbox, by which dead letters are replayed',
    )
  })

  it('knows its callers by the key and the secret that it was given', async () => {
    const { authenticator, close } = await openProcess(optionsOf([definitionOf('claims')]))
    const token = await tokenFor({ exp: Math.floor(Date.now() / 1_000) + 600 })
    expect(await authenticator.authenticate(`Bearer ${token}`)).toMatchObject({ userId: '7', institutions: ['ACME'] })
    expect([INTERNAL_SECRET, 'another'].map(authenticator.isInternalSecret)).toEqual([true, false])
    await close()
  })

  it('calls its own services in memory, and others by their URLs or through the internal listener', async () => {
    const env = { INTERNAL_URL: url, JOURNAL_URL: url }
    const { calls, close } = await openProcess(optionsOf([definitionOf('claims')], env))
    expect(await calls.request('claims', ping)).toMatchObject({ status: 200, body: 'pong of claims' })
    expect(asked).toEqual([])
    expect(await calls.request('journal', ping)).toMatchObject({ status: 200, body: 'there' })
    expect(await calls.request('fleet', { ...ping, as: { kind: 'internal' } })).toMatchObject({ body: 'there' })
    expect(asked).toEqual(['/api/ping undefined', `/fleet/api/ping ${INTERNAL_SECRET}`])
    await close()
  })

  it('that cannot open one service closes those that it has opened', async () => {
    const broken = definitionOf('fleet', { open: () => Promise.reject(new Error('broken')) })
    await expect(openProcess(optionsOf([definitionOf('claims'), broken]))).rejects.toThrow('broken')
    expect(steps).toEqual(['claims closes'])
    await expect(envs.get('claims')?.stores.check()).rejects.toThrow('The stores are closed.')
  })

  it('closes the others where a part does not close cleanly, and reports it', async () => {
    const stuck = definitionOf('fleet', {
      open: async () => ({
        resolvers: { Query: { ping: () => 'pong' } },
        close: () => Promise.reject(new Error('stuck')),
      }),
    })
    const process = await openProcess(optionsOf([definitionOf('claims'), stuck]))
    await process.close()
    expect(steps).toEqual(['claims closes'])
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, msg: 'a part did not close cleanly', err: { message: 'stuck' } },
    ])
  })
})

it('what a process needs is the database that was given, brought up to date where its owner is known', async () => {
  const config = readConfig({ DATA_DIR: folder })
  const { app, platform, owner } = database.urls
  for (const given of [owner, null]) {
    const said: string[] = []
    const life = createLifecycle({ onFailure: () => {}, onLoss: () => {} })
    const urls = { app, platform, owner: given }
    const infrastructure = await openInfrastructure(life, { ...config, database: urls }, (line) => said.push(line))
    expect(infrastructure.database).toEqual({ app, platform })
    expect(said).toEqual([expect.stringMatching(/^PostgreSQL is ready \(\d+\.\d s\)$/)])
    expect(await life.stop(100)).toEqual([])
  }
})
