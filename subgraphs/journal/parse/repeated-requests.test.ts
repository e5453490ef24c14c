import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStores } from '../../../db/tenancy.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'
import { unansweredIds, updateUnanswered } from './repeated-requests.store.ts'

const DATE = '2026-05-19'
const REPEATED = 'fleetops_journal_parse_requests_repeated_total'

let journal: TestJournal
let admin: string

beforeEach(async () => {
  journal = await openTestJournal([{ agentAtmId: 'ATM-1', institutionKey: 'ACME' }], { now: '2026-05-20T12:00:00Z' })
  admin = await journal.token({ role: 'ADMIN' })
  await run(`create table journal.lost as select * from journal.outbox with no data;
    grant all on journal.lost to public;
    create function journal.lose() returns trigger language plpgsql as $$
      begin insert into journal.lost select new.*; return null; end $$;
    create trigger lose before insert on journal.outbox for each row
      when (new.topic like 'journal.parse-requests.%') execute function journal.lose();
    alter table journal.outbox disable trigger lose`)
})
afterEach(() => journal.close())

const run = (statement: string) => runAs(journal.database.urls.superuser, [statement])
const fileOf = async (id: unknown) =>
  Object((await journal.ask('GET', `/journal/api/journal/files/${id}`, { as: admin })).body)
const runJob = () => journal.runJob('journal.repeated-requests')

/** Uploads a file whose request to parse is lost. Returns its id. */
const uploadLost = async (text: string, answer = 201): Promise<unknown> => {
  await run('alter table journal.outbox enable trigger lose')
  const { status, body } = await journal.upload('ATM-1', DATE, text)
  await run('alter table journal.outbox disable trigger lose')
  expect(status).toBe(answer)
  return Object(body).id
}

const parsed = (id: unknown) =>
  vi.waitFor(
    async () => {
      const file = await fileOf(id)
      expect(file.status).not.toBe('RECEIVED')
      return file
    },
    { timeout: 10_000, interval: 20 },
  )

/** Waits until every request has been handled. */
const handled = () =>
  expect
    .poll(
      () =>
        run(`select from topics.cursor where consumer_group = 'journal.parsers' and (waiting or leased_by is not null)
          union all select from journal.outbox`),
      { timeout: 10_000 },
    )
    .toEqual([])

describe('a journal file whose request to parse is lost', () => {
  it('is asked for once more when it has waited for an hour, and once an hour from then on', async () => {
    const id = await uploadLost(recyclerDay(DATE, ['000', '105']))
    journal.clock.set('2026-05-20T12:59:00Z')
    expect(await runJob()).toBe('0 files asked for once more')
    journal.clock.set('2026-05-20T13:05:00Z')
    await run('alter table journal.outbox enable trigger lose')
    expect(await runJob()).toBe('1 files asked for once more')
    expect(await runJob()).toBe('0 files asked for once more')
    await run('alter table journal.outbox disable trigger lose')
    journal.clock.set('2026-05-20T14:10:00Z')
    expect(await runJob()).toBe('1 files asked for once more')
    expect(await parsed(id)).toMatchObject({ status: 'PARSED', transactions: 2 })
    expect(await journal.process.metrics.getSingleMetric(REPEATED)?.get()).toMatchObject({ values: [{ value: 2 }] })
    journal.clock.set('2026-05-20T16:00:00Z')
    expect(await runJob()).toBe('0 files asked for once more')
  })

  it('is parsed once, where the request was only late', async () => {
    const id = await uploadLost(recyclerDay(DATE, ['000', '105']))
    journal.clock.set('2026-05-20T13:05:00Z')
    await runJob()
    const file = await parsed(id)
    journal.clock.set('2026-05-20T13:10:00Z')
    await run('insert into journal.outbox overriding system value select * from journal.lost')
    await handled()
    expect(await fileOf(id)).toEqual(file)
    expect(await run('select count(*)::int from journal.transaction_all')).toEqual([{ count: 2 }])
  })

  it('takes the place of the file that was sent before the same bytes were sent again', async () => {
    const text = recyclerDay(DATE, ['000', '105'])
    const first = await journal.uploadParsed('ATM-1', DATE, text)
    journal.clock.set('2026-05-20T12:01:00Z')
    const second = await journal.uploadParsed('ATM-1', DATE, recyclerDay(DATE, ['000']))
    // As if it could not be read when it came first.
    await run(`update journal.journal_file set status = 'FAILED' where id = ${first.id}`)
    journal.clock.set('2026-05-20T12:02:00Z')
    expect(await uploadLost(text, 200)).toBe(first.id)
    journal.clock.set('2026-05-20T13:05:00Z')
    expect(await runJob()).toBe('1 files asked for once more')
    expect(await parsed(first.id)).toMatchObject({ status: 'PARSED', supersededByFileId: null })
    expect(await fileOf(second.id)).toMatchObject({ supersededByFileId: first.id })
  })

  it('takes the place of the file that was sent before it, and of none that was sent after it', async () => {
    const before = await journal.uploadParsed('ATM-1', DATE, recyclerDay(DATE, ['000']))
    journal.clock.set('2026-05-20T12:01:00Z')
    const first = await uploadLost(recyclerDay(DATE, ['000', '105']))
    journal.clock.set('2026-05-20T13:06:00Z')
    await runJob()
    expect(await parsed(first)).toMatchObject({ status: 'PARSED', supersededByFileId: null })
    expect(await fileOf(before.id)).toMatchObject({ supersededByFileId: first })
    const second = await uploadLost(recyclerDay(DATE, ['000', '000', '000']))
    journal.clock.set('2026-05-20T13:07:00Z')
    const last = await journal.uploadParsed('ATM-1', DATE, recyclerDay(DATE, ['105']))
    journal.clock.set('2026-05-20T14:12:00Z')
    expect(await runJob()).toBe('1 files asked for once more')
    expect(await parsed(second)).toMatchObject({ status: 'PARSED', supersededByFileId: last.id })
    expect(await fileOf(last.id)).toMatchObject({ supersededByFileId: null })
  })
})

it('so many files are asked for at once, those first that wait longest, found by an index', async () => {
  await run(`insert into journal.journal_file (institution_key, atm_id, agent_atm_id, journal_date, sha256, size_bytes,
      received_at)
    select 'ACME', 1, 'ATM-1', date '${DATE}' - n, md5('x'), 1, timestamptz '2026-05-20T12:00:00Z' - n * interval '1 s'
    from generate_series(0, 4999) n; analyze journal.journal_file`)
  const stores = await openStores(journal.database.urls, { name: 'tests', max: 1 })
  const before = new Date('2026-05-20T11:59:59Z')
  const ask = (limit: number) =>
    stores.asPlatform((tx) => updateUnanswered(tx, { before, limit, at: new Date('2026-05-20T13:00:00Z') }))
  const plan = await stores.asPlatform((tx) => tx.execute(sql`explain ${unansweredIds(before, 3)}`))
  expect(JSON.stringify(plan)).toContain('Index Scan using journal_file_unanswered')
  const first = await ask(3)
  expect(first.map(({ file }) => Date.parse(DATE) - Date.parse(file.journalDate))).toEqual(
    [4997, 4998, 4999].map((n) => n * DAY_MS),
  )
  expect(await ask(10_000)).toHaveLength(4_995)
  expect(await ask(10_000)).toEqual([])
  await stores.close()
})
