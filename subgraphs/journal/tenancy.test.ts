import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores, type Stores } from '../../db/tenancy.ts'
import { runAs } from '../../tests/support/sql.ts'
import { findContentId, listChunks, listChunksOfLines } from './content/content.store.ts'
import { findFile, insertFile, listFiles } from './files/files.store.ts'
import { findGap, listGaps, updateGapRequested } from './gaps/gaps.store.ts'
import { parseRequestOf } from './model/messages.ts'
import { openTestJournal, recyclerDay, type TestJournal } from './testing/journal.testing.ts'
import { allOf } from './testing/partitions.testing.ts'
import {
  countTransactions,
  findSummary,
  findTransaction,
  findTransactionOf,
  listTopAtms,
  listTransactions,
} from './transactions/transactions.store.ts'

const ACME = { unrestricted: false, institutions: ['ACME'] }
const BETA = { unrestricted: false, institutions: ['BETA'] }
const DAY = { dateFrom: '2026-05-19', dateTo: '2026-05-19' }
const ANY = allOf(DAY.dateFrom, DAY.dateTo)
const PAGE = { page: 0, size: 20, offset: 0, order: [{ column: 'id' as const, descending: false }] }
const ALL_FILES = { agentAtmId: null, atmId: null, status: null, dateFrom: null, dateTo: null, group: {} }

let journal: TestJournal
let stores: Stores
let fileId: number
let gapId: number
let transactionId: number

const query = (text: string) => runAs(journal.database.urls.superuser, [text])

beforeAll(async () => {
  journal = await openTestJournal([{ agentAtmId: 'ATM-1', institutionKey: 'ACME' }], {
    now: '2026-05-21T12:00:00Z',
  })
  const file = await journal.uploadParsed('ATM-1', '2026-05-19', recyclerDay('2026-05-19', ['000', '105']))
  fileId = Number(file.id)
  await journal.runJob('journal.gap-detection')
  gapId = Number((await query('select id from journal.gap'))[0]?.id)
  transactionId = Number((await query('select min(id) as id from journal.transaction_all'))[0]?.id)
  stores = await openStores(journal.database.urls, { name: 'tests', max: 2 })
})
afterAll(async () => {
  await stores.close()
  await journal.close()
})

describe('another institution', () => {
  it('sees nothing over REST', async () => {
    const as = await journal.token({ role: 'MSP_ADMIN', institutions: ['BETA'] })
    const range = 'dateFrom=2026-05-19&dateTo=2026-05-19'
    const body = async (path: string) => (await journal.ask('GET', `/journal/api/journal/${path}`, { as })).body
    const status = async (path: string) => (await journal.ask('GET', `/journal/api/journal/${path}`, { as })).status
    expect(await body('files')).toMatchObject({ totalElements: 0, content: [] })
    expect(await body(`transactions?${range}`)).toMatchObject({ totalElements: 0, content: [] })
    expect(await body(`transactions/summary?${range}`)).toEqual({ total: 0, successful: 0, failed: 0 })
    expect(await body(`transactions/top-atms?${range}`)).toEqual([])
    expect(await body('gaps')).toEqual([])
    expect(await status(`files/${fileId}`)).toBe(404)
    expect(await status(`files/${fileId}/content`)).toBe(404)
    expect(await status(`transactions/${transactionId}`)).toBe(404)
    expect(await status('../internal/fetches?agentAtmId=ATM-1')).toBe(404)
  })

  it('sees nothing through a store function either, and can change nothing', async () => {
    const file = await stores.inTenant(ACME, (tx) => findFile(tx, fileId))
    expect(file).toMatchObject({ id: fileId, contentId: expect.any(Number) })
    expect(await stores.inTenant(ACME, (tx) => findTransaction(tx, transactionId))).toMatchObject({ fileId })
    const [contentId, sha256] = [Number(file?.contentId), String(file?.sha256)]
    expect(await stores.inTenant(ACME, (tx) => listChunks(tx, contentId, 0, 9))).toHaveLength(1)
    await stores.inTenant(BETA, async (tx) => {
      expect(await findFile(tx, fileId)).toBeNull()
      expect(await listChunks(tx, contentId, 0, 9)).toEqual([])
      expect(await listChunksOfLines(tx, contentId, 1, 9)).toEqual([])
      expect(await findContentId(tx, { institutionKey: 'ACME', sha256 })).toBeNull()
      // A store that gets another institution by mistake still reads nothing of it.
      expect(await listFiles(tx, ACME, ALL_FILES, PAGE)).toEqual([])
      expect(await listTransactions(tx, ACME, ANY, { ...PAGE, after: null })).toEqual([])
      expect(await countTransactions(tx, ANY)).toBe(0)
      expect(await countTransactions(tx, { ...ANY, cashOutcome: 'NONE' })).toBe(0)
      expect(await findTransaction(tx, transactionId)).toBeNull()
      expect(await findTransactionOf(tx, transactionId, DAY)).toBeNull()
      expect(await findSummary(tx, DAY)).toEqual({ total: 0, successful: 0, failed: 0 })
      expect(await listTopAtms(tx, ACME, DAY, 10)).toEqual([])
      expect(await listGaps(tx, ACME, ALL_FILES, 10)).toEqual([])
      expect(await findGap(tx, gapId)).toBeNull()
      expect(await updateGapRequested(tx, gapId, { at: new Date(), by: 'x' })).toBeNull()
    })
  })

  it('cannot be written for', async () => {
    const file = await stores.asPlatform((tx) => findFile(tx, fileId))
    if (file === null) throw new Error('no file')
    const { id: _id, ...row } = { ...file, sha256: 'other' }
    await expect(stores.inTenant(BETA, (tx) => insertFile(tx, row))).rejects.toThrow(/row-level security/)
  })
})

