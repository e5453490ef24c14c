import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { createWaker } from '../../kit/common/waker.ts'
import { startConsumers } from '../../kit/messaging/events.ts'
import { createPostgresTransport } from '../../kit/messaging/events-postgres.ts'
import { findFile } from '../files/files.store.ts'
import { parseRequestOf } from '../model/messages.ts'
import { journalService } from '../service.ts'
import { recyclerDay } from '../testing/journal.testing.ts'
import { insertStoredFile } from '../testing/parse.testing.ts'
import { createSummaryCache } from '../transactions/summary-cache.ts'
import { createParseFile } from './parse-file.ts'
import { createParsePool, type ParsePool } from './parse-pool.ts'
import { parseRequestsConsumer } from './parse-requests.consumer.ts'
import { updateReparseRequested, updateRevived } from './parse-requests.store.ts'
import type { ParsedFile } from './parse-result.ts'

const NOW = new Date('2026-05-20T12:00:00Z')

let platform: TestPlatform
let stores: Stores
let pool: ParsePool
const faults: string[] = []

// Without its background work: the tests are the only ones who parse.
beforeAll(async () => {
  platform = await openTestPlatform([journalService], { now: NOW.toISOString() })
  stores = await openStores(platform.database.urls, { name: 'tests', max: 4 })
  pool = createParsePool({ onFault: (fault) => faults.push(fault) })
})
afterAll(async () => {
  await pool.close()
  await stores.close()
  await platform.close()
})

const insert = (atmId: number, journalDate: string, text: string) =>
  insertStoredFile(stores, { atmId, journalDate, text, receivedAt: NOW })

const createParse = (
  newId: () => string = randomUUID,
  parse: ParsePool['parse'] = pool.parse,
  { clock = () => NOW, read = stores }: { readonly clock?: () => Date; readonly read?: Stores } = {},
) =>
  createParseFile({
    stores: read,
    pool: { parse },
    summaries: createSummaryCache(() => NOW, 1),
    outbox: createWaker(),
    platformTimeZone: 'UTC',
    maxAgeDays: 1_830,
    hotDays: 90,
    now: clock,
    newId,
    onFault: (fault) => faults.push(fault),
    onParsed: () => {},
  })
const parseFile = (...given: Parameters<typeof createParse>) => createParse(...given).parse
const message = (reason: 'UPLOAD' | 'REPARSE' = 'UPLOAD') => ({
  consumer: 'tests',
  id: randomUUID(),
  reason,
  yields: false,
  askedAt: new Date(NOW.getTime() + 1),
})

const effects = async (atmId: number) => {
  const count = (what: string) => `(select count(*)::int from journal.${what})`
  const [row] = await runAs(platform.database.urls.superuser, [
    `select ${count(`transaction_all where atm_id = ${atmId}`)} as transactions,
      ${count(`atm_day_total where atm_id = ${atmId}`)} as totals,
      ${count(`atm_journal where atm_id = ${atmId}`)} as known,
      ${count(`outbox where key = 'ATM-${atmId}'`)} as messages,
      ${count(`journal_file where atm_id = ${atmId} and status <> 'RECEIVED'`)} as parsed,
      ${count(`gap where atm_id = ${atmId} and status = 'CLOSED'`)} as closed`,
  ])
  return row
}

