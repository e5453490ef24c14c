import { describe, expect, test } from 'vitest'
import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import { describeContract, openApiOf } from '../../../subgraphs/kit/openapi/openapi.ts'
import { LINK } from '../../../tests/support/hosted-service.ts'
import { CompositionError, composeGraph } from '../compose.ts'
import { classify, readEntries } from './changes.ts'
import { compareOpenApi } from './compare-openapi.ts'
import { compareGraphs } from './compare-sdl.ts'

/** Without what was recorded of use. */
const NOBODY = { today: '2026-11-20', isUnused: () => false }

const DIRECTIVES = `
  enum RestIn { PATH QUERY HEADER BODY STREAM }
  enum RestBody { JSON STREAM BYTES }
  enum Role { USER ADMIN AGENT }
  directive @rest(route: String!, when: String, status: Int = 200, onNull: Int = 404, as: RestBody = JSON, operationId:
    String, bodyLimit: Int = 1048576) repeatable on FIELD_DEFINITION
  directive @restParam(name: String, in: RestIn) on ARGUMENT_DEFINITION
  directive @restName(name: String!) on FIELD_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
  directive @restStatus(code: Int!) on OBJECT
  directive @access(roles: [Role!]) on FIELD_DEFINITION
`

const BEFORE = `
  type Query {
    notes(colour: Colour, size: Int = 20): [Note!]! @access(roles: [USER, ADMIN]) @rest(route: "GET /api/notes")
    note(id: Int!): Note @access @rest(route: "GET /api/notes/{id}")
  }
  type Mutation { addNote(note: NewNote!): Note! @access @rest(route: "POST /api/notes", status: 201) }
  enum Colour { RED GREEN }
  type Note { id: Int! title: String! colour: Colour! size: Float }
  input NewNote { title: String! colour: Colour }
`

const contractOf = (sdl: string) => describeContract('notes', `${LINK}${DIRECTIVES}${sdl}`)

const documentOf = (sdl: string) => {
  const document: unknown = JSON.parse(JSON.stringify(openApiOf(contractOf(sdl), '1.0.0')))
  if (!isRecord(document)) throw new Error('no document')
  return document
}

/** What the check says of the same contract with one text of it replaced by another. */
const changed = async (from: string, to: string) => {
  expect(BEFORE).toContain(from)
  const after = BEFORE.replace(from, to)
  const graph = await compareGraphs('notes.graphql', contractOf(BEFORE).schema, contractOf(after).schema, NOBODY.today)
  const rest = compareOpenApi('notes.json', documentOf(BEFORE), documentOf(after))
  const breaking = (changes: typeof graph) => [
    ...new Set(changes.filter((change) => change.breaking).map(({ path }) => path)),
  ]
  return { graph: breaking(graph), rest: breaking(rest), all: [...graph, ...rest] }
}

test('the same contract has not changed', async () => {
  expect(await changed('RED GREEN', 'RED GREEN')).toEqual({ graph: [], rest: [], all: [] })
})

describe('of the graph', () => {
  test.each([
    ['a field that goes', 'size: Float', '', ['Note.size']],
    ['a field that may become null', 'title: String! colour: Colour!', 'title: String colour: Colour!', ['Note.title']],
    ['an argument that becomes required', 'colour: Colour, size', 'colour: Colour!, size', ['Query.notes.colour']],
    [
      'an input field that becomes required',
      'title: String! colour: Colour }',
      'title: String! colour: Colour! }',
      ['NewNote.colour'],
    ],
    ['an enum value that goes', 'RED GREEN', 'RED', ['Colour.GREEN']],
  ])('%s breaks clients', async (_what, from, to, paths) => {
    expect((await changed(from, to)).graph).toEqual(paths)
  })

  test.each([
    ['a new field', 'size: Float', 'size: Float weight: Int'],
    ['a new optional argument', 'colour: Colour, size', 'colour: Colour, word: String, size'],
    ['a field that is no longer null', 'size: Float', 'size: Float!'],
  ])('%s breaks no client', async (_what, from, to) => {
    const { graph, all } = await changed(from, to)
    expect(graph).toEqual([])
    expect(all.length).toBeGreaterThan(0)
  })
})

