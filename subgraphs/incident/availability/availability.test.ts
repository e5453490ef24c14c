import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { openInspector } from '../testing/ingest.testing.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
let platform: TestPlatform
let acme: string

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z', isClockStopped: true })
  acme = await platform.token({ institutions: ['ACME'] })
})

afterEach(() => platform.close())

const at = (minutes: number) => new Date(NOON + minutes * 60_000)
const iso = (minutes: number) => at(minutes).toISOString()
const beat = async (agentAtmId: string, minutes: number, institutionKey = 'ACME') => {
  platform.clock.set(at(minutes))
  const body = { agentAtmId, institutionKey }
  expect((await platform.askInternal('POST', '/incident/api/internal/heartbeats', { body })).status).toBe(204)
}
/** An event that occurred at one minute and was received at another. */
const post = async (
  agentAtmId: string,
  eventType: string,
  minutes: number,
  received = minutes,
  institutionKey = 'ACME',
) => {
  platform.clock.set(at(received))
  const body = { agentAtmId, institutionKey, eventType, eventTime: iso(minutes).slice(0, 19) }
  const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  expect(answer.status).toBe(201)
}
const runJob = (minutes: number) => {
  platform.clock.set(at(minutes))
  const job = platform.process.jobs.find(({ name }) => name === 'incident.availability')
  return job?.run({ now: at(minutes), log: platform.process.log, progress: () => {} })
}
/** The job as it runs: often enough that the platform does not count as stopped. */
const runJobs = async (from: number, to: number) => {
  for (let minutes = from; minutes <= to; minutes += 3) await runJob(minutes)
}
/** The clock of the platform runs on while a test asks: seconds are compared in tens, percentages as whole numbers. */
const rounded = (body: unknown) =>
  JSON.parse(JSON.stringify(body), (key, value) => {
    if (typeof value !== 'number') return value
    return key.endsWith('Seconds') ? Math.round(value / 10) * 10 : Math.round(value)
  })
const ask = async (path: string, as = acme) => {
  const { status, body } = await platform.ask('GET', `/incident/api/${path}`, { as })
  expect(status).toBe(200)
  return rounded(body)
}
/** Minutes in service, in supervisor, out of service, unreachable and unknown. */
const minutesOf = (row: Record<string, number>) =>
  [
    row.inServiceSeconds,
    row.inSupervisorSeconds,
    row.outOfServiceSeconds,
    row.unreachableSeconds,
    row.unknownSeconds,
  ].map((seconds) => Math.round((seconds ?? Number.NaN) / 6) / 10)
const period = (from: number, to: number) => `from=${iso(from)}&to=${iso(to)}`
const spent = async (from: number, to: number, as = acme) => {
  const { content } = await ask(`availability?${period(from, to)}`, as)
  return minutesOf(Object(content[0]))
}

