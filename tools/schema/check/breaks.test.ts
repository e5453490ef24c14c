import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkContract } from './check.ts'
import { checkModel, type Edit, MODEL_TOPICS, modelContract, withParsed } from './model-contract.testing.ts'

// One test for each kind of change that breaks clients; each is refused at the places that are named, and at no other.

type Break = readonly [what: string, paths: readonly string[], ...edits: readonly Edit[]]

const CLAIMS = 'claims.graphql'
const FLEET = 'fleet.graphql'
const GATEWAY = 'gateway.graphql'

/** A place in an answer of every route that gives notes. */
const inNotes = (place: string): readonly string[] => [
  `GET /api/notes 200[].${place}`,
  `GET /api/notes/{id} 200.${place}`,
  `POST /api/notes 201.${place}`,
]

const pathsOf = (changes: readonly { readonly path: string }[]) => [...new Set(changes.map(({ path }) => path))].sort()

const refusedFor = async (...edits: readonly Edit[]) => pathsOf((await checkModel(edits)).refused)

const TYPES: readonly Break[] = [
  [
    'a type with another name',
    ['Found', 'Page'],
    [CLAIMS, 'type Page {', 'type Leaf {'],
    [CLAIMS, 'Note | Page', 'Note | Leaf'],
  ],
  [
    'a field that is removed',
    ['Note.tags', ...inNotes('tags')],
    [CLAIMS, 'tags: [String!]! @listSize(assumedSize: 20)', ''],
  ],
  [
    'a field with another name',
    ['Note.size', 'document Tasks', ...inNotes('size')],
    [CLAIMS, 'size: Float', 'weight: Float'],
  ],
  ['a field of another type', ['Note.size', ...inNotes('size')], [CLAIMS, 'size: Float', 'size: String']],
  [
    'a field that may become null',
    ['Note.colour', ...inNotes('colour')],
    [CLAIMS, 'colour: Colour!', 'colour: Colour'],
  ],
  [
    'a list whose items may become null',
    ['Note.tags', ...inNotes('tags[]')],
    [CLAIMS, 'tags: [String!]!', 'tags: [String]!'],
  ],
  [
    'an enum value that is removed',
    ['Colour.GREEN', 'GET /api/notes query.colour', 'POST /api/notes body.colour'],
    [CLAIMS, 'RED GREEN', 'RED'],
  ],
  [
    'an enum value that answers may now have',
    ['Colour.BLUE', ...inNotes('colour')],
    [CLAIMS, 'RED GREEN', 'RED GREEN BLUE'],
  ],
  ['a union member that is removed', ['Found'], [CLAIMS, 'union Found = Note | Page', 'union Found = Note']],
  [
    'a union member that answers may now have',
    ['Found'],
    [CLAIMS, 'union Found = Note | Page', 'type Leaf { number: Int! } union Found = Note | Page | Leaf'],
  ],
  [
    'an interface that answers may now be another type of',
    ['Page'],
    [CLAIMS, 'type Page {', 'type Page implements Named { title: String!'],
  ],
  ['an interface that a type no longer has', ['Note'], [CLAIMS, 'implements Named ', '']],
  [
    'a field that is hidden',
    ['Note.tags'],
    [CLAIMS, 'tags: [String!]! @listSize', 'tags: [String!]! @inaccessible @listSize'],
  ],
  ['a mutation that is removed', ['Mutation.pickNote'], [CLAIMS, 'pickNote(pick: Pick!): Note @access', '']],
]

const ARGUMENTS: readonly Break[] = [
  ['an argument that is removed', ['Query.found.word'], [CLAIMS, 'found(word: String)', 'found']],
  ['an argument that becomes required', ['Query.found.word'], [CLAIMS, 'word: String', 'word: String!']],
  ['a new required argument', ['Query.found.kind'], [CLAIMS, 'word: String', 'word: String, kind: Int!']],
  ['an argument of another type', ['Query.found.word'], [CLAIMS, 'word: String', 'word: Int']],
  ['an argument with another default', ['Note.related.first'], [CLAIMS, 'first: Int = 10', 'first: Int = 5']],
  ['an argument without its default', ['Note.related.first'], [CLAIMS, 'first: Int = 10', 'first: Int']],
  [
    'an input field with another default',
    ['NewNote.shade', 'POST /api/notes body.shade'],
    [CLAIMS, '"light"', '"dark"'],
  ],
  ['an input field that is removed', ['NewNote.lines', 'POST /api/notes body.lines'], [CLAIMS, 'lines: [Line!]', '']],
  [
    'an input field with another name',
    ['Line.text', 'Line.words', 'POST /api/notes body.lines[].text', 'POST /api/notes body.lines[].words'],
    [CLAIMS, 'input Line { text', 'input Line { words'],
  ],
  [
    'an input field of a narrower type',
    ['Line.text', 'POST /api/notes body.lines[].text'],
    [CLAIMS, 'input Line { text: String!', 'input Line { text: Int!'],
  ],
  [
    'an input field that becomes required',
    ['NewNote.colour', 'POST /api/notes body.colour'],
    [CLAIMS, 'colour: Colour shade', 'colour: Colour! shade'],
  ],
  ['a new required input field', ['Pick.page'], [CLAIMS, 'input Pick {', 'input Pick { page: Int!']],
]

