import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector
let admin: string
let customer: string
const institution = 'ACME'

// A Friday.
const NOON = Date.parse('2026-11-20T12:00:00Z')
const at = (minutes: number) => new Date(NOON + minutes * 60_000)
/** An instant of this minute: the platform's clock runs. */
const near = (instant: Date | string) => expect.stringContaining(new Date(instant).toISOString().slice(0, 16))

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
  admin = await platform.token({ role: 'MSP_ADMIN', userId: 'ben', institutions: [institution] })
  customer = await platform.token({ role: 'CUSTOMER', userId: 'ann', institutions: [institution] })
})

afterEach(async () => {
  await inspector.close()
  await platform.close()
})

const put = (targets: unknown, as = admin, key = institution) =>
  platform.ask('PUT', `/incident/api/incident-targets/${key}`, { as, body: { targets } })
const targetsOf = async (as = customer) => {
  const { body } = await platform.ask('GET', '/incident/api/incident-targets', { as })
  return Object(body).content
}
/** Opens an incident at the platform's time by an event; resolves to its number. */
const event = async (eventType = 'CARD_READER_FAIL', agentAtmId = `${institution}-1`): Promise<number> => {
  const eventTime = platform.clock.now().toISOString().slice(0, 19)
  const body = { agentAtmId, institutionKey: institution, eventType, eventTime }
  const { body: stored } = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  return Object(stored).incidentId
}
const incident = async (id: number) =>
  (await platform.ask('GET', `/incident/api/incidents/${id}`, { as: customer })).body
const act = (id: number, what: string) =>
  platform.ask('PATCH', `/incident/api/incidents/${id}/${what}`, { as: customer, body: {} })
const runJob = async (minutes: number) => {
  platform.clock.set(at(minutes))
  const job = platform.process.jobs.find(({ name }) => name === 'incident.targets')
  return job?.run({ now: at(minutes), log: platform.process.log, progress: () => {} })
}
const entriesOf = async (id: number): Promise<string[]> => {
  const { body } = await platform.ask('GET', `/incident/api/incidents/${id}/entries`, { as: customer })
  const rows: Record<string, unknown>[] = Array.isArray(body) ? body : []
  return rows.map(({ kind, userId, text }) => [kind, userId ?? 'platform', text ?? '-'].join(' '))
}

const HIGH = { severity: 'HIGH', acknowledgeMinutes: 15, resolveMinutes: 240 }
const OFFICE = {
  timeZone: 'Europe/Helsinki',
  days: [
    { day: 'FRIDAY', opens: '08:00', closes: '16:00' },
    { day: 'MONDAY', opens: '09:30', closes: '24:00' },
  ],
}

