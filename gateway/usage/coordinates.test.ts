import { buildSchema, parse } from 'graphql'
import { expect, test } from 'vitest'
import { coordinatesOf } from './coordinates.rules.ts'

const schema = buildSchema(`
  type Query { notes(colour: Colour, size: Int): [Note!] named: Named found: Found }
  type Mutation { addNote(note: NewNote): Note log(entry: JSON, entries: [JSON!]): Note }
  scalar JSON
  interface Named { title: String }
  type Note implements Named { id: Int title: String colour: Colour }
  type Page implements Named { title: String }
  union Found = Note | Page
  enum Colour { RED GREEN }
  input NewNote { title: String lines: [Line] details: JSON }
  input Line { colour: Colour }
`)

const used = (text: string) => [...coordinatesOf(schema, parse(text))].sort()

test.each([
  ['fields, and the types of their values', '{ notes { id } }', ['Int', 'Note.id', 'Query.notes']],
  [
    'arguments and values that are stated',
    '{ notes(colour: RED, size: 3) { __typename } }',
    ['Colour.RED', 'Query.notes', 'Query.notes.colour', 'Query.notes.size'],
  ],
  [
    'a field of an interface, of each of its types too',
    '{ named { title } }',
    ['Named', 'Named.title', 'Note.title', 'Page.title', 'Query.named', 'String'],
  ],
  [
    'the types that fragments ask for',
    '{ found { ...A ... on Page { title } } } fragment A on Note { id }',
    ['Found', 'Int', 'Note', 'Note.id', 'Page', 'Page.title', 'Query.found', 'String'],
  ],
  [
    'every input and enum that a variable can hold',
    'mutation A($note: NewNote) { addNote(note: $note) { id } }',
    ['Colour', 'Int', 'Line', 'Mutation.addNote', 'Mutation.addNote.note', 'NewNote', 'Note.id'],
  ],
  [
    'the input fields that are stated',
    'mutation { addNote(note: { lines: [{ colour: GREEN }] }) { id } }',
    [
      'Colour.GREEN',
      'Int',
      'Line',
      'Line.colour',
      'Mutation.addNote',
      'Mutation.addNote.note',
      'NewNote',
      'NewNote.lines',
      'Note.id',
    ],
  ],
  [
    'no key of a value of any form, however deep, as that is data of a customer',
    `mutation {
      log(entry: { _4111111111111111: { customer_Abebe: RED } }, entries: [{ __proto__: 1 }, [{ x: { y: GREEN } }]]) {
        id
      }
      addNote(note: { details: { title: { title: 1 } }, lines: [{ colour: RED }] }) { id }
    }`,
    [
      'Colour.RED',
      'Int',
      'Line',
      'Line.colour',
      'Mutation.addNote',
      'Mutation.addNote.note',
      'Mutation.log',
      'Mutation.log.entries',
      'Mutation.log.entry',
      'NewNote',
      'NewNote.details',
      'NewNote.lines',
      'Note.id',
    ],
  ],
  ['nothing of introspection', '{ __schema { types { name } } notes { __typename } }', ['Query.notes']],
])('an operation uses %s', (_what, text, coordinates) => {
  expect(used(text)).toEqual(coordinates)
})
