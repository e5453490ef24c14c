import { expect, it, onTestFinished } from 'vitest'
import { choicesOf } from '../../../demo/random.ts'
import type { Answer } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { addDays } from '../../kit/common/dates.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const ATMS = ['A-1', 'A-2', 'B-1'].map((agentAtmId) => ({ agentAtmId, institutionKey: `INST-${agentAtmId[0]}` }))
const FIRST = '2026-05-12'
const TODAY = '2026-05-20'
const OPERATIONS = 300
const AT_ONCE = 12

/** What an ATM may send of a day: three journals of it, one of a day without customers, one that cannot be read. */
const sent = (day: string, variant: number): string => {
  const header = `STORM\n------------${day.slice(5, 7)}/${day.slice(8)}/26 00:00:00-------------\n`
  const codes = [['000'], ['000', '105', null], ['105', '105']][variant]
  if (codes !== undefined) return header + recyclerDay(day, codes)
  return variant === 3 ? header : `nothing that any machine prints of ${day}\n`
}

/** The journals of one storm, and those who ask for them. */
type Storm = {
  readonly journal: TestJournal
  ask(method: 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer>
  query(text: string): Promise<unknown[]>
}

const openStorm = async (): Promise<Storm> => {
  const journal = await openTestJournal(ATMS, { now: `${TODAY}T12:00:00Z` })
  onTestFinished(() => journal.close())
  const as = await journal.token({ role: 'ADMIN' })
  return {
    journal,
    ask: (method, path, body) =>
      journal.ask(method, `/journal/api/journal${path}`, { as, ...(body === undefined ? {} : { body }) }),
    query: (text) => runAs(journal.database.urls.superuser, [text]),
  }
}

/** One step of the storm, drawn before it begins; its answer's status. */
const drawStep = ({ journal, ask }: Storm, below: (bound: number) => number): (() => Promise<number>) => {
  const kind = below(20)
  const agentAtmId = ATMS[below(ATMS.length)]?.agentAtmId ?? ''
  const day = addDays(FIRST, below(9))
  const id = 1 + below(100)
  const [from, count] = [1 + below(20), 1 + below(20)]
  if (kind < 10) {
    const bytes = sent(day, below(5))
    return async () => (await journal.upload(agentAtmId, day, bytes)).status
  }
  if (kind < 15) return async () => (await ask('POST', `/files/${id}/reparse`)).status
  if (kind < 17) return async () => (await ask('PUT', `/gaps/${from}/request-fetch`)).status
  const ids = Array.from({ length: count }, (_, n) => from + n)
  if (kind < 18) return async () => (await ask('POST', '/gaps/request-fetch', { ids })).status
  const job = kind === 18 ? 'journal.gap-detection' : 'journal.gap-reopen'
  return () => journal.runJob(job).then(() => 200)
}

const settled = ({ query }: Storm) =>
  expect
    .poll(
      () =>
        query(`select (select count(*)::int from journal.outbox)
          + (select count(*)::int from topics.cursor where consumer_group = 'journal.parsers'
            and (waiting or leased_by is not null)) as n`),
      { timeout: 30_000 },
    )
    .toEqual([{ n: 0 }])

/** Statements of what must never be found, whatever has happened before. */
const CONTRADICTIONS = {
  'a file that was forgotten': `select id from journal.journal_file where status = 'RECEIVED'`,
  'a request that was not dealt with once': `select id from topics.message m where topic like 'journal.parse-requests.%'
    and (select count(*) from journal.inbox i where i.message_id = m.id) <> 1 and exists (
      select from journal.journal_file f where f.id = (envelope -> 'data' ->> 'fileId')::bigint
        and f.status = 'RECEIVED')`,
  'a message that could not be handled': `select topic from topics.message where topic like '%.dead-letter'`,
  'two standing files of one day': `select atm_id, journal_date from journal.journal_file
    where status in ('PARSED', 'PARTIAL') and superseded_by is null and transactions > 0 group by 1, 2
    having count(*) > 1`,
  'a day without a standing file, though there are files': `select atm_id, journal_date from journal.journal_file
    where status in ('PARSED', 'PARTIAL') group by 1, 2 having count(*) filter (where superseded_by is null) = 0`,
  'a file superseded by none of its day, by itself, or by one that was not read': `select f.id
    from journal.journal_file f
    left join journal.journal_file s on s.id = f.superseded_by and s.atm_id = f.atm_id
      and s.journal_date = f.journal_date
      and s.id <> f.id and s.status in ('PARSED', 'PARTIAL')
    where f.superseded_by is not null and (s.id is null or f.status not in ('PARSED', 'PARTIAL'))`,
  'transactions of a file that is not standing, or not all of one that is': `select f.id from journal.journal_file f
    left join journal.transaction_all t on t.file_id = f.id group by f.id
    having count(t.id) <> case when f.superseded_by is null then f.transactions else 0 end
      or (f.superseded_by is null and count(*) filter (where t.verdict = 'APPROVED') <> f.successful)`,
  'two transactions in one line': `select file_id, first_line from journal.transaction_all group by 1, 2
    having count(*) > 1`,
  'totals that are not those of the rows': `select coalesce(t.day, r.day) from journal.atm_day_total t full join (
      select started_at::date as day, atm_id, count(*) as transactions,
        count(*) filter (where verdict = 'APPROVED') as successful
      from journal.transaction_all group by 1, 2
    ) r using (day, atm_id)
    where t.transactions is distinct from r.transactions or t.successful is distinct from r.successful`,
  'a gap that is closed without a journal, or not closed with one': `select g.id from journal.gap g
    where (g.status = 'CLOSED') <> exists (select from journal.journal_file f
      where f.atm_id = g.atm_id and f.journal_date = g.gap_date and f.status in ('PARSED', 'PARTIAL'))`,
  'a gap that is closed by nothing or by a file of another day': `select g.id from journal.gap g
    left join journal.journal_file f on f.id = g.closed_by_file_id and f.atm_id = g.atm_id
      and f.journal_date = g.gap_date
    where (g.status = 'CLOSED') <> (f.id is not null and g.closed_at is not null)`,
  'a day that is missing and has no gap': `select a.atm_id, d.day from journal.atm_journal a
    cross join lateral generate_series(a.first_date, date '${TODAY}' - 1, interval '1 day') d(day)
    where a.first_date < 'infinity'
      and not exists (select from journal.gap g where g.atm_id = a.atm_id and g.gap_date = d.day)
      and not exists (select from journal.journal_file f where f.atm_id = a.atm_id and f.journal_date = d.day
        and f.status <> 'FAILED')`,
  'a gap of today, or of before the first journal': `select g.id from journal.gap g join journal.atm_journal a
    using (atm_id)
    where g.gap_date >= date '${TODAY}' or (g.gap_date < a.first_date and g.status <> 'CLOSED')`,
  'a day whose newest message is not of the standing file': `select f.id from journal.journal_file f
      cross join lateral (
      select envelope -> 'data' as data from topics.message
      where topic = 'journal.file-parsed' and (envelope -> 'data' ->> 'atmId')::bigint = f.atm_id
        and envelope -> 'data' ->> 'journalDate' = f.journal_date::text
      order by (envelope -> 'data' ->> 'parseSequence')::bigint desc limit 1
    ) newest
    where f.status in ('PARSED', 'PARTIAL') and f.superseded_by is null and f.transactions > 0
      and ((data ->> 'fileId')::bigint <> f.id or (data ->> 'transactions')::int <> f.transactions)`,
}

it.each([1, 2, 3])(
  'holds together whatever comes at once (storm %i)',
  async (seed) => {
    const storm = await openStorm()
    const below = choicesOf(String(seed)).below
    const statuses = new Set<number>()
    const steps = Array.from({ length: OPERATIONS }, () => drawStep(storm, below))
    const worker = async () => {
      for (let step = steps.shift(); step !== undefined; step = steps.shift()) statuses.add(await step())
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    await settled(storm)
    await storm.journal.runJob('journal.gap-detection')
    expect([...statuses].toSorted((a, b) => a - b)).toEqual(expect.arrayContaining([200, 201, 202]))
    expect([...statuses].filter((status) => ![200, 201, 202, 404, 409].includes(status))).toEqual([])
    for (const [what, statement] of Object.entries(CONTRADICTIONS))
      expect([what, await storm.query(statement)]).toEqual([what, []])
  },
  60_000,
)
