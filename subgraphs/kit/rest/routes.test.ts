import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { FieldFault } from '../common/errors.ts'
import { compileRoutes, type Route } from './routes.ts'

const DIRECTIVES = `
  directive @access(roles: [String!]) on FIELD_DEFINITION
  directive @rest(route: String! when: String accept: String status: Int onNull: Int as: String bodyLimit: String
    operationId: String include: [String!] etag: String errors: [String!] safe: Boolean = true
  ) repeatable on FIELD_DEFINITION
  directive @restParam(name: String in: String only: [String!]) on ARGUMENT_DEFINITION
  enum Colour { RED GREEN }
  type Thing { x: Int y(most: Int = 1): Int z: Int @restOmit }
  directive @restOmit on FIELD_DEFINITION
  input New { text: String! }
  scalar JSON scalar Bytes
`
const query = (fields: string) => compileRoutes(buildSchema(`${DIRECTIVES} type Query { ${fields} }`))
const mutation = (fields: string) =>
  compileRoutes(buildSchema(`${DIRECTIVES} type Query { q: Int @access } type Mutation { ${fields} }`))
const only = (routes: readonly Route[]): Route => {
  const [route, ...more] = routes
  if (route === undefined || more.length > 0) throw new Error('not one route')
  return route
}
/** Where each argument comes from, with a star where it is required. */
const sources = (route: Route) =>
  route.arguments.map(({ restName, from, required }) => `${restName} ${from}${required ? ' *' : ''}`)

describe('a route', () => {
  it('has the defaults of the contract', () => {
    expect(only(query('a: Int @access @rest(route: "GET /api/a")'))).toMatchObject({
      method: 'GET',
      path: '/api/a',
      when: null,
      accept: null,
      status: 200,
      onNull: 404,
      as: 'JSON',
      bodyLimitBytes: 1_048_576,
      operationId: 'a',
      internal: false,
      access: { roles: null },
      operation: 'query',
      arguments: [],
      etag: null,
      errors: [],
      isSafe: true,
      document: 'query Rest { answer: a  }',
    })
  })

  it('is what its directive says', () => {
    const text = `a(id: Int!): Thing @access(roles: ["ADMIN"])
      @rest(route: "PUT /api/internal/a/{id}", when: "view=b", accept: "text/x-y.z+json",
      status: 201, onNull: 204, as: "BYTES", bodyLimit: "70", operationId: "other", include: ["y"], errors:
        ["CONFLICT", "NOT_FOUND"])`
    expect(only(mutation(text))).toMatchObject({
      method: 'PUT',
      path: '/api/internal/a/{id}',
      when: { key: 'view', value: 'b' },
      accept: 'text/x-y.z+json',
      status: 201,
      onNull: 204,
      as: 'BYTES',
      bodyLimitBytes: 70,
      operationId: 'other',
      internal: true,
      access: { roles: ['ADMIN'] },
      operation: 'mutation',
      errors: ['CONFLICT', 'NOT_FOUND'],
      document: 'mutation Rest($id: Int!) { answer: a(id: $id) { x y } }',
    })
    expect(only(query('a: Int @access @rest(route: "GET /api/a", as: "STREAM")')).as).toBe('STREAM')
    expect(only(query('a: Int @access @rest(route: "GET /api/a", as: "OTHER")')).as).toBe('JSON')
    expect(only(query('a: Int @access @rest(route: "GET /x/api/internal/a")')).internal).toBe(false)
    expect(only(query('a: Int @access @rest(route: "GET /api/a", safe: false)')).isSafe).toBe(false)
  })

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('may be one of %s', (method) => {
    expect(only(mutation(`a: Int @access @rest(route: "${method} /api/a")`)).method).toBe(method)
  })

  it('is there for each use of the directive, and for no field without', () => {
    const routes = query('a: Int @access @rest(route: "GET /api/a") @rest(route: "GET /api/b") c: Int @access')
    expect(routes.map(({ path }) => path)).toEqual(['/api/a', '/api/b'])
  })

  it('gets its entity tag by a query that takes no more than it', () => {
    const text = `a(id: Int, b: Int): Int @access @rest(route: "GET /api/a/{id}", etag: "tag") tag(id: Int):
      String @access`
    const { etag, document } = only(query(text))
    expect(etag?.name).toBe('tag')
    expect(document).toBe('query Rest($id: Int, $b: Int) { etag: tag(id: $id) answer: a(id: $id, b: $b)  }')
  })
})

