import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentProxyService } from '../subgraphs/agent-proxy/service.ts'
import { incidentService } from '../subgraphs/incident/service.ts'
import type { IntakeOptions } from '../subgraphs/journal/intake.ts'
import { startIntakeWorker } from '../subgraphs/journal/intake-thread.ts'
import { defineJournalService } from '../subgraphs/journal/service.ts'
import { openTestPlatform, type TestPlatform } from './platform.ts'
import { runAs } from './sql.ts'

const MIB = 1_048_576
const DAY = '2026-05-13'

/** What is broken, for the test that sets it. */
const broken: { openFile: IntakeOptions['openFile'] | null } = { openFile: null }
const workers: Worker[] = []

let platform: TestPlatform
let port: number
let admin: string
let agent: string

/** Opens the services; a sender may be silent for so long. */
const openHere = async (idleTimeoutMs: number): Promise<void> => {
  const journal = defineJournalService({
    idleTimeoutMs,
    openFile: (path) => broken.openFile?.(path) ?? open(path, 'wx+', 0o600),
    startWorker: () => {
      const worker = startIntakeWorker()
      workers.push(worker)
      return worker
    },
  })
  // Without background work: what an upload leaves stays where it is.
  platform = await openTestPlatform([journal, incidentService, agentProxyService], { now: '2026-05-20T12:00:00Z' })
  for (let at = 0; at < 31; at += 1) {
    const body = { agentAtmIds: [`ATM-${at}`], institutionKey: 'ACME', register: true }
    await platform.askInternal('POST', '/incident/api/internal/atms/resolve', { body })
  }
  admin = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
  agent = await platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-1' })
  await platform.publicApp.listen({ port: 0, host: '127.0.0.1' })
  port = Object(platform.publicApp.server.address()).port
}
beforeAll(() => openHere(30_000))
afterAll(() => platform.close())

type Answer = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> }
type Target = {
  atm?: string
  day?: string
  headers?: Record<string, string | number>
  throughProxy?: boolean
  /** Of another listener than the platform's. */
  at?: number
}

const begin = ({ atm = 'ATM-1', day = DAY, headers = {}, throughProxy = false, at }: Target): ClientRequest => {
  const door = throughProxy ? '/agent-proxy/api/journal-files' : '/journal/api/journal/files'
  return request({
    agent: false,
    port: at ?? port,
    path: `${door}?agentAtmId=${atm}&journalDate=${day}`,
    method: 'POST',
    headers: { authorization: `Bearer ${throughProxy ? agent : admin}`, ...headers },
  })
}

const answerTo = async (sent: ClientRequest): Promise<Answer> => {
  const [response] = await once(sent, 'response')
  const parts = await Array.fromAsync<Buffer>(response)
  const text = Buffer.concat(parts).toString()
  return { status: response.statusCode, body: JSON.parse(text), headers: response.headers }
}

const post = (body: Uint8Array, target: Target = {}): Promise<Answer> => {
  const sent = begin(target)
  sent.end(body)
  return answerTo(sent)
}

