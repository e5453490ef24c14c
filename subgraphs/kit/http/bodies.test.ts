import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type ListeningService, listenTestService, tokenFor } from '../../../tests/support/hosted-service.ts'
import type { ByteStream } from '../rest/answer.ts'

const sdl = `
  type Query {
    large: [String!]! @access @rest(route: "GET /api/large")
    late: String! @access @rest(route: "GET /api/late")
    letters: Bytes @inaccessible @access @rest(route: "GET /api/letters", as: BYTES)
  }
  type Mutation {
    note(text: String): String! @access @rest(route: "POST /api/notes")
    upload(file: Bytes! @restParam(in: STREAM)): Int! @inaccessible @access
      @rest(route: "POST /api/files", bodyLimit: 1000)
  }
`
const MIB = 1_048_576
const LARGE = Array.from({ length: 48 }, () => 'x'.repeat(MIB))
const STALLED_AFTER_MS = 300
const UNREAD_AFTER_MS = 400

let answerLate: (text: string) => void = () => {}

const countBytes = async ({ chunks }: ByteStream) => {
  let count = 0
  for await (const chunk of chunks) count += chunk.length
  return count
}

async function* letters() {
  for (;;) yield Buffer.alloc(65_536)
}

const resolvers = {
  Query: {
    large: () => LARGE,
    late: () =>
      new Promise<string>((resolve) => {
        answerLate = resolve
      }),
    letters: () => ({ contentType: 'text/plain', chunks: letters() }),
  },
  Mutation: {
    note: (_: unknown, { text }: { text?: string }) => text ?? 'nothing',
    upload: (_: unknown, { file }: { file: ByteStream }) => countBytes(file),
  },
}

let service: ListeningService
let token: string
let port: number
const sockets: ReturnType<typeof connect>[] = []

