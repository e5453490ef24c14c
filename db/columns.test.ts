import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createStoreTest } from '../tests/support/stores.ts'
import { openConnection } from './client.ts'
import { createSentColumns } from './columns.ts'

type Row = {
  readonly id: number
  readonly name: string | null
  readonly data: string | null
  readonly at: number
  readonly used: readonly number[] | null
}

const columns = createSentColumns<Row>({
  id: ['bigint', ({ id }) => id],
  name: ['text', ({ name }) => name],
  data: ['jsonb', ({ data }) => data],
  at: ['timestamptz', ({ at }) => at],
  used: ['int[]', ({ used }) => used],
  place: ['int', (_, n) => n],
})
const plain = createSentColumns<Row>({ id: ['bigint', ({ id }) => id], name: ['text', ({ name }) => name] })

const at = Date.parse('2026-11-21T10:00:00.123Z')
const rows: readonly Row[] = [
  { id: 9_007_199_254_740_991, name: 'a "b", {c}\\', data: '{"d": ["e"]}', at, used: [1, 2, 3] },
  { id: 2, name: null, data: null, at, used: null },
  { id: 3, name: 'NULL', data: 'null', at, used: [] },
]
const asRead = [
  { id: '9007199254740991', name: 'a "b", {c}\\', data: '{"d": ["e"]}', at, used: '{1,2,3}', place: 0 },
  { id: '2', name: null, data: null, at, used: null, place: 1 },
  { id: '3', name: 'NULL', data: 'null', at, used: '{}', place: 2 },
]
const READ = `select id::text, name, data::text, (extract(epoch from v.at) * 1000)::float8 as at,
  used::text, place from`

const test = createStoreTest()

it('Rows are a relation whose parameters are those of the columns, in their order', async () => {
  const connection = await openConnection({ url: test.urls().superuser, name: 'tests' })
  try {
    const read = `${READ} ${columns.from} where id <= ${columns.parameter(1)}::bigint order by place`
    const limit = Number.MAX_SAFE_INTEGER
    expect([...(await connection.sql.unsafe(read, [...columns.values(rows), limit]))]).toEqual(asRead)
    expect([...(await connection.sql.unsafe(read, [...columns.values([]), limit]))]).toEqual([])
    const ofPlain = `select id::int, name from ${plain.from} where id < ${plain.parameter(1)}::bigint`
    expect([...(await connection.sql.unsafe(ofPlain, [...plain.values(rows), 3]))]).toEqual([{ id: 2, name: null }])
  } finally {
    await connection.close()
  }
})

it('Rows are the same relation in a statement of Drizzle', async () => {
  const [read, none, ofPlain] = await test.write((tx) =>
    Promise.all([
      tx.execute(sql`${sql.raw(READ)} ${columns.of(rows)} order by place`),
      tx.execute(sql`${sql.raw(READ)} ${columns.of([])}`),
      tx.execute(sql`select v.name from ${plain.of(rows)} where v.id = 3`),
    ]),
  )
  expect([[...read], [...none], [...ofPlain]]).toEqual([asRead, [], [{ name: 'NULL' }]])
})

it('Lists of columns leave out those that are named, and refuse to leave out an unknown one', () => {
  expect(columns.names()).toBe('id, name, data, at, used, place')
  expect(columns.names('place', 'id')).toBe('name, data, at, used')
  expect(plain.assignments('id')).toBe('name = v.name')
  expect(plain.each((name) => `max(${name})`)).toBe('max(id), max(name)')
  expect(() => plain.assignments('idd')).toThrow('There is no column idd among id, name.')
})
