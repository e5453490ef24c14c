import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Registry } from 'prom-client'
import { Agent, request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadSecrets } from '../../../db/secrets.ts'
import { findFreePort } from '../../../db/server.ts'
import {
  authenticator,
  INTERNAL_SECRET,
  NOW,
  openTestService,
  recordingLog,
  tokenFor,
} from '../../../tests/support/hosted-service.ts'
import { listenOnFreePort } from '../../../tests/support/ports.ts'
import { readConfig } from '../config/config.ts'
import { createHttpApp } from '../http/http.ts'
import { createOverload } from '../http/overload.ts'
import { OVERLOAD_LIMITS } from '../http/overload-detector.rules.ts'
import type { Component } from '../observability/health.ts'
import type { HostedService } from '../service/service.ts'
import { plainTracer } from '../tracing/tracing.ts'
import { openKeys } from './infrastructure.ts'
import { createLifecycle } from './lifecycle.ts'
import { checkFree, openListener } from './listen.ts'
import { createListeners } from './standalone.ts'

const { log } = recordingLog()
const HOST = '127.0.0.1'

describe('an address', () => {
  let taken: Server
  let port: number
  beforeAll(async () => {
    taken = createServer()
    port = await listenOnFreePort(taken)
  })
  afterAll(() => new Promise((resolve) => taken.close(resolve)))

  const TAKEN = (at: number) =>
    `Port ${at} of 127.0.0.1 is taken by another program: end that one, or set PORT to a free port.`

  it('that another program has is refused before anything is begun', async () => {
    await expect(checkFree({ host: HOST, port, variable: 'PORT' })).rejects.toThrow(TAKEN(port))
  })

  it('that is free is free after it was looked at', async () => {
    const life = createLifecycle({ onFailure: () => {}, onLoss: () => {} })
    const app = createHttpApp({ log, now: () => NOW })
    app.get('/', async () => 'here')
    const free = { host: HOST, port: await findFreePort(), variable: 'PORT' }
    await checkFree(free)
    await openListener(life, app, free)
    expect(await (await fetch(`http://${HOST}:${free.port}/`)).text()).toBe('here')
    expect(await life.stop(10_000)).toEqual([])
    expect(app.server.listening).toBe(false)
    await checkFree(free)
  })

  it('is served on for a while after the stop has begun, with the last answer of each connection', async () => {
    const life = createLifecycle({ onFailure: () => {}, onLoss: () => {} })
    const app = createHttpApp({ log, now: () => NOW })
    const underWay = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<string>()
    app.get('/', async () => 'here')
    app.get('/slow', () => {
      underWay.resolve()
      return answered.promise
    })
    const free = { host: HOST, port: await findFreePort(), variable: 'PORT' }
    await openListener(life, app, free, 500)
    const url = `http://${HOST}:${free.port}`
    const pool = new Agent({ pipelining: 1 })
    const ask = async (path: string) => {
      const { statusCode, headers, body } = await request(`${url}${path}`, { dispatcher: pool })
      return `${statusCode} ${await body.text()} ${headers.connection}`
    }
    expect(await ask('/')).toBe('200 here keep-alive')
    const slow = ask('/slow')
    await underWay.promise
    const stopping = life.stop(10_000)
    // One connection is kept alive, the other request is under way.
    expect(await ask('/')).toBe('200 here close')
    expect(await ask('/')).toBe('200 here close')
    answered.resolve('at last')
    expect(await slow).toBe('200 at last close')
    expect(await stopping).toEqual([])
    await expect(ask('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await pool.destroy()
  })

  it('that was taken meanwhile closes the app again', async () => {
    const life = createLifecycle({ onFailure: () => {}, onLoss: () => {} })
    const app = createHttpApp({ log, now: () => NOW })
    let closed = 0
    app.addHook('onClose', async () => {
      closed += 1
    })
    await expect(openListener(life, app, { host: HOST, port, variable: 'PORT' })).rejects.toThrow(TAKEN(port))
    expect([closed, await life.stop(100)]).toEqual([1, []])
  })

  it('accepts many connections in each turn of the event loop, each of which is served', async () => {
    const life = createLifecycle({ onFailure: () => {}, onLoss: () => {} })
    const app = createHttpApp({ log, now: () => NOW })
    app.get('/', async () => 'here')
    const free = { host: HOST, port: await findFreePort(), variable: 'PORT' }
    const most = app.server.maxConnections
    await openListener(life, app, free)
    expect(app.server.maxConnections * (process.platform === 'linux' ? 16 : 1)).toBe(most)
    let accepted = 0
    app.server.on('connection', () => {
      accepted += 1
    })
    // A client that connects while this thread does nothing else: the system makes connections by itself.
    const connected = new Int32Array(new SharedArrayBuffer(4))
    const client = new Worker(
      `const { workerData: { connected, port, host } } = require('node:worker_threads')
       for (let n = 0; n < 200; n += 1) require('node:net').connect(port, host, () => {
         if (Atomics.add(connected, 0, 1) === 199) Atomics.notify(connected, 0)
       })`,
      { eval: true, workerData: { connected, port: free.port, host: HOST } },
    )
    await once(client, 'online')
    for (let seen = accepted; seen < 200; seen = Atomics.load(connected, 0)) Atomics.wait(connected, 0, seen, 10)
    const already = accepted
    let turns = 0
    for (; accepted < 200; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    expect((200 - already) / turns).toBeGreaterThan(process.platform === 'linux' ? 4 : 0)
    expect(
      await Promise.all(Array.from({ length: 40 }, async () => (await fetch(`http://${HOST}:${free.port}/`)).text())),
    ).toEqual(Array(40).fill('here'))
    await client.terminate()
    expect(await life.stop(10_000)).toEqual([])
    await checkFree(free)
  })

  it('is left by requests that do not end in time', async () => {
    let close = async (_leftMs: number) => {}
    const life = {
      ...createLifecycle({ onFailure: () => {}, onLoss: () => {} }),
      async open<T>(part: { open(): Promise<T>; close(value: T, leftMs: number): Promise<void> }): Promise<T> {
        const value = await part.open()
        close = (leftMs) => part.close(value, leftMs)
        return value
      },
    }
    const app = createHttpApp({ log, now: () => NOW })
    const begun = Promise.withResolvers<void>()
    app.get('/', () => {
      begun.resolve()
      return new Promise(() => {})
    })
    const free = { host: HOST, port: await findFreePort(), variable: 'PORT' }
    await openListener(life, app, free)
    const asked = fetch(`http://${HOST}:${free.port}/`).catch(() => 'cut off')
    await begun.promise
    await close(100)
    expect(await asked).toBe('cut off')
  })
})

/** A port that nothing listens on. */
describe('the keys of a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-keys-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const keysOf = (given: Record<string, string>) => openKeys(readConfig({ DATA_DIR: folder, ...given }))
  const JWT_SECRET = 'a token secret of 32 characters or more'
  const INTERNAL_SERVICE_SECRET = 'an internal secret'
  const secret = { kind: 'secret', secret: JWT_SECRET } as const
  const JWKS_URL = 'https://id.example/keys'
  const jwks = { kind: 'jwks', url: JWKS_URL } as const
  const rest = { kafkaPassword: null }

  it('are those that were given', () => {
    expect(keysOf({ JWT_SECRET, INTERNAL_SERVICE_SECRET })).toEqual({
      secrets: { tokenKeys: [secret], internal: [INTERNAL_SERVICE_SECRET], ...rest },
      rereadSecrets: null,
      tokenSecret: JWT_SECRET,
    })
    expect(keysOf({ JWKS_URL, INTERNAL_SERVICE_SECRET })).toEqual({
      secrets: { tokenKeys: [jwks], internal: [INTERNAL_SERVICE_SECRET], ...rest },
      rereadSecrets: null,
      tokenSecret: null,
    })
  })

  it('are made once where none were given', () => {
    const none = keysOf({})
    const kept = loadSecrets(folder)
    const made = { kind: 'secret', secret: kept.jwtSecret } as const
    expect(none).toEqual({
      secrets: { tokenKeys: [made], internal: [kept.internalSecret], ...rest },
      rereadSecrets: null,
      tokenSecret: kept.jwtSecret,
    })
    expect(keysOf({ INTERNAL_SERVICE_SECRET }).secrets).toEqual({
      tokenKeys: [made],
      internal: [INTERNAL_SERVICE_SECRET],
      ...rest,
    })
    expect(keysOf({ JWKS_URL })).toMatchObject({
      secrets: { tokenKeys: [jwks], internal: [kept.internalSecret] },
      tokenSecret: null,
    })
  })
})

describe('a service that runs alone', () => {
  const sdl = `
    type Query {
      ping: String! @access @rest(route: "GET /api/ping")
      within: String! @access(roles: [INTERNAL]) @rest(route: "GET /api/internal/within")
    }`
  const resolvers = { Query: { ping: () => 'pong', within: () => 'inside' } }
  let claims: HostedService
  let ready = true
  let checks = 0
  beforeAll(async () => {
    claims = await openTestService({ sdl, resolvers }, log)
  })
  const opened: ReturnType<typeof createListeners>[] = []
  afterEach(async () => {
    for (const { publicApp, internalApp } of opened.splice(0)) {
      await publicApp.close()
      await internalApp.close()
    }
  })
  const UP: Component = { status: 'UP' }
  const open = () => {
    const health = async () => {
      checks += 1
      return { database: UP }
    }
    const hosted = new Map([['claims' as const, claims]])
    const metrics = new Registry()
    const overload = createOverload(OVERLOAD_LIMITS, { metrics })
    const process = { hosted, log, now: () => NOW, tracer: plainTracer, authenticator, overload, metrics, health }
    const listeners = createListeners(process, 'claims', () => ready)
    opened.push(listeners)
    return listeners
  }

  it('has its routes without prefix, and inside those that only the platform calls', async () => {
    const { publicApp, internalApp } = open()
    const authorization = `Bearer ${await tokenFor({})}`
    const inner = { url: '/api/internal/within', headers: { 'x-internal-secret': INTERNAL_SECRET } }
    expect((await publicApp.inject({ url: '/api/ping', headers: { authorization } })).json()).toBe('pong')
    expect((await publicApp.inject(inner)).statusCode).toBe(404)
    expect((await internalApp.inject(inner)).json()).toBe('inside')
    expect((await publicApp.inject('/api/public/info')).json()).toMatchObject({ name: 'claims' })
    const { info } = (await internalApp.inject({ url: '/openapi.json', headers: { authorization } })).json()
    expect(info.title).toBe('FleetOps: claims')
  })

  it('has its graph outside, its metrics inside, and names the path that was asked for at the gateway', async () => {
    const { publicApp, internalApp } = open()
    const headers = { 'x-forwarded-path': '/claims/graphql' }
    const graph = (app: typeof publicApp) => app.inject({ method: 'POST', url: '/graphql', headers, payload: {} })
    expect((await graph(publicApp)).json()).toMatchObject({ status: 401, instance: '/claims/graphql' })
    expect((await graph(internalApp)).statusCode).toBe(404)
    expect((await publicApp.inject('/metrics')).statusCode).toBe(404)
    expect((await internalApp.inject('/metrics')).payload).toMatch(
      /_count\{listener="service",service="claims",method="POST",route="\/graphql",status="4xx"\} 1/,
    )
  })

  it('shows its parts inside only, checked once a second at most, and whether it is ready', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { publicApp, internalApp } = open()
    checks = 0
    for (const isReady of [true, false]) {
      ready = isReady
      const status = isReady ? 'UP' : 'DOWN'
      const path = '/actuator/health/readiness'
      expect((await publicApp.inject(path)).json()).toEqual({ status })
      expect((await internalApp.inject(path)).json()).toEqual({ status, components: { database: UP } })
    }
    expect(checks).toBe(1)
    for (const [ms, count] of [
      [1_000, 1],
      [1, 2],
    ] as const) {
      vi.advanceTimersByTime(ms)
      await publicApp.inject('/actuator/health')
      expect(checks).toBe(count)
    }
  })

  it('must be hosted by its process', () => {
    const process = {
      log,
      now: () => NOW,
      tracer: plainTracer,
      authenticator,
      overload: createOverload(OVERLOAD_LIMITS, { metrics: new Registry() }),
      metrics: new Registry(),
      health: async () => ({}),
    }
    expect(() => createListeners({ ...process, hosted: new Map() }, 'claims', () => true)).toThrow(
      'claims is not hosted here',
    )
  })
})
