import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { useAttackedPlatform } from './attacked-platform.ts'

const MIB = 1_048_576
const BATCH = '/agent-proxy/api/journal-events/batch'
const EVENTS = '/agent-proxy/api/journal-events'
/** Behind the five seconds after which a stalled body is given up. */
const STALL_TIMEOUT_MS = 9_000

const attacked = useAttackedPlatform()
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

type Head = {
  readonly path: string
  readonly as: string | null
  readonly headers: Readonly<Record<string, string | number>>
}

/** Sends the head of a POST, and what of its body is given. */
const begin = ({ path, as, headers }: Head, body: string | Uint8Array = '') => {
  const socket = connect(attacked.target.port, '127.0.0.1')
  sockets.push(socket)
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part)).on('error', () => {})
  const all = {
    host: 'x',
    'content-type': 'application/json',
    ...(as === null ? {} : { authorization: `Bearer ${as}` }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  if (body.length > 0) socket.write(body)
  return { socket, status: () => Number(Buffer.concat(parts).toString().slice(9, 12)) }
}
const statusOf = async (opened: ReturnType<typeof begin>): Promise<number> => {
  await expect.poll(opened.status, { timeout: STALL_TIMEOUT_MS, interval: 10 }).toBeGreaterThan(0)
  return opened.status()
}
const agentOf = (agentAtmId: string, institution: string) =>
  attacked.token({ role: 'AGENT', userId: agentAtmId, institutions: [institution], agentAtmId })
const eventOf = (agentAtmId: string) => ({ agentAtmId, eventType: 'ATM_IN_SERVICE', eventTime: '' })

describe('an agent that announces bodies and sends nothing', () => {
  it('keeps no other agent out, of its institution or another one, and is cut off after five seconds', async () => {
    const mad = await agentOf('UP-MAD', 'UP-BANK')
    const flood = Array.from({ length: 64 }, () =>
      begin({ path: BATCH, as: mad, headers: { 'content-length': MIB } }, '['),
    )
    const closed = Promise.all(flood.map(({ socket }) => once(socket, 'close')))
    for (const [name, institution] of [
      ['UP-CALM', 'UP-BANK'],
      ['UP-OTHER', 'UP-OTHER'],
    ] as const) {
      const as = await agentOf(name, institution)
      expect((await attacked.ask('POST', EVENTS, { as, body: eventOf(name) })).status).toBe(201)
      expect((await attacked.ask('POST', BATCH, { as, body: [eventOf(name)] })).status).toBe(200)
    }
    await closed
    const statuses = flood.map(({ status }) => status())
    expect(new Set(statuses)).toEqual(new Set([400, 503]))
    expect(statuses.filter((status) => status === 400)).toHaveLength(16)
  })

  it('on routes of users leaves other users of its institution, and others, their answers', async () => {
    const mad = await attacked.token({ role: 'MSP_ADMIN', userId: 'up-mad', institutions: ['UP-BANK'] })
    const paths = ['/graphql', '/fleet/api/fleet/tasks']
    const flood = Array.from({ length: 120 }, (_, n) =>
      begin({ path: paths[n % 2] ?? '', as: mad, headers: { 'content-length': MIB } }, '{'),
    )
    await expect
      .poll(() => flood.filter(({ status }) => status() === 503).length, { timeout: 4_000 })
      .toBeGreaterThan(60)
    const calm = await attacked.token({ role: 'MSP_ADMIN', userId: 'calm', institutions: ['UP-BANK'] })
    const other = await attacked.token({ role: 'USER', institutions: ['UP-OTHER'] })
    for (const as of [calm, other])
      expect((await attacked.graph('{ atmSummary { total } }', as)).body).toMatchObject({ data: {} })
  })
})

describe('a size that no route takes', () => {
  it('is refused for good, at once, whatever it is', async () => {
    const as = await agentOf('UP-BIG', 'UP-BANK')
    for (const [path, limit] of [
      [BATCH, 8 * MIB],
      [EVENTS, 65_536],
      ['/agent-proxy/api/journal-files?agentAtmId=UP-BIG&journalDate=2026-01-01', 35_651_584],
    ] as const)
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: limit + 1, max: Number.MAX_SAFE_INTEGER }), async (length) => {
          expect(await statusOf(begin({ path, as, headers: { 'content-length': length } }))).toBe(413)
        }),
        { numRuns: 5 },
      )
  })

  it('sent by a caller without a token is 401, and the connection is not kept', async () => {
    for (const length of [MIB, 10_000_000_000]) {
      const opened = begin({ path: BATCH, as: null, headers: { 'content-length': length } })
      expect(await statusOf(opened)).toBe(401)
      await once(opened.socket, 'close')
    }
  })
})

describe('a body that stops', () => {
  it('anywhere, announced or not, on any route, is given up and its connection closed', async () => {
    const admin = await attacked.token({ role: 'ADMIN', userId: 'up-admin' })
    const file = '/journal/api/journal/files?agentAtmId=PROBE-1&journalDate=2026-01-01'
    const cases = fc.sample(
      fc.record({
        path: fc.constantFrom('/graphql', '/claims/api/claims/vendors', file),
        sent: fc.nat(30_000),
        announced: fc.boolean(),
      }),
      24,
    )
    const opened = cases.map(({ path, sent, announced }) => {
      const chunk = 'x'.repeat(sent + 1)
      return announced
        ? begin({ path, as: admin, headers: { 'content-length': 60_000 } }, chunk)
        : begin(
            { path, as: admin, headers: { 'transfer-encoding': 'chunked' } },
            `${chunk.length.toString(16)}\r\n${chunk}`,
          )
    })
    await Promise.all(opened.map(({ socket }) => once(socket, 'close')))
    expect(new Set(opened.map(({ status }) => status()))).toEqual(new Set([400]))
  })

  it('in the middle of the head is given up too', async () => {
    const socket = connect(attacked.target.port, '127.0.0.1')
    sockets.push(socket)
    socket.write('POST /graphql HTTP/1.1\r\nhost: x\r\n')
    const closed = once(socket, 'close')
    const parts = await socket.toArray()
    expect(Buffer.concat(parts).toString()).toMatch(/^HTTP\/1\.1 408 /)
    await closed
  })
})
