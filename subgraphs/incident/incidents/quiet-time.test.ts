import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector
const NOON = Date.parse('2026-11-20T12:00:00Z')

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
})

afterEach(async () => {
  await inspector.close()
  await platform.close()
})

const at = (minutes: number) => new Date(NOON + minutes * 60_000)
const post = async (agentAtmId: string, eventType: string, minutes: number, more: object = {}) => {
  platform.clock.set(at(minutes))
  const body = {
    agentAtmId,
    institutionKey: 'ACME',
    eventType,
    eventTime: at(minutes).toISOString().slice(0, 19),
    ...more,
  }
  expect((await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })).status).toBe(201)
}
const runJob = async (name: string, minutes: number) => {
  const job = platform.process.jobs.find((one) => one.name === name)
  return job?.run({ now: at(minutes), log: platform.process.log, progress: () => {} })
}
const statesOf = (agentAtmId: string) =>
  inspector.rows<{ kind: string; status: string; flapping: boolean }>(
    'select kind, status, flapping from incident.incident where agent_atm_id = $1 order by id',
    [agentAtmId],
  )
const topicsOf = async (agentAtmId: string) => {
  const rows = await inspector.rows<{ topic: string }>('select topic from incident.outbox where key = $1 order by id', [
    agentAtmId,
  ])
  return rows.map(({ topic }) => topic.replace('fleetops.incidents.', ''))
}

describe('the quiet-time job', () => {
  it('resolves an incident once nothing was heard for the time of its rule, and publishes it', async () => {
    await post('Q-1', 'NETWORK_DISCONNECTED', 0)
    await post('Q-1', 'APPLICATION_ERROR_NETWORK', 10)
    await post('Q-1', 'DISPENSER_JAM', 10)
    await runJob('incident.quiet-time', 39)
    expect(await statesOf('Q-1')).toMatchObject([
      { kind: 'CONNECTIVITY', status: 'OPEN' },
      { kind: 'DISPENSER', status: 'OPEN' },
    ])
    expect(await runJob('incident.quiet-time', 40)).toBe('1 incidents resolved, 0 no longer flapping')
    expect(await statesOf('Q-1')).toMatchObject([
      { kind: 'CONNECTIVITY', status: 'RESOLVED' },
      { kind: 'DISPENSER', status: 'OPEN' },
    ])
    expect(await topicsOf('Q-1')).toEqual(['created', 'updated', 'created', 'resolved'])
    expect(await runJob('incident.quiet-time', 41)).toBe('0 incidents resolved, 0 no longer flapping')
  })

  it('leaves what comes late and is older than the end of the quiet alone', async () => {
    await post('Q-1', 'NETWORK_DISCONNECTED', 10)
    await runJob('incident.quiet-time', 40)
    await post('Q-1', 'NETWORK_DISCONNECTED', 41, { eventTime: at(39).toISOString().slice(0, 19) })
    expect((await statesOf('Q-1')).filter(({ kind }) => kind === 'CONNECTIVITY')).toHaveLength(1)
    await post('Q-1', 'NETWORK_DISCONNECTED', 42)
    expect((await statesOf('Q-1')).filter(({ kind }) => kind === 'CONNECTIVITY')).toHaveLength(2)
  })

  it('ends flapping after 30 minutes of quiet: resolved where its cause is gone, open where still true', async () => {
    for (const [agent, last] of [
      ['F-1', 'ATM_IN_SERVICE'],
      ['F-2', 'ATM_OUT_OF_SERVICE'],
    ] as const) {
      for (let minute = 100; minute < 105; minute += 1)
        await post(agent, minute % 2 === 0 ? 'ATM_OUT_OF_SERVICE' : 'ATM_IN_SERVICE', minute)
      await post(agent, last, 105)
      expect((await statesOf(agent)).at(-1)).toEqual({ kind: 'OUT_OF_SERVICE', status: 'OPEN', flapping: true })
    }
    await runJob('incident.quiet-time', 134)
    expect((await statesOf('F-1')).at(-1)).toMatchObject({ status: 'OPEN', flapping: true })
    await runJob('incident.quiet-time', 136)
    expect((await statesOf('F-1')).at(-1)).toMatchObject({ status: 'RESOLVED' })
    expect((await statesOf('F-2')).at(-1)).toEqual({ kind: 'OUT_OF_SERVICE', status: 'OPEN', flapping: false })
    await post('F-2', 'ATM_IN_SERVICE', 137)
    expect((await statesOf('F-2')).at(-1)).toMatchObject({ status: 'RESOLVED' })
  })
})

