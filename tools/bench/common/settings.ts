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
  /** Shows the plans of slow statements. */
  readonly explain: boolean
  /** Which events agents post. */
  readonly mix: EventMix
  /** Shows the time of PostgreSQL by statement. */
  readonly statements: boolean
  /** Where the database is kept; null: in a folder that is thrown away. */
  readonly dataDir: string | null
  print(line: string): void
}
