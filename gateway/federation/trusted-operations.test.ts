import { GraphQLError } from 'graphql'
import { expect, it } from 'vitest'
import { ADMIN_PRINCIPAL } from '../../tests/support/hosted-service.ts'
import { createOperationTurns } from './admission.ts'
import { createTrustedOperations } from './trusted-operations.ts'

const caller = { principal: ADMIN_PRINCIPAL, token: null, traceId: 'trace' }

/** Trusted operations that stay with Apollo Server, and what was prepared of them. */
const open = () => {
  const prepared: [query: string, operationName: string | null][] = []
  const trusted = createTrustedOperations({
    prepare(query, operationName) {
      prepared.push([query, operationName])
      if (query.includes('invalid')) throw new GraphQLError('invalid')
      return null
    },
    hooks: [],
    turns: createOperationTurns(),
    formatError: (formatted) => formatted,
  })
  const execute = (query: string, operationName: string | null = null) =>
    trusted.execute({ query, variables: {}, operationName }, { caller, authorization: '' })
  return { prepared, trusted, execute }
}

it('a trusted document is prepared once, at start or when it is first asked for, valid or not', () => {
  const { prepared, trusted, execute } = open()
  trusted.prepare('{ valid }')
  expect(() => trusted.prepare('{ invalid }')).toThrow('invalid')
  for (const query of ['{ valid }', '{ invalid }', '{ later }', '{ later }']) expect(execute(query)).toBeNull()
  expect(prepared.map(([query]) => query)).toEqual(['{ valid }', '{ invalid }', '{ later }'])
})

it('an operation of a trusted document is prepared once under its name, and no other name is', () => {
  const { prepared, execute } = open()
  const query = 'query A { one } query B { two } fragment C on Query { three }'
  for (const name of ['A', 'A', 'B', 'C', '', 'a', 'x'.repeat(1_000)]) expect(execute(query, name)).toBeNull()
  expect(prepared).toEqual([
    [query, 'A'],
    [query, 'B'],
  ])
})

it('a text that is no document is left to Apollo Server', () => {
  const { prepared, execute } = open()
  expect(execute('{ invalid')).toBeNull()
  expect(execute('{ invalid', 'A')).toBeNull()
  expect(prepared).toEqual([['{ invalid', null]])
})
