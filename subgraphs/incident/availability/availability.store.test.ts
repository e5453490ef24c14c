import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ACME, createStoreTest } from '../../../tests/support/stores.ts'
import { findTotal } from './availability.store.ts'

const { run, read } = createStoreTest()

it('plans the time of few ATMs once for all values, and what follows in its transaction by its values', async () => {
  await run(`insert into incident.availability_instant (at)
    select '2026-11-01T00:00:00Z'::timestamptz + n * interval '6 hours' from generate_series(0, 8) n`)
  const period = { from: new Date('2026-11-01T06:00:00Z'), to: new Date('2026-11-02T06:00:00Z') }
  const plans = await read(ACME, async (tx) => {
    await findTotal(tx, { ...ACME, atmIds: [1], connectedWithinMs: 300_000 }, period)
    const [mode] = await tx.execute(sql`select current_setting('plan_cache_mode') as mode`)
    const [counts] = await tx.execute(sql`
      select sum(generic_plans)::int as generic, sum(custom_plans)::int as custom from pg_prepared_statements
      where statement like '%silent_before%' and statement not like '%pg_prepared_statements%'`)
    return { ...mode, ...counts }
  })
  expect(plans).toEqual({ generic: 1, custom: 0, mode: 'force_custom_plan' })
})

it('expects as many sums at an instant that the statistics do not know as at any other', async () => {
  const insertSums = (firstDay: number, lastDay: number) => `
    insert into incident.availability_sum (at, atm_id, institution_key, since, state, in_service, in_supervisor,
      out_of_service, unreachable, unknown, maintenance, interrupted)
    select '2026-10-01'::timestamptz + d * interval '1 day', a, 'ACME', '2026-10-01', 'IN_SERVICE', 0, 0, 0, 0, 0, 0,
      false
    from generate_series(${firstDay}, ${lastDay}) d cross join generate_series(1, 200) a`
  await run(insertSums(0, 29), 'analyze incident.availability_sum', insertSums(30, 30))
  const [plan] = await run(`explain (format json) select from incident.availability_sum where at = '2026-10-31'`)
  const rows = Number(/"Plan Rows": ?(\d+)/.exec(JSON.stringify(plan))?.[1])
  expect(rows).toBeGreaterThan(100)
  expect(rows).toBeLessThan(400)
})
