import type { FederationCase } from './cases.ts'

type Keyed = { readonly id: string }

/**
 * A union and an interface that is an object in another service. The stock executor answers the first operation with
 * null, leaves out the fields of the second, and gives the errors of the third other positions.
 */
export const library: FederationCase = {
  services: [
    {
      name: 'shelf',
      sdl: `
        type Query { latest: Book items: [Item] media: [Media] }
        interface Media @key(fields: "id") { id: ID! title: String }
        type Book implements Media @key(fields: "id") { id: ID! title: String pages: Int }
        type Film implements Media @key(fields: "id") { id: ID! title: String }
        union Item = Book | Film`,
      resolvers: {
        Query: {
          latest: () => ({ id: 'b1', title: 'one', pages: 7 }),
          items: () => [
            { __typename: 'Book', id: 'b1' },
            { __typename: 'Film', id: 'f1' },
            { __typename: 'Book', id: 'b2' },
            null,
            { __typename: 'Book', id: 'b2' },
          ],
          media: () => [
            { __typename: 'Film', id: 'f1', title: 'film' },
            { __typename: 'Book', id: 'b1', title: 'one', pages: 7 },
          ],
        },
        Media: { __resolveReference: ({ id }: Keyed) => ({ __typename: id.startsWith('f') ? 'Film' : 'Book', id }) },
      },
    },
    {
      name: 'reviews',
      sdl: `
        type Media @interfaceObject @key(fields: "id") {
          id: ID! title: String @external headline: String @requires(fields: "title")
          words(first: Int): [String]
        }`,
      resolvers: {
        Media: {
          __resolveReference: (media: Keyed) => ({ ...media, __typename: 'Media' }),
          headline: ({ title }: { title?: string }) => `about ${title}`,
          words: (_media, { first }: { first: number }) => ['fine', 'long', 'good'].slice(0, first),
        },
      },
    },
    {
      name: 'scores',
      sdl: 'type Book @key(fields: "id") { id: ID! score: Int }',
      resolvers: {
        Book: {
          __resolveReference: (book: Keyed) => book,
          score: ({ id }: Keyed) => {
            if (id === 'b2') throw new Error('no score')
            return 5
          },
        },
      },
    },
  ],
  operations: [
    {
      query: '{ latest { headline pages __typename } }',
      data: { latest: { headline: 'about one', pages: 7, __typename: 'Book' } },
    },
    {
      query: '{ latest { ... on Item { ... on Book { pages } } } }',
      data: { latest: { pages: 7 } },
    },
    {
      query: '{ items { ... on Book { id score } } }',
      data: { items: [{ id: 'b1', score: 5 }, {}, { id: 'b2', score: null }, null, { id: 'b2', score: null }] },
      errorPaths: [
        ['items', 2, 'score'],
        ['items', 4, 'score'],
      ],
    },
    {
      query: '{ media { __typename headline ... on Book { pages } } }',
      data: {
        media: [
          { __typename: 'Film', headline: 'about film' },
          { __typename: 'Book', headline: 'about one', pages: 7 },
        ],
      },
    },
    {
      query: '{ media { ... on Book { words(first: 1) } ... on Film { words(first: 2) } } }',
      data: { media: [{ words: ['fine', 'long'] }, { words: ['fine'] }] },
    },
  ],
}
