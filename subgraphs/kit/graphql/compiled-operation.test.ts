import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { ADMIN_PRINCIPAL, NOW, noStores } from '../../../tests/support/hosted-service.ts'
import { openOperation } from './context.ts'
import { createExecuteGraphQL } from './execute.ts'
import { scalarResolvers } from './scalars.ts'

const { context } = openOperation(noStores, { principal: ADMIN_PRINCIPAL, token: 'raw', traceId: 'trace' }, () => NOW)

const schema = buildSchema(`
  scalar DateTime
  type Query { people(limit: Int!, since: DateTime): [Person!]! }
  type Person { friends: [Person]! name: String! asked: String! }
`)
const { people } = schema.getQueryType()?.getFields() ?? {}
if (people !== undefined)
  people.resolve = (_source, { limit, since }) => [
    {
      asked: `${limit} ${since instanceof Date} ${since instanceof Date ? since.toISOString() : since}`,
      friends: [{ friends: [{ name: 'Ann' }, { name: null }] }],
    },
  ]
Object.assign(schema.getType('DateTime') ?? {}, scalarResolvers.DateTime)
const execute = createExecuteGraphQL(schema, () => {})

test.each(['friends', '__proto__'])('a part that failed is null in an answer under the name %s', async (name) => {
  const query = `{ people(limit: 1) { ${name}: friends { friends { name } } } }`
  const { data, errors } = await execute({ query }, context)
  expect(JSON.parse(JSON.stringify(data))).toEqual(
    JSON.parse(`{ "people": [{ "${name}": [{ "friends": [{ "name": "Ann" }, null] }] }] }`),
  )
  expect(errors).toHaveLength(1)
})

const ASK = `query ($limit: Int! = 7, $since: DateTime = "2026-11-03T10:00:00.000Z") {
  people(limit: $limit, since: $since) { asked }
}`

test('variables that are left out have their defaults, parsed like those that are sent', async () => {
  const sent = { limit: 7, since: '2026-11-03T10:00:00.000Z' }
  const { data, errors } = await execute({ query: ASK, variables: sent }, context)
  expect(errors).toBeUndefined()
  expect(await execute({ query: ASK }, context)).toEqual({ data })
})

test('a variable that is sent replaces its default, and null does where it may be null', async () => {
  const { data } = await execute({ query: ASK, variables: { limit: 3, since: null } }, context)
  expect(data).toEqual({ people: [{ asked: '3 false null' }] })
})

test('the defaults are those of the operation that is asked for', async () => {
  const query = `
    query First($limit: Int! = 1) { people(limit: $limit) { asked } }
    query Second($limit: Int! = 2) { people(limit: $limit) { asked } }
  `
  const { data } = await execute({ query, operationName: 'Second' }, context)
  expect(data).toEqual({ people: [{ asked: '2 false undefined' }] })
})
