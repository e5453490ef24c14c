import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'
import { openTestService, type TestService } from '../testing/service.testing.ts'

let platform: TestPlatform
let inspector: Inspector
let graph: TestService
let count = 0
let of = ''
let ann = ''
let ben = ''

const at = (time: string) => `2026-11-20T${time}:00Z`
const SHIFT = `from=${at('06:00')}&to=${at('14:00')}`

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: at('12:00') })
  inspector = await openInspector(platform.database.urls.superuser)
  graph = await openTestService(platform.database.urls, platform.clock.now)
})

afterAll(async () => {
  await graph.close()
  await inspector.close()
  await platform.close()
})

beforeEach(async () => {
  count += 1
  of = `SHIFT${count}`
  ann = await platform.token({ role: 'CUSTOMER', userId: `${of}-ann`, institutions: [of] })
  ben = await platform.token({ role: 'MSP_ADMIN', userId: `${of}-ben`, institutions: [of] })
})

const open = async (agentAtmId: string, time: string, eventType = 'CARD_READER_FAIL'): Promise<number> => {
  platform.clock.set(at(time))
  const body = { agentAtmId: `${of}-${agentAtmId}`, institutionKey: of, eventType, eventTime: at(time).slice(0, 19) }
  const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  return Object(answer.body).incidentId
}
const patch = async (id: number, what: string, as: string, time: string) => {
  platform.clock.set(at(time))
  await platform.ask('PATCH', `/incident/api/incidents/${id}/${what}`, { as, body: {} })
}
const report = (as = ann, query = SHIFT) => platform.ask('GET', `/incident/api/shift?${query}`, { as })
/** The incidents of a list that are no parts of mass outages: how many there are, and their numbers. */
const listed = async (query: string): Promise<[number, number[]]> => {
  const { status, body } = await platform.ask('GET', `/incident/api/incidents?isPart=false&${query}`, { as: ann })
  expect([query, status]).toEqual([query, 200])
  const { content, totalElements } = Object(body)
  return [totalElements, content.map(({ id }: { id: number }) => id).sort()]
}

const INCIDENTS = `query Shift($from: DateTime!, $to: DateTime!) {
  shiftReport(from: $from, to: $to) {
    openedIncidents(first: 2) { id status }
    closedIncidents { incident { id } userId }
    missedIncidents { id }
  } }`

