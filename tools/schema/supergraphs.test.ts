import { expect, test } from 'vitest'
import { LINK } from '../../tests/support/hosted-service.ts'
import { composeGraph } from './compose.ts'
import { supergraphDifferences } from './supergraphs.ts'

const { supergraphSdl } = composeGraph([
  { name: 'claims', sdl: `${LINK} type Query { a: Note } type Note @key(fields: "id") { id: Int! title: String }` },
  { name: 'fleet', sdl: `${LINK} type Query { b: Note } type Note @key(fields: "id") { id: Int! size: Int }` },
])

test('the composers of Apollo and of The Guild agree where what they say is in another order, or described', () => {
  const [first = '', ...others] = supergraphSdl.split(/\n\n(?=type )/)
  expect(others.length).toBeGreaterThan(1)
  const other = [first, ...others.toReversed()].join('\n\n').replace('type Note', '"A note."\ntype Note')
  expect(supergraphDifferences(supergraphSdl, other)).toEqual([])
})

test('a definition that one of them has in another form, or not at all, is named with both', () => {
  const changed = supergraphSdl.replace('title: String @join__field(graph: CLAIMS)', 'title: String')
  expect(changed).not.toBe(supergraphSdl)
  const [difference, ...others] = supergraphDifferences(supergraphSdl, changed)
  expect(others).toEqual([])
  expect(difference).toMatch(
    /^the composers of Apollo and of The Guild differ in Note:\ntype Note[\s\S]*and\ntype Note/,
  )
  const more = supergraphDifferences(supergraphSdl, `${supergraphSdl}\nscalar Other`)
  expect(more).toEqual([expect.stringMatching(/differ in Other:\nnothing\n {4}and\nscalar Other$/)])
})
