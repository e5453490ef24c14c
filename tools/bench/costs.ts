import { setTimeout as delay } from 'node:timers/promises'
import type { Lifecycle } from '../../subgraphs/kit/runtime/lifecycle.ts'
import { startBackground } from './background.ts'
import type { Rates } from './background.worker.ts'
import { withClient } from './common/client.ts'
import { countText, tableOf } from './common/figures.ts'
import { type FleetShape, shapeOf } from './common/fleet.ts'
import { type BenchDatabase, type BenchPlatform, openDatabase, openPlatform, SETTLING_MS } from './common/platform.ts'
import { readProcessorTime } from './common/processor.ts'
import { readMetrics } from './common/program.ts'
import type { BenchSettings } from './common/settings.ts'
import { printSizes, readTableSizes } from './common/storage.ts'
import { FILLING, runAll } from './fill/fill.ts'
import { fillAtms, makePartitions, TRUNCATE_INCIDENT } from './fill/fill-incident.ts'
import { openJournalCounts, openUploader } from './journals/journals-flow.ts'

const ATMS = 10_000
const MIB = 1_048_576
const JOURNAL = { sessions: 110, bytes: 0.28 * MIB, connections: 4 }
const JOURNALS_PARSED_WITHIN_MS = 120_000
const WARM_UP_SECONDS = 8
/** Heartbeats gather for a tenth of a second: with fewer connections they would wait for one. */
const CONNECTIONS = 500
const NOTHING: Rates = { events: 0, heartbeats: 0 }

type Work = { readonly name: string; readonly rates: Rates }
const WORKS: readonly Work[] = [
  { name: 'nothing', rates: NOTHING },
  { name: '50 events a second', rates: { ...NOTHING, events: 50 } },
  { name: '500 events a second', rates: { ...NOTHING, events: 500 } },
  { name: '200 heartbeats a second', rates: { ...NOTHING, heartbeats: 200 } },
  { name: '1,000 heartbeats a second', rates: { ...NOTHING, heartbeats: 1_000 } },
]

/** What was used up to a moment. */
type Used = {
  readonly platformMs: number
  readonly databaseMs: number
  readonly walBytes: number
  readonly messages: number
  readonly messageBytes: number
  /** Signals that were stored, and in how many transactions. */
  readonly signals: number
  readonly batches: number
}
type Measured = { readonly name: string; readonly units: number; readonly seconds: number; readonly used: Used }

const READ_USED = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "walBytes",
  count(*)::float8 as messages, coalesce(sum(octet_length(envelope::text)), 0)::float8 as "messageBytes"
  from topics.message`

type Stored = Pick<Used, 'walBytes' | 'messages' | 'messageBytes'>
const BATCHES = 'fleetops_ingest_batch_signals'

const readUsed = (database: BenchDatabase, platform: BenchPlatform): Promise<Used> =>
  withClient(database.urls.superuser, FILLING, async (client) => {
    const { rows } = await client.query<Stored>(READ_USED)
    const { platformMs, databaseMs } = readProcessorTime(platform.pid, database.serverPid)
    const [row] = rows
    if (row === undefined) throw new Error('nothing was read')
    const samples = new Map((await readMetrics(platform)).map(({ name, value }) => [name, value]))
    return {
      ...row,
      platformMs: platformMs ?? Number.NaN,
      databaseMs: databaseMs ?? Number.NaN,
      signals: samples.get(`${BATCHES}_sum`) ?? 0,
      batches: samples.get(`${BATCHES}_count`) ?? 0,
    }
  })

const minus = (after: Used, before: Used): Used => ({
  platformMs: after.platformMs - before.platformMs,
  databaseMs: after.databaseMs - before.databaseMs,
  walBytes: after.walBytes - before.walBytes,
  messages: after.messages - before.messages,
  messageBytes: after.messageBytes - before.messageBytes,
  signals: after.signals - before.signals,
  batches: after.batches - before.batches,
})

type Bench = {
  readonly database: BenchDatabase
  readonly platform: BenchPlatform
  readonly shape: FleetShape
  readonly seconds: number
}

const measureAgents = async (
  { database, platform, shape, seconds }: Bench,
  { name, rates }: Work,
): Promise<Measured> => {
  const before = await readUsed(database, platform)
  const background = await startBackground(platform.url, shape, { rates, connections: CONNECTIONS })
  await delay(seconds * 1_000)
  const came = await background.stop()
  // What was accepted is published and counted in the seconds that follow.
  await delay(2_000)
  if (came.failed.size > 0) throw new Error(`${name}: ${[...came.failed].flat()} failed`)
  const units = rates === NOTHING ? seconds + 2 : came.eventsMs.length + came.heartbeatsMs.length
  return { name, units, seconds: came.seconds, used: minus(await readUsed(database, platform), before) }
}

const measureJournals = async ({ database, platform, seconds }: Bench): Promise<Measured> => {
  const counts = await openJournalCounts(database.urls.superuser)
  const uploader = await openUploader({ url: platform.url, ...JOURNAL, prefix: 'costs' })
  const before = await readUsed(database, platform)
  uploader.start()
  await delay(seconds * 1_000)
  const { files } = await uploader.stop()
  for (const until = Date.now() + JOURNALS_PARSED_WITHIN_MS; (await counts.count()).waiting > 0; await delay(200))
    if (Date.now() > until) throw new Error('journals were not parsed in time')
  await delay(2_000)
  const used = minus(await readUsed(database, platform), before)
  await uploader.close()
  await counts.close()
  return { name: `journals of ${JOURNAL.sessions} transactions`, units: files, seconds, used }
}

const rowOf = ({ name, units, seconds, used }: Measured): string[] => [
  name,
  countText(units),
  seconds.toFixed(0),
  ((used.platformMs * 1_000) / units).toFixed(0),
  ((used.databaseMs * 1_000) / units).toFixed(0),
  (used.walBytes / units).toFixed(0),
  (used.messages / units).toFixed(2),
  (used.messageBytes / Math.max(1, used.messages)).toFixed(0),
  used.batches === 0 ? '-' : (used.signals / used.batches).toFixed(1),
]

/** What an event, a heartbeat and a journal cost: the figures of `tools/capacity/measured-costs.json`. */
export const benchCosts = async (life: Lifecycle, { seconds, dataDir, print }: BenchSettings): Promise<void> => {
  const shape = shapeOf(ATMS, ATMS)
  const database = await openDatabase(life, dataDir)
  await runAll(database.urls.superuser, [[TRUNCATE_INCIDENT, ...makePartitions(2), ...fillAtms(shape)]])
  const platform = await openPlatform(life, database.urls)
  const bench = { database, platform, shape, seconds }
  await delay(SETTLING_MS)
  const warming = await startBackground(platform.url, shape, {
    rates: { events: 300, heartbeats: 300 },
    connections: CONNECTIONS,
  })
  await delay(WARM_UP_SECONDS * 1_000)
  await warming.stop()
  const measured: Measured[] = []
  for (const work of WORKS) measured.push(await measureAgents(bench, work))
  measured.push(await measureJournals(bench))
  await platform.stop()
  await runAll(database.urls.superuser, [['analyze']])
  const heads = ['', 'units', 'seconds', 'platform µs', 'PostgreSQL µs', 'WAL bytes', 'messages', 'bytes a message']
  heads.push('signals a transaction')
  print(`\nA unit costs (a second, an event, a heartbeat, a file):`)
  print(tableOf([heads, ...measured.map(rowOf)]))
  printSizes(await readTableSizes(database.urls.superuser), print)
}
