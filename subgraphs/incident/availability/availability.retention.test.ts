import { expect, it } from 'vitest'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { createStoreTest } from '../../../tests/support/stores.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import { availabilityJob } from './availability.job.ts'

const { stores, run, lines } = createStoreTest()
const NOW = new Date('2026-11-20T00:00:00Z')
const DAYS = 200

/** What a table is too old for, in how many transactions it was deleted, and the most rows of one of them. */
const deletions = () =>
  lines(`select name, sum(rows), count(distinct tx), max(rows) from (
    select name, tx, sum(rows)::int as rows from public.deletion group by name, tx) t group by name order by name`)

/** Runs the job so many hours after `NOW`. */
const runAt = async (hours: number, lastDoneAt: Date | null = null) => {
  const job = availabilityJob({
    ...{ stores: stores(), platformTimeZone: 'UTC', connectedWithinMs: 900_000, keptDays: 70 },
    ...{ startedAt: NOW, lastHeardAt: null, mirrorStates: () => {} },
  })
  const now = new Date(NOW.getTime() + hours * 3_600_000 + 15 * 60_000)
  await job.run({ now, lastDoneAt, log: recordingLog().log, progress: () => {} })
}

it('deletes an instant of sums, or a portion of what they are made from, in a transaction, by a trusted clock', async () => {
  await run(
    'create table public.deletion (name text, tx bigint, rows int)',
    `create function public.note_deletion() returns trigger language plpgsql security definer as $$ begin
      insert into public.deletion select tg_table_name, txid_current(), count(*) from gone having count(*) > 0;
      return null; end $$`,
    ...['availability_sum', 'atm_silence', 'former_assignment'].map(
      (name) => `create trigger note_deletion after delete on incident.${name} referencing old table as gone
        for each statement execute function public.note_deletion()`,
    ),
    `insert into incident.availability_instant (at)
      select '${NOW.toISOString()}'::timestamptz - n * interval '1 day' from generate_series(0, ${DAYS}) n`,
    `insert into incident.availability_sum (at, atm_id, institution_key, since, state, in_service, in_supervisor,
        out_of_service, unreachable, unknown, maintenance)
      select at, a, 'ACME', at, 'IN_SERVICE', 0, 0, 0, 0, 0, 0
      from incident.availability_instant, generate_series(1, 3) a`,
    `insert into incident.atm_silence (atm_id, lost_at, heard_at, institution_key)
      select n, '2026-05-10', '2026-05-11', 'ACME' from generate_series(1, 12000) n`,
    `insert into incident.former_assignment (atm_id, from_at, to_at, institution_key, state, agent_atm_id)
      select 1, '2026-05-10', at, 'BETA', 'UNKNOWN', 'A-1' from unnest('{2026-05-11, 2026-11-10}'::timestamptz[]) at`,
  )
  const deletionsAfter = async (hours: number) => {
    await runAt(hours)
    await run('delete from public.deletion where rows = 0')
    return deletions()
  }
  // What they are made from stays until all of the sums are deleted.
  expect(await deletionsAfter(1)).toEqual(['availability_sum 150 50 3'])
  await runAt(2)
  expect(await deletionsAfter(3)).toEqual([
    'atm_silence 12000 3 5000',
    'availability_sum 393 131 3',
    'former_assignment 1 1 1',
  ])
  const [oldest] = await lines(`select min(at) >= '${new Date(NOW.getTime() - 70 * DAY_MS).toISOString()}' from
    incident.availability_instant`)
  expect(oldest).toBe('true')
  // By the clock of the last run where the present one is far ahead of it.
  const oldestDays = async () =>
    lines(
      `select round(date_part('epoch', '${NOW.toISOString()}' - min(at)) / 86400) from incident.availability_instant`,
    )
  expect(await oldestDays()).toEqual(['69'])
  await runAt(60 * 24, NOW)
  expect(await oldestDays()).toEqual(['68'])
})
