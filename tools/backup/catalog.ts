import type pg from 'pg'

/** A table whose rows are saved; partitions are part of the table that they are of. */
export type Table = {
  readonly schema: string
  readonly name: string
  /** Those that are not generated, in their order. */
  readonly columns: readonly string[]
}

/** A partition, as it is made anew. */
export type Partition = {
  readonly schema: string
  readonly name: string
  readonly parent: string
  /** `FOR VALUES FROM … TO …`. */
  readonly bound: string
  /** Storage parameters, such as `fillfactor=50`. */
  readonly options: readonly string[]
  readonly secured: boolean
  readonly forced: boolean
  /** What it has beside the constraints of its table, such as the bounds by which it is attached without a scan. */
  readonly checks: readonly { readonly name: string; readonly definition: string }[]
}

/** Where a sequence is; `called` is false while `value` was never drawn. */
export type Sequence = {
  readonly schema: string
  readonly name: string
  readonly value: string
  readonly called: boolean
}

/** Rows that mean nothing: what health writes to find out whether the store takes writes. */
const NO_DATA = ['incident.write_probe']

const rowsOf = async <T extends pg.QueryResultRow>(
  client: pg.Client,
  statement: string,
  values: readonly unknown[],
): Promise<T[]> => (await client.query<T>(statement, [...values])).rows

/**
 * The tables of schemas with rows to be saved, each after those that it refers to. Unlogged ones are left out: they
 * hold what processes remember for themselves, and a crash empties them too.
 */
export const listTables = async (client: pg.Client, schemas: readonly string[]): Promise<readonly Table[]> => {
  const tables = await rowsOf<Table>(
    client,
    `select n.nspname::text as schema, c.relname::text as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and n.nspname || '.' || c.relname <> all ($2)
     order by 1, 2`,
    [schemas, NO_DATA],
  )
  const references = await rowsOf<{ of: string; to: string }>(
    client,
    `select distinct f.of::text, f.to::text from (
       select coalesce(pg_partition_root(conrelid)::oid, conrelid) as of,
         coalesce(pg_partition_root(confrelid)::oid, confrelid) as to
       from pg_constraint where contype = 'f') f where f.of <> f.to`,
    [],
  )
  const ids = await rowsOf<{ id: string; key: string }>(
    client,
    `select c.oid::text as id, n.nspname || '.' || c.relname as key from pg_class c
     join pg_namespace n on n.oid = c.relnamespace where n.nspname = any ($1) and c.relkind in ('r', 'p')`,
    [schemas],
  )
  const keys = new Map(ids.map(({ id, key }) => [id, key]))
  return referencedFirst(
    tables,
    references.map(({ of, to }) => ({ of: keys.get(of) ?? of, to: keys.get(to) ?? to })),
  )
}

/** Each table after those that it refers to. @throws Error for tables that refer to each other. */
const referencedFirst = (
  tables: readonly Table[],
  references: readonly { of: string; to: string }[],
): readonly Table[] => {
  const ordered: Table[] = []
  let left = [...tables]
  while (left.length > 0) {
    const waiting = new Set(left.map(keyOf))
    const ready = left.filter((table) => !references.some(({ of, to }) => of === keyOf(table) && waiting.has(to)))
    if (ready.length === 0) throw new Error(`The tables ${[...waiting].join(', ')} refer to each other.`)
    ordered.push(...ready)
    left = left.filter((table) => !ready.includes(table))
  }
  return ordered
}

