import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openApiFaultsOf } from '../../../tests/gateway/openapi-faults.ts'
import { LINK } from '../../../tests/support/hosted-service.ts'
import { describeContract, type OpenApiDocument, openApiOf, platformOpenApiOf } from './openapi.ts'

const shared = readFileSync(new URL('../../../schema/directives.graphql', import.meta.url), 'utf8')

const sdl = `${shared}${LINK}
  type Query {
    "The notes; newest first. All of them."
    notes("The page." page: Int = 0, "Only of this colour." colour: Colour = RED, "Words." words: [String!]): NotePage!
      @access @rest(route: "GET /api/notes")
    "Notes by colour."
    noteCounts("Since." since: Date!, "Of this colour; of all, if left out." colour: Colour): [Count!]! @access
      @rest(route: "GET /api/notes", when: "view=counts")
    "Notes as a page." notesPage("Words." words: [String!]): Bytes @inaccessible @access
      @rest(route: "GET /api/notes", as: BYTES, accept: "text/html")
    "One note."
    note("Its id." id: SafeInt!): Note @access @rest(route: "GET /api/notes/{id}")
      @rest(route: "GET /api/jottings/{id}")
    "Every note." allNotes: [Note!]! @inaccessible @access @rest(route: "GET /api/all-notes", as: STREAM)
    "A file." file("Its name." name: String!): Bytes @inaccessible @access
      @rest(route: "GET /api/files/{name}", as: BYTES)
    "A wider view." fullNotes: [Note!]! @access @rest(route: "GET /api/full-notes", include: ["text"])
    "Perhaps." perhaps: Note @access @rest(route: "GET /api/perhaps", onNull: 204)
    "Ping." ping: Boolean! @access @rest(route: "GET /api/ping")
  }
  type Mutation {
    "Adds a note." addNote("The note." note: NewNote!): Outcome! @access(roles: [ADMIN, USER])
      @rest(route: "POST /api/notes", status: 201)
    "Moves it." move("Its id." id: SafeInt!, "Where to." to: String!, "How far." far: Int = 1): Note! @access
      @rest(route: "POST /api/notes/{id}/move")
    "Sets colours." paint("Its id." id: SafeInt!, "The colours." colours: [Colour!]! @restParam(in: BODY),
      "The version." version: String @restParam(name: "If-Match", in: HEADER)): Boolean! @access
      @rest(route: "PUT /api/notes/{id}/colours", status: 204)
    "Mows." mow("The colours that go." colours: [Colour!]! @restParam(in: BODY, only: ["GREEN", "RED"]), "Where."
      where: String @restParam(in: QUERY)): Boolean!
      @access @rest(route: "POST /api/mowing", status: 204, errors: ["CONFLICT"])
    "Takes a file." upload("Its name." name: String!, "The bytes." file: Bytes! @restParam(in: STREAM)): Boolean!
      @inaccessible @access @rest(route: "POST /api/files", status: 204, bodyLimit: 1000)
    "Inside only." inside("What." what: String): Boolean! @inaccessible @access(roles: [INTERNAL])
      @rest(route: "POST /api/internal/inside", status: 204)
  }
  "What a note looks like." enum Colour { "Like blood." RED @restName(name: "red") "Like grass." GREEN }
  "A note." type Note { "Its id." id: SafeInt! "Its title." title: String @restName(name: "note_title") "Its colour."
    colour: Colour! "When." madeAt: DateTime! "Parts." parts: [Part!] "In full." text: String @restOmit }
  "A part." type Part { "Its name." name: String! }
  "A page." type NotePage { "Rows." content: [Note!]! "All." totalElements: SafeInt! }
  "How many." type Count { "Colour." colour: Colour "Number." count: Int! }
  "It could not be stored." type NotStored @restStatus(code: 202) { "Why." reason: String! }
  union Outcome = Note | NotStored
  "A new note." input NewNote { "Its title." title: String! @restName(name: "note_title") "Its colour." colour: Colour =
    GREEN "Inside it." inner: NewNote "Anything." details: JSON }
`

const service = describeContract('claims', sdl)
const document = openApiOf(service, '1.2.3')

const operation = (method: string, path: string) => {
  const found = document.paths[path]?.[method]
  if (found === undefined) throw new Error(`${method} ${path} is not described`)
  return found
}

