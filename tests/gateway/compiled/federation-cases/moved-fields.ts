import type { FederationCase } from './cases.ts'

type Keyed = { readonly id: string }

/** Fields that a service took over from another one, and from one that there is not. */
export const overridden: FederationCase = {
  services: [
    {
      name: 'first',
      sdl: `
        type Query { posts: [Post] note: Note }
        interface Post { id: ID! made: String! }
        type Picture implements Post @key(fields: "id") { id: ID! made: String! }
        type Text implements Post @key(fields: "id") { id: ID! made: String! }
        type Note @key(fields: "id") { id: ID! made: String! @shareable }`,
      resolvers: {
        Query: {
          posts: () => [
            { __typename: 'Picture', id: 'p1', made: 'by first' },
            { __typename: 'Text', id: 't1', made: 'by first' },
          ],
          note: () => ({ id: 'n1', made: 'by first' }),
        },
      },
    },
    {
      name: 'second',
      sdl: `
        type Query { pictures: [Picture] }
        type Picture @key(fields: "id") { id: ID! made: String! @override(from: "first") }
        type Note @key(fields: "id") { id: ID! made: String! @shareable @override(from: "nowhere") text: String }`,
      resolvers: {
        Query: { pictures: () => [{ id: 'p2', made: 'by second' }] },
        Picture: { __resolveReference: ({ id }: Keyed) => ({ id, made: 'by second' }) },
        Note: { __resolveReference: ({ id }: Keyed) => ({ id, made: 'by second', text: 'words' }) },
      },
    },
  ],
  operations: [
    {
      query: '{ posts { id made } }',
      data: {
        posts: [
          { id: 'p1', made: 'by second' },
          { id: 't1', made: 'by first' },
        ],
      },
    },
    {
      query: '{ posts { ... on Picture { made } ... on Text { id } } }',
      data: { posts: [{ made: 'by second' }, { id: 't1' }] },
    },
    { query: '{ pictures { made } }', data: { pictures: [{ made: 'by second' }] } },
    { query: '{ note { made text } }', data: { note: { made: 'by first', text: 'words' } } },
  ],
}

const users = ['u1', 'u2'].map((id) => ({ id, name: `name ${id}`, nickname: `nick ${id}` }))

/** Services written for the first version of federation, beside one of the second. */
export const firstVersion: FederationCase = {
  services: [
    {
      name: 'extending',
      isFirstVersion: true,
      sdl: `
        type Query { anyUser: User providedUser: User @provides(fields: "name") }
        extend type User @key(fields: "id") { id: ID! @external name: String @external rid: ID }`,
      resolvers: {
        Query: {
          anyUser: () => ({ id: 'u1', rid: 'rid u1' }),
          providedUser: () => ({ id: 'u1', rid: 'rid u1', name: 'name u1' }),
        },
        User: { __resolveReference: ({ id }: Keyed) => ({ id, rid: `rid ${id}` }) },
      },
    },
    {
      name: 'owning',
      isFirstVersion: true,
      sdl: `
        type Query { userById(id: ID): User }
        type User @key(fields: "id") { id: ID! name: String nickname: String }`,
      resolvers: {
        Query: { userById: (_root: unknown, { id }: Keyed) => users.find((user) => user.id === id) },
        User: { __resolveReference: ({ id }: Keyed) => users.find((user) => user.id === id) },
      },
    },
    {
      name: 'second',
      sdl: 'extend type User @key(fields: "id") { id: ID! @external badge: String }',
      resolvers: { User: { __resolveReference: ({ id }: Keyed) => ({ id, badge: `badge ${id}` }) } },
    },
  ],
  operations: [
    {
      query: '{ anyUser { id name badge } userById(id: "u2") { nickname rid id } }',
      data: {
        anyUser: { id: 'u1', name: 'name u1', badge: 'badge u1' },
        userById: { nickname: 'nick u2', rid: 'rid u2', id: 'u2' },
      },
    },
    { query: '{ providedUser { rid name } }', data: { providedUser: { rid: 'rid u1', name: 'name u1' } } },
  ],
}