describe('the arguments of a route', () => {
  it('come from the template, else from the query where there is no body', () => {
    for (const method of ['GET', 'DELETE'])
      expect(
        sources(
          only(mutation(`a(id: Int!, b: Int!, c: Int! = 1, d: New): Int @access @rest(route: "${method} /api/{id}")`)),
        ),
      ).toEqual(['id PATH *', 'b QUERY *', 'c QUERY', 'd QUERY'])
  })

  it('are the keys of the body, or the body itself where there is one input object', () => {
    const of = (args: string) => sources(only(mutation(`a(${args}): Int @access @rest(route: "POST /api/{id}")`)))
    expect(of('id: Int!, b: Int')).toEqual(['id PATH *', 'b BODY_KEY'])
    expect(of('id: Int!, b: New!')).toEqual(['id PATH *', 'b BODY *'])
    expect(of('id: Int!, b: New')).toEqual(['id PATH *', 'b BODY'])
    expect(of('id: Int!, b: New!, c: Int')).toEqual(['id PATH *', 'b BODY_KEY *', 'c BODY_KEY'])
    expect(of('id: Int!, b: [New!]!')).toEqual(['id PATH *', 'b BODY_KEY *'])
    expect(of('id: Int!, b: [New!]')).toEqual(['id PATH *', 'b BODY_KEY'])
  })

  it('come from where they say; a body that is spoken for feeds nothing else', () => {
    const of = (args: string) => sources(only(mutation(`a(${args}): Int @access @rest(route: "POST /api/a")`)))
    expect(of('b: [Int!]! @restParam(in: "BODY"), c: Int')).toEqual(['b BODY *', 'c QUERY'])
    expect(of('b: Bytes! @restParam(in: "STREAM"), c: Int')).toEqual(['b STREAM *', 'c QUERY'])
    expect(of('b: Int @restParam(in: "QUERY"), c: Int')).toEqual(['b QUERY', 'c BODY_KEY'])
    expect(of('b: String @restParam(in: "HEADER", name: "If-Match"), c: Int')).toEqual([
      'If-Match HEADER',
      'c BODY_KEY',
    ])
    expect(of('b: Int @restParam(name: "other")')).toEqual(['other BODY_KEY'])
    expect(of('b: Int @restParam(in: "ELSEWHERE")')).toEqual(['b BODY_KEY'])
  })

  it('are text in path, query and header, and JSON in the body', () => {
    const read = (route: Route, value: unknown) =>
      route.arguments.map(({ coerce }) => {
        const faults: FieldFault[] = []
        const given = coerce(value, 'x', faults)
        return faults.length === 0 ? given : 'faulty'
      })
    const post = (args: string) => only(mutation(`a(${args}): Int @access @rest(route: "POST /api/{id}")`))
    const all = 'id: Int!, b: Int @restParam(in: "QUERY"), c: Int @restParam(in: "HEADER"), d: Int'
    expect(read(post(all), '7')).toEqual([7, 7, 7, 'faulty'])
    expect(read(post('id: Int!, b: Int @restParam(in: "BODY")'), '7')).toEqual([7, 'faulty'])
    expect(read(post('id: Int!, b: [Int!] @restParam(in: "BODY")'), '7')).toEqual([7, 'faulty'])
    // Of plain JSON each value is its service's to read.
    expect(read(post('id: Int, b: JSON @restParam(in: "BODY")'), [{ c: '\u0000' }])[1]).toEqual([{ c: '\u0000' }])
    expect(read(post('id: Int, b: JSON'), [{ c: '\u0000' }])[1]).toBe('faulty')
  })

  it('take the values of an enum that they name', () => {
    const route = only(
      mutation('a(b: Colour @restParam(only: ["RED"]), c: Colour): Int @access @rest(route: "POST /api/a")'),
    )
    expect(route.arguments.map(({ taken }) => taken)).toEqual([['RED'], null])
    const faults: FieldFault[] = []
    route.arguments[0]?.coerce('GREEN', 'b', faults)
    expect(faults).toEqual([{ field: 'b', message: 'must be one of RED, not "GREEN"' }])
  })
})