/** A connection without a client's own ideas of when to stop sending. */
const openSocket = () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const parts: Buffer[] = []
  const errors: unknown[] = []
  socket.on('data', (part) => parts.push(part)).on('error', (error) => errors.push(error))
  return { socket, errors, received: () => Buffer.concat(parts).toString() }
}
const headOf = (headers: Record<string, string | number>): string => {
  const all = { host: 'x', authorization: `Bearer ${admin}`, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `POST /journal/api/journal/files?agentAtmId=ATM-1&journalDate=${DAY} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

const GZIP = { 'content-encoding': 'gzip' }
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const refused = (status: number, words: string) => ({
  status,
  body: { status, detail: expect.stringContaining(words) },
})

/** Everything that an upload could leave. */
const leftBehind = async () => {
  const count = (table: string) => `(select count(*)::int from journal.${table}) as ${table}`
  const [rows] = await runAs(platform.database.urls.superuser, [
    `select ${['content', 'content_chunk', 'journal_file', 'outbox'].map(count).join(', ')}`,
  ])
  const named = readdirSync(tmpdir()).filter((name) => name.startsWith('fleetops-intake-'))
  return { ...rows, named, open: openFiles('fleetops-intake-') }
}

/** How many files this process has open whose name holds the words; other tests of the process have none of these. */
const openFiles = (words: string): number =>
  process.platform !== 'linux'
    ? 0
    : readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).includes(words)
        } catch {
          return false
        }
      }).length

/** How many connections are open at the door. */
const connections = () =>
  new Promise<number>((resolve, reject) => {
    platform.publicApp.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })

let serial = 0
/** Runs a hostile upload, and holds that it left nothing and that the next one works. */
const leavingNothing = async (hostile: () => Promise<void>) => {
  const before = await leftBehind()
  await hostile()
  await expect.poll(leftBehind, { timeout: 5_000, interval: 20 }).toEqual(before)
  serial += 1
  expect(await post(Buffer.from(`the next one: ${serial}`))).toMatchObject({ status: 201 })
  await expect.poll(connections, { timeout: 5_000, interval: 20 }).toBe(0)
}

describe('many uploads', () => {
  it('at once are all stored, those of the same bytes once', async () => {
    const bodyOf = (at: number) => (at % 2 === 0 ? Buffer.from('the same for all') : randomBytes(400_000))
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => post(bodyOf(at), { atm: `ATM-${at + 1}` })))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201))
    expect(await leftBehind()).toMatchObject({ content: 16, journal_file: 30, outbox: 30, named: [], open: 0 })
  })

  it('of the same file at once are one file, one request to parse, and one 201', async () => {
    const bytes = gzipSync(randomBytes(3 * MIB))
    const before = await leftBehind()
    const target = { headers: GZIP, day: '2026-05-12' }
    const both = await Promise.all([post(bytes, target), post(bytes, target)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 201])
    expect(both[0]?.body.id).toBe(both[1]?.body.id)
    const after = await leftBehind()
    for (const table of ['content', 'journal_file', 'outbox'] as const)
      expect(Number(Object(after)[table]) - Number(Object(before)[table])).toBe(1)
  })
})

describe('a file of legal form is stored', () => {
  it('in several members, padded with zeros', async () => {
    const body = Buffer.concat([gzipSync('one\n'), gzipSync(''), gzipSync('two\n'), Buffer.alloc(700)])
    expect(await post(body, { headers: GZIP })).toMatchObject({
      status: 201,
      body: { sizeBytes: 8, sha256: sha256(Buffer.from('one\ntwo\n')) },
    })
  })

  it('of exactly 32 MiB, and not of one byte more, gzip or plain', async () => {
    const largest = Buffer.alloc(32 * MIB, 'a line of a journal\n')
    const zipped = await post(gzipSync(largest), { headers: GZIP })
    expect(zipped).toMatchObject({ status: 201, body: { sizeBytes: 32 * MIB, sha256: sha256(largest) } })
    expect(await post(largest)).toMatchObject({ status: 200, body: { id: zipped.body.id } })
    const more = Buffer.concat([largest, Buffer.from('x')])
    await leavingNothing(async () => {
      expect(await post(gzipSync(more), { headers: GZIP })).toMatchObject(refused(413, '32 MiB'))
      expect(await post(more)).toMatchObject(refused(413, '32 MiB'))
    })
  })
})

describe('a hostile body is refused and leaves nothing:', () => {
  /** 33 MiB in 33 KiB, and behind them what nobody who decoded it would take. */
  const bomb = Buffer.concat([...Array<Buffer>(33).fill(gzipSync(Buffer.alloc(MIB))), Buffer.from('no gzip')])
  const whole = gzipSync('a journal\n'.repeat(9_999))
  it.each([
    ['a bomb in one member', gzipSync(Buffer.alloc(64 * MIB)), GZIP, 413, '32 MiB'],
    ['a bomb in many members, whose rest is not decoded', bomb, GZIP, 413, '32 MiB'],
    ['gzip that is cut off', whole.subarray(0, -9), GZIP, 400, 'not valid gzip'],
    ['gzip with a wrong sum', Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8, 7)]), GZIP, 400, 'not valid gzip'],
    ['garbage behind gzip', Buffer.concat([whole, Buffer.from('garbage')]), GZIP, 400, 'not valid gzip'],
    [
      'garbage behind the padding of gzip',
      Buffer.concat([whole, Buffer.alloc(9), Buffer.from('garbage')]),
      GZIP,
      400,
      'not valid gzip',
    ],
    ['nothing', Buffer.alloc(0), {}, 400, 'is empty'],
    ['nothing that is said to be gzip', Buffer.alloc(0), GZIP, 400, 'is empty'],
    ['gzip of nothing', gzipSync(''), GZIP, 400, 'is empty'],
    ['a plain file that is said to be gzip', Buffer.from('plain\n'.repeat(999)), GZIP, 400, 'not valid gzip'],
    ['gzip that is not said to be', whole, {}, 400, 'send Content-Encoding: gzip'],
    ['gzip of gzip', gzipSync(whole), GZIP, 400, 'pack it once'],
    ['deflate', deflateSync('x'), { 'content-encoding': 'deflate' }, 415, 'Content-Encoding must be gzip'],
    ['Brotli', brotliCompressSync('x'), { 'content-encoding': 'br' }, 415, 'Content-Encoding must be gzip'],
  ])('%s', async (_name, body, headers, status, words) => {
    await leavingNothing(async () => {
      expect(await post(body, { headers })).toMatchObject(refused(status, words))
    })
  })

  it('one that announces more than anybody may send, before a byte of it is read', async () => {
    await leavingNothing(async () => {
      const sent = begin({ headers: { 'content-length': 40 * MIB } })
      sent.flushHeaders()
      expect(await answerTo(sent)).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
      sent.on('error', () => {}).destroy()
    })
  })

  it.each(['keep-alive', 'close'])(
    'one that is sent on and on gets its answer, no broken connection (%s)',
    async (kept) => {
      await leavingNothing(async () => {
        const { socket, received, errors } = openSocket()
        const bytes = 40 * MIB
        socket.write(headOf({ connection: kept, 'content-encoding': 'gzip', 'content-length': 20 * MIB }))
        for (let sent = 0; sent < 20 * MIB; sent += MIB)
          if (!socket.write(Buffer.alloc(MIB, 'no gzip'))) await once(socket, 'drain')
        await expect.poll(received, { timeout: 5_000 }).toMatch(/^HTTP\/1\.1 400 [\s\S]*not valid gzip/)
        if (kept === 'close') await expect.poll(() => socket.readableEnded, { timeout: 5_000 }).toBe(true)
        else {
          // What may be used again takes the next one, however long the first was.
          socket.write(`${headOf({ 'transfer-encoding': 'chunked' })}`)
          for (let sent = 0; sent < bytes; sent += MIB)
            if (!socket.write(`100000\r\n${'x'.repeat(MIB)}\r\n`)) await once(socket, 'drain')
          socket.write('0\r\n\r\n')
          await expect.poll(received, { timeout: 5_000 }).toMatch(/HTTP\/1\.1 413 [\s\S]*32 MiB/)
        }
        expect(errors).toEqual([])
        socket.destroy()
      })
    },
  )
})

describe('a sender that', () => {
  it('hangs up half way leaves nothing', async () => {
    await leavingNothing(async () => {
      const sent = begin({ headers: { 'content-length': 8 * MIB } })
      sent.on('error', () => {})
      sent.write(randomBytes(4 * MIB))
      // Its file is there, without a name.
      await expect.poll(() => openFiles('fleetops-intake-'), { timeout: 5_000, interval: 5 }).toBe(1)
      sent.destroy()
    })
  })
})

describe('a part of ours that fails is 503 and leaves nothing:', () => {
  const unavailable = { status: 503, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } }

  it.runIf(process.platform === 'linux')('the disk is full', async () => {
    await leavingNothing(async () => {
      broken.openFile = async (path) => {
        closeSync(openSync(path, 'wx', 0o600))
        return open('/dev/full', 'r+')
      }
      expect(await post(randomBytes(4 * MIB))).toMatchObject(unavailable)
      broken.openFile = null
    })
  })

  it('the disk of the database is full', async () => {
    await leavingNothing(async () => {
      await runAs(platform.database.urls.superuser, [
        `create function journal.full() returns trigger language plpgsql as $$ begin
          if new.number = 3 then raise exception 'No space left on device' using errcode = '53100'; end if; return new; end $$`,
        'create trigger full_disk before insert on journal.content_chunk for each row execute function journal.full()',
      ])
      const answer = await post(randomBytes(2 * MIB))
      await runAs(platform.database.urls.superuser, ['drop function journal.full cascade'])
      expect(answer).toMatchObject(unavailable)
    })
  })

  it('the thread dies, once for one upload and once for several', async () => {
    for (const count of [1, 3])
      await leavingNothing(async () => {
        const sent = Array.from({ length: count }, () => begin({ headers: { 'content-length': 8 * MIB } }))
        for (const one of sent) one.on('error', () => {}).write(randomBytes(4 * MIB))
        const answers = sent.map(answerTo)
        await expect.poll(() => openFiles('fleetops-intake-'), { timeout: 5_000, interval: 5 }).toBe(count)
        await workers.at(-1)?.terminate()
        for (const answer of answers) expect(await answer).toMatchObject(unavailable)
        for (const one of sent) one.destroy()
      })
  })
})

describe('through the agent proxy', () => {
  let alone: TestPlatform
  const ports: Partial<Record<'in the same process' | 'in another one', number>> = {}

  beforeAll(async () => {
    await platform.internalApp.listen({ port: 0, host: '127.0.0.1' })
    // Its internal door stands 100 above the service's own port.
    const journalPort = Object(platform.internalApp.server.address()).port - 100
    alone = await openTestPlatform([agentProxyService], {
      now: '2026-05-20T12:00:00Z',
      env: { JOURNAL_URL: `http://127.0.0.1:${journalPort}/journal` },
    })
    await alone.publicApp.listen({ port: 0, host: '127.0.0.1' })
    ports['in the same process'] = port
    ports['in another one'] = Object(alone.publicApp.server.address()).port
  })
  afterAll(() => alone.close())

  describe.each(['in the same process', 'in another one'] as const)('to a journal service %s', (where) => {
    const target = (headers: Record<string, string | number> = GZIP): Target => {
      const at = ports[where]
      return { headers, throughProxy: true, ...(at === undefined ? {} : { at }) }
    }

    it('a file is stored, and known when it comes again', async () => {
      const body = gzipSync(randomBytes(5 * MIB))
      const first = await post(body, target())
      expect(first).toMatchObject({ status: 201, body: { sizeBytes: 5 * MIB, agentAtmId: 'ATM-1' } })
      expect(await post(body, target())).toMatchObject({ status: 200, body: { id: first.body.id } })
    })

    it('a hostile one is refused in the same words', async () => {
      await leavingNothing(async () => {
        expect(await post(gzipSync(Buffer.alloc(64 * MIB)), target())).toMatchObject(refused(413, '32 MiB'))
        expect(await post(gzipSync('x').subarray(0, 9), target())).toMatchObject(refused(400, 'not valid gzip'))
        expect(await post(Buffer.from('x'), target({ 'content-encoding': 'br' }))).toMatchObject(
          refused(415, 'Content-Encoding must be gzip'),
        )
      })
    })

    it('one that hangs up half way leaves nothing', async () => {
      await leavingNothing(async () => {
        const sent = begin(target({ 'content-length': 8 * MIB }))
        sent.on('error', () => {})
        sent.write(randomBytes(4 * MIB))
        await expect.poll(() => openFiles('fleetops-intake-'), { timeout: 5_000, interval: 5 }).toBe(1)
        sent.destroy()
      })
    })
  })
})

describe('a sender that', () => {
  beforeAll(async () => {
    await platform.close()
    await openHere(300)
  })

  it.each([
    ['falls silent', {}],
    ['falls silent in the middle of gzip', GZIP],
  ])('%s is told so in time', async (_name, headers) => {
    await leavingNothing(async () => {
      const sent = begin({ headers: { 'transfer-encoding': 'chunked', ...headers } })
      sent.on('error', () => {})
      const bytes = randomBytes(3 * MIB)
      sent.write('content-encoding' in headers ? gzipSync(bytes).subarray(0, 2 * MIB) : bytes)
      expect(await answerTo(sent)).toMatchObject(refused(400, 'nothing more of it came'))
      sent.destroy()
    })
  })
})
