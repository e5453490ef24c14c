import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'
import { availabilityJob } from './availability.job.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const HOURS = 40
let platform: TestPlatform
let stores: Stores
let inspector: Inspector

/** The instants whose sums were made again, by transaction and ATM, in order. */
const corrections = async () => {
  const rows = await inspector.rows<{ agentAtmId: string; instants: number }>(
    `select a.agent_atm_id as "agentAtmId", count(*)::int as instants from public.correction c
     join incident.atm a on a.id = c.atm_id group by c.tx, a.id order by min(c.n)`,
  )
  return rows.map(({ agentAtmId, instants }) => `${agentAtmId} ${instants}`)
}

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z', isClockStopped: true })
  stores = await openStores(platform.database.urls, { name: 'late states test' })
  inspector = await openInspector(platform.database.urls.superuser)
  for (const agentAtmId of ['A-1', 'A-2']) await post(agentAtmId, 'ATM_IN_SERVICE', -HOURS * 60)
  for (const statement of [
    'delete from incident.late_state',
    `update incident.atm set registered_at = '2026-11-18T20:00:00Z'`,
    'delete from incident.availability_instant',
    `insert into incident.availability_instant (at)
      select '2026-11-20T12:00:00Z'::timestamptz - n * interval '1 hour' from generate_series(0, ${HOURS}) n`,
    `insert into incident.availability_sum (at, atm_id, institution_key, since, state, interrupted, in_service,
        in_supervisor, out_of_service, unreachable, unknown, maintenance)
      select at, a.id, 'ACME', min(at) over (), 'IN_SERVICE', false,
        round(date_part('epoch', at - min(at) over ()) * 1000), 0, 0, 0, 0, 0
      from incident.availability_instant, incident.atm a`,
    'create table public.correction (n bigint generated always as identity, tx bigint, atm_id bigint)',
    `create function public.note_correction() returns trigger language plpgsql security definer as $$ begin
      insert into public.correction (tx, atm_id) values (txid_current(), new.atm_id);
      return null; end $$`,
    `create trigger note_correction after update on incident.availability_sum
      for each row execute function public.note_correction()`,
  ])
    await inspector.rows(statement)
})

afterEach(async () => {
  await inspector.close()
  await stores.close()
  await platform.close()
})

const at = (minutes: number) => new Date(NOON + minutes * 60_000)
/** An event that occurred so many minutes from noon, and is received at noon. */
const post = async (agentAtmId: string, eventType: string, minutes: number) => {
  const body = { agentAtmId, institutionKey: 'ACME', eventType, eventTime: at(minutes).toISOString().slice(0, 19) }
  const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  expect(answer.status).toBe(201)
}
const runJob = (signal?: AbortSignal, mirrorStates = () => {}) =>
  availabilityJob({
    ...{ stores, platformTimeZone: 'UTC', connectedWithinMs: 900_000, keptDays: 400 },
    ...{ startedAt: at(0), lastHeardAt: null, mirrorStates },
  }).run({ now: at(1), log: platform.process.log, progress: () => {}, signal })

const sumsAtNoon = () =>
  inspector.rows(
    `select a.agent_atm_id as atm, s.in_service / 60000 as "inService", s.out_of_service / 60000 as "outOfService"
     from incident.availability_sum s join incident.atm a on a.id = s.atm_id where s.at = $1 order by 1`,
    [at(0)],
  )
const CORRECTED = [
  { atm: 'A-1', inService: 30, outOfService: HOURS * 60 - 30 },
  { atm: 'A-2', inService: HOURS * 60 - 15, outOfService: 15 },
]

describe('the sums after a late event', () => {
  beforeEach(async () => {
    await post('A-1', 'ATM_OUT_OF_SERVICE', 30 - HOURS * 60)
    await post('A-2', 'ATM_OUT_OF_SERVICE', -15)
  })

  it('are made again for the time of each ATM alone, some instants in a transaction', async () => {
    expect(await runJob()).toContain('2 ATMs corrected')
    expect(await corrections()).toEqual(['A-1 10', 'A-1 10', 'A-1 10', 'A-1 10', 'A-2 1'])
    expect(await sumsAtNoon()).toEqual(CORRECTED)
    expect(await inspector.rows('select atm_id from incident.late_state')).toEqual([])
    expect(await platform.runJob('incident.availability-check')).toMatch(/^0 of 80 sums .* 0 of [1-9]\d* that/)
  })

  it('are all made by the next run, where one ends between its transactions', async () => {
    const ended = new AbortController()
    await expect(runJob(ended.signal, () => ended.abort(new Error('stopped')))).rejects.toThrow('stopped')
    expect(await corrections()).toEqual(['A-1 10'])
    expect(await runJob()).toContain('2 ATMs corrected')
    expect(await sumsAtNoon()).toEqual(CORRECTED)
    expect(await inspector.rows('select atm_id from incident.late_state')).toEqual([])
    expect(await platform.runJob('incident.availability-check')).toMatch(/^0 of 80 sums .* 0 of [1-9]\d* that/)
  })
})