describe('the time of an ATM', () => {
  it('is divided by what it did, exactly at the edges of any period, before and after it is summed up', async () => {
    await post('A-1', 'ATM_IN_SERVICE', 0)
    await post('A-1', 'SUPERVISOR_ENTER', 10)
    await post('A-1', 'ATM_OUT_OF_SERVICE', 12)
    await post('A-1', 'SUPERVISOR_EXIT', 20)
    await post('A-1', 'ATM_IN_SERVICE', 31)
    for (const minutes of [40, 50, 60]) await beat('A-1', minutes)
    platform.clock.set(at(64))
    const check = async () => {
      expect(await spent(0, 64)).toEqual([43, 10, 11, 0, 0])
      expect(await spent(5, 25)).toEqual([5, 10, 5, 0, 0])
      expect(await spent(31, 31.5)).toEqual([0.5, 0, 0, 0, 0])
    }
    await check()
    await runJob(64)
    await check()
    await runJob(70)
    platform.clock.set(at(75))
    await check()
    expect(await spent(59, 61)).toEqual([2, 0, 0, 0, 0])
  })

  it('is unreachable from ATM_CONNECTED_WITHIN after a sign of life to the next, while it lasts as well', async () => {
    await post('A-1', 'ATM_IN_SERVICE', 0)
    await runJobs(0, 60)
    platform.clock.set(at(62))
    expect(await spent(0, 62)).toEqual([15, 0, 0, 47, 0])
    await runJobs(63, 87)
    await beat('A-1', 90)
    await runJobs(90, 129)
    platform.clock.set(at(130))
    expect(await spent(0, 130)).toEqual([30, 0, 0, 100, 0])
    expect(await spent(60, 100)).toEqual([10, 0, 0, 30, 0])
  })

  it('is not unreachable while the platform itself was stopped, and until it could be heard again', async () => {
    await post('A-1', 'ATM_IN_SERVICE', 0)
    await runJobs(0, 30)
    await runJobs(90, 100)
    await beat('A-1', 103)
    platform.clock.set(at(110))
    expect(await spent(0, 110)).toEqual([95, 0, 0, 15, 0])
  })

  it('is corrected by events that come late, in what is summed up already', async () => {
    await post('A-1', 'ATM_IN_SERVICE', 0)
    for (let minutes = 10; minutes <= 200; minutes += 10) await beat('A-1', minutes)
    await post('A-1', 'ATM_IN_SERVICE', 150, 200)
    await runJobs(0, 200)
    await post('A-1', 'ATM_OUT_OF_SERVICE', 40, 200)
    expect(await spent(0, 200)).toEqual([200, 0, 0, 0, 0])
    expect(await runJob(201)).toContain('1 ATMs corrected')
    expect(await spent(0, 200)).toEqual([90, 0, 110, 0, 0])
    expect(await spent(60, 180)).toEqual([30, 0, 90, 0, 0])
    await post('A-1', 'SUPERVISOR_ENTER', 120, 202)
    await post('A-1', 'SUPERVISOR_EXIT', 130, 202)
    await runJob(203)
    expect(await spent(0, 200)).toEqual([90, 10, 100, 0, 0])
  })

  it('is corrected in a supervisor visit of an ATM of which nothing was known before', async () => {
    await beat('A-1', 0)
    await post('A-1', 'SUPERVISOR_ENTER', 5)
    await beat('A-1', 20)
    await post('A-1', 'SUPERVISOR_EXIT', 30)
    await post('A-1', 'ATM_OUT_OF_SERVICE', 15, 40)
    await runJobs(0, 42)
    expect(await spent(0, 40)).toEqual([10, 25, 0, 0, 5])
  })

  it('is corrected in the order in which events of one second came, whichever process took them', async () => {
    await post('A-1', 'SUPERVISOR_ENTER', 5)
    await post('A-1', 'ATM_OUT_OF_SERVICE', 10)
    // As another process would have stored it: each takes its numbers from a block of its own.
    const inspector = await openInspector(platform.database.urls.superuser)
    await inspector.rows('update incident.event set id = id + 1000000 where occurred_at = $1', [iso(10)])
    await inspector.close()
    await post('A-1', 'ATM_IN_SERVICE', 10, 10.5)
    for (let minutes = 20; minutes <= 60; minutes += 10) await beat('A-1', minutes)
    await post('A-1', 'ATM_OUT_OF_SERVICE', 40)
    await post('A-1', 'SUPERVISOR_EXIT', 20, 60)
    await runJobs(0, 61)
    // It shows the visit, as the end of it came late.
    expect(await spent(5, 60)).toEqual([20, 35, 0, 0, 0])
  })

  it('is corrected in a supervisor visit that began in the second of the change before it', async () => {
    await post('A-1', 'ATM_OUT_OF_SERVICE', 0)
    await post('A-1', 'ATM_IN_SERVICE', 10)
    await post('A-1', 'SUPERVISOR_ENTER', 10)
    for (const minutes of [20, 30, 40]) await beat('A-1', minutes)
    await post('A-1', 'ATM_OUT_OF_SERVICE', 40)
    await post('A-1', 'ATM_OUT_OF_SERVICE', 30, 45)
    await runJobs(0, 48)
    expect(await spent(0, 45)).toEqual([0, 35, 10, 0, 0])
  })

  it('follows the events again once the state that it shows is that of its history', async () => {
    await post('A-1', 'ATM_IN_SERVICE', 0)
    for (let minutes = 10; minutes <= 60; minutes += 10) await beat('A-1', minutes)
    await post('A-1', 'ATM_OUT_OF_SERVICE', 20, 60)
    // Passed over, as it comes late: the ATM shows OUT_OF_SERVICE, its history is in a visit.
    await post('A-1', 'SUPERVISOR_ENTER', 10, 60)
    await runJobs(0, 61)
    expect(await spent(0, 60)).toEqual([10, 10, 40, 0, 0])
    await post('A-1', 'SUPERVISOR_EXIT', 62)
    await runJob(63)
    expect(await spent(0, 63)).toEqual([10, 52, 1, 0, 0])
  })

  it('does not go on while the ATM is retired', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    await post('A-1', 'ATM_IN_SERVICE', 0)
    await post('A-2', 'ATM_IN_SERVICE', 0)
    for (const minutes of [10, 20]) for (const agent of ['A-1', 'A-2']) await beat(agent, minutes)
    const [{ atmId }] = (await ask(`availability?${period(0, 20)}&sort=name`)).content
    const retire = (what: string) => platform.ask('POST', `/incident/api/atms/${atmId}/${what}`, { as: admin })
    expect((await retire('retire')).status).toBe(200)
    for (const minutes of [30, 40]) await beat('A-2', minutes)
    platform.clock.set(at(40))
    const inUse = async (from: number, to: number) => {
      const { content, total } = await ask(`availability?${period(from, to)}&sort=name`)
      return [content.map(({ agentAtmId }: { agentAtmId: string }) => agentAtmId), total.periodSeconds / 60]
    }
    expect(await inUse(0, 40)).toEqual([['A-1', 'A-2'], 60])
    expect(await inUse(25, 40)).toEqual([['A-2'], 15])
    expect((await retire('reactivate')).status).toBe(200)
    await beat('A-1', 50)
    await beat('A-2', 50)
    expect(await inUse(30, 50)).toEqual([['A-1', 'A-2'], 30])
    await runJobs(50, 75)
    expect(await inUse(10, 50)).toEqual([['A-1', 'A-2'], 60])
  })

  it('is in maintenance from the begin of a window that was noted after the sums of an instant within it', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    const body = { institutionKey: 'ACME', from: iso(175), to: iso(250), reason: 'New safe' }
    await post('A-1', 'ATM_IN_SERVICE', 0)
    expect((await platform.ask('POST', '/incident/api/maintenance-windows', { as: admin, body })).status).toBe(201)
    for (let minutes = 10; minutes <= 320; minutes += 10) {
      await beat('A-1', minutes)
      await runJob(minutes + 5)
      // The platform was down when the window began.
      if (minutes === 200) await platform.runJob('incident.maintenance')
    }
    platform.clock.set(at(325))
    expect(await spent(180, 310)).toEqual([60, 0, 0, 0, 0])
    expect(await spent(245, 310)).toEqual([60, 0, 0, 0, 0])
  })

  it('counts from its registration, and for an institution from when that got it', async () => {
    await post('A-1', 'ATM_IN_SERVICE', 30)
    for (const minutes of [40, 50, 60, 70]) await beat('A-1', minutes)
    await runJob(71)
    expect(await spent(0, 71)).toEqual([41, 0, 0, 0, 0])
    const admin = await platform.token({ role: 'ADMIN' })
    const { content } = await ask(`availability?${period(0, 71)}`, admin)
    const id = Object(content[0]).atmId
    const body = { institutionKey: 'BETA' }
    expect((await platform.ask('PATCH', `/incident/api/atms/${id}`, { as: admin, body })).status).toBe(200)
    // What it was for the former institution is in availability.moves.test.ts.
    const beta = await platform.token({ institutions: ['BETA'] })
    await beat('A-1', 75, 'BETA')
    expect(await spent(0, 75, beta)).toEqual([4, 0, 0, 0, 0])
    expect(await spent(0, 75)).toEqual([41, 0, 0, 0, 0])
  })
})

