import { beforeEach, describe, expect, it } from 'vitest'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { createStoreTest } from '../../../tests/support/stores.ts'
import { updateFirstDates } from '../gaps/gap-detection.store.ts'
import { preparePartitions } from '../parse/transaction-partitions.job.ts'
import { journalRetentionJob } from './journal-retention.job.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const { run, lines, stores } = createStoreTest()
const HASTE = { wait: async () => {}, random: () => 0, patienceMs: 1_000 }

const runJob = (keptDays: number | null) =>
  journalRetentionJob(stores(), keptDays, HASTE).run({ now: NOW, log: recordingLog().log, progress: () => {} })

const months = () =>
  lines(`select relname from pg_class where relkind = 'r' and relname like 'transaction_20%' order by 1`)

/** A file of a day with its text, one transaction, its total and a gap of the day before. */
const insertDay = async (n: number, day: string, { sha256 = `s${n}`, status = 'PARSED' } = {}) => {
  await run(
    `select journal.make_partitions('${day}', '${day}', '2026-11-20', 90)`,
    `insert into journal.content (institution_key, sha256, size_bytes) values ('ACME', '${sha256}', 1)
       on conflict do nothing`,
    `insert into journal.content_chunk (content_id, number, institution_key, codec, encoding, first_line, text_from,
         data)
       select id, 0, 'ACME', 'zstd', 'utf-8', 1, 0, '' from journal.content where sha256 = '${sha256}'
       on conflict do nothing`,
    `insert into journal.journal_file (institution_key, atm_id, agent_atm_id, journal_date, sha256, size_bytes, status,
         received_at, content_id)
       select 'ACME', ${n}, 'A${n}', '${day}', '${sha256}', 1, '${status}', '${day}', id
       from journal.content where sha256 = '${sha256}'`,
    `insert into journal.transaction_${day < '2026-08' ? 'cold' : 'hot'} (file_id, institution_key, atm_id,
         agent_atm_id, started_at, kind, cash_outcome, completeness, first_line, last_line)
       select id, 'ACME', ${n}, 'A${n}', '${day} 12:00', 'WITHDRAWAL', 'NONE', 'COMPLETE', 1, 2
       from journal.journal_file where atm_id = ${n} and journal_date = '${day}'`,
    `insert into journal.atm_day_total (day, atm_id, institution_key, agent_atm_id, transactions, successful, failed)
       values ('${day}', ${n}, 'ACME', 'A${n}', 1, 1, 0)`,
    `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, detected_at)
       values ('ACME', ${n}, 'A${n}', date '${day}' - 1, '${day}')`,
  )
}

const count = async () =>
  lines(`select (select count(*) from journal.journal_file) as files,
    (select count(*) from journal.content_chunk) as chunks, (select count(*) from journal.transaction_all) as found,
    (select count(*) from journal.atm_day_total) as totals, (select count(*) from journal.gap) as gaps,
    (select count(distinct day) from journal.day_change) as days`)

describe('the retention of journals', () => {
  beforeEach(async () => {
    await run('truncate journal.journal_file, journal.content, journal.content_chunk')
    await run('truncate journal.transaction_hot, journal.transaction_cold')
    await run('truncate journal.atm_day_total, journal.gap, journal.day_change, journal.atm_journal')
    await preparePartitions(stores(), NOW, 90)
  })

  it('deletes whole months with all that belongs to them, and nothing later', async () => {
    await insertDay(1, '2026-03-10')
    await insertDay(2, '2026-03-31', { status: 'FAILED' })
    // A text that a kept file has as well.
    await insertDay(3, '2026-03-11', { sha256: 'shared' })
    await insertDay(4, '2026-05-11', { sha256: 'shared' })
    await insertDay(5, '2026-11-10')
    expect(await count()).toEqual(['5 4 5 5 5 5'])
    expect(await runJob(null)).toBe('journals are not deleted by age')
    // 190 days before the run is 14 May: what is of April and before goes.
    expect(await runJob(190)).toBe('3 files, 3 gaps and 3 totals deleted, 1 months of transactions dropped')
    expect(await count()).toEqual(['2 2 2 2 2 5'])
    expect(await months()).not.toContain('transaction_2026_03')
    expect(await runJob(190)).toBe('0 files, 0 gaps and 0 totals deleted, 0 months of transactions dropped')
    expect(await count()).toEqual(['2 2 2 2 2 2'])
    expect(await months()).toEqual(expect.arrayContaining(['transaction_2026_05', 'transaction_2026_11']))
  })

  it('leaves what is missing after it, also of an ATM that has sent nothing since', async () => {
    await insertDay(1, '2026-03-10')
    await insertDay(1, '2026-06-20')
    await insertDay(2, '2026-03-10')
    await insertDay(3, '2026-03-10', { status: 'FAILED' })
    await run(`insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, detected_at)
      select 'ACME', a, 'A' || a, d, now() from unnest(array[1, 2, 3]) a, unnest('{2026-05-03, 2026-06-05}'::date[]) d`)
    const findFirst = async () => {
      await stores().asPlatform(updateFirstDates)
      return lines('select atm_id, first_date::text from journal.atm_journal order by 1')
    }
    await run(`insert into journal.atm_journal (atm_id, agent_atm_id, institution_key, first_date)
      select a, 'A' || a, 'ACME', '2026-03-10' from unnest(array[1, 2, 3]) a`)
    // An unreadable file is no journal.
    expect(await findFirst()).toEqual(['1 2026-03-10', '2 2026-03-10', '3 infinity'])
    await runJob(190)
    expect(await findFirst()).toEqual(['1 2026-05-01', '2 2026-05-01', '3 infinity'])
    const gaps = await lines(`select atm_id, gap_date::text from journal.gap order by 1, 2`)
    expect(gaps).toEqual(['1 2026-05-03', '1 2026-06-05', '1 2026-06-19', '2 2026-05-03', '2 2026-06-05'])
    await runJob(165)
    expect(await findFirst()).toEqual(['1 2026-06-01', '2 2026-06-01', '3 infinity'])
  })

  it('leaves a month that is read for long to the next run', async () => {
    await insertDay(6, '2025-01-10')
    const reading = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const reader = stores().asPlatform(async (tx) => {
      await tx.execute('select 1 from journal.transaction_cold')
      begun.resolve()
      await reading.promise
    })
    await begun.promise
    expect(await runJob(190)).toMatch(/ 0 months of transactions dropped; the rest is left to the next run$/)
    reading.resolve()
    await reader
    expect(await runJob(190)).toMatch(/ [12] months of transactions dropped$/)
    expect(await months()).not.toContain('transaction_2025_01')
  })
})