describe('what happened in a period', () => {
  it('goes with the ATM to another institution', async () => {
    const id = await open('9', '07:00')
    await patch(id, 'acknowledge', ann, '08:00')
    const key = `${of}B`
    const cara = await platform.token({ role: 'CUSTOMER', userId: `${of}-cara`, institutions: [key] })
    await inspector.rows('update incident.incident set institution_key = $1 where id = $2', [key, id])
    expect((await report()).body).toMatchObject({ opened: 0, people: [] })
    expect((await report(cara)).body).toMatchObject({ opened: 1, people: [{ userId: `${of}-ann`, acknowledged: 1 }] })
  })

  it('is counted: what was opened and closed, by whom, and what is still open', async () => {
    const before = await open('1', '05:00')
    const worst = await open('2', '07:00', 'ATM_OUT_OF_SERVICE')
    const mild = await open('3', '08:00', 'EJOURNAL_DB_WARNING')
    await open('4', '15:00')
    await patch(before, 'acknowledge', ann, '09:00')
    await patch(before, 'resolve', ben, '10:00')
    await patch(worst, 'acknowledge', ann, '11:00')
    await open('2', '12:00', 'ATM_IN_SERVICE')
    await patch(mild, 'acknowledge', ben, '15:00')
    const { status, body } = await report()
    expect(status).toBe(200)
    expect(body).toEqual({
      from: '2026-11-20T06:00:00.000Z',
      to: '2026-11-20T14:00:00.000Z',
      ...{ opened: 2, openedByHand: 0, stillOpen: 1, closed: 2, closedByHand: 1 },
      ...{ missed: 0, acknowledgeMissed: 0, resolveMissed: 0, handovers: [] },
      severities: expect.arrayContaining([{ severity: 'HIGH', opened: 1, closed: 2 }]),
      people: [
        { userId: `${of}-ann`, opened: 0, acknowledged: 2, closed: 0, notes: 0 },
        { userId: `${of}-ben`, opened: 0, acknowledged: 0, closed: 1, notes: 0 },
      ],
    })
    const period = { from: at('06:00'), to: at('14:00') }
    const answer = await graph.execute(INCIDENTS, period, { role: 'USER', institutions: [of] })
    expect(Object(answer).data.shiftReport).toEqual({
      openedIncidents: [
        { id: mild, status: 'ACKNOWLEDGED' },
        { id: worst, status: 'RESOLVED' },
      ],
      closedIncidents: [
        { incident: { id: before }, userId: `${of}-ben` },
        { incident: { id: worst }, userId: null },
      ],
      missedIncidents: [],
    })
  })

  it('has what people wrote, opened and handed over', async () => {
    const id = await open('1', '07:00')
    const body = [`${of}-ann`, `${of}-ben`].map((userId) => ({
      ...{ userId, name: null, email: null, institutions: [of], unrestricted: false, lastSeenAt: at('07:00') },
    }))
    await platform.askInternal('POST', '/incident/api/internal/users', { body })
    await patch(id, 'assign', ann, '08:00')
    await platform.ask('POST', `/incident/api/incidents/${id}/notes`, { as: ann, body: { text: 'seen' } })
    const manual = { agentAtmId: `${of}-1`, kind: 'VANDALISM', severity: 'HIGH', title: 'A broken screen' }
    await platform.ask('POST', '/incident/api/incidents', { as: ann, body: manual })
    const handover = { userId: `${of}-ben`, note: 'good night' }
    await platform.ask('POST', '/incident/api/incidents/handover', { as: ann, body: handover })
    const { body: told } = await report()
    expect(told).toMatchObject({
      openedByHand: 1,
      people: [{ userId: `${of}-ann`, opened: 1, notes: 1 }],
      handovers: [
        {
          at: expect.stringMatching(/^2026-11-20T08:00/),
          userId: `${of}-ann`,
          toUserId: `${of}-ben`,
          note: 'good night',
          incidents: 1,
        },
      ],
    })
  })

  it('counts the targets that were missed in it', async () => {
    const targets = [{ severity: 'HIGH', acknowledgeMinutes: 30, resolveMinutes: 60 }]
    await platform.ask('PUT', `/incident/api/incident-targets/${of}`, { as: ben, body: { targets } })
    const lookForMisses = async (time: string) => {
      platform.clock.set(at(time))
      await platform.runJob('incident.targets')
    }
    const [before, both, resolved, inTime] = [
      await open('1', '05:00'),
      await open('2', '07:00'),
      await open('3', '07:15'),
      await open('4', '07:16'),
    ]
    for (const action of ['acknowledge', 'resolve']) await patch(inTime, action, ann, '07:20')
    await lookForMisses('07:50')
    await patch(resolved, 'resolve', ann, '07:55')
    await lookForMisses('08:01')
    expect((await report()).body).toMatchObject({ missed: 3, acknowledgeMissed: 2, resolveMissed: 2 })
    const later = `from=${at('07:31')}&to=${at('08:00')}`
    expect((await report(ann, later)).body).toMatchObject({ missed: 1, acknowledgeMissed: 1, resolveMissed: 0 })
    const period = { from: at('06:00'), to: at('14:00') }
    const answer = await graph.execute(INCIDENTS, period, { role: 'USER', institutions: [of] })
    expect(Object(answer).data.shiftReport.missedIncidents).toEqual([both, resolved, before].map((id) => ({ id })))
    const isMissed = `missedFrom=${at('06:00')}&missedTo=${at('14:00')}`
    expect(await listed(isMissed)).toEqual([3, [before, both, resolved].sort()])
    expect(await listed(`${isMissed}&missed=ACKNOWLEDGE`)).toEqual([2, [both, resolved].sort()])
    expect(await listed(`${isMissed}&missed=RESOLVE`)).toEqual([2, [before, both].sort()])
    expect(await listed('missed=ACKNOWLEDGE')).toEqual([3, [before, both, resolved].sort()])
    const { text } = await platform.ask('GET', `/incident/api/incidents?${isMissed}&format=csv`, { as: ann })
    expect(text.trim().split('\r\n')).toHaveLength(1 + 3)
  })

  it('leaves out parts of mass outages, what was suppressed, and other institutions', async () => {
    const [part, suppressed] = [await open('1', '07:00'), await open('2', '07:00')]
    const outage = await open('3', '07:00', 'ATM_OUT_OF_SERVICE')
    await inspector.rows(`update incident.incident set parent_id = ${outage} where id = ${part}`)
    await inspector.rows(`update incident.incident set suppressed = true where id = ${suppressed}`)
    await patch(part, 'acknowledge', ann, '08:00')
    expect((await report()).body).toMatchObject({ opened: 1, people: [] })
    const other = await platform.token({ role: 'USER', institutions: ['ELSEWHERE'] })
    expect((await report(other)).body).toMatchObject({ opened: 0, closed: 0, people: [] })
  })

  it('has a list behind its figures, as long as they say', async () => {
    const [byAnn, byBen] = [await open('1', '07:00'), await open('2', '07:00')]
    const [part, suppressed] = [await open('3', '07:00'), await open('4', '07:00')]
    const [byRules, later] = [await open('5', '07:00', 'ATM_OUT_OF_SERVICE'), await open('6', '08:00')]
    await inspector.rows(`update incident.incident set parent_id = ${byRules} where id = ${part}`)
    await inspector.rows(`update incident.incident set suppressed = true where id = ${suppressed}`)
    for (const id of [byBen, byRules, part]) await patch(id, 'acknowledge', ann, '08:30')
    for (const id of [byAnn, part, suppressed]) await patch(id, 'resolve', ann, '09:00')
    await patch(byBen, 'resolve', ben, '10:00')
    await open('5', '11:00', 'ATM_IN_SERVICE')
    await patch(later, 'resolve', ann, '15:00')
    const { opened, closed, people } = Object((await report()).body)
    const all = [byAnn, byBen, byRules, later].sort()
    const isOpened = `openedFrom=${at('06:00')}&openedTo=${at('14:00')}&suppressed=false`
    expect(await listed(isOpened)).toEqual([opened, all])
    const isResolved = `resolvedFrom=${at('06:00')}&resolvedTo=${at('14:00')}`
    expect(await listed(`${isResolved}&suppressed=false`)).toEqual([closed, all.filter((id) => id !== later)])
    expect(people).toMatchObject([
      { userId: `${of}-ann`, closed: 2, acknowledged: 2, notes: 0 },
      { userId: `${of}-ben`, closed: 1, acknowledged: 0 },
    ])
    expect(await listed(`${isResolved}&resolvedBy=${of}-ann`)).toEqual([2, [byAnn, suppressed].sort()])
    expect(await listed(`${isResolved}&resolvedBy=${of}-ben`)).toEqual([1, [byBen]])
    const isWorked = `workedFrom=${at('06:00')}&workedTo=${at('14:00')}`
    const acknowledged = [byBen, byRules].sort()
    expect(await listed(`${isWorked}&workedBy=${of}-ann&work=ACKNOWLEDGED`)).toEqual([2, acknowledged])
    expect(await listed(`workedBy=${of}-ann`)).toEqual([2, acknowledged])
    for (const none of [`&work=NOTE`, `&workedBy=${of}-ben`, `&workedFrom=${at('09:00')}`])
      expect(await listed(`${isWorked.split('&')[1]}${none}`)).toEqual([0, []])
    const { text } = await platform.ask(
      'GET',
      `/incident/api/incidents?${isResolved}&resolvedBy=${of}-ben&format=csv`,
      {
        as: ann,
      },
    )
    expect(text.trim().split('\r\n')).toHaveLength(2)
    for (const query of [
      'resolvedFrom=yesterday',
      'resolvedTo=2026-13-01',
      'suppressed=maybe',
      'work=RESOLVED',
      'missed=OPEN',
      'resolvedSince=now',
    ]) {
      const { status } = await platform.ask('GET', `/incident/api/incidents?${query}`, { as: ann })
      expect([query, status]).toEqual([query, 400])
    }
  })

  it('is of 31 days at most, forwards', async () => {
    for (const query of [`from=${at('06:00')}`, `from=${at('06:00')}&to=${at('06:00')}`, `${SHIFT}&page=1`])
      expect((await report(ann, query)).status, query).toBe(400)
    expect((await report(ann, `from=2026-10-20T05:00:00Z&to=${at('06:00')}`)).status).toBe(400)
    expect((await report(ann, `from=2026-10-20T06:00:00Z&to=${at('06:00')}`)).status).toBe(200)
  })
})