describe('a route is refused at start', () => {
  const faultOf = (fields: string) => {
    try {
      mutation(fields)
      return 'none'
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  const post = (args: string, more = '') => `a${args}: Int @access @rest(route: "POST /api/a"${more})`
  const at = 'Mutation.a @rest(route: "POST /api/a"): '

  it.each([
    [post('', ', when: "a"'), `${at}"when" must read "key=value", not "a"`],
    [post('', ', when: "a="'), `${at}"when" must read "key=value", not "a="`],
    [post('', ', when: "=a"'), `${at}"when" must read "key=value", not "=a"`],
    [post('', ', when: "a=b=c"'), `${at}"when" must read "key=value", not "a=b=c"`],
    [post('', ', accept: "text"'), `${at}"accept" must be a media type, not "text"`],
    [post('', ', accept: "text/x y"'), `${at}"accept" must be a media type, not "text/x y"`],
    [post('', ', accept: " text/x"'), `${at}"accept" must be a media type, not " text/x"`],
    [post('', ', errors: ["CONFLICT", "OTHER"]'), `${at}there is no error OTHER`],
    [post('(b: Colour @restParam(only: ["RED", "BLUE"]))'), '@restParam(only: …) of b: there is no value BLUE'],
    [post('(b: Int @restParam(only: ["RED"]))'), '@restParam(only: …) of b: there is no value RED'],
    [post('(b: Int! @restParam(in: "PATH"))'), `${at}nothing feeds the argument b`],
    [
      post('(b: Int @restParam(in: "BODY"), c: Bytes @restParam(in: "STREAM"))'),
      `${at}only one argument may be the body`,
    ],
    ['a: Int @rest(route: "POST /api/a")', `${at}the field has no @access`],
    [
      'a: Int @access @rest(route: "POST /api/{b}/{c}")',
      'Mutation.a @rest(route: "POST /api/{b}/{c}"): no argument is named {b}',
    ],
    [
      'a(b: Bytes! @restParam(in: "STREAM")): Int @access @rest(route: "DELETE /api/a")',
      'Mutation.a @rest(route: "DELETE /api/a"): nothing feeds the body of a DELETE',
    ],
    [
      'a(b: Int! @restParam(in: "BODY")): Int @access @rest(route: "GET /api/a")',
      'Mutation.a @rest(route: "GET /api/a"): nothing feeds the body of a GET',
    ],
    [
      'a: Int @access @rest(route: "POST api/a")',
      'Mutation.a @rest(route: "POST api/a"): a route reads "METHOD /path"',
    ],
    ['a: Int @access @rest(route: "POST")', 'Mutation.a @rest(route: "POST"): a route reads "METHOD /path"'],
    ['a: Int @access @rest(route: "POST /a b")', 'Mutation.a @rest(route: "POST /a b"): a route reads "METHOD /path"'],
    ['a: Int @access @rest(route: "HEAD /a")', 'Mutation.a @rest(route: "HEAD /a"): a route reads "METHOD /path"'],
    [
      'a(x: Int): Int @access @rest(route: "GET /a/{x}") b(y: Int): Int @access @rest(route: "GET /a/{y}")',
      'duplicate route "GET /a/{y}": of a and b',
    ],
    [
      'a: Int @access @rest(route: "GET /a", accept: "a/b") b: Int @access @rest(route: "GET /a", accept: "a/b")',
      'duplicate route "GET /a": of a and b',
    ],
  ])('%s', (fields, fault) => {
    expect(faultOf(fields)).toBe(fault)
  })

  it.each([
    ['a(b: Int @restParam(in: "PATH")): Int @access @rest(route: "POST /api/a")'],
    ['a(b: Int @restParam(in: "BODY")): Int @access @rest(route: "GET /api/a")'],
    ['a(b: Int! @restParam(in: "BODY")): Int @access @rest(route: "PATCH /api/a")'],
    ['a: Int @access @rest(route: "GET /a") b: Int @access @rest(route: "POST /a")'],
    ['a: Int @access @rest(route: "GET /a") b: Int @access @rest(route: "GET /a", when: "b=1")'],
    ['a: Int @access @rest(route: "GET /a", when: "b=2") b: Int @access @rest(route: "GET /a", when: "b=1")'],
    ['a: Int @access @rest(route: "GET /a") b: Int @access @rest(route: "GET /a", accept: "a/b")'],
  ])('unlike %s', (fields) => {
    expect(faultOf(fields)).toBe('none')
  })
})
