import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'
import { at, namesOf, outagesOf } from '../testing/outages.testing.ts'

let platform: TestPlatform
let inspector: Inspector
const { beat, post, runJob, outages, queueOf } = outagesOf(() => ({ platform, inspector }))

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: at(0).toISOString() })
  inspector = await openInspector(platform.database.urls.superuser)
})

afterEach(async () => {
  await inspector.close()
  await platform.close()
})

describe('many ATMs of an institution that become unreachable within five minutes', () => {
  it('are parts of one critical incident, of their institution only', async () => {
    const [acme, beta] = [namesOf('ACME', 20), namesOf('BETA', 19)]
    await beat([...acme, ...beta], 0)
    expect(await runJob(16)).toContain('39 ATMs became unreachable, 20 incidents became parts')
    expect(await outages()).toEqual(['ACME CRITICAL OPEN 20 20 ACME-001'])
    const token = await platform.token({ institutions: ['ACME'] })
    const { body } = await platform.ask('GET', '/incident/api/incidents?size=100', { as: token })
    const content: { kind: string; id: number; parentIncidentId: number | null }[] = Object(body).content
    const outage = content.find(({ kind }) => kind === 'MASS_OUTAGE')
    expect(outage?.parentIncidentId).toBeNull()
    expect(content.filter(({ parentIncidentId }) => parentIncidentId === outage?.id)).toHaveLength(20)
  })

  it('are listed and counted as open incidents, without or beside the others', async () => {
    const names = namesOf('ACME', 20)
    await beat(names, 0)
    await runJob(16)
    await post(names.slice(0, 1), 'CARD_READER_FAIL', 17)
    const as = await platform.token({ institutions: ['ACME'] })
    const open = async (query: string): Promise<unknown> =>
      (await platform.ask('GET', `/incident/api/incidents/status/open?${query}`, { as })).body
    for (const [filter, number] of [
      ['isPart=true', 19],
      ['isPart=false', 2],
      ['isPart=', 21],
      ['', 21],
    ] as const) {
      const listed: unknown[] = Object(await open(filter))
      const counted = [await open(`${filter}&view=counts`), Object(await open(`${filter}&view=severity`)).total]
      expect([filter, listed.length, ...counted]).toEqual([filter, number, { count: number }, number])
    }
    expect(await open('isPart=1')).toMatchObject({ status: 400, errors: [{ field: 'isPart' }] })
  })

  it('are joined by those that go out of service meanwhile, and by those that follow one by one', async () => {
    const names = namesOf('ACME', 22)
    const [lost, next, serving] = [names.slice(0, 12), names.slice(12, 13), names.slice(13)]
    await beat([...lost, ...next, ...serving], 0)
    await beat([...next, ...serving], 5)
    await post(serving, 'ATM_OUT_OF_SERVICE', 14)
    await runJob(16)
    expect(await outages()).toEqual(['ACME CRITICAL OPEN 21 21 ACME-014'])
    await runJob(21)
    expect(await outages()).toEqual(['ACME CRITICAL OPEN 22 22 ACME-014'])
  })

  const resolveByHand = async (minutes: number, kind: string) => {
    const rows = await inspector.rows<{ id: string }>(
      `select id from incident.incident where kind = $1 and status <> 'RESOLVED'`,
      [kind],
    )
    platform.clock.set(at(minutes))
    const as = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
    const body = { ids: rows.map(({ id }) => Number(id)), action: 'RESOLVE' }
    expect((await platform.ask('POST', '/incident/api/incidents/bulk', { as, body })).status).toBe(200)
  }

  it('are none when a person resolved them in vain, as they did not go down together', async () => {
    const names = namesOf('ACME', 24)
    await beat(names, 0)
    await beat(names.slice(12), 10)
    for (const minutes of [16, 26]) await runJob(minutes)
    expect(await outages()).toEqual([])
    await resolveByHand(40, 'UNREACHABLE')
    for (const minutes of [41, 55.1, 56]) await runJob(minutes)
    expect(await queueOf('ACME')).toEqual(names.map((name) => `${name} OPEN`))
    expect(await outages()).toEqual([])
    await beat(names, 60)
    await runJob(76)
    expect(await outages()).toEqual(['ACME CRITICAL OPEN 24 24 ACME-001'])
  })

  it('are one again when a person resolved it in vain', async () => {
    await beat(namesOf('ACME', 20), 0)
    await runJob(16)
    await resolveByHand(20, 'MASS_OUTAGE')
    expect(await queueOf('ACME')).toEqual([])
    for (const minutes of [21, 35.1]) await runJob(minutes)
    expect(await outages()).toEqual(['ACME CRITICAL RESOLVED 20 0 ACME-001', 'ACME CRITICAL OPEN 20 20 ACME-001'])
  })

  it('end it when fewer than three are still down, and start another when they go down again', async () => {
    const names = namesOf('ACME', 25)
    await beat(names, 0)
    await runJob(16)
    await beat(names.slice(3), 20)
    await runJob(21)
    expect(await outages()).toEqual(['ACME CRITICAL OPEN 25 3 ACME-001'])
    await beat(names.slice(2, 3), 21)
    await runJob(22)
    expect(await outages()).toEqual(['ACME CRITICAL RESOLVED 25 0 ACME-001'])
    // What is still down is in the queue by itself again.
    expect(await queueOf('ACME')).toEqual(['ACME-001 OPEN', 'ACME-002 OPEN'])
    await runJob(36)
    expect((await outages()).slice(1)).toEqual(['ACME CRITICAL OPEN 22 22 ACME-004'])
  })
})

