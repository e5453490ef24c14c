import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USER_ROLES } from '../../subgraphs/kit/auth/claims.rules.ts'
import type { ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { directiveOf, directivesOf } from '../../subgraphs/kit/graphql/directives.ts'
import type { Route } from '../../subgraphs/kit/rest/routes.ts'
import { createListeners } from '../../subgraphs/kit/runtime/standalone.ts'
import type { HostedService } from '../../subgraphs/kit/service/service.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'

const ROLES = [...USER_ROLES, 'AGENT'] as const
type Role = (typeof ROLES)[number]
type Field = GraphQLField<unknown, never>
type Verdict = 'allowed' | 'forbidden'

let platform: WholePlatform
let services: readonly [ServiceName, HostedService][]
const tokens = new Map<Role, string>()

beforeAll(async () => {
  platform = await openWholePlatform({ start: false })
  services = [...platform.gateway.hosted]
  for (const role of ROLES) tokens.set(role, await platform.token({ role, institutions: ['ACME'] }))
}, 60_000)
afterAll(() => platform?.close())

const SCALARS: Readonly<Record<string, unknown>> = {
  SafeInt: 1,
  Int: 1,
  Float: 1,
  Boolean: true,
  UUID: '00000000-0000-4000-8000-000000000000',
  Date: '2026-05-14',
  DateTime: '2026-05-14T00:00:00Z',
  LocalDateTime: '2026-05-14T00:00:00',
  JSON: {},
}

/** A value that fits an argument, so that a refusal is one of access. */
const sampleOf = (type: GraphQLInputType): unknown => {
  if (isNonNullType(type)) return sampleOf(type.ofType)
  if (isListType(type)) return [sampleOf(type.ofType)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (!isInputObjectType(type)) return SCALARS[type.name] ?? 'X'
  const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
  return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.type)]))
}

/** The text that asks for one field with what it needs, and its variables. */
const askingFor = (field: Field) => {
  const required = field.args.filter((argument) => isNonNullType(argument.type) && argument.defaultValue === undefined)
  const list = (text: (name: string, type: string) => string) =>
    required.length === 0 ? '' : `(${required.map(({ name, type }) => text(name, String(type))).join(', ')})`
  const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'
  return {
    declared: required.map(({ name, type }) => `$${name}: ${type}`).join(', '),
    text: `${field.name}${list((name) => `${name}: $${name}`)}${selection}`,
    variables: Object.fromEntries(required.map(({ name, type }) => [name, sampleOf(type)])),
  }
}

const verdictOfGraph = (errors: unknown): Verdict => {
  const refused = Array.isArray(errors) && errors.some((error) => /^The role \w+ may not/.test(Object(error).message))
  if (refused)
    for (const { extensions } of errors.filter((error) => /^The role/.test(Object(error).message)))
      expect(extensions).toMatchObject({ code: 'FORBIDDEN', http: { status: 403 } })
  return refused ? 'forbidden' : 'allowed'
}

const verdictOfRest = async (service: string, route: Route, role: Role): Promise<Verdict> => {
  const path = route.path.replaceAll(/\{\w+\}/g, '1')
  const query = route.when === null ? '' : `?${route.when.key}=${route.when.value}`
  const answer = await platform.ask(route.method, `/${service}${path}${query}`, {
    as: tokens.get(role) ?? '',
    ...(route.method === 'GET' || route.method === 'DELETE' ? {} : { body: {} }),
    headers: route.accept === null ? {} : { accept: route.accept },
  })
  const refused = answer.status === 403 && /^The role/.test(Object(answer.body).detail)
  return refused ? 'forbidden' : 'allowed'
}

const callerOf = async (role: Role) => {
  const token = tokens.get(role) ?? ''
  return {
    principal: await platform.gateway.authenticator.authenticate(`Bearer ${token}`),
    token,
    traceId: '0'.repeat(32),
  }
}

/** The service's own graph, as a caller who reaches the service directly uses it. */
const verdictOfService = async (
  hosted: HostedService,
  query: string,
  variables: Record<string, unknown>,
  role: Role,
) => {
  const { errors, data } = await hosted.execute({ query, variables }, await callerOf(role))
  const words = (errors ?? []).filter(({ extensions }) => extensions.code === 'BAD_USER_INPUT' && data === undefined)
  expect(words.map(({ message }) => message)).toEqual([])
  return verdictOfGraph(errors)
}

const routesOf = ({ routes }: HostedService, name: string) => routes.filter(({ field }) => field.name === name)

const entitiesOf = ({ contract }: HostedService): GraphQLObjectType[] =>
  Object.values(contract.schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType =>
      isObjectType(type) && directivesOf(type, 'key').some(({ resolvable }) => resolvable !== false),
  )

