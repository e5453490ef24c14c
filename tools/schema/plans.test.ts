import { expect, test } from 'vitest'
import { LINK } from '../../tests/support/hosted-service.ts'
import { composeGraph } from './compose.ts'
import { plansOf } from './plans.ts'

const NOTES = ['query Notes { notes { id title } }']

const plansWith = (title: 'notes' | 'titles') => {
  const { supergraphSdl } = composeGraph([
    {
      name: 'notes',
      sdl: `${LINK} type Query { notes: [Note!] }
        type Note @key(fields: "id") { id: Int! ${title === 'notes' ? 'title: String' : ''} }`,
    },
    {
      name: 'titles',
      sdl: `${LINK} type Query { other: Int }
        type Note @key(fields: "id") { id: Int! ${title === 'titles' ? 'title: String' : ''} }`,
    },
  ])
  return plansOf(supergraphSdl, NOTES).split('\n\n').at(-1)
}

test('a plan names each call of a service, and what it asks for', () => {
  expect(plansWith('notes')).toBe('Notes: 1 call, 1 in sequence\n  notes: notes\n')
})

test('an added call changes the plan', () => {
  expect(plansWith('titles')).toBe(
    'Notes: 2 calls, 2 in sequence\n  in sequence\n    notes: notes\n    titles at notes.@: Note(id)\n',
  )
})

test('a document that does not fit the graph has no plan', () => {
  const { supergraphSdl } = composeGraph([{ name: 'notes', sdl: `${LINK} type Query { notes: Int }` }])
  expect(() => plansOf(supergraphSdl, ['{ other }'])).toThrow('other')
})
