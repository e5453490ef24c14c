import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openConnection } from '../../db/client.ts'
import { readTrustedDocuments } from '../../gateway/federation/trusted-documents.ts'
import { journalOfAgent } from '../../tools/agents/run.ts'
import { missing } from '../kafka/broker.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { promtoolMissing, type Recording, RULE_FILES, recordMetrics } from './alerts.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { runJobs, scheduleNow } from './jobs.ts'
import { writeAlerts } from './report.ts'
import { publishPoison } from './scenarios.ts'

// Each alert fires while its cause lasts: the platform's own metrics are recorded while faults are brought about, and
// promtool judges the rules on them. A second of the test is a minute of the rules.

const documentOf = (begins: string): string =>
  [...readTrustedDocuments()].find(([, text]) => text.startsWith(begins))?.[0] ?? ''

/** Alerts on a part that does not get on, and the fault of each. */
const LASTING = {
  ProcessDown: 'a process that was killed',
  ProcessMissing: 'the same as ProcessDown: it is the only one of its name',
  EventLoopDelayed: 'a process that is stopped for 450 ms again and again',
  GraphCircuitOpen: 'a service that refuses connections',
  MirrorFailing: 'the same as ProcessDown: of the service that has the copy',
  ConsumerLag: 'a lock on a table that a consumer writes to',
  DeadLetters: 'messages that cannot be handled',
  ParseQueueOld: 'a lock on a table that parsing writes to',
  SnapshotFreshnessBudgetBurn: 'the same as ConsumerLag',
}
/** Alerts on what is out of reach, and on totals and jobs. */
const OUTAGES = {
  LiveSourceFailing: 'a service that refuses connections',
  IngestBacklog: 'a lock on a table that ingest writes to',
  OutboxStuck: 'a broker that is stopped',
  TotalsDiffer: 'a total that was changed by hand',
  MetricReadsFailing: 'a database that refuses connections',
  JobFailing: 'a table that was renamed',
  JobOverdue: 'a job whose due times count as seen to for four minutes',
  IngestErrorBudgetBurn: 'locks and outages together',
  IngestLatencyBudgetBurn: 'locks and outages together',
  DashboardBudgetBurn: 'locks and outages together',
  LiveFreshnessBudgetBurn: 'a service, then the database, that refuses connections',
}
const CONNECTIONS = { ConnectionsWaiting: 'a lock on a table that 30 users of ten institutions read' }
const MEMORY = { MemoryGrows: 'a heap that grows by 1 MB a second; one as large that is level did not let it fire' }
const RESTARTS = { ProcessRestarts: 'a process that was killed and started three times; twice did not let it fire' }
const OVERLOAD = { Overloaded: 'agents that send heartbeats to a process that runs for 15 of 215 ms' }
const FAULTS: Readonly<Record<string, string>> = {
  ...{ ...LASTING, ...OUTAGES, ...CONNECTIONS, ...RESTARTS, ...MEMORY, ...OVERLOAD },
}
/** Objectives on speed that are not kept on a machine that has other work. */
const SLOW_HERE = ['IngestLatencyBudgetBurn', 'DashboardBudgetBurn', 'SnapshotFreshnessBudgetBurn']
const ALERTS = [
  ...new Set(
    RULE_FILES.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, n]) => n)),
  ),
].filter((name) => name !== undefined)

const CALM_S = 8
/** More readers than a service has connections, by more than the alert allows to wait. */
const READERS = 30
const READERS_OF_ONE = 3
/** More than fill the slices: a process that is idle in them has processor time enough. */
const BEATING = 400
/** A slice that heartbeats fill, and in which none of them gets through. */
const RUNS_MS = 15
const STOPPED_MS = 200
/** A process with over 60 % of the heap that V8 allows it, 816 MiB. */
const LEAKY = {
  NODE_OPTIONS: [
    ...['--max-old-space-size=768', '--max-semi-space-size=16'],
    `--import=${new URL('memory-leak.mjs', import.meta.url).href}`,
  ].join(' '),
  LEAK_HELD_MB: '480',
  // V8 does not end it.
  LEAK_FOR_S: '170',
}
/** The hour after a start, half an hour that the alert waits, and some minutes. */
const LEAKS_FOR_S = 105
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
/** A trusted document that reads what the locked table has. */
const DOCUMENT = documentOf('query Fleet ')
const seconds = (n: number) => delay(n * 1_000)

/** Locks a table against everything until the end of the work. */
const whileLocked = async (cluster: Cluster, table: string, work: () => Promise<void>): Promise<void> => {
  const { sql, close } = await openConnection({ url: cluster.database.urls.superuser, name: 'alert tests' })
  try {
    await sql.unsafe(`begin; lock table ${table} in access exclusive mode`)
    await work()
  } finally {
    await sql.unsafe('rollback')
    await close()
  }
}

