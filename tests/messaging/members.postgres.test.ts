import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { openStores, type Stores } from '../../db/tenancy.ts'
import { RETENTION } from '../../subgraphs/kit/config/retention.ts'
import { createPostgresTransport } from '../../subgraphs/kit/messaging/events-postgres.ts'
import { topicRetentionJob } from '../../subgraphs/kit/messaging/topic-retention.job.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { recordingLog } from '../support/hosted-service.ts'
import { runAs } from '../support/sql.ts'
import { describeMembers, HOLD_MS, type Members } from './transport-members.ts'

/** Longer than any message is kept. */
const LATER_MS = 400 * 86_400_000

describe('members of a group on tables', () => {
  let database: TestDatabase
  let stores: readonly Stores[] = []
  let members: Members

  beforeAll(async () => {
    database = await cloneDatabase()
    const { log } = recordingLog()
    const open = async () => {
      const own = await openStores(database.urls, { name: 'tests', max: 4 })
      stores = [...stores, own]
      return createPostgresTransport({ stores: own, log, newId: randomUUID, leaseMs: HOLD_MS })
    }
    members = {
      first: await open(),
      second: await open(),
      place: { kafka: null, database: database.urls },
      async outlast(group) {
        const until = async () => {
          const [row] = await runAs(database.urls.superuser, [
            `select extract(epoch from leased_until) * 1000 as ms from topics.cursor where consumer_group = '${group}'
              and leased_by is not null`,
          ])
          return Number(row?.ms)
        }
        // A lease that is renewed twice ends later than the first one by more than its length.
        const first = await until()
        await expect.poll(until, { timeout: 15_000 }).toBeGreaterThan(first + HOLD_MS)
      },
      async expire() {
        const [own] = stores
        if (own === undefined) throw new Error('no stores')
        const now = new Date(Date.now() + LATER_MS)
        await topicRetentionJob(own, RETENTION).run({ now, log, progress: () => {} })
      },
    }
  })
  afterAll(async () => {
    for (const own of stores) await own.close()
    await database?.drop()
  })

  describeMembers(() => members)
})