describe('many ATMs of a site or a vendor that go down within five minutes', () => {
  const place = async (names: readonly string[], attributes: object) => {
    for (const agentAtmId of names)
      await inspector.rows(`update incident.atm set site_name = $2, vendor = $3 where agent_atm_id = $1`, [
        agentAtmId,
        Reflect.get(attributes, 'siteName') ?? null,
        Reflect.get(attributes, 'vendor') ?? null,
      ])
  }
  const titles = async () => {
    const rows = await inspector.rows<{ line: string }>(
      `select concat_ws(' | ', title, status, (select string_agg(c.agent_atm_id, ' ' order by c.agent_atm_id)
         from incident.incident c where c.parent_id = i.id)) as line
       from incident.incident i where kind = 'MASS_OUTAGE' order by id`,
    )
    return rows.map(({ line }) => line)
  }

  it('are parts of one incident, where they are three and 30 percent of it', async () => {
    const names = namesOf('ACME', 19)
    await beat(names, 0)
    await place(names.slice(0, 10), { siteName: 'Kallio' })
    await place(names.slice(10), { siteName: 'Pasila' })
    await post(names.slice(0, 3), 'ATM_OUT_OF_SERVICE', 1)
    await post(names.slice(10, 12), 'ATM_OUT_OF_SERVICE', 1)
    expect(await runJob(2)).toContain('3 incidents became parts')
    expect(await titles()).toEqual(['Mass outage: site Kallio | OPEN | ACME-001 ACME-002 ACME-003'])
    await post(names.slice(3, 4), 'ATM_OUT_OF_SERVICE', 2)
    await runJob(3)
    expect(await titles()).toEqual(['Mass outage: site Kallio | OPEN | ACME-001 ACME-002 ACME-003 ACME-004'])
    await post(names.slice(0, 2), 'ATM_IN_SERVICE', 4)
    expect(await runJob(5)).toContain('1 of these ended')
  })

  it('are none where they are fewer than 30 percent of it', async () => {
    const names = namesOf('ACME', 11)
    await beat(names, 0)
    await place(names, { siteName: 'Kallio', vendor: 'NCR' })
    await post(names.slice(0, 3), 'ATM_OUT_OF_SERVICE', 1)
    await runJob(2)
    expect(await titles()).toEqual([])
  })

  it('are measured by the ATMs that are in use', async () => {
    const names = namesOf('ACME', 11)
    await beat(names, 0)
    await place(names, { siteName: 'Kallio', vendor: null })
    await inspector.rows(`update incident.atm set retired_at = now() where agent_atm_id = any ($1)`, [names.slice(9)])
    await post(names.slice(0, 3), 'ATM_OUT_OF_SERVICE', 1)
    await runJob(2)
    expect(await titles()).toEqual(['Mass outage: site Kallio | OPEN | ACME-001 ACME-002 ACME-003'])
  })

  it('are counted for the site first, and for the vendor what is left', async () => {
    const names = namesOf('ACME', 9)
    await beat(names, 0)
    await place(names.slice(0, 4), { siteName: 'Kallio', vendor: 'NCR' })
    await place(names.slice(4), { siteName: 'Pasila', vendor: 'Wincor' })
    await place(names.slice(6), { vendor: 'Wincor' })
    await post([...names.slice(0, 3), ...names.slice(5, 8)], 'ATM_OUT_OF_SERVICE', 1)
    await runJob(2)
    expect(await titles()).toEqual([
      'Mass outage: site Kallio | OPEN | ACME-001 ACME-002 ACME-003',
      'Mass outage: vendor Wincor | OPEN | ACME-006 ACME-007 ACME-008',
    ])
  })
})

