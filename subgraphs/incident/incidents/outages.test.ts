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

describe('the search for mass outages', () => {
  /** Opens an incident at an ATM by hand, and has it be of kind MASS_OUTAGE, as an earlier version let people do. */
  const openByHand = async (agentAtmId: string) => {
    const as = await platform.token({ role: 'CUSTOMER', institutions: ['ACME'] })
    const body = { agentAtmId, kind: 'VANDALISM', severity: 'LOW', title: 'The host is away' }
    expect((await platform.ask('POST', '/incident/api/incidents', { as, body })).status).toBe(201)
    await inspector.rows(`update incident.incident set kind = 'MASS_OUTAGE' where kind = 'VANDALISM'`)
  }

  it('leaves those alone that people opened', async () => {
    const [acme, beta] = [namesOf('ACME', 23), namesOf('BETA', 20)]
    await beat([...acme, ...beta], 0)
    for (const agentAtmId of acme.slice(20, 22)) await openByHand(agentAtmId)
    await beat(acme.slice(19), 10)
    expect(await runJob(16)).toContain('39 ATMs became unreachable, 20 incidents became parts')
    expect(await outages()).toEqual([
      'ACME LOW OPEN 0 0 ACME-021',
      'ACME LOW OPEN 0 0 ACME-022',
      'BETA CRITICAL OPEN 20 20 BETA-001',
    ])
    await post(acme.slice(22), 'ATM_OUT_OF_SERVICE', 17)
    expect(await runJob(17)).toContain('20 incidents became parts')
    expect((await outages()).slice(2)).toEqual([
      'BETA CRITICAL OPEN 20 20 BETA-001',
      'ACME CRITICAL OPEN 20 20 ACME-001',
    ])
    await openByHand('ACME-023')
    await post(acme.slice(19, 20), 'ATM_OUT_OF_SERVICE', 18)
    expect(await runJob(18)).toContain('1 incidents became parts')
  })

  it('ends only those of which it holds the ATMs', async () => {
    const [acme, beta] = [namesOf('ACME', 20), namesOf('BETA', 20)]
    await beat([...acme, ...beta], 0)
    await runJob(16)
    await beat([...acme.slice(2), ...beta.slice(3)], 20)
    const other = await openInspector(platform.database.urls.superuser)
    try {
      await other.rows('begin')
      await other.rows(`select from incident.atm where agent_atm_id = 'ACME-001' for update`)
      const running = runJob(22)
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await inspector.rows(waiting)).length, { timeout: 10_000 }).toBe(1)
      // The outage of BETA is over from here on, and nothing of it is held.
      await beat(beta.slice(2, 3), 22)
      await other.rows('rollback')
      expect(await running).toContain('1 of these ended')
    } finally {
      await other.close()
    }
    expect(await outages()).toEqual(['ACME CRITICAL RESOLVED 20 0 ACME-001', 'BETA CRITICAL OPEN 20 2 BETA-001'])
    expect(await runJob(23)).toContain('1 of these ended')
    expect(await queueOf('BETA')).toEqual(['BETA-001 OPEN', 'BETA-002 OPEN'])
  })

  it('stops where its run is given up', async () => {
    await beat([...namesOf('ACME', 20), ...namesOf('BETA', 20)], 0)
    const giving = new AbortController()
    const progress = (text: string) => {
      if (text.includes('of ACME')) giving.abort(new Error('displaced'))
    }
    await expect(runJob(16, { signal: giving.signal, progress })).rejects.toThrow(/^displaced$/)
    expect(await outages()).toEqual(['ACME CRITICAL OPEN 20 20 ACME-001'])
  })

  it('goes on with the other institutions and groups where it fails for one, and says so', async () => {
    const [acme, beta] = [namesOf('ACME', 20), namesOf('BETA', 20)]
    await beat([...acme, ...beta], 0)
    await inspector.rows(`create function incident.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no outage of ACME'; end $$`)
    await inspector.rows(`create trigger refuse before insert on incident.incident for each row
      when (new.kind = 'MASS_OUTAGE' and new.institution_key = 'ACME') execute function incident.refuse()`)
    await expect(runJob(16)).rejects.toThrow(
      'failed for 1 of 2 institutions and groups of ATMs; 40 ATMs became unreachable, 20 incidents became parts',
    )
    expect(await outages()).toEqual(['BETA CRITICAL OPEN 20 20 BETA-001'])
    const searches = await inspector.rows(`select begun = finished as "isDone" from incident.outage_search`)
    expect(searches).toEqual([{ isDone: true }])
    await beat(beta, 17)
    await expect(runJob(18)).rejects.toThrow('1 of these ended')
    await inspector.rows('drop trigger refuse on incident.incident')
    expect(await runJob(19)).toContain('20 incidents became parts')
  })
})

