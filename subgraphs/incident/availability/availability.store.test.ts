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
