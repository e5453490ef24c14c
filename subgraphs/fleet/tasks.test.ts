import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores, type Stores } from '../../db/tenancy.ts'
import { type CountedStores, countStatements } from '../../tests/support/counted-stores.ts'
import { callerOf } from '../kit/auth/principal.testing.ts'
import type { Principal } from '../kit/auth/principal.ts'
import { createCalls } from '../kit/calls/calls.ts'
import { createWaker } from '../kit/common/waker.ts'
import { readConfig } from '../kit/config/config.ts'
import { type HostedService, openService } from '../kit/service/service.ts'
import { openTestFleet, type TestFleet } from './fleet.testing.ts'
import { fleetService } from './service.ts'

let fleet: TestFleet
let admin: string
let acme: string
let atmIds: number[]

const push = async (agentAtmId: string, kind = 'REBOOT') => {
  const answer = await fleet.ask('POST', '/fleet/api/fleet/tasks', { as: admin, body: { agentAtmId, kind } })
  if (answer.status !== 201) throw new Error(answer.text)
  return String(Object(answer.body).id)
}

beforeAll(async () => {
  fleet = await openTestFleet({ now: '2026-11-20T12:00:00Z' })
  admin = await fleet.token({ role: 'ADMIN' })
  acme = await fleet.token({ role: 'USER', institutions: ['ACME'] })
  atmIds = await fleet.register('ACME', ['A-1', 'A-2', 'A-3'])
  await fleet.register('BETA', ['B-1'])
  for (const [minute, agentAtmId] of ['A-1', 'A-2', 'B-1', 'A-1', 'A-3'].entries()) {
    fleet.clock.set(`2026-11-20T12:0${minute}:00Z`)
    await push(agentAtmId, minute === 3 ? 'UPDATE_AGENT' : 'REBOOT')
  }
  const cancelled = await push('A-2')
  await fleet.ask('DELETE', `/fleet/api/fleet/tasks/${cancelled}`, { as: admin })
})
afterAll(() => fleet.close())

const list = async (query: string, as = acme) =>
  Object((await fleet.ask('GET', `/fleet/api/fleet/tasks${query}`, { as })).body)
const atms = async (query: string, as = acme) =>
  Array.from((await list(query, as)).content ?? [], (task) => Object(task).agentAtmId)

describe('the list of tasks', () => {
  it('has those of the caller’s institutions, newest first, page by page', async () => {
    expect(await atms('')).toEqual(['A-2', 'A-3', 'A-1', 'A-2', 'A-1'])
    expect(await list('?page=1&size=2')).toMatchObject({
      totalElements: 5,
      totalPages: 3,
      number: 1,
      numberOfElements: 2,
      content: [{ agentAtmId: 'A-1', kind: 'UPDATE_AGENT', history: [{ to: 'QUEUED' }] }, { agentAtmId: 'A-2' }],
    })
    expect(await atms('', await fleet.token({ role: 'CUSTOMER', institutions: ['BETA'] }))).toEqual(['B-1'])
    expect((await list('', admin)).totalElements).toBe(6)
    expect(await atms('', await fleet.token({ role: 'MSP_ADMIN', institutions: [] }))).toEqual([])
  })

  it('can be narrowed by state, kind and ATM, each or all', async () => {
    expect(await atms('?status=CANCELLED')).toEqual(['A-2'])
    expect(await atms('?kind=UPDATE_AGENT')).toEqual(['A-1'])
    expect(await atms('?agentAtmId=A-1')).toEqual(['A-1', 'A-1'])
    expect(await atms(`?atmId=${atmIds[2]}`)).toEqual(['A-3'])
    expect(await atms('?agentAtmId=A-1&kind=REBOOT&status=QUEUED')).toEqual(['A-1'])
    expect(await atms('?agentAtmId=B-1')).toEqual([])
    expect(await list('?status=GONE')).toMatchObject({ status: 400, errors: [{ field: 'status' }] })
  })

  it('is sorted as it is asked for', async () => {
    expect(await atms('?sort=agentAtmId,asc&sort=requestedAt,asc')).toEqual(['A-1', 'A-1', 'A-2', 'A-2', 'A-3'])
    expect((await list('?sort=status,desc')).content[0].status).toBe('CANCELLED')
    for (const direction of ['asc', 'desc'])
      expect((await list(`?sort=finishedAt,${direction}`)).content[0].status).toBe('CANCELLED')
    expect(await list('?sort=reason')).toMatchObject({ status: 400, errors: [{ field: 'sort[0]' }] })
  })

  it('and each task are for the five roles of users', async () => {
    const [task] = (await list('')).content
    const one = (as: string) => fleet.ask('GET', `/fleet/api/fleet/tasks/${task.id}`, { as })
    expect((await one(acme)).body).toEqual(task)
    expect((await one(await fleet.token({ role: 'USER', institutions: ['BETA'] }))).status).toBe(404)
    const agent = await fleet.token({ role: 'AGENT', institutions: ['ACME'] })
    expect((await one(agent)).status).toBe(403)
    expect((await list('', agent)).status).toBe(403)
  })
})