describe('parts that a request left which resolved their mass outage', () => {
  const names = namesOf('ACME', 20)
  const tokenOf = (userId: string) => platform.token({ role: 'MSP_ADMIN', userId, institutions: ['ACME', 'BETA'] })
  const numberOf = async (where: string): Promise<number | undefined> =>
    (await inspector.rows<{ id: number }>(`select id from incident.incident where ${where}`))[0]?.id
  const partsOf = () =>
    inspector.rows(
      `select concat_ws(' ', i.status, i.cause, i.cause_text, e.user_id) as line, count(*)::int as parts,
        min(i.resolved_at) = $1::timestamptz as "isNow", max(i.cleared_at) = $2::timestamptz as "isClearedThen"
      from incident.incident i left join incident.incident_entry e on e.incident_id = i.id and e.kind = 'RESOLVED'
      where parent_id is not null group by 1`,
      [at(9), at(3)],
    )
  /** Has it fail from now on to resolve parts of an institution; resolves to what takes that away. */
  const refuseParts = async (institutionKey: string) => {
    await inspector.rows(`create or replace function incident.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the process ends'; end $$`)
    await inspector.rows(`create trigger refuse before update on incident.incident for each row
      when (new.parent_id is not null and new.status = 'RESOLVED' and new.institution_key = '${institutionKey}')
      execute function incident.refuse()`)
    return () => inspector.rows('drop trigger refuse on incident.incident')
  }
  /** Resolves the outage of an institution; what is done to its parts fails. */
  const resolveHalf = async (institutionKey: string, minutes: number) => {
    const allow = await refuseParts(institutionKey)
    platform.clock.set(at(minutes))
    const outage = await numberOf(`kind = 'MASS_OUTAGE' and institution_key = '${institutionKey}'`)
    const { status } = await platform.ask('PATCH', `/incident/api/incidents/${outage}/resolve`, {
      ...{ as: await tokenOf('ann'), body: { cause: 'HOST', causeText: 'Switch' } },
    })
    expect(status).toBe(500)
    await allow()
    expect((await outages()).at(-1)).toBe(`${institutionKey} CRITICAL RESOLVED 20 20 ${institutionKey}-001`)
  }

  beforeEach(async () => {
    await post(names, 'ATM_OUT_OF_SERVICE', 1)
    await runJob(2)
    await resolveHalf('ACME', 3)
  })

  it('are resolved in the name of who resolved it, once the request cannot be at it any more', async () => {
    await runJob(7)
    expect(await outages()).toEqual(['ACME CRITICAL RESOLVED 20 20 ACME-001'])
    expect(await runJob(9)).toContain('20 parts were open that a request had left')
    expect(await partsOf()).toEqual([{ line: 'RESOLVED HOST Switch ann', parts: 20, isNow: true, isClearedThen: true }])
    expect(await runJob(10)).not.toContain('left')
    const published = `select from incident.outbox where topic like '%.incidents.resolved'`
    expect(await inspector.rows(published)).toHaveLength(21)
  })

  it('do not hold up those of another outage where they cannot be resolved now', async () => {
    await post(namesOf('BETA', 20), 'ATM_OUT_OF_SERVICE', 4)
    await runJob(4)
    await resolveHalf('BETA', 5)
    const allow = await refuseParts('ACME')
    await expect(runJob(11)).rejects.toThrow(
      /and for the parts of 1 resolved outages; .*, 20 parts were open that a request had left$/,
    )
    expect(await outages()).toEqual(['ACME CRITICAL RESOLVED 20 20 ACME-001', 'BETA CRITICAL RESOLVED 20 0 BETA-001'])
    await allow()
    expect(await runJob(12)).toContain('20 parts were open that a request had left')
    expect(await outages()).toContain('ACME CRITICAL RESOLVED 20 0 ACME-001')
  })

  it('return to the queue where something happened since', async () => {
    await post(names.slice(0, 1), 'ATM_OUT_OF_SERVICE', 4)
    const as = await tokenOf('ben')
    const act = async (agentAtmId: string, method: 'PATCH' | 'POST', what: string, body = {}) => {
      const part = await numberOf(`agent_atm_id = '${agentAtmId}' and parent_id is not null`)
      const { status } = await platform.ask(method, `/incident/api/incidents/${part}/${what}`, { as, body })
      expect(status).toBe(method === 'POST' ? 201 : 200)
    }
    await act('ACME-002', 'PATCH', 'assign')
    for (const what of ['assign', 'release']) await act('ACME-003', 'PATCH', what)
    await act('ACME-004', 'POST', 'notes', { text: 'The switch is up, this one is still down.' })
    await act('ACME-005', 'PATCH', 'acknowledge')
    expect(await runJob(9)).toContain('20 parts were open that a request had left')
    expect(await queueOf('ACME')).toEqual([
      ...['ACME-001 OPEN', 'ACME-002 OPEN', 'ACME-003 OPEN', 'ACME-004 OPEN', 'ACME-005 ACKNOWLEDGED'],
    ])
    expect(await partsOf()).toMatchObject([{ line: 'RESOLVED HOST Switch ann', parts: 15 }])
  })

  it('return to the queue where the outage ended by itself, in an earlier release', async () => {
    await inspector.rows(`update incident.incident set resolution = 'AUTO' where kind = 'MASS_OUTAGE'`)
    await runJob(9)
    expect(await queueOf('ACME')).toHaveLength(20)
  })
})