describe('when somebody left', () => {
  const seen = async (time: string, now = time) => {
    platform.clock.set(at(now))
    const userId = `${of}-ann`
    const body = [{ userId, name: null, email: null, institutions: [of], unrestricted: false, lastSeenAt: at(time) }]
    await platform.askInternal('POST', '/incident/api/internal/users', { body })
  }
  const leftAt = async (now: string) => {
    platform.clock.set(at(now))
    const { body } = await platform.ask('GET', '/incident/api/shift/last-visit', { as: ann })
    return Object(body).leftAt
  }

  it('is the end of the visit before, also while the directory has not heard of the present one', async () => {
    expect(await leftAt('06:00')).toBeNull()
    await seen('06:00')
    expect(await leftAt('06:10')).toBeNull()
    await seen('06:25')
    expect(await leftAt('14:00')).toBe('2026-11-20T06:25:00.000Z')
    await seen('14:00')
    await seen('14:20')
    expect(await leftAt('14:21')).toBe('2026-11-20T06:25:00.000Z')
    // A report of another process that comes late changes nothing.
    await seen('13:00', '14:21')
    expect(await leftAt('14:21')).toBe('2026-11-20T06:25:00.000Z')
  })

  it('is a later handover where the dashboard stayed open', async () => {
    for (const time of ['06:00', '08:00']) await seen(time)
    const id = await open('1', '08:10')
    await patch(id, 'assign', ann, '08:10')
    const userId = `${of}-ben`
    const body = [{ userId, name: null, email: null, institutions: [of], unrestricted: false, lastSeenAt: at('08:00') }]
    await platform.askInternal('POST', '/incident/api/internal/users', { body })
    await platform.ask('POST', '/incident/api/incidents/handover', { as: ann, body: { userId } })
    for (const time of ['08:25', '08:50', '09:15']) await seen(time)
    expect(await leftAt('08:20')).toBe('2026-11-20T06:00:00.000Z')
    expect(await leftAt('09:20')).toMatch(/^2026-11-20T08:10/)
  })
})
