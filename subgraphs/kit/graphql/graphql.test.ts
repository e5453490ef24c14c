import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { openTestService, recordingLog } from '../../../tests/support/hosted-service.ts'
import { INTERNAL_PRINCIPAL, type Principal } from '../auth/principal.ts'
import { DomainError } from '../common/errors.ts'
import type { HostedService } from '../service/service.ts'
import type { OperationContext } from './context.ts'

const sdl = `
  type Query {
    note(id: SafeInt!): Note @access
    notes(count: Int!): [Note!]! @access
    admins: String @access(roles: [ADMIN])
    inside: String @access(roles: [INTERNAL]) @inaccessible
    fail(code: String!): String @access
    scope: String! @access
    broken: Author! @access
  }
  type Mutation { rename(id: SafeInt!, title: String!): Note! @access(roles: [ADMIN]) }
  type Note @key(fields: "id") @access { id: SafeInt! title: String author: Author @access at: DateTime }
  type Author { name: String! }
`

const batches: (readonly number[])[] = []

const authorsByNote = async (ids: readonly number[]) => {
  batches.push(ids)
  return ids.map((id) => (id === 3 ? null : { name: `author of ${id}` }))
}

const resolvers = {
  Query: {
    note: (_: unknown, { id }: { id: number }) => (id === 404 ? null : { id, title: 'one', at: new Date(0) }),
    notes: (_: unknown, { count }: { count: number }) => Array.from({ length: count }, (_one, id) => ({ id })),
    admins: () => 'yes',
    broken: (_: unknown, _args: object, context: OperationContext) => ({
      name: context.traceId === 'trace-1' ? null : {},
    }),
    inside: () => 'yes',
    fail: (_: unknown, { code }: { code: string }) => {
      throw code === 'bug'
        ? new Error('secret words')
        : new DomainError('CONFLICT', 'Not now.', { errors: [{ field: 'a', message: 'b' }] })
    },
    scope: (_: unknown, _args: object, context: OperationContext) =>
      context.read(async (tx) => {
        const [row] = await tx.execute<{ role: string; keys: string }>(
          `select current_user as role, current_setting('app.institutions', true) as keys`,
        )
        return `${row?.role} ${row?.keys}`
      }),
  },
  Mutation: { rename: (_: unknown, args: object) => args },
  Note: {
    __resolveReference: ({ id }: { id: number }) => ({ id, title: `note ${id}` }),
    author: ({ id }: { id: number }, _args: object, context: OperationContext) =>
      context.loader(authorsByNote).load(id),
  },
}

const user: Principal = {
  userId: '7',
  email: null,
  role: 'USER',
  institutions: ['ACME', 'BANK'],
  unrestricted: false,
  agentAtmId: null,
}

const { log, lines } = recordingLog()
let database: TestDatabase
let stores: Stores
let service: HostedService

beforeAll(async () => {
  database = await cloneDatabase()
  stores = await openStores(database.urls, { name: 'tests', max: 2 })
  service = await openTestService({ sdl, resolvers, stores }, log)
})
afterAll(async () => {
  await stores?.close()
  await database?.drop()
})

const ask = async (query: string, variables: Record<string, unknown> = {}, principal: Principal = user) => {
  const result = await service.execute({ query, variables }, { principal, token: null, traceId: 'trace-1' })
  // As it would arrive.
  return JSON.parse(JSON.stringify(result))
}

const codesOf = (result: { errors?: { extensions: { code: string } }[] }) =>
  result.errors?.map(({ extensions }) => extensions.code)

describe('access in the graph', () => {
  test('is the same check as on REST', async () => {
    const result = await ask('{ admins note(id: 1) { title } }')
    expect(result.data).toEqual({ admins: null, note: { title: 'one' } })
    expect(result.errors).toMatchObject([
      {
        message: 'The role USER may not do this; it needs one of ADMIN.',
        path: ['admins'],
        extensions: { code: 'FORBIDDEN', http: { status: 403 } },
      },
    ])
    expect((await ask('{ admins }', {}, { ...user, role: 'ADMIN' })).data).toEqual({ admins: 'yes' })
  })

  test('holds for mutations, aliases and fragments, and for internal fields', async () => {
    expect(codesOf(await ask('mutation { rename(id: 1, title: "x") { id } }'))).toEqual(['FORBIDDEN'])
    expect(codesOf(await ask('{ a: admins ...F } fragment F on Query { b: admins }'))).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ])
    expect(codesOf(await ask('{ inside }', {}, { ...user, role: 'ADMIN' }))).toEqual(['FORBIDDEN'])
    expect((await ask('{ inside }', {}, INTERNAL_PRINCIPAL)).data).toEqual({ inside: 'yes' })
  })

  test('scopes the store to the caller', async () => {
    expect((await ask('{ scope }')).data).toEqual({ scope: 'app ACME,BANK' })
    expect((await ask('{ scope }', {}, { ...user, role: 'ADMIN', unrestricted: true })).data.scope).toMatch(/^platform/)
  })
})

