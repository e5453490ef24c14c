import { describe, expect, it } from 'vitest'
import { openInspector } from '../testing/ingest.testing.ts'
import { at, createMaintenanceTest, iso } from './maintenance.testing.ts'

const { acme, incidents, inspector, open, platform, post, runJob } = createMaintenanceTest()

const beat = async (agentAtmId: string, minutes: number, institutionKey = 'ACME') => {
  platform().clock.set(at(minutes))
  const body = { agentAtmId, institutionKey }
  expect((await platform().askInternal('POST', '/incident/api/internal/heartbeats', { body })).status).toBe(204)
}
const openCount = async () => {
  const { body } = await platform().ask('GET', '/incident/api/incidents/status/open?view=counts', { as: acme() })
  return Object(body).count
}
/** The messages of incidents. */
const topics = async () => {
  const rows = await inspector().rows<{ line: string }>(
    `select concat_ws(' ', key, replace(topic, 'fleetops.incidents.', '')) as line from incident.outbox
      where topic <> 'audit.recorded' order by id`,
  )
  return rows.map(({ line }) => line)
}

describe('a maintenance window', () => {
  it('suppresses what begins in it: shown, not counted, not notified, not announced to live streams', async () => {
    await post('M-1', 'ATM_IN_SERVICE', 0)
    await open(0, 60)
    await post('M-1', 'DISPENSER_JAM', 5)
    expect(await incidents()).toEqual(['M-1 DISPENSER SUPPRESSED'])
    expect(await incidents('&status=SUPPRESSED')).toHaveLength(1)
    expect(await incidents('&resolved=false')).toEqual([])
    expect(await openCount()).toBe(0)
    const severities = await platform().ask('GET', '/incident/api/incidents/status/open?view=severity', { as: acme() })
    expect(severities.body).toMatchObject({ total: 0, atms: 0 })
    const groups = await platform().ask('GET', '/incident/api/incident-groups?by=VENDOR', { as: acme() })
    expect(groups.body).toEqual([])
    expect(await topics()).toEqual([])
    const live = await platform().askInternal('GET', '/incident/api/internal/live')
    const changes: { topic: string; incident: unknown }[] = Object(live.body).changes
    expect(changes.filter(({ topic, incident }) => topic === 'incidents' && incident !== null)).toEqual([])
  })

  it('lets end what ends in it, without a notification', async () => {
    await post('M-1', 'ATM_IN_SERVICE', 0)
    await open(0, 60)
    await post('M-1', 'ATM_OUT_OF_SERVICE', 5)
    await post('M-1', 'ATM_IN_SERVICE', 10)
    expect(await incidents()).toEqual(['M-1 OUT_OF_SERVICE RESOLVED'])
    await runJob(61)
    expect(await topics()).toEqual([])
  })

  it('is followed within a minute by the incidents that outlast it, which open then', async () => {
    await post('M-1', 'ATM_IN_SERVICE', 0)
    await open(0, 60)
    await post('M-1', 'DISPENSER_JAM', 5)
    await runJob(59)
    expect(await incidents()).toEqual(['M-1 DISPENSER SUPPRESSED'])
    expect(await runJob(60)).toContain('1 incidents opened')
    expect(await incidents('&resolved=false')).toEqual(['M-1 DISPENSER OPEN'])
    const [row] = await inspector().rows<{ opened: string }>(
      `select to_char(opened_at at time zone 'UTC', 'HH24:MI') as opened from incident.incident`,
    )
    expect(row?.opened).toBe('13:00')
    expect(await openCount()).toBe(1)
    expect(await topics()).toEqual(['M-1 created'])
    await post('M-1', 'DISPENSER_JAM', 62)
    expect(await topics()).toEqual(['M-1 created', 'M-1 updated'])
  })

  it('puts off the targets of what it suppresses until that opens', async () => {
    await post('M-1', 'ATM_IN_SERVICE', 0)
    const admin = await platform().token({ role: 'ADMIN' })
    const targets = { targets: [{ severity: 'HIGH', acknowledgeMinutes: 15, resolveMinutes: 60 }] }
    const put = await platform().ask('PUT', '/incident/api/incident-targets/ACME', { as: admin, body: targets })
    expect(put.status).toBe(200)
    await open(0, 60)
    await post('M-1', 'CARD_READER_FAIL', 5)
    const due = () =>
      inspector().rows(`select to_char(next_due_at at time zone 'UTC', 'HH24:MI') as due from incident.incident`)
    expect(await due()).toEqual([{ due: null }])
    await runJob(60)
    expect(await due()).toEqual([{ due: '13:15' }])
  })

  it('begins on time, although the job runs each minute', async () => {
    await post('M-1', 'ATM_IN_SERVICE', 0)
    await open(30, 60)
    await post('M-1', 'CARD_READER_FAIL', 29)
    await runJob(29)
    await post('M-1', 'DISPENSER_JAM', 30)
    expect(await incidents()).toEqual(['M-1 CARD_READER OPEN', 'M-1 DISPENSER SUPPRESSED'])
  })

  it('suppresses nothing in the time between it and the next one, where that is a minute or more', async () => {
    const id = await post('M-1', 'ATM_IN_SERVICE', 0)
    await open(0, 60, { atmId: id })
    await post('M-1', 'DISPENSER_JAM', 5)
    await open(61.5, 90, { atmId: id })
    for (const minute of [59, 60]) await runJob(minute)
    expect(await incidents()).toEqual(['M-1 DISPENSER OPEN'])
    await post('M-1', 'CARD_READER_FAIL', 61)
    await runJob(61)
    await post('M-1', 'CASSETTE_LOW', 62)
    expect(await incidents()).toEqual(['M-1 DISPENSER OPEN', 'M-1 CARD_READER OPEN', 'M-1 CASH SUPPRESSED'])
  })

  it.each([[[59]], [[59, 60]], [[59.9, 60.1, 60.2]]])(
    'goes on in the next one that begins within a minute, whenever the job runs (minutes %j)',
    async (minutes) => {
      const id = await post('M-1', 'ATM_IN_SERVICE', 0)
      await open(0, 60, { atmId: id })
      await open(60.5, 90, { atmId: id })
      await post('M-1', 'DISPENSER_JAM', 5)
      for (const minute of minutes) await runJob(minute)
      await post('M-1', 'CARD_READER_FAIL', 60.3)
      for (const minute of [60.4, 60.9, 61.6, 89]) await runJob(minute)
      const suppressed = ['M-1 DISPENSER SUPPRESSED', 'M-1 CARD_READER SUPPRESSED']
      expect(await incidents()).toEqual(suppressed)
      await runJob(90)
      expect(await incidents()).toEqual(['M-1 DISPENSER OPEN', 'M-1 CARD_READER OPEN'])
    },
  )

  it('that has just ended does not keep the next one from beginning', async () => {
    const id = await post('M-1', 'ATM_IN_SERVICE', 0)
    await open(0, 60, { atmId: id })
    await open(61, 90, { atmId: id })
    for (const minute of [59, 60.2]) await runJob(minute)
    await post('M-1', 'DISPENSER_JAM', 61.1)
    expect(await incidents()).toEqual(['M-1 DISPENSER SUPPRESSED'])
  })

  it('cannot be opened for an ATM that is retired, or was merged into another one', async () => {
    const [kept, retired, merged] = [
      await post('M-1', 'ATM_IN_SERVICE', 0),
      await post('M-2', 'ATM_IN_SERVICE', 0),
      await post('M-3', 'ATM_IN_SERVICE', 0),
    ]
    const retire = await platform().ask('POST', `/incident/api/atms/retire`, { as: acme(), body: { ids: [retired] } })
    expect(retire.status).toBeLessThan(300)
    const merge = await platform().ask('POST', `/incident/api/atms/${merged}/merge`, {
      as: acme(),
      body: { intoId: kept },
    })
    expect(merge.status).toBe(200)
    const refusal = { status: 409, window: { code: 'CONFLICT' } }
    expect(await open(0, 60, { atmId: retired })).toMatchObject(refusal)
    expect(await open(0, 60, { atmId: merged })).toMatchObject({
      ...refusal,
      window: { detail: expect.stringContaining(`ATM ${kept}`) },
    })
    const listed = await platform().ask('GET', '/incident/api/maintenance-windows', { as: acme() })
    expect(listed.body).toMatchObject({ totalElements: 0 })
    expect((await open(0, 60, { atmId: kept })).status).toBe(201)
  })

  it.each([
    ['retired', 'retired_at = now()'],
    ['moved to another institution', "institution_key = 'BETA'"],
  ])('cannot be opened for an ATM while it is being %s', async (_what, change) => {
    const id = await post('M-1', 'ATM_IN_SERVICE', 0)
    const admin = await platform().token({ role: 'BCOS_ADMIN' })
    const other = await openInspector(platform().database.urls.superuser)
    try {
      await other.rows('begin')
      await other.rows(`update incident.atm set ${change} where id = $1`, [id])
      const opened = open(0, 60, { atmId: id }, admin)
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => inspector().rows(waiting)).toHaveLength(1)
      await other.rows('commit')
      expect(await opened).toMatchObject({ status: 409, window: { code: 'CONFLICT' } })
    } finally {
      await other.close()
    }
  })

  it('goes on in the next one that overlaps or touches it', async () => {
    const id = await post('M-1', 'ATM_IN_SERVICE', 0)
    await open(0, 60, { atmId: id })
    await open(50, 70, { atmId: id })
    await open(70, 80, { atmId: id })
    await post('M-1', 'DISPENSER_JAM', 5)
    for (const minute of [49, 59, 60, 69, 70, 79]) {
      await runJob(minute)
      expect(await incidents()).toEqual(['M-1 DISPENSER SUPPRESSED'])
    }
    await runJob(80)
    expect(await incidents()).toEqual(['M-1 DISPENSER OPEN'])
  })

  it('is of one ATM, of those that share an attribute, or of the institution', async () => {
    const ids = { one: 0, two: 0 }
    ids.one = await post('M-1', 'ATM_IN_SERVICE', 0)
    ids.two = await post('M-2', 'ATM_IN_SERVICE', 0)
    await post('M-3', 'ATM_IN_SERVICE', 0)
    const body = { siteName: 'Airport' }
    expect((await platform().ask('PATCH', `/incident/api/atms/${ids.two}`, { as: acme(), body })).status).toBe(200)
    await open(0, 60, { atmId: ids.one })
    await open(0, 60, { attribute: 'siteName', value: 'Airport' })
    for (const name of ['M-1', 'M-2', 'M-3']) await post(name, 'DISPENSER_JAM', 5)
    expect(await incidents()).toEqual(['M-1 DISPENSER SUPPRESSED', 'M-2 DISPENSER SUPPRESSED', 'M-3 DISPENSER OPEN'])
    await open(6, 60)
    await post('M-3', 'CARD_READER_FAIL', 7)
    expect(await incidents('&kind=CARD_READER')).toEqual(['M-3 CARD_READER SUPPRESSED'])
  })

  it('covers ATMs that are not heard in it, which are no mass outage', async () => {
    const names = Array.from({ length: 20 }, (_value, n) => `M-${n + 1}`)
    for (const name of names) await beat(name, 0)
    await open(10, 60)
    await runJob(12)
    expect(await runJob(16, 'incident.outages')).toContain('20 ATMs became unreachable, 0 incidents became parts')
    expect(await openCount()).toBe(0)
    expect(await topics()).toEqual([])
    await runJob(60)
    expect(await openCount()).toBe(20)
    expect(await runJob(60, 'incident.outages')).toContain('20 incidents became parts')
  })

  it('counts in no availability, from when it was made', async () => {
    await post('M-1', 'ATM_IN_SERVICE', 0)
    await post('M-1', 'ATM_OUT_OF_SERVICE', 5)
    platform().clock.set(at(6))
    await open(0, 8)
    await open(7, 10)
    await post('M-1', 'ATM_IN_SERVICE', 11)
    platform().clock.set(at(12))
    const { body } = await platform().ask('GET', `/incident/api/availability?from=${iso(0)}`, { as: acme() })
    const [row] = Object(body).content
    const minutes = [row.inServiceSeconds, row.outOfServiceSeconds, row.maintenanceSeconds].map((seconds) =>
      Math.round(seconds / 60),
    )
    expect(minutes).toEqual([6, 2, 4])
    expect(row.availabilityPct).toBeCloseTo(75, 1)
  })

  it('recurs at the same local time, and each occurrence is a window', async () => {
    await post('M-1', 'ATM_IN_SERVICE', 0)
    const { window } = await open(60, 90, {
      weekdays: ['SUNDAY', 'SATURDAY'],
      until: '2026-11-22',
      timeZone: 'Europe/Berlin',
    })
    expect(window).toMatchObject({ weekdays: ['SATURDAY', 'SUNDAY'], until: '2026-11-22', nextAt: iso(60) })
    const day = 24 * 60
    for (const [days, eventType, incident] of [
      [1, 'DISPENSER_JAM', 'M-1 DISPENSER SUPPRESSED'],
      [2, 'CARD_READER_FAIL', 'M-1 CARD_READER SUPPRESSED'],
      [3, 'APPLICATION_ERROR_PRINTER', 'M-1 PRINTER OPEN'],
    ] as const) {
      await runJob(days * day + 58)
      await post('M-1', eventType, days * day + 61)
      expect((await incidents()).at(-1)).toBe(incident)
    }
  })
})

