import { expect, test } from 'vitest'
import { compareDirectives } from './compare-directives.ts'

const changesFor = (before: string, after: string) => {
  const sdl = (directive: string) => `type Query { notes: [String!]! ${directive} }`
  return compareDirectives('notes.graphql', sdl(before), sdl(after)).map(({ path, breaking }) => ({ path, breaking }))
}

test('a list that can be shorter is refused', () => {
  const shorter = '@listSize(assumedSize: 30, slicingArguments: ["size"])'
  expect(changesFor('@listSize(assumedSize: 50)', shorter)).toEqual([
    { path: 'Query.notes size', breaking: true },
    { path: 'Query.notes @listSize', breaking: false },
  ])
})

test('a list that can be longer passes', () => {
  expect(changesFor('@listSize(assumedSize: 50)', '@listSize(assumedSize: 80)')).toEqual([
    { path: 'Query.notes size', breaking: false },
  ])
})
