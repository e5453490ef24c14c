import { performance } from 'node:perf_hooks'
import { withClient } from '../common/client.ts'
import { countText, verdict } from '../common/figures.ts'
import type { FleetShape } from '../common/fleet.ts'
import * as incident from './fill-incident.ts'
import { fillJournals, TRUNCATE_JOURNAL } from './fill-journal.ts'

/** Not waiting for the disk is for the filling only; `work_mem` lets it sort in memory. */
export const FILLING = '-c TimeZone=UTC -c synchronous_commit=off -c work_mem=256MB -c maintenance_work_mem=256MB'
const SIDE_BY_SIDE = 2

/** Runs statements one after the other on each of some connections. */
export const runAll = (url: string, lanes: readonly (readonly string[])[]): Promise<unknown> =>
  Promise.all(
    lanes.map((statements) =>
      withClient(url, FILLING, async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
    ),
  )

/** Fills an empty, migrated database with a fleet. Nothing else may run on it. `url` logs in as the superuser. */
export const fillFleet = async (url: string, shape: FleetShape, print: (line: string) => void): Promise<void> => {
  const startedAt = performance.now()
  const announce = (what: string) =>
    print(`  ${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${what}`)
  print(`Filling ${countText(shape.atms)} ATMs`)
  await runAll(url, [
    [incident.TRUNCATE_INCIDENT, TRUNCATE_JOURNAL, ...incident.makePartitions(2), ...incident.fillAtms(shape)],
  ])
  announce('ATMs')
  await runAll(
    url,
    incident.fillEvents(shape, SIDE_BY_SIDE).map((part) => [part]),
  )
  announce('events of 26 hours')
  await runAll(url, [
    [...incident.FILL_COUNTERS, ...incident.skipIds(shape)],
    [...incident.fillIncidents(shape), ...fillJournals(shape)],
  ])
  announce('counters, incidents, journal totals, gaps')
  // As autovacuum would have left the tables of a fleet that has run for long.
  await runAll(url, [['vacuum (analyze)']])
  announce('vacuum and statistics')
}

/** Counts every event of the last 23 hours plainly, and holds the counters against it. */
export const checkCounters = (url: string, print: (line: string) => void): Promise<void> =>
  withClient(url, FILLING, async (client) => {
    const { rows } = await client.query<{ types: number; atms: number; events: number }>(incident.COUNT_DIFFERENCES)
    const { types = -1, atms = -1, events = 0 } = rows[0] ?? {}
    const differences = `${types} by type, ${atms} by ATM`
    print(
      `Counters held against plain counts of ${countText(events)} events: ${differences} differ: ` +
        `${verdict(types === 0 && atms === 0)}`,
    )
  })