describeWhere({ missing: missing ?? promtoolMissing }, 'the alerts of a platform as it is deployed', () => {
  let cluster: Cluster
  let recording: Recording
  let admin: string
  let leakingFrom: number | null = null
  let calmMinutes = 0
  const seen: string[] = []
  const stops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    cluster = await startCluster()
    recording = recordMetrics(cluster.members)
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
    await recording?.stop()
    await cluster?.close()
    const fired = Object.entries(FAULTS)
    // A run of some of the tests is not the whole section.
    if (seen.length === fired.length) writeAlerts({ fired, minutes: recording.minutes(), calmMinutes })
  })

  /** Expects that alerts fired since a minute; `where` as of `Recording`. */
  const expectFired = (faults: Readonly<Record<string, string>>, from: number, where?: string) => {
    const names = Object.keys(faults)
    expect(recording.fired(names, from, recording.minutes(), where)).toEqual(names)
    seen.push(...names)
  }

  /** Does something again and again, several at once, whatever comes of it. */
  const repeat = (work: (n: number) => Promise<unknown>, { atOnce = 1, pauseMs = 100 } = {}) => {
    const ended = new AbortController()
    const running = Array.from({ length: atOnce }, async (_, first) => {
      for (let n = first; !ended.signal.aborted; n += atOnce) {
        await work(n).catch(() => {})
        await delay(pauseMs)
      }
    })
    const stop = async () => {
      ended.abort()
      await Promise.all(running)
    }
    stops.push(stop)
    return stop
  }

  const startTraffic = async () => {
    admin = await cluster.identity.token({ role: 'BCOS_ADMIN', sub: 'admin', email: 'a@example.com' })
    const agentAtmId = 'ALERT-1'
    const agent = await cluster.identity.token({ role: 'AGENT', sub: agentAtmId, institutionKey: 'ALERT', agentAtmId })
    const event = (n: number) => ({
      agentAtmId,
      eventType: n % 2 === 0 ? 'ATM_OUT_OF_SERVICE' : 'ATM_IN_SERVICE',
      eventTime: '',
    })
    const graph = (body: object) => cluster.ask('POST', '/graphql', { as: admin, body })
    repeat(
      (n) =>
        cluster.ask('POST', '/agent-proxy/api/journal-events', { as: agent, body: event(n), through: 'gateway-2' }),
      { atOnce: 3 },
    )
    repeat(() => graph({ query: '{ vendors { name } }' }), { atOnce: 6, pauseMs: 1_000 })
  }

  /** Listens to the live stream; returns what ends that. */
  const startListening = () => {
    const stream = new AbortController()
    stops.push(async () => stream.abort())
    const stop = repeat(async () => {
      const { body } = await fetch(`${cluster.publicUrls[0]}/api/stream?topics=incidents`, {
        headers: { authorization: `Bearer ${admin}` },
        signal: stream.signal,
      })
      await body?.pipeTo(new WritableStream())
    })
    return async () => {
      stream.abort()
      await stop()
    }
  }

  /** Starts a process again that leaks from now on, and one that has as much and keeps it. */
  const startLeaking = async () => {
    if (leakingFrom !== null) return
    for (const [name, leaked] of [
      ['claims', '1'],
      ['fleet', '0'],
    ] as const) {
      await cluster.member(name).stop()
      await cluster.member(name).start({ ...LEAKY, LEAK_MB_A_SECOND: leaked })
    }
    leakingFrom = recording.minutes()
  }

  it('are those of the rules', () => {
    expect(Object.keys(FAULTS).toSorted()).toEqual(ALERTS.toSorted())
  })

  it('are silent while nothing is wrong', async () => {
    await startTraffic()
    const stopListening = startListening()
    await seconds(CALM_S)
    await stopListening()
    const judged = ALERTS.filter((name) => !SLOW_HERE.includes(name))
    calmMinutes = recording.minutes()
    expect(recording.fired(judged, 0, calmMinutes)).toEqual([])
  })

  it('fire while transactions wait for connections that others keep, and not for as many callers', async () => {
    const tokens = await Promise.all(
      Array.from({ length: READERS }, (_, n) => {
        const institutionKey = `READ${Math.floor(n / READERS_OF_ONE)}`
        return cluster.identity.token({ role: 'MSP_ADMIN', sub: `reader-${n}`, institutionKey })
      }),
    )
    const read = (n: number) => cluster.ask('GET', '/claims/api/claims/vendors', { as: tokens[n % READERS] ?? '' })
    const stopReading = repeat(read, { atOnce: READERS })
    const from = recording.minutes()
    await seconds(CALM_S)
    const until = recording.minutes()
    expect(recording.fired(Object.keys(CONNECTIONS), from, until)).toEqual([])
    await whileLocked(cluster, 'claims.vendor', () => seconds(10))
    await stopReading()
    expectFired(CONNECTIONS, until, 'pool="claims"')
  }, 60_000)

  it('fire while a process is asked for more than its processor time allows, and not for as many agents', async () => {
    const tokens = await Promise.all(
      Array.from({ length: BEATING }, (_, n) => {
        const [sub, agentAtmId] = [`beating-${n}`, `BEATING-${n}`]
        return cluster.identity.token({ role: 'AGENT', sub, institutionKey: 'ALERT', agentAtmId })
      }),
    )
    const beat = (n: number) => {
      const at = n % BEATING
      const body = { agentAtmId: `BEATING-${at}` }
      return cluster.ask('POST', '/agent-proxy/api/heartbeats', { as: tokens[at] ?? '', body })
    }
    const stopBeating = repeat(beat, { atOnce: BEATING, pauseMs: 5 })
    const from = recording.minutes()
    await seconds(CALM_S)
    const until = recording.minutes()
    expect(recording.fired(Object.keys(OVERLOAD), from, until)).toEqual([])
    const endsAt = Date.now() + 25_000
    while (Date.now() < endsAt) {
      await cluster.member('agent-proxy').freeze(STOPPED_MS)
      await delay(RUNS_MS)
    }
    await stopBeating()
    expectFired(OVERLOAD, until, 'process="agent-proxy"')
  }, 90_000)

  it('fire while what they tell of lasts', async () => {
    await startLeaking()
    const from = recording.minutes()
    await publishPoison(cluster)
    const agentAtmId = 'ALERT-2'
    const agent = await cluster.identity.token({ role: 'AGENT', sub: agentAtmId, institutionKey: 'ALERT', agentAtmId })
    const upload = async () => {
      const path = `/agent-proxy/api/journal-files?agentAtmId=${agentAtmId}&journalDate=${YESTERDAY}`
      const bytes = Uint8Array.from(journalOfAgent(agentAtmId, 1, YESTERDAY) ?? [])
      const answer = await cluster.ask('POST', path, { as: agent, bytes })
      expect(answer.status).toBe(201)
    }
    const freezeOften = async () => {
      for (let n = 0; n < 26; n += 1) {
        await cluster.member('journal').freeze(450)
        await delay(150)
      }
    }
    await cluster.member('devices').kill()
    await cluster.ways.service('claims').refuse()
    await cluster.ways.service('claims').cut()
    await Promise.all([
      whileLocked(cluster, 'analytics.incident', () => seconds(20)),
      whileLocked(cluster, 'journal.atm_day_total', async () => {
        await upload()
        await seconds(30)
      }),
      freezeOften(),
    ])
    await cluster.ways.service('claims').accept()
    await cluster.member('devices').start()
    expectFired(LASTING, from)
  }, 200_000)

  it('fire in outages', async () => {
    const from = recording.minutes()
    const stopReading = repeat(() => cluster.ask('POST', '/graphql', { as: admin, body: { documentId: DOCUMENT } }))
    await whileLocked(cluster, 'incident.atm', () => seconds(12))
    await stopReading()
    const stopListening = startListening()
    await seconds(2)
    await cluster.ways.service('incident').refuse()
    await cluster.ways.service('incident').cut()
    await seconds(14)
    await cluster.ways.service('incident').accept()
    // A change by hand, which the job finds; then the job itself fails, as its table is gone.
    await cluster.rows('update journal.atm_day_total set transactions = transactions + 1')
    await runJobs(cluster, ['journal.totals-check'])
    // A time that is less ahead than clocks may differ.
    await cluster.rows(
      `update jobs.job set scheduled_to = now() + interval '4 minutes' where name = 'incident.quiet-time'`,
    )
    await cluster.rows('alter table journal.atm_day_total rename to gone')
    await scheduleNow(cluster, ['journal.totals-check'])
    const failures = () => cluster.rows(`select id from jobs.run where outcome = 'FAILED'`)
    await expect.poll(async () => (await failures()).length, { timeout: 60_000, interval: 500 }).toBeGreaterThan(0)
    // The retry half a minute later fails too, or the job would be well again before the alert has waited for as long.
    await seconds(36)
    await cluster.rows('alter table journal.gone rename to atm_day_total')
    await cluster.broker.stop()
    await seconds(10)
    await cluster.ways.database.refuse()
    await cluster.ways.database.cut()
    await seconds(20)
    await cluster.ways.database.accept()
    await seconds(8)
    await stopListening()
    expectFired(OUTAGES, from)
  }, 400_000)

  it('fire where a process is started again for the third time', async () => {
    const restart = async () => {
      await cluster.member('journal').kill()
      await cluster.member('journal').start()
      await seconds(2)
    }
    const names = Object.keys(RESTARTS)
    await restart()
    await restart()
    expect(recording.fired(names, 0, recording.minutes())).toEqual([])
    await restart()
    expectFired(RESTARTS, 0, 'process="journal"')
  }, 120_000)

  it('fire where the heap of a process grows towards its limit, and not where one as large is level', async () => {
    const waited = { timeout: 1_500 * LEAKS_FOR_S, interval: 500 }
    await startLeaking()
    await expect.poll(() => recording.minutes() - (leakingFrom ?? 0), waited).toBeGreaterThan(LEAKS_FOR_S)
    expect(recording.fired(Object.keys(MEMORY), 0, recording.minutes(), 'process!="claims"')).toEqual([])
    expectFired(MEMORY, 0, 'process="claims"')
  }, 300_000)
})
