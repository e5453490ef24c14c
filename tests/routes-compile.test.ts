import { getNamedType, isInputObjectType, parse } from 'graphql'
import { expect, it } from 'vitest'
import { SERVICES } from '../gateway/services.ts'
import { compileOperation } from '../subgraphs/kit/graphql/compiled-operation.ts'
import { directiveOf } from '../subgraphs/kit/graphql/directives.ts'
import { readSdl, restSchemaOf } from '../subgraphs/kit/graphql/schema.ts'
import { PURPOSE_ROUTES, purposeOf } from '../subgraphs/kit/http/request-kinds.rules.ts'
import { compileRoutes } from '../subgraphs/kit/rest/routes.ts'

// A process compiles the operation of a route at its first request.
it.each([...SERVICES.map(({ sdl }) => sdl), 'gateway.graphql'])('each route of %s can be compiled', (file) => {
  const schema = restSchemaOf(readSdl(file))
  const documents = compileRoutes(schema).flatMap(({ as, document }) => (as === 'JSON' ? [document] : []))
  for (const document of documents) expect(() => compileOperation(schema, parse(document)), document).not.toThrow()
})

const ROUTES = SERVICES.flatMap(({ name, sdl }) =>
  compileRoutes(restSchemaOf(readSdl(sdl))).map((route) => ({
    ...route,
    name: `${name} ${route.method} ${route.path}`,
  })),
)

it('what is more important than users, or less, are routes of the contract, and all that agents call is among it', () => {
  const names = new Set(ROUTES.map(({ name }) => name))
  const known = PURPOSE_ROUTES.map(([service, method, path]) => `${service} ${method} ${path}`)
  expect(known.filter((name) => !names.has(name))).toEqual([])
  for (const [service, method, path, purpose] of PURPOSE_ROUTES)
    for (const each of [path, `/${service}${path}`]) expect(purposeOf(method, each), each).toBe(purpose)
  const ofAgents = ROUTES.filter(({ access }) => access.roles?.includes('AGENT') === true)
  expect(ofAgents.length).toBeGreaterThan(5)
  expect(ofAgents.filter(({ method, path }) => purposeOf(method, path).kind === 'user')).toEqual([])
})

/** What the contract says of bodies that select what they apply to, besides those that have a filter. */
const SELECTING = ['MaintenanceWindowInput', 'RolloutChange', 'WebhookChange', 'WebhookInput']

it('a body that has a filter is refused for a field that it does not have', () => {
  const inputs = SERVICES.flatMap(({ sdl }) =>
    Object.values(restSchemaOf(readSdl(sdl)).getTypeMap()).filter((type) => isInputObjectType(type)),
  )
  const isFilter = ({ name }: { readonly name: string }) => name.includes('Filter')
  const filtering = inputs.filter(
    (type) =>
      SELECTING.includes(type.name) ||
      isFilter(type) ||
      Object.values(type.getFields()).some((field) => isFilter(getNamedType(field.type))),
  )
  expect(filtering.length).toBeGreaterThan(SELECTING.length + 3)
  const lenient = filtering.filter((type) => directiveOf(type, 'strict') === null)
  expect(lenient.map(({ name }) => name)).toEqual([])
})
