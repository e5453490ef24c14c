import type { SmallSubgraph } from '../small-subgraphs.ts'
import { entityElsewhere, keysByService, valueOfParent } from './entity-calls.ts'
import { library } from './library.ts'
import { firstVersion, overridden } from './moved-fields.ts'
import { responseNames } from './response-names.ts'
import { inaccessible, sharedRoots } from './shared-types.ts'

/** An operation on a graph, and what it must answer. */
export type CaseOperation = {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly data?: unknown
  /** Whether the answer has errors besides. */
  readonly isFaulty?: boolean
  /** Where, if that is certain. */
  readonly errorPaths?: readonly (readonly (string | number)[])[]
}

export type FederationCase = {
  readonly services: readonly SmallSubgraph[]
  readonly operations: readonly CaseOperation[]
}

type Keyed = { readonly id: string }

const machines: Readonly<Record<string, object>> = {
  m1: { id: 'm1', serial: 's1', place: { hall: 'h', row: 'r', slot: 'x' } },
  m2: { id: 'm2', serial: 's2', place: { hall: 'h', row: 'q', slot: 'y' } },
}

/** Keys of several fields of which each service can resolve another one, and a field that requires one of the other. */
const mixedKeys: FederationCase = {
  services: [
    {
      name: 'makers',
      sdl: `
        type Machine @key(fields: "id") @key(fields: "serial", resolvable: false)
          @key(fields: "place { hall row }", resolvable: false)
          @key(fields: "id place { row slot }", resolvable: false) {
          id: ID! serial: ID! place: Place! title: String!
        }
        type Place { hall: ID! row: ID! slot: ID! }`,
      resolvers: {
        Machine: {
          __resolveReference: ({ id }: Keyed) => (id in machines ? { ...machines[id], title: `title ${id}` } : null),
        },
      },
    },
    {
      name: 'owners',
      sdl: `
        type Query { owner: Owner }
        type Owner @key(fields: "id") { id: ID! machines: [Machine!]! }
        type Machine @key(fields: "place { hall row }", resolvable: false) @key(fields: "id place { row slot }")
          @key(fields: "serial", resolvable: false) @key(fields: "id", resolvable: false) {
          id: ID! serial: ID! place: Place! title: String! @external
          shown: String! @requires(fields: "title")
        }
        type Place { hall: ID! row: ID! slot: ID! }`,
      resolvers: {
        Query: { owner: () => ({ id: 'o1', machines: [machines.m1, machines.m2] }) },
        Machine: {
          __resolveReference: ({ id, ...given }: Partial<Keyed>) =>
            id === undefined ? null : { ...machines[id], ...given, id },
          shown: ({ title }: { title?: string }) => `shown ${title}`,
        },
      },
    },
  ],
  operations: [
    {
      query: '{ owner { id machines { id title shown } } }',
      data: {
        owner: {
          id: 'o1',
          machines: [
            { id: 'm1', title: 'title m1', shown: 'shown title m1' },
            { id: 'm2', title: 'title m2', shown: 'shown title m2' },
          ],
        },
      },
    },
  ],
}

/** An interface that no type of its service implements, beside a service that has it as an object. */
const interfaceWithoutTypes: FederationCase = {
  services: [
    {
      name: 'names',
      sdl: `
        type Query { node: Node product: Product }
        interface Node @key(fields: "id") { id: ID! }
        type Product @interfaceObject @key(fields: "id", resolvable: false) { id: ID! }`,
      resolvers: {
        Query: { node: () => ({ __typename: 'Gone', id: 'n1' }), product: () => ({ id: 'p1' }) },
        Node: { __resolveType: () => 'Gone' },
      },
    },
    {
      name: 'values',
      sdl: `
        type Query { value: Node }
        type Node @interfaceObject @key(fields: "id", resolvable: false) { id: ID! field: String }
        interface Product @key(fields: "id") { id: ID! name: String }
        type Bread implements Product @key(fields: "id") { id: ID! name: String }`,
      resolvers: {
        Query: { value: () => ({ id: 'n1', field: 'foo' }) },
        Product: { __resolveReference: ({ id }: Keyed) => ({ __typename: 'Bread', id }), __resolveType: () => 'Bread' },
        Bread: { __resolveReference: ({ id }: Keyed) => ({ id }), name: () => 'rye' },
      },
    },
  ],
  operations: [
    { query: '{ value { id field } }', data: { value: { id: 'n1', field: 'foo' } } },
    { query: '{ value { id } }', data: { value: { id: 'n1' } } },
    { query: '{ node { id } }', data: { node: null }, isFaulty: true },
    { query: '{ node { field } }', data: null, isFaulty: true },
    { query: '{ __typename node @skip(if: true) { field } }', data: { __typename: 'Query' } },
    {
      query: 'query ($isAsked: Boolean!) { __typename node @include(if: $isAsked) { field } }',
      variables: { isAsked: false },
      data: { __typename: 'Query' },
    },
    { query: '{ value { field @skip(if: true) } }', data: { value: {} } },
    { query: '{ product { id } }', data: { product: { id: 'p1' } } },
    { query: '{ product { ... on Bread { id } } }', data: { product: { id: 'p1' } } },
    { query: '{ product { id name } }', data: { product: { id: 'p1', name: 'rye' } } },
  ],
}

