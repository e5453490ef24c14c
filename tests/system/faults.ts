import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Cluster, MEMBER_NAMES } from './cluster.ts'
import { type Done, startTraffic } from './traffic.ts'

const WAIT = { timeout: 60_000, interval: 500 }
/** How long traffic flows between two disturbances. */
const BETWEEN_MS = 1_000

const numberOf = async (cluster: Cluster, statement: string): Promise<number> =>
  Number((await cluster.rows(`select count(*)::int as n from ${statement}`))[0]?.n)

const disturbed = async (cluster: Cluster, institutionKey: string, disturb: () => Promise<void>): Promise<Done> => {
  const traffic = await startTraffic(cluster, institutionKey)
  await delay(3 * BETWEEN_MS)
  await disturb()
  await delay(3 * BETWEEN_MS)
  return traffic.stop()
}

/** Kills all members one after the other, each with work in flight, and starts them again. */
const killEach = async (cluster: Cluster) => {
  for (const name of MEMBER_NAMES) {
    await cluster.member(name).kill()
    await delay(BETWEEN_MS)
    await cluster.member(name).start()
  }
}

const listOf = (texts: Iterable<string>): string => [...texts].map((text) => `'${text}'`).join()

/** Whatever was acknowledged is there once, and what follows from it is counted once. */
const expectNothingLost = async (
  cluster: Cluster,
  { events, files, tasks, deliveries, vendors, wrong }: Done,
): Promise<void> => {
  expect(wrong).toEqual([])
  // All kinds of traffic flowed, else nothing is said of them.
  expect(events.size).toBeGreaterThan(20)
  for (const [kind, { size }] of Object.entries({ files, tasks, deliveries, vendors }))
    expect(size, kind).toBeGreaterThan(0)
  expect(await numberOf(cluster, `incident.event where event_id in (${listOf(events)})`)).toBe(events.size)
  expect(
    await numberOf(
      cluster,
      `(select event_id from incident.event where event_id is not null group by event_id having count(*) > 1) twice`,
    ),
  ).toBe(0)
  const parsed = (path: string) =>
    `journal.journal_file where status = 'PARSED' and agent_atm_id || ' ' || journal_date in (${path})`
  await expect.poll(() => numberOf(cluster, parsed(listOf(files))), WAIT).toBe(files.size)
  expect(await numberOf(cluster, `fleet.task where id in (${listOf(tasks)})`)).toBe(tasks.size)
  expect(await numberOf(cluster, `claims.vendor where uuid in (${listOf(vendors)})`)).toBe(vendors.size)
  expect([...deliveries].filter(([id, times]) => !tasks.has(id) || times > 1)).toEqual([])
  // Topics are read to their end: each file and incident of any institution is counted once in its day.
  await expect.poll(() => numberOf(cluster, 'incident.outbox'), WAIT).toBe(0)
  await expect.poll(() => numberOf(cluster, 'journal.outbox'), WAIT).toBe(0)
  const counted = async () =>
    (
      await cluster.rows(
        'select sum(files_parsed)::int as files, sum(incidents_created)::int as incidents from analytics.day_counter',
      )
    )[0]
  await expect.poll(counted, WAIT).toEqual({
    files: await numberOf(cluster, "journal.journal_file where status = 'PARSED'"),
    incidents: await numberOf(cluster, 'incident.incident where institution_key is not null'),
  })
}

/**
 * What is acknowledged outlives the death of any member, of the database and of the broker, and nothing is done
 * twice.
 */
export const testFaults = (cluster: () => Cluster): void => {
  test('kill -9 of each service and gateway in turn loses nothing acknowledged, and counts nothing twice', async () => {
    const done = await disturbed(cluster(), 'KILLED', () => killEach(cluster()))
    await expectNothingLost(cluster(), done)
  }, 300_000)

  test('PostgreSQL is stopped and started under all of it, and every member goes on by itself', async () => {
    const done = await disturbed(cluster(), 'STORE', async () => {
      await cluster().database.stop()
      await delay(2 * BETWEEN_MS)
      await cluster().database.start()
    })
    await expectNothingLost(cluster(), done)
  }, 180_000)

  test('the broker dies and comes back, and every message is handled once', async () => {
    const done = await disturbed(cluster(), 'BROKER', async () => {
      await cluster().broker.kill()
      await delay(2 * BETWEEN_MS)
      await cluster().broker.start()
    })
    await expectNothingLost(cluster(), done)
  }, 180_000)
}
