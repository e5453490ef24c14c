import { describe, expect, test } from 'vitest'
import { openTestService, recordingLog } from '../../../tests/support/hosted-service.ts'
import type { ResolverMap } from '../graphql/subgraph-schema.ts'

const boot = (sdl: string, resolvers: ResolverMap) => openTestService({ sdl, resolvers }, recordingLog().log)

const answer = { Query: { a: () => 1, b: () => 1 } }

const faultOf = async (sdl: string, resolvers: ResolverMap): Promise<string> => {
  try {
    await boot(sdl, resolvers)
    return 'it started'
  } catch (error) {
    return String(error)
  }
}

/** The fault of a service with two root fields, each with what the test puts behind it. */
const faultOfFields = (a: string, b = 'b: Int @access') => faultOf(`type Query { ${a} ${b} }`, answer)

describe('a service does not start', () => {
  test('with a root field without @access', async () => {
    expect(await faultOfFields('a: Int')).toContain('no @access: Query.a')
  })

  test('with a root field without a resolver', async () => {
    expect(await faultOf('type Query { a: Int @access }', {})).toContain('no resolver: Query.a')
    expect(
      await faultOf('type Query { a: Int @access } type Mutation { c: Int @access }', { Query: { a: () => 1 } }),
    ).toContain('no resolver: Mutation.c')
  })

  test('with the same route twice, whatever its variables are called', async () => {
    const a = 'a(id: Int): Int @access @rest(route: "GET /api/x/{id}")'
    const b = 'b(key: Int): Int @access @rest(route: "GET /api/x/{key}")'
    expect(await faultOfFields(a, b)).toContain('duplicate route "GET /api/x/{key}": of a and b')
  })

  test('with the same `when` on one path twice', async () => {
    const a = 'a: Int @access @rest(route: "GET /api/x", when: "view=counts")'
    const b = 'b: Int @access @rest(route: "GET /api/x", when: "view=counts")'
    expect(await faultOfFields(a, b)).toContain('duplicate route "GET /api/x"')
  })

  test('with a template variable that no argument takes', async () => {
    expect(await faultOfFields('a: Int @access @rest(route: "GET /api/x/{id}")')).toContain('no argument is named {id}')
  })

  test('with a required argument that nothing feeds', async () => {
    expect(await faultOfFields('a(id: Int! @restParam(in: PATH)): Int @access @rest(route: "GET /api/x")')).toContain(
      'nothing feeds the argument id',
    )
    expect(
      await faultOfFields('a(ids: [Int!]! @restParam(in: BODY)): Int @access @rest(route: "GET /api/x")'),
    ).toContain('nothing feeds the body of a GET')
  })

  test('with a `when` that is no "key=value"', async () => {
    for (const when of ['view', 'view=', '=counts', 'view=a=b'])
      expect(await faultOfFields(`a: Int @access @rest(route: "GET /api/x", when: "${when}")`)).toContain(
        '"when" must read "key=value"',
      )
  })

  test('with a route that is no "METHOD /path"', async () => {
    for (const route of ['/api/x', 'FETCH /api/x', 'GET api/x', 'GET /api/x extra', ''])
      expect(await faultOfFields(`a: Int @access @rest(route: "${route}")`)).toContain('a route reads "METHOD /path"')
  })

  test('with an included field that the type does not have', async () => {
    const sdl =
      'type Query { a: Thing @access @rest(route: "GET /api/x", include: ["nothing"]) } type Thing { id: Int }'
    expect(await faultOf(sdl, answer)).toContain('nothing')
  })

  test('with two arguments for one body', async () => {
    const sdl = `type Query { q: Int @access }
      type Mutation { a(x: Int @restParam(in: BODY), y: Int @restParam(in: BODY)): Int @access
        @rest(route: "POST /api/x") }`
    expect(await faultOf(sdl, { Query: { q: () => 1 }, Mutation: { a: () => 1 } })).toContain('only one argument')
  })
})

test('a service starts with the same path under two methods and with `when` beside the plain route', async () => {
  const sdl = `type Query {
      a: Int @access @rest(route: "GET /api/x") @rest(route: "GET /api/y")
      b: Int @access @rest(route: "GET /api/x", when: "view=counts")
    }
    type Mutation { c: Int @access @rest(route: "POST /api/x") }`
  const hosted = await boot(sdl, { ...answer, Mutation: { c: () => 1 } })
  expect(hosted.routes.map(({ method, path, when }) => `${method} ${path} ${when?.value ?? ''}`)).toEqual([
    'GET /api/x ',
    'GET /api/y ',
    'GET /api/x counts',
    'POST /api/x ',
  ])
})