describe('a maintenance window that is ended', () => {
  it('opens what it suppressed, and keeps what of it has passed', async () => {
    await post('M-1', 'ATM_IN_SERVICE', 0)
    const { window } = await open(0, 60)
    await post('M-1', 'DISPENSER_JAM', 5)
    platform().clock.set(at(10))
    const end = (as = acme()) => platform().ask('DELETE', `/incident/api/maintenance-windows/${window.id}`, { as })
    expect((await end()).status).toBe(204)
    expect(await incidents()).toEqual(['M-1 DISPENSER OPEN'])
    expect(await topics()).toEqual(['M-1 created'])
    platform().clock.set(at(20))
    const { body } = await platform().ask('GET', `/incident/api/availability?from=${iso(0)}`, { as: acme() })
    expect(Math.round(Object(body).content[0].maintenanceSeconds)).toBe(600)
    const beta = await platform().token({ role: 'MSP_ADMIN', institutions: ['BETA'] })
    expect((await end(beta)).status).toBe(404)
    const listed = await platform().ask('GET', '/incident/api/maintenance-windows?over=true', { as: acme() })
    expect(listed.body).toMatchObject({ content: [{ id: window.id, endedBy: '9', nextAt: null }], totalElements: 1 })
  })
})

describe('a maintenance window that was ended by a process which then stopped', () => {
  it('is over within a minute', async () => {
    await post('M-1', 'ATM_IN_SERVICE', 0)
    await open(0, 60)
    await post('M-1', 'DISPENSER_JAM', 5)
    await inspector().rows('update incident.maintenance_window set ended_at = $1, next_at = null', [iso(10)])
    await runJob(11)
    expect(await incidents()).toEqual(['M-1 DISPENSER OPEN'])
  })
})

