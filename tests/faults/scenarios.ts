import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Kafka, logLevel } from 'kafkajs'
import { openConnection } from '../../db/client.ts'
import { incidentTopic } from '../../schema/events/incident-changed.ts'
import { SERVICE_NAMES } from '../../subgraphs/kit/calls/calls.ts'
import type { Envelope } from '../../subgraphs/kit/messaging/events.ts'
import type { Gate } from '../support/environment-gate.ts'
import { type Cluster, GATEWAY_NAMES, MEMBER_NAMES } from './cluster.ts'
import { DISK_BYTES } from './database-server.ts'
import { PLATFORM_NAME } from './environment.ts'
import { startTraffic, type Traffic } from './traffic.ts'

/** One kind of fault, which is brought about while traffic of an institution flows. */
export type Scenario = {
  readonly name: string
  readonly institutionKey: string
  /** Part of the short form. */
  readonly short: boolean
  /** Part of what CI runs, which has two minutes. */
  readonly inCi?: boolean
  /** Brings the fault about and takes it away again; everything runs afterwards. `long` is for the long form. */
  disturb(cluster: Cluster, run: { readonly long: boolean; readonly traffic: Traffic }): Promise<void>
  /** Where it can be brought about; everywhere when left out. */
  readonly gate?: Gate
  /** How many dead letters it leaves on purpose. */
  readonly deadLetters?: number
}

/** How long a fault lasts that is neither short nor long by its nature. */
const A_WHILE_MS = 2_000
const POISON = 5
const SHIFT_MS = 7_200_000

const killOneByOne = async (cluster: Cluster, names: readonly (typeof MEMBER_NAMES)[number][]): Promise<void> => {
  for (const name of names) {
    await cluster.member(name).kill()
    await delay(A_WHILE_MS / 4)
    await cluster.member(name).start()
  }
}

