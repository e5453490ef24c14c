import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { runAs } from '../support/sql.ts'
import { createStoreTest } from '../support/stores.ts'

/** Everything about tables and functions of a schema that a template decides, with `{schema}` for its name. */
const DESCRIBE = (schema: string, tables: readonly string[], functions: readonly string[]) => `
  select replace(json_agg(d order by d::text)::text, '${schema}.', '{schema}.') as described from (
    select json_build_object('table', c.relname, 'persistence', c.relpersistence, 'options', c.reloptions,
      'secured', c.relrowsecurity, 'forced', c.relforcerowsecurity,
      'granted', (select json_agg(a::text order by a::text) from unnest(c.relacl) a),
      'columns', (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
          a.attidentity, pg_get_expr(f.adbin, f.adrelid)) order by a.attnum)
        from pg_attribute a left join pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
      'constraints', (select json_agg(pg_get_constraintdef(k.oid) order by k.conname)
        from pg_constraint k where k.conrelid = c.oid),
      'indexes', (select json_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text)
        from pg_index i where i.indrelid = c.oid),
      'policies', (select json_agg(json_build_array(p.policyname, p.permissive, p.roles, p.cmd, p.qual, p.with_check)
          order by p.policyname)
        from pg_policies p where p.schemaname = '${schema}' and p.tablename = c.relname)) as d
    from pg_class c where c.relnamespace = '${schema}'::regnamespace and c.relname = any ('{${tables.join()}}')
    union all
    select json_build_object('function', p.proname, 'definition', pg_get_functiondef(p.oid))
    from pg_proc p where p.pronamespace = '${schema}'::regnamespace and p.proname = any ('{${functions.join()}}')) t`

const TEMPLATES = [
  { file: 'change-feed.sql', tables: ['live_epoch', 'live_change'], functions: ['record_change'] },
  { file: 'dead-letters.sql', tables: ['dead_letter'], functions: [] },
  // Older services have outboxes of their own.
  { file: 'outbox.sql', tables: ['outbox'], functions: [], only: ['claims', 'fleet'] },
] as const

/** How the schemas begin that the templates are applied to. */
const COPY = 'template_of_'

const test = createStoreTest()

describe.each(TEMPLATES)('db/templates/$file', ({ file, tables, functions, ...template }) => {
  const ofTemplate = `${COPY}${tables[0]}`

  const describeSchema = async (schema: string): Promise<unknown> => {
    const [row] = await runAs(test.urls().owner, [DESCRIBE(schema, tables, functions)])
    return JSON.parse(String(row?.described))
  }

  beforeAll(async () => {
    const template = readFileSync(new URL(`../../db/templates/${file}`, import.meta.url), 'utf8')
    await runAs(test.urls().owner, [`create schema ${ofTemplate}`, template.replaceAll('{schema}', ofTemplate)])
  })

  it('is what every service has that has a copy of it', async () => {
    const only = 'only' in template ? `and nspname = any ('{${template.only.join()}}')` : ''
    const copies = await runAs(test.urls().owner, [
      `select nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where relname = '${tables[0]}' and nspname <> '${ofTemplate}' ${only} order by 1`,
    ])
    expect(copies.length).toBeGreaterThan(1)
    const described = await describeSchema(ofTemplate)
    expect(described).toHaveLength(tables.length + functions.length)
    for (const { nspname } of copies) expect(await describeSchema(String(nspname)), String(nspname)).toEqual(described)
  })
})

it('No function but record_change, and those of rollouts, writes a change feed', async () => {
  const writers = await test.run(`select format('%s.%s', pronamespace::regnamespace, proname) as name
    from pg_proc where prosrc like '%live_change%' and not starts_with(pronamespace::regnamespace::text, '${COPY}')
    order by 1`)
  expect(writers.map(({ name }) => name)).toEqual([
    'analytics.record_change',
    // Of rollouts only what is shown is a change, and their tasks are of no row of theirs.
    'fleet.add_rollout_totals',
    'fleet.record_change',
    'fleet.record_rollouts',
    'incident.record_change',
    'journal.record_change',
  ])
})

it('A trigger that names another column than id and atm_id is refused', async () => {
  await expect(
    runAs(test.urls().owner, [
      'create table journal.misnamed (id bigint)',
      `create trigger record_insert after insert on journal.misnamed referencing new table as changed
        for each statement execute function journal.record_change('records', 'record_id')`,
      'insert into journal.misnamed values (1)',
    ]),
  ).rejects.toThrow('trigger record_insert names the column record_id: give id or atm_id')
})
