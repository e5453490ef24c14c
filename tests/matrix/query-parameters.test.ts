import {
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SERVICES } from '../../gateway/services.ts'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'
import { directiveOf, restNameOf } from '../../subgraphs/kit/graphql/directives.ts'
import { readSdl, restSchemaOf } from '../../subgraphs/kit/graphql/schema.ts'
import type { Route, RouteArgument } from '../../subgraphs/kit/rest/routes.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'
import { nameOfRoute, OPERATIONS } from './operations.ts'

/** A form of an address that people read. */
type Form = { readonly name: string; readonly path: string; readonly route: Route }

const isRead = ({ method, internal, access }: Route): boolean =>
  method === 'GET' && !internal && (access.roles === null || access.roles.includes('ADMIN'))

/** The devices service answers it, whose parameters are others. */
const REWRITTEN = '/incident/api/atms/{id}'

/** The addresses of the services, each with its forms. */
const ADDRESSES: ReadonlyMap<string, readonly Form[]> = Map.groupBy(
  OPERATIONS.filter(({ service }) => service !== 'gateway')
    .flatMap((operation) =>
      operation.routes.filter(isRead).map((route) => ({
        name: nameOfRoute(operation, route),
        path: `${operation.prefix}${route.path}`,
        route,
      })),
    )
    .filter(({ path }) => path !== REWRITTEN),
  ({ path }) => path,
)

let platform: WholePlatform
let admin: string
beforeAll(async () => {
  platform = await openWholePlatform({ start: false })
  admin = await platform.token({ role: 'ADMIN', institutions: [] })
}, 60_000)
afterAll(() => platform?.close())

const SCALARS: Readonly<Record<string, string>> = {
  ...{ Date: '2026-11-20', DateTime: '2026-11-20T00:00:00Z', UUID: '00000000-0000-4000-8000-000000000000' },
  ...{ SafeInt: '1', Int: '1', Float: '1', Boolean: 'true' },
}
const sampleOf = (type: GraphQLInputType): string => {
  const named = getNamedType(type)
  const [first] = isEnumType(named) ? named.getValues() : []
  return first === undefined ? (SCALARS[named.name] ?? 'X') : restNameOf(first)
}

const queryOf = ({ arguments: all }: Route) => all.filter(({ from }) => from === 'QUERY')

/** A path with a sample of each of its variables. */
const targetOf = (path: string, route: Route): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, variable: string) => {
    const argument = route.arguments.find(({ restName }) => restName === variable)
    return argument === undefined ? 'X' : sampleOf(argument.definition.type)
  })

/** The fields that an answer names as faulty. */
const namedIn = (body: unknown): readonly string[] => {
  const errors: unknown = isRecord(body) ? body.errors : undefined
  return Array.isArray(errors) ? errors.map((error: { field: string }) => error.field) : []
}

/** The fields that the answer to a form names as faulty, with its status. */
const faultsOf = async ({ path, route }: Form, name: string, values: readonly string[]) => {
  const query = new URLSearchParams(route.when === null ? {} : { [route.when.key]: route.when.value })
  for (const { restName, required, definition } of queryOf(route))
    if (required && restName !== name) query.set(restName, sampleOf(definition.type))
  for (const value of values) query.append(name, value)
  const target = targetOf(path, route)
  const headers: Record<string, string> = route.accept === null ? {} : { accept: route.accept }
  const { status, body } = await platform.ask('GET', `${target}?${query}`, { as: admin, headers })
  return { status, isFaulty: status === 400 && namedIn(body).some((field) => field.replace(/\[\d+\]$/, '') === name) }
}

it('refuses with each form of an address the parameters that only its other forms have', async () => {
  const choosers = (forms: readonly Form[]) => new Set(forms.flatMap(({ route: { when } }) => when?.key ?? []))
  const taken: string[] = []
  let tried = 0
  for (const forms of ADDRESSES.values()) {
    const all = new Set(forms.flatMap(({ route }) => queryOf(route).map(({ restName }) => restName)))
    for (const form of forms) {
      const own = new Set(queryOf(form.route).map(({ restName }) => restName))
      for (const name of all) {
        if (own.has(name) || (choosers(forms).has(name) && name === form.route.when?.key)) continue
        tried += 1
        const { isFaulty } = await faultsOf(form, name, ['1'])
        if (!isFaulty) taken.push(`${form.name} takes ${name}`)
      }
    }
  }
  expect(taken).toEqual([])
  expect(tried).toBeGreaterThan(20)
}, 60_000)

/** Parameters that take known words only, or what an answer gave: no text on the edge of their lengths is one. */
const WORDS = ['group', 'eventType', 'after']

/** Parameters that choose the form of an answer: what is no form is refused. */
const NAMES_OF_FORMS = ['format', 'view']

