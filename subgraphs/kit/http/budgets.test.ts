import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ListeningService, listenTestService, tokenFor } from '../../../tests/support/hosted-service.ts'
import { INTERNAL_PRINCIPAL, type Principal } from '../auth/principal.ts'
import { DomainError } from '../common/errors.ts'
import type { ByteStream } from '../rest/answer.ts'
import { createAnswerBudget } from './answer-budget.ts'
import { createBodyBudget, NOTHING_TAKEN, STALLED_AFTER_MS, whenOver } from './bodies.ts'

const caller = (userId: string): Principal => ({
  userId,
  email: null,
  role: 'USER',
  institutions: ['ACME'],
  unrestricted: false,
  agentAtmId: null,
})

const gaugeOf = async (registry: Registry, name: string) =>
  (await registry.getSingleMetric(name)?.get())?.values[0]?.value

describe('the room for bodies', () => {
  const open = () => {
    const registry = new Registry()
    const room = createBodyBudget(registry)
    const enter = (principal: Principal, bytes: number) => {
      try {
        return room.enter(principal, bytes)
      } catch (error) {
        return error instanceof DomainError ? error : null
      }
    }
    return { enter, taken: () => gaugeOf(registry, 'fleetops_http_request_body_bytes') }
  }

  it('is 128 MiB, of which one caller has a quarter', async () => {
    const { enter, taken } = open()
    const leave = enter(caller('7'), 33_554_432)
    expect(await taken()).toBe(33_554_432)
    expect(enter(caller('7'), 1)).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Too much is under way right now; wait, then send it again.',
      retryAfterSeconds: 2,
    })
    expect(enter(caller('8'), 1)).toEqual(expect.any(Function))
    if (typeof leave === 'function') leave()
    expect(await taken()).toBe(1)
    // At once an institution has half, of which a byte is taken.
    expect(enter(caller('9'), 67_108_864)).toMatchObject({ code: 'UNAVAILABLE' })
    expect(enter(caller('9'), 67_108_863)).toEqual(expect.any(Function))
  })

  it('has 2,000 places, of which one caller has a quarter', () => {
    const { enter } = open()
    for (let at = 0; at < 500; at += 1) expect(enter(caller('7'), 1)).toEqual(expect.any(Function))
    expect(enter(caller('7'), 1)).toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('is not needed for what has no body, nor by the platform itself', async () => {
    const { enter, taken } = open()
    for (let at = 0; at < 600; at += 1) expect(enter(caller('7'), 0)).toBe(NOTHING_TAKEN)
    expect(enter(INTERNAL_PRINCIPAL, 500_000_000)).toBe(NOTHING_TAKEN)
    expect(await taken()).toBe(0)
  })
})

it('the room for answers is 256 MiB, of which one caller has a quarter, and half of it at once', async () => {
  const registry = new Registry()
  const room = createAnswerBudget(registry)
  const taken = () => gaugeOf(registry, 'fleetops_http_answer_bytes')
  const holder = { group: 'ACME', member: '7' }
  const leave = room.enter(holder, 67_108_864)
  expect(await taken()).toBe(67_108_864)
  expect(room.enter(holder, 1)).toBeNull()
  leave?.()
  expect(await taken()).toBe(0)
  expect(room.enter(holder, 134_217_729)).toBeNull()
})

it('the end of a request is reported once, whether it was answered or hung up', async () => {
  const app = fastify()
  const endings: string[] = []
  app.get('/:how', async (request, reply) => {
    const { how } = Object(request.params)
    const raw = Object.assign(new EventEmitter(), { destroyed: how === 'before' })
    whenOver(Object.assign(Object.create(reply), { raw }), () => endings.push(how))
    if (how !== 'close') raw.emit('finish')
    raw.emit('close')
    return 'x'
  })
  for (const how of ['finish', 'close', 'before']) await app.inject(`/${how}`)
  expect(endings).toEqual(['finish', 'close', 'before'])
  await app.close()
})

describe('a body without a length', () => {
  let service: ListeningService
  let token: string
  beforeAll(async () => {
    service = await listenTestService({
      sdl: `
        type Query { ready: Boolean! @access }
        type Mutation {
          say(text: String): Int! @access @rest(route: "POST /api/words", bodyLimit: 100)
          upload(file: Bytes! @restParam(in: STREAM)): Int! @inaccessible @access
            @rest(route: "POST /api/files", bodyLimit: 100)
        }`,
      resolvers: {
        Query: { ready: () => true },
        Mutation: {
          say: (_: unknown, { text }: { text: string }) => text.length,
          upload: async (_: unknown, { file }: { file: ByteStream }) =>
            Buffer.concat(await Array.fromAsync(file.chunks)).length,
        },
      },
    })
    token = await tokenFor({})
  })
  afterAll(() => service.close())

  const send = async (path: string, body: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    }
    const payload = Readable.from([Buffer.from(body.slice(0, 60)), Buffer.from(body.slice(60))])
    return (await service.app.inject({ method: 'POST', url: `/claims${path}`, headers, payload })).json()
  }

  it('is read up to the limit of its route, and refused with a byte more', async () => {
    const tooLarge = { status: 413, detail: 'The body is larger than this address accepts.' }
    const words = (length: number) => JSON.stringify({ text: 'x'.repeat(length - '{"text":""}'.length) })
    expect(await send('/api/words', words(100))).toBe(89)
    expect(await send('/api/words', words(101))).toMatchObject(tooLarge)
    expect(await send('/api/files', 'x'.repeat(100))).toBe(100)
    expect(await send('/api/files', 'x'.repeat(101))).toMatchObject(tooLarge)
  })

  it('is given up after five seconds without progress', () => {
    expect(STALLED_AFTER_MS).toBe(5_000)
  })
})
