import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Connection, openConnection } from '../../db/client.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { SEED } from '../support/seed.ts'
import { CRASHED, ENDED } from './database.ts'

// The simulated database against PostgreSQL: what it did in some runs of the simulation is repeated there, statement by
// statement in the same order on as many connections, and has to be answered alike and to leave the same rows.

const ROOT = new URL('../..', import.meta.url)
const RUNS = 10
/** Of some forty statements of messages, those that ten runs have whatever their seed; a rare one may be missing. */
const STATEMENTS = 25
/** The days of the simulation's time. */
const PARTITIONS = `select incident.make_partitions('2026-11-19', '2026-11-22')`
/** ATMs are counted in a row that some of the server's processes share, which may have to wait for each other. */
const NOT_SIMULATED = 'alter table incident.atm disable trigger count_registered_atms'
/** What waited in the simulation in vain, or for ever, has nothing to wait for here. */
const WAITED = ['55P03', '40P01']

const row = z.record(z.string(), z.unknown())
const executedSchema = z.object({
  session: z.int(),
  atMs: z.number(),
  name: z.string(),
  text: z.string(),
  values: z.array(z.unknown()),
  rows: z.array(row),
  code: z.string().nullable(),
})
type Executed = z.infer<typeof executedSchema>
const runSchema = z.object({
  seed: z.string(),
  tables: z.record(z.string(), z.array(row)),
  executed: z.array(executedSchema),
})

/** `now()` is the simulation's time for statements that do not name its schema. */
const VIRTUAL_CLOCK = `
  create schema simulated;
  create function simulated.now() returns timestamptz language sql stable
    as $$ select to_timestamp(current_setting('simulated.now_ms')::float8 / 1000) $$;
  create function simulated.clock_timestamp() returns timestamptz language sql stable
    as $$ select simulated.now() $$`
const SETTINGS = `set search_path = simulated, pg_catalog, public; set lock_timeout = '3s'`
const READS_CLOCK = /\bnow\(\)|clock_timestamp\(\)/

/** Columns of which each database has values of its own. */
const OWN = ['transaction', 'traceparents']

/** A value as both databases may have it: without types, and with the fields of objects in one order. */
const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, item]) => [key, plain(item)])
      .sort()
  return value === null || value === undefined ? null : String(value)
}

/** Rows as sorted texts, of the columns that `like` has. */
const linesOf = (rows: readonly object[], like: readonly object[] = rows): string[] => {
  const names = Object.keys(like[0] ?? {}).filter((name) => !OWN.includes(name))
  return rows.map((one) => JSON.stringify(names.map((name) => plain(Reflect.get(one, name))))).sort()
}

/** Tables of the simulation with the columns that are compared, and the query that gives the same of PostgreSQL. */
const TABLES: readonly (readonly [table: string, columns: readonly string[], query: string])[] = [
  [
    'atm',
    ['id', 'agent_atm_id', 'service_state', 'state_sequence', 'last_heartbeat_at'],
    `select id, agent_atm_id, service_state, state_sequence,
      round(extract(epoch from last_heartbeat_at) * 1000)::int8 as last_heartbeat_at from incident.atm`,
  ],
  [
    'incident',
    ['id', 'atm_id', 'kind', 'status', 'severity', 'version', 'occurrence_count', 'flapping'],
    'select id, atm_id, kind, status, severity, version, occurrence_count, flapping from incident.incident',
  ],
  ['event', ['id', 'atm_id', 'incident_id', 'message'], 'select id, atm_id, incident_id, message from incident.event'],
  ['event_exception', ['id'], 'select id from incident.event_exception'],
  ['event_key', ['atm_id', 'event_id'], 'select atm_id, event_id from incident.event_key'],
  ['state_history', ['atm_id', 'to_state'], 'select atm_id, to_state from incident.state_history'],
  ['atm_activity', ['atm_id', 'total'], 'select atm_id, total from incident.atm_activity'],
  ['outbox', ['id'], 'select id from incident.outbox'],
  ['message', ['topic', 'key', 'id'], 'select topic, key, id from topics.message'],
  ['cursor', ['group', 'topic', 'seq'], 'select consumer_group as group, topic, seq from topics.cursor'],
  ['inbox', ['message_id', 'kind'], 'select message_id, kind from analytics.inbox'],
  [
    'analytics_incident',
    ['incident_id', 'version', 'is_open', 'created_on', 'resolved_on'],
    `select incident_id, version, is_open, created_on::text, resolved_on::text from analytics.incident`,
  ],
  [
    'day_counter',
    ['key', 'created', 'resolved'],
    `select day || ' ' || institution_key as key, incidents_created as created, incidents_resolved as resolved
      from analytics.day_counter`,
  ],
]

