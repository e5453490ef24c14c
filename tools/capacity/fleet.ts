/** A fleet, and what it sends. */
export type Fleet = {
  readonly atms: number
  readonly institutions: number
  readonly eventsPerAtmDay: number
  /** How many of a hundred events come in batches. */
  readonly batchedPct: number
  readonly heartbeatsPerAtmDay: number
  readonly incidentsPerAtmDay: number
  readonly transactionsPerAtmDay: number
  readonly statesPerAtmDay: number
  readonly tasksPerAtmDay: number
  readonly auditPerAtmDay: number
  readonly gapsPerAtmDay: number
  /** One file a day, of so many kB before it is compressed. */
  readonly journalKb: number
  /** Within how many hours the journals of a day are sent. */
  readonly journalHours: number
  /** Dashboards that are open. */
  readonly dashboards: number
  /** Pages that each of them loads in a minute. */
  readonly pagesPerMinute: number
  /** How many times the usual rate of events the busiest minutes have. */
  readonly peak: number
  /** For how many years is kept what is not deleted by age. */
  readonly years: number
  readonly replicationFactor: number
  /** How much of a core, a server or a partition is to be used in the busiest minutes, in percent. */
  readonly utilisationPct: number
}

/** What a usual fleet of a size sends: the rates that the benchmarks use. */
export const usualFleet = (atms: number): Fleet => ({
  atms,
  institutions: Math.max(1, Math.round(atms / 500)),
  eventsPerAtmDay: 30,
  batchedPct: 0,
  heartbeatsPerAtmDay: 1_440,
  incidentsPerAtmDay: 0.4,
  transactionsPerAtmDay: 110,
  statesPerAtmDay: 0.4,
  tasksPerAtmDay: 0.1,
  auditPerAtmDay: 0.2,
  gapsPerAtmDay: 0.05,
  journalKb: 287,
  journalHours: 6,
  dashboards: Math.max(1, Math.round(atms / 500)),
  pagesPerMinute: 2,
  peak: 5,
  years: 1,
  replicationFactor: 3,
  utilisationPct: 60,
})