/** Values on the edge of what a parameter takes, and beyond it. */
const edgesOf = ({ restName, definition }: RouteArgument): { taken: string[][]; refused: string[][] } => {
  const given = directiveOf(definition, 'constraint')
  if (given === null || given.pattern !== undefined) return { taken: [], refused: [] }
  const longest = given.is === 'agentAtmId' ? 128 : given.is === 'institutionKey' ? 64 : given.maxLength
  const isList = isListType(isNonNullType(definition.type) ? definition.type.ofType : definition.type)
  const text = (length: unknown) => (length === undefined ? [] : ['x'.repeat(Number(length))])
  const number = (value: unknown, step = 0) => (value === undefined ? [] : [String(Number(value) + step)])
  const beyond = longest === undefined ? [] : ['x'.repeat(Number(longest) + 1)]
  const tooMany = isList && given.maxItems !== undefined ? [Array<string>(Number(given.maxItems) + 1).fill('X')] : []
  return {
    taken: [...(WORDS.includes(restName) ? [] : text(longest)), ...number(given.min), ...number(given.max)].map(
      (value) => [value],
    ),
    refused: [...[...beyond, ...number(given.min, -1), ...number(given.max, 1)].map((value) => [value]), ...tooMany],
  }
}

it('takes of each parameter what its bounds in the SDL allow, and nothing beyond', async () => {
  const differences: string[] = []
  let tried = 0
  for (const form of [...ADDRESSES.values()].flat())
    for (const argument of queryOf(form.route)) {
      const { taken, refused } = edgesOf(argument)
      const { restName } = argument
      const shown = (values: readonly string[]) => `${restName}=${values[0]?.slice(0, 10)} (${values.join().length})`
      for (const values of taken) {
        tried += 1
        const { isFaulty } = await faultsOf(form, restName, values)
        if (isFaulty) differences.push(`${form.name} refuses ${shown(values)}`)
      }
      for (const values of refused) {
        tried += 1
        const { isFaulty, status } = await faultsOf(form, restName, values)
        if (!isFaulty) differences.push(`${form.name} answers ${shown(values)} with ${status}`)
      }
    }
  expect(differences).toEqual([])
  expect(tried).toBeGreaterThan(100)
}, 120_000)

/** True for a text of which the document does not say how long it may be. */
const isUnbounded = (definition: GraphQLArgument): boolean => {
  const { is, maxLength, pattern } = directiveOf(definition, 'constraint') ?? {}
  const isText = getNamedType(definition.type).name === 'String'
  return isText && !NAMES_OF_FORMS.includes(definition.name) && (is ?? maxLength ?? pattern) === undefined
}

it('bounds the length of every text that it is asked with', () => {
  const unbounded = [...ADDRESSES.values()]
    .flat()
    .flatMap(({ name, route }) =>
      queryOf(route).flatMap(({ restName, definition }) => (isUnbounded(definition) ? [`${name} ${restName}`] : [])),
    )
  expect(unbounded).toEqual([])
})

it('bounds the length of every text that a field of a record is asked with in the graph', () => {
  const unbounded = SERVICES.flatMap(({ sdl }) => {
    const schema = restSchemaOf(readSdl(sdl))
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
    return Object.values(schema.getTypeMap())
      .flatMap((type) => (isObjectType(type) && !isIntrospectionType(type) ? [type] : []))
      .filter((type) => !roots.includes(type))
      .flatMap((type) => Object.values(type.getFields()))
      .flatMap(({ name, args }) => args.filter(isUnbounded).map((argument) => `${sdl} ${name} ${argument.name}`))
  })
  expect(unbounded).toEqual([])
})

it('takes an empty text, word or switch of a read as if it were left out', async () => {
  const refusals: string[] = []
  for (const form of [...ADDRESSES.values()].flat())
    for (const { restName, required, definition } of queryOf(form.route)) {
      const named = getNamedType(definition.type)
      if (required || (!['String', 'Boolean'].includes(named.name) && !isEnumType(named))) continue
      if ((await faultsOf(form, restName, [''])).isFaulty) refusals.push(`${form.name} ${restName}`)
    }
  expect(refusals).toEqual([])
}, 60_000)

it('refuses an empty switch of what changes something, as `?dryRun` is meant to be on', async () => {
  const taken: string[] = []
  let tried = 0
  for (const operation of OPERATIONS.filter(({ service }) => service !== 'gateway'))
    for (const route of operation.routes.filter((one) => one.operation === 'mutation' && !one.internal))
      for (const { restName, definition } of queryOf(route)) {
        if (getNamedType(definition.type).name !== 'Boolean') continue
        for (const query of [restName, `${restName}=`]) {
          tried += 1
          const target = `${targetOf(`${operation.prefix}${route.path}`, route)}?${query}`
          const { status, body } = await platform.ask(route.method, target, { as: admin })
          if (status === 400 && namedIn(body).includes(restName)) continue
          taken.push(`${nameOfRoute(operation, route)} answers ${query} with ${status}`)
        }
      }
  expect(taken).toEqual([])
  expect(tried).toBeGreaterThan(0)
}, 60_000)