const notes = ['n1', 'n2', 'n3'].map((id, n) => ({ id, writer: `w${n}` }))

/** A field that requires another one with an argument, which the client may ask for with another argument. */
const requiredArgument: FederationCase = {
  services: [
    {
      name: 'notes',
      sdl: `
        type Query { tasks: [Task] }
        type Task @key(fields: "id") { id: ID! notes(limit: Int!): [Note] }
        type Note @key(fields: "id") { id: ID! writer: ID }`,
      resolvers: {
        Query: { tasks: () => [{ id: 't1' }, { id: 't2' }] },
        Task: { notes: (_task: Keyed, { limit }: { limit: number }) => notes.slice(0, limit) },
      },
    },
    {
      name: 'writers',
      sdl: `
        type Task @key(fields: "id") {
          id: ID! notes(limit: Int!): [Note] @external
          last: String @requires(fields: "notes(limit: 3) { writer }")
        }
        type Note @key(fields: "id", resolvable: false) { id: ID! writer: ID @external }`,
      resolvers: {
        Task: {
          __resolveReference: (task: Keyed) => task,
          last: ({ notes: given }: { notes?: readonly { readonly writer: string }[] }) =>
            given?.length === 3 ? given.at(-1)?.writer : null,
        },
      },
    },
  ],
  operations: [
    { query: '{ tasks { last } }', data: { tasks: [{ last: 'w2' }, { last: 'w2' }] } },
    {
      query: '{ tasks { id last notes(limit: 1) { id } } }',
      data: {
        tasks: [
          { id: 't1', last: 'w2', notes: [{ id: 'n1' }] },
          { id: 't2', last: 'w2', notes: [{ id: 'n1' }] },
        ],
      },
    },
    {
      query: `query ($limit: Int = 1) { tasks { last ...A ...B } }
        fragment A on Task { notes(limit: $limit) { id } } fragment B on Task { notes(limit: $limit) { writer } }`,
      variables: { limit: 2 },
      data: {
        tasks: ['t1', 't2'].map(() => ({
          last: 'w2',
          notes: [
            { id: 'n1', writer: 'w0' },
            { id: 'n2', writer: 'w1' },
          ],
        })),
      },
    },
  ],
}

type Priced = { readonly price?: number; readonly group?: { readonly average?: number } }

/** Fields that require the same field with different arguments. */
const conflictingArguments: FederationCase = {
  services: [
    {
      name: 'goods',
      sdl: `
        type Query { goods: [Good] }
        type Good @key(fields: "id") { id: ID! price(currency: String!): Int group: Group }
        type Group { average(currency: String!): Int }`,
      resolvers: {
        Query: { goods: () => [{ id: 'g1' }, { id: 'g2' }] },
        Good: {
          price: ({ id }: Keyed, { currency }: { currency: string }) =>
            (id === 'g1' ? 10 : 30) * (currency === 'EUR' ? 2 : 1),
          group: () => ({}),
        },
        Group: { average: (_group: object, { currency }: { currency: string }) => (currency === 'EUR' ? 40 : 20) },
      },
    },
    {
      name: 'freight',
      sdl: `
        type Good @key(fields: "id") {
          id: ID! price(currency: String!): Int @external group: Group @external
          dollars: Int @requires(fields: "price(currency: \\"USD\\")")
          euros: Int @requires(fields: "price(currency: \\"EUR\\")")
          isDear: Boolean @requires(fields: "price(currency: \\"EUR\\") group { average(currency: \\"EUR\\") }")
        }
        type Group { average(currency: String!): Int @external }`,
      resolvers: {
        Good: {
          __resolveReference: (good: Keyed) => good,
          dollars: ({ price }: Priced) => price,
          euros: ({ price }: Priced) => price,
          isDear: ({ price = 0, group }: Priced) => price > (group?.average ?? 0),
        },
      },
    },
  ],
  operations: [
    {
      query: '{ goods { id dollars euros isDear } }',
      data: {
        goods: [
          { id: 'g1', dollars: 10, euros: 20, isDear: false },
          { id: 'g2', dollars: 30, euros: 60, isDear: true },
        ],
      },
    },
    {
      query: '{ goods { isDear price(currency: "USD") } }',
      data: {
        goods: [
          { isDear: false, price: 10 },
          { isDear: true, price: 30 },
        ],
      },
    },
  ],
}

export const FEDERATION_CASES: Readonly<Record<string, FederationCase>> = {
  'keys of several fields': mixedKeys,
  'an interface that no type implements': interfaceWithoutTypes,
  'a required field with an argument': requiredArgument,
  'required fields with different arguments': conflictingArguments,
  'an interface that is an object elsewhere': library,
  'services that know an entity by different keys': keysByService,
  'a value whose fields come from several services': valueOfParent,
  'a type that is an entity in one service only': entityElsewhere,
  'root fields of several services': sharedRoots,
  'what clients do not see': inaccessible,
  'fields that moved to another service': overridden,
  'services of the first version of federation': firstVersion,
  'response names of every object and of keys': responseNames,
}
