import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { incidentService } from '../service.ts'

let platform: TestPlatform
let acme: string

const INCIDENTS = 2_400

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-03-01T10:00:00Z' })
  acme = await platform.token({ role: 'CUSTOMER', userId: 'ann', name: 'Ann Ek', institutions: ['ACME'] })
  await runAs(platform.database.urls.superuser, [
    `insert into incident.atm (id, agent_atm_id, institution_key, site_name, vendor, tags, registered_at)
     overriding system value
     select n, 'ATM-' || n, case when n % 5 = 0 then 'BETA' else 'ACME' end, 'Square ' || n % 7,
       case when n % 2 = 0 then 'NCR' end, case when n % 3 = 0 then array['24h'] end, now()
     from generate_series(1, 50) n`,
    `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, status, title, source,
       component, occurrence_count, opened_at, first_event_at, last_event_at, resolved_at, owner_user_id)
     select n, a.id, a.agent_atm_id, a.institution_key, 'K' || n, case when n % 4 = 0 then 'CRITICAL' else 'LOW' end,
       case when n % 3 = 0 then 'RESOLVED' else 'OPEN' end, 'Title ' || n, 'AUTO', '', 1, at, at, at,
       case when n % 3 = 0 then at end, case when n % 10 = 0 then 'ann' end
     from generate_series(1, ${INCIDENTS}) n join incident.atm a on a.id = n % 50 + 1
     cross join lateral (select timestamptz '2026-02-01T00:00:00Z' + make_interval(mins => n / 3) as at) t`,
    `insert into incident.atm (id, agent_atm_id, institution_key, site_name, registered_at) overriding system value
     values (900, '=ATM', 'ODD', E'@a\\nb', now())`,
    `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, status, title, source,
       component, occurrence_count, opened_at, first_event_at, last_event_at, cause_text)
     values (9000, 900, '=ATM', 'ODD', 'CASH', 'HIGH', 'OPEN', '=2+3', 'MANUAL', '4', 0, '2026-02-01T00:00:00.5Z',
       '2026-02-01T00:00:00.5Z', '2026-02-01T00:00:00.5Z', '-1')`,
  ])
})
afterAll(() => platform.close())

const csv = (query = '', as = acme) => platform.ask('GET', `/incident/api/incidents?format=csv${query}`, { as })
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
const idsOf = async (query = '', as = acme) => rowsOf((await csv(query, as)).text).map(([id]) => Number(id))

const HEADER =
  'id,institutionKey,agentAtmId,atmId,siteName,kind,component,title,severity,status,source,occurrenceCount,flapping,' +
  'openedAt,firstEventAt,lastEventAt,acknowledgedAt,acknowledgedByUserId,acknowledgedBy,ownerUserId,owner,resolvedAt,' +
  'resolution,cause,causeText,acknowledgeDueAt,resolveDueAt,acknowledgeMissed,resolveMissed,parentIncidentId'

describe('incidents as CSV', () => {
  it('have a header, whole instants, and no cell that is a formula', async () => {
    const { status, headers, text } = await csv('', await platform.token({ institutions: ['ODD'] }))
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="incidents-2026-03-01.csv"',
      'cache-control': 'no-store',
    })
    const at = '2026-02-01T00:00:00.500Z'
    const times = `${at},${at},${at}`
    const row = `ODD,'=ATM,900,"'@a\nb",CASH,4,'=2+3,HIGH,OPEN,MANUAL,0,false,${times},,,,,,,,,'-1,,,false,false,`
    expect(text.replace(/\r\n\d+,/, '\r\n')).toBe(`\uFEFF${HEADER}\r\n${row}\r\n`)
  })

  it('are all that the caller sees, each once, newest first', async () => {
    const rows = rowsOf((await csv()).text)
    expect(rows).toHaveLength(INCIDENTS * 0.8)
    expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length)
    expect(new Set(rows.map(([, institution]) => institution))).toEqual(new Set(['ACME']))
    const opened = rows.map((row) => row[13] ?? '')
    expect(opened).toEqual(opened.toSorted().toReversed())
    expect((await idsOf('', await platform.token({ role: 'ADMIN' }))).length).toBe(INCIDENTS + 1)
    expect(await idsOf('', await platform.token({ institutions: [] }))).toEqual([])
  })

  it('name the places of ATMs, and people whom the caller sees', async () => {
    await runAs(platform.database.urls.superuser, [
      `insert into incident.app_user (user_id, name, institutions, unrestricted, last_seen_at)
       values ('ann', 'Ann Ek', '{ACME}', false, now())
       on conflict (user_id) do update set name = excluded.name, institutions = excluded.institutions`,
    ])
    const owned = rowsOf((await csv('&ownerUserId=ann')).text)
    expect(owned.length).toBeGreaterThan(0)
    expect(new Set(owned.map((row) => row[20]))).toEqual(new Set(['Ann Ek']))
    expect(new Set(owned.map((row) => row[4]?.slice(0, 6)))).toEqual(new Set(['Square']))
  })

  it.each([
    '&status=RESOLVED',
    '&resolved=false',
    '&severity=CRITICAL&kind=K8',
    '&atmId=7',
    '&agentAtmId=ATM-8',
    '&vendor=NCR&resolved=true',
    '&tag=24h&site=Square%203',
    '&without=VENDOR',
    '&q=square%202',
    '&openedFrom=2026-02-01T02:00:00Z&openedTo=2026-02-01T03:00:00Z',
    '&hasOwner=true',
  ])('are those of the list as it is filtered: %s', async (query) => {
    const found = await idsOf(query)
    const { body } = await platform.ask('GET', `/incident/api/incidents?size=200${query}`, { as: acme })
    const { content, totalElements } = Object(body)
    expect(found).toHaveLength(totalElements)
    expect(found.length).toBeGreaterThan(0)
    expect(found.slice(0, 200)).toEqual(content.map(({ id }: { id: number }) => id))
  })

  it('are refused by field, for every caller', async () => {
    expect(await csv('&severity=BAD')).toMatchObject({ status: 400, body: { errors: [{ field: 'severity' }] } })
    expect(await csv('&q=x')).toMatchObject({ status: 400, body: { errors: [{ field: 'q' }] } })
    const xml = await platform.ask('GET', '/incident/api/incidents?format=xml', { as: acme })
    expect(xml).toMatchObject({ status: 400, body: { errors: [{ field: 'format' }] } })
    expect((await platform.ask('GET', '/incident/api/incidents?format=csv', { as: null })).status).toBe(401)
  })
})