describe('what a person does to a mass outage', () => {
  it('is done to its parts', async () => {
    const names = namesOf('ACME', 20)
    await beat(names, 0)
    await runJob(16)
    await beat(names.slice(18), 17)
    const token = await platform.token({ role: 'MSP_ADMIN', userId: '9', institutions: ['ACME'] })
    const [outage] = await inspector.rows<{ id: string }>("select id from incident.incident where kind = 'MASS_OUTAGE'")
    const parts = () =>
      inspector.rows<{ line: string; parts: number }>(
        `select concat_ws(' ', status, coalesce(resolution, '-'), acknowledged_by_user_id) as line,
           count(*)::int as parts
         from incident.incident where parent_id is not null group by 1 order by 1`,
      )
    const act = (what: string) => platform.ask('PATCH', `/incident/api/incidents/${outage?.id}/${what}`, { as: token })
    platform.clock.set(at(18))
    const owners = () =>
      inspector.rows(
        `select owner_user_id as owner, count(*)::int as parts from incident.incident
      where parent_id is not null and status <> 'RESOLVED' group by 1 order by 1`,
      )
    expect((await act('assign')).status).toBe(200)
    expect(await owners()).toEqual([{ owner: '9', parts: 18 }])
    expect((await act('acknowledge')).status).toBe(200)
    expect((await act('release')).status).toBe(200)
    expect(await owners()).toEqual([{ owner: null, parts: 18 }])
    expect(await parts()).toEqual([
      { line: 'ACKNOWLEDGED - 9', parts: 18 },
      { line: 'RESOLVED AUTO', parts: 2 },
    ])
    expect((await act('resolve')).status).toBe(200)
    expect(await parts()).toEqual([
      { line: 'RESOLVED AUTO', parts: 2 },
      { line: 'RESOLVED MANUAL 9', parts: 18 },
    ])
    expect(await outages()).toEqual(['ACME CRITICAL RESOLVED 20 0 ACME-001'])
    // A person has the last word, until an ATM was heard and lost again.
    expect(await runJob(30)).toContain('0 ATMs became unreachable')
  })
})

