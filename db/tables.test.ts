import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../tests/support/database.ts'
import { type Connection, openConnection } from './client.ts'

const services = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const modules = services.flatMap(({ name }) =>
  readdirSync(join(import.meta.dirname, name))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${name}/${file}`),
)

/** Every table that a file of a service declares, with the name of its export. */
const declared = (
  await Promise.all(
    modules.map(async (file) => {
      const exports: Record<string, unknown> = await import(/* @vite-ignore */ join(import.meta.dirname, file))
      return Object.entries(exports).flatMap(([name, value]) =>
        is(value, PgTable) ? [{ file, name, table: getTableConfig(value) }] : [],
      )
    }),
  )
).flat()

type Column = {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly nullable: boolean | null
}

/** A type as information_schema writes it. */
const typeOf = (type: string): string =>
  type.endsWith('[]') ? 'ARRAY' : type === 'timestamp' ? 'timestamp without time zone' : type

describe('the declared tables', () => {
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

  it('have the columns of the migrated database, with their types and nullability', async () => {
    const columns = await connection.sql.unsafe<Column[]>(`
      select table_schema || '.' || table_name as table, column_name as column, data_type as type,
        case when v.table_name is null then is_nullable = 'YES' end as nullable
      from information_schema.columns left join information_schema.views v using (table_schema, table_name)`)
    const views = new Set(columns.filter(({ nullable }) => nullable === null).map(({ table }) => table))
    const inCode = declared.flatMap(({ table: { schema, name, columns: ofTable } }) =>
      ofTable.map((column) => ({
        table: `${schema}.${name}`,
        column: column.name,
        type: typeOf(column.getSQLType()),
        // Of the columns of a view nothing shows whether they may be null.
        nullable: views.has(`${schema}.${name}`) ? null : !column.notNull,
      })),
    )
    const keyOf = ({ table, column }: Column) => `${table}.${column}`
    const found = new Map(columns.map((column) => [keyOf(column), column]))
    expect(declared.length).toBeGreaterThan(10)
    expect(inCode.map((column) => found.get(keyOf(column)))).toEqual(inCode)
  })

  it('are each used by a store', () => {
    const folder = join(import.meta.dirname, '..', 'subgraphs')
    const stores = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.store.ts') && !file.includes('node_modules'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
    const isUsed = (name: string, file: string) =>
      stores.some((text) =>
        [...text.matchAll(/import \{([^}]*)\} from '[^']*\/db\/([^']*)'/g)].some(
          ([, names = '', path]) => path === file && names.split(',').some((one) => one.trim().split(' ')[0] === name),
        ),
      )
    expect(declared.filter(({ name, file }) => !isUsed(name, file)).map(({ name }) => name)).toEqual([])
  })
})
