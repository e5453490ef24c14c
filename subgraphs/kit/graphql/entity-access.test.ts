import { beforeAll, describe, expect, it } from 'vitest'
import { openTestService, recordingLog } from '../../../tests/support/hosted-service.ts'
import type { Role } from '../auth/claims.rules.ts'
import { callerOf } from '../auth/principal.testing.ts'
import type { HostedService } from '../service/service.ts'

const ROOTS = `
  type Query {
    note(id: SafeInt!): Note @access(roles: [USER])
    notes: Notes! @access
    anyone: String @access
  }`

const sdl = `${ROOTS}
  type Note @key(fields: "id") @key(fields: "code") @access(sameAs: "note") {
    id: SafeInt!
    code: String!
    comments: [String!]! @access(roles: [USER])
  }
  type Notes { count: Int! first: Note all: [Note] }
  type Book @key(fields: "id") @access { id: SafeInt! title: String! secret: [String!] @access(roles: [ADMIN]) }
`

const note = (id: number) => ({ id, code: `n${id}` })
const resolvers = {
  Query: { note: () => note(1), notes: () => ({ count: 2, first: note(1), all: [note(1)] }), anyone: () => 'yes' },
  Note: { __resolveReference: ({ id }: { id?: number }) => note(id ?? 7), comments: () => ['a'] },
  Book: { __resolveReference: ({ id }: { id: number }) => ({ id, title: 'one' }), secret: () => ['s'] },
}

const { log, lines } = recordingLog()
let service: HostedService
beforeAll(async () => {
  service = await openTestService({ sdl, resolvers }, log)
})

const ask = async (role: Role, query: string, variables: Record<string, unknown> = {}) => {
  const { data, errors = [] } = await service.execute(
    { query, variables },
    { principal: callerOf({ role }), token: null, traceId: '' },
  )
  return {
    data,
    errors: errors.map(({ path, extensions }) => ({ path, code: extensions.code, http: extensions.http })),
  }
}

const FORBIDDEN = { code: 'FORBIDDEN', http: { status: 403 } }

describe('an entity with a rule', () => {
  it('is null with FORBIDDEN for others wherever a field gives it out, and its siblings are returned', async () => {
    expect(await ask('AGENT', '{ notes { count first { id } all { code } } anyone }')).toEqual({
      data: { notes: { count: 2, first: null, all: null }, anyone: 'yes' },
      errors: [
        { path: ['notes', 'first'], ...FORBIDDEN },
        { path: ['notes', 'all'], ...FORBIDDEN },
      ],
    })
    expect(await ask('USER', '{ notes { first { id comments } all { code } } }')).toEqual({
      data: { notes: { first: { id: 1, comments: ['a'] }, all: [{ code: 'n1' }] } },
      errors: [],
    })
  })

  const BY_ID = 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Note { id } } }'
  const BY_REFERENCE =
    'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Note { id } ... on Book { title secret } } }'

  it('is null with FORBIDDEN by reference too, by any of its keys, and the other references are resolved', async () => {
    const of = [
      { __typename: 'Note', id: 1 },
      { __typename: 'Book', id: 2 },
      { __typename: 'Note', code: 'n7' },
    ]
    expect(await ask('AGENT', BY_REFERENCE, { of })).toEqual({
      data: { _entities: [null, { title: 'one', secret: null }, null] },
      errors: expect.arrayContaining([
        { path: ['_entities', 0], ...FORBIDDEN },
        { path: ['_entities', 1, 'secret'], ...FORBIDDEN },
        { path: ['_entities', 2], ...FORBIDDEN },
      ]),
    })
    const { data } = await ask('USER', BY_REFERENCE, { of })
    expect(data).toEqual({ _entities: [{ id: 1 }, { title: 'one', secret: null }, { id: 7 }] })
  })

  it('is asked for by a key of its type only; anything else is bad input and no fault of the service', async () => {
    const before = lines.length
    for (const of of [
      ['Note'],
      [null],
      [{ id: 1 }],
      [{ __typename: 'Notes', count: 9 }],
      [{ __typename: 'Query' }],
      [{ __typename: '__proto__' }],
      [{ __typename: ['Note'], id: 1 }],
      [{ __typename: 'Note' }],
      [{ __typename: 'Note', id: { gt: 0 } }],
      [{ __typename: 'Note', id: 'x' }],
      [{ __typename: 'Note', id: null }],
      [{ __typename: 'Note', code: ['n7'] }],
      [{ __typename: 'Note', title: 'mine' }],
    ]) {
      const { errors } = await ask('USER', BY_REFERENCE, { of })
      expect([of, errors.map(({ code }) => code)]).toEqual([of, ['BAD_USER_INPUT']])
    }
    expect(lines.slice(before)).toEqual([])
  })

  it('is null where it cannot be resolved, whatever was thrown', async () => {
    const failing = await openTestService(
      {
        sdl: `type Query { anyone: String @access } type Note @key(fields: "id") @access { id: SafeInt! }`,
        resolvers: { Query: { anyone: () => 'yes' }, Note: { __resolveReference: () => Promise.reject('odd') } },
      },
      recordingLog().log,
    )
    const { data, errors = [] } = await failing.execute(
      { query: BY_ID, variables: { of: [{ __typename: 'Note', id: 1 }] } },
      { principal: callerOf({ role: 'USER' }), token: null, traceId: '' },
    )
    expect([data, errors.map(({ extensions }) => extensions.code)]).toEqual([{ _entities: [null] }, ['INTERNAL']])
  })

  it('passes the calls of the platform itself', async () => {
    const { errors } = await ask('INTERNAL', '{ notes { first { id } } anyone }')
    expect(errors).toEqual([])
  })
})

describe('a service does not start', () => {
  it.each([
    ['an entity without a rule', 'type Note @key(fields: "id") { id: SafeInt! }', {}, 'the entity Note has no @access'],
    [
      'a resolved field of an entity without a rule',
      'type Note @key(fields: "id") @access { id: SafeInt! text: String }',
      { Note: { text: () => 'a' } },
      'Note.text is resolved and has no @access',
    ],
    [
      'a field that may be refused alone and may not be null',
      'type Note @key(fields: "id") @access { id: SafeInt! text: String! @access(roles: [ADMIN]) }',
      {},
      'Note.text must be nullable',
    ],
    [
      'a rule like that of no query',
      'type Note @key(fields: "id") @access(sameAs: "nobody") { id: SafeInt! }',
      {},
      'Note: @access(sameAs: "nobody") must name a query',
    ],
    [
      'a rule with roles beside another one',
      'type Note @key(fields: "id") @access(sameAs: "anyone", roles: [USER]) { id: SafeInt! }',
      {},
      'must name a query that has @access, and no roles beside it',
    ],
    ['a root field like another one', 'extend type Query { b: String @access(sameAs: "anyone") }', {}, 'Query.b'],
  ])('with %s', async (_what, types, more, words) => {
    const query = { Query: { anyone: () => 'yes', b: () => 'yes' } }
    const roots = 'type Query { anyone: String @access }'
    const given = types.startsWith('extend') ? query : { Query: { anyone: () => 'yes' } }
    const opened = openTestService({ sdl: `${roots} ${types}`, resolvers: { ...given, ...more } }, log)
    await expect(opened).rejects.toThrow(words)
  })
})