describe('of REST', () => {
  test.each([
    ['a route that goes', '@rest(route: "GET /api/notes/{id}")', '', ['GET /api/notes/{id}']],
    [
      'a field that goes',
      'size: Float }',
      '}',
      ['GET /api/notes 200[].size', 'GET /api/notes/{id} 200.size', 'POST /api/notes 201.size'],
    ],
    [
      'a field with another name',
      'id: Int! title',
      'id: Int! @restName(name: "no") title',
      ['GET /api/notes 200[].id', 'GET /api/notes/{id} 200.id', 'POST /api/notes 201.id'],
    ],
    [
      'a field that may become null',
      'id: Int! title',
      'id: Int title',
      ['GET /api/notes 200[].id', 'GET /api/notes/{id} 200.id', 'POST /api/notes 201.id'],
    ],
    ['a parameter that becomes required', 'size: Int = 20', 'size: Int!', ['GET /api/notes query.size']],
    ['a parameter that goes', 'colour: Colour, ', '', ['GET /api/notes query.colour']],
    ['a parameter of another type', 'size: Int = 20', 'size: Boolean', ['GET /api/notes query.size']],
    [
      'a body field that becomes required',
      'title: String! colour: Colour }',
      'title: String! colour: Colour! }',
      ['POST /api/notes body.colour'],
    ],
    [
      'a body field that is no longer read',
      'title: String! colour: Colour }',
      'title: String! }',
      ['POST /api/notes body.colour'],
    ],
    [
      'a value that is no longer taken',
      'RED GREEN',
      'RED',
      ['GET /api/notes query.colour', 'POST /api/notes body.colour'],
    ],
    ['another status', 'status: 201', 'status: 202', ['POST /api/notes 201', 'POST /api/notes 202']],
    ['a role that is shut out', 'roles: [USER, ADMIN]', 'roles: [ADMIN]', ['GET /api/notes access']],
    [
      'a route that only some may call',
      '@access @rest(route: "GET',
      '@access(roles: [USER]) @rest(route: "GET',
      ['GET /api/notes/{id} access'],
    ],
  ])('%s breaks clients', async (_what, from, to, paths) => {
    expect((await changed(from, to)).rest.sort()).toEqual(paths.sort())
  })

  test.each([
    ['a new route', '@rest(route: "GET /api/notes")', '@rest(route: "GET /api/notes") @rest(route: "GET /api/all")'],
    ['a new field', 'size: Float', 'size: Float weight: Int'],
    ['a new optional parameter', 'colour: Colour, size', 'colour: Colour, word: String, size'],
    ['a parameter that is no longer required', 'title: String! colour: Colour }', 'title: String colour: Colour }'],
    ['a role more', 'roles: [USER, ADMIN]', 'roles: [USER, ADMIN, AGENT]'],
    ['a field that is no longer null', 'size: Float', 'size: Float!'],
    [
      'a second form of an answer',
      'note(id',
      'count: Int! @access(roles: [USER, ADMIN]) @rest(route: "GET /api/notes", when: "view=count") note(id',
    ],
  ])('%s breaks no client', async (_what, from, to) => {
    expect((await changed(from, to)).rest).toEqual([])
  })
})

describe('a breaking change', () => {
  test('fails the check unless it is named with its reason', async () => {
    const { all } = await changed('size: Float', '')
    expect(classify(all, { ...NOBODY, entries: [] }).refused.map(({ path }) => path)).toContain('Note.size')
    const text =
      'Words.\n- `Note.size`: no client asked for it.\n- `GET /api/notes`: the same\n- `POST /api/notes 201.size`: ' +
      'the same\n'
    const { refused, accepted } = classify(all, { ...NOBODY, entries: readEntries(text) })
    expect(refused.map(({ path }) => path)).toEqual(['GET /api/notes/{id} 200.size'])
    expect(accepted.map(({ change, reason }) => `${change.path}: ${reason}`)).toEqual([
      'Note.size: no client asked for it.',
      'GET /api/notes 200[].size: the same',
      'POST /api/notes 201.size: the same',
    ])
  })

  test('is not accepted without a reason, nor by a line for something else', () => {
    expect(readEntries('- `Note.size`:\n- `Note.size`\nNote.size: why\n    - `Note.size`: an example')).toEqual([])
    const change = { file: 'x', path: 'Note.sizes', breaking: true, message: 'gone' }
    expect(classify([change], { ...NOBODY, entries: [{ path: 'Note.size', reason: 'why' }] }).refused).toEqual([change])
  })
})

describe('the answers that all routes have for errors', () => {
  const refusedFor = (from: string, to: string) => {
    const text = JSON.stringify(documentOf(BEFORE))
    expect(text).toContain(from)
    const after: unknown = JSON.parse(text.replaceAll(from, to))
    if (!isRecord(after)) throw new Error('no document')
    return compareOpenApi('notes.json', documentOf(BEFORE), after).map(({ path, breaking }) => `${breaking} ${path}`)
  }

  test.each([
    ['lose a field', '"traceId":{', '"trace":{', 'true Problem.traceId'],
    ['lose a header', '"WWW-Authenticate"', '"X-Sign"', 'true Unauthorized header.WWW-Authenticate'],
    ['may have a code that is new', '"INTERNAL",', '"INTERNAL","TIRED",', 'true Problem.code'],
  ])('break clients where they %s, and are named once', (_what, from, to, named) => {
    expect(refusedFor(from, to)).toEqual([named])
  })
})

test.each(['GET', 'Query', 'document'])('an entry for everything below %s entries nothing', (path) => {
  const all = ['GET /api/notes', 'Query.notes', 'document Notes'].map((one) => ({
    file: 'x',
    path: one,
    breaking: true,
    message: 'gone',
  }))
  expect(classify(all, { ...NOBODY, entries: [{ path, reason: 'why' }] })).toMatchObject({ refused: all, accepted: [] })
})

test('services that do not fit together are named plainly', () => {
  const one = `${LINK} type Query { a: Thing } type Thing @shareable { id: Int! }`
  const other = `${LINK} type Query { b: Thing } type Thing @shareable { id: String! }`
  const compose = () =>
    composeGraph([
      { name: 'claims', sdl: one },
      { name: 'fleet', sdl: other },
    ])
  expect(compose).toThrow(CompositionError)
  expect(compose).toThrow(/The services do not compose into one graph:\n {2}- .*Thing\.id/)
})

test('a contract that cannot be read is named, with its line', () => {
  const broken = `${LINK}\ntype Query {\n  a: Thing!!\n}`
  expect(() => composeGraph([{ name: 'claims', sdl: broken }])).toThrow(
    /- claims: Syntax Error: .* In the line: a: Thing!!$/,
  )
})
