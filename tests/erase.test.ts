import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Stores } from '../db/tenancy.ts'
import { AUDIT_TOPICS } from '../schema/events/audit-recorded.ts'
import { listTables } from '../tools/erase/catalog.ts'
import { countInstitution, eraseInstitution } from '../tools/erase/erase.ts'
import { readOptions } from '../tools/erase/options.ts'
import { belongingsOf, isOfNoInstitution, KEPT } from '../tools/erase/ownership.ts'
import { runErasure } from '../tools/erase/report.ts'
import { createStoreTest } from './support/stores.ts'

const ROOT = new URL('..', import.meta.url)
const { run, lines, stores, urls } = createStoreTest()

/** The institutions: one is erased, and its key occurs in nothing else. */
const GONE = 'Erased Bank'
const STAYS = 'Other Bank'
const TOPIC = 'journal.parse-requests.Erased_20Bank'

/** A value of a type; different for each number. */
const sampleOf = (type: string, n: number): string => {
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (type.startsWith('timestamp')) return `now() + interval '${n} ms'`
  if (type === 'interval') return `interval '${n} ms'`
  if (type === 'date') return `current_date + ${n % 300}`
  if (type === 'uuid') return `'00000000-0000-4000-8000-${String(n).padStart(12, '0')}'::uuid`
  if (/^(bigint|integer|smallint|double precision|numeric)$/.test(type)) return `${n}::${type}`
  if (type === 'boolean') return 'false'
  if (type.startsWith('json')) return `'{}'::${type}`
  if (type === 'bytea') return `'\\x00'::bytea`
  return `'t${n}'::${type}`
}

/** Two rows of every table that has a column of the institution; the third belongs to an ATM from before it had one. */
const fill = async () => {
  // Checks are of the services, and their triggers count what is written here by hand.
  const checks = await run(`select conrelid::regclass::text as name, conname from pg_constraint k
    join pg_class c on c.oid = conrelid where contype = 'c' and not c.relispartition
      and connamespace::regnamespace::text = any ('{analytics,claims,devices,fleet,graph,incident,journal}')`)
  const statements = checks.map(({ name, conname }) => `alter table ${name} drop constraint "${conname}"`)
  statements.push(
    `select incident.make_partitions(current_date - 1, current_date + 2)`,
    `select journal.make_partitions((current_date - 400), current_date + 40, current_date, 90)`,
    `set session_replication_role = replica`,
  )
  const columns = await run(`
    select a.attrelid::regclass::text as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a
    where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a' order by a.attnum`)
  let n = 0
  for (const { name } of await listTables(stores())) {
    const all = columns.flatMap(({ table, name: column, type }) =>
      table === name ? [{ name: String(column), type: String(type) }] : [],
    )
    if (!all.some((column) => column.name === 'institution_key')) continue
    for (const key of [GONE, STAYS]) {
      n += 1
      const atmId = key === GONE ? 1 : 2
      const values = all.map(({ name: column, type }) => {
        if (column === 'institution_key' || column === 'chain') return `'${key}'`
        if (column === 'atm_id' || (name === 'incident.atm' && column === 'id')) return String(atmId)
        if (column === 'merged_into_id' || column === 'parent_id' || column.endsWith('vendor_uuid')) return 'null'
        if (name === 'journal.transaction_cold' && column === 'started_at') return `now() - interval '300 days'`
        return sampleOf(type, n)
      })
      const names = all.map((column) => `"${column.name}"`).join(', ')
      statements.push(`insert into ${name} (${names}) values (${values.join(', ')})`)
    }
  }
  await run(...statements)
}

/** What the tables of two institutions do not show by themselves. */
const fillSpecial = () =>
  run(
    `insert into incident.app_user (user_id, institutions, unrestricted, last_seen_at)
     values ('only', '{${GONE}}', false, now()), ('both', '{${STAYS},${GONE}}', false, now()),
       ('other', '{${STAYS}}', false, now()), ('operator', '{}', true, now())`,
    `insert into fleet.rollout (id, kind, stages, pause_at_failure_pct, min_finished, expires_in_s, outcome_within_s,
       status, requested_by, requested_at, by_customer, institutions, scope, order_hash) overriding system value
     select n, 'REBOOT', '{1}', 1, 1, 1, 1, 'DONE', 'u', now(), false, i.keys, i.keys, 'h'
     from (values (1001, '{${GONE}}'::text[]), (1002, '{${STAYS},${GONE}}'), (1003, '{${STAYS}}')) i(n, keys)`,
    `insert into fleet.rollout_total select r, 1, 'DONE', 0, 1 from unnest('{1001,1003}'::int[]) r`,
    `insert into incident.event_key (atm_id, event_id, received_at, stored_id)
     select a, gen_random_uuid(), now(), 5 from unnest('{1,2}'::int[]) a`,
    `insert into incident.atm_retirement select a, now() from unnest('{1,2}'::int[]) a`,
    `insert into incident.late_state (atm_id, occurred_at) select a, now() from unnest('{1,2}'::int[]) a`,
    `insert into incident.event (id, received_at, occurred_at, atm_id, event_time, type_id, event_time_defaulted,
       agent_atm_id)
     select 9000 + a, now(), now(), a, now(), 1, false, 'before it had one' from unnest('{1,2}'::int[]) a`,
    `insert into topics.topic (name) values ('${TOPIC}'), ('shared')`,
    `insert into topics.cursor (consumer_group, topic) values ('g', '${TOPIC}'), ('g', 'shared')`,
    `insert into topics.message (topic, id, key, envelope)
     select t, gen_random_uuid(), 'k', jsonb_build_object('institutionKey', i)
     from (values ('${TOPIC}', '${GONE}'), ('shared', '${GONE}'), ('shared', '${STAYS}')) m(t, i)`,
  )

