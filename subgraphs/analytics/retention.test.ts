import { expect, it } from 'vitest'
import { recordingLog } from '../../tests/support/hosted-service.ts'
import { createStoreTest } from '../../tests/support/stores.ts'
import { retentionJob } from './retention.job.ts'

const { lines, run, stores } = createStoreTest()

const runJob = (keptDays: number | null) =>
  retentionJob(stores(), keptDays).run({
    ...{ now: new Date('2026-11-20T12:00:00Z'), log: recordingLog().log, progress: () => {} },
  })
const ids = (table: string, id: string) => lines(`select ${id} from analytics.${table} order by 1`)

it('days before the limit go with all that is counted of them, and nothing without a limit', async () => {
  // 120 days before the run is 23 July.
  const [old, kept] = ['2026-07-22', '2026-07-23']
  await run(
    `insert into analytics.snapshot (institution_key, day, taken_at, files_parsed, transactions, successful, failed,
       incidents_created, incidents_resolved, open_incidents)
     select 'ACME', d::date, d::timestamptz, 0, 0, 0, 0, 0, 0, 0 from unnest('{${old},${kept},2026-07-01}'::text[]) d`,
    `insert into analytics.insight (category, severity, title, body, snapshot_id, published_at)
     values ('TREND', 'INFO', 'old', 'b', 1, '${old}'), ('TREND', 'INFO', 'new', 'b', 3, '${kept}')`,
    `insert into analytics.journal_day (atm_id, day, institution_key, parse_sequence, transactions, successful, failed,
       known_since) values (1, '${old}', 'ACME', 1, 1, 1, 0, now()), (2, '${kept}', 'ACME', 2, 1, 1, 0, now())`,
    `insert into analytics.incident (incident_id, atm_id, version, is_open, created_on, resolved_on, known_since)
     values (1, 1, 2, false, '${old}', '${old}', now()), (2, 1, 2, false, '${old}', '${kept}', now()),
       (3, 1, 1, true, '${old}', null, now())`,
    `insert into analytics.day_counter (day, institution_key, files_parsed, transactions, successful, failed,
       incidents_created, incidents_resolved)
     values ('${old}', 'ACME', 1, 1, 1, 0, 0, 0), ('${kept}', 'ACME', 1, 1, 1, 0, 0, 0)`,
  )
  expect(await runJob(null)).toBe('0 messages and 0 snapshots deleted')
  expect(await ids('snapshot', 'id')).toHaveLength(3)
  expect(await runJob(120)).toBe('0 messages and 0 snapshots deleted, 7 rows of days before 2026-07-23')
  expect(await ids('journal_day', 'atm_id')).toEqual(['2'])
  expect(await ids('incident', 'incident_id')).toEqual(['2', '3'])
  expect(await lines('select day::text from analytics.day_counter')).toEqual([kept])
  expect(await ids('insight', 'title')).toEqual(['new'])
  // The third one is linked to by an insight that is kept.
  expect(await ids('snapshot', 'id')).toEqual(['2', '3'])
})
