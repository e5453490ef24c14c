import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openConnection } from '../../db/client.ts'
import { createLog } from '../../subgraphs/kit/observability/log.ts'
import { runAs } from '../support/sql.ts'
import { openWholePlatform } from '../support/whole-platform.ts'
import { NOW, registerAtms, seedGaps, seedVolumes, TIME_ZONE, TODAY, transactions, uploadJournals } from './journals.ts'
import { openRequirements, type RequirementsPlatform } from './table.ts'

let platform: RequirementsPlatform

/** The level of a warning in the log. */
const WARN = 40

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, env: TIME_ZONE })
  await seedVolumes(platform, 3)
  await registerAtms(platform, 'OLD', ['O-1'])
  await registerAtms(platform, 'KEYS', ['K-1'])
  await uploadJournals(platform, [
    ['K-1', TODAY, transactions(TODAY, 2, 1)],
    ['O-1', TODAY, transactions(TODAY, 2)],
    ['O-1', '2026-03-10', transactions('2026-03-10', 1)],
  ])
  await seedGaps(platform)
})
afterAll(() => platform.close())

const behind = (...statements: string[]) => runAs(platform.whole.database.urls.superuser, statements)
const get = (path: string, institution = 'ACME') =>
  platform.rest({ institutions: [institution] }, { call: `GET /journal/api/journal/${path}` })
/** Runs statements in a transaction that stays open while `work` runs. */
const holding = async (statements: readonly string[], work: (release: () => Promise<void>) => Promise<void>) => {
  const holder = await openConnection({ url: platform.whole.database.urls.superuser, name: 'holder' })
  const end = async () => {
    await holder.sql.unsafe('rollback')
  }
  try {
    for (const statement of ['begin', ...statements]) await holder.sql.unsafe(statement)
    await work(end)
  } finally {
    await end()
    await holder.close()
  }
}

describe('Journal service: the summary is cached, gaps and top-atms are not', () => {
  it('a change behind the service is in the next answer of top-atms and gaps, not in that of the summary', async () => {
    const answers = async () => ({
      summary: await get('transactions/summary'),
      top: await get('transactions/top-atms?limit=1'),
      gaps: Object(await get('gaps?status=OPEN')).length,
      counts: Object(await get('gaps?status=OPEN&view=counts')).open,
    })
    const before = await answers()
    expect(before).toMatchObject({ top: [{ atmId: 2, transactionCount: 3 }], gaps: 25, counts: 25 })
    await behind(
      `update journal.atm_day_total set transactions = 9, successful = 9 where atm_id = 3 and day = '${TODAY}'`,
      `update journal.gap set status = 'FETCH_REQUESTED', fetch_requested_at = now() where atm_id = 6`,
    )
    expect(await answers()).toEqual({
      summary: before.summary,
      top: [expect.objectContaining({ atmId: 3, transactionCount: 9 })],
      gaps: 23,
      counts: 23,
    })
  })

  it('keyed by institutions, dateFrom and dateTo: another day, range or institution is queried anew', async () => {
    const sum = (query: string, institution = 'KEYS') => get(`transactions/summary${query}`, institution)
    const today = `?dateFrom=${TODAY}&dateTo=${TODAY}`
    const known = { total: 3, successful: 2, failed: 1 }
    expect(await sum(today)).toEqual(known)
    await behind(
      `update journal.atm_day_total set transactions = 103, successful = 102 where agent_atm_id = 'K-1'
        and day = '${TODAY}'`,
    )
    expect(await sum(today)).toEqual(known)
    const changed = { total: 103, successful: 102, failed: 1 }
    expect(await sum(`?dateFrom=${TODAY}&dateTo=2026-11-22`)).toEqual(changed)
    expect(await sum(`?dateFrom=2026-11-20&dateTo=${TODAY}`)).toEqual(changed)
    expect(await sum(today, 'OTHER')).toEqual({ total: 0, successful: 0, failed: 0 })
    expect(
      await platform.rest(
        { institutions: ['KEYS', 'OTHER'] },
        { call: `GET /journal/api/journal/transactions/summary${today}` },
      ),
    ).toEqual(changed)
  })
})

describe('Limits: hot/cold boundary of transactions', () => {
  it('today-only queries use the hot table: answered while the cold one cannot be read, others wait', async () => {
    const cold = await behind(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'journal.transaction_cold'::regclass`,
    )
    expect(cold.length).toBeGreaterThan(0)
    await holding(
      cold.map(({ name }) => `lock table ${String(name)} in access exclusive mode`),
      async (release) => {
        expect(await get('transactions?size=1', 'OLD')).toMatchObject({ totalElements: 2, numberOfElements: 1 })
        expect(await get('transactions?size=1&card=6789', 'OLD')).toMatchObject({ totalElements: 2 })
        expect(await get('transactions/top-atms', 'OLD')).toMatchObject([{ transactionCount: 2 }])
        const old = get('transactions?dateFrom=2026-03-10&dateTo=2026-03-10&card=6789', 'OLD')
        const waiting = () =>
          behind(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'relation'`)
        await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 8_000, interval: 20 })
        await release()
        expect(await old).toMatchObject({ totalElements: 1 })
      },
    )
  })
})