beforeAll(async () => {
  const limits = { stalledAfterMs: STALLED_AFTER_MS, unreadAfterMs: UNREAD_AFTER_MS }
  service = await listenTestService({ sdl, resolvers, limits })
  token = await tokenFor({})
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => service.close())

type Head = {
  readonly at?: number
  readonly path?: string
  readonly as?: string | null
  readonly headers: Readonly<Record<string, unknown>>
}

/** Sends a head, and `body` behind it. */
const open = ({ at = port, path = '/api/notes', as = token, headers }: Head, body = '') => {
  const socket = connect(at, '127.0.0.1')
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
  socket.write(`POST /claims${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  return { socket, received: () => Buffer.concat(parts).toString() }
}

const get = (path: string) => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(`GET /claims${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  return socket
}

const connections = () =>
  new Promise<number>((resolve, reject) => {
    service.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })

describe('a body that makes no progress', () => {
  test.each([
    ['of JSON', '/api/notes', { 'content-length': 100 }],
    ['of JSON without a length', '/api/notes', { 'transfer-encoding': 'chunked' }],
    ['of bytes', '/api/files', { 'content-length': 100 }],
    ['of bytes without a length', '/api/files', { 'transfer-encoding': 'chunked' }],
  ])('%s is given up, and its connection closed', async (_name, path, headers) => {
    const { socket, received } = open({ path, headers })
    await once(socket, 'close')
    expect(received()).toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close[\s\S]*"field":"body"/)
    expect(received()).toContain('nothing more of it came for 0.3 seconds')
  })

  test('is not one that comes slowly', async () => {
    const text = JSON.stringify({ text: 'slow but sure' })
    const { socket, received } = open({ headers: { 'content-length': text.length, connection: 'close' } })
    const closed = once(socket, 'close')
    const timer = setInterval(() => socket.write(text.charAt(sent++)), STALLED_AFTER_MS / 10)
    let sent = 0
    await closed
    clearInterval(timer)
    expect(received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*slow but sure/)
  })
})

describe('a body of JSON', () => {
  /** The answer to bytes that arrive as a whole, or one by one. */
  const answerTo = async (body: Buffer, inPieces: boolean) => {
    const { socket, received } = open({ headers: { 'content-length': body.length, connection: 'close' } })
    const closed = once(socket, 'close')
    socket.setNoDelay()
    for (const piece of inPieces ? [...body].map((byte) => Buffer.of(byte)) : [body])
      await new Promise((sent) => socket.write(piece, sent))
    await closed
    return received()
  }

  test.each([false, true])('is UTF-8, or refused: an id would become another one (in pieces: %s)', async (inPieces) => {
    expect(await answerTo(Buffer.from('{"text":"Köln €"}'), inPieces)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"Köln €"/)
    for (const [text, encoding] of [
      ['{"text":"ATM-É1"}', 'latin1'],
      ['\ufeff{"text":"A"}', 'utf16le'],
    ] as const) {
      const answer = await answerTo(Buffer.from(text, encoding), inPieces)
      expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"errors":\[\{"field":"body","message":"is not UTF-8"\}\]/)
    }
  })
})

describe('a body whose sender hangs up', () => {
  test.each(['/api/notes', '/api/files'])('is no error of the platform (%s)', async (path) => {
    await expect.poll(connections).toBe(0)
    const { socket } = open({ path, headers: { 'content-length': 100 } }, '{')
    await expect.poll(connections, { interval: 5 }).toBe(1)
    // The body is being read by the time that another request has been answered.
    await expect.poll(open({ headers: { 'content-length': 2, connection: 'close' } }, '{}').received).toMatch(/^HTTP/)
    socket.destroy()
    await expect.poll(connections, { interval: 5 }).toBe(0)
    expect(service.lines.filter((line) => line.includes('request failed'))).toEqual([])
  })
})

describe('a body that is announced', () => {
  test('as longer than its route allows is 413 at once, however much longer', async () => {
    for (const [path, length] of [
      ['/api/notes', 10_000_000_000],
      ['/api/notes', MIB + 1],
      ['/api/files', 1_001],
    ] as const) {
      const { socket, received } = open({ path, headers: { 'content-length': length } })
      await expect.poll(received, { interval: 5 }).toMatch(/^HTTP\/1\.1 413 /)
      socket.destroy()
    }
  })

  test('by a caller without a token is 401 at once, and is not waited for', async () => {
    const { socket, received } = open({ as: null, headers: { 'content-length': MIB } })
    await expect.poll(received, { interval: 5 }).toMatch(/^HTTP\/1\.1 401 /)
    await once(socket, 'close')
  })

  test('takes room from its sender and institution only, until it is over', async () => {
    // One that gives up no body meanwhile, however long the flood takes to be sent.
    const patient = await listenTestService({ sdl, resolvers })
    onTestFinished(() => patient.close())
    const at = Number(new URL(await patient.app.listen({ host: '127.0.0.1', port: 0 })).port)
    const other = await tokenFor({ sub: '8' })
    const stranger = await tokenFor({ institutionKey: 'BANK' })
    const flood = Array.from({ length: 80 }, () => open({ at, headers: { 'content-length': MIB } }, '{'))
    await expect.poll(() => flood.filter(({ received }) => received().startsWith('HTTP/1.1 503 ')).length).toBe(48)
    for (const as of [other, stranger]) {
      const { received } = open({ at, as, headers: { 'content-length': 15 } }, '{"text":"calm"}')
      await expect.poll(received, { interval: 5 }).toMatch(/^HTTP\/1\.1 200 /)
    }
    for (const { socket } of flood) socket.destroy()
    const again = async () => {
      const text = '{"text":"again"}'
      const { received } = open({ at, headers: { 'content-length': MIB } }, text.padEnd(MIB))
      await expect.poll(received, { interval: 5 }).toMatch(/^HTTP/)
      return received().slice(0, 12)
    }
    await expect.poll(again).toBe('HTTP/1.1 200')
  })
})

describe('an answer', () => {
  test.each(['/api/large', '/api/letters'])('of which nothing is read is given up (%s)', async (path) => {
    await expect.poll(connections).toBe(0)
    const socket = get(path)
    socket.pause()
    await expect.poll(connections, { interval: 5 }).toBe(1)
    await expect.poll(connections, { interval: 20, timeout: 5_000 }).toBe(0)
  })

  test('that is read on and on is sent to its end', { timeout: 90_000 }, async () => {
    const socket = get('/api/large')
    let bytes = 0
    socket.on('data', (part) => {
      const rests = Math.floor((bytes + part.length) / (16 * MIB)) > Math.floor(bytes / (16 * MIB))
      bytes += part.length
      if (!rests) return
      socket.pause()
      setTimeout(() => socket.resume(), UNREAD_AFTER_MS / 4)
    })
    await expect.poll(() => bytes, { timeout: 60_000 }).toBeGreaterThan(48 * MIB)
  })

  test('that takes long to make is waited for', async () => {
    const socket = get('/api/late')
    const answered = once(socket, 'data')
    setTimeout(() => answerLate('at last'), UNREAD_AFTER_MS * 2)
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200 [\s\S]*at last/)
  })
})