describe('the targets of an institution', () => {
  it('are kept as they were set, the worst severity first, and replace those before', async () => {
    const low = { severity: 'LOW', acknowledgeMinutes: null, resolveMinutes: 2_880, businessHours: OFFICE }
    expect(await put([low, HIGH])).toMatchObject({
      status: 200,
      body: { institutionKey: institution, changedBy: 'ben' },
    })
    const [first] = await targetsOf()
    expect(first.targets).toEqual([
      { ...HIGH, businessHours: null },
      { ...low, businessHours: { ...OFFICE, days: OFFICE.days.toReversed() } },
    ])
    await put([HIGH])
    expect((await targetsOf())[0].targets).toHaveLength(1)
    await put([])
    expect(await targetsOf()).toEqual([])
  })

  it('are set by its administrators only, and seen by its people only', async () => {
    await put([HIGH])
    expect((await put([HIGH], customer)).status).toBe(403)
    expect((await put([HIGH], admin, 'OTHER')).status).toBe(403)
    const other = await platform.token({ role: 'CUSTOMER', institutions: ['OTHER'] })
    expect(await targetsOf(other)).toEqual([])
  })

  it.each([
    [[{ severity: 'HIGH' }], 'targets[0].acknowledgeMinutes'],
    [[{ ...HIGH, resolveMinutes: 5 }], 'targets[0].resolveMinutes'],
    [[HIGH, HIGH], 'targets[1].severity'],
    [[{ ...HIGH, resolveMinutes: 43_201 }], 'targets[0].resolveMinutes'],
    [[{ ...HIGH, acknowledgeMinutes: 0 }], 'targets[0].acknowledgeMinutes'],
    [
      [{ ...HIGH, businessHours: { ...OFFICE, days: [{ day: 'MONDAY', opens: '8:00', closes: '09:00' }] } }],
      'targets[0].businessHours.days[0].opens',
    ],
    [[HIGH, HIGH, HIGH, HIGH, HIGH], 'targets'],
    [[{ ...HIGH, businessHours: { ...OFFICE, timeZone: 'Mars/Base' } }], 'targets[0].businessHours.timeZone'],
    // PostgreSQL would read it as west of Greenwich.
    [[{ ...HIGH, businessHours: { ...OFFICE, timeZone: '+02:00' } }], 'targets[0].businessHours.timeZone'],
    [
      [{ ...HIGH, businessHours: { ...OFFICE, days: [{ day: 'MONDAY', opens: '10:00', closes: '09:00' }] } }],
      'targets[0].businessHours.days[0].closes',
    ],
    [
      [{ ...HIGH, businessHours: { ...OFFICE, days: [{ day: 'MONDAY', opens: '10:00', closes: '10:59' }] } }],
      'targets[0].businessHours.days',
    ],
  ])('are refused, with the name of the field: %j', async (targets, field) => {
    const { status, body } = await put(targets)
    expect({ status, fields: Object(body).errors?.map((fault: { field: string }) => fault.field) }).toEqual({
      status: 400,
      fields: [field],
    })
  })
})

describe('an incident', () => {
  it('of an institution without targets is never due', async () => {
    expect(await incident(await event())).toMatchObject({ acknowledgeDueAt: null, resolveDueAt: null, nextDueAt: null })
  })

  it('is due by the target of its severity, first to be acknowledged, then to be resolved', async () => {
    await put([HIGH])
    const id = await event()
    expect(await incident(id)).toMatchObject({
      acknowledgeDueAt: near(at(15)),
      resolveDueAt: near(at(240)),
      nextDueAt: near(at(15)),
      acknowledgeMissed: false,
      resolveMissed: false,
    })
    await act(id, 'acknowledge')
    expect(await incident(id)).toMatchObject({ nextDueAt: near(at(240)) })
    await act(id, 'resolve')
    expect(await incident(id)).toMatchObject({ nextDueAt: null, resolveMissed: false })
  })

  it('is due by the target of the severity that it has risen to', async () => {
    await put([
      { severity: 'HIGH', acknowledgeMinutes: 30, resolveMinutes: null },
      { severity: 'CRITICAL', acknowledgeMinutes: 5, resolveMinutes: null },
    ])
    const id = await event('MIXED_MEDIA_ERROR')
    expect(await incident(id)).toMatchObject({ severity: 'HIGH', acknowledgeDueAt: near(at(30)) })
    platform.clock.set(at(2))
    expect(await event('DISPENSER_JAM')).toBe(id)
    expect(await incident(id)).toMatchObject({ severity: 'CRITICAL', acknowledgeDueAt: near(at(5)) })
  })

  it.each([
    // Friday, 14:00 in Helsinki: two hours are left of the day.
    ['within the day', 0, 60, '2026-11-20T13:00:00.000Z'],
    ['at the end of the day', -1, 120, '2026-11-20T13:59:00.000Z'],
    ['on the next day of business', -1, 123, '2026-11-23T07:32:00.000Z'],
    ['from the next opening, where it is closed', 24 * 60, 60, '2026-11-23T08:30:00.000Z'],
    ['weeks later', 0, 120 + 870 + 480 + 1, '2026-11-30T07:31:00.000Z'],
  ])('is due by business hours %s', async (_when, openedAt, acknowledgeMinutes, due) => {
    await put([{ severity: 'HIGH', acknowledgeMinutes, resolveMinutes: null, businessHours: OFFICE }])
    platform.clock.set(at(openedAt))
    expect(await incident(await event())).toMatchObject({ acknowledgeDueAt: near(due) })
  })

  it.each([
    // On 2027-03-28 Helsinki has no time from three to four, on 2027-10-31 it has that hour twice.
    ['01:00', '05:00', '2027-03-27T12:00:00Z', 200, '2027-04-03T22:20:00Z'],
    ['03:30', '08:00', '2027-03-27T12:00:00Z', 60, '2027-03-28T02:30:00Z'],
    ['01:00', '05:00', '2027-10-30T12:00:00Z', 290, '2027-10-31T02:50:00Z'],
    ['00:00', '24:00', '2027-10-31T00:30:00Z', 1_291, '2027-11-06T22:01:00Z'],
  ])('from %s to %s is open as long as the clock of that day runs', async (opens, closes, at, minutes, due) => {
    const businessHours = { timeZone: 'Europe/Helsinki', days: [{ day: 'SUNDAY', opens, closes }] }
    await put([{ severity: 'HIGH', acknowledgeMinutes: minutes, resolveMinutes: null, businessHours }])
    platform.clock.set(at)
    expect(await incident(await event())).toMatchObject({ acknowledgeDueAt: near(due) })
  })

  it('that is open already follows changed targets within a minute', async () => {
    const id = await event()
    await put([HIGH])
    expect(await targetsOf()).toMatchObject([{ applied: false }])
    expect(await runJob(1)).toContain('1 institutions with new targets')
    expect(await incident(id)).toMatchObject({ acknowledgeDueAt: near(at(15)), version: 1 })
    expect(await targetsOf()).toMatchObject([{ applied: true }])
    await put([])
    await runJob(2)
    expect(await incident(id)).toMatchObject({ acknowledgeDueAt: null, nextDueAt: null })
  })
})

