import { expect, test } from 'vitest'
import { compareConstraints } from './compare-constraints.ts'

const sdl = (constraint: string) => `
  type Query { notes(size: Int ${constraint}): [String] }
  input NewNote { title: String ${constraint} }`

const pathsFor = (before: string, after: string) =>
  compareConstraints('notes.graphql', sdl(before), sdl(after)).map(({ path, breaking }) => `${breaking} ${path}`)

const REFUSED = ['true Query.notes.size @constraint', 'true NewNote.title @constraint']

test.each([
  ['a new bound', '', '@constraint(max: 10)'],
  ['a lower maximum', '@constraint(max: 20)', '@constraint(max: 10)'],
  ['a higher minimum', '@constraint(minLength: 1)', '@constraint(minLength: 2)'],
  ['another pattern', '@constraint(pattern: "a")', '@constraint(pattern: "b")'],
  ['a null that is refused', '@constraint(notNull: false)', '@constraint(notNull: true)'],
])('%s of arguments and input fields is refused', (_what, before, after) => {
  expect(pathsFor(before, after)).toEqual(REFUSED)
})

test.each([
  ['a bound that is gone', '@constraint(max: 10)', ''],
  ['a higher maximum', '@constraint(max: 10)', '@constraint(max: 20)'],
  ['a lower minimum', '@constraint(minItems: 2)', '@constraint(minItems: 1)'],
  ['the same', '@constraint(pattern: "a", max: 3)', '@constraint(max: 3, pattern: "a")'],
  ['a null that is taken', '@constraint(notNull: true)', '@constraint(notNull: false)'],
])('%s passes', (_what, before, after) => {
  expect(pathsFor(before, after)).toEqual([])
})
