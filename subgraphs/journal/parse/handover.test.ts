import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { prepareTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const DATE = '2026-05-19'
/** A day whose journal could not be read before the ATM changed hands. */
const UNREAD_DATE = '2026-05-18'
const UNREADABLE = 'nothing that any machine prints\n'

let prepared: Awaited<ReturnType<typeof prepareTestJournal>>
let journal: TestJournal
let admin: string
let acme: string
let beta: string
let former: Record<string, unknown>
let present: Record<string, unknown>

const query = (text: string) => runAs(journal.database.urls.superuser, [text])
const get = async (path: string, as: string) => (await journal.ask('GET', `/journal/api/journal/${path}`, { as })).body
const fileOf = (id: unknown) => get(`files/${id}`, admin)
const ofDay = (path: string, as: string) => get(`transactions${path}?dateFrom=${DATE}&dateTo=${DATE}`, as)
const totals = () =>
  query(
    `select institution_key, transactions, successful, failed from journal.atm_day_total where day = '${DATE}'
      and atm_id = 1 order by 1`,
  )
const fileIds = async () =>
  (
    await query(
      `select file_id::int from journal.transaction_all where started_at::date = '${DATE}' and atm_id = 1 order by id`,
    )
  ).map(({ file_id }) => file_id)

beforeAll(async () => {
  const atms = ['ATM-1', 'ATM-2'].map((agentAtmId) => ({ agentAtmId, institutionKey: 'ACME' }))
  prepared = await prepareTestJournal(atms, '2026-05-20T12:00:00Z', async ({ database, uploadParsed, runJob }) => {
    former = await uploadParsed('ATM-1', DATE, recyclerDay(DATE, ['000', '105', '000']))
    await uploadParsed('ATM-2', DATE, recyclerDay(DATE, ['000', '000', '000', '000']))
    await uploadParsed('ATM-1', UNREAD_DATE, UNREADABLE)
    const move = `update incident.atm set institution_key = 'BETA' where agent_atm_id = 'ATM-1'`
    await runAs(database.urls.superuser, [move])
    // It learns of the new institution before anything comes of it.
    await runJob('journal.gap-detection')
    present = await uploadParsed('ATM-1', DATE, recyclerDay(DATE, ['105', '000']))
  })
})
afterAll(() => prepared?.drop())
beforeEach(async () => {
  journal = await prepared.open()
  admin = await journal.token({ role: 'ADMIN' })
  acme = await journal.token({ institutions: ['ACME'] })
  beta = await journal.token({ institutions: ['BETA'] })
})
afterEach(() => journal.close())

describe('the day on which an ATM changes hands', () => {
  it('has a standing file for each of the two institutions', async () => {
    expect(await fileOf(former.id)).toMatchObject({ institutionKey: 'ACME', supersededByFileId: null })
    expect(present).toMatchObject({ institutionKey: 'BETA', status: 'PARSED', supersededByFileId: null })
    expect(await fileIds()).toEqual([former.id, former.id, former.id, present.id, present.id])
  })

  it('has the counts of each under that one, and of both for who sees both', async () => {
    expect(await totals()).toEqual([
      { institution_key: 'ACME', transactions: 3, successful: 2, failed: 1 },
      { institution_key: 'BETA', transactions: 2, successful: 1, failed: 1 },
    ])
    expect(await ofDay('/summary', acme)).toEqual({ total: 7, successful: 6, failed: 1 })
    expect(await ofDay('/summary', beta)).toEqual({ total: 2, successful: 1, failed: 1 })
    expect(await ofDay('/summary', admin)).toEqual({ total: 9, successful: 7, failed: 2 })
    expect(await ofDay('', beta)).toMatchObject({ totalElements: 2 })
    expect(await journal.runJob('journal.totals-check')).toContain(' 0 totals differ')
  })

  it('has the ATM once among those with the most transactions, with all that the caller sees of it', async () => {
    const both = await journal.token({ institutions: ['ACME', 'BETA'] })
    const top = async (as: string) =>
      Object(await ofDay('/top-atms', as)).map((atm: { atmId: number; transactionCount: number }) => [
        atm.atmId,
        atm.transactionCount,
      ])
    expect(await top(acme)).toEqual([
      [2, 4],
      [1, 3],
    ])
    expect(await top(beta)).toEqual([[1, 2]])
    expect(await top(both)).toEqual([
      [1, 5],
      [2, 4],
    ])
    expect(await top(admin)).toEqual([
      [1, 5],
      [2, 4],
    ])
  })

  it('lets each institution correct and read again its own half, and leaves the other', async () => {
    const corrected = await journal.uploadParsed('ATM-1', DATE, recyclerDay(DATE, ['105']))
    expect(await fileOf(present.id)).toMatchObject({ supersededByFileId: corrected.id })
    expect(await fileIds()).toEqual([former.id, former.id, former.id, corrected.id])
    const { status } = await journal.ask('POST', `/journal/api/journal/files/${former.id}/reparse`, { as: admin })
    expect(status).toBe(202)
    await expect
      .poll(
        () =>
          query(`select from topics.cursor where consumer_group = 'journal.parsers'
            and (waiting or leased_by is not null)
      union all select from journal.outbox`),
        { timeout: 20_000 },
      )
      .toEqual([])
    expect(await fileIds()).toEqual([former.id, former.id, former.id, corrected.id])
    expect(await fileOf(corrected.id)).toMatchObject({ supersededByFileId: null })
    expect(await totals()).toEqual([
      { institution_key: 'ACME', transactions: 3, successful: 2, failed: 1 },
      { institution_key: 'BETA', transactions: 1, successful: 0, failed: 1 },
    ])
    expect(await journal.runJob('journal.totals-check')).toContain(' 0 totals differ')
  })
})

it('the ATM stays that of the present institution when the former one has its own files read again', async () => {
  const known = () => query('select * from journal.atm_journal where atm_id = 1')
  const before = await known()
  expect(before).toMatchObject([{ institution_key: 'BETA' }])
  journal.clock.set('2026-05-20T12:01:00Z')
  const as = await journal.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
  const profiles = '/journal/api/journal/profiles/ACME'
  await journal.ask('PUT', profiles, { as, body: { version: 0, currency: 'ETB' } })
  expect((await journal.ask('POST', `${profiles}/reparse`, { as })).body).toMatchObject({ queued: 2 })
  await expect.poll(async () => Object(await fileOf(former.id)).profileVersion, { timeout: 20_000 }).toBe(1)
  expect(await known()).toEqual(before)
})

describe('bytes that the former institution has stored', () => {
  const path = `files?agentAtmId=ATM-1&journalDate=${UNREAD_DATE}&institutionKey=BETA`
  const body = Buffer.from(UNREADABLE)
  const stored = () =>
    query(`select
      (select jsonb_agg(to_jsonb(f)) from journal.journal_file f where journal_date = '${UNREAD_DATE}') as files,
      (select count(*)::int from journal.content) as contents,
      (select count(*)::int from journal.content_chunk) as chunks,
      (select count(*)::int from journal.outbox) + (select count(*)::int from topics.message) as messages`)

  it.each([
    ['its agent', () => journal.askInternal('POST', `/journal/api/internal/${path}`, { body })],
    ['an ADMIN', () => journal.ask('POST', `/journal/api/journal/${path}`, { as: admin, body })],
    [
      'a BCOS_ADMIN',
      async () =>
        journal.ask('POST', `/journal/api/journal/${path}`, { as: await journal.token({ role: 'BCOS_ADMIN' }), body }),
    ],
    [
      'an administrator of the present one',
      async () => {
        const as = await journal.token({ role: 'MSP_ADMIN', institutions: ['BETA'] })
        return journal.ask('POST', `/journal/api/journal/${path}`, { as, body })
      },
    ],
  ])('are refused from %s, tell nothing of it, and leave nothing', async (_sender, send) => {
    const before = await stored()
    const { status, text } = await send()
    expect(status).toBe(409)
    expect(text).not.toMatch(/ACME|sha256|FAILED/)
    expect(await stored()).toEqual(before)
  })
})
