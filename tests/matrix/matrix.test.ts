import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeGraph } from '../../tools/schema/compose.ts'
import { listServiceSdls } from '../../tools/schema/services.ts'
import { ROLES_OF } from '../requirements/roles.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { buildInstitution, type Institution, NOTHING, useTellingIds, WORDS, withJobs } from '../support/institution.ts'
import { INTERNAL_SECRET } from '../support/platform.ts'
import { runAs } from '../support/sql.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'
import { argumentsFor, strayArguments } from './arguments.ts'
import { type Caller, callersOf, isUnrestricted, ROLES, withoutToken } from './callers.ts'
import { type Endpoint, endpointsOf, type Headers_ } from './endpoints.ts'
import { entitiesOf, observeEntity } from './entities.ts'
import { type Fault, leaksIn, observeForeign, observeRoles, outcomesOf } from './observe.ts'
import { nameOfRoute, OPERATIONS, type Operation, positionsOf } from './operations.ts'
import { changedTables, rowsOf } from './rows.ts'
import { openStream, presentPosition, STREAMS } from './streams.ts'
import { nameOfSet, readTable } from './table.ts'

const AT_ONCE = 6

const TABLE = readTable(readFileSync(new URL('access.txt', import.meta.url), 'utf8'))
const { apiSchema } = composeGraph(listServiceSdls())

let database: TestDatabase
let platform: WholePlatform
let alpha: Institution
let beta: Institution
let callers: readonly Caller[]

const ENV = { RATE_LIMIT_AGENT: '1000000/s', RATE_LIMIT_INSTITUTION: '1000000/s', GRAPH_COST_PER_SECOND: '1000000000' }

beforeAll(async () => {
  database = await cloneDatabase()
  const builder = await openWholePlatform({ database, env: ENV })
  await useTellingIds(builder)
  const built = [
    await buildInstitution(builder, 'ALPHA', 'XLEAKQWZJ'),
    await buildInstitution(builder, 'BETA', 'BETATEXT'),
  ]
  const [first, second] = await withJobs(builder, built)
  await builder.close()
  alpha = first ?? expect.fail()
  beta = second ?? expect.fail()
  // Nothing of its own accord: a row that changes is one that a request changed.
  platform = await openWholePlatform({ database, env: ENV, start: false })
  callers = await callersOf(platform, beta.key)
}, 60_000)
afterAll(async () => {
  await platform?.close()
  await database?.drop()
})