const statusesOf = (method: string, path: string) => Object.keys(operation(method, path).responses)

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('the document is one of OpenAPI 3.1', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'FleetOps: claims', version: '1.2.3' },
    servers: [{ url: '/claims' }],
  })
  expect(openApiFaultsOf(document)).toEqual([])
})

test('the committed documents are of OpenAPI 3.1', () => {
  const folder = new URL('../../../schema/openapi/', import.meta.url)
  const names = readdirSync(folder)
  expect(names).toHaveLength(9)
  for (const name of names) {
    const text: OpenApiDocument = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
    expect({ name, faults: openApiFaultsOf(text) }).toEqual({ name, faults: [] })
  }
})

describe('an operation', () => {
  test('has its words, parameters and defaults from the SDL', () => {
    expect(operation('get', '/api/notes')).toMatchObject({
      operationId: 'notes',
      summary: 'The notes',
      security: [{ bearer: [] }],
      parameters: [
        {
          name: 'page',
          in: 'query',
          required: false,
          schema: { type: 'integer', format: 'int32', default: 0 },
        },
        { name: 'colour', in: 'query', required: false, schema: { ...ref('Colour'), default: 'red' } },
        { name: 'words', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        { name: 'since', in: 'query', required: false, schema: { type: 'string', format: 'date' } },
        { name: 'view', in: 'query', required: false, schema: { type: 'string', enum: ['counts'] } },
      ],
    })
  })

  test('that shares its path with another form documents both', () => {
    expect(operation('get', '/api/notes').responses['200']).toMatchObject({
      content: { 'application/json': { schema: { anyOf: [ref('NotePage'), { type: 'array', items: ref('Count') }] } } },
    })
    expect(operation('get', '/api/notes').description).toContain('With `view=counts`: Notes by colour.')
  })

  test('says of each parameter with which forms of its path it goes', () => {
    const words = operation('get', '/api/notes').parameters.map(({ name, description }) => [name, description])
    expect(Object.fromEntries(words)).toEqual({
      page: 'The page. Not with `view=counts` or `Accept: text/html`.',
      colour:
        'Only of this colour. With `view=counts`: Of this colour; of all, if left out. Not with `Accept: text/html`.',
      words: 'Words. Not with `view=counts`.',
      since: 'Since. Only with `view=counts`.',
      view: 'Selects another form of the answer.',
    })
  })

  test('has an id of its own on each path', () => {
    expect(operation('get', '/api/notes/{id}').operationId).toBe('note')
    expect(operation('get', '/api/jottings/{id}').operationId).toBe('note2')
  })

  test('answers each member of a union with its status', () => {
    expect(operation('post', '/api/notes').responses).toMatchObject({
      201: { description: 'A note.', content: { 'application/json': { schema: ref('Note') } } },
      202: { description: 'It could not be stored.', content: { 'application/json': { schema: ref('NotStored') } } },
    })
  })

  test('names the roles that may call, where not all may', () => {
    expect(operation('post', '/api/notes')).toMatchObject({ 'x-roles': ['ADMIN', 'USER'] })
    expect(operation('get', '/api/notes')).not.toHaveProperty('x-roles')
  })

  test('takes a body as a whole, by its keys, as a list or as bytes', () => {
    const json = (path: string, method = 'post') => operation(method, path).requestBody
    expect(json('/api/notes')).toMatchObject({
      required: true,
      content: { 'application/json': { schema: ref('NewNote') } },
    })
    expect(json('/api/notes/{id}/move')).toMatchObject({
      content: {
        'application/json': {
          schema: { properties: { to: { type: 'string' }, far: { type: ['integer', 'null'] } }, required: ['to'] },
        },
      },
    })
    expect(json('/api/notes/{id}/colours', 'put')).toMatchObject({
      content: { 'application/json': { schema: { type: 'array', items: ref('Colour') } } },
    })
    expect(json('/api/files')).toEqual({
      description: 'The bytes. At most 1,000 bytes.',
      required: true,
      content: { '*/*': {} },
    })
    expect(operation('post', '/api/files').parameters).toMatchObject([{ name: 'name', in: 'query', required: true }])
  })

  test('answers streams and bytes as what they are', () => {
    expect(operation('get', '/api/all-notes').responses['200']).toMatchObject({
      content: { 'application/json': { schema: { type: 'array', items: ref('Note') } } },
    })
    expect(operation('get', '/api/files/{name}').responses['200']).toMatchObject({ content: { '*/*': {} } })
  })

  test('names the errors that can occur, and no others', () => {
    expect(statusesOf('get', '/api/ping')).toEqual(['200', '400', '401', '500', '503'])
    expect(statusesOf('get', '/api/notes/{id}')).toEqual(['200', '400', '401', '404', '500', '503'])
    expect(statusesOf('get', '/api/perhaps')).toEqual(['200', '204', '400', '401', '500', '503'])
    expect(statusesOf('post', '/api/notes')).toEqual(['201', '202', '400', '401', '403', '413', '415', '500', '503'])
    expect(statusesOf('put', '/api/notes/{id}/colours')).toEqual([
      '204',
      '400',
      '401',
      '404',
      '409',
      '412',
      '413',
      '415',
      '500',
      '503',
    ])
    expect(statusesOf('post', '/api/mowing')).toEqual(['204', '400', '401', '409', '413', '415', '500', '503'])
    expect(statusesOf('post', '/api/files')).toEqual(['204', '400', '401', '413', '500', '503'])
    expect(statusesOf('post', '/api/internal/inside')).toEqual(['204', '400', '401', '413', '415', '500', '503'])
    expect(document.components.responses.NotFound).toMatchObject({
      content: { 'application/problem+json': { schema: ref('Problem') } },
    })
  })
})

describe('a schema', () => {
  test('has the REST names, every field that is sent, and null where it may be', () => {
    expect(document.components.schemas.Note).toEqual({
      type: 'object',
      description: 'A note.',
      properties: {
        id: expect.objectContaining({ type: 'integer', format: 'int64', description: 'Its id.' }),
        note_title: { type: ['string', 'null'], description: 'Its title.' },
        colour: { ...ref('Colour'), description: 'Its colour.' },
        madeAt: { type: 'string', format: 'date-time', pattern: expect.any(String), description: 'When.' },
        parts: { type: ['array', 'null'], items: ref('Part'), description: 'Parts.' },
      },
      required: ['id', 'note_title', 'colour', 'madeAt', 'parts'],
    })
    expect(document.components.schemas.Count).toMatchObject({
      properties: { colour: { anyOf: [ref('Colour'), { type: 'null' }] } },
    })
    expect(document.components.schemas.Colour).toMatchObject({ type: 'string', enum: ['red', 'GREEN'] })
  })

  test('of what is sent may hold itself and anything', () => {
    expect(document.components.schemas.NewNote).toMatchObject({
      properties: {
        note_title: { type: 'string' },
        colour: { default: 'GREEN' },
        inner: { anyOf: [ref('NewNote'), { type: 'null' }] },
        details: { description: 'Anything.' },
      },
      required: ['note_title'],
    })
  })

  test('of a wider selection has a name of its own', () => {
    expect(operation('get', '/api/full-notes').responses['200']).toMatchObject({
      content: { 'application/json': { schema: { items: ref('FullNotesNote') } } },
    })
    expect(document.components.schemas.FullNotesNote).toMatchObject({
      required: expect.arrayContaining(['id', 'text']),
    })
  })
})

describe('the platform', () => {
  const platform = platformOpenApiOf([service, { ...service, name: 'fleet' }], '1.2.3')

  test('has every service under its prefix, each with names of its own', () => {
    expect(openApiFaultsOf(platform)).toEqual([])
    expect(platform.paths['/claims/api/ping']?.get?.operationId).toBe('claims.ping')
    expect(platform.paths['/fleet/api/ping']?.get?.operationId).toBe('fleet.ping')
    expect(Object.keys(platform.components.schemas)).toEqual(
      expect.arrayContaining(['claims.Note', 'fleet.Note', 'Problem']),
    )
  })

  test('has no internal routes', () => {
    expect(JSON.stringify(platform)).not.toMatch(/internal\/|internalSecret|X-Internal/)
    expect(document.paths['/api/internal/inside']?.post).toMatchObject({ security: [{ internalSecret: [] }] })
  })
})

test('paths that only differ in the names of their variables are refused', () => {
  const twins = describeContract(
    'claims',
    `${shared}${LINK} type Query { a(id: Int!): Int @access @rest(route: "GET /api/x/{id}") }
     type Mutation { b(key: Int!): Int @access @rest(route: "PUT /api/x/{key}") }`,
  )
  expect(() => openApiOf(twins, '1')).toThrow('"/api/x/{id}" and "/api/x/{key}" are one path')
})
