import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type DevicesDouble, startDevices } from '../testing/devices.testing.ts'
import { openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let devices: DevicesDouble
let acme: string
let admin: string

beforeAll(async () => {
  devices = await startDevices()
  platform = await openTestPlatform([incidentService], {
    now: '2026-11-20T12:00:00Z',
    env: { INTERNAL_URL: devices.url },
  })
  acme = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
  admin = await platform.token({ role: 'ADMIN' })
})
afterAll(async () => {
  await platform.close()
  devices.close()
})

const send = async (csv: string | Uint8Array, { dryRun = false, as = acme } = {}) => {
  const { status, body } = await platform.ask('POST', `/incident/api/atms/import?dryRun=${dryRun}`, {
    as,
    body: typeof csv === 'string' ? new TextEncoder().encode(csv) : csv,
    headers: { 'content-type': 'text/csv' },
  })
  return { status, ...Object(body) }
}
const find = async (agentAtmId: string) => {
  const { body } = await platform.ask('GET', '/incident/api/atms?size=200&sort=agentAtmId,asc', { as: admin })
  return Object(body).content.find((atm: { agentAtmId: string }) => atm.agentAtmId === agentAtmId)
}

describe('an import of ATMs', () => {
  it('registers those that are new, changes what it has columns of, and does nothing where nothing differs', async () => {
    const file =
      '\uFEFFid,agentAtmId,name,vendor,latitude,criticality,tags\r\n' +
      ',I-1,"Bole, Road",NCR,9.5,high,mall;24h\r\n' +
      ",I-2,'=Hall,,,,\r\n"
    const first = await send(file)
    expect(first).toMatchObject({
      status: 200,
      dryRun: false,
      rows: 2,
      created: 2,
      changed: 0,
      unchanged: 0,
      errors: [],
    })
    expect(await find('I-1')).toMatchObject({
      ...{ institutionKey: 'ACME', name: 'Bole, Road', vendor: 'NCR', latitude: 9.5, criticality: 'HIGH' },
      tags: ['24h', 'mall'],
    })
    expect(await find('I-2')).toMatchObject({ name: '=Hall', vendor: null, tags: null })
    expect(await send(file)).toMatchObject({ status: 200, created: 0, changed: 0, unchanged: 2, changes: [] })

    const second = await send('agentAtmId;vendor;region\nI-1;;North\nI-3;GRG;\n')
    expect(second).toMatchObject({ created: 1, changed: 1, unchanged: 0 })
    expect(second.changes).toEqual([
      {
        ...{ line: 2, agentAtmId: 'I-1', kind: 'CHANGED' },
        fields: [
          { name: 'vendor', before: 'NCR', after: null },
          { name: 'region', before: null, after: 'North' },
        ],
      },
      { line: 3, agentAtmId: 'I-3', kind: 'CREATED', fields: [{ name: 'vendor', before: null, after: 'GRG' }] },
    ])
    expect(await find('I-1')).toMatchObject({ name: 'Bole, Road', vendor: null, region: 'North' })
    expect((await devices.batch((atm) => atm.agentAtmId === 'I-3')).body).toContainEqual(
      expect.objectContaining({ agentAtmId: 'I-3' }),
    )
  })

  it('that is a dry run shows what would change, and keeps nothing', async () => {
    await send('agentAtmId,vendor\nD-1,NCR\n')
    const file = 'agentAtmId,vendor\nD-1,GRG\nD-2,GRG\nD-3,GRG,more\n'
    const shown = await send(file, { dryRun: true })
    expect(shown).toMatchObject({ status: 200, dryRun: true, rows: 3, created: 1, changed: 1, errorCount: 1 })
    expect(shown.changes).toMatchObject([
      { agentAtmId: 'D-1', kind: 'CHANGED' },
      { agentAtmId: 'D-2', kind: 'CREATED' },
    ])
    expect(shown.errors).toEqual([{ line: 4, column: null, message: 'has 3 cells, and the header has 2' }])
    expect(await find('D-1')).toMatchObject({ vendor: 'NCR' })
    expect(await find('D-2')).toBeUndefined()
  })

  it('takes a line with fewer cells than the header for a fault, and clears nothing', async () => {
    await send('agentAtmId,name,vendor\nT-1,Hall,NCR\n')
    expect(await send('agentAtmId,name,vendor\nT-1,Ha')).toMatchObject({
      ...{ status: 400, errors: [{ field: 'line 2', message: 'has 2 cells, and the header has 3' }] },
    })
    expect(await find('T-1')).toMatchObject({ name: 'Hall', vendor: 'NCR' })
  })

  it('shows 1,000 faults and counts all of them', async () => {
    const file = `agentAtmId,latitude,longitude\n${',x,y\n'.repeat(100_000)}`
    const shown = await send(file, { dryRun: true })
    expect(shown).toMatchObject({ status: 200, rows: 100_000, created: 0, errorCount: 300_000 })
    expect(shown.errors).toHaveLength(1_000)
    expect(shown.errors.at(-1)).toMatchObject({ line: 335 })
    expect((await send(file)).status).toBe(400)
  }, 20_000)

  it('holds ATMs only while it writes: not in a dry run, nor with a fault in the file', async () => {
    await send('agentAtmId,vendor\nH-1,NCR\n')
    const holder = await openInspector(platform.database.urls.superuser)
    onTestFinished(() => holder.close())
    await holder.rows('begin')
    await holder.rows(`select from incident.atm where agent_atm_id = 'H-1' for update`)
    // Each of them would wait for the ATM, until the lock fails.
    expect(await send('agentAtmId,vendor\nH-1,GRG\nH-2,GRG\n', { dryRun: true })).toMatchObject({
      ...{ status: 200, created: 1, changed: 1, errorCount: 0 },
    })
    expect(await send('agentAtmId,vendor,latitude\nH-1,GRG,\nH-2,GRG,north\n')).toMatchObject({
      ...{ status: 400, errors: [{ field: 'line 3, latitude' }] },
    })
    await holder.rows('rollback')
  })

  it.each([
    ['of the institution', 'W-1', () => acme],
    ['of an administrator', 'W-2', () => admin],
  ])('%s changes no ATM that moves while it writes', async (_of, id, as) => {
    await send(`agentAtmId,vendor\n${id},NCR\n`)
    const mover = await openInspector(platform.database.urls.superuser)
    onTestFinished(() => mover.close())
    await mover.rows('begin')
    await mover.rows(`update incident.atm set institution_key = 'BETA' where agent_atm_id = $1`, [id])
    const answer = send(`agentAtmId,vendor\n${id},GRG\n`, { as: as() })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await mover.rows(waiting)).length, { interval: 10 }).toBe(1)
    await mover.rows('commit')
    const message = 'was moved to another institution meanwhile; import the file again'
    expect(await answer).toMatchObject({ status: 400, errors: [{ field: 'line 2, institutionKey', message }] })
    expect(await find(id)).toMatchObject({ institutionKey: 'BETA', vendor: 'NCR' })
  })

  it('that is a dry run names ATMs of others as known, as the import would', async () => {
    const body = { agentAtmId: 'D-BETA', institutionKey: 'BETA' }
    await platform.ask('POST', '/incident/api/atms', { as: admin, body })
    const file = 'agentAtmId\nD-BETA\nD-NEW\n'
    const message = 'is known already'
    expect(await send(file, { dryRun: true })).toMatchObject({
      ...{ status: 200, created: 1, errors: [{ line: 2, column: 'agentAtmId', message }] },
    })
    expect(await send(file)).toMatchObject({ status: 400, errors: [{ field: 'line 2, agentAtmId', message }] })
    expect(await find('D-NEW')).toBeUndefined()
  })

  it('with a fault is none, and names each fault by line and column', async () => {
    await platform.ask('POST', '/incident/api/atms', {
      as: admin,
      body: { agentAtmId: 'F-BETA', institutionKey: 'BETA' },
    })
    await send('agentAtmId\nF-OLD\n')
    const { status, errors } = await send(
      'agentAtmId,institutionKey,latitude,criticality,timeZone\n' +
        'F-1,ACME,north,SOME,Nowhere\n' +
        'F-2,BETA,,,\n' +
        'F-3,,,,\n' +
        'F-3,,,,\n' +
        'F-BETA,,,,\n' +
        ',,,,\n' +
        'F-\u0000,,0x10,,\n',
    )
    expect(status).toBe(400)
    expect(errors.map(({ field }: { field: string }) => field)).toEqual([
      ...['line 2, latitude', 'line 2, criticality', 'line 2, timeZone', 'line 3, institutionKey'],
      ...['line 5, agentAtmId', 'line 6, agentAtmId', 'line 7, agentAtmId', 'line 8, agentAtmId', 'line 8, latitude'],
    ])
    expect(await find('F-3')).toBeUndefined()
    expect(await send('agentAtmId,institutionKey\nF-OLD,BETA\n', { as: admin })).toMatchObject({
      ...{ status: 400, errors: [{ field: 'line 2, institutionKey' }] },
    })
    expect(await send('agentAtmId\nF-9\n', { as: admin })).toMatchObject({
      errors: [{ field: 'line 2, institutionKey' }],
    })
  })

  it('takes no file that is none, and no caller who may not register', async () => {
    for (const [file, field] of [
      ['', 'file'],
      ['agentAtmId,colour\nX-1,red', 'line 1, colour'],
      ['agentAtmId,constructor\nX-1,red', 'line 1, constructor'],
      ['name\nx', 'line 1, agentAtmId'],
      ['agentAtmId,agentAtmId\nX-1,X-1', 'line 1, agentAtmId'],
      ['agentAtmId\n"X-1', 'line 2'],
      [new Uint8Array([0xff, 0xfe, 0x00]), 'file'],
      [`agentAtmId\n${Array.from({ length: 100_001 }, (_, n) => `M-${n}`).join('\n')}`, 'file'],
    ] as const)
      expect(await send(file)).toMatchObject({ status: 400, errors: [{ field }] })
    const user = await platform.token({ role: 'CUSTOMER', institutions: ['ACME'] })
    expect((await send('agentAtmId\nX-1\n', { as: user })).status).toBe(403)
  })

  it('of 20,000 ATMs takes a few statements for each portion, and is one transaction', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `Z-${n},NCR,tag;${n % 7}x`)
    const { status, created } = await send(
      `agentAtmId,vendor,tags\n${lines.join('\n').replaceAll(/,(tag;\dx)/g, ',"$1"')}\n`,
    )
    expect({ status, created }).toEqual({ status: 200, created: 20_000 })
  }, 60_000)
})
