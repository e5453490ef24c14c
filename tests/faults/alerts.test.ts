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
import { publishPoison } from './scenarios.ts'

// Each alert fires while its cause lasts: the platform's own metrics are recorded while faults are brought about, and
// promtool judges the rules on them. A second of the test is a minute of the rules.

const documentOf = (begins: string): string =>
  [...readTrustedDocuments()].find(([, text]) => text.startsWith(begins))?.[0] ?? ''

/** Alerts for which there is no fault here, and why. */
const WITHOUT_FAULT: Readonly<Record<string, string>> = {
  Overloaded: 'needs more load than a machine of this test has processors for; bench soak --starve brings it about',
  MemoryGrows: 'needs a process of 800 MB that grows for an hour',
  ConnectionsWaiting: 'sixty writers at once, of a locked table, did not wait for connections here',
  LiveFreshnessBudgetBurn: 'fires where a gateway is stopped for seconds, but not each time: few changes are late',
}
/** Alerts on a part that does not get on. */
const LASTING = [
  ...['ProcessDown', 'EventLoopDelayed', 'GraphCircuitOpen', 'MirrorFailing', 'ConsumerLag', 'DeadLetters'],
  ...['ParseQueueOld', 'SnapshotFreshnessBudgetBurn'],
]
/** Alerts on what is out of reach, and on totals and jobs. */
const OUTAGES = [
  ...['LiveSourceFailing', 'IngestBacklog', 'OutboxStuck', 'TotalsDiffer', 'MetricReadsFailing', 'JobFailing'],
  ...['IngestErrorBudgetBurn', 'IngestLatencyBudgetBurn', 'DashboardBudgetBurn'],
]
const ALERTS = [
  ...new Set(
    RULE_FILES.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, n]) => n)),
  ),
].filter((name) => name !== undefined)

const CALM_S = 8
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
  const stops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    cluster = await startCluster()
    recording = recordMetrics(cluster.members)
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
    await recording?.stop()
    await cluster?.close()
  })

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

  it('are those of the rules', () => {
    expect([...LASTING, ...OUTAGES, ...Object.keys(WITHOUT_FAULT)].toSorted()).toEqual(ALERTS.toSorted())
  })

  it('are silent while nothing is wrong', async () => {
    await startTraffic()
    await seconds(CALM_S)
    // Objectives on speed are not kept on a machine that has other work.
    const fired = recording.fired(ALERTS, 0, recording.minutes()).filter((name) => !name.endsWith('BudgetBurn'))
    expect(fired).toEqual([])
  })

  it('fire while what they tell of lasts', async () => {
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
    expect(recording.fired(LASTING, from, recording.minutes())).toEqual(LASTING)
  }, 200_000)

  it('fire in outages', async () => {
    const from = recording.minutes()
    const stopReading = repeat(() => cluster.ask('POST', '/graphql', { as: admin, body: { documentId: DOCUMENT } }))
    await whileLocked(cluster, 'incident.atm', () => seconds(12))
    await stopReading()
    const stream = new AbortController()
    const { body } = await fetch(`${cluster.publicUrls[0]}/api/stream?topics=incidents`, {
      headers: { authorization: `Bearer ${admin}` },
      signal: stream.signal,
    })
    void body?.pipeTo(new WritableStream()).catch(() => {})
    await seconds(2)
    await cluster.ways.service('incident').refuse()
    await cluster.ways.service('incident').cut()
    await seconds(14)
    await cluster.ways.service('incident').accept()
    stream.abort()
    // A change by hand, which the job finds; then the job itself fails, as its table is gone.
    await cluster.rows('update journal.atm_day_total set transactions = transactions + 1')
    await runJobs(cluster, ['journal.totals-check'])
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
    expect(recording.fired(OUTAGES, from, recording.minutes())).toEqual(OUTAGES)
  }, 400_000)
})
