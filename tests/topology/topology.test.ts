import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { incidentTopic } from '../../schema/events/incident-changed.ts'
import { SERVICE_NAMES } from '../../subgraphs/kit/calls/calls.ts'
import { PLATFORM_NAME } from '../faults/environment.ts'
import type { Evidence } from '../faults/evidence.ts'
import { expectWhole } from '../faults/faults.ts'
import type { Member } from '../faults/members.ts'
import { type TopologyReport, writeTopology } from '../faults/report.ts'
import { startTraffic } from '../faults/traffic.ts'
import { missing } from '../kafka/broker.ts'
import { describeWhere, LINUX } from '../support/environment-gate.ts'
import { diagnose } from './diagnosis.ts'
import { startReaders } from './readers.ts'
import { startTopology, type Topology } from './topology.ts'

/** Events a second: everything shares one machine. */
const RATE = 8
const BEFORE_MS = 4_000
const AWAY_MS = 5_000
const REPLICATED = { timeout: 120_000, interval: 1_000 }

const BUSY = { timeout: 30_000, interval: 200 }
/** So long after a request has come a process is at it. */
const AT_IT_MS = 1

/** What can end by itself and start again. */
type Part = {
  /** Ends while a request waits for its answer; resolves to how many were cut off by it. Null for a broker. */
  kill(): Promise<number | null>
  start(): Promise<void>
  /** A number that grows with what it does for others. */
  countWork(): Promise<number>
  /** How many requests of a reader may fail. */
  readonly failures: number
}

/** Two of three brokers are more than a partition can do without: it has no leader, or takes nothing. */
const WITHOUT_LEADER = 'brokers 2 and 3 together'
const BROKERS: Readonly<Record<string, readonly number[]>> = {
  'broker 1': [1],
  'broker 2': [2],
  'broker 3': [3],
  [WITHOUT_LEADER]: [2, 3],
}
const KILLED = ['gateway-1', ...SERVICE_NAMES.map((name) => `${name}-1`), ...Object.keys(BROKERS)]

/** No reader notices that a broker is gone: what it reads is in PostgreSQL. */
const brokerOf = ({ kafka }: Topology, nodeId: number): Part => ({
  async kill() {
    await kafka.broker(nodeId).kill()
    return null
  },
  start: () => kafka.broker(nodeId).start(),
  countWork: () => kafka.countLed(nodeId),
  failures: 0,
})

const processOf = ({ find }: Topology, name: string): Part => {
  const { member, load, nextRequest } = find(name)
  return {
    async kill() {
      let before: number
      // A short request may be over when the process ends: then the next one is waited for.
      do {
        await nextRequest()
        await delay(AT_IT_MS)
        before = load.cut
      } while (!(await member.killIfBusy(() => load.waiting > 0)))
      await expect.poll(() => load.waiting, BUSY).toBe(0)
      return load.cut - before
    },
    start: () => member.start(),
    countWork: async () => load.answers,
    failures: 1,
  }
}

const partsOf = (topology: Topology, name: string): readonly Part[] =>
  BROKERS[name]?.map((nodeId) => brokerOf(topology, nodeId)) ?? [processOf(topology, name)]

/** The processes that this one has started and that run. */
const listChildren = (): string => readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')

/** The sum of what is known; null where nothing is. */
const sumOf = (counts: readonly (number | null)[]): number | null =>
  counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + Number(count), 0)

/** Expects that no queue holds anything and the oracle finds nothing; else the failure says what became of messages. */
const expectAllWhole = async (
  { kafka, members, ...cluster }: Topology,
  evidence: Evidence,
  onFound: (found: readonly string[]) => void,
): Promise<void> => {
  let violations: readonly string[] = []
  try {
    await expectWhole({ ...cluster, members }, evidence, 0, (found) => {
      violations = found
      onFound(found)
    })
  } catch (error) {
    const brokers = Object.values(kafka.administration).flatMap((addresses) => addresses.split(','))
    const seen = await diagnose(brokers, members, violations).catch((fault: unknown) => `no diagnosis: ${fault}`)
    throw new Error(`the platform is not whole:\n${seen}`, { cause: error })
  }
}

const institutionOf = (name: string): string => name.toUpperCase().replaceAll(' ', '-')

describeWhere({ missing: missing ?? LINUX.missing }, 'a start that fails', () => {
  test('leaves no process behind', async () => {
    const before = listChildren()
    const refused = startTopology([{ name: '1', env: { JWT_ISSUER: '' } }])
    await expect(refused).rejects.toThrow('gateway-1 did not get ready')
    expect(listChildren()).toEqual(before)
  }, 300_000)
})

