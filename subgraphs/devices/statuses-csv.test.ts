import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../tests/support/platform.ts'
import { runAs } from '../../tests/support/sql.ts'
import { devicesService } from './service.ts'

let platform: TestPlatform
let acme: string

const ATMS = 2_500

beforeAll(async () => {
  platform = await openTestPlatform([devicesService], { now: '2026-03-01T10:00:00Z' })
  acme = await platform.token({ institutions: ['ACME'] })
  await runAs(platform.database.urls.superuser, [
    `insert into devices.atm (atm_id, agent_atm_id, institution_key, name, site_name, service_state,
     service_state_changed_at, state_sequence, last_heartbeat_at)
     select n, 'ATM-' || lpad(n::text, 5, '0'), case when n % 5 = 0 then 'BETA' else 'ACME' end, 'Machine ' || n,
       'Square ' || n % 7,
       case when n % 2 = 0 then 'IN_SERVICE' else 'OUT_OF_SERVICE' end, '2026-02-28T09:00:00.5Z', 1,
       case when n % 3 > 0 then timestamptz '2026-03-01T09:59:00Z' end
     from generate_series(1, ${ATMS}) n`,
    `insert into devices.atm (atm_id, agent_atm_id, institution_key, name, site_name, serial_number, service_state,
     state_sequence)
     values (9001, '=ATM', 'ODD', '+1,"x"', E'@a\\nb', 'SN-9001', 'UNKNOWN', 0)`,
  ])
})
afterAll(() => platform.close())

const csv = (query = '', as = acme) => platform.ask('GET', `/devices/api/atms?format=csv${query}`, { as })
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))

const HEADER =
  'id,agentAtmId,institutionKey,name,vendor,model,siteName,serialNumber,region,costCentre,criticality,tags,carrier,' +
  'latitude,longitude,timeZone,badge,serviceState,serviceStateChangedAt,supervisorSince,connectivity,lastHeartbeatAt'

describe('ATMs as CSV', () => {
  it('have a header, whole instants, and no cell that is a formula', async () => {
    const { status, headers, text } = await csv('', await platform.token({ institutions: ['ODD'] }))
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="atms-2026-03-01.csv"',
      'cache-control': 'no-store',
    })
    const row = `9001,'=ATM,ODD,"'+1,""x""",,,"'@a\nb",SN-9001,,,,,,,,,AGENT_OFFLINE,UNKNOWN,,,NEVER_CONNECTED,`
    expect(text).toBe(`\uFEFF${HEADER}\r\n${row}\r\n`)
  })

  it('are all that the caller sees, each once, in the order of their ids', async () => {
    const own = rowsOf((await csv()).text)
    expect(own).toHaveLength(ATMS * 0.8)
    expect(own.map(([, name]) => name)).toEqual(own.map(([, name]) => name).toSorted())
    expect(new Set(own.map(([, , institution]) => institution))).toEqual(new Set(['ACME']))
    expect(own[0]?.slice(0, 2)).toEqual(['1', 'ATM-00001'])
    expect(own[0]).toContain('2026-02-28T09:00:00.500Z')
    const { text } = await csv('', await platform.token({ role: 'ADMIN' }))
    expect(new Set(rowsOf(text).map(([id]) => id)).size).toBeGreaterThanOrEqual(ATMS)
    expect(rowsOf((await csv('', await platform.token({ institutions: [] }))).text)).toEqual([])
  })

  it.each([
    '&badge=OUT_OF_SERVICE',
    '&q=square%203',
    '&badge=AGENT_OFFLINE&q=ATM-001',
    '&serviceState=IN_SERVICE',
    '&agentAtmId=ATM-00002',
  ])('are those of the list as it is filtered: %s', async (query) => {
    const found = rowsOf((await csv(query)).text)
    const { body } = await platform.ask('GET', `/devices/api/atms?size=200${query}`, { as: acme })
    const { content, totalElements } = Object(body)
    expect(found).toHaveLength(totalElements)
    expect(found.length).toBeGreaterThan(0)
    expect(found.slice(0, 200).map(([, name]) => name)).toEqual(
      content.map(({ agentAtmId }: { agentAtmId: string }) => agentAtmId),
    )
  })

  it('are refused by field, for every caller', async () => {
    expect(await csv('&badge=BROKEN')).toMatchObject({ status: 400, body: { errors: [{ field: 'badge' }] } })
    const xml = await platform.ask('GET', '/devices/api/atms?format=xml', { as: acme })
    expect(xml).toMatchObject({ status: 400, body: { errors: [{ field: 'format' }] } })
    expect((await platform.ask('GET', '/devices/api/atms?format=csv', { as: null })).status).toBe(401)
  })
})