/** Does something for every operation and each of its endpoints, several operations at once. */
const forEachEndpoint = async (work: (operation: Operation, endpoint: Endpoint) => Promise<void>) => {
  const next = OPERATIONS.values()
  const run = async () => {
    for (const operation of next)
      for (const endpoint of endpointsOf(platform, operation, apiSchema)) await work(operation, endpoint)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}

const addTo = <T>(lists: Map<string, T[]>, key: string, items: readonly T[]) =>
  lists.set(key, [...(lists.get(key) ?? []), ...items])

const textsOf = (faults: readonly Fault[]) =>
  faults.map(({ endpoint, caller, fault }) => `${endpoint}, ${caller}: ${fault.slice(0, 300)}`)

it('the table of expectations names every operation with its ways, and no other', () => {
  const endpoints = OPERATIONS.map((operation) => {
    const routes = operation.routes.map((route) => nameOfRoute(operation, route))
    return [operation.key, [...(operation.isInGraph ? ['graph'] : []), ...routes]] as const
  })
  const named = [...TABLE.entries].filter(([key]) => /^(?:Query|Mutation)\./.test(key))
  expect(Object.fromEntries(named.map(([key, entry]) => [key, entry.endpoints]))).toEqual(Object.fromEntries(endpoints))
  const streams = [...TABLE.entries].filter(([key]) => /^(?:Stream|Subscription)\./.test(key))
  expect(streams.map(([key, { endpoints }]) => [key, endpoints])).toEqual(STREAMS.map(({ key, way }) => [key, [way]]))
  expect(strayArguments(new Set(OPERATIONS.map(({ key }) => key)))).toEqual([])
})

it('the table says what the requirements say', () => {
  const rolesOf = (coordinate: string) =>
    TABLE.sets.get(TABLE.entries.get(coordinate.split(' ')[1] ?? '')?.who ?? '') ?? []
  for (const [coordinate, roles] of Object.entries(ROLES_OF))
    expect([coordinate, rolesOf(coordinate).toSorted()]).toEqual([coordinate, [...roles].sort()])
})

/** Each role, and those of its callers that are not treated as the others are. */
const rolesOf = (allowed: readonly Caller[]): readonly string[] =>
  ROLES.flatMap((role) => {
    const of = callers.filter((caller) => caller.role === role)
    const admitted = of.filter((caller) => allowed.includes(caller)).map(({ name }) => name)
    return admitted.length === of.length ? [role] : admitted
  })

/** Ends the rollouts that an institution has begun here: only so many may run at once. */
const endRollouts = ({ key, own }: Institution) =>
  runAs(database.urls.superuser, [
    `update fleet.rollout set status = 'CANCELLED', finished_at = now()
     where requested_by like '${key} %' and status = 'RUNNING' and id <> ${own.rollout}`,
  ])

describe('the platform', { shuffle: false, timeout: 240_000 }, () => {
  const who = new Map<string, Map<string, Caller[]>>()

  const noteAllowed = ({ key }: Operation, { name }: Endpoint, allowed: readonly Caller[]) => {
    const endpoints = who.get(key) ?? new Map<string, Caller[]>()
    addTo(endpoints, name, allowed)
    who.set(key, endpoints)
  }

  it('shows and changes nothing that is foreign, wherever it is named', async () => {
    const before = await rowsOf(database.urls.superuser, alpha.key)
    const scoped = callers.filter((caller) => !isUnrestricted(caller))
    const faults: Fault[] = []
    const outcomes = new Map<string, Awaited<ReturnType<typeof observeForeign>>['outcomes']>()
    await forEachEndpoint(async (operation, endpoint) => {
      const roles = await observeRoles(operation, { endpoint, callers: scoped, victim: alpha })
      noteAllowed(operation, endpoint, roles.allowed)
      const context = { endpoint, callers: roles.allowed, victim: alpha, attacker: beta }
      const foreign = await observeForeign(operation, context)
      if (operation.field.name === 'createRollout') await endRollouts(beta)
      addTo(outcomes, operation.key, foreign.outcomes)
      faults.push(...roles.faults, ...foreign.faults)
      const [first] = roles.allowed
      if (first === undefined) return
      const narrowed = { ...first.headers, 'fleet-institution': alpha.key }
      const { status } = await endpoint.ask(argumentsFor(operation, NOTHING, positionsOf(operation)), narrowed)
      if (status !== 403)
        faults.push({ endpoint: endpoint.name, caller: first.name, fault: `${status} where narrowed` })
    })
    expect(textsOf(faults)).toEqual([])
    expect(changedTables(before, await rowsOf(database.urls.superuser, alpha.key))).toEqual([])
    const lines = OPERATIONS.map(({ key }) => [key, outcomesOf(outcomes.get(key) ?? [])])
    const expected = OPERATIONS.map(({ key }) => [key, TABLE.entries.get(key)?.foreign])
    expect(Object.fromEntries(lines)).toEqual(Object.fromEntries(expected))
  })

  it('lets in the roles that the table says, of an institution and of none, by every way', async () => {
    const unrestricted = callers.filter(isUnrestricted)
    const faults: Fault[] = []
    await forEachEndpoint(async (operation, endpoint) => {
      const roles = await observeRoles(operation, { endpoint, callers: unrestricted, victim: null })
      noteAllowed(operation, endpoint, roles.allowed)
      faults.push(...roles.faults)
    })
    expect(textsOf(faults)).toEqual([])
    const found = OPERATIONS.flatMap(({ key }) =>
      [...(who.get(key) ?? [])].map(([endpoint, allowed]) => {
        const name = nameOfSet(TABLE, rolesOf(allowed))
        const isInternal = endpoint.includes('/api/internal/')
        return [`${key} ${endpoint}`, isInternal && allowed.length === 0 ? 'services' : name]
      }),
    )
    const expected = [...TABLE.entries].flatMap(([key, entry]) =>
      /^(?:Query|Mutation)\./.test(key) ? entry.endpoints.map((endpoint) => [`${key} ${endpoint}`, entry.who]) : [],
    )
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  })

  it('refuses callers without a valid token, and all but services to the internal routes', async () => {
    const nobody = await withoutToken()
    const [someone] = callers
    const faults: Fault[] = []
    const ask =
      async (
        { operation, endpoint }: { operation: Operation; endpoint: Endpoint },
        caller: string,
        expected: number[],
      ) =>
      async (headers: Readonly<Record<string, string>>, listener: 'public' | 'internal') => {
        const { status } = await endpoint.ask(
          argumentsFor(operation, NOTHING, positionsOf(operation)),
          headers,
          listener,
        )
        if (!expected.includes(status)) faults.push({ endpoint: endpoint.name, caller, fault: String(status) })
      }
    await forEachEndpoint(async (operation, endpoint) => {
      const at = { operation, endpoint }
      const expected = endpoint.isInternal ? [404] : [401]
      for (const [what, headers] of Object.entries(nobody)) await (await ask(at, what, expected))(headers, 'public')
      await (await ask(at, 'the secret', expected))({ 'x-internal-secret': INTERNAL_SECRET }, 'public')
      if (!endpoint.isInternal) return
      for (const [what, headers] of Object.entries({
        ...nobody,
        'a token': someone?.headers ?? {},
        'another secret': { 'x-internal-secret': INTERNAL_SECRET.toUpperCase() },
      }))
        await (await ask(at, `${what}, inside`, [401, 403]))(headers, 'internal')
    })
    expect(textsOf(faults)).toEqual([])
  })

  it('has no HEAD where GET changes something', async () => {
    const changing = OPERATIONS.flatMap((operation) =>
      operation.routes.filter(({ isSafe }) => !isSafe).map((route) => ({ route, name: nameOfRoute(operation, route) })),
    )
    expect(changing.map(({ name }) => name)).toEqual([
      'GET /fleet/api/internal/tasks/next',
      'GET /agent-proxy/api/agent/work',
    ])
    for (const { route, name } of changing) {
      const base = route.internal ? platform.internalUrl : platform.url
      const headers = { ...callers.find(({ role }) => role === 'AGENT')?.headers, 'x-internal-secret': INTERNAL_SECRET }
      const path = name.split(' ')[1] ?? ''
      const answer = await fetch(`${base}${path}?agentAtmId=${beta.own.agentAtm}`, { method: 'HEAD', headers })
      expect([name, answer.status, answer.headers.get('allow')]).toEqual([name, 405, 'GET'])
    }
  })

  it('sends no caller what is foreign, in any stream, from any place in it', async () => {
    const [admin] = callers.filter(isUnrestricted)
    const watchers = callers.filter(({ role }) => role === 'MSP_ADMIN')
    const all = { ...admin?.headers }
    const allowed = new Map<string, Caller[]>()
    for (const stream of STREAMS) {
      for (const caller of callers) {
        const client = await openStream(platform, stream, caller.headers)
        client.kill()
        if (client.status === 200) addTo(allowed, stream.key, [caller])
        else expect([stream.key, caller.name, client.status]).toEqual([stream.key, caller.name, 403])
      }
      const client = await openStream(platform, stream, {})
      expect([stream.key, client.status]).toEqual([stream.key, 401])
    }
    expect(STREAMS.map(({ key }) => [key, nameOfSet(TABLE, rolesOf(allowed.get(key) ?? []))])).toEqual(
      STREAMS.map(({ key }) => [key, TABLE.entries.get(key)?.who]),
    )
    const before = await presentPosition(platform, all)
    const from = { 'last-event-id': before }
    const open = (headers: Headers_) =>
      Promise.all(
        STREAMS.map(async (stream) => ({
          stream,
          client: await openStream(platform, stream, { ...headers, ...from }),
        })),
      )
    const early = await Promise.all(watchers.map(({ headers }) => open(headers)))
    for (const { key, own } of [alpha, beta]) {
      const manager = await platform.token({ role: 'MSP_ADMIN', institutions: [key] })
      const change = async (method: string, path: string, body?: unknown) =>
        expect((await platform.ask(method, path, { as: manager, body })).status).toBeLessThan(300)
      await change('PATCH', `/incident/api/incidents/${own.incident}/acknowledge`, {})
      await change('POST', '/incident/api/journal-events', { agentAtmId: own.agentAtm, eventType: 'ATM_IN_SERVICE' })
      await change('PUT', `/journal/api/journal/gaps/${own.gap}/request-fetch`)
      await change('PATCH', `/fleet/api/fleet/rollouts/${own.rollout}`, { pauseAtFailurePct: 40 })
    }
    const late = await Promise.all(watchers.map(({ headers }) => open(headers)))
    const sees = async (clients: (typeof early)[number], { own }: Institution) => {
      const marks = { incidents: own.incident, 'service-state': own.agentAtm, gaps: own.gap, rollouts: own.rollout }
      for (const { stream, client } of clients) {
        const mark = Object.entries(marks).find(([topic]) => topic === stream.topic)?.[1]
        if (mark !== undefined) await client.until((events) => JSON.stringify(events).includes(String(mark)))
      }
    }
    const everything = await open(all)
    await sees(everything, alpha)
    await sees(everything, beta)
    for (const clients of [...early, ...late]) {
      const isOfNone = clients === early[1] || clients === late[1]
      if (!isOfNone) await sees(clients, beta)
      for (const { stream, client } of clients) {
        const text = JSON.stringify(client.events)
        expect([stream.key, leaksIn({ text, sent: '' }, alpha)]).toEqual([stream.key, []])
        if (isOfNone) expect([stream.key, leaksIn({ text, sent: '' }, beta)]).toEqual([stream.key, []])
      }
    }
    for (const { client } of [...early, ...late, everything].flat()) client.kill()
  })

  it('shows nothing that is foreign by reference, in the graph of any service', async () => {
    const entities = entitiesOf(platform)
    const found: Record<string, unknown> = {}
    for (const entity of entities) {
      const scoped = callers.filter((caller) => !isUnrestricted(caller))
      const { allowed, leaks, outcome } = await observeEntity(entity, { platform, callers: scoped, victim: alpha })
      expect([entity.key, entity.by, leaks]).toEqual([entity.key, entity.by, []])
      const roles = ROLES.filter((role) => allowed.some((caller) => caller.role === role) || role.endsWith('ADMIN'))
      const foreign = Object(found[entity.key]).foreign?.[outcome] ?? []
      const by = { [outcome]: [...foreign, entity.by] }
      found[entity.key] = { who: nameOfSet(TABLE, roles), foreign: { ...Object(found[entity.key]).foreign, ...by } }
    }
    const expected = [...TABLE.entries].filter(([key]) => key.startsWith('Entity.'))
    expect(found).toEqual(Object.fromEntries(expected.map(([key, { who, foreign }]) => [key, { who, foreign }])))
  })

  it('gives an institution what is its own, so that nothing above was refused for another reason', async () => {
    const own = (await callersOf(platform, alpha.key)).filter(({ name }) => !name.endsWith(' of none'))
    const admin = own.find(({ role }) => role === 'ADMIN') ?? expect.fail()
    const faults: Fault[] = []
    let texts = ''
    const isLate = ({ field }: Operation) => /^(?:delete|retire|merge|cancel|resolve|reactivate)/.test(field.name)
    const reads = OPERATIONS.filter(({ kind }) => kind === 'query')
    const writes = OPERATIONS.filter(({ kind }) => kind === 'mutation')
    for (const operation of [...reads, ...writes.filter((one) => !isLate(one)), ...writes.filter(isLate)]) {
      const isRead = operation.kind === 'query'
      const args = argumentsFor(operation, alpha.own, positionsOf(operation))
      const roles = TABLE.sets.get(TABLE.entries.get(operation.key)?.who ?? '') ?? []
      const endpoints = endpointsOf(platform, operation, apiSchema)
      for (const endpoint of isRead ? endpoints : endpoints.slice(-1)) {
        const allowed = own.filter(({ role }) => roles.includes(role))
        const asking = endpoint.isInternal
          ? []
          : isRead
            ? allowed
            : [allowed.find(({ role }) => role === 'MSP_ADMIN') ?? allowed[0] ?? admin]
        for (const caller of asking) {
          const answer = await endpoint.ask(args, caller.headers)
          texts += answer.text
          const isFound = answer.status < 300 || (!isRead && answer.status === 409)
          if (!isFound)
            faults.push({ endpoint: `${operation.key} ${endpoint.name}`, caller: caller.name, fault: answer.text })
        }
        if (endpoint.isInternal) {
          const answer = await endpoint.ask(args, { 'x-internal-secret': INTERNAL_SECRET }, 'internal')
          if (answer.status >= 300) faults.push({ endpoint: endpoint.name, caller: 'a service', fault: answer.text })
        }
      }
    }
    expect(textsOf(faults)).toEqual([])
    expect(WORDS.filter((word) => !texts.includes(`${alpha.mark}-${word}`))).toEqual([])
  })
})
