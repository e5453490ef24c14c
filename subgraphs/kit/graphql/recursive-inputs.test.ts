import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { ADMIN_PRINCIPAL, NOW, noStores } from '../../../tests/support/hosted-service.ts'
import { openOperation } from './context.ts'
import { createExecuteGraphQL, createPrepareGraphQL } from './execute.ts'

const principal = ADMIN_PRINCIPAL
const { context } = openOperation(noStores, { principal, token: 'raw', traceId: 'trace' }, () => NOW)

const schema = buildSchema(`
  type Query { count(where: Where): String }
  input Where { state: String not: Where any: [Clause!] }
  input Clause { all: [Where!]! }
`)
const count = schema.getQueryType()?.getFields().count
if (count !== undefined) count.resolve = (_source, { where }) => JSON.stringify(where)

const execute = createExecuteGraphQL(schema, () => {})
const prepare = createPrepareGraphQL(schema, () => {})
const query =
  'query ($where: Where, $clauses: [Clause!]) { count(where: $where) other: count(where: { any: $clauses }) }'
const where = { not: { any: [{ all: [{ state: 'DOWN' }] }] } }
const data = { count: JSON.stringify(where), other: '{}' }

test('an operation with variables whose types hold themselves is executed', async () => {
  expect(await execute({ query, variables: { where } }, context)).toEqual({ data })
  expect(await prepare({ query })({ where }, context)).toEqual({ data })
})

test('such a variable is checked', async () => {
  const variables = { where: { not: { any: [{ all: [{ state: 'DOWN', place: 1 }] }] } } }
  const { data: none, errors } = await execute({ query, variables }, context)
  expect(none).toBeUndefined()
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT'])
})

test('a type that two others hold is no type that holds itself', async () => {
  const shared = buildSchema(`
    type Query { count(where: Where): String }
    input Where { first: Left second: Right }
    input Left { range: Range }
    input Right { range: Range }
    input Range { from: Int }
  `)
  const answer = await createExecuteGraphQL(shared, () => {})(
    {
      query: 'query ($where: Where) { count(where: $where) }',
      variables: { where: { second: { range: { from: 1 } } } },
    },
    context,
  )
  expect(answer).toEqual({ data: { count: null } })
})