/** The tables of messages; the audit gets its records through them. */
const messageTables = async (): Promise<readonly string[]> =>
  (await listTables(stores())).flatMap(({ name, table }) =>
    table === 'outbox' || table === 'dead_letter' || name === 'topics.message' ? [name] : [],
  )

/** A record of the institution on its way to the audit, in each table of messages. */
const fillAudit = async () => {
  const statements = (await messageTables()).flatMap((name, n) =>
    AUDIT_TOPICS.map((topic) => {
      const message = `jsonb_build_object('institutionKey', '${GONE}', 'audit', '${topic}')`
      if (name === 'topics.message')
        return `insert into ${name} (topic, id, key, envelope)
          select t, gen_random_uuid(), 'k', ${message} from unnest('{${topic},${topic}.dead-letter}'::text[]) t`
      if (name.endsWith('.outbox'))
        return `insert into ${name} (message_id, topic, key, institution_key, occurred_at, data)
          values (gen_random_uuid(), '${topic}', 'k', '${GONE}', now(), ${message})`
      return `insert into ${name} (id, topic, consumer_group, identity, institution_key, key, message, error, attempts,
          first_attempt_at, last_attempt_at)
        values (gen_random_uuid(), '${topic}', 'g', '${n}', '${GONE}', 'k', ${message}::text, 'e', 1, now(), now())`
    }),
  )
  await run(...statements)
}

/** Stores beside a platform whose rows three of the first deletions get in the way of. */
const contended = (open: Stores): Stores => {
  let writes = 0
  return {
    ...open,
    asPlatform(work, options) {
      if (options?.mode === 'read') return open.asPlatform(work, options)
      writes += 1
      const isRefused = writes % 2 === 1 && writes < 6
      return isRefused
        ? Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }))
        : open.asPlatform(work, options)
    },
  }
}

/** The rows of each table as text, in one order. */
const readAll = async () => {
  const rows = new Map<string, readonly string[]>()
  for (const { name } of await listTables(stores()))
    rows.set(
      name,
      (await run(`select t::text as row from ${name} t order by 1`)).map(({ row }) => String(row)),
    )
  return rows
}

const tool = (...args: readonly string[]) => {
  const { app, platform } = urls()
  // Of a container of the image: the variables of databases alone.
  const env = {
    ...{ PATH: process.env.PATH, NODE_ENV: 'production' },
    ...{ DATABASE_URL: app, PLATFORM_DATABASE_URL: platform, MIGRATION_DATABASE_URL: urls().owner },
  }
  return promisify(execFile)(process.execPath, ['tools/erase/main.ts', ...args], { cwd: ROOT, env })
}