describe('what is done to a mass outage again', () => {
  it('is in the audit with the number of parts that it reached, and is not where it reached none', async () => {
    const names = namesOf('ACME', 25)
    await post(names.slice(0, 20), 'ATM_OUT_OF_SERVICE', 1)
    await runJob(2)
    const [outage] = await inspector.rows<{ id: number }>(`select id from incident.incident where kind = 'MASS_OUTAGE'`)
    const act = async (userId: string, what: string) => {
      const as = await platform.token({ role: 'MSP_ADMIN', userId, institutions: ['ACME'] })
      const address = `/incident/api/incidents/${outage?.id}/${what}`
      expect((await platform.ask('PATCH', address, { as, body: {} })).status).toBe(200)
    }
    await act('ann', 'acknowledge')
    await act('ann', 'assign')
    await post(names.slice(20), 'ATM_OUT_OF_SERVICE', 3)
    await runJob(4)
    for (const what of ['acknowledge', 'acknowledge']) await act('ben', what)
    await act('ann', 'assign')
    const audited = await inspector.rows(
      `select data->>'actor' as actor, data->>'action' as action, data->>'subjectId' as subject, data->'after' as after
        from incident.outbox where topic like 'audit.%' order by id`,
    )
    const subject = String(outage?.id)
    expect(audited).toEqual([
      { actor: 'ann', action: 'acknowledgeIncident', subject, after: { status: 'ACKNOWLEDGED' } },
      { actor: 'ann', action: 'assignIncident', subject, after: { ownerUserId: 'ann' } },
      { actor: 'ben', action: 'acknowledgeIncident', subject, after: { status: 'ACKNOWLEDGED', parts: 5 } },
      { actor: 'ann', action: 'assignIncident', subject, after: { ownerUserId: 'ann', parts: 5 } },
    ])
  })
})