const representationOf = (type: GraphQLObjectType) => {
  const key = String(directivesOf(type, 'key')[0]?.fields)
  const field = type.getFields()[key]
  return { __typename: type.name, [key]: SCALARS[getNamedType(field?.type)?.name ?? ''] ?? 'X' }
}

describe('who may read an entity by reference', { timeout: 60_000 }, () => {
  /** What the query that gives the same says, on REST and in the graph. */
  const verdictsOfRoot = async (name: string, hosted: HostedService, root: Field, role: Role): Promise<Verdict[]> => {
    const { declared, text, variables } = askingFor(root)
    const query = `query${declared === '' ? '' : ` (${declared})`} { ${text} }`
    const onRest = await Promise.all(routesOf(hosted, root.name).map((route) => verdictOfRest(name, route, role)))
    return [...onRest, await verdictOfService(hosted, query, variables, role)]
  }

  it.each(ROLES)('is who may read the same on REST, field by field, for %s', async (role) => {
    const disagreements: unknown[] = []
    let compared = 0
    const known = new Map<string, Verdict[]>()
    for (const [name, hosted] of services) {
      for (const type of entitiesOf(hosted)) {
        for (const field of Object.values(type.getFields())) {
          const like = String(directiveOf(field, 'access')?.sameAs ?? directiveOf(type, 'access')?.sameAs)
          const coordinate = `${name}: ${type.name}.${field.name}`
          const root = hosted.contract.schema.getQueryType()?.getFields()[like]
          if (root === undefined) throw new Error(`${coordinate} has no counterpart on REST to compare it with`)
          const verdicts = known.get(`${name} ${like}`) ?? (await verdictsOfRoot(name, hosted, root, role))
          known.set(`${name} ${like}`, verdicts)
          const { declared, text, variables } = askingFor(field)
          const query = `query ($of: [_Any!]!${declared === '' ? '' : `, ${declared}`})
            { _entities(representations: $of) { ... on ${type.name} { ${text} } } }`
          const inGraph = await verdictOfService(hosted, query, { ...variables, of: [representationOf(type)] }, role)
          compared += 1
          if (verdicts.some((verdict) => verdict !== inGraph)) disagreements.push({ coordinate, inGraph, verdicts })
        }
      }
    }
    expect(disagreements).toEqual([])
    expect(compared).toBeGreaterThan(50)
  })
})

describe('the graph of a service that runs alone', () => {
  const REPRESENTATIONS = `query ($of: [_Any!]!)
    { _entities(representations: $of) { __typename ... on Atm { name } ... on Incident { title } ... on Institution
    { key } } }`

  it('refuses an agent, and shows another tenant nothing, whatever references they make up', async () => {
    const event = { agentAtmId: 'ALONE-1', eventType: 'DISPENSER_JAM', eventTime: '' }
    const as = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    const stored = await platform.ask('POST', '/agent-proxy/api/journal-events', { as, body: event })
    const { atmId, incidentId } = Object(stored.body)
    const { publicApp, internalApp } = createListeners(
      { ...platform.gateway, metrics: new Registry() },
      'incident',
      () => true,
    )
    try {
      const of = [
        { __typename: 'Atm', id: atmId },
        { __typename: 'Atm', agentAtmId: 'ALONE-1', name: 'mine', institutionKey: 'BETA' },
        { __typename: 'Incident', id: incidentId, title: 'mine' },
        { __typename: 'Institution', key: 'ACME' },
      ]
      const ask = async (app: typeof publicApp, token: string) => {
        const answer = await app.inject({
          method: 'POST',
          url: '/graphql',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          payload: { query: REPRESENTATIONS, variables: { of } },
        })
        return { status: answer.statusCode, body: answer.json() }
      }
      const foreign = await ask(publicApp, await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA'] }))
      expect(foreign.body).toEqual({ data: { _entities: [null, null, null, null] } })
      const refused = await ask(publicApp, as)
      expect(refused.body.data).toEqual({ _entities: [null, null, null, null] })
      expect(refused.body.errors.map(({ extensions }: { extensions: unknown }) => extensions)).toEqual(
        of.map(() => ({ code: 'FORBIDDEN', http: { status: 403 } })),
      )
      const own = await ask(publicApp, await platform.token({ role: 'USER', institutions: ['ACME'] }))
      expect(own.body.data._entities.map(({ __typename }: { __typename: string }) => __typename)).toEqual(
        of.map(({ __typename }) => __typename),
      )
      // There is no graph behind the internal listeners.
      expect((await ask(internalApp, as)).status).toBe(404)
      expect((await fetch(`${platform.internalUrl}/graphql`, { method: 'POST', body: '{}' })).status).toBe(404)
    } finally {
      await publicApp.close()
      await internalApp.close()
    }
  })
})
