import { expect, test } from 'vitest'
import { compareDirectives } from './compare-directives.ts'

const changesFor = (before: string, after: string) => {
  const sdl = (directive: string) => `type Query { notes: [String!]! ${directive} }`
  return compareDirectives('notes.graphql', sdl(before), sdl(after)).map(({ path, breaking }) => ({ path, breaking }))
}

test.each([
  ['@bound(max: 50)', '@bound(max: 30)'],
  ['@listSize(assumedSize: 50)', '@listSize(assumedSize: 30, slicingArguments: ["size"])'],
])('a list that can be shorter is refused: %s', (before, after) => {
  expect(changesFor(before, after)).toEqual([{ path: 'Query.notes size', breaking: true }])
})

test('a list that can be longer passes, and another directive that says the same is no change', () => {
  expect(changesFor('@listSize(assumedSize: 50)', '@listSize(assumedSize: 80)')).toEqual([
    { path: 'Query.notes size', breaking: false },
  ])
  expect(changesFor('@bound(max: 50)', '@listSize(assumedSize: 50)')).toEqual([])
})