describe('the effects of a parse', () => {
  it('are there all together or not at all', async () => {
    await runAs(platform.database.urls.superuser, [
      `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, detected_at)
        values ('ACME', 1, 'ATM-1', '2026-05-13', now())`,
    ])
    const id = await insert(1, '2026-05-13', recyclerDay('2026-05-13', ['000', '105']))
    const again = message()
    const broken = parseFile(() => 'no uuid, so that the last statement fails')
    await expect(broken(id, again)).rejects.toThrow(/uuid/)
    expect(await effects(1)).toEqual({ transactions: 0, totals: 0, known: 0, messages: 0, parsed: 0, closed: 0 })
    await parseFile()(id, again)
    const all = { transactions: 2, totals: 1, known: 1, messages: 1, parsed: 1, closed: 1 }
    expect(await effects(1)).toEqual(all)
    await parseFile()(id, again)
    await parseFile()(id, message())
    await parseFile()(999_999, message())
    expect(await effects(1)).toEqual(all)
  })

  it('are those of one parse when several want the same file at once', async () => {
    const id = await insert(2, '2026-05-13', recyclerDay('2026-05-13', ['000', '105', null]))
    const parse = parseFile()
    await Promise.all(Array.from({ length: 6 }, () => parse(id, message())))
    expect(await effects(2)).toMatchObject({ transactions: 3, totals: 1, messages: 1, parsed: 1 })
  })

  it('are those of the newest file of a day, over midnight too', async () => {
    const overMidnight =
      `${recyclerDay('2026-05-13', ['000'])}------------05/14/26 00:10:00-------------\n` +
      '============TRANSACTION START=============\n00:10:01 NOTES TAKEN BY CUSTOMER\n'
    await parseFile()(await insert(3, '2026-05-13', overMidnight), message())
    await parseFile()(await insert(3, '2026-05-14', recyclerDay('2026-05-14', ['105'])), message())
    const days = () =>
      runAs(platform.database.urls.superuser, [
        `select day::text, transactions, successful, failed from journal.atm_day_total where atm_id = 3 order by day`,
      ])
    expect(await days()).toEqual([
      { day: '2026-05-13', transactions: 1, successful: 1, failed: 0 },
      { day: '2026-05-14', transactions: 2, successful: 1, failed: 1 },
    ])
    await parseFile()(await insert(3, '2026-05-13', recyclerDay('2026-05-13', ['000', '000'])), message())
    expect(await days()).toEqual([
      { day: '2026-05-13', transactions: 2, successful: 2, failed: 0 },
      { day: '2026-05-14', transactions: 1, successful: 0, failed: 1 },
    ])
    await parseFile()(await insert(3, '2026-05-14', recyclerDay('2026-05-14', ['000'])), message())
    expect((await days())[1]).toEqual({ day: '2026-05-14', transactions: 1, successful: 1, failed: 0 })
  })

  it('are those of one file when several of a day are parsed at once, and the others name it', async () => {
    const text = (count: number) =>
      recyclerDay(
        '2026-05-13',
        Array.from({ length: count }, () => '000'),
      )
    const ids = await Promise.all([1, 2, 3, 4].map((count) => insert(11, '2026-05-13', text(count))))
    await Promise.all(ids.map((id) => parseFile()(id, message())))
    const files = await runAs(platform.database.urls.superuser, [
      `select id::int, transactions, superseded_by::int,
        (select count(*)::int from journal.transaction_all t where t.file_id = f.id) as kept
        from journal.journal_file f where atm_id = 11 order by parse_sequence`,
    ])
    // Each took the place of the one before it.
    expect(files.map(({ superseded_by }) => superseded_by)).toEqual([...files.slice(1).map(({ id }) => id), null])
    expect(files.map(({ kept }) => kept)).toEqual([0, 0, 0, files[3]?.transactions])
    const total = `select transactions from journal.atm_day_total where atm_id = 11`
    expect(await runAs(platform.database.urls.superuser, [total])).toEqual([{ transactions: files[3]?.transactions }])
  })

  it('stay those of a fuller file when one without transactions comes, which still closes the gap', async () => {
    const empty = '------------05/14/26 23:00:00-------------\n'
    await parseFile()(await insert(8, '2026-05-14', recyclerDay('2026-05-14', ['000'])), message())
    await runAs(platform.database.urls.superuser, [
      `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, detected_at)
        values ('ACME', 8, 'ATM-8', '2026-05-14', now())`,
    ])
    const id = await insert(8, '2026-05-14', empty)
    await parseFile()(id, message())
    const kept = { transactions: 1, totals: 1, parsed: 2, closed: 1 }
    expect(await effects(8)).toMatchObject(kept)
    await parseFile()(id, message('REPARSE'))
    expect(await effects(8)).toMatchObject(kept)
  })

  it('are those of a file that is taken up again, once for each request', async () => {
    const codes = () =>
      runAs(platform.database.urls.superuser, [`select host_code as c from journal.transaction_all where atm_id = 9`])
    const [first, second] = [
      await insert(9, '2026-05-13', recyclerDay('2026-05-13', ['000'])),
      await insert(9, '2026-05-13', recyclerDay('2026-05-13', ['105'])),
    ]
    const early = message()
    await parseFile()(first, early)
    await parseFile()(second, message())
    // What was asked for before the second file came does not bring the first one back.
    await parseFile()(first, early)
    await parseFile()(first, message())
    expect(await codes()).toEqual([{ c: '105' }])
    const again = message('REPARSE')
    await parseFile()(first, again)
    expect(await codes()).toEqual([{ c: '000' }])
    expect(await effects(9)).toMatchObject({ messages: 3 })
    await parseFile()(first, message('REPARSE'))
    await parseFile()(second, message('REPARSE'))
    await parseFile()(first, again)
    expect(await codes()).toEqual([{ c: '105' }])
    expect(await effects(9)).toMatchObject({ messages: 4, transactions: 1, totals: 1 })
  })

  it('do not answer what is asked for while the profile is read', async () => {
    const id = await insert(31, '2026-05-13', recyclerDay('2026-05-13', ['000']))
    let now = NOW
    const slow: Stores = {
      ...stores,
      asPlatform: async (...given) => {
        const result = await stores.asPlatform(...given)
        now = new Date(now.getTime() + 10_000)
        return result
      },
    }
    let parses = 0
    const counting: ParsePool['parse'] = (...given) => {
      parses += 1
      return pool.parse(...given)
    }
    const parse = parseFile(randomUUID, counting, { clock: () => now, read: slow })
    await parse(id, message())
    await parse(id, { ...message('REPARSE'), askedAt: new Date(NOW.getTime() + 5_000) })
    expect(parses).toBe(2)
  })

  it('leave what an unreadable file of the day cannot replace', async () => {
    await parseFile()(await insert(4, '2026-05-13', recyclerDay('2026-05-13', ['000'])), message())
    await parseFile()(await insert(4, '2026-05-13', 'nothing to be read\n'), message())
    expect(await effects(4)).toMatchObject({ transactions: 1, totals: 1, parsed: 2, messages: 2 })
  })
})

