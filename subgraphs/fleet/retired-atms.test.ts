import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAs } from '../../tests/support/sql.ts'
import { openTestFleet, type TestFleet } from './fleet.testing.ts'
import { rolloutsOf } from './rollouts/rollouts.testing.ts'

let fleet: TestFleet
let rollouts: ReturnType<typeof rolloutsOf>
let msp: string
let n = 0

const WAIT = { timeout: 10_000, interval: 20 }

beforeAll(async () => {
  fleet = await openTestFleet({ start: true })
  rollouts = rolloutsOf(fleet)
  msp = await fleet.token({ role: 'MSP_ADMIN', institutions: ['ACME'], userId: 'msp' })
})
afterAll(() => fleet.close())
beforeEach(() => {
  n += 1
})

const query = (statement: string) => runAs(fleet.database.urls.superuser, [statement])
const register = (count: number) =>
  fleet.register(
    'ACME',
    Array.from({ length: count }, (_, at) => agent(at + 1)),
  )
const agent = (at: number) => `GONE-${n}-${at}`
const push = (agentAtmId: string) =>
  fleet.ask('POST', '/fleet/api/fleet/tasks', { as: msp, body: { agentAtmId, kind: 'REBOOT' } })
const pushed = async (agentAtmId: string): Promise<string> => {
  const { status, body } = await push(agentAtmId)
  expect(status).toBe(201)
  return Object(body).id
}
const read = async (id: string) => Object((await fleet.ask('GET', `/fleet/api/fleet/tasks/${id}`, { as: msp })).body)
const statusOf = async (id: string) => (await read(id)).status
const onAtm = (id: number | undefined, path: string, body?: unknown) =>
  fleet.ask('POST', `/incident/api/atms/${id}/${path}`, { as: msp, ...(body === undefined ? {} : { body }) })
/** Publishes a retirement, as a delayed or repeated message does. */
const publish = (agentAtmId: string, retiredAt: string) =>
  query(`insert into incident.outbox (message_id, topic, key, institution_key, occurred_at, data) values
    (gen_random_uuid(), 'atms.retired', '${agentAtmId}', 'ACME', now(),
     '{"atmId": 1, "agentAtmId": "${agentAtmId}", "retiredAt": "${retiredAt}", "mergedIntoId": null}')`)
const published = (agentAtmId: string, retiredAt: string) => async () =>
  (await query(`select 1 from fleet.retired_atm where agent_atm_id = '${agentAtmId}' and retired_at = '${retiredAt}'`))
    .length

describe('what waits for an ATM', () => {
  it('is cancelled when the ATM is retired, and says why', async () => {
    const [retired] = await register(2)
    const [waiting, other] = [await pushed(agent(1)), await pushed(agent(2))]
    const sent = await pushed(agent(1))
    await query(`update fleet.task set status = 'SENT', sent_at = now() where id = '${sent}'`)
    await onAtm(retired, 'retire')
    await expect.poll(() => statusOf(waiting), WAIT).toBe('CANCELLED')
    const task = await read(waiting)
    expect(task).toMatchObject({ error: 'The ATM was retired.', finishedAt: expect.any(String) })
    expect(task.history.at(-1)).toMatchObject({ actor: 'platform', from: 'QUEUED', to: 'CANCELLED' })
    expect([await statusOf(sent), await statusOf(other)]).toEqual(['SENT', 'QUEUED'])
  })

  it('is cancelled when its entry is merged into another one, and says into which', async () => {
    const [entry, into] = await register(2)
    const waiting = await pushed(agent(1))
    expect((await onAtm(entry, 'merge', { intoId: into })).status).toBe(200)
    await expect.poll(() => statusOf(waiting), WAIT).toBe('CANCELLED')
    expect((await read(waiting)).error).toBe(`The ATM was retired: its entry was merged into ATM ${into}.`)
  })

  it('stays when it was made after the ATM was brought back, however late the retirement is heard of', async () => {
    const [id] = await register(1)
    await onAtm(id, 'retire')
    await onAtm(id, 'reactivate')
    const waiting = await pushed(agent(1))
    const [{ retired_at: retiredAt } = {}] = await query(
      `select to_char(reactivated_at at time zone 'UTC' - interval '1 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
         as retired_at from incident.atm where id = ${id}`,
    )
    await query(`delete from fleet.retired_atm where agent_atm_id = '${agent(1)}'`)
    for (const _again of [1, 2]) await publish(agent(1), String(retiredAt))
    await expect.poll(published(agent(1), String(retiredAt)), WAIT).toBe(1)
    expect(await statusOf(waiting)).toBe('QUEUED')
    await onAtm(id, 'retire')
    await expect.poll(() => statusOf(waiting), WAIT).toBe('CANCELLED')
  })

  it('is refused where the ATM was retired since it was looked up', async () => {
    await register(1)
    const retiredAt = '2040-01-01T00:00:00.000Z'
    await publish(agent(1), retiredAt)
    await expect.poll(published(agent(1), retiredAt), WAIT).toBe(1)
    expect(await push(agent(1))).toMatchObject({ status: 409, body: { detail: expect.stringContaining('retired') } })
  })
})

describe('a rollout', () => {
  const counts = async (id: unknown) => Object((await rollouts.show(id, msp)).counts)

  it('counts an ATM that is retired as cancelled or skipped, not as failed, and goes on', async () => {
    const ids = await register(10)
    const agents = ids.map((_id, at) => agent(at + 1))
    const order = { kind: 'REBOOT', agentAtmIds: agents, stages: [50, 100], pauseAtFailurePct: 0 }
    const { body } = await rollouts.begin(msp, order)
    const { id } = Object(body)
    await expect.poll(async () => (await counts(id)).QUEUED, WAIT).toBe(5)
    const { body: tasks } = await fleet.ask('GET', '/fleet/api/fleet/tasks?status=QUEUED&size=200', { as: msp })
    const first: string[] = Object(tasks)
      .content.filter((task: { rolloutId: unknown }) => task.rolloutId === id)
      .map((task: { agentAtmId: string }) => task.agentAtmId)
    const later = agents.filter((one) => !first.includes(one))
    for (const one of [...first.slice(0, 2), later[0] ?? '']) await onAtm(ids[agents.indexOf(one)], 'retire')
    await expect.poll(async () => (await counts(id)).CANCELLED, WAIT).toBe(2)
    const work = async () => {
      for (const one of agents) for (const task of await rollouts.poll(one)) await rollouts.report(task, 'SUCCEEDED')
      return (await rollouts.show(id, msp)).status
    }
    await expect.poll(work, { timeout: 20_000, interval: 100 }).toBe('DONE')
    expect(await rollouts.show(id, msp)).toMatchObject({
      ...{ failurePct: 0, skipped: 1, counts: { SUCCEEDED: 7, CANCELLED: 2, FAILED: 0, EXPIRED: 0, waiting: 0 } },
    })
    expect(await rollouts.outcomes(msp, id, 'SKIPPED')).toMatchObject([{ agentAtmId: later[0], skipped: 'NOT_FOUND' }])
  })

  it('skips an ATM that was retired since it was looked up', async () => {
    await register(2)
    await query(`insert into fleet.retired_atm values ('${agent(1)}', 'ACME', '2040-01-01')`)
    const order = { kind: 'REBOOT', agentAtmIds: [agent(1), agent(2)], stages: [100] }
    const { body } = await rollouts.begin(msp, order)
    await expect.poll(() => counts(Object(body).id), WAIT).toMatchObject({ QUEUED: 1, waiting: 0 })
    expect(await rollouts.show(Object(body).id, msp)).toMatchObject({ skipped: 1 })
  })
})
