import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LINK } from '../../../tests/support/hosted-service.ts'
import { describeContract } from '../openapi/openapi.ts'
import { createRouteFinder } from './route-finder.ts'

const shared = readFileSync(new URL('../../../schema/directives.graphql', import.meta.url), 'utf8')
const { routes } = describeContract(
  'claims',
  `${shared}${LINK} type Query {
    plain: Int @access @rest(route: "GET /api/x")
    counts: Int @access @rest(route: "GET /api/x", when: "view=counts")
    part(id: Int!, of: Int!): Int @access @rest(route: "GET /api/x/{id}/parts/{of}")
  }
  type Mutation { put: Int @access @rest(route: "PUT /api/x") }`,
)

test('routes are found by method and path, all that share them together', () => {
  const find = createRouteFinder(routes)
  const names = (...given: Parameters<typeof find>) => find(...given).map(({ field }) => field.name)
  expect(names('GET', '/api/x')).toEqual(['plain', 'counts'])
  expect(names('PUT', '/api/x')).toEqual(['put'])
  expect(names('GET', '/api/x/1/parts/2')).toEqual(['part'])
  expect(names('GET', `/api/x/1/parts/${'2'.repeat(512)}`)).toEqual(['part'])
  for (const path of ['/api/y', '/api/x/1/parts', '']) expect(names('GET', path)).toEqual([])
  expect(names('DELETE', '/api/x')).toEqual([])
})
