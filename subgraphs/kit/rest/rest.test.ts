import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListeningService, listenTestService, tokenFor } from '../../../tests/support/hosted-service.ts'

const sdl = `
  type Query {
    note(id: SafeInt!): Note @access @rest(route: "GET /api/notes/{id}") @rest(route: "GET /api/jottings/{id}")
    notes(page: Int = 0): NotePage! @access @rest(route: "GET /api/notes")
    noteCounts(colour: Colour): Counts! @access @rest(route: "GET /api/notes", when: "view=counts")
    echo(
      text: String, count: Int = 3, big: SafeInt, ratio: Float, on: Boolean, colour: Colour, tags: [String!],
      numbers: [Int!], day: Date, at: DateTime, local: LocalDateTime, ref: UUID,
      agent: String @restParam(name: "X-Agent", in: HEADER), size: Int @restParam(name: "page-size")
    ): JSON! @access @rest(route: "GET /api/echo")
    missing: Note @access @rest(route: "GET /api/missing/204", onNull: 204)
      @rest(route: "GET /api/missing/200", onNull: 200)
    chosen: Note! @access @rest(route: "GET /api/chosen", include: ["hidden", "owner"])
    outcomes: [Outcome!]! @access @rest(route: "GET /api/outcomes")
    wrapped: Wrapped! @access @rest(route: "GET /api/wrapped")
    admins: String! @access(roles: [ADMIN]) @rest(route: "GET /api/admins")
    nextNumber: Int! @access @rest(route: "GET /api/next-number", safe: false)
    hello(name: String!): String! @access @rest(route: "GET /api/hello/{name}")
  }
  type Mutation {
    createNote(input: NoteInput!): Note! @access @rest(route: "POST /api/notes", status: 201)
    paint(id: ID!, colours: [Colour!]! @restParam(in: BODY)): [Colour!]! @access
      @rest(route: "PUT /paint/{id}") @rest(route: "PUT /api/paint/{id}")
    move(id: SafeInt!, from: String!, to: String, steps: Int = 1): JSON! @access
      @rest(route: "POST /api/notes/{id}/move")
    ingest(input: NoteInput!): Outcome! @access @rest(route: "POST /api/ingest")
    remove(id: SafeInt!, dry: Boolean = false): Boolean! @access @rest(route: "DELETE /api/notes/{id}", status: 204)
    touch(name: String, input: NoteInput): JSON! @access @rest(route: "PATCH /api/touch")
  }
  enum Colour { RED @restName(name: "red") GREEN BLUE }
  type Note { id: SafeInt! title: String colour: Colour! colours: [Colour!] madeAt: DateTime! @restName(name: "made_at")
    owner: Owner extra(times: Int!): String
    hidden: String @restOmit summary: Counts @restOmit }
  type Owner @key(fields: "id") @access { id: SafeInt! }
  type NotePage { content: [Note!]! totalElements: SafeInt! }
  type Counts { red: Int! @restName(name: "RED") given: Colour }
  type NotStored @restStatus(code: 202) { status: String! note: Note }
  type Kept @restStatus(code: 201) { id: SafeInt! colour: Colour! }
  type Wrapped { outcome: Outcome! }
  union Outcome = Kept | NotStored
  input NoteInput { title: String! @restName(name: "note_title") colour: Colour = GREEN parts: [PartInput!] ref: UUID
    details: JSON }
  input PartInput { denomination: Int! label: String }
`

const madeAt = new Date('2026-11-20T08:15:00Z')
const note = {
  id: 1,
  title: 'one',
  colour: 'RED',
  colours: ['RED', 'BLUE'],
  madeAt,
  owner: { id: 5 },
  hidden: 'h',
  summary: { red: 1 },
}
const shown = { id: 1, title: 'one', colour: 'red', colours: ['red', 'BLUE'], made_at: '2026-11-20T08:15:00.000Z' }
const kept = { __typename: 'Kept', id: 4, colour: 'RED' }
const notStored = { __typename: 'NotStored', status: 'NOT_STORED', note }

let numbers = 0
const given = (_: unknown, args: object) => args