describe('flapping', () => {
  it('is over after 30 minutes of quiet although the job did not run meanwhile', async () => {
    for (const [agent, last] of [
      ['F-3', ['ATM_IN_SERVICE']],
      ['F-4', ['ATM_OUT_OF_SERVICE', 'ATM_IN_SERVICE']],
    ] as const) {
      for (const [n, type] of ['OUT_OF', 'IN', 'OUT_OF', 'IN', 'OUT_OF'].entries())
        await post(agent, `ATM_${type}_SERVICE`, 300 + 2 * n)
      expect((await statesOf(agent)).at(-1)).toMatchObject({ status: 'OPEN', flapping: true })
      await post(agent, 'ATM_IN_SERVICE', 308, { eventTime: at(307).toISOString().slice(0, 19) })
      expect((await statesOf(agent)).at(-1)).toMatchObject({ status: 'OPEN', flapping: true })
      for (const [n, type] of last.entries()) await post(agent, type, 338 + n)
      expect((await statesOf(agent)).at(-1)).toMatchObject({ status: 'RESOLVED', flapping: false })
    }
  })
})

describe('a supervisor visit', () => {
  it('reported after the return to service that followed it ends what it mended, and nothing newer', async () => {
    const late = (minutes: number) => ({ eventTime: at(minutes).toISOString().slice(0, 19) })
    await post('V-1', 'DISPENSER_JAM', 400)
    await post('V-1', 'ATM_IN_SERVICE', 450)
    await post('V-1', 'CARD_READER_FAIL', 460, late(430))
    expect(await statesOf('V-1')).toMatchObject([{ status: 'OPEN' }, { status: 'OPEN' }])
    await post('V-1', 'SUPERVISOR_ENTER', 470, late(420))
    expect(await statesOf('V-1')).toMatchObject([
      { kind: 'DISPENSER', status: 'RESOLVED' },
      { kind: 'CARD_READER', status: 'OPEN' },
    ])
    await post('V-1', 'DISPENSER_JAM', 471, late(410))
    expect(await statesOf('V-1')).toHaveLength(2)
    await post('V-1', 'SUPERVISOR_EXIT', 480)
    expect((await statesOf('V-1')).at(-1)).toMatchObject({ kind: 'CARD_READER', status: 'OPEN' })
  })
})

describe('a return to service that is reported late', () => {
  const late = (minutes: number) => ({ eventTime: at(minutes).toISOString().slice(0, 19) })

  it('ends what was mended in the visit that it came in the middle of', async () => {
    await post('V-2', 'DISPENSER_JAM', 500)
    await post('V-2', 'SUPERVISOR_ENTER', 510)
    await post('V-2', 'SUPERVISOR_EXIT', 530)
    await post('V-2', 'ATM_IN_SERVICE', 531, late(520))
    expect(await statesOf('V-2')).toMatchObject([{ kind: 'DISPENSER', status: 'RESOLVED' }])
    await post('V-2', 'CARD_READER_FAIL', 532, late(509))
    expect(await statesOf('V-2')).toHaveLength(1)
    await post('V-2', 'CARD_READER_FAIL', 533, late(515))
    expect((await statesOf('V-2')).at(-1)).toMatchObject({ kind: 'CARD_READER', status: 'OPEN' })
    await post('V-2', 'ATM_IN_SERVICE', 534, late(514))
    await post('V-2', 'ATM_IN_SERVICE', 535, late(529))
    expect((await statesOf('V-2')).at(-1)).toMatchObject({ status: 'OPEN' })
    await post('V-2', 'ATM_IN_SERVICE', 536, late(530))
    expect((await statesOf('V-2')).at(-1)).toMatchObject({ status: 'RESOLVED' })
  })
})

describe('a power failure', () => {
  it('ends with a later event or heartbeat, not with one of the same second', async () => {
    await post('P-1', 'POWER_OFF', 200)
    await post('P-1', 'AGENT_LOG_ERROR', 200)
    expect(await statesOf('P-1')).toMatchObject([{ kind: 'POWER', status: 'OPEN' }])
    await post('P-1', 'AGENT_LOG_ERROR', 201)
    expect(await statesOf('P-1')).toMatchObject([{ kind: 'POWER', status: 'RESOLVED' }])
  })
})

describe('the partitions job', () => {
  it('makes partitions a week ahead, harmlessly twice, and drops keys after 30 days', async () => {
    const count = async () =>
      Object(
        (await inspector.rows(`select count(*) as n from pg_inherits where inhparent = 'incident.event'::regclass`))[0],
      ).n
    const before = await count()
    await runJob('incident.partitions', 3 * 1_440)
    expect(await count()).toBe(before + 3)
    expect(await runJob('incident.partitions', 3 * 1_440)).toBe('0 partitions made, 0 dropped')
    expect(await runJob('incident.partitions', 40 * 1_440)).toMatch(/partitions made, [1-9] dropped/)
  })

  it('is not for the role of callers', async () => {
    const app = await openInspector(platform.database.urls.app)
    await expect(app.rows(`select incident.make_partitions('2026-01-01', '2026-01-02')`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(app.rows('select * from incident.event_2026_11_20')).rejects.toThrow(/permission denied/)
    await app.close()
  })
})
