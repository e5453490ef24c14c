import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector
let institutions = 0
/** An institution of the test, with Ann and Ben in it, and Cid, who is in another one too. */
let of = ''
let ann = ''
let ben = ''

const AT = '2026-11-20T12:00:00Z'

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: AT })
  inspector = await openInspector(platform.database.urls.superuser)
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
})

const user = (userId: string, given: object = {}) => ({
  ...{ userId, name: null, email: `${userId}@example.org`, institutions: [of], unrestricted: false },
  ...{ lastSeenAt: AT, ...given },
})

const report = async (agentAtmId: string, institutionKey: string, eventType = 'CARD_READER_FAIL'): Promise<number> => {
  const body = { agentAtmId, institutionKey, eventType, eventTime: '2026-11-20T12:00:00' }
  const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  return Object(answer.body).incidentId
}

const take = async (as: string, ...ids: readonly number[]) => {
  for (const id of ids) await platform.ask('PATCH', `/incident/api/incidents/${id}/assign`, { as, body: {} })
}
const handOver = (as: string, body: unknown) => platform.ask('POST', '/incident/api/incidents/handover', { as, body })
const incident = async (as: string, id: number) =>
  Object((await platform.ask('GET', `/incident/api/incidents/${id}`, { as })).body)
const newestEntry = async (as: string, id: number) => {
  const { body } = await platform.ask('GET', `/incident/api/incidents/${id}/entries?first=1`, { as })
  const [{ kind, userId, toUserId, text }] = Array.isArray(body) ? body : [{}]
  return [kind, userId, toUserId, text]
}

beforeEach(async () => {
  institutions += 1
  of = `HAND${institutions}`
  const claims = { role: 'CUSTOMER', institutions: [of] } as const
  ann = await platform.token({ ...claims, userId: `${of}-ann` })
  ben = await platform.token({ ...claims, userId: `${of}-ben` })
  const users = [user(`${of}-ann`), user(`${of}-ben`), user(`${of}-cid`, { institutions: [`${of}-ELSE`, of] })]
  const stored = await platform.askInternal('POST', '/incident/api/internal/users', { body: users })
  expect(stored.status).toBe(204)
})

