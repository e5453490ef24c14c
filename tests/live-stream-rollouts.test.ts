import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type LivePlatform, openLivePlatform, recordsOf } from './support/live-platform.ts'
import { runAs } from './support/sql.ts'
import type { StreamClient } from './support/stream-client.ts'

let platform: LivePlatform
let n = 0

beforeAll(async () => {
  platform = await openLivePlatform()
})
afterAll(() => platform?.close())

const register = (agentAtmIds: readonly string[], institutionKey: string) =>
  platform.askInternal('POST', '/incident/api/internal/atms/resolve', {
    body: { agentAtmIds, institutionKey, register: true },
  })
const rollouts = '/fleet/api/fleet/rollouts'
/** Begins a rollout for new ATMs of institutions, as many of each as are asked for. */
const begin = async (institutions: readonly string[], each: number) => {
  n += 1
  const agents = institutions.map((key) => Array.from({ length: each }, (_, at) => `${key}-${n}-${at}`))
  for (const [at, key] of institutions.entries()) await register(agents[at] ?? [], key)
  const body = { kind: 'REBOOT', agentAtmIds: agents.flat(), stages: [100] }
  const { id } = Object((await platform.ask('POST', rollouts, { as: platform.admin, body })).body)
  await platform.runJob('fleet.rollouts')
  return { id: Number(id), agents: agents.flat() }
}
const show = async (id: number) => (await platform.ask('GET', `${rollouts}/${id}`, { as: platform.admin })).body
const ofRollout = (client: StreamClient, id: number) => recordsOf(client, 'rollouts').filter((one) => one.id === id)
const poll = (agentAtmId: string) =>
  platform.askInternal('GET', `/fleet/api/internal/tasks/next?agentAtmId=${agentAtmId}&institutionKey=ACME`)
const changes = async (after: string | null) => {
  const query = after === null ? '' : `?after=${encodeURIComponent(after)}`
  const { body } = await platform.askInternal('GET', `/fleet/api/internal/live${query}`)
  const { cursor, changes: found } = Object(body)
  return { cursor: String(cursor), ids: found.map((one: { rollout: { id: number } }) => one.rollout.id) }
}

describe('a live stream of rollouts', { timeout: 60_000 }, () => {
  it('sends them as REST serves them, to those who see all of their institutions', async () => {
    const here = await platform.openGateway()
    const acme = await connect(here, platform.acme, {}, '?topics=rollouts')
    const both = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME', 'BANK'] })
    const wide = await connect(here, both, {}, '?topics=rollouts')
    const shared = await begin(['ACME', 'BANK'], 2)
    const own = await begin(['ACME'], 2)
    for (const client of [acme, wide])
      await client.until(() => Object(ofRollout(client, own.id).at(-1)?.counts).QUEUED === 2)
    expect(ofRollout(wide, own.id).at(-1)).toEqual(await show(own.id))
    expect(ofRollout(wide, shared.id).at(-1)).toMatchObject({ counts: { QUEUED: 4 } })
    expect(ofRollout(acme, shared.id)).toEqual([])
    await poll(own.agents[0] ?? '')
    await acme.until(() => Object(ofRollout(acme, own.id).at(-1)?.counts).SENT === 1)
    for (const client of [acme, wide]) client.kill()
  })

  it('sends one change for many tasks, and none when a rollout is only looked at', async () => {
    const { id, agents } = await begin(['ACME'], 30)
    const { cursor } = await changes(null)
    await Promise.all(agents.map(poll))
    const after = await changes(cursor)
    expect(after.ids).toEqual([id])
    await runAs(platform.database.urls.superuser, [`update fleet.rollout set next_at = now() where id = ${id}`])
    await platform.runJob('fleet.rollouts')
    expect((await changes(after.cursor)).ids).toEqual([])
  })
})
