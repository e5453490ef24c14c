import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Evidence } from '../faults/evidence.ts'
import { expectWhole } from '../faults/faults.ts'
import { CONSISTENCY_JOBS, runJobs, verifyChains } from '../faults/jobs.ts'
import type { Member } from '../faults/members.ts'
import { countUntaken, HEALED_CHECKS, judge } from '../faults/oracle.ts'
import { type UpgradeReport, writeUpgrade } from '../faults/report.ts'
import { startTraffic, type Traffic } from '../faults/traffic.ts'
import { missing } from '../kafka/broker.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { explainFailure } from '../topology/diagnosis.ts'
import { startReaders } from '../topology/readers.ts'
import { missingRelease, PREVIOUS } from './previous-release.ts'
import { startOldRelease, type TwoReleases } from './two-releases.ts'

const BEFORE = 'BEFORE'
const DURING = 'DURING'
/** Events a second: everything shares one machine. */
const RATE = 8
const A_WHILE_MS = 6_000
const WAIT = { timeout: 60_000, interval: 500 }
const SNAPSHOTS = { timeout: 300_000, interval: 1_000 }
const GROUPS = ['analytics.snapshots', 'incident.audit']

/** What a process answers at its internal listener. */
const askInside = async ({ url }: Member, path: string): Promise<string> => {
  const internal = Object.assign(new URL(path, url), { port: Number(new URL(url).port) + 100 })
  return (await fetch(internal)).text()
}

/** What a process has counted under a name since it started, whatever the labels. */
const readCounter = async (member: Member, name: string): Promise<number> => {
  const lines = (await askInside(member, '/metrics')).split('\n')
  return lines.filter((line) => line.startsWith(name)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

// A story: each test goes on from the state that the one before it has left.
describeWhere({ missing: missing ?? missingRelease }, `an upgrade from ${PREVIOUS.name} under load`, () => {
  let releases: TwoReleases
  let filled: Evidence
  let during: Evidence
  let traffic: Traffic
  let readers: Awaited<ReturnType<typeof startReaders>>
  let migrations = 0
  const report: UpgradeReport['rows'] = []
  /** The new gateway on its way to be ready. */
  let starting: Promise<void>
  /** Every process of an edition, or of a part of it, answers more than it has by now. */
  const expectService = async (...which: Parameters<TwoReleases['processesOf']>) => {
    const answers = () => releases.processesOf(...which).map(({ load }) => load.answers)
    const before = answers()
    await expect.poll(() => answers().filter((count, n) => count <= Number(before[n])), WAIT).toEqual([])
  }
  /** Ends old processes in order, after their balancer has stopped giving them requests. */
  const endOld = async (part: 'services' | 'gateway') => {
    const old = releases.processesOf('old', part)
    for (const one of old) one.retire()
    await delay(A_WHILE_MS)
    await Promise.all(old.map(({ member }) => member.stop()))
    for (const { member } of old) expect(member.output()).not.toContain('Did not end in time')
  }

  beforeAll(async () => {
    releases = await startOldRelease()
    const before = await startTraffic(releases, BEFORE)
    await delay(A_WHILE_MS)
    filled = await before.stop()
    traffic = await startTraffic(releases, DURING, { rate: RATE })
    readers = await startReaders(releases, DURING)
  }, 400_000)
  afterAll(async () => {
    await releases?.close()
  })

  test('the migrations of this release run while the release before it serves', async () => {
    await expectService('old')
    await releases.createTopics()
    migrations = Number(/; (\d+) migrations ran/.exec(await releases.migrate())?.[1])
    expect(migrations).toBeGreaterThan(0)
    await expectService('old')
  }, 200_000)

  test('the release before does not start on the newer database and says why, while its processes go on', async () => {
    const late = releases.start('late')
    await expect(late).rejects.toThrow(/The database was migrated by a newer release: this one does not know \w+\/\d+/)
    await expectService('old')
  }, 200_000)

  test('the services of this release start beside the old ones: both answer, consume and publish', async () => {
    await releases.start('new', 'services')
    const count = () =>
      Promise.all([
        releases.countMessages(),
        ...releases
          .processesOf('new', 'services')
          .map(({ member }) => readCounter(member, 'fleetops_outbox_published_total')),
      ])
    const [before = 0, ...ownBefore] = await count()
    await Promise.all([expectService('old'), expectService('new', 'services')])
    const published = async () => {
      const [all = 0, ...own] = await count()
      const ofNew = own.reduce((sum, one, n) => sum + one - Number(ownBefore[n]), 0)
      return { ofNew: ofNew > 0, ofOld: all - before - ofNew > 0 }
    }
    await expect.poll(published, WAIT).toEqual({ ofNew: true, ofOld: true })
    for (const group of GROUPS)
      await expect.poll(async () => (await releases.listReaders(group)).filter((n) => n > 0).length, WAIT).toBe(2)
    await delay(A_WHILE_MS)
  }, 300_000)

  test('its gateway is not ready while services of the release before answer, and says why', async () => {
    starting = releases.start('new', 'gateway')
    starting.catch(() => {})
    const [gateway] = releases.processesOf('new', 'gateway')
    const said = () => gateway && askInside(gateway.member, '/actuator/health/readiness').catch(() => '')
    await expect.poll(said, WAIT).toMatch(/^{"status":"DOWN".*"status":"DEGRADED","reason":"has an older/)
    await delay(A_WHILE_MS)
    expect([gateway?.isReady(), gateway?.load.answers]).toEqual([false, 0])
    await expectService('old')
  }, 200_000)

  test('it gets ready when the services before stop in order, and the release goes on alone', async () => {
    await endOld('services')
    await starting
    await Promise.all([expectService('old', 'gateway'), expectService('new')])
    await endOld('gateway')
    await expectService('new')
    await delay(A_WHILE_MS)
  }, 200_000)

  test('no reader and no agent has seen a request fail, and what was acknowledged is stored and done once', async () => {
    const readings = await readers.stop()
    during = await traffic.stop()
    for (const evidence of [filled, during])
      await expectWhole(releases, evidence, 0, (found) =>
        report.push({
          name: evidence === filled ? 'before the upgrade' : 'during the upgrade',
          evidence,
          violations: found.length,
        }),
      )
    writeUpgrade({ from: PREVIOUS.name, migrations, rows: report, during, readings })
    expect(during.failed).toEqual([])
    for (const { requests, what, failures } of readings) {
      expect(requests, what).toBeGreaterThan(50)
      expect(
        failures.map((failure) => explainFailure(releases.members, failure)),
        what,
      ).toEqual([])
    }
  }, 400_000)

  test('the consistency jobs of this release report no difference', async () => {
    const outcomes = await runJobs(releases, CONSISTENCY_JOBS)
    expect(outcomes['journal.totals-check']).toMatch(/ 0 totals differ$/)
    for await (const chain of verifyChains(releases)) expect(chain.fault, chain.chain).toBeNull()
    await expect.poll(() => countUntaken(releases.rows), SNAPSHOTS).toBe(0)
    for (const evidence of [filled, during]) expect(await judge(releases.rows, evidence, HEALED_CHECKS)).toEqual([])
  }, 480_000)
})
