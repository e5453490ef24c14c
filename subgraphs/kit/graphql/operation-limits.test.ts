import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { openTestService, recordingLog } from '../../../tests/support/hosted-service.ts'
import type { HostedService } from '../service/service.ts'
import type { OperationContext } from './context.ts'
import { createOperationLimits, sizeOf } from './operation-limits.ts'

describe('the limits of an operation', () => {
  it('end it when its time is up', () => {
    let nowMs = 0
    const limits = createOperationLimits({ maxMs: 1_000, nowMs: () => nowMs })
    expect(limits.timeLeftMs()).toBe(1_000)
    nowMs = 999
    limits.check()
    expect(limits.timeLeftMs()).toBe(1)
    nowMs = 1_001
    expect(() => limits.check()).toThrow(expect.objectContaining({ code: 'UNAVAILABLE', retryAfterSeconds: 5 }))
    expect(limits.timeLeftMs()).toBe(1)
  })

  it('are ten seconds and 16 MiB unless they are given, and say so', () => {
    let nowMs = 5
    const limits = createOperationLimits({ nowMs: () => nowMs })
    expect(limits.timeLeftMs()).toBe(10_000)
    nowMs = 5.5
    expect(limits.timeLeftMs()).toBe(10_000)
    limits.take(16_777_216)
    nowMs = 10_005
    limits.check()
    const tooLong =
      'The operation took longer than 10 s and was ended; ask for less at once, or for shorter spans of time.'
    nowMs = 10_006
    expect(() => limits.check()).toThrow(tooLong)
    expect(limits.explain(Object.assign(new Error('x'), { code: '57014' }))).toMatchObject({ message: tooLong })
    const other = Object.assign(new Error('x'), { code: '57015' })
    expect(limits.explain(other)).toBe(other)
    expect(() => limits.take(1)).toThrow(
      'The answer is larger than 16 MiB; ask for smaller pages or fewer fields, or use the lists of REST.',
    )
  })

  it('end it when its answer has grown too large', () => {
    const limits = createOperationLimits({ maxBytes: 100, nowMs: () => 0 })
    limits.take(100)
    expect(() => limits.take(1)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }))
    expect(() => limits.check()).toThrow('larger than')
  })
})

describe('the size of what was read', () => {
  it('is about that of its JSON', () => {
    const rows = Array.from({ length: 50 }, (_value, id) => ({
      id,
      at: new Date(0),
      message: 'x'.repeat(200),
      details: { code: ['a', 'b'], deep: { deeper: null } },
    }))
    const json = JSON.stringify(rows).length
    expect(sizeOf(rows)).toBeGreaterThan(json * 0.8)
    expect(sizeOf(rows)).toBeLessThan(json * 1.5)
  })

  it.each([
    ['abc', 5],
    [7, 8],
    [null, 8],
    [undefined, 8],
    [true, 8],
    [new Date(0), 24],
    [new Uint16Array(3), 6],
    [[], 2],
    [{}, 2],
    [['a', 1], 13],
    [{ ab: 'c', d: [1] }, 2 + 6 + 3 + 5 + 10],
  ])('of %j is %d bytes', (value, bytes) => {
    expect(sizeOf(value)).toBe(bytes)
  })

  it('counts eight levels, and what is deeper as one thing', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 'abc' : [nested(levels - 1)])
    expect([8, 9, 10].map((levels) => sizeOf(nested(levels)))).toEqual([8 * 2 + 5, 9 * 2 + 5, 9 * 2 + 24])
  })

  it('counts bytes as bytes, and ends at a depth that no record has', () => {
    expect(sizeOf(new Uint8Array(500))).toBe(500)
    let nested: unknown = 'x'
    for (let level = 0; level < 10_000; level += 1) nested = [nested]
    expect(sizeOf(nested)).toBeLessThan(100)
  })
})

describe('an operation of the graph', () => {
  const sdl = `type Query { slow(seconds: Int!): Row @access(roles: [ADMIN]) rows(chars: Int!): [Row!]!
    @access(roles: [ADMIN]) }
    type Row { text: String }`
  const { log, lines } = recordingLog()
  let database: TestDatabase
  let stores: Stores
  let service: HostedService

  beforeAll(async () => {
    database = await cloneDatabase()
    stores = await openStores(database.urls, { name: 'limits' })
    const resolvers = {
      Query: {
        slow: (_: unknown, { seconds }: { seconds: number }, context: OperationContext) =>
          context.read(async (tx) => {
            await tx.execute(`select pg_sleep(${seconds})`)
            return { text: 'done' }
          }),
        rows: (_: unknown, { chars }: { chars: number }, context: OperationContext) =>
          context.read(async () => {
            return [{ text: 'x'.repeat(chars) }]
          }),
      },
    }
    service = await openTestService({ sdl, resolvers, stores }, log)
  })
  afterAll(async () => {
    await service.close()
    await stores.close()
    await database.drop()
  })

  const run = async (query: string, options: Parameters<typeof createOperationLimits>[0]) => {
    const principal = {
      userId: 'u',
      email: null,
      role: 'ADMIN',
      institutions: [],
      unrestricted: true,
      agentAtmId: null,
    } as const
    const limits = createOperationLimits(options)
    return service.execute({ query }, { principal, token: null, traceId: 'trace', limits })
  }

  it('has its statement ended by the database when its time is up, and has the reason', async () => {
    const { data, errors } = await run('{ slow(seconds: 60) { text } }', { maxMs: 100 })
    expect(data).toEqual({ slow: null })
    expect(errors).toMatchObject([
      { message: expect.stringContaining('longer than 0.1 s'), extensions: { code: 'UNAVAILABLE' } },
    ])
    expect(lines.filter((line) => line.includes('resolver failed'))).toEqual([])
  })

  it('begins no further statement when its time is up', async () => {
    let nowMs = 0
    const clock = () => {
      nowMs += 60
      return nowMs
    }
    const { errors } = await run('{ a: rows(chars: 1) { text } b: rows(chars: 1) { text } }', {
      maxMs: 100,
      nowMs: clock,
    })
    expect(errors?.at(-1)).toMatchObject({ extensions: { code: 'UNAVAILABLE' } })
  })

  it('reads no more when its answer has grown too large', async () => {
    const fields = Array.from({ length: 20 }, (_value, n) => `r${n}: rows(chars: 600) { text }`)
    const { errors } = await run(`{ ${fields.join(' ')} }`, { maxBytes: 1_000 })
    expect(errors?.[0]).toMatchObject({
      extensions: { code: 'BAD_USER_INPUT' },
      message: expect.stringContaining('REST'),
    })
  })

  it('within its limits is answered', async () => {
    expect(await run('{ rows(chars: 3) { text } }', {})).toEqual({ data: { rows: [{ text: 'xxx' }] } })
  })
})