describe('an owner who is given to a mass outage again, or taken from it', () => {
  it('gets or leaves the parts that the first request left, and none that somebody has taken since', async () => {
    await beat(namesOf('ACME', 20), 0)
    await runJob(16)
    const tokenOf = (userId: string) => platform.token({ role: 'MSP_ADMIN', userId, institutions: ['ACME'] })
    const [ann, ben] = [await tokenOf('ann'), await tokenOf('ben')]
    const [outage = 0, taken, left] = (
      await inspector.rows<{ id: number }>('select id from incident.incident order by parent_id nulls first, id')
    ).map(({ id }) => id)
    const act = async (what: string, as: string, id = outage) => {
      const { status, body } = await platform.ask('PATCH', `/incident/api/incidents/${id}/${what}`, { as, body: {} })
      expect(status).toBe(200)
      return Object(body).version
    }
    const owners = () =>
      inspector.rows(`select coalesce(owner_user_id, '-') as owner, count(*)::int as parts from incident.incident
        where parent_id is not null group by 1 order by 2 desc`)
    platform.clock.set(at(18))
    const version = await act('assign', ann)
    platform.clock.set(at(19))
    await act('assign', ben, taken)
    await inspector.rows('update incident.incident set owner_user_id = null, owned_since = null where id = $1', [left])
    expect(await act('assign', ann)).toBe(version)
    expect(await owners()).toEqual([
      { owner: 'ann', parts: 19 },
      { owner: 'ben', parts: 1 },
    ])
    await act('release', ann)
    await act('assign', ben, taken)
    // What a release leaves that stopped half-way.
    await inspector.rows(`update incident.incident set owner_user_id = 'ann', owned_since = $2 where id = $1`, [
      left,
      at(18),
    ])
    await act('release', ann)
    expect(await owners()).toEqual([
      { owner: '-', parts: 19 },
      { owner: 'ben', parts: 1 },
    ])
  })
})

describe('parts of a mass outage', () => {
  it('are resolved with it, for any cause that it can have', async () => {
    const token = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
    const { body } = await platform.ask('GET', '/incident/api/incident-causes?kinds=MASS_OUTAGE', { as: token })
    const causes: string[] = Object(body)
    expect(causes).toContain('HOST')
    for (const kind of ['UNREACHABLE', 'OUT_OF_SERVICE']) {
      const path = `/incident/api/incident-causes?kinds=${kind}`
      expect((await platform.ask('GET', path, { as: token })).body, kind).toEqual(expect.arrayContaining(causes))
    }
  })

  it('leave it with their ATMs, which take them to another institution, and it stays where it is', async () => {
    const [acme, beta] = [namesOf('ACME', 20), namesOf('BETA', 18)]
    await beat([...acme, ...beta], 0)
    await runJob(16)
    const admin = await platform.token({ role: 'ADMIN' })
    const body = { institutionKey: 'BETA' }
    for (const row of await inspector.rows<{ id: string }>(
      `select id from incident.atm where agent_atm_id in ('ACME-001', 'ACME-002')`,
    ))
      expect((await platform.ask('PATCH', `/incident/api/atms/${row.id}`, { as: admin, body })).status).toBe(200)
    expect(await outages()).toEqual(['ACME CRITICAL OPEN 20 18 ACME-001'])
    expect(await queueOf('ACME')).toEqual(['ACME-001 OPEN'])
    expect((await queueOf('BETA')).slice(0, 3)).toEqual(['ACME-001 OPEN', 'ACME-002 OPEN', 'BETA-001 OPEN'])
    // There they count towards an outage of its own, which cannot stand where the other one does.
    await runJob(17)
    expect(await outages()).toEqual(['ACME CRITICAL OPEN 20 18 ACME-001', 'BETA CRITICAL OPEN 20 20 ACME-002'])
  })
})

describe('ATMs that go out of service', () => {
  it('are no mass outage where they are fewer, or it took longer', async () => {
    await post(namesOf('ACME', 10), 'ATM_OUT_OF_SERVICE', 0)
    await runJob(1)
    await post(namesOf('ACME', 20).slice(10), 'ATM_OUT_OF_SERVICE', 6)
    await runJob(7)
    expect(await outages()).toEqual([])
  })

  it('are none where persons opened their incidents', async () => {
    const names = namesOf('ACME', 20)
    await beat(names, 0)
    const token = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
    for (const agentAtmId of names) {
      const body = { agentAtmId, kind: 'OUT_OF_SERVICE', severity: 'HIGH', title: 'Rebuilding' }
      expect((await platform.ask('POST', '/incident/api/incidents', { as: token, body })).status).toBe(201)
    }
    await runJob(1)
    expect(await outages()).toEqual([])
  })
})
