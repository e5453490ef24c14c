import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { gapDetectionJob } from '../../../subgraphs/journal/gaps/gap-detection.job.ts'
import { missingGaps } from '../../../subgraphs/journal/gaps/gap-detection.store.ts'
import { addDays } from '../../../subgraphs/kit/common/dates.ts'
import { createLog } from '../../../subgraphs/kit/observability/log.ts'
import { withClient } from '../common/client.ts'
import { countText, msText, percentile, tableOf } from '../common/figures.ts'
import { openDatabase } from '../common/platform.ts'
import type { JournalPart } from './journals.ts'

const ATMS = 100_000
const DAYS = 90
const LAST = '2026-05-31'
const NOW = new Date('2026-06-01T06:00:00Z')
const FIRST = addDays(LAST, 1 - DAYS)
/** One day in so many has no file. */
const MISSING_EVERY = 50
const PROBE_EVERY_MS = 20

/** Not waiting for the disk is for the filling only. */
const FILLING = '-c synchronous_commit=off -c maintenance_work_mem=512MB'
/** Indexes that detection does not read take longer to fill than all the rest; the database is thrown away. */
const SPARED = ['by_institution', 'by_receipt', 'by_agent', 'queue'].map(
  (name) => `drop index if exists journal.journal_file_${name}`,
)

const FILL = [
  'truncate journal.journal_file, journal.gap, journal.atm_journal cascade',
  ...SPARED,
  `insert into journal.atm_journal (atm_id, agent_atm_id, institution_key, first_date)
   select a, 'A-' || a, 'I-' || a % 200, date '${FIRST}' from generate_series(1, ${ATMS}) a`,
  `insert into journal.journal_file (institution_key, atm_id, agent_atm_id, journal_date, sha256, size_bytes, status,
   received_at, parsed_at)
   select 'I-' || a % 200, a, 'A-' || a, date '${FIRST}' + d, md5(a || ' ' || d), 1, 'PARSED', now(), now()
   from generate_series(1, ${ATMS}) a cross join generate_series(0, ${DAYS - 1}) d
   where d = 0 or (a * 7 + d * 13) % ${MISSING_EVERY} <> 0`,
  'vacuum analyze journal.journal_file, journal.atm_journal, journal.gap',
]

/**
 * What a parse writes of gaps and first days, again and again, each time for another ATM; how long each takes, in ms.
 */
const probe = async (url: string, isOver: () => boolean): Promise<number[]> => {
  const took: number[] = []
  await withClient(url, FILLING, async (client) => {
    for (let atmId = 1; !isOver(); atmId = 1 + ((atmId + 7_919) % ATMS)) {
      const startedMs = performance.now()
      await client.query('begin')
      await client.query('update journal.atm_journal set first_date = least(first_date, $2) where atm_id = $1', [
        atmId,
        LAST,
      ])
      await client.query(
        `update journal.gap set closed_at = null where atm_id = $1 and gap_date = $2 and status <> 'CLOSED'`,
        [atmId, LAST],
      )
      await client.query('commit')
      took.push(performance.now() - startedMs)
      await pause(PROBE_EVERY_MS)
    }
  })
  return took
}

/** The job over the database, and the waits of parses meanwhile. */
const measure = async (stores: Stores, platformUrl: string) => {
  async function* listAtms() {}
  const job = gapDetectionJob({ stores, listAtms, platformTimeZone: 'UTC' })
  let over = false
  const waits = probe(platformUrl, () => over)
  const startedMs = performance.now()
  const log = createLog({ level: 'warn', name: 'bench' })
  const outcome = await job.run({ now: NOW, log, progress: () => {} })
  const seconds = (performance.now() - startedMs) / 1000
  over = true
  return { outcome, seconds, waits: await waits }
}

/** The upper nodes of the plan of one day. */
const planText = (stores: Stores): Promise<readonly string[]> =>
  stores.asPlatform(async (tx) => {
    const statement = missingGaps({ from: LAST, to: LAST }, [{ timeZone: null, day: LAST }], NOW)
    const rows = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${statement}`)
    return rows.map((row) => row['QUERY PLAN']).filter((line) => /->|Scan|Insert/.test(line))
  })

/**
 * Gap detection over 100,000 ATMs and 90 days: the first run, which finds what is missing, and one that finds
 * nothing.
 */
export const benchGaps: JournalPart = async (life, settings) => {
  const { urls } = await openDatabase(life, settings.dataDir)
  const filledMs = performance.now()
  await withClient(urls.superuser, FILLING, async (client) => {
    for (const statement of FILL) await client.query(statement)
  })
  settings.print(`Filled ${countText(ATMS * DAYS)} pairs in ${((performance.now() - filledMs) / 1000).toFixed(0)} s`)
  const stores = await openStores(urls, { name: 'bench', max: 2 })
  try {
    const table = [['run', 'outcome', 'seconds', 'parse p50 ms', 'p99', 'worst']]
    for (const name of ['first', 'second']) {
      const { outcome, seconds, waits } = await measure(stores, urls.superuser)
      const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => msText(percentile(waits, share)))
      table.push([name, outcome, seconds.toFixed(1), p50 ?? '', p99 ?? '', worst ?? ''])
    }
    settings.print(tableOf(table))
    for (const line of await planText(stores)) settings.print(`  ${line}`)
  } finally {
    await stores.close()
  }
}
