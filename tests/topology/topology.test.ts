import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE_NAMES } from '../../subgraphs/kit/calls/calls.ts'
import { expectWhole } from '../faults/faults.ts'
import { type TopologyReport, writeTopology } from '../faults/report.ts'
import { startTraffic } from '../faults/traffic.ts'
import { missing } from '../kafka/broker.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { startReaders } from './readers.ts'
import { startTopology, type Topology } from './topology.ts'

/** Events a second: everything shares one machine. */
const RATE = 8
const BEFORE_MS = 4_000
const AWAY_MS = 5_000
const REPLICATED = { timeout: 120_000, interval: 1_000 }

/** What can end by itself and start again. */
type Part = { kill(): Promise<void>; start(): Promise<void> }

/** Two of three brokers are more than a partition can do without: it has no leader, or takes nothing. */
const WITHOUT_LEADER = 'brokers 2 and 3 together'
const BROKERS: Readonly<Record<string, readonly number[]>> = {
  'broker 1': [1],
  'broker 2': [2],
  'broker 3': [3],
  [WITHOUT_LEADER]: [2, 3],
}
const KILLED = ['gateway-1', ...SERVICE_NAMES.map((name) => `${name}-1`), ...Object.keys(BROKERS)]

const partsOf = ({ kafka, member }: Topology, name: string): readonly Part[] =>
  BROKERS[name]?.map(kafka.broker) ?? [member(name)]

const institutionOf = (name: string): string => name.toUpperCase().replaceAll(' ', '-')

describeWhere({ missing }, 'two processes of each kind behind balancers, on three brokers', () => {
  let topology: Topology
  const report: TopologyReport = []
  beforeAll(async () => {
    topology = await startTopology()
  }, 600_000)
  afterAll(async () => {
    await topology?.close()
    // A run of some of the tests is not the whole page; PostgreSQL is one more.
    if (report.length === KILLED.length + 1) writeTopology(report)
  })

  test('each partition is on three brokers, which agree', async () => {
    await expect.poll(topology.kafka.countBehind, REPLICATED).toBe(0)
  }, 150_000)

  test.each(KILLED)(
    'when %s is killed under load nothing acknowledged is lost, and a reader sees at most one failure',
    async (name) => {
      const parts = partsOf(topology, name)
      await expect.poll(topology.kafka.countBehind, REPLICATED).toBe(0)
      const traffic = await startTraffic(topology, institutionOf(name), { rate: RATE })
      const readers = await startReaders(topology, institutionOf(name))
      await delay(BEFORE_MS)
      await Promise.all(parts.map((part) => part.kill()))
      await delay(AWAY_MS)
      await Promise.all(parts.map((part) => part.start()))
      await delay(BEFORE_MS)
      const readings = await readers.stop()
      const evidence = await traffic.stop()
      await expectWhole(topology, evidence, 0, (found) =>
        report.push({ name: `kill -9 of ${name}`, evidence, violations: found.length, readings }),
      )
      for (const { requests, what } of readings) expect(requests, what).toBeGreaterThan(10)
      expect(readings.filter(({ failures }) => failures.length > 1)).toEqual([])
    },
    400_000,
  )

  test('when PostgreSQL stops at once and starts again nothing acknowledged is lost', async () => {
    const traffic = await startTraffic(topology, 'POSTGRESQL', { rate: RATE })
    await delay(BEFORE_MS)
    await topology.database.crash()
    await delay(AWAY_MS)
    await topology.database.start()
    await delay(BEFORE_MS)
    const evidence = await traffic.stop()
    await expectWhole(topology, evidence, 0, (found) =>
      report.push({ name: 'an immediate stop of PostgreSQL', evidence, violations: found.length, readings: null }),
    )
  }, 400_000)
})
