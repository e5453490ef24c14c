import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores, type Stores, type Visibility } from '../../../db/tenancy.ts'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'
import { listPendingTypes, pendingTypes } from './exceptions.store.ts'

let platform: TestPlatform
let inspector: Inspector
let stores: Stores

/**
 * 200 types of two institutions, 300 events of each but for a frequent one and a few without a type; a tenth was
 * replayed.
 */
const FILL = `insert into incident.event_exception (id, received_at, institution_key, atm_id, agent_atm_id, event_type,
  body, replayed_at)
  select n, timestamptz '2026-11-01T00:00:00Z' + n * interval '1 second', case n % 2 when 0 then 'ACME' else 'BETA' end,
    n % 500, 'A-' || n % 500,
    case when n > 120000 then 'TYPE_150' when n > 60000 then null
      else 'TYPE_' || lpad((n / 300)::text, 3, '0') end, '{}',
    case when n % 10 = 7 then now() end
  from generate_series(0, 180000) n where n <= 60010 or n > 120000`

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
  stores = await openStores(platform.database.urls, { name: 'tests', max: 2 })
  await inspector.rows(FILL)
  await inspector.rows('vacuum analyze incident.event_exception')
})
afterAll(async () => {
  await stores.close()
  await inspector.close()
  await platform.close()
})

const ONE: Visibility = { unrestricted: false, institutions: ['ACME'] }
const BOTH: Visibility = { unrestricted: false, institutions: ['ACME', 'BETA'] }
const ALL: Visibility = { unrestricted: true, institutions: [] }
const MOST = { types: 100, events: 10_000 }

describe('the types of event exceptions', () => {
  it.each([
    ['one institution', ONE, "institution_key = 'ACME'"],
    ['two', BOTH, 'true'],
    ['all', ALL, 'true'],
  ])('are counted for a caller of %s, most events first', async (_who, visibility, scope) => {
    const types = await stores.inTenant(visibility, (tx) =>
      listPendingTypes(tx, visibility, { types: 1_000, events: 1_000_000 }),
    )
    const expected = await inspector.rows(`select event_type as "eventType", count(*)::int as waiting,
        min(received_at) as "oldestReceivedAt"
      from incident.event_exception where replayed_at is null and ${scope} group by event_type order by 2 desc, 1`)
    expect(types).toEqual(expected)
    expect(types[0]?.eventType).toBe('TYPE_150')
    expect(types.find(({ eventType }) => eventType === null)?.waiting).toBeGreaterThan(0)
  })

  it('are no more, and count no further, than asked for', async () => {
    const types = await stores.inTenant(ALL, (tx) => listPendingTypes(tx, ALL, { types: 3, events: 50 }))
    expect(types.map(({ eventType, waiting }) => [eventType, waiting])).toEqual([
      ['TYPE_000', 50],
      ['TYPE_001', 50],
      ['TYPE_002', 50],
      [null, 9],
    ])
  })

  it('are found without reading what is not counted, however many exceptions there are', async () => {
    // The plan is the point: the answer is the same where all is read.
    for (const visibility of [ONE, BOTH, ALL]) {
      const plan = await stores.inTenant(visibility, async (tx) => {
        const [row] = await tx.execute<{ 'QUERY PLAN': unknown }>(
          sql`explain (analyze, timing off, format json) ${pendingTypes(visibility, { types: 10, events: 20 })}`,
        )
        return JSON.stringify(row?.['QUERY PLAN'])
      })
      expect(plan).not.toContain('Seq Scan')
    }
  })

  it('are none for a caller of no institution', async () => {
    const outsider: Visibility = { unrestricted: false, institutions: [] }
    expect(await stores.inTenant(outsider, (tx) => listPendingTypes(tx, outsider, MOST))).toEqual([])
  })

  it('are in the graph, for those who may see the events', async () => {
    const ask = async (role: 'ADMIN' | 'CUSTOMER') => {
      const principal = {
        userId: '1',
        email: null,
        role,
        institutions: ['ACME'],
        unrestricted: role === 'ADMIN',
        agentAtmId: null,
      }
      const query = '{ eventExceptionTypes { eventType waiting oldestReceivedAt } }'
      return platform.process.hosted.get('incident')?.execute({ query }, { principal, token: null, traceId: '' })
    }
    const types: unknown = (await ask('ADMIN'))?.data?.eventExceptionTypes
    expect(types).toHaveLength(101)
    expect(types).toContainEqual({ eventType: 'TYPE_007', waiting: 270, oldestReceivedAt: '2026-11-01T00:35:00.000Z' })
    expect(await ask('CUSTOMER')).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  })
})