const openReplay = async (database: TestDatabase) => {
  const connections = new Map<number, Connection>()
  /** Ids of transactions there, by those of the simulation. */
  const transactions = new Map<unknown, unknown>()
  const connectionOf = async (session: number): Promise<Connection> => {
    const known = connections.get(session)
    if (known !== undefined) return known
    const connection = await openConnection({ url: database.urls.superuser, name: 'replay' })
    connections.set(session, connection)
    await connection.sql.unsafe(SETTINGS)
    return connection
  }
  const own = await connectionOf(0)
  await own.sql.unsafe(`${VIRTUAL_CLOCK}; ${PARTITIONS}; ${NOT_SIMULATED}`)
  const send = async ({ session, atMs, name, text, values, code }: Executed): Promise<readonly object[]> => {
    const { sql } = await connectionOf(session)
    if (code !== null && WAITED.includes(code)) return sql.unsafe('select 1 / 0')
    if (READS_CLOCK.test(text)) await sql.unsafe(`set simulated.now_ms = ${atMs}`)
    const namesTransaction = name === 'guard' || name === 'xact-status'
    const sent = values.map((value) => (namesTransaction ? (transactions.get(value) ?? value) : value))
    return sql.unsafe(
      text,
      sent.map((value) => (value === null ? null : String(value))),
    )
  }
  return {
    /** Repeats a statement; returns what is different, null where nothing is. */
    async repeat(one: Executed): Promise<string | null> {
      const { session, name, text, rows, code } = one
      if (text === ENDED) {
        await connections.get(session)?.close()
        connections.delete(session)
        return null
      }
      const what = name || text.trim().replaceAll(/\s+/g, ' ').slice(0, 70)
      let found: readonly object[]
      try {
        found = await send(one)
      } catch (error) {
        const { code: refused, message }: { code?: unknown; message?: unknown } = Object(error)
        return code === refused || (code !== null && WAITED.includes(code))
          ? null
          : `${what} is refused with ${refused} (${message}), and was ${code ?? 'done'}`
      }
      if (code !== null) return `${what} is done, and was refused with ${code}`
      for (const [n, { transaction }] of rows.entries())
        transactions.set(transaction, Reflect.get(found[n] ?? {}, 'transaction'))
      // The value of a function without one is a row too.
      if (what.startsWith('select pg_advisory')) return null
      const [expected, got] = [linesOf(rows), linesOf(found, rows)]
      return JSON.stringify(expected) === JSON.stringify(got) ? null : `${what} gives ${got}, and gave ${expected}`
    },
    /** What is in the tables and was not, and the other way round. */
    async compare(tables: Readonly<Record<string, readonly object[]>>): Promise<string[]> {
      const differences: string[] = []
      for (const [table, columns, query] of TABLES) {
        const found = linesOf(await own.sql.unsafe(query), [Object.fromEntries(columns.map((name) => [name, '']))])
        const expected = linesOf(tables[table] ?? [], [Object.fromEntries(columns.map((name) => [name, '']))])
        if (JSON.stringify(found) !== JSON.stringify(expected))
          differences.push(`${table} has ${found}, and had ${expected}`)
      }
      return differences
    },
    close: () => Promise.all([...connections.values()].map((connection) => connection.close())),
  }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetops-simulation-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Plays runs in a process of its own, whose clock is virtual. */
const record = async () => {
  const { SEED: _one, ...rest } = process.env
  const file = join(folder, 'runs.jsonl')
  const args = ['tests/simulation/main.ts', '--record', file, '--runs', String(RUNS)]
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...rest, TEST_SEED: SEED } })
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => runSchema.parse(JSON.parse(line)))
}

it('the simulated database answers as PostgreSQL does, and has the same rows', async () => {
  const differences: string[] = []
  const repeated = new Set<string>()
  for (const { seed, tables, executed } of await record()) {
    const database = await cloneDatabase()
    const replay = await openReplay(database)
    try {
      const crash = executed.findIndex(({ text }) => text === CRASHED)
      const before = crash === -1 ? executed : executed.slice(0, crash)
      const found: (string | null)[] = []
      for (const one of before) {
        found.push(await replay.repeat(one))
        repeated.add(one.name || one.text.trim().slice(0, 40))
      }
      // What a crash took is not taken there.
      if (crash === -1) found.push(...(await replay.compare(tables)))
      differences.push(...found.flatMap((difference) => (difference === null ? [] : `SEED=${seed}: ${difference}`)))
    } finally {
      await replay.close()
      await database.drop()
    }
  }
  expect(differences).toEqual([])
  expect(repeated.size).toBeGreaterThan(STATEMENTS)
}, 120_000)