const DIRECTIVES: readonly Break[] = [
  ['a key that is removed', ['Note @key'], [CLAIMS, '@key(fields: "title") ', '']],
  ['a key by which nothing is found any more', ['Note @key'], [CLAIMS, '"title")', '"title", resolvable: false)']],
  [
    'a narrower @access of a field that only the graph has, and of what follows it by sameAs',
    ['Note.related @access', 'Query.found @access'],
    [CLAIMS, '[Found!] @access(roles: [USER, ADMIN])', '[Found!] @access(roles: [ADMIN])'],
  ],
  [
    'a narrower @access of an entity',
    ['Note @access'],
    [CLAIMS, '"title") @access(roles: [USER, ADMIN])', '"title") @access(roles: [USER])'],
  ],
  [
    'an @access that names roles for the first time',
    ['Query.tasks @access'],
    [FLEET, '[Task!]! @access', '[Task!]! @access(roles: [ADMIN])'],
  ],
  ['a list of which fewer may be asked for', ['Note.related size'], [CLAIMS, 'assumedSize: 50', 'assumedSize: 30']],
  [
    'a removal before the date until which it was announced to stay',
    ['Note.old', ...inNotes('old')],
    [CLAIMS, 'old: String @deprecated(reason: "Use title.", until: "2027-01-31")', ''],
  ],
  ['an announcement of an earlier date', ['Note.old @deprecated'], [CLAIMS, '2027-01-31', '2026-12-31']],
]

const COSTS: readonly Break[] = [
  ['a field that costs more', ['Query.sheets @cost'], [CLAIMS, '@cost(weight: 30)', '@cost(weight: 40)']],
  ['a field that costs something for the first time', ['Note.size @cost'], [CLAIMS, 'Float', 'Float @cost(weight: 1)']],
  [
    'a field that costs so much that a trusted document is above a limit',
    ['Query.sheets @cost', 'document Sheets'],
    [CLAIMS, '@cost(weight: 30)', '@cost(weight: 199999)'],
  ],
  [
    'an argument by which a list is counted no more',
    ['Note.related @listSize'],
    [CLAIMS, 'assumedSize: 50, slicingArguments: ["first"]', 'assumedSize: 50'],
  ],
  [
    'an argument by which a list is counted besides, as the largest counts',
    ['Query.sheets @listSize'],
    [CLAIMS, '["size"], sizedFields', '["size", "page"], sizedFields'],
  ],
  [
    'a list of a page that is counted by the arguments no more',
    ['Query.sheets @listSize'],
    [CLAIMS, 'sizedFields: ["content"], ', ''],
    [CLAIMS, 'content: [Sheet!]!', 'content: [Sheet!]! @listSize(assumedSize: 100)'],
  ],
  [
    'a slicing argument that must be given',
    ['Note.related @listSize', 'Query.notes @listSize', 'Query.sheets @listSize'],
    [CLAIMS, ', requireOneSlicingArgument: false', ''],
  ],
]