describe('a month whose partition is missing', () => {
  it.each([
    ['a month that the daily job was to make', '2026-05-19', 'transaction_2026_05'],
    ['one of those before, as after a clock that was set back', '2026-04-13', 'transaction_2026_04'],
  ])('is made by the parse that meets it: %s', async (_what, day, partition) => {
    faults.length = 0
    await runAs(platform.database.urls.superuser, [`drop table journal.${partition}`])
    const id = await insert(20, day, recyclerDay(day, ['000', '105']))
    await parseFile()(id, message())
    expect(await stores.asPlatform((tx) => findFile(tx, id))).toMatchObject({ status: 'PARSED', transactions: 2 })
    expect(faults).toEqual([])
  })
})

describe('what the database refuses', () => {
  /** What the parser would have found, with something else in its first transaction. */
  const firstChanged =
    (change: Record<string, unknown>): ParsePool['parse'] =>
    async (task, source): Promise<ParsedFile> => {
      const result = await pool.parse(task, source)
      const records: object[] = JSON.parse(result.slices[0] ?? '[]')
      const changed = records.map((record, at) => (at === 0 ? { ...record, ...change } : record))
      const day = String(change.started_at ?? '').slice(0, 10)
      const days = day === '' ? result.days : [{ day, transactions: 1, successful: 0, failed: 0 }, ...result.days]
      return { ...result, days, slices: [JSON.stringify(changed)] }
    }

  it.each([
    ['an amount', 5, { amount_minor: String(10n ** 30n) }, '22003'],
    ['a code', 6, { host_code: '\u0000' }, '22P05'],
    ['a day', 7, { started_at: '1990-01-01T00:00:00' }, 'P0001'],
  ])('for %s leaves the file FAILED with a reason, never waiting', async (_name, atmId, change, code) => {
    faults.length = 0
    const id = await insert(atmId, '2026-05-13', recyclerDay('2026-05-13', ['000', '105']))
    await parseFile(randomUUID, firstChanged(change))(id, message())
    expect(faults).toEqual([`file ${id} cannot be stored: SQLSTATE ${code}`])
    expect(await stores.asPlatform((tx) => findFile(tx, id))).toMatchObject({
      status: 'FAILED',
      format: 'RECYCLER',
      transactions: 0,
      error: expect.stringContaining('cannot be stored'),
    })
    expect(await effects(atmId)).toMatchObject({ transactions: 0, totals: 0, messages: 1, parsed: 1 })
  })
})