describe('an agent whose token is for one ATM', () => {
  const range = 'dateFrom=2026-05-19&dateTo=2026-05-19'
  const tokenOf = (agentAtmId: string) => journal.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId })
  const ask = (path: string, as: string) => journal.ask('GET', `/journal/api/journal/${path}`, { as })

  it('reads nothing of another ATM', async () => {
    const as = await tokenOf('ATM-2')
    const body = async (path: string) => (await ask(path, as)).body
    for (const query of ['', '&agentAtmId=ATM-1', '&atmId=1']) {
      expect(await body(`gaps?status=OPEN${query}`)).toEqual([])
      expect(await body(`gaps?view=counts${query}`)).toMatchObject({ open: 0, atms: 0, top: [] })
    }
    expect(await body(`transactions/summary?${range}`)).toEqual({ total: 0, successful: 0, failed: 0 })
    expect(await body(`transactions/top-atms?${range}`)).toEqual([])
  })

  const executeAs = async (as: string, query: string) => {
    const principal = await journal.process.authenticator.authenticate(`Bearer ${as}`)
    return journal.process.hosted.get('journal')?.execute({ query }, { principal, token: as, traceId: '0' })
  }

  it('reads the gaps of its own ATM alone in the graph, and no files and days', async () => {
    const query = `{ _entities(representations: [{ __typename: "Atm", id: 1 }]) { ... on Atm {
      journalGaps { id } journalFiles { id } journalDays(days: 3) { state } } }
      journalFile(id: ${fileId}) { id } journalGaps { id } }`
    const seenBy = async (agentAtmId: string) => (await executeAs(await tokenOf(agentAtmId), query))?.data
    expect(await seenBy('ATM-2')).toEqual({
      _entities: [{ journalGaps: [], journalFiles: null, journalDays: null }],
      journalFile: null,
      journalGaps: [],
    })
    expect(await seenBy('ATM-1')).toEqual({
      _entities: [{ journalGaps: [{ id: gapId }], journalFiles: null, journalDays: null }],
      journalFile: null,
      journalGaps: [{ id: gapId }],
    })
  })

  it('reads the summary of its own ATM', async () => {
    const summary = await ask(`transactions/summary?${range}`, await tokenOf('ATM-1'))
    expect(summary.body).toEqual({ total: 2, successful: 1, failed: 1 })
  })

  it('is refused the files, texts, transactions and days of journals with 403, its own included', async () => {
    const as = await tokenOf('ATM-1')
    for (const path of [
      'files',
      `files/${fileId}`,
      `files/${fileId}/content`,
      `transactions?${range}`,
      `transactions?format=csv&${range}`,
      `transactions/${transactionId}`,
      `transactions/${transactionId}/evidence`,
      'parse-queue',
      'days?view=atm&from=2026-05-19&to=2026-05-19&atmId=1',
    ])
      expect([path, (await ask(path, as)).status]).toEqual([path, 403])
  })

  it('pages its gaps from a gap of its own ATM only', async () => {
    const query = `{ journalGaps(after: ${gapId}) { id } }`
    expect((await executeAs(await tokenOf('ATM-1'), query))?.errors).toBeUndefined()
    const [error] = (await executeAs(await tokenOf('ATM-2'), query))?.errors ?? []
    expect(error?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
  })
})

describe('the tables', () => {
  it('are all under row-level security, forced, partitions included', async () => {
    const open = await query(`
      select relname from pg_class where relnamespace = 'journal'::regnamespace and relkind in ('r', 'p')
        and not (relrowsecurity and relforcerowsecurity)`)
    expect(open).toEqual([])
  })

  it('are read through their parents only, and made by the platform only', async () => {
    const asApp = (statement: string) => runAs(journal.database.urls.app, ['begin read write', statement])
    await expect(asApp('select * from journal.transaction_2026_05')).rejects.toThrow(/permission denied/)
    await expect(asApp(`select journal.make_partitions('2030-01-01', '2030-01-02', '2030-01-01', 90)`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(asApp('select * from journal.inbox')).rejects.toThrow(/permission denied/)
  })
})

describe('a request to parse that comes again', () => {
  it('changes nothing, under its own id or a new one', async () => {
    const state = () =>
      query(`select (select count(*) from journal.transaction_all)::int as transactions,
        (select parse_sequence from journal.journal_file where id = ${fileId}) as sequence,
        (select successful from journal.atm_day_total where day = '2026-05-19') as successful,
        (select count(*) from topics.message where topic = 'journal.file-parsed')::int as parsed`)
    await expect.poll(async () => (await state())[0]?.parsed).toBe(1)
    const before = await state()
    const file = await stores.asPlatform((tx) => findFile(tx, fileId))
    const [sent] = await query(`select message_id from journal.inbox`)
    if (file === null) throw new Error('no file')
    for (const id of [String(sent?.message_id), randomUUID()]) {
      const envelope = {
        id,
        type: 'journal.parse-requests.ACME',
        version: 1,
        occurredAt: new Date().toISOString(),
        institutionKey: 'ACME',
        traceparent: null,
        data: parseRequestOf(file, 'REPARSE'),
      }
      await query(
        `insert into topics.message (topic, id, key, envelope)
          values ('journal.parse-requests.ACME', '${randomUUID()}', 'ATM-1', '${JSON.stringify(envelope)}')`,
      )
    }
    const behind = `select count(*)::int as n from topics.message m join topics.cursor c on c.topic = m.topic
      and c.consumer_group = 'journal.parsers' where m.seq > c.seq`
    await expect.poll(() => query(behind)).toEqual([{ n: 0 }])
    expect(await state()).toEqual(before)
  })
})