describe('handing over a queue', () => {
  it('gives the caller’s open incidents to a named person, with a note in each', async () => {
    const [own, done, others] = [await report('A-1', of), await report('A-2', of), await report('A-3', of)]
    await take(ann, own, done)
    await take(ben, others)
    await platform.ask('PATCH', `/incident/api/incidents/${done}/resolve`, { as: ann, body: {} })
    const answer = await handOver(ann, { userId: `${of}-ben`, note: ' Card 4111111111111111 is in the reader ' })
    expect(answer.status).toBe(200)
    const note = 'Card 411111XXXXXX1111 is in the reader'
    expect(answer.body).toEqual({
      at: expect.stringMatching(/^2026-11-20T12:00/),
      toUserId: `${of}-ben`,
      note,
      incidents: 1,
      left: 0,
    })
    expect(await incident(ann, own)).toMatchObject({ ownerUserId: `${of}-ben`, ownedSince: expect.any(String) })
    expect(await newestEntry(ann, own)).toEqual(['HANDED_OVER', `${of}-ann`, `${of}-ben`, note])
    expect(await incident(ann, done)).toMatchObject({ ownerUserId: `${of}-ann`, status: 'RESOLVED' })
    const told = await inspector.rows(
      `select topic from incident.outbox where data ->> 'incidentId' = $1 and data ->> 'version' = '3'`,
      [String(own)],
    )
    expect(told).toEqual([{ topic: expect.stringMatching(/incidents\.updated$/) }])
  })

  it('gives the incidents of a filter away, whoever has them', async () => {
    const [free, taken, low] = [
      await report('B-1', of),
      await report('B-2', of),
      await report('B-3', of, 'EJOURNAL_DB_WARNING'),
    ]
    await take(ben, taken)
    const answer = await handOver(ann, { userId: `${of}-cid`, filter: { kind: 'CARD_READER' } })
    expect(answer.body).toMatchObject({ incidents: 2, left: 0, note: null })
    const owners = await Promise.all([free, taken, low].map(async (id) => (await incident(ann, id)).ownerUserId))
    expect(owners).toEqual([`${of}-cid`, `${of}-cid`, null])
    const none = await handOver(ann, { userId: `${of}-ben`, filter: { hasOwner: false, agentAtmId: 'B-1' } })
    expect(none.body).toMatchObject({ incidents: 0, left: 0 })
  })

  it('refuses a filter with a typing error, instead of giving everything away', async () => {
    const id = await report('T-1', of)
    const mistyped = await handOver(ann, { userId: `${of}-ben`, filter: { kynd: 'DISPENSER' } })
    const known = 'agentAtmId, hasOwner, kind, ownerUserId, region, severity, site, vendor'
    expect(mistyped).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'filter.kynd', message: `is not known here: known are ${known}` }] },
    })
    const elsewhere = await handOver(ann, { userId: `${of}-ben`, filtre: { kind: 'DISPENSER' } })
    expect(elsewhere).toMatchObject({ status: 400, body: { errors: [{ field: 'filtre' }] } })
    expect(await incident(ann, id)).toMatchObject({ ownerUserId: null })
  })

  it('refuses a filter with longer texts than any that are stored', async () => {
    const most = { ownerUserId: 200, kind: 40, agentAtmId: 128, site: 200, region: 200, vendor: 200 }
    const filterOf = (more: number) =>
      Object.fromEntries(Object.entries(most).map(([name, chars]) => [name, 'x'.repeat(chars + more)]))
    expect((await handOver(ann, { userId: `${of}-ben`, filter: filterOf(0) })).body).toMatchObject({ incidents: 0 })
    expect(await handOver(ann, { userId: `${of}-ben`, filter: filterOf(1) })).toMatchObject({
      status: 400,
      body: { errors: Object.keys(most).map((name) => ({ field: `filter.${name}` })) },
    })
  })

  it('gives a mass outage away with its parts, and counts it once', async () => {
    const [outage, part] = [await report('O-1', of), await report('O-2', of)]
    await inspector.rows(`update incident.incident set kind = 'MASS_OUTAGE' where id = $1`, [outage])
    await inspector.rows('update incident.incident set parent_id = $1 where id = $2', [outage, part])
    await take(ann, outage, part)
    const { body } = await handOver(ann, { userId: `${of}-ben`, note: 'Rings at eight' })
    expect(body).toMatchObject({ incidents: 1, left: 0 })
    for (const id of [outage, part])
      expect(await incident(ann, id)).toMatchObject({ ownerUserId: `${of}-ben`, ownedSince: Object(body).at })
    const shift = 'from=2026-11-20T11:00:00Z&to=2026-11-20T13:00:00Z'
    const { handovers } = Object((await platform.ask('GET', `/incident/api/shift?${shift}`, { as: ann })).body)
    expect(handovers).toMatchObject([{ at: Object(body).at, note: 'Rings at eight', incidents: 1 }])
  })

  it('completes what a handover left that stopped behind a mass outage', async () => {
    const [outage, left] = [await report('S-1', of), await report('S-2', of)]
    const [bens, taken] = [await report('S-3', of), await report('S-4', of)]
    const others = await report('S-5', of)
    await inspector.rows(`update incident.incident set kind = 'MASS_OUTAGE' where id = any ($1)`, [[outage, others]])
    await inspector.rows('update incident.incident set parent_id = $1 where id = any ($2)', [outage, [left, bens]])
    await inspector.rows('update incident.incident set parent_id = $1 where id = $2', [others, taken])
    await take(ann, left)
    await take(ben, bens)
    // What the handover of the outage did, before the process ended.
    await inspector.rows(
      `update incident.incident set owner_user_id = '${of}-ben', owned_since = '${AT}'::timestamptz + interval '1 min'
        where id = $1`,
      [outage],
    )
    // A part of somebody's outage that is the caller's own.
    await take(ann, taken)
    expect((await handOver(ann, { userId: `${of}-cid` })).body).toMatchObject({ incidents: 2, left: 0 })
    const audited = await inspector.rows(
      `select data->>'action' as action, data->>'subjectId' as subject from incident.outbox
        where topic = 'audit.recorded' and data->>'actor' = $1 and data->>'action' = 'handOverIncidents' order by 2`,
      [`${of}-ann`],
    )
    expect(audited).toEqual([left, taken].map((id) => ({ action: 'handOverIncidents', subject: String(id) })))
    const owners = await Promise.all(
      [outage, left, bens, taken].map(async (id) => (await incident(ann, id)).ownerUserId),
    )
    expect(owners).toEqual([`${of}-ben`, `${of}-cid`, `${of}-ben`, `${of}-cid`])
    expect((await handOver(ann, { userId: `${of}-cid` })).body).toMatchObject({ incidents: 0, left: 0 })
  })

  it('leaves what the person does not see where it is', async () => {
    const both = await platform.token({
      role: 'MSP_ADMIN',
      institutions: [of, `${of}-ELSE`],
      userId: `${of}-msp`,
    })
    const [seen, unseen] = [await report('C-1', of), await report('C-2', `${of}-ELSE`)]
    await take(both, seen, unseen)
    const answer = await handOver(both, { userId: `${of}-ben` })
    expect(answer.body).toMatchObject({ incidents: 1, left: 1 })
    expect(await incident(both, unseen)).toMatchObject({ ownerUserId: `${of}-msp` })
  })

  it('is refused for nobody, for oneself, for strangers and to users', async () => {
    expect((await handOver(ann, { userId: 'nobody' })).status).toBe(400)
    expect((await handOver(ann, { userId: `${of}-ann` })).status).toBe(400)
    expect((await handOver(ann, { userId: '  ' })).status).toBe(400)
    expect((await handOver(ann, { userId: `${of}-ben`, note: 'x'.repeat(4_001) })).status).toBe(400)
    const stranger = await platform.token({ role: 'CUSTOMER', institutions: ['ELSEWHERE'] })
    expect((await handOver(stranger, { userId: `${of}-ben` })).status).toBe(400)
    const reader = await platform.token({ role: 'USER', institutions: [of] })
    expect((await handOver(reader, { userId: `${of}-ben` })).status).toBe(403)
  })

  it('takes 1,000 incidents at once, not more', async () => {
    await inspector.rows(`insert into incident.atm (agent_atm_id, institution_key, registered_at)
      select '${of}-M' || n, '${of}', now() from generate_series(1, 1001) n`)
    await inspector.rows(`insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity,
        title, opened_at, first_event_at, last_event_at, changes)
      select nextval('incident.incident_id'), id, agent_atm_id, institution_key, 'PRINTER', 'LOW', 't',
        '${AT}', '${AT}', '${AT}', '{}'
      from incident.atm where institution_key = '${of}'`)
    const many = { userId: `${of}-ben`, filter: { kind: 'PRINTER' } }
    expect((await handOver(ann, many)).status).toBe(409)
    await inspector.rows(
      `update incident.incident set status = 'RESOLVED', resolved_at = '${AT}' where agent_atm_id = '${of}-M1'`,
    )
    expect((await handOver(ann, many)).body).toMatchObject({ incidents: 1_000 })
  })

  it('leaves parts of somebody else’s outages that are too many to the next one, and counts them', async () => {
    const outage = await report('P-1', of)
    await inspector.rows(`update incident.incident set kind = 'MASS_OUTAGE' where id = $1`, [outage])
    await inspector.rows(`insert into incident.atm (agent_atm_id, institution_key, registered_at)
      select '${of}-P' || n, '${of}', now() from generate_series(1, 1002) n`)
    // Two are by themselves, the others are parts that were given to the caller since.
    await inspector.rows(
      `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, title, opened_at,
        first_event_at, last_event_at, changes, parent_id, owner_user_id, owned_since)
      select nextval('incident.incident_id'), id, agent_atm_id, institution_key, 'PRINTER', 'LOW', 't',
        '${AT}', '${AT}', '${AT}', '{}', case when agent_atm_id not like '%P1' and agent_atm_id not like '%P2'
        then $1::bigint end, '${of}-ann', '${AT}'
      from incident.atm where agent_atm_id like '${of}-P%'`,
      [outage],
    )
    const answers = [await handOver(ann, { userId: `${of}-ben` }), await handOver(ann, { userId: `${of}-ben` })]
    expect(answers.map(({ body }) => body)).toMatchObject([
      { incidents: 1_000, left: 2 },
      { incidents: 2, left: 0 },
    ])
  })
})