describe('a file whose parse breaks off each time', () => {
  /** Lets the running consumer meet a parser that dies. Returns how often it was tried. */
  const consume = async (atmId: number, fileIds: readonly number[]) => {
    let tries = 0
    const { log } = recordingLog()
    const topics = createPostgresTransport({ stores, log, newId: randomUUID })
    const dying = createParse(randomUUID, async () => {
      tries += 1
      throw new Error('the parser ended before the file was read')
    })
    const env = { topics, log, now: () => NOW, newId: randomUUID }
    const consumers = startConsumers(env, [parseRequestsConsumer(dying, 1)])
    const [topic, key] = ['journal.parse-requests.ACME', `ATM-${atmId}`]
    for (const fileId of fileIds) {
      const file = await stores.asPlatform((tx) => findFile(tx, fileId))
      if (file === null) throw new Error('there is no such file')
      const data = parseRequestOf(file, 'REPARSE', true)
      const head = {
        id: randomUUID(),
        type: topic,
        version: 1,
        occurredAt: new Date(NOW.getTime() + 1).toISOString(),
      } as const
      await topics.publish([{ topic, key, envelope: { ...head, institutionKey: 'ACME', traceparent: null, data } }])
    }
    const buried = `select count(*)::int as n from topics.message where topic = '${topic}.dead-letter'
      and key = '${key}'`
    const { superuser } = platform.database.urls
    await expect.poll(() => runAs(superuser, [buried]), { timeout: 20_000 }).toEqual([{ n: fileIds.length }])
    await consumers.close()
    return tries
  }

  it('is given up after five times, with a reason; one that was read before is left as it is', async () => {
    const read = await insert(10, '2026-05-13', recyclerDay('2026-05-13', ['000']))
    await parseFile()(read, message())
    const unread = await insert(10, '2026-05-14', recyclerDay('2026-05-14', ['000']))
    expect(await consume(10, [unread, read])).toBe(10)
    const find = (id: number) => stores.asPlatform((tx) => findFile(tx, id))
    expect(await find(unread)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('failed every time') })
    expect(await find(read)).toMatchObject({ status: 'PARSED', transactions: 1 })
    expect(faults).toContain(`file ${read} was read before and cannot be read now; what it brought stays`)
    expect(await effects(10)).toMatchObject({ transactions: 1, messages: 2 })
    await parseFile()(unread, message('REPARSE'))
    expect(await find(unread)).toMatchObject({ status: 'PARSED', error: null })
  })

  it('is not given up where it was asked for again since its last attempt: its replay is handled', async () => {
    const { parse, abandon } = createParse()
    const find = (id: number) => stores.asPlatform((tx) => findFile(tx, id))
    const revive = (id: number, { consumer, id: messageId }: ReturnType<typeof message>, at: Date) =>
      stores.asPlatform((tx) => updateRevived(tx, id, { consumer, id: messageId }, at))
    const before = new Date(NOW.getTime() - 1)
    const [replayed, reparsed, given] = await Promise.all(
      ['2026-05-13', '2026-05-14', '2026-05-15'].map((day) => insert(12, day, recyclerDay(day, ['000']))),
    )
    const request = message()
    await revive(Number(replayed), request, NOW)
    await abandon(Number(replayed), request, NOW)
    expect(await find(Number(replayed))).toMatchObject({ status: 'RECEIVED', error: null })
    await parse(Number(replayed), request)
    expect(await find(Number(replayed))).toMatchObject({ status: 'PARSED' })
    await stores.asPlatform((tx) => updateReparseRequested(tx, Number(reparsed), NOW))
    await abandon(Number(reparsed), message(), before)
    expect(await find(Number(reparsed))).toMatchObject({ status: 'RECEIVED' })
    const late = message()
    await revive(Number(given), late, before)
    await abandon(Number(given), late, NOW)
    expect(await find(Number(given))).toMatchObject({ status: 'FAILED' })
  })

  it('or is being given up: its replay waits for that, and is handled then', async () => {
    const id = await insert(13, '2026-05-13', recyclerDay('2026-05-13', ['000']))
    const request = message()
    const held = Promise.withResolvers<void>()
    const underWay = Promise.withResolvers<void>()
    const holding: Stores = {
      ...stores,
      asPlatform: (work, options) =>
        stores.asPlatform(async (tx) => {
          const outcome = await work(tx)
          if (options?.mode === 'read') return outcome
          underWay.resolve()
          await held.promise
          return outcome
        }, options),
    }
    const abandoning = createParse(randomUUID, pool.parse, { read: holding }).abandon(id, request, NOW)
    await underWay.promise
    const reviving = stores.asPlatform((tx) => updateRevived(tx, id, request, new Date(NOW.getTime() + 1)))
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => runAs(platform.database.urls.superuser, [waiting])).not.toEqual([])
    held.resolve()
    await Promise.all([abandoning, reviving])
    await createParse().parse(id, request)
    expect(await stores.asPlatform((tx) => findFile(tx, id))).toMatchObject({ status: 'PARSED' })
  })
})
