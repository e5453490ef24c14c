import type { EventMix } from './events.ts'

/** The settings of a benchmark. */
export type BenchSettings = {
  /** How long each phase is measured. */
  readonly seconds: number
  readonly rounds: number
  /** Sizes of the fleet. */
  readonly atms: readonly number[]
  /** Which parts of the benchmark of journals, or of the questions of operations. */
  readonly parts: readonly string[]
  /** Ten times as many transactions to search, or incidents. */
  readonly large: boolean
  readonly profile: boolean
  /** Of a soak: shows who allocates what outlives the young generation. */
  readonly promoted: boolean
  /** Shows the plans of slow statements. */
  readonly explain: boolean
  /** Which events agents post. */
  readonly mix: EventMix
  /** Shows the time of PostgreSQL by statement. */
  readonly statements: boolean
  /** How long a soak lasts. */
  readonly minutes: number
  /** Of a soak: so many times the usual rates. */
  readonly rate: number
  /** Raises the rates of a soak until a goal is missed. */
  readonly knee: boolean
  /** Of a soak: the percentage of its time that the platform has for a minute; null for all of it. */
  readonly starve: number | null
  /** Each service in a process of its own. */
  readonly separate: boolean
  /** Topics in Kafka instead of PostgreSQL. */
  readonly kafka: boolean
  /** Ingest with and without traces. */
  readonly traces: boolean
  /** Where the database is kept; null: in a folder that is thrown away. */
  readonly dataDir: string | null
  print(line: string): void
}
