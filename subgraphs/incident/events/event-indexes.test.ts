import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, openConnection } from '../../../db/client.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { COUNTABLE_TYPE_IDS, VISIT_TYPE_IDS } from '../model/built-in-event-types.rules.ts'
import { EVENT_SORTING } from './events.store.ts'

let database: TestDatabase
let connection: Connection

beforeAll(async () => {
  database = await cloneDatabase()
  connection = await openConnection({ url: database.urls.superuser, name: 'tests' })
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

/** The numbers of types in the condition of a partial index. */
const typesOf = async (index: string): Promise<number[]> => {
  const [row] = await connection.sql.unsafe<{ condition: string }[]>(`
    select substring(pg_get_expr(indpred, indrelid) from 'type_id = ANY \\(ARRAY\\[(.*?)\\]') as condition
    from pg_index where indexrelid = 'incident.${index}'::regclass`)
  return (row?.condition ?? '').split(',').map(Number)
}

describe('a partial index on events', () => {
  it('holds the types that can count towards a threshold', async () => {
    expect(await typesOf('event_countable')).toEqual(COUNTABLE_TYPE_IDS)
  })

  it('holds the types of supervisor visits', async () => {
    expect(await typesOf('event_visit')).toEqual(VISIT_TYPE_IDS)
  })
})

describe('the head of an ATM’s events', () => {
  it('is read from the index in its order, without sorting', async () => {
    const plan = await connection.sql.begin(async (tx) => {
      await tx`create table incident.event_of_a_year partition of incident.event
        for values from ('2001-01-01') to ('2002-01-01')`
      // Of a table without rows the planner would rather read all.
      await tx`set local enable_seqscan to off`
      await tx`set local enable_bitmapscan to off`
      const { eventTime } = EVENT_SORTING.sortable
      return tx.unsafe<Record<string, string>[]>(`explain select e.id, e.received_at from incident.event e
        where e.atm_id = 7 order by e.${eventTime} desc, e.id desc limit 20`)
    })
    const lines = plan.flatMap((row) => Object.values(row))
    expect(lines.filter((line) => line.includes('Index Only Scan Backward'))).not.toEqual([])
    expect(lines.filter((line) => line.includes('Sort'))).toEqual([])
  })
})
