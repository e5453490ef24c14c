import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { incidentService } from '../service.ts'
import { type DevicesDouble, startDevices } from '../testing/devices.testing.ts'

const NOW = '2026-11-20T12:00:00.000Z'

let platform: TestPlatform
let devices: DevicesDouble
let msp: string

beforeAll(async () => {
  devices = await startDevices()
  platform = await openTestPlatform([incidentService], {
    now: NOW,
    isClockStopped: true,
    env: { INTERNAL_URL: devices.url },
  })
  msp = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'], userId: 'msp' })
})
afterAll(async () => {
  await platform.close()
  devices.close()
})

const post = async (path: string, body?: unknown) => {
  const answer = await platform.ask('POST', `/incident/api/${path}`, { as: msp, body })
  expect([answer.status, answer.text]).toEqual([expect.toSatisfy((status) => status < 300), expect.any(String)])
  return Object(answer.body)
}
const register = async (agentAtmId: string, more: object = {}): Promise<number> =>
  (await post('atms', { agentAtmId, ...more })).id
const incidentOf = async (atmId: number): Promise<number> =>
  (await post('incidents', { atmId, kind: 'PRINTER', severity: 'LOW', title: 'No paper' })).id

/** What is recorded by what is done, as it is on its way to the audit. */
const recorded = async (act: () => Promise<unknown>) => {
  const superuser = platform.database.urls.superuser
  await runAs(superuser, ['delete from incident.outbox'])
  await act()
  const rows = await runAs(superuser, [
    `select data from incident.outbox where topic = 'audit.recorded' order by (data->>'subjectId')::int`,
  ])
  return rows.map(({ data }) => {
    const { action, subjectId, before, after } = Object(data)
    return { action, of: Number(subjectId), before, after }
  })
}

describe('the audit of the life of ATMs', () => {
  it('has each ATM that is retired, with the incidents that are resolved with it, and none twice', async () => {
    const [busy, idle] = [await register('R-1'), await register('R-2')]
    const incidents = [await incidentOf(busy)]
    const retire = () => post('atms/retire', { ids: [busy, idle, 987_654] })
    const before = { retiredAt: null, retiredBy: null }
    const after = { retiredAt: NOW, retiredBy: 'msp' }
    expect(await recorded(retire)).toEqual([
      { action: 'retireAtm', of: busy, before, after: { ...after, resolvedIncidents: incidents } },
      { action: 'retireAtm', of: idle, before, after },
    ])
    expect(await recorded(retire)).toEqual([])
    const back = { action: 'reactivateAtm', of: idle, before: { ...after, reactivatedAt: null } }
    expect(await recorded(() => post(`atms/${idle}/reactivate`))).toEqual([
      { ...back, after: { ...before, reactivatedAt: NOW } },
    ])
    expect(await recorded(() => post(`atms/${idle}/reactivate`))).toEqual([])
  })

  it('has an entry that is merged, and those that were merged into it before', async () => {
    const [real, typo, older] = [await register('M-1'), await register('M-2'), await register('M-3')]
    await post(`atms/${older}/merge`, { intoId: typo })
    const incident = await incidentOf(typo)
    const merge = () => post(`atms/${typo}/merge`, { intoId: real })
    expect(await recorded(merge)).toEqual([
      {
        ...{ action: 'mergeAtm', of: typo, before: { retiredAt: null, retiredBy: null, mergedIntoId: null } },
        after: { retiredAt: NOW, retiredBy: 'msp', mergedIntoId: real, resolvedIncidents: [incident] },
      },
      { action: 'mergeAtm', of: older, before: { mergedIntoId: typo }, after: { mergedIntoId: real } },
    ])
    expect(await recorded(merge)).toEqual([])
  })

  it('has each ATM that an import registers or changes, and nothing of one that is not kept', async () => {
    const [changed, same] = [
      await register('I-1', { vendor: 'NCR', tags: ['mall'] }),
      await register('I-2', { vendor: 'GRG' }),
    ]
    const send = (dryRun: boolean, more = '') =>
      platform.ask('POST', `/incident/api/atms/import?dryRun=${dryRun}`, {
        as: msp,
        body: new TextEncoder().encode(`agentAtmId,vendor,tags\nI-1,GRG,mall\nI-2,GRG,\nI-3,,24h;mall\n${more}`),
      })
    expect(await recorded(() => send(true))).toEqual([])
    expect(await recorded(() => send(false, 'I-3,,\n'))).toEqual([])
    expect(await recorded(() => send(false))).toEqual([
      { action: 'updateAtm', of: changed, before: { vendor: 'NCR' }, after: { vendor: 'GRG' } },
      {
        ...{ action: 'createAtm', of: expect.toSatisfy((id) => id > same), before: null },
        after: { agentAtmId: 'I-3', institutionKey: 'ACME', tags: ['24h', 'mall'] },
      },
    ])
  })
})
