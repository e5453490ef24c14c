import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LINK } from '../../../tests/support/hosted-service.ts'
import { describeContract, openApiOf } from './openapi.ts'

const shared = readFileSync(new URL('../../../schema/directives.graphql', import.meta.url), 'utf8')

const dated = (date: string) => `@deprecated(reason: "Use another. Until ${date}.")`

const sdl = `${shared}${LINK}
  type Query {
    notes(words: [String!], word: String ${dated('2027-01-01')}): [Note!]! @access @rest(route: "GET /api/notes")
    all: [Note!]! @access @rest(route: "GET /api/all") ${dated('2027-02-01')}
  }
  type Mutation { addNote(note: NewNote!): Note! @access @rest(route: "POST /api/notes") }
  type Note { id: Int! old: String ${dated('2027-03-01')} }
  input NewNote { title: String old: String ${dated('2027-04-01')} }
`

const sunset = (date: string) => ({ deprecated: true, 'x-deprecated-until': date })

test('operations, parameters and fields that are deprecated say so, with the date', () => {
  const { paths, components } = openApiOf(describeContract('claims', sdl), '1.0.0')
  expect(paths['/api/all']?.get).toMatchObject(sunset('2027-02-01'))
  expect(paths['/api/notes']?.get?.parameters).toMatchObject([
    { name: 'words' },
    { name: 'word', ...sunset('2027-01-01') },
  ])
  expect(components.schemas.Note).toMatchObject({ properties: { old: sunset('2027-03-01') } })
  expect(components.schemas.NewNote).toMatchObject({ properties: { old: sunset('2027-04-01') } })
})

test('what is not deprecated says nothing of it', () => {
  const { paths, components } = openApiOf(describeContract('claims', sdl), '1.0.0')
  expect(paths['/api/notes']?.get).not.toHaveProperty('deprecated')
  expect(components.schemas.Note).toHaveProperty('properties.id')
  expect(components.schemas.Note).not.toHaveProperty('properties.id.deprecated')
})
