import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, openConnection } from '../../../db/client.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { COUNTABLE_TYPE_IDS, VISIT_TYPE_IDS } from '../model/built-in-event-types.rules.ts'

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