// A story: what one step erases is gone for the next.
describe('an institution that is erased', { shuffle: false }, () => {
  beforeAll(async () => {
    await fill()
    await fillSpecial()
    await fillAudit()
  })

  it('has rows in each table of the catalog, all of which belong to it, to no institution or to the audit', async () => {
    const tables = await listTables(stores())
    const unknown = tables.filter(
      (table) => belongingsOf(table).length === 0 && !isOfNoInstitution(table) && !KEPT.includes(table.name),
    )
    expect(unknown.map(({ name }) => name)).toEqual([])
    const withColumn = tables.filter(({ columns }) => columns.includes('institution_key'))
    expect(withColumn.length).toBeGreaterThan(45)
    const { tables: counted } = await countInstitution({ databases: [stores()], progress: () => {} }, GONE)
    const empty = withColumn.filter(({ name }) => counted.find(({ table }) => table === name)?.before === 0)
    expect(empty.map(({ name }) => name)).toEqual(['incident.audit_entry'])
  })

  it('loses nothing without confirmation', async () => {
    const before = await readAll()
    const printed: string[] = []
    const env = {
      databases: [stores()],
      incident: stores(),
      progress: () => {},
      print: (line: string) => printed.push(line),
    }
    expect(await runErasure(env, readOptions(['--institution', GONE]))).toBe(false)
    expect(printed).toContainEqual(expect.stringMatching(/^incident\.event +2 +0 +2$/))
    expect(printed.at(-1)).toBe(`Nothing was changed: --yes erases all of ${GONE} for good.`)
    expect(await runErasure(env, readOptions(['--institution', GONE, '--yes', '--dry-run']))).toBe(true)
    expect(printed.at(-1)).toBe('Nothing was changed.')
    for (const args of [[], ['--institution', ','], ['--institution', GONE, '--force']])
      expect(() => readOptions(args)).toThrow('npm run erase -- --institution KEY [--dry-run] [--yes]')
    expect(await readAll()).toEqual(before)
  }, 60_000)

  it('is not looked for in a database of an older release, which is left as it is', async () => {
    const [newest] = await run('select service, name, sha256 from migrations.applied order by name desc limit 1')
    const { service, name, sha256 } = newest ?? {}
    await run(`delete from migrations.applied where service = '${service}' and name = '${name}'`)
    await expect(tool('--institution', GONE, '--dry-run')).rejects.toThrow(
      `The database lacks 1 migrations, the first is ${service}/${name}`,
    )
    expect(await run(`select 1 from migrations.applied where service = '${service}' and name = '${name}'`)).toEqual([])
    await run(`insert into migrations.applied (service, name, sha256) values ('${service}', '${name}', '${sha256}')`)
  })

  it('is gone from every table, also after an interruption, and nothing of the other one changed', async () => {
    const before = await readAll()
    // The first run breaks off at a table in the middle.
    const interrupted = runErasure(
      {
        ...{ databases: [contended(stores())], incident: stores(), print: () => {} },
        progress: (text) => {
          if (text === 'erasing incident.state_history') throw new Error('interrupted')
        },
      },
      readOptions(['--institution', GONE, '--yes']),
    )
    await expect(interrupted).rejects.toThrow('interrupted')
    const { stdout } = await tool('--institution', GONE, '--yes')
    expect(stdout).toMatch(/incident\.state_history +1 +1 +0\n/)
    expect(stdout).toMatch(/\nall +\d+ +\d+ +0\nKept: 1 entries/)

    const after = await readAll()
    const mentions = [...after].flatMap(([table, rows]) =>
      rows.some((row) => row.includes(GONE) || row.includes(TOPIC)) ? [table] : [],
    )
    // The audit keeps its entry with its chain, and says what was begun: at first, and with what was left then.
    expect(mentions).toEqual(['incident.audit_entry', ...(await messageTables())].sort())
    const onTheWay = (rows: ReadonlyMap<string, readonly string[]>) =>
      [...rows].flatMap(([table, of]) =>
        of.filter((row) => row.includes('audit.recorded')).map((row) => `${table} ${row}`),
      )
    expect(onTheWay(after)).toEqual(onTheWay(before))
    const others = [...after].flatMap(([table, rows]) =>
      rows.filter((row) => row.includes(GONE) && !row.includes('audit.recorded')).map(() => table),
    )
    expect(new Set(others)).toEqual(new Set(['incident.audit_entry']))
    const begun = await run(
      `select action, subject_id, (after::json ->> 'rows')::int as rows from incident.audit_entry
       where chain = '' order by seq`,
    )
    expect(begun.map(({ action, subject_id: id }) => `${action} ${id}`)).toEqual(
      Array(2).fill(`eraseInstitution ${GONE}`),
    )
    expect(Number(begun[0]?.rows)).toBeGreaterThan(Number(begun[1]?.rows))

    const changed = [...before].flatMap(([table, rows]) => {
      const others = rows.filter((row) => !row.includes(GONE) && !row.includes(TOPIC))
      const left = new Set(after.get(table))
      return others.filter((row) => !left.has(row)).map((row) => `${table} ${row}`)
    })
    // Of an ATM that is erased; nothing else goes or changes.
    const ofAtm = ['incident.atm_retirement', 'incident.event', 'incident.event_key', 'incident.late_state']
    expect(changed.map((row) => row.split(' ')[0])).toEqual([...ofAtm, 'fleet.rollout_total'].sort())
    expect(await lines("select user_id, institutions from incident.app_user where user_id !~ '^t' order by 1")).toEqual(
      [`both ${STAYS}`, 'operator ', `other ${STAYS}`],
    )
    expect(await lines('select id, institutions, scope from fleet.rollout order by 1')).toEqual([
      `1002 ${STAYS} ${STAYS}`,
      `1003 ${STAYS} ${STAYS}`,
    ])
    expect(await lines('select name from topics.topic')).toEqual(['shared'])
    const env = { databases: [stores()], progress: () => {} }
    const again = await eraseInstitution(env, GONE, await countInstitution(env, GONE))
    expect(again.tables.filter(({ before, removed }) => before + removed > 0)).toEqual([])
  }, 60_000)
})