describe('the availability of ATMs', () => {
  beforeEach(async () => {
    await post('A-1', 'ATM_IN_SERVICE', 0)
    await post('A-2', 'ATM_OUT_OF_SERVICE', 0)
    await post('A-2', 'ATM_IN_SERVICE', 5)
    await beat('B-1', 5, 'BETA')
    platform.clock.set(at(10))
  })

  it('is listed worst first, with all of them together, of the caller only', async () => {
    const { content, total, totalElements, from, to } = await ask(`availability?from=${iso(-60)}&to=${iso(100)}`)
    expect(content).toEqual([
      expect.objectContaining({ agentAtmId: 'A-2', institutionKey: 'ACME', group: null, atms: 1, availabilityPct: 50 }),
      expect.objectContaining({ agentAtmId: 'A-1', availabilityPct: 100, periodSeconds: 600, maintenanceSeconds: 0 }),
    ])
    expect(total).toMatchObject({ agentAtmId: null, atms: 2, availabilityPct: 75, periodSeconds: 1200 })
    expect([totalElements, from, to.slice(0, 16)]).toEqual([2, iso(0), iso(10).slice(0, 16)])
  })

  it('is listed last in either order where nothing is known of it', async () => {
    platform.clock.set(at(0))
    await beat('A-3', 0)
    platform.clock.set(at(10))
    const namesBy = async (sort: string) => {
      const { content } = await ask(`availability?${period(0, 10)}&sort=${sort}`)
      return content.map(({ agentAtmId }: { agentAtmId: string }) => agentAtmId)
    }
    expect(await namesBy('availabilityPct,asc')).toEqual(['A-2', 'A-1', 'A-3'])
    expect(await namesBy('availabilityPct,desc')).toEqual(['A-1', 'A-2', 'A-3'])
  })

  it('is summed up by institution, or by what people enter about ATMs', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    const { content } = await ask(`availability?${period(0, 10)}&group=institution&sort=name`, admin)
    expect(content).toMatchObject([
      { group: 'ACME', institutionKey: 'ACME', atms: 2, availabilityPct: 75 },
      { group: 'BETA', atms: 1, availabilityPct: 0, unknownSeconds: 300 },
    ])
    const [{ atmId }] = (await ask(`availability?${period(0, 10)}&sort=name,asc`)).content
    const body = { vendor: 'NCR' }
    expect((await platform.ask('PATCH', `/incident/api/atms/${atmId}`, { as: admin, body })).status).toBe(200)
    expect((await ask(`availability?${period(0, 10)}&group=vendor&sort=name`)).content).toMatchObject([
      { group: 'NCR', atms: 1, availabilityPct: 100 },
      { group: null, atms: 1, availabilityPct: 50 },
    ])
    const groups = { criticality: 'HIGH', tags: ['mall', 'east'] }
    expect((await platform.ask('PATCH', `/incident/api/atms/${atmId}`, { as: admin, body: groups })).status).toBe(200)
    expect((await ask(`availability?${period(0, 10)}&group=criticality&sort=name`)).content).toMatchObject([
      { group: 'HIGH', atms: 1 },
      { group: null, atms: 1 },
    ])
    const tagged = await ask(`availability?${period(0, 10)}&group=tags&sort=name`)
    expect(tagged).toMatchObject({ totalElements: 3, total: { atms: 2, periodSeconds: 1200 } })
    expect(tagged.content).toMatchObject([
      { group: 'east', atms: 1, periodSeconds: 600 },
      { group: 'mall', atms: 1, periodSeconds: 600 },
      { group: null, atms: 1, periodSeconds: 600 },
    ])
    const refused = await platform.ask('GET', '/incident/api/availability?group=latitude', { as: acme })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'group' }] } })
  })

  it('is given for one ATM, and for none that is not of the caller', async () => {
    const [{ atmId }] = (await ask(`availability?${period(0, 10)}`)).content
    expect(await ask(`atms/${atmId}/availability?${period(2, 8)}`)).toMatchObject({
      atmId,
      agentAtmId: 'A-2',
      from: iso(2),
      to: iso(8),
      availabilityPct: 50,
      outOfServiceSeconds: 180,
    })
    const beta = await platform.token({ institutions: ['BETA'] })
    const foreign = await platform.ask('GET', `/incident/api/atms/${atmId}/availability`, { as: beta })
    expect(foreign.status).toBe(404)
  })

  it('is CSV where it is asked for', async () => {
    const { status, text } = await platform.ask('GET', `/incident/api/availability?${period(0, 10)}&format=csv`, {
      as: acme,
    })
    expect(status).toBe(200)
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      expect.stringContaining('atmId,agentAtmId,institutionKey,group,atms,availabilityPct,inServiceSeconds'),
      expect.stringMatching(/^\d+,A-1,ACME,,1,100,\d+/),
      expect.stringMatching(/^\d+,A-2,ACME,,1,\d+/),
    ])
  })

  it('is compared month by month, with the incidents of each', async () => {
    const months = await ask('availability/months?months=2')
    expect(months).toMatchObject([
      { month: '2026-11', atms: 2, availabilityPct: 75, incidentCount: 1, mttaSeconds: null, mttrSeconds: 300 },
      { month: '2026-10', atms: 0, availabilityPct: null, incidentCount: 0 },
    ])
  })

  it('has beside it how fast incidents were dealt with, by kind and cause', async () => {
    expect(await ask(`availability/incidents?${period(-10, 10)}`)).toMatchObject({
      incidentCount: 1,
      mttrSeconds: 300,
      causes: [{ kind: 'OUT_OF_SERVICE', cause: null, incidentCount: 1, mttrSeconds: 300 }],
    })
  })
})
