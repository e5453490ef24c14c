import { GraphQLError } from 'graphql'
import { expect, it } from 'vitest'
import { ADMIN_PRINCIPAL } from '../../tests/support/hosted-service.ts'
import { createTurns } from './admission.ts'
import { createTrustedOperations } from './trusted-operations.ts'

const caller = { principal: ADMIN_PRINCIPAL, token: null, traceId: 'trace' }

it('a trusted document is prepared once, at start or when it is first asked for, valid or not', () => {
  const prepared: string[] = []
  const trusted = createTrustedOperations({
    prepare(query) {
      prepared.push(query)
      if (query === 'invalid') throw new GraphQLError('invalid')
      return null
    },
    hooks: [],
    turns: createTurns(),
    formatError: (formatted) => formatted,
  })
  trusted.prepare('valid')
  expect(() => trusted.prepare('invalid')).toThrow('invalid')
  for (const query of ['valid', 'invalid', 'later', 'later'])
    expect(trusted.execute({ query, variables: {}, operationName: null }, { caller, authorization: '' })).toBeNull()
  expect(prepared).toEqual(['valid', 'invalid', 'later'])
})
