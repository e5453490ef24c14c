import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { retentionEnvironment } from '../subgraphs/kit/config/retention.ts'
import { createStoreTest } from './support/stores.ts'

const { lines } = createStoreTest()
const page = readFileSync(join(import.meta.dirname, '../docs/retention.md'), 'utf8')

/** The cells of each row of the tables of the page, the headings left out. */
const rows = page
  .split('\n')
  .filter((line) => /^\| (?!Kind \|)/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const namesIn = (cell = '') => Array.from(cell.matchAll(/`([a-z]+\.[a-z_*]+)`/g), ([, name]) => name ?? '')

describe('the page about retention', () => {
  it('has each table of the database once: what bounds a new one must be said there', async () => {
    const tables = await lines(`
      select case n.nspname when 'pgboss' then 'pgboss.*' else n.nspname || '.' || c.relname end as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname not in ('pg_catalog', 'information_schema')
      group by 1 order by 1`)
    expect(tables.length).toBeGreaterThan(80)
    expect(rows.flatMap(([, cell]) => namesIn(cell)).sort()).toEqual(tables.sort())
  })

  it('names each variable with its least value and its default', () => {
    for (const [name, schema] of Object.entries(retentionEnvironment)) {
      const row = rows.find((cells) => cells[3]?.startsWith(`\`${name}\` (`))
      expect([name, row?.[2]?.replace(' months', '')]).toEqual([name, String(schema.parse(undefined) ?? 'none')])
      const least = Number(/\((\d+) or more\)/.exec(row?.[3] ?? '')?.[1])
      expect(schema.safeParse(least).success).toBe(true)
      expect(schema.safeParse(least - 1).success).toBe(false)
    }
  })

  it('names no other variable', () => {
    const named = Array.from(page.matchAll(/`([A-Z_]+_RETENTION_[A-Z]+)`/g), ([, name]) => name)
    expect([...new Set(named)].sort()).toEqual(Object.keys(retentionEnvironment).sort())
  })
})