describe('in the graph', () => {
  let stores: Stores
  let service: HostedService
  let counted: CountedStores

  beforeAll(async () => {
    stores = await openStores(fleet.database.urls, { name: 'tests', max: 2 })
    counted = countStatements(stores)
    service = await openService(fleetService, {
      config: { ...readConfig({}), internalUrl: '', internalSecret: () => '' },
      metrics: new Registry(),
      log: fleet.process.log,
      now: fleet.clock.now,
      newId: () => '',
      calls: createCalls(new Map()),
      outbox: createWaker(),
      urls: fleet.database.urls,
      topics: { publish: async () => {}, subscribe: () => ({ close: async () => {} }) },
      stores: counted.stores,
    })
  })
  afterAll(async () => {
    await service.close()
    await stores.close()
  })

  const USER: Principal = callerOf()
  const tasksOfAtms = (fields: string, principal: Partial<Principal> = {}) => {
    counted.reset()
    const query = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Atm { ${fields} } } }`
    const of = [...atmIds, 4].map((id) => ({ __typename: 'Atm', id }))
    return service.execute(
      { query, variables: { of } },
      { principal: { ...USER, ...principal }, token: null, traceId: '' },
    )
  }
  const namesOf = (result: { data?: unknown }) =>
    Array.from(Object(result.data)._entities, (atm) => Array.from(Object(atm).tasks, (task) => Object(task).agentAtmId))

  it('an ATM has its newest tasks, those of many in one statement, and none that are not the caller’s', async () => {
    const result = await tasksOfAtms('tasks(first: 1) { agentAtmId atm { id } }')
    expect(result.errors).toBeUndefined()
    expect(namesOf(result)).toEqual([['A-1'], ['A-2'], ['A-3'], []])
    expect(counted.count()).toBe(1)
  })

  it('each way of asking is a statement', async () => {
    const result = await tasksOfAtms('queued: tasks(status: QUEUED) { kind } tasks(status: CANCELLED) { agentAtmId }')
    expect(namesOf(result)).toEqual([[], ['A-2'], [], []])
    expect(counted.count()).toBe(2)
  })

  it('an agent reads none, and no caller more than 200', async () => {
    const refused = await tasksOfAtms('tasks { agentAtmId }', { role: 'AGENT' })
    expect(refused.data).toEqual({ _entities: [null, null, null, null] })
    expect(refused.errors?.map(({ extensions }) => extensions.code)).toEqual(Array(4).fill('FORBIDDEN'))
    expect((await tasksOfAtms('tasks(first: 201) { id }')).errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
  })

  it('tasks are found by reference, many in one statement', async () => {
    const tasks: { id: string }[] = (await list('')).content
    counted.reset()
    const query = 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Task { id kind } } }'
    const of = tasks.map(({ id }) => ({ __typename: 'Task', id }))
    const result = await service.execute({ query, variables: { of } }, { principal: USER, token: null, traceId: '' })
    expect(Array.from(Object(result.data)._entities, (task) => Object(task).id)).toEqual(tasks.map(({ id }) => id))
    expect(counted.count()).toBe(1)
  })
})
