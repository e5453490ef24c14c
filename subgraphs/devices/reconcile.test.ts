import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStores, type Stores } from '../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { createLog } from '../kit/observability/log.ts'
import { reconcileJob } from './reconcile.job.ts'

let database: TestDatabase
let stores: Stores
let mirror: pg.Client
let inspector: pg.Client

beforeAll(async () => {
  database = await cloneDatabase()
  stores = await openStores(database.urls, { name: 'reconcile', max: 2 })
  mirror = new pg.Client({ connectionString: database.urls.platform })
  inspector = new pg.Client({ connectionString: database.urls.superuser })
  await mirror.connect()
  await inspector.connect()
})
afterAll(async () => {
  await mirror.end()
  await inspector.end()
  await stores.close()
  await database.drop()
})

const reportOf = (atmId: number, change: { readonly sequence: number; readonly edition: number }) => ({
  atmId,
  agentAtmId: `ATM-${atmId}`,
  institutionKey: 'ACME',
  name: `Name ${change.edition}`,
  siteName: null,
  lastHeartbeatAt: null,
  serviceState: 'IN_SERVICE',
  ...change,
})

const countWaiting = async () => {
  const found = await inspector.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return found.rows[0]?.n
}

test('a reconcile and a flood of states, each in the order of the ids, do not deadlock', async () => {
  await inspector.query(`insert into devices.atm (atm_id, agent_atm_id, institution_key, name, state_sequence, edition)
    select n, 'ATM-' || n, 'ACME', 'Name 1', 1, 1 from generate_series(1, 2) n`)
  const answer = {
    status: 200,
    headers: {},
    body: [reportOf(1, { sequence: 1, edition: 2 }), reportOf(2, { sequence: 2, edition: 1 })],
  }
  const job = reconcileJob({
    calls: { request: async () => answer },
    stores,
    now: () => new Date('2026-03-01T10:00:00Z'),
  })
  const log = createLog({ level: 'silent', name: 'test' })
  const change = 'update devices.atm set supervisor_since = now() where atm_id = $1'
  await mirror.query('begin')
  await mirror.query(change, [1])
  const run = job.run({ now: new Date('2026-03-01T10:00:00Z'), log, progress: () => {} })
  run.catch(() => {})
  await expect.poll(countWaiting).toBe(1)
  await mirror.query(change, [2])
  await mirror.query('commit')
  expect(await run).toBe('2 ATMs looked at, 1 states and 1 descriptions taken over')
})