const ROUTES: readonly Break[] = [
  ['another path', ['GET /api/notes/{id}'], [CLAIMS, 'GET /api/notes/{id}', 'GET /api/note/{id}']],
  [
    'another name in generated clients',
    ['GET /api/archive operationId'],
    [CLAIMS, 'operationId: "readArchive"', 'operationId: "openArchive"'],
  ],
  ['another method', ['POST /api/notes'], [CLAIMS, 'POST /api/notes', 'PUT /api/notes']],
  ['another status', ['POST /api/notes 201', 'POST /api/notes 202'], [CLAIMS, 'status: 201', 'status: 202']],
  ['an error that is no longer answered', ['POST /api/notes 409'], [CLAIMS, ', errors: ["CONFLICT"]', '']],
  [
    'an entity tag that is no longer sent',
    ['GET /api/notes/{id} 200 header.ETag', 'GET /api/notes/{id} header.If-None-Match'],
    [CLAIMS, ', etag: "noteTag"', ''],
  ],
  ['a header that is read by another name', ['GET /api/archive header.X-Mark'], [CLAIMS, 'X-Mark', 'X-Sign']],
  [
    'another form of an answer',
    ['GET /api/archive 200', 'Query.archive'],
    [CLAIMS, '): Bytes', '): String'],
    [CLAIMS, ', as: BYTES', ''],
  ],
  ['a field by another name', inNotes('size'), [CLAIMS, 'size: Float', 'size: Float @restName(name: "weight")']],
  ['a field that is left out', inNotes('size'), [CLAIMS, 'size: Float', 'size: Float @restOmit']],
  [
    'a parameter with another default',
    ['GET /api/notes query.size', 'Query.notes.size'],
    [CLAIMS, 'size: Int = 20', 'size: Int = 10'],
  ],
  [
    'a parameter that selects what was given without one',
    ['GET /api/notes/{id} query.view'],
    [CLAIMS, '"GET /api/notes/{id}"', '"GET /api/notes/{id}", when: "view=one"'],
  ],
  [
    'a parameter that takes fewer values of its enum',
    ['Query.notes.colour @restParam'],
    [CLAIMS, 'notes(colour: Colour,', 'notes(colour: Colour @restParam(only: ["RED"]),'],
  ],
  [
    'a body whose values are refused together',
    ['Mutation.sendTitles.titles @restParam'],
    [CLAIMS, ', asSent: true', ''],
  ],
  ['a smaller body limit', ['POST /api/notes bodyLimit'], [CLAIMS, 'bodyLimit: 4096', 'bodyLimit: 2048']],
]

const GATEWAYS: readonly Break[] = [
  ['a field that is removed', ['GET /api/jobs 200[].schedule', 'Job.schedule'], [GATEWAY, ' schedule: String', '']],
  [
    'an argument that is removed',
    ['GET /api/jobs query.service', 'Query.jobs.service'],
    [GATEWAY, 'jobs(service: String)', 'jobs'],
  ],
  ['another path', ['GET /api/jobs'], [GATEWAY, 'GET /api/jobs', 'GET /api/all-jobs']],
  [
    'a narrower @access',
    ['GET /api/jobs access', 'Query.jobs @access'],
    [GATEWAY, '@access(roles: [USER, ADMIN])', '@access(roles: [ADMIN])'],
  ],
]

describe.each([
  ['the types', TYPES],
  ['arguments and inputs', ARGUMENTS],
  ['what directives say', DIRECTIVES],
  ['what operations cost', COSTS],
  ['the routes', ROUTES],
  ['the SDL of the gateway', GATEWAYS],
])('of %s', (_part, breaks) => {
  const cases = breaks.map(([what, paths, ...edits]) => [what, paths, edits] as const)
  test.each(cases)('%s is refused', async (_what, paths, edits) => {
    expect(await refusedFor(...edits)).toEqual([...paths].sort())
  })
})

test('a default body limit that becomes smaller is refused for each route without its own', async () => {
  const base = modelContract([[CLAIMS, ', bodyLimit: 4096', '']])
  const current = modelContract([
    [CLAIMS, ', bodyLimit: 4096', ''],
    ['directives.graphql', 'bodyLimit: Int = 1048576', 'bodyLimit: Int = 1024'],
  ])
  expect(pathsOf((await checkContract({ base, current, today: '2026-11-20' })).refused)).toEqual([
    'POST /api/notes bodyLimit',
  ])
})

test('a list whose length is not known any more fails the check, as the gateway would not start', async () => {
  const edit: Edit = [CLAIMS, ' @listSize(assumedSize: 10)', '']
  await expect(checkModel([edit])).rejects.toThrow('these lists have no @listSize: Query.found')
})

test('a trusted document with another text under the same id is refused', async () => {
  const edit: Edit = ['operations/trusted.json', 'query Notes { notes', 'query Notes { more: notes']
  expect(await refusedFor(edit)).toEqual(['document Notes'])
})

test('a service that is gone is refused, with its routes and its part of the graph', async () => {
  const base = modelContract()
  const current = { ...modelContract(), services: base.services.filter(({ name }) => name !== 'fleet') }
  const { refused } = await checkContract({ base, current, today: '2026-11-20' })
  expect(pathsOf(refused)).toEqual(['Query.tasks', 'Task', 'document Tasks', 'schema/fleet.graphql'])
})

