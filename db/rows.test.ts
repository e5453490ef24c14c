import { sql } from 'drizzle-orm'
import { bigint, boolean, doublePrecision, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../tests/support/database.ts'
import { createRowReader } from './rows.ts'
import { openStores, type Stores } from './tenancy.ts'

/** One column of each type that the stores have. */
const sample = pgTable('sample', {
  id: bigint({ mode: 'number' }).notNull(),
  someText: text('some_text'),
  count: integer(),
  place: doublePrecision(),
  isTrue: boolean('is_true'),
  key: uuid(),
  parts: jsonb(),
  at: timestamp({ withTimezone: true, mode: 'date' }),
  changes: bigint({ mode: 'number' }).array(),
})

let db: TestDatabase
let stores: Stores

beforeAll(async () => {
  db = await cloneDatabase()
  stores = await openStores(db.urls, { name: 'rows' })
})

afterAll(async () => {
  await stores.close()
  await db.drop()
})

test.each([
  '2026-11-21 10:00:00+00',
  '2026-02-28 23:59:59.999+00',
  '2026-11-21 10:00:00.5+00',
  '2026-11-21 10:00:00.070009+00',
  '2026-11-21 10:00:00.999999+00',
  '1969-12-31 23:59:59.001+00',
  '0099-01-01 00:00:00+00',
  '12026-01-01 00:00:00+00',
])('rows are those of Drizzle, with an instant such as %s', async (at) => {
  const row = sql`'7'::bigint as id, 'a "text"' as some_text, 3 as count, 1.5::float8 as place, true as is_true,
    'c0ffee00-0000-4000-8000-000000000000'::uuid as key, '{"a": [1, null]}'::jsonb as parts, ${at}::timestamptz as at,
    '{1,-2}'::bigint[] as changes`
  const nothing = sql`8, null, null, null, null, null, null, null, null`
  const [read, selected] = await stores.asPlatform(async (tx) => {
    await tx.execute(sql`create temporary table sample on commit drop as select ${row} union all select ${nothing}`)
    return [await createRowReader(sample)(tx, sql`order by id`), await tx.select().from(sample).orderBy(sample.id)]
  })
  expect(read).toEqual(selected)
  expect(read).toHaveLength(2)
})