describeWhere({ missing }, 'two processes of each kind behind balancers, on three brokers', () => {
  let topology: Topology
  const report: TopologyReport = []
  beforeAll(async () => {
    topology = await startTopology()
  }, 600_000)
  afterAll(async () => {
    await topology?.close()
    // A run of some of the tests is not the whole page; the last three tests are no kills.
    if (report.length === KILLED.length + 3) writeTopology(report)
  })

  test('each partition is on three brokers, which agree, and each login may do what its service does', async () => {
    await expect.poll(topology.kafka.countBehind, REPLICATED).toBe(0)
    const topicsOf = async ({ url }: Member) => {
      const internal = Object.assign(new URL('/actuator/health', url), { port: Number(new URL(url).port) + 100 })
      const health: unknown = await (await fetch(internal)).json()
      return Object(Object(health).components).topics
    }
    for (const member of topology.members)
      await expect.poll(() => topicsOf(member), BUSY).toMatchObject({ status: 'UP' })
  }, 150_000)

  test.each(KILLED)(
    'when %s is killed under load nothing acknowledged is lost, and a reader sees at most one failure',
    async (name) => {
      const parts = partsOf(topology, name)
      const work = () => Promise.all(parts.map((part) => part.countWork()))
      await expect.poll(topology.kafka.countBehind, REPLICATED).toBe(0)
      const traffic = await startTraffic(topology, institutionOf(name), { rate: RATE })
      const readers = await startReaders(topology, institutionOf(name))
      await delay(BEFORE_MS)
      // It works for others when it is killed, and a process is being asked something.
      const before = await work()
      await expect
        .poll(async () => (await work()).map((count, n) => count > Number(before[n])), BUSY)
        .not.toContain(false)
      const cut = await Promise.all(parts.map((part) => part.kill()))
      await delay(AWAY_MS)
      await Promise.all(parts.map((part) => part.start()))
      await delay(BEFORE_MS)
      const readings = await readers.stop()
      const evidence = await traffic.stop()
      await expectAllWhole(topology, evidence, (found) =>
        report.push({ name: `kill -9 of ${name}`, evidence, violations: found.length, readings, cut: sumOf(cut) }),
      )
      expect(cut).not.toContain(0)
      for (const { requests, what, failures } of readings) {
        expect(requests, what).toBeGreaterThan(10)
        for (const part of parts) expect(failures.slice(part.failures), what).toEqual([])
      }
    },
    400_000,
  )

  test('a partition whose only broker is away holds up its messages, nothing else, and loses none', async () => {
    const name = 'ALONE'
    await expect.poll(topology.kafka.countBehind, REPLICATED).toBe(0)
    const topic = incidentTopic(PLATFORM_NAME, 'created')
    const alone = await topology.kafka.holdAlone(topic, `${name}-1`, 3)
    await expect.poll(topology.kafka.countBehind, REPLICATED).toBe(1)
    const traffic = await startTraffic(topology, name, { rate: RATE })
    const readers = await startReaders(topology, name)
    await delay(BEFORE_MS)
    await topology.kafka.broker(3).kill()
    const count = async (statement: string) =>
      Number((await topology.rows(`select count(*) as n from ${statement}`))[0]?.n)
    const parsed = () => count(`journal.journal_file where institution_key = '${name}' and status = 'PARSED'`)
    await expect.poll(() => count(`incident.outbox where topic = '${topic}'`), BUSY).toBeGreaterThan(0)
    const before = await parsed()
    await expect.poll(parsed, BUSY).toBeGreaterThan(before)
    expect(await count(`incident.outbox where topic = '${topic}'`)).toBeGreaterThan(0)
    await topology.kafka.broker(3).start()
    await delay(BEFORE_MS)
    const readings = await readers.stop()
    const evidence = await traffic.stop()
    await expectAllWhole(topology, evidence, (found) =>
      report.push({ name: 'a partition without a leader', evidence, violations: found.length, readings, cut: null }),
    )
    for (const { what, failures } of readings) expect(failures, what).toEqual([])
    await alone.release()
    await expect.poll(topology.kafka.countBehind, REPLICATED).toBe(0)
  }, 400_000)

  test('while each process is stopped in order and started again, no request of a reader or an agent fails', async () => {
    const traffic = await startTraffic(topology, 'ROLLED', { rate: RATE })
    const readers = await startReaders(topology, 'ROLLED')
    await delay(BEFORE_MS)
    for (const name of ['gateway', ...SERVICE_NAMES]) {
      const { member } = topology.find(`${name}-1`)
      await member.stop()
      await member.start()
      // Its balancer has to see that it is ready before the next one may be gone.
      await expect.poll(() => topology.find(`${name}-1`).isReady(), BUSY).toBe(true)
    }
    await delay(BEFORE_MS)
    const readings = await readers.stop()
    const evidence = await traffic.stop()
    await expectAllWhole(topology, evidence, (found) =>
      report.push({ name: 'a rolling restart', evidence, violations: found.length, readings, cut: null }),
    )
    expect(evidence.failed).toEqual([])
    for (const { what, failures } of readings) expect(failures, what).toEqual([])
  }, 600_000)

  test('when PostgreSQL stops at once and starts again nothing acknowledged is lost', async () => {
    const traffic = await startTraffic(topology, 'POSTGRESQL', { rate: RATE })
    await delay(BEFORE_MS)
    await topology.database.crash()
    await delay(AWAY_MS)
    await topology.database.start()
    await delay(BEFORE_MS)
    const evidence = await traffic.stop()
    await expectAllWhole(topology, evidence, (found) =>
      report.push({
        name: 'an immediate stop of PostgreSQL',
        evidence,
        violations: found.length,
        readings: null,
        cut: null,
      }),
    )
  }, 400_000)
})
