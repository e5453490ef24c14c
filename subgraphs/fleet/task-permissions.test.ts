import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../tests/platform.ts'
import { fleetService } from './service.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform([fleetService])
})
afterAll(() => platform.close())

const ALL = ['CONFIG_UPDATE', 'INSTALL_MODULE', 'PACKET_CAPTURE', 'REBOOT', 'RESTART_AGENT', 'UPDATE_AGENT']
const put = (as: string, key: string, kinds: unknown) =>
  platform.ask('PUT', `/fleet/api/fleet/task-permissions/${key}`, { as, body: kinds })
const mine = async (as: string) => (await platform.ask('GET', '/fleet/task-permissions/mine', { as })).body

describe('task permissions', () => {
  it('are replaced as a whole, at both paths, with who wrote them and when', async () => {
    platform.clock.set('2026-03-01T10:00:00Z')
    const admin = await platform.token({ role: 'ADMIN', email: 'root@example.org' })
    const first = await put(admin, 'ACME', ['RESTART_AGENT', 'REBOOT', 'REBOOT'])
    expect(first.status).toBe(200)
    expect(first.body).toEqual([
      {
        institution_key: 'ACME',
        task_kind: 'REBOOT',
        granted_by: 'root@example.org',
        granted_at: expect.stringContaining('2026-03-01T10:00'),
      },
      {
        institution_key: 'ACME',
        task_kind: 'RESTART_AGENT',
        granted_by: 'root@example.org',
        granted_at: expect.stringContaining('2026-03-01T10:00'),
      },
    ])
    const second = await platform.ask('PUT', '/fleet/task-permissions/ACME', { as: admin, body: ['REBOOT'] })
    expect(second.body).toMatchObject([{ task_kind: 'REBOOT' }])
    expect((await platform.ask('GET', '/fleet/task-permissions/ACME', { as: admin })).body).toEqual(second.body)
    expect((await put(admin, 'ACME', [])).body).toEqual([])
  })

  it('with a kind outside the grantable set are refused with 400 and nothing is changed', async () => {
    const admin = await platform.token({ role: 'BCOS_ADMIN' })
    await put(admin, 'KEEP', ['REBOOT'])
    const refused = await put(admin, 'KEEP', ['UPDATE_AGENT', 'REBOOT', 'PACKET_CAPTURE'])
    expect(refused.body).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      errors: [{ field: 'kinds[0]' }, { field: 'kinds[2]' }],
    })
    expect((await put(admin, 'KEEP', ['FORMAT_DISK'])).status).toBe(400)
    expect((await put(admin, 'KEEP', { kinds: ['REBOOT'] })).status).toBe(400)
    expect((await platform.ask('GET', '/fleet/api/fleet/task-permissions/KEEP', { as: admin })).body).toMatchObject([
      { task_kind: 'REBOOT' },
    ])
  })

  it('are the business of administrators, and of an MSP_ADMIN for its own institutions', async () => {
    const msp = await platform.token({ role: 'MSP_ADMIN', institutions: ['OWN'] })
    expect((await put(msp, 'OWN', ['REBOOT'])).status).toBe(200)
    expect((await put(msp, 'FOREIGN', ['REBOOT'])).status).toBe(403)
    expect(
      (await put(await platform.token({ role: 'CUSTOMER', institutions: ['OWN'] }), 'OWN', ['REBOOT'])).status,
    ).toBe(403)
    expect(
      (await platform.ask('GET', '/fleet/task-permissions/OWN', { as: await platform.token({ role: 'USER' }) })).status,
    ).toBe(403)
  })

  it('`mine` is everything for administrators and MSP_ADMIN, the union of grants for a CUSTOMER, nothing for others', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    await put(admin, 'A', ['REBOOT'])
    await put(admin, 'B', ['RESTART_AGENT', 'REBOOT'])
    expect(await mine(admin)).toEqual(ALL)
    expect(await mine(await platform.token({ role: 'MSP_ADMIN', institutions: ['A'] }))).toEqual(ALL)
    expect(await mine(await platform.token({ role: 'CUSTOMER', institutions: ['A'] }))).toEqual(['REBOOT'])
    expect(await mine(await platform.token({ role: 'CUSTOMER', institutions: ['A', 'B'] }))).toEqual([
      'REBOOT',
      'RESTART_AGENT',
    ])
    expect(await mine(await platform.token({ role: 'CUSTOMER', institutions: [] }))).toEqual([])
    expect(await mine(await platform.token({ role: 'USER', institutions: ['A'] }))).toEqual([])
  })

  it('never mix two sets written at the same time', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    const sets = [['REBOOT'], ['RESTART_AGENT']]
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => put(admin, 'RACE', sets[index % 2])))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect((await platform.ask('GET', '/fleet/task-permissions/RACE', { as: admin })).body).toHaveLength(1)
  })
})
