import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { incidentService } from '../../subgraphs/incident/service.ts'
import { startJobs } from '../../subgraphs/kit/jobs/jobs.ts'
import { recordingLog } from '../support/hosted-service.ts'
import { openTestPlatform, type TestPlatform } from '../support/platform.ts'
import { type PostgresServer, startPostgresServer } from '../support/servers/postgres-server.ts'
import { openTcpProxy, type TcpProxy } from '../support/servers/tcp-proxy.ts'
import { runAs } from '../support/sql.ts'

const ATM = 'FAILOVER-1'

let first: PostgresServer
let second: PostgresServer
let firstWay: TcpProxy
let secondWay: TcpProxy
let platform: TestPlatform
let jobs: { close(): Promise<void> }
let runs = 0

/** Two servers, of which the second one follows the first: a commit is acknowledged when both have it. */
beforeAll(async () => {
  first = await startPostgresServer()
  const { owner, app, platform: platformUrl } = first.urls
  await migrate({ ownerUrl: owner, appUrl: app, platformUrl })
  await first.stop()
  second = await first.standby()
  await first.start()
  await second.start()
  await runAs(first.urls.superuser, ["alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()'])
  firstWay = await openTcpProxy(first.port)
  secondWay = await openTcpProxy(second.port)
  const both = (url: string) =>
    url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${firstWay.port},127.0.0.1:${secondWay.port}`)
  const urls = { superuser: first.urls.superuser, owner: both(owner), app: both(app), platform: both(platformUrl) }
  platform = await openTestPlatform([incidentService], { database: { urls, drop: async () => {} }, start: true })
  const env = { databaseUrl: urls.platform, stores: platform.process.jobStores, platformTimeZone: 'UTC' }
  jobs = await startJobs({ ...env, log: recordingLog().log, now: () => new Date() }, [
    {
      name: 'test.failover',
      cron: '* * * * * *',
      timeZone: 'UTC',
      run: async () => {
        runs += 1
        return 'done'
      },
    },
  ])
}, 120_000)
afterAll(async () => {
  await jobs?.close()
  await platform?.close()
  for (const way of [firstWay, secondWay]) await way?.close()
  for (const server of [second, first]) await server?.close()
})

const acknowledged: string[] = []

/** Reports one event; resolves to the status. */
const report = async (): Promise<number> => {
  const eventId = randomUUID()
  const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', {
    body: { eventId, agentAtmId: ATM, institutionKey: 'ACME', eventType: 'CARD_READER_FAIL' },
  })
  if (answer.status === 201) acknowledged.push(eventId)
  else expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } })
  return answer.status
}
const read = async (): Promise<number> => {
  const token = await platform.token({ role: 'ADMIN' })
  return (await platform.ask('GET', '/incident/api/incidents', { as: token })).status
}
const both = async () => [await report(), await read()]
const isReady = async () => Object.values(await platform.process.health()).every(({ status }) => status !== 'DOWN')
const jobRunsAgain = () => {
  const before = runs
  return expect.poll(() => runs, { timeout: 120_000 }).toBeGreaterThan(before)
}

// One story: the second server is a standby until the first one has failed.
describe('a primary and its standby', { shuffle: false }, () => {
  test('an address that leads to another server is followed, also where the old one goes on reading', async () => {
    const way = await openTcpProxy(first.port)
    const urlOf = (role: string) => `postgres://${role}:${role}@127.0.0.1:${way.port}/fleetops`
    const urls = { superuser: '', owner: '', app: urlOf('app'), platform: urlOf('platform') }
    const other = await openTestPlatform([incidentService], { database: { urls, drop: async () => {} } })
    const write = () =>
      other.process.jobStores.check().then(
        () => 'written',
        () => 'refused',
      )
    expect(await write()).toBe('written')
    // The name leads to the standby, which only reads.
    way.lead(second.port)
    way.cut()
    await expect.poll(write, { timeout: 20_000 }).toBe('refused')
    // It leads to the primary again; connections to the standby stay open.
    way.lead(first.port)
    await expect.poll(write, { timeout: 20_000 }).toBe('written')
    // Nothing is heard of the primary any more, until the path is whole again.
    way.halfOpen(true)
    way.halfOpen(false)
    await expect.poll(write, { timeout: 20_000 }).toBe('written')
    await other.close()
    await way.close()
  }, 90_000)

  test('a failover is answered with 503 and survived by itself: nothing acknowledged is lost', async () => {
    await expect.poll(both, { timeout: 20_000 }).toEqual([201, 200])
    await jobRunsAgain()
    // A run whose end is lost would be done again only after its heartbeat has been missed, a minute later.
    const running = () => runAs(first.urls.superuser, [`select from pgboss.job where state = 'active'`])
    await expect.poll(running, { timeout: 20_000 }).toEqual([])
    // The primary is out of reach, and the standby only reads.
    await firstWay.refuse()
    await expect.poll(both, { timeout: 20_000 }).toEqual([503, 503])
    expect(await isReady()).toBe(false)
    await first.stop('crash')
    await runAs(second.urls.superuser, ['select pg_promote()'])
    await expect.poll(both, { timeout: 30_000 }).toEqual([201, 200])
    await expect.poll(isReady, { timeout: 20_000 }).toBe(true)
    await jobRunsAgain()

    // The new primary takes no writes for a while, without an end of any connection.
    const fence = (value: string) => [
      `alter system set default_transaction_read_only = ${value}`,
      'select pg_reload_conf()',
    ]
    await runAs(second.urls.superuser, fence('on'))
    await expect.poll(report, { timeout: 20_000 }).toBe(503)
    await expect.poll(isReady, { timeout: 20_000 }).toBe(false)
    await runAs(second.urls.superuser, ['set default_transaction_read_only = off', ...fence('off')])
    await expect.poll(both, { timeout: 20_000 }).toEqual([201, 200])

    const stored = await platform.process.jobStores.asPlatform(
      (tx) => tx.execute<{ id: string }>(sql`select event_id::text as id from incident.event_key`),
      { mode: 'read' },
    )
    expect(acknowledged.filter((id) => !stored.some((row) => row.id === id))).toEqual([])
  }, 240_000)
})