const resolvers = {
  Query: {
    note: (_: unknown, { id }: { id: number }) => (id === 1 ? note : null),
    notes: () => ({ content: [note], totalElements: 1 }),
    noteCounts: (_: unknown, { colour }: { colour?: string }) => ({ red: 2, given: colour }),
    echo: given,
    missing: () => null,
    chosen: () => note,
    outcomes: () => [kept, notStored],
    wrapped: () => ({ outcome: kept }),
    admins: () => 'yes',
    nextNumber: () => ++numbers,
    hello: (_: unknown, { name }: { name: string }) => `hello ${name}`,
  },
  Note: { extra: (_: unknown, { times }: { times: number }) => 'x'.repeat(times) },
  Mutation: {
    createNote: (_: unknown, { input }: { input: { title: string; colour: string } }) => ({ ...note, ...input }),
    paint: (_: unknown, { colours }: { colours: readonly string[] }) => colours,
    move: given,
    ingest: (_: unknown, { input }: { input: { title: string } }) => (input.title === 'known' ? kept : notStored),
    remove: () => true,
    touch: given,
  },
}

let service: ListeningService
let authorization: string

beforeAll(async () => {
  service = await listenTestService({ sdl, resolvers })
  authorization = `Bearer ${await tokenFor({})}`
})
afterAll(() => service.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'

const call = async (method: Method, path: string, body?: object, headers: Record<string, string> = {}) => {
  const answer = await service.app.inject({
    method,
    url: `/claims${path}`,
    headers: { authorization, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), headers: answer.headers }
}

/** The faults of an answer that must be a 400, as `field: message`. */
const faultsOf = async (method: Method, path: string, body?: object): Promise<string[]> => {
  const answer = await call(method, path, body)
  expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } })
  return answer.body.errors.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`)
}

describe('arguments', () => {
  test('that are instants may be ISO 8601 without seconds, and with an offset', async () => {
    for (const at of ['2027-01-01T00:00Z', '2027-01-01T00:00:00Z', '2027-01-01T01:30%2B01:30'])
      expect((await call('GET', `/api/echo?at=${at}`)).body).toMatchObject({ at: '2027-01-01T00:00:00.000Z' })
    for (const at of ['2027-01-01T00Z', '2027-01-01T00:00', '2027-01-01T24:01Z', '2027-02-30T00:00Z'])
      expect((await call('GET', `/api/echo?at=${at}`)).status).toBe(400)
  })

  test('come from the path, decoded, under each alias of a route', async () => {
    expect(await call('GET', '/api/notes/1')).toMatchObject({ status: 200, body: shown })
    expect((await call('GET', '/api/jottings/1')).body).toEqual(shown)
    expect((await call('GET', '/api/hello/a%2Fb%20%C3%A4')).body).toBe('hello a/b ä')
  })

  test('come from the query, each read as its type', async () => {
    const query =
      'text=a%26b&count=-4&big=9007199254740991&ratio=1.5&on=true&colour=red&tags=x&tags=y&numbers=7' +
      '&day=2026-11-20&local=2026-11-20T08:15:00&at=2026-11-20T08:15:00Z' +
      '&ref=3f0d1c9e-8a6b-4c1f-9b0e-2f1f6e1d2c3b&page-size=50'
    expect((await call('GET', `/api/echo?${query}`)).body).toEqual({
      text: 'a&b',
      count: -4,
      big: 9_007_199_254_740_991,
      ratio: 1.5,
      on: true,
      colour: 'RED',
      tags: ['x', 'y'],
      numbers: [7],
      day: '2026-11-20',
      local: '2026-11-20T08:15:00',
      at: '2026-11-20T08:15:00.000Z',
      ref: '3f0d1c9e-8a6b-4c1f-9b0e-2f1f6e1d2c3b',
      size: 50,
    })
  })

  test('refuse a query parameter that the address does not have, and name those that it has', async () => {
    const cure = 'is no query parameter of this address, which has'
    expect(await faultsOf('GET', '/api/echo?textt=a&count=1&')).toEqual([
      `textt: ${cure} at, big, colour, count, day, local, numbers, on, page-size, ratio, ref, tags, text`,
    ])
    expect(await faultsOf('GET', '/api/notes/1?a=&b')).toEqual([`a: ${cure} none`, `b: ${cure} none`])
    expect(await faultsOf('GET', '/api/notes/1?4111111111111111')).toEqual([`411111XXXXXX1111: ${cure} none`])
  })

  test('come from a header, and from their defaults', async () => {
    expect((await call('GET', '/api/echo', undefined, { 'x-agent': 'ATM-7' })).body).toEqual({
      agent: 'ATM-7',
      count: 3,
    })
  })

  test('are left out by an empty parameter, unless they are texts by themselves', async () => {
    expect((await call('GET', '/api/echo?text=&count=&colour=&tags=')).body).toEqual({ text: '', count: 3 })
  })

  test('of what changes something are no empty switches', async () => {
    const path = '/api/notes/1'
    for (const query of ['dry', 'dry='])
      expect(await faultsOf('DELETE', `${path}?${query}`)).toEqual(['dry: must be true or false, not ""'])
    expect((await call('DELETE', `${path}?dry=true`)).status).toBe(204)
    expect((await call('GET', '/api/echo?on')).body).toEqual({ count: 3 })
  })

  test('name every faulty parameter at once, with the cure', async () => {
    expect(
      await faultsOf(
        'GET',
        '/api/echo?count=1.5&big=9007199254740992&on=yes&colour=RED&numbers=1&numbers=b&at=now&ref=7&day=x',
      ),
    ).toEqual([
      'count: must be a whole number of at most 32 bits, not "1.5"',
      'big: must be a whole number, not "9007199254740992"',
      'on: must be true or false, not "yes"',
      'colour: must be one of red, GREEN, BLUE, not "RED"',
      'numbers[1]: must be a whole number of at most 32 bits, not "b"',
      'day: must be a date such as 2026-11-20, from 1900-01-01 to 9998-12-31, not "x"',
      'at: must be an ISO 8601 instant such as 2026-11-20T08:15:00Z, of the years 2 to 9998, not "now"',
      'ref: must be a UUID, not "7"',
    ])
    expect(await faultsOf('GET', '/api/echo?text=a&text=b&count=1&count=2')).toEqual([
      'text: must be a text, not a list',
      'count: must be a whole number of at most 32 bits, not a list',
    ])
    expect(await faultsOf('GET', '/api/notes/one')).toEqual(['id: must be a whole number, not "one"'])
  })

  test('come from the one input object as the whole body, unknown fields ignored', async () => {
    const answer = await call('POST', '/api/notes', {
      note_title: 'two',
      colour: 'red',
      title: 'no',
      __proto__: {},
      x: 1,
    })
    expect(answer).toMatchObject({ status: 201, body: { title: 'two', colour: 'red' } })
    expect((await call('POST', '/api/notes', { note_title: 'two' })).body).toMatchObject({ colour: 'GREEN' })
  })

  test('come from a bare list as the whole body', async () => {
    expect(await call('PUT', '/paint/7', ['GREEN', 'red'])).toMatchObject({ status: 200, body: ['GREEN', 'red'] })
    expect((await call('PUT', '/api/paint/7', [])).body).toEqual([])
    expect(await faultsOf('PUT', '/paint/7', ['GREEN', 'RED'])).toEqual([
      '[1]: must be one of red, GREEN, BLUE, not "RED"',
    ])
    expect(await faultsOf('PUT', '/paint/7', { colours: [] })).toEqual(['body: must be a list, not an object'])
    expect(await faultsOf('PUT', '/paint/7')).toEqual(['body: is required'])
  })

  test('come from the keys of the body where several are left', async () => {
    expect((await call('POST', '/api/notes/9/move', { from: 'a', to: null, id: 3 })).body).toEqual({
      id: 9,
      from: 'a',
      to: null,
      steps: 1,
    })
    expect(await faultsOf('POST', '/api/notes/x/move', { steps: '2' })).toEqual([
      'id: must be a whole number, not "x"',
      'from: is required',
      'steps: must be a whole number of at most 32 bits, not "2"',
    ])
    expect(await faultsOf('POST', '/api/notes/9/move', [])).toEqual(['body: must be a JSON object'])
    expect((await call('PATCH', '/api/touch')).body).toEqual({})
  })

  test('name a field deep in the body by its path', async () => {
    const parts = [{ denomination: 1 }, { denomination: 2, label: 5 }, { denomination: '5' }, 7, {}, null]
    expect(await faultsOf('POST', '/api/notes', { note_title: null, ref: 1, parts })).toEqual([
      'note_title: must not be null',
      'parts[1].label: must be a text, not 5',
      'parts[2].denomination: must be a whole number of at most 32 bits, not "5"',
      'parts[3]: must be a JSON object, not 7',
      'parts[4].denomination: is required',
      'parts[5]: must not be null',
      'ref: must be a UUID, not 1',
    ])
  })

  test('refuse texts that no store can hold, wherever they are', async () => {
    expect(await faultsOf('GET', '/api/echo?text=a%00b&tags=ok&tags=%00')).toEqual([
      'text: must not contain the NUL character',
      'tags[1]: must not contain the NUL character',
    ])
    expect(
      await faultsOf('POST', '/api/notes', { note_title: 'a\u0000', details: { deep: [{ x: '\u0000' }] } }),
    ).toEqual([
      'note_title: must not contain the NUL character',
      'details.deep[0].x: must not contain the NUL character',
    ])
    expect(await faultsOf('POST', '/api/notes', { note_title: '\ud800', details: { '\u0000': 1 } })).toEqual([
      'note_title: must be well-formed Unicode',
      'details: must not contain the NUL character',
    ])
  })
})

describe('answers', () => {
  test('hold scalars and value types by REST name, no entities or fields with arguments or `@restOmit`', async () => {
    expect((await call('GET', '/api/notes/1')).body).toEqual(shown)
    expect((await call('GET', '/api/notes')).body).toEqual({ content: [shown], totalElements: 1 })
  })

  test('hold what their route includes as well', async () => {
    expect((await call('GET', '/api/chosen')).body).toEqual({ ...shown, owner: { id: 5 }, hidden: 'h' })
  })

  test('take another shape with `when`', async () => {
    expect((await call('GET', '/api/notes?view=counts&colour=red')).body).toEqual({ RED: 2, given: 'red' })
    expect((await call('GET', '/api/notes?view=')).body).toMatchObject({ totalElements: 1 })
  })

  test('refuse a value of `when` that no shape has', async () => {
    const errors = [{ field: 'view', message: 'must be counts, or left out' }]
    for (const query of ['view=count', 'view=counts&view=counts', 'view=__proto__'])
      expect((await call('GET', `/api/notes?${query}`)).body).toMatchObject({ status: 400, errors })
  })

  test("have the status of the union's member", async () => {
    expect(await call('POST', '/api/ingest', { note_title: 'known' })).toMatchObject({
      status: 201,
      body: { id: 4, colour: 'red' },
    })
    expect((await call('POST', '/api/ingest', { note_title: 'other' })).status).toBe(202)
    expect((await call('POST', '/api/ingest', { note_title: 'other' })).body).toEqual({
      status: 'NOT_STORED',
      note: shown,
    })
  })

  test('never name the type of a union member, in a list and inside a value as little as alone', async () => {
    expect(await call('GET', '/api/outcomes')).toMatchObject({ status: 200 })
    expect((await call('GET', '/api/outcomes')).body).toEqual([
      { id: 4, colour: 'red' },
      { status: 'NOT_STORED', note: shown },
    ])
    expect((await call('GET', '/api/wrapped')).body).toEqual({ outcome: { id: 4, colour: 'red' } })
  })

  test('are 404 for null, or what `onNull` says', async () => {
    expect(await call('GET', '/api/notes/2')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', status: 404 } })
    expect(await call('GET', '/api/missing/204')).toMatchObject({ status: 204, body: undefined })
    expect(await call('GET', '/api/missing/200')).toMatchObject({ status: 200, body: null })
  })

  test('are empty with 204', async () => {
    expect(await call('DELETE', '/api/notes/1')).toMatchObject({ status: 204, body: undefined })
  })

  test('of HEAD are those of GET without the body', async () => {
    const answer = await call('HEAD', '/api/notes/1')
    expect(answer).toMatchObject({ status: 200, body: undefined })
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(0)
    expect((await call('HEAD', '/api/notes/2')).status).toBe(404)
    expect((await call('HEAD', '/api/admins')).status).toBe(403)
  })

  test('of HEAD are 405 where GET changes something', async () => {
    expect((await call('GET', '/api/next-number')).body).toBe(1)
    const answer = await call('HEAD', '/api/next-number')
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET' } })
    expect((await call('GET', '/api/next-number')).body).toBe(2)
  })

  test('are JSON in UTF-8 that no browser guesses about', async () => {
    const { headers } = await call('GET', '/api/notes/1')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})