/** Ends all connections of the platform to the database, many times. */
const terminateBackends = async (cluster: Cluster, times: number): Promise<void> => {
  const connection = await openConnection({ url: cluster.database.urls.superuser, name: 'fault tests' })
  for (let n = 0; n < times; n += 1) {
    await connection.sql.unsafe(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'fleetops-%' and state <> 'idle'`)
    await delay(20)
  }
  await connection.close()
}

/**
 * Kills the incident service while its relay removes messages from the outbox that the broker has acknowledged: they
 * are published a second time.
 */
const killBetweenAcknowledgementAndMark = async (cluster: Cluster): Promise<void> => {
  await cluster.rows(`
    create function public.wait_at_mark() returns trigger language plpgsql as $$
    begin perform pg_sleep(600); return null; end $$;
    create trigger mark after delete on incident.outbox for each statement execute function public.wait_at_mark()`)
  const atMark = `select 1 from pg_stat_activity where state = 'active' and wait_event = 'PgSleep'`
  while ((await cluster.rows(atMark)).length === 0) await delay(50)
  await cluster.member('incident').kill()
  await cluster.rows(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`)
  await cluster.rows('drop trigger mark on incident.outbox; drop function public.wait_at_mark()')
  await cluster.member('incident').start()
}

/** Publishes messages that no consumer can handle. */
export const publishPoison = async (cluster: Cluster): Promise<void> => {
  const transport = cluster.broker.open()
  const topic = incidentTopic(PLATFORM_NAME, 'created')
  for (let n = 0; n < POISON; n += 1) {
    const id = randomUUID()
    const occurredAt = new Date().toISOString()
    const whose = { institutionKey: 'POISON', traceparent: null }
    const envelope: Envelope = { id, type: topic, version: 1, occurredAt, ...whose, data: {} }
    await transport.publish([{ topic, key: 'POISON-1', envelope }])
    await delay(A_WHILE_MS / POISON)
  }
}

/** A reader that joins a consumer group and leaves it at once, so that its topics are given out anew. */
const rebalance = async (cluster: Cluster, groupId: string, times: number): Promise<void> => {
  const kafka = new Kafka({ brokers: [cluster.broker.address], logLevel: logLevel.NOTHING })
  for (let n = 0; n < times; n += 1) {
    const consumer = kafka.consumer({ groupId })
    await consumer.connect()
    await consumer.subscribe({ topics: [incidentTopic(PLATFORM_NAME, 'created')] })
    await consumer.run({ autoCommit: false, eachMessage: async () => {} })
    await delay(A_WHILE_MS)
    await consumer.disconnect()
  }
}

/** One institution repeats the same requests without any pause. */
const storm = async (cluster: Cluster, forMs: number): Promise<void> => {
  const ended = Date.now() + forMs
  const agentAtmId = 'STORMY-1'
  const as = await cluster.identity.token({ role: 'AGENT', sub: agentAtmId, institutionKey: 'STORMY', agentAtmId })
  const eventId = randomUUID()
  const body = { eventId, agentAtmId, eventType: 'CARD_READER_FAIL', eventTime: '' }
  const repeat = async (through: (typeof GATEWAY_NAMES)[number]) => {
    while (Date.now() < ended)
      await cluster.ask('POST', '/agent-proxy/api/journal-events', { as, body, through }).catch(() => null)
  }
  await Promise.all(Array.from({ length: 40 }, (_, n) => repeat(GATEWAY_NAMES[n % 2] ?? 'gateway-1')))
  const stored = await cluster.rows(`select count(*)::int as n from incident.event where event_id = '${eventId}'`)
  if (stored[0]?.n !== 1) throw new Error(`an event that was repeated is stored ${stored[0]?.n} times`)
}

const shiftedBy = (ms: number) => ({
  NODE_OPTIONS: `--import=${new URL('shifted-clock.mjs', import.meta.url).href}`,
  CLOCK_SHIFT_MS: String(ms),
})

/** Every fault that the platform is to survive, in the order in which they are tried. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'kill -9 of each service and gateway in turn',
    institutionKey: 'KILLED',
    short: true,
    inCi: true,
    disturb: (cluster) => killOneByOne(cluster, MEMBER_NAMES),
  },
  {
    name: 'an immediate stop of PostgreSQL, and its recovery',
    institutionKey: 'CRASHED',
    short: true,
    inCi: true,
    async disturb(cluster) {
      await cluster.database.crash()
      await delay(A_WHILE_MS)
      await cluster.database.start()
    },
  },
  {
    name: 'an orderly stop of PostgreSQL, and its start',
    institutionKey: 'STORE',
    short: false,
    async disturb(cluster) {
      await cluster.database.stop()
      await delay(A_WHILE_MS)
      await cluster.database.start()
    },
  },
  {
    name: 'PostgreSQL that does not go on for a while (SIGSTOP)',
    institutionKey: 'FROZEN',
    short: true,
    disturb: (cluster, { long }) => cluster.database.freeze(long ? 30_000 : 6_000),
  },
  {
    name: 'a full disk of PostgreSQL',
    institutionKey: 'FULL',
    short: false,
    gate: { missing: DISK_BYTES === null ? 'needs root of Linux, for a disk of its own' : null },
    async disturb({ database }) {
      const disk = database.fillDisk?.()
      await delay(4 * A_WHILE_MS)
      await disk?.free()
    },
  },
  {
    name: 'connections to PostgreSQL ended again and again at work (pg_terminate_backend)',
    institutionKey: 'ENDED',
    short: true,
    inCi: true,
    disturb: (cluster, { long }) => terminateBackends(cluster, long ? 500 : 60),
  },
  {
    name: 'connections to PostgreSQL cut, delayed, refused and half-open',
    institutionKey: 'WIRED',
    short: true,
    async disturb({ ways: { database } }, { long }) {
      database.delay(20)
      await delay(A_WHILE_MS)
      database.cut()
      await delay(A_WHILE_MS / 2)
      database.delay(0)
      await database.refuse()
      await delay(A_WHILE_MS)
      await database.accept()
      await delay(A_WHILE_MS)
      database.halfOpen(true)
      await delay(long ? 60_000 : 4_000)
      database.halfOpen(false)
    },
  },
  {
    name: 'each service behind a slow, a refusing and a half-open way',
    institutionKey: 'HANGING',
    short: true,
    async disturb({ ways }, { long }) {
      for (const name of SERVICE_NAMES) ways.service(name).delay(100)
      await delay(A_WHILE_MS)
      for (const name of SERVICE_NAMES) {
        const way = ways.service(name)
        way.delay(0)
        await way.refuse()
        await delay(A_WHILE_MS / 4)
        await way.accept()
        way.halfOpen(true)
        await delay(long ? 15_000 : A_WHILE_MS / 4)
        way.halfOpen(false)
      }
    },
  },
  {
    name: 'the broker killed, and away for a while',
    institutionKey: 'BROKER',
    short: true,
    async disturb(cluster, { long }) {
      await cluster.broker.kill()
      await delay(long ? 60_000 : A_WHILE_MS)
      await cluster.broker.start()
    },
  },
  {
    name: 'a relay killed after the broker acknowledged and before the outbox was marked',
    institutionKey: 'RELAY',
    short: true,
    inCi: true,
    disturb: killBetweenAcknowledgementAndMark,
  },
  {
    name: 'messages that no consumer can handle',
    institutionKey: 'POISONED',
    short: true,
    inCi: true,
    disturb: publishPoison,
    // Each of both consumer groups puts each aside.
    deadLetters: 2 * POISON,
  },
  {
    name: 'consumer groups that are given out anew every few seconds',
    institutionKey: 'BALANCED',
    short: false,
    async disturb(cluster, { long }) {
      await rebalance(cluster, 'analytics.snapshots', long ? 5 : 1)
    },
  },
  {
    name: 'a retry storm of one institution',
    institutionKey: 'CALM',
    short: true,
    disturb: (cluster, { long }) => storm(cluster, long ? 30_000 : 2 * A_WHILE_MS),
  },
  {
    name: 'a rolling restart',
    institutionKey: 'ROLLED',
    short: false,
    async disturb(cluster) {
      for (const name of MEMBER_NAMES) {
        await cluster.member(name).stop()
        await cluster.member(name).start()
      }
    },
  },
  {
    name: 'clocks of services that are two hours wrong',
    institutionKey: 'CLOCKS',
    short: false,
    async disturb(cluster) {
      const restart = async (name: 'incident' | 'analytics' | 'fleet', env: Readonly<Record<string, string>>) => {
        await cluster.member(name).stop()
        await cluster.member(name).start(env)
      }
      await restart('incident', shiftedBy(SHIFT_MS))
      await restart('analytics', shiftedBy(-SHIFT_MS))
      await restart('fleet', shiftedBy(-SHIFT_MS))
      await delay(2 * A_WHILE_MS)
      for (const name of ['incident', 'analytics', 'fleet'] as const) await restart(name, {})
    },
  },
]

/** Traffic of an institution while a fault is brought about, and what its clients know of it. */
export const disturbed = async (cluster: Cluster, scenario: Scenario, long: boolean) => {
  const traffic = await startTraffic(cluster, scenario.institutionKey)
  await delay(A_WHILE_MS)
  await scenario.disturb(cluster, { long, traffic })
  await delay(A_WHILE_MS)
  return traffic.stop()
}