describe('of topics', () => {
  type Change = Parameters<typeof withParsed>[0]
  const topicBreaks: readonly (readonly [string, readonly string[], Change])[] = [
    [
      'a field with another name',
      ['files.parsed data.id', 'files.parsed data.fileId'],
      ({ fileId, ...shape }) => ({ ...shape, id: fileId }),
    ],
    ['a field that may be missing', ['files.parsed data.gaps'], (shape) => ({ ...shape, gaps: shape.gaps.optional() })],
    ['a field of another type', ['files.parsed data.note'], (shape) => ({ ...shape, note: shape.fileId })],
    ['a field that may become null', ['files.parsed data.fileId'], (s) => ({ ...s, fileId: s.fileId.nullable() })],
    [
      'a value that messages may now have',
      ['files.parsed data.status'],
      (shape) => ({ ...shape, status: z.enum(['PARSED', 'FAILED', 'PARTIAL']) }),
    ],
    [
      'a field that may now be of another type as well',
      ['files.parsed data.fileId'],
      (shape) => ({ ...shape, fileId: z.union([shape.fileId, z.object({ id: z.int() })]) }),
    ],
    ['a new field that older messages do not have', ['files.parsed data.id'], (s) => ({ ...s, id: s.fileId })],
  ]
  test.each(topicBreaks)('%s is refused', async (_what, paths, change) => {
    expect(pathsOf((await checkModel([], withParsed(change))).refused)).toEqual([...paths].sort())
  })

  test('another key is refused', async () => {
    expect(
      pathsOf(
        (
          await checkModel(
            [],
            withParsed((shape) => shape, 'fileId'),
          )
        ).refused,
      ),
    ).toEqual(['files.parsed key'])
  })

  test('a topic that is gone is refused', async () => {
    expect(pathsOf((await checkModel([], MODEL_TOPICS.slice(1))).refused)).toEqual(['files.parsed'])
  })
})

describe('what breaks no client', () => {
  const passing: readonly (readonly [what: string, ...edits: readonly Edit[]])[] = [
    ['the same contract', [CLAIMS, 'RED GREEN', 'RED GREEN']],
    ['a new field', [CLAIMS, 'size: Float', 'size: Float weight: Int']],
    ['a new optional argument', [CLAIMS, 'word: String', 'word: String, kind: Int']],
    ['a wider @access', [CLAIMS, '@access(roles: [USER, ADMIN])', '@access(roles: [USER, ADMIN, AGENT])']],
    ['a field that costs less', [CLAIMS, '@cost(weight: 30)', '@cost(weight: 20)']],
    ['a field that costs nothing any more', [CLAIMS, ' @cost(weight: 30)', '']],
    [
      'an argument by which a list is counted',
      [CLAIMS, 'assumedSize: 10)', 'assumedSize: 10, slicingArguments: ["most"], requireOneSlicingArgument: false)'],
      [CLAIMS, 'word: String', 'word: String, most: Int = 10'],
    ],
    [
      'a body whose values are refused one by one',
      [CLAIMS, 'addNote(note: NewNote!)', 'addNote(note: NewNote! @restParam(in: BODY, asSent: true))'],
    ],
    ['a longer list', [CLAIMS, 'assumedSize: 50', 'assumedSize: 80']],
    ['a larger body limit', [CLAIMS, 'bodyLimit: 4096', 'bodyLimit: 8192']],
    ['another key', [CLAIMS, '@key(fields: "title")', '@key(fields: "title") @key(fields: "size")']],
    [
      'a new route',
      [GATEWAY, '@rest(route: "GET /api/jobs")', '@rest(route: "GET /api/jobs") @rest(route: "GET /jobs")'],
    ],
    ['a new interface', [CLAIMS, 'type Page {', 'interface Paged { number: Int! } type Page implements Paged {']],
    [
      'a new union',
      [CLAIMS, 'type Query {', 'type Query { other: Other @access'],
      [CLAIMS, 'union Found', 'union Other = Note | Page union Found'],
    ],
    ['another description', [CLAIMS, 'enum Colour', '"What it looks like." enum Colour']],
    ['a later date of removal', [CLAIMS, '2027-01-31', '2027-12-31']],
    ['a deprecation', [CLAIMS, 'size: Float', 'size: Float @deprecated(reason: "Weigh it.", until: "2027-06-30")']],
  ]
  const cases = passing.map(([what, ...edits]) => [what, edits] as const)
  test.each(cases)('%s passes', async (_what, edits) => {
    expect(await refusedFor(...edits)).toEqual([])
  })
})