describe('an answer of the graph', () => {
  test('has instants as texts, like one that came over HTTP', async () => {
    const result = await service.execute(
      { query: '{ note(id: 1) { at } }' },
      { principal: user, token: null, traceId: '' },
    )
    expect(result.data).toEqual({ note: { at: '1970-01-01T00:00:00.000Z' } })
  })

  test('resolves entities for the gateway', async () => {
    const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Note { id title } } }'
    const r = [1, 2].map((id) => ({ __typename: 'Note', id }))
    expect((await ask(query, { r })).data._entities).toEqual([
      { id: 1, title: 'note 1' },
      { id: 2, title: 'note 2' },
    ])
  })

  test('loads what belongs to many records at once', async () => {
    batches.length = 0
    const { data } = await ask('{ notes(count: 50) { id author { name } } }')
    expect(data.notes[7]).toEqual({ id: 7, author: { name: 'author of 7' } })
    expect(data.notes[3]).toEqual({ id: 3, author: null })
    expect(batches.map((ids) => ids.length)).toEqual([50])
  })
})

describe('an error of the graph', () => {
  test('has the code, the status and the faults of the refusal', async () => {
    const [error] = (await ask('{ fail(code: "x") }')).errors
    expect(error).toMatchObject({
      message: 'Not now.',
      path: ['fail'],
      extensions: { code: 'CONFLICT', http: { status: 409 }, errors: [{ field: 'a', message: 'b' }] },
    })
    expect(JSON.stringify(error)).not.toMatch(/stack|\.ts/)
  })

  test('says nothing of what happened inside, and logs it', async () => {
    const [error] = (await ask('{ fail(code: "bug") }')).errors
    expect(error.extensions).toEqual({ code: 'INTERNAL', http: { status: 500 } })
    expect(error.message).not.toContain('secret')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ traceId: 'trace-1', err: { message: 'secret words' } })
  })

  test('is that of the one root field that is refused, and its siblings answer', async () => {
    const result = await ask('{ admins notes(count: 1) { id } }')
    expect(codesOf(result)).toEqual(['FORBIDDEN'])
    expect(result.data).toEqual({ admins: null, notes: [{ id: 0 }] })
  })

  test('is INTERNAL where a resolver breaks its promise', async () => {
    for (const traceId of ['trace-1', 'trace-2']) {
      const result = await service.execute({ query: '{ broken { name } }' }, { principal: user, token: null, traceId })
      expect(result.errors?.map(({ extensions }) => extensions.code)).toEqual(['INTERNAL'])
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ traceId, msg: 'resolver failed' })
    }
  })

  test.each([
    ['no GraphQL', '{'],
    ['a field that there is not', '{ nothing }'],
    ['an argument that is missing', '{ note { id } }'],
    ['an argument of another type', '{ note(id: "x") { id } }'],
    ['more than a document may hold', `{ ${'admins '.repeat(6_000)} }`],
    ['an operation that there is not', ''],
  ])('is BAD_USER_INPUT for %s', async (_what, query) => {
    const result = await ask(query)
    expect(result.data ?? null).toBeNull()
    expect(new Set(codesOf(result))).toEqual(new Set(['BAD_USER_INPUT']))
  })

  test('is BAD_USER_INPUT for a text that no store can hold, by its variable', async () => {
    const admin: Principal = { ...user, role: 'ADMIN' }
    const query = 'mutation ($title: String!) { rename(id: 1, title: $title) { id } }'
    expect((await ask(query, { title: 'a\u0000' }, admin)).errors).toMatchObject([
      {
        message: 'title: must not contain the NUL character',
        extensions: { code: 'BAD_USER_INPUT', errors: [{ field: 'title' }] },
      },
    ])
    const representations = [
      { __typename: 'Note', id: 1 },
      { __typename: 'Note', id: '\ud800' },
    ]
    const entities = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }'
    expect((await ask(entities, { r: representations })).errors).toMatchObject([
      { extensions: { errors: [{ field: 'r[1].id', message: 'must be well-formed Unicode' }] } },
    ])
    const literal = 'mutation { rename(id: 1, title: "a\\u0000") { id } }'
    expect(codesOf(await ask(literal, {}, admin))).toEqual(['BAD_USER_INPUT'])
  })

  test('is BAD_USER_INPUT for a variable of another type', async () => {
    const query = 'query ($id: SafeInt!) { note(id: $id) { id } }'
    for (const variables of [{}, { id: 'x' }, { id: null }, { id: 1.5 }, { id: 2 ** 53 }])
      expect(codesOf(await ask(query, variables))).toEqual(['BAD_USER_INPUT'])
    expect((await ask(query, { id: 404 })).data).toEqual({ note: null })
  })
})

describe('an operation whose fragments double with each level', () => {
  const doubling = (levels: number) =>
    Array.from({ length: levels }, (_one, n) =>
      n === levels - 1
        ? `fragment F${n} on Note { id }`
        : `fragment F${n} on Note { ...F${n + 1} ...on Note { title ...F${n + 1} } }`,
    ).join(' ')

  test('is refused before it is compiled, with what it may have', async () => {
    const { errors }: { errors?: { message: string; extensions: unknown }[] } = await ask(
      `{ note(id: 1) { ...F0 } } ${doubling(40)}`,
    )
    expect(errors?.map(({ message }) => message)).toEqual([
      'An operation may have 1000 fields at most, those of its fragments included.',
    ])
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', http: { status: 400 } })
  })

  test('is run while it stays small', async () => {
    expect((await ask(`{ note(id: 1) { ...F0 } } ${doubling(6)}`)).data).toEqual({ note: { id: 1, title: 'one' } })
  })
})