describe('a missed target', () => {
  it('is noted once, with an entry, a message and a change of the live stream', async () => {
    await put([HIGH])
    const id = await event()
    expect(await runJob(14)).toContain('0 incidents were not acknowledged in time')
    expect(await runJob(16)).toContain('1 incidents were not acknowledged in time, 0 not resolved')
    expect(await runJob(17)).toContain('0 incidents were not acknowledged in time, 0 not resolved')
    expect(await incident(id)).toMatchObject({ acknowledgeMissed: true, resolveMissed: false, version: 2 })
    expect(await runJob(241)).toContain('0 incidents were not acknowledged in time, 1 not resolved')
    expect(await incident(id)).toMatchObject({ acknowledgeMissed: true, resolveMissed: true, version: 3 })
    expect(await entriesOf(id)).toEqual(['TARGET_MISSED platform RESOLVE', 'TARGET_MISSED platform ACKNOWLEDGE'])
    const topics = await inspector.rows<{ topic: string }>(
      `select topic from incident.outbox where data ->> 'incidentId' = $1 order by id`,
      [String(id)],
    )
    expect(topics.map(({ topic }) => topic.split('.').at(-1))).toEqual(['created', 'updated', 'updated'])
    const live = await inspector.rows('select from incident.live_change where topic = $1 and subject_id = $2', [
      'incidents',
      id,
    ])
    expect(live).toHaveLength(3)
  })

  it('counts where somebody acted too late, whether or not the job had noted it', async () => {
    await put([HIGH])
    const id = await event()
    platform.clock.set(at(20))
    await act(id, 'acknowledge')
    expect(await incident(id)).toMatchObject({ acknowledgeMissed: true, resolveMissed: false })
    expect(await runJob(21)).toContain('0 incidents were not acknowledged in time')
    platform.clock.set(at(250))
    await act(id, 'resolve')
    const entries = (await entriesOf(id)).filter((entry) => entry.startsWith('TARGET_MISSED'))
    expect(entries).toEqual(['TARGET_MISSED platform RESOLVE', 'TARGET_MISSED platform ACKNOWLEDGE'])
    const missed = `missedFrom=${at(15).toISOString()}&missedTo=${at(16).toISOString()}`
    const { body } = await platform.ask('GET', `/incident/api/incidents?${missed}`, { as: customer })
    expect(Object(body).content).toMatchObject([{ id }])
  })

  it.each([
    ['its severity rises', () => event('DISPENSER_JAM'), 60],
    ['the targets are lowered', () => put([{ ...HIGH, acknowledgeMinutes: 5, resolveMinutes: 50 }]), 50],
  ])('is none where it was acknowledged in time and %s afterwards', async (_what, change, resolveMinutes) => {
    const critical = { severity: 'CRITICAL', acknowledgeMinutes: 5, resolveMinutes: 60 }
    await put([{ ...HIGH, acknowledgeMinutes: 30 }, critical])
    const id = await event('MIXED_MEDIA_ERROR')
    platform.clock.set(at(10))
    await act(id, 'acknowledge')
    platform.clock.set(at(20))
    await change()
    expect(await runJob(21)).toContain('0 incidents were not acknowledged in time')
    expect(await incident(id)).toMatchObject({
      acknowledgeDueAt: near(at(30)),
      acknowledgeMissed: false,
      resolveDueAt: near(at(resolveMinutes)),
      nextDueAt: near(at(resolveMinutes)),
    })
    const address = `/incident/api/incident-targets/report?from=${at(0).toISOString()}&to=${at(60).toISOString()}`
    const { body } = await platform.ask('GET', address, { as: customer })
    expect(Object(body).map((row: Record<string, unknown>) => row.acknowledgeMissed)).toEqual([0, 0, 0, 0])
  })

  it.each([
    ['missed', 100, { resolveMinutes: 240 }, { resolveMinutes: 60 }, ['RESOLVE', 'ACKNOWLEDGE']],
    ['not missed', 100, { resolveMinutes: 60 }, { resolveMinutes: 240 }, ['ACKNOWLEDGE']],
  ])(
    'is that of the severity with which it ended, also where both come at once: %s',
    async (...[_what, minutes, high, critical, missed]) => {
      await put([
        { ...HIGH, ...high },
        { severity: 'CRITICAL', acknowledgeMinutes: 20, ...critical },
      ])
      const id = await event('MIXED_MEDIA_ERROR')
      platform.clock.set(at(minutes))
      const events = ['DISPENSER_JAM', 'SUPERVISOR_ENTER', 'SUPERVISOR_EXIT', 'ATM_IN_SERVICE'].map((eventType, n) => {
        const eventTime = new Date(at(minutes).getTime() - 9_000 + n * 1_000).toISOString().slice(0, 19)
        return { agentAtmId: `${institution}-1`, institutionKey: institution, eventType, eventTime }
      })
      await platform.askInternal('POST', '/incident/api/internal/journal-events/batch', { body: events })
      expect(await incident(id)).toMatchObject({
        ...{ severity: 'CRITICAL', status: 'RESOLVED', acknowledgeMissed: true },
        ...{ resolveDueAt: near(at(critical.resolveMinutes)), resolveMissed: missed.includes('RESOLVE') },
      })
      const entries = await inspector.rows<{ text: string }>(
        `select text from incident.incident_entry where kind = 'TARGET_MISSED' order by id desc`,
      )
      expect(entries.map(({ text }) => text)).toEqual(missed)
    },
  )

  it('of another institution is forgotten, with its due times, where nobody ever set targets', async () => {
    const [moved, acknowledged] = [await event(), await event('CARD_READER_FAIL', `${institution}-2`)]
    await act(acknowledged, 'acknowledge')
    // What came there with its ATM before moves took that away, and the row that a migration made for it.
    await inspector.rows(`update incident.incident set acknowledge_due_at = opened_at, resolve_due_at = opened_at,
      acknowledge_missed = true, resolve_missed = true`)
    await inspector.rows(`insert into incident.incident_target (institution_key, by_severity, moved_pending,
      changed_at, changed_by) values ('${institution}', '{}', true, date_trunc('milliseconds', now()), 'platform')`)
    expect(await targetsOf()).toEqual([])
    const missed = { acknowledgeMissed: true, resolveMissed: true }
    expect(await incident(moved)).toMatchObject(missed)
    expect(await runJob(1)).toContain('1 institutions with new targets')
    expect(await runJob(2)).toContain('0 institutions with new targets')
    const none = { acknowledgeDueAt: null, resolveDueAt: null, acknowledgeMissed: false, resolveMissed: false }
    for (const id of [moved, acknowledged]) expect(await incident(id)).toMatchObject(none)
    // What is missed from now on stays, also where the targets are taken back.
    await put([HIGH])
    await runJob(20)
    await put([])
    await runJob(21)
    expect(await incident(moved)).toMatchObject({ acknowledgeDueAt: null, acknowledgeMissed: true })
  })

  describe('of an acknowledged incident which moved before due times did', () => {
    /** Resolves to an incident as it is after the migration, and before the job was there. */
    const moved = async (): Promise<number> => {
      await put([HIGH])
      const id = await event()
      await act(id, 'acknowledge')
      await runJob(1)
      await inspector.rows(`update incident.incident set acknowledge_due_at = opened_at`)
      await inspector.rows(`update incident.incident_target set applied = false, moved_pending = true`)
      return id
    }

    it('is not that of the institution it was of', async () => {
      const id = await moved()
      await runJob(2)
      expect(await incident(id)).toMatchObject({ acknowledgeDueAt: near(at(15)), acknowledgeMissed: false })
    })

    it('is not judged again where others are set while the job is there', async () => {
      const id = await moved()
      await inspector.rows(`create function incident.set_meanwhile() returns trigger language plpgsql as $$ begin
        update incident.incident_target set applied = false, changed_at = changed_at + interval '1 second',
          by_severity = jsonb_set(by_severity, '{HIGH,acknowledgeMinutes}', '30');
        return null; end $$`)
      await inspector.rows(`create trigger set_meanwhile after update on incident.incident
        for each statement execute function incident.set_meanwhile()`)
      await runJob(2)
      await inspector.rows('drop trigger set_meanwhile on incident.incident')
      expect(await targetsOf()).toMatchObject([{ applied: false }])
      expect(await runJob(3)).toContain('1 institutions with new targets')
      expect(await incident(id)).toMatchObject({ acknowledgeDueAt: near(at(15)) })
      expect(await targetsOf()).toMatchObject([{ applied: true }])
    })
  })

  it('is counted by severity for a period, and among what is open', async () => {
    await put([HIGH])
    const late = await event('CARD_READER_FAIL', `${institution}-1`)
    await event('CARD_READER_FAIL', `${institution}-2`)
    platform.clock.set(at(10))
    const kept = await event('CARD_READER_FAIL', `${institution}-3`)
    await act(kept, 'acknowledge')
    await event('APPLICATION_ERROR_PRINTER', `${institution}-3`)
    const quiet = await event('CARD_READER_FAIL', `${institution}-4`)
    await inspector.rows(`update incident.incident set status = 'SUPPRESSED', suppressed = true where id = $1`, [quiet])
    platform.clock.set(at(20))
    await act(late, 'acknowledge')
    const address = `/incident/api/incident-targets/report?from=${at(0).toISOString()}&to=${at(60).toISOString()}`
    const { body } = await platform.ask('GET', address, { as: customer })
    expect(body).toMatchObject([
      { severity: 'CRITICAL', opened: 0 },
      { severity: 'HIGH', opened: 3, acknowledgeTargets: 3, acknowledgeMissed: 2, resolveTargets: 3, resolveMissed: 0 },
      { severity: 'MEDIUM', opened: 0 },
      { severity: 'LOW', opened: 1, acknowledgeTargets: 0, acknowledgeMissed: 0 },
    ])
    const overdue = await platform.ask('GET', '/incident/api/incidents?isOverdue=true&sort=nextDueAt', { as: customer })
    expect(Object(overdue.body).content).toMatchObject([{ agentAtmId: `${institution}-2` }])
  })
})