describe('Rules 9: ingest is retried when a pessimistic lock failure occurs', () => {
  it('an event of an ATM that is locked is tried again, and stored once', async () => {
    const body = { agentAtmId: 'LOCKED', institutionKey: 'ACME', eventType: 'CARD_READER_FAIL', eventTime: '' }
    const post = (eventType: string) =>
      platform.rest(null, {
        call: 'POST /incident/api/internal/journal-events',
        body: { ...body, eventType },
        internal: true,
        status: 201,
      })
    await post('ATM_IN_SERVICE')
    await holding([`select 1 from incident.atm where agent_atm_id = 'LOCKED' for update`], async (release) => {
      const posted = post('CARD_READER_FAIL')
      const waiting = () =>
        behind(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'transactionid'`)
      // None waits any more once the first attempt has failed; the next ones do not wait for the lock.
      for (const attempts of [1, 0])
        await vi.waitFor(async () => expect(await waiting()).toHaveLength(attempts), { timeout: 10_000, interval: 5 })
      await release()
      expect(await posted).toMatchObject({ eventType: 'CARD_READER_FAIL' })
    })
    const stored = await behind(
      `select count(*)::int as events from incident.event where agent_atm_id = 'LOCKED' group by type_id`,
    )
    expect(stored).toEqual([{ events: 1 }, { events: 1 }])
  })
})

describe('Errors: deleting a vendor referenced by a claim', () => {
  it.each(['cit_vendor_uuid', 'sp_vendor_uuid'])('fails on the reference; %s', async (column) => {
    const as = { institutions: ['CLAIMS'] }
    const create = async (name: string) =>
      Object(
        await platform.rest(as, { call: 'POST /claims/api/claims/vendors', body: { name, type: 'SP' }, status: 201 }),
      ).uuid
    const [referenced, free] = [await create(`${column} in use`), await create(`${column} unused`)]
    await behind(
      `insert into claims.claim (uuid, institution_key, ${column}, created_at)
        values (gen_random_uuid(), 'CLAIMS', '${referenced}', now())`,
    )
    const remove = (uuid: string) => behind(`delete from claims.vendor where uuid = '${uuid}'`)
    await expect(remove(referenced)).rejects.toMatchObject({ code: '23001' })
    await remove(free)
    const names = Object(await platform.rest(as, { call: 'GET /claims/api/claims/vendors' })).map(
      ({ name }: { name: string }) => name,
    )
    expect(names).toContain(`${column} in use`)
    expect(names).not.toContain(`${column} unused`)
  })
})

describe('Devices service: the mirror is best-effort', () => {
  it('a devices outage is a warning and never fails ingest: each change is 201 and held by incident', async () => {
    const lines: { level: number; msg: string }[] = []
    const log = createLog({ level: 'trace', name: 'test' }, { write: (line: string) => lines.push(JSON.parse(line)) })
    const whole = await openWholePlatform({ down: ['devices'], log })
    try {
      const as = await whole.token({ role: 'ADMIN' })
      const states = []
      for (const eventType of ['ATM_IN_SERVICE', 'SUPERVISOR_ENTER', 'SUPERVISOR_EXIT', 'ATM_OUT_OF_SERVICE']) {
        const body = { agentAtmId: 'ALONE', institutionKey: 'ACME', eventType }
        expect(
          (await whole.ask('POST', '/incident/api/internal/journal-events', { body, internal: true })).status,
        ).toBe(201)
        const { data } = await whole.query('{ atm(agentAtmId: "ALONE") { serviceState } }', as)
        states.push(Object(data).atm.serviceState)
      }
      expect(states).toEqual(['IN_SERVICE', 'IN_SUPERVISOR', 'IN_SERVICE', 'OUT_OF_SERVICE'])
      const said = () => lines.filter(({ msg }) => /the mirror of service states fails/.test(msg))
      await vi.waitFor(() => expect(said()).toHaveLength(1), { timeout: 10_000, interval: 20 })
      expect(said()).toMatchObject([{ level: WARN }])
    } finally {
      await whole.close()
    }
  })
})

describe('Analytics service: each downstream call fails softly', () => {
  it.each([
    ['fleet-health', ['incident.activity', 'incident.atms', 'incident.incidents', 'journal.gaps']],
    ['journal-coverage', ['journal.gaps', 'journal.summary', 'journal.topAtms']],
  ])('on error a warning is logged, once for each source that failed; %s', async (dashboard, sources) => {
    const lines: { level: number; source?: string; reason?: string }[] = []
    const log = createLog({ level: 'trace', name: 'test' }, { write: (line: string) => lines.push(JSON.parse(line)) })
    const whole = await openWholePlatform({ down: ['incident', 'journal'], log, start: false })
    try {
      const as = await whole.token({ role: 'USER', institutions: ['ACME'] })
      expect((await whole.ask('GET', `/analytics/api/analytics/${dashboard}`, { as })).status).toBe(200)
      const said = lines.flatMap(({ level, source, reason }) =>
        source === undefined ? [] : [{ level, source, reason }],
      )
      expect(said.sort((a, b) => (a.source < b.source ? -1 : 1))).toEqual(
        sources.map((source) => ({ level: WARN, source, reason: expect.stringMatching(/./) })),
      )
    } finally {
      await whole.close()
    }
  })
})