/** `schema.table`, for messages and names of files. */
export const keyOf = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${schema}.${name}`

/** The tables of which the login may not see every row, by rights or by row-level security. */
export const listHidden = async (client: pg.Client, tables: readonly Table[]): Promise<readonly string[]> => {
  const hidden = await rowsOf<{ key: string }>(
    client,
    `select n.nspname || '.' || c.relname as key from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname || '.' || c.relname = any ($1) and not (
       has_table_privilege(c.oid, 'select') and (not row_security_active(c.oid) or (
         exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r')
           and pg_get_expr(p.polqual, p.polrelid) = 'true'
           and exists (select from unnest(p.polroles) r where r = 0 or pg_has_role(r, 'usage')))
         and not exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive))))
     order by 1`,
    [tables.map(keyOf)],
  )
  return hidden.map(({ key }) => key)
}

/** A constraint `k` of a partition that its table does not have. */
const OWN_CHECK = "k.contype = 'c' and k.conislocal and k.coninhcount = 0"

/** The partitions of schemas. */
export const listPartitions = (client: pg.Client, schemas: readonly string[]): Promise<Partition[]> =>
  rowsOf<Partition>(
    client,
    `select n.nspname::text as schema, c.relname::text as name, p.relname::text as parent,
       pg_get_expr(c.relpartbound, c.oid) as bound, coalesce(c.reloptions, '{}') as options,
       c.relrowsecurity as secured, c.relforcerowsecurity as forced,
       coalesce((select json_agg(json_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid))
         order by k.conname) from pg_constraint k where k.conrelid = c.oid and ${OWN_CHECK}), '[]') as checks
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where n.nspname = any ($1) and c.relispartition and c.relkind = 'r' order by 1, 2`,
    [schemas],
  )

/** The sequences of schemas, but for those of unlogged tables. They are further than any row that is seen before. */
export const listSequences = async (client: pg.Client, schemas: readonly string[]): Promise<readonly Sequence[]> => {
  const names = await rowsOf<{ schema: string; name: string; quoted: string }>(
    client,
    `select n.nspname::text as schema, c.relname::text as name, format('%I.%I', n.nspname, c.relname) as quoted
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind = 'S' and c.relpersistence = 'p' order by 1, 2`,
    [schemas],
  )
  if (names.length === 0) return []
  const values = await rowsOf<{ key: string; value: string; called: boolean }>(
    client,
    names
      .map(
        ({ schema, name, quoted }) => `select '${schema}.${name}' as key, last_value::text as value, is_called as called
        from ${quoted}`,
      )
      .join(' union all '),
    [],
  )
  const found = new Map(values.map((row) => [row.key, row]))
  return names.map(({ schema, name }) => {
    const { value = '1', called = false } = found.get(`${schema}.${name}`) ?? {}
    return { schema, name, value, called }
  })
}

/** What schemas have beside rows: the definition of each thing by its name, by schema. */
export type Catalog = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Describes schemas: tables, columns, constraints, indexes, policies, rights, triggers, functions, views, sequences.
 * Of partitions there is only what they do not have from their table. Names of owners are left out.
 */
export const describeSchemas = async (client: pg.Client, schemas: readonly string[]): Promise<Catalog> => {
  const rows = await rowsOf<{ schema: string; key: string; definition: string }>(client, DESCRIPTION, [schemas])
  return Object.fromEntries(
    schemas.map((schema) => [
      schema,
      Object.fromEntries(rows.filter((row) => row.schema === schema).map(({ key, definition }) => [key, definition])),
    ]),
  )
}

/** A row for each right of a role other than the owner. */
const rights = (from: string, object: string, acl: string, owner: string): string => `
  select nspname::text as schema,
    'right ' || coalesce(r.rolname, 'public') || ' ' || a.privilege_type || ' on ' || ${object} as key, '' as definition
  from ${from}, aclexplode(${acl}) a left join pg_roles r on r.oid = a.grantee where a.grantee <> ${owner}`

/** A function without rights of its own has the usual ones. */
const ROUTINE_RIGHTS = 'coalesce(proacl, acldefault($$f$$, proowner))'

const DESCRIPTION = `
  with relation as (
    select c.*, n.nspname, format('%I.%I', n.nspname, c.relname) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any ($1)),
  routine as (
    select p.*, n.nspname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any ($1) and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')),
  attribute as (
    select a.*, relation.nspname, relation.key || '.' || a.attname as key, relation.relowner
    from relation join pg_attribute a on a.attrelid = relation.oid and a.attnum > 0 and not a.attisdropped
    where relkind in ('r', 'p') and not relispartition),
  described as (
    select nspname::text as schema,
      case relkind when 'v' then 'view ' when 'S' then 'sequence ' else 'table ' end || key as key,
      concat_ws(' ', relkind, relpersistence, relrowsecurity, relforcerowsecurity, reloptions,
        pg_get_expr(relpartbound, oid), case when relkind = 'v' then pg_get_viewdef(oid) end) as definition
    from relation where relkind in ('r', 'p', 'v', 'S')
    union all
    select nspname, 'column ' || key, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity,
      attgenerated, pg_get_expr(d.adbin, d.adrelid))
    from attribute left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    union all
    select nspname, 'constraint ' || key || '.' || k.conname, pg_get_constraintdef(k.oid)
    from relation join pg_constraint k on k.conrelid = relation.oid where not relispartition or (${OWN_CHECK})
    union all
    select nspname, 'index ' || pg_get_indexdef(i.indexrelid), concat_ws(' ', i.indisvalid, x.reloptions)
    from relation join pg_index i on i.indrelid = relation.oid join pg_class x on x.oid = i.indexrelid
    where not relation.relispartition
    union all
    select nspname, 'policy ' || key || '.' || p.polname, concat_ws(' ', p.polcmd, p.polpermissive,
      array(select case when r.oid = relation.relowner then 'owner' else coalesce(r.rolname, 'public') end::text
        from unnest(p.polroles) role left join pg_roles r on r.oid = role order by 1),
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
    from relation join pg_policy p on p.polrelid = relation.oid
    union all
    select nspname, 'trigger ' || key || '.' || t.tgname, concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid))
    from relation join pg_trigger t on t.tgrelid = relation.oid where not t.tgisinternal
    union all
    select nspname, 'function ' || oid::regprocedure, pg_get_functiondef(oid) from routine
    union all
    ${rights('pg_namespace', "'schema ' || nspname", 'nspacl', 'nspowner')} and nspname = any ($1)
    union all
    ${rights('relation', 'key', 'relacl', 'relowner')}
    union all
    ${rights('attribute', 'key', 'attacl', 'relowner')}
    union all
    ${rights('routine', 'routine.oid::regprocedure::text', ROUTINE_RIGHTS, 'proowner')})
  select * from described`
