import { withClient } from './common/client.ts'
import { countText, tableOf } from './common/figures.ts'
import type { BenchDatabase } from './common/platform.ts'

/** The server has to load it at its start. */
export const STATEMENTS_MODULE = 'pg_stat_statements'

/** How many statements are shown, the most expensive first. */
const SHOWN = 30
/** As much of a statement as tells it apart. */
const WORDS = 90

/** What the server spent on a statement. */
type Spent = {
  readonly text: string
  readonly calls: number
  readonly rows: number
  readonly ms: number
  readonly walBytes: number
}

/** Counts the time of PostgreSQL by statement. */
export type StatementCounter = {
  /** What is carried out from here on counts. */
  reset(): Promise<void>
  /** Adds what was carried out since `reset` to what is known of a phase of `events` events. */
  add(phase: string, events: number): Promise<void>
  /** A table for each phase: time, calls, rows and write-ahead log an event. */
  report(print: (line: string) => void): void
}

const READ = `
  select query as text, calls::float8, rows::float8, (total_exec_time + total_plan_time)::float8 as ms,
    wal_bytes::float8 as "walBytes"
  from pg_stat_statements s join pg_database d on d.oid = s.dbid and d.datname = current_database()`

const wordsOf = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, WORDS)

type Phase = { events: number; readonly spent: Map<string, Spent> }

const perEvent = (value: number, events: number): string => (value / events).toFixed(value / events < 10 ? 2 : 1)

const tableOfPhase = ({ events, spent }: Phase): string => {
  const all = [...spent.values()].sort((one, other) => other.ms - one.ms)
  const total = all.reduce(
    (sum, { calls, rows, ms, walBytes }) => ({
      calls: sum.calls + calls,
      rows: sum.rows + rows,
      ms: sum.ms + ms,
      walBytes: sum.walBytes + walBytes,
    }),
    { calls: 0, rows: 0, ms: 0, walBytes: 0 },
  )
  const row = (text: string, { calls, rows, ms, walBytes }: Omit<Spent, 'text'>) => [
    text.padEnd(WORDS),
    perEvent(ms * 1_000, events),
    perEvent(calls, events),
    perEvent(rows, events),
    perEvent(walBytes, events),
  ]
  return tableOf([
    ['', 'µs', 'calls', 'rows', 'WAL bytes'],
    row('all statements', total),
    ...all.slice(0, SHOWN).map((one) => row(wordsOf(one.text), one)),
  ])
}

/** Installs the module, which the server has loaded. */
export const countStatements = async ({ urls }: BenchDatabase): Promise<StatementCounter> => {
  const phases = new Map<string, Phase>()
  const ask = <Row extends object>(text: string): Promise<Row[]> =>
    withClient(urls.superuser, '', async (client) => (await client.query<Row>(text)).rows)
  await ask(`create extension if not exists ${STATEMENTS_MODULE}`)
  await ask(`alter system set ${STATEMENTS_MODULE}.track_planning = on`)
  await ask('select pg_reload_conf()')
  return {
    async reset() {
      await ask('select pg_stat_statements_reset()')
    },
    async add(name, events) {
      const phase = phases.get(name) ?? { events: 0, spent: new Map() }
      phases.set(name, phase)
      phase.events += events
      for (const one of await ask<Spent>(READ)) {
        const before = phase.spent.get(one.text)
        phase.spent.set(one.text, {
          text: one.text,
          calls: one.calls + (before?.calls ?? 0),
          rows: one.rows + (before?.rows ?? 0),
          ms: one.ms + (before?.ms ?? 0),
          walBytes: one.walBytes + (before?.walBytes ?? 0),
        })
      }
    },
    report(print) {
      for (const [name, phase] of phases) {
        print(`\n${name}, ${countText(phase.events)} events: PostgreSQL by statement, an event`)
        print(tableOfPhase(phase))
      }
    },
  }
}
