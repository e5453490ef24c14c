import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestFleet, type TestFleet } from './fleet.testing.ts'

let fleet: TestFleet
let admin: string
let acme: string

beforeAll(async () => {
  fleet = await openTestFleet({ now: '2026-11-20T12:00:00Z' })
  admin = await fleet.token({ role: 'ADMIN' })
  acme = await fleet.token({ role: 'USER', institutions: ['ACME'] })
  await fleet.register('ACME', ['A-1', 'A-2', 'A-3'])
  await fleet.register('BETA', ['B-1'])
  for (const [minute, agentAtmId] of ['A-1', 'A-2', 'B-1', 'A-1', 'A-3'].entries()) {
    fleet.clock.set(`2026-11-20T12:0${minute}:00Z`)
    const body = { agentAtmId, kind: minute === 3 ? 'UPDATE_AGENT' : 'REBOOT' }
    const { status, body: task } = await fleet.ask('POST', '/fleet/api/fleet/tasks', { as: admin, body })
    expect(status).toBe(201)
    if (minute === 1) await fleet.ask('DELETE', `/fleet/api/fleet/tasks/${Object(task).id}`, { as: admin })
  }
})
afterAll(() => fleet.close())

const atms = async (query: string) => {
  const { body } = await fleet.ask('GET', `/fleet/api/fleet/tasks${query}`, { as: acme })
  return Array.from(Object(body).content ?? [], (task) => Object(task).agentAtmId)
}

describe('tasks as CSV', () => {
  const csv = (query = '', as = acme) => fleet.ask('GET', `/fleet/api/fleet/tasks?format=csv${query}`, { as })
  const lines = async (query = '', as = acme) => (await csv(query, as)).text.trimEnd().split('\r\n').slice(1)

  it('have a header and are those of the list as it is filtered, newest first', async () => {
    const { headers, text } = await csv()
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tasks-2026-11-20.csv"',
    })
    expect(text).toMatch(
      /^\uFEFFid,institutionKey,agentAtmId,atmId,kind,params,status,reason,requestedBy,requestedAt,expiresAt,sentAt,finishedAt,result,error\r\n/,
    )
    for (const query of [
      '',
      '&status=CANCELLED',
      '&kind=REBOOT',
      '&agentAtmId=A-1',
      '&requestedTo=2026-11-20T12:02:00Z',
    ])
      expect((await lines(query)).map((line) => line.split(',')[2])).toEqual(await atms(`?${query}`))
  })

  it('have only tasks for the caller’s ATMs, and no cell that is a formula', async () => {
    expect(await lines('', await fleet.token({ role: 'MSP_ADMIN', institutions: [] }))).toEqual([])
    const [atmId] = await fleet.register('ODD', ['-ODD'])
    const body = { agentAtmId: '-ODD', kind: 'REBOOT', reason: '=1+1' }
    await fleet.ask('POST', '/fleet/api/fleet/tasks', { as: admin, body })
    const [line, ...others] = await lines('', await fleet.token({ role: 'USER', institutions: ['ODD'] }))
    expect(others).toEqual([])
    expect(line).toContain(`,ODD,'-ODD,${atmId},REBOOT,`)
    expect(line).toContain(",QUEUED,'=1+1,")
  })

  it('are refused in another form, by field', async () => {
    const answer = await fleet.ask('GET', '/fleet/api/fleet/tasks?format=xml', { as: acme })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'format' }] } })
  })
})
