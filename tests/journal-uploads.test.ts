import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentProxyService } from '../subgraphs/agent-proxy/service.ts'
import { LINUX, testWhere } from './support/environment-gate.ts'
import { openTestPlatform, type TestPlatform } from './support/platform.ts'
import { portOf } from './support/ports.ts'
import { runAs } from './support/sql.ts'
import {
  answerTo,
  GZIP,
  headOf,
  MIB,
  openSocket,
  openSpools,
  openUploads,
  refused,
  type Uploads,
  type UploadTarget,
} from './support/uploads.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** How many rows each table has gained. */
const growth = (before: unknown, after: unknown) =>
  Object.fromEntries(
    ['content', 'journal_file', 'outbox'].map((table) => [table, Object(after)[table] - Object(before)[table]]),
  )

let here: Uploads

beforeAll(async () => {
  here = await openUploads()
})
afterAll(() => here.platform.close())

describe('many uploads', () => {
  it('at once are all stored, those of the same bytes once', async () => {
    const bodyOf = (at: number) => (at % 2 === 0 ? Buffer.from('the same for all') : randomBytes(400_000))
    const before = await here.leftBehind()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => here.post(bodyOf(at), { atm: `ATM-${at + 1}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201))
    const after = await here.leftBehind()
    expect(after).toMatchObject({ named: [], open: 0 })
    // Each is asked to be parsed, and in the audit.
    expect(growth(before, after)).toEqual({ content: 16, journal_file: 30, outbox: 60 })
  })

  it('of the same file at once are one file, one request to parse, one entry of the audit, and one 201', async () => {
    const bytes = gzipSync(randomBytes(3 * MIB))
    const before = await here.leftBehind()
    const target = { headers: GZIP, day: '2026-05-12' }
    const both = await Promise.all([here.post(bytes, target), here.post(bytes, target)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 201])
    expect(both[0]?.body.id).toBe(both[1]?.body.id)
    expect(growth(before, await here.leftBehind())).toEqual({ content: 1, journal_file: 1, outbox: 2 })
  })
})

describe('a file of legal form is stored', () => {
  it('in several members, padded with zeros', async () => {
    const body = Buffer.concat([gzipSync('one\n'), gzipSync(''), gzipSync('two\n'), Buffer.alloc(700)])
    expect(await here.post(body, { headers: GZIP })).toMatchObject({
      status: 201,
      body: { sizeBytes: 8, sha256: sha256(Buffer.from('one\ntwo\n')) },
    })
  })

  it.each(['', 'text', 'text/plain, text/html', ';;;', 'application/json'])('of the type "%s"', async (type) => {
    expect(await here.post(Buffer.from(`of ${type}`), { headers: { 'content-type': type } })).toMatchObject({
      status: 201,
    })
  })

  it('of exactly 32 MiB, and not of one byte more, gzip or plain', async () => {
    const largest = Buffer.alloc(32 * MIB, 'a line of a journal\n')
    const zipped = await here.post(gzipSync(largest), { headers: GZIP })
    expect(zipped).toMatchObject({ status: 201, body: { sizeBytes: 32 * MIB, sha256: sha256(largest) } })
    expect(await here.post(largest)).toMatchObject({ status: 200, body: { id: zipped.body.id } })
    const more = Buffer.concat([largest, Buffer.from('x')])
    await here.leavingNothing(async () => {
      expect(await here.post(gzipSync(more), { headers: GZIP })).toMatchObject(refused(413, '32 MiB'))
      expect(await here.post(more)).toMatchObject(refused(413, '32 MiB'))
    })
  })
})

it('a file during whose transfer its institution writes labels and has its texts masked again is masked again', async () => {
  const { platform, admin: as } = here
  const ask = (method: 'PUT' | 'POST', path: string, body?: object) =>
    platform.ask(method, `/journal/api/journal/profiles/ACME${path}`, { as, ...(body === undefined ? {} : { body }) })
  const lines = `${randomBytes(2 * MIB)
    .toString('hex')
    .replaceAll(/(.{62})/g, '$1\n')}\nLOYALTY ID 4471-99\n`
  here.broken.openFile = async (path) => {
    const profile = { version: 0, customerLabels: [{ words: 'Loyalty id', kind: 'IDENTIFIER' }] }
    expect(await ask('PUT', '', profile)).toMatchObject({ status: 200 })
    expect(await ask('POST', '/reparse')).toMatchObject({ status: 202 })
    await platform.runJob('journal.remask')
    return open(path, 'wx+', 0o600)
  }
  const { status, body } = await here.post(Buffer.from(lines))
  here.broken.openFile = null
  expect(status).toBe(201)
  expect(await platform.runJob('journal.remask')).toBe('1 texts masked again, 0 left')
  const { text } = await platform.ask('GET', `/journal/api/journal/files/${body.id}/content`, { as })
  expect(text.slice(-19)).toBe('LOYALTY ID *******\n')
})

describe('a hostile body is refused and leaves nothing:', () => {
  /** 33 MiB in 33 KiB, and behind them what is too large when decoded. */
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
    await here.leavingNothing(async () => {
      expect(await here.post(body, { headers })).toMatchObject(refused(status, words))
    })
  })

  it('one that announces more than is allowed, before a byte of it is read', async () => {
    await here.leavingNothing(async () => {
      const sent = here.begin({ headers: { 'content-length': 40 * MIB } })
      sent.flushHeaders()
      expect(await answerTo(sent)).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
      sent.on('error', () => {}).destroy()
    })
  })

  it.each(['keep-alive', 'close'])(
    'one that is sent on and on gets its answer, no broken connection (%s)',
    async (kept) => {
      await here.leavingNothing(async () => {
        const { socket, received, errors } = openSocket(here.port)
        const bytes = 40 * MIB
        socket.write(headOf(here.admin, { connection: kept, 'content-encoding': 'gzip', 'content-length': 20 * MIB }))
        for (let sent = 0; sent < 20 * MIB; sent += MIB)
          if (!socket.write(Buffer.alloc(MIB, 'no gzip'))) await once(socket, 'drain')
        await expect.poll(received, { timeout: 5_000 }).toMatch(/^HTTP\/1\.1 400 [\s\S]*not valid gzip/)
        if (kept === 'close') await expect.poll(() => socket.readableEnded, { timeout: 5_000 }).toBe(true)
        else {
          // What may be used again takes the next one, however long the first was.
          socket.write(`${headOf(here.admin, { 'transfer-encoding': 'chunked' })}`)
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
    await here.leavingNothing(async () => {
      const sent = here.begin({ headers: { 'content-length': 8 * MIB } })
      sent.on('error', () => {})
      sent.write(randomBytes(4 * MIB))
      // Its file is there, without a name.
      await expect.poll(() => openSpools(), { timeout: 5_000, interval: 5 }).toBe(1)
      sent.destroy()
    })
  })
})

describe('a part of ours that fails is 503 and leaves nothing:', () => {
  const unavailable = { status: 503, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } }

  testWhere(LINUX, 'the disk is full', async () => {
    await here.leavingNothing(async () => {
      here.broken.openFile = async (path) => {
        closeSync(openSync(path, 'wx', 0o600))
        return open('/dev/full', 'r+')
      }
      expect(await here.post(randomBytes(4 * MIB))).toMatchObject(unavailable)
      here.broken.openFile = null
    })
  })

  it('the disk of the database is full', async () => {
    await here.leavingNothing(async () => {
      await runAs(here.platform.database.urls.superuser, [
        `create function journal.full() returns trigger language plpgsql as $$ begin
          if new.number = 3 then raise exception 'No space left on device' using errcode = '53100';
            end if; return new; end $$`,
        'create trigger full_disk before insert on journal.content_chunk for each row execute function journal.full()',
      ])
      const answer = await here.post(randomBytes(2 * MIB))
      await runAs(here.platform.database.urls.superuser, ['drop function journal.full cascade'])
      expect(answer).toMatchObject(unavailable)
    })
  })

  it('the thread dies, once for one upload and once for several', async () => {
    for (const count of [1, 3])
      await here.leavingNothing(async () => {
        const sent = Array.from({ length: count }, () => here.begin({ headers: { 'content-length': 8 * MIB } }))
        for (const one of sent) one.on('error', () => {}).write(randomBytes(4 * MIB))
        const answers = sent.map(answerTo)
        await expect.poll(() => openSpools(), { timeout: 5_000, interval: 5 }).toBe(count)
        await here.workers.at(-1)?.terminate()
        for (const answer of answers) expect(await answer).toMatchObject(unavailable)
        for (const one of sent) one.destroy()
      })
  })
})

describe('through the agent proxy', () => {
  let alone: TestPlatform
  const ports: Partial<Record<'in the same process' | 'in another one', number>> = {}

  beforeAll(async () => {
    await here.platform.internalApp.listen({ port: 0, host: '127.0.0.1' })
    // Its internal listener is 100 above the service's own port.
    const journalPort = portOf(here.platform.internalApp.server) - 100
    alone = await openTestPlatform([agentProxyService], {
      now: '2026-05-20T12:00:00Z',
      env: { JOURNAL_URL: `http://127.0.0.1:${journalPort}/journal` },
    })
    await alone.publicApp.listen({ port: 0, host: '127.0.0.1' })
    ports['in the same process'] = here.port
    ports['in another one'] = portOf(alone.publicApp.server)
  })
  afterAll(() => alone.close())

  describe.each(['in the same process', 'in another one'] as const)('to a journal service %s', (where) => {
    const target = (headers: Record<string, string | number> = GZIP): UploadTarget => {
      const at = ports[where]
      return { headers, throughProxy: true, ...(at === undefined ? {} : { at }) }
    }

    it('a file is stored, and known when it comes again', async () => {
      const body = gzipSync(randomBytes(5 * MIB))
      const first = await here.post(body, target())
      expect(first).toMatchObject({ status: 201, body: { sizeBytes: 5 * MIB, agentAtmId: 'ATM-1' } })
      expect(await here.post(body, target())).toMatchObject({ status: 200, body: { id: first.body.id } })
    })

    it('a hostile one is refused in the same words', async () => {
      await here.leavingNothing(async () => {
        expect(await here.post(gzipSync(Buffer.alloc(64 * MIB)), target())).toMatchObject(refused(413, '32 MiB'))
        expect(await here.post(gzipSync('x').subarray(0, 9), target())).toMatchObject(refused(400, 'not valid gzip'))
        expect(await here.post(Buffer.from('x'), target({ 'content-encoding': 'br' }))).toMatchObject(
          refused(415, 'Content-Encoding must be gzip'),
        )
      })
    })

    it('one that hangs up half way leaves nothing', async () => {
      await here.leavingNothing(async () => {
        const sent = here.begin(target({ 'content-length': 8 * MIB }))
        sent.on('error', () => {})
        sent.write(randomBytes(4 * MIB))
        await expect.poll(() => openSpools(), { timeout: 5_000, interval: 5 }).toBe(1)
        sent.destroy()
      })
    })
  })
})

describe('a sender that', () => {
  beforeAll(async () => {
    await here.platform.close()
    here = await openUploads({ stalledAfterMs: 300 })
  })

  it.each([
    ['falls silent', {}],
    ['falls silent in the middle of gzip', GZIP],
  ])('%s gets its answer in time', async (_name, headers) => {
    await here.leavingNothing(async () => {
      const sent = here.begin({ headers: { 'transfer-encoding': 'chunked', ...headers } })
      sent.on('error', () => {})
      const bytes = randomBytes(3 * MIB)
      sent.write('content-encoding' in headers ? gzipSync(bytes).subarray(0, 2 * MIB) : bytes)
      expect(await answerTo(sent)).toMatchObject(refused(400, 'nothing more of it came'))
      sent.destroy()
    })
  })
})