describe('maintenance windows', () => {
  it('are made by administrators, for what they see', async () => {
    const user = await platform().token({ role: 'CUSTOMER', institutions: ['ACME'] })
    expect((await open(0, 60, {}, user)).status).toBe(403)
    expect((await open(0, 60, { institutionKey: 'BETA' })).status).toBe(403)
    const admin = await platform().token({ role: 'ADMIN' })
    expect((await open(0, 60, {}, admin)).status).toBe(400)
    expect((await open(0, 60, { institutionKey: 'BETA' }, admin)).status).toBe(201)
    const foreign = await post('M-1', 'ATM_IN_SERVICE', 0)
    const beta = await platform().token({ role: 'MSP_ADMIN', institutions: ['BETA'] })
    expect((await open(0, 60, { atmId: foreign }, beta)).status).toBe(404)
  })

  it('are listed to whom they concern, those that are or will be apart from those that are over', async () => {
    const atmId = await post('M-1', 'ATM_IN_SERVICE', 0)
    await open(0, 10)
    await open(20, 30, { atmId })
    const list = async (query: string, as = acme()) => {
      const { body } = await platform().ask('GET', `/incident/api/maintenance-windows${query}`, { as })
      return Object(body).content.map(({ from }: { from: string }) => from.slice(11, 16))
    }
    expect(await list('')).toEqual(['12:20', '12:00'])
    expect(await list(`?atmId=${atmId}`)).toEqual(['12:20', '12:00'])
    await runJob(11)
    expect(await list('?over=false')).toEqual(['12:20'])
    expect(await list('?over=true')).toEqual(['12:00'])
    expect(await list('', await platform().token({ institutions: ['BETA'] }))).toEqual([])
  })

  it('are in the audit as they were opened, and once as they were ended', async () => {
    const atmId = await post('M-1', 'ATM_IN_SERVICE', 0)
    // As many digits as a card number may have.
    const reason = 'Ask +358 40 123 4567 89'
    const { window } = await open(0, 60, { atmId, weekdays: ['FRIDAY'], until: '2026-12-31', reason })
    platform().clock.set(at(10))
    for (const _twice of [1, 2])
      await platform().ask('DELETE', `/incident/api/maintenance-windows/${window.id}`, { as: acme() })
    const rows = await inspector().rows<{ data: Record<string, unknown> }>(
      `select data from incident.outbox where topic = 'audit.recorded' order by id`,
    )
    const of = { subjectType: 'MaintenanceWindow', subjectId: String(window.id), actor: '9' }
    expect(rows.map(({ data }) => data)).toEqual([
      expect.objectContaining({
        ...{ action: 'createMaintenanceWindow', ...of, before: null },
        after: {
          ...{ agentAtmId: 'M-1', attribute: null, value: null, from: iso(0), to: iso(60), weekdays: ['FRIDAY'] },
          ...{ until: '2026-12-31', timeZone: expect.any(String), reason },
        },
      }),
      expect.objectContaining({
        ...{ action: 'deleteMaintenanceWindow', ...of, before: { endedAt: null } },
        after: { endedAt: expect.stringMatching(/^2026-11-20T12:10:/) },
      }),
    ])
  })

  it('leave an incident to persons, who can resolve it but not take it up', async () => {
    await post('M-1', 'ATM_IN_SERVICE', 0)
    await open(0, 60)
    await post('M-1', 'DISPENSER_JAM', 5)
    const [row] = await inspector().rows<{ id: string }>('select id from incident.incident')
    const act = (what: string) => platform().ask('PATCH', `/incident/api/incidents/${row?.id}/${what}`, { as: acme() })
    expect((await act('acknowledge')).status).toBe(409)
    expect((await act('resolve')).status).toBe(200)
    expect(await topics()).toEqual([])
  })
})
