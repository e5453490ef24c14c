import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOfGraph } from './affected.ts'
import { checkContract } from './check.ts'
import { type Edit, modelContract } from './model-contract.testing.ts'
import { readUsage } from './usage.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetops-usage-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const TODAY = '2026-11-20'

const NIGHTLY = {
  id: '0'.repeat(64),
  name: 'Nightly',
  calls: 14,
  lastUsedOn: '2026-11-19',
  institutions: 2,
  coordinates: ['Note.related', 'Note.related.first', 'NewNote', 'Query.found'],
}

const WHOLE = { from: '2026-10-01', to: TODAY, complete: true, unrecordedCalls: 0, operations: [NIGHTLY], fields: [] }

const usageOf = (answer: unknown, today = TODAY) => {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(answer))
  return readUsage(file, today)
}

const checked = async (edit: Edit, usage = usageOf(WHOLE)) => {
  const result = await checkContract({ base: modelContract(), current: modelContract([edit]), today: TODAY, usage })
  return {
    refused: result.refused.map((change) => ({ path: change.path, affects: result.affected.get(change) })),
    unused: result.unused.map(({ path }) => path),
  }
}

const USED: Edit = ['claims.graphql', 'assumedSize: 50', 'assumedSize: 30']
const UNUSED: Edit = ['fleet.graphql', '[Task!]! @access', '[Task!]! @access(roles: [ADMIN])']
const MUTATION: Edit = ['claims.graphql', 'pickNote(pick: Pick!): Note @access', '']

describe('a break of the graph', () => {
  test('names the operations that were recorded of it', async () => {
    const affects = ['Nightly (14 calls, the last on 2026-11-19)']
    expect(await checked(USED)).toEqual({ refused: [{ path: 'Note.related size', affects }], unused: [] })
  })

  test('names the trusted documents that it affects', async () => {
    const refused = [{ path: 'Query.tasks @access', affects: ['Tasks (trusted)'] }]
    expect(await checked(UNUSED)).toEqual({ refused, unused: [] })
  })

  test('names that it was used where its operations are not recorded one by one', async () => {
    const fields = [{ coordinate: 'Mutation.pickNote', calls: 3, lastUsedOn: '2026-11-18' }]
    expect(await checked(MUTATION, usageOf({ ...WHOLE, unrecordedCalls: 3, fields }))).toEqual({
      refused: [{ path: 'Mutation.pickNote', affects: ['operations that are not recorded one by one (3 calls)'] }],
      unused: [],
    })
  })

  test('is not refused where nobody is seen to use it', async () => {
    expect(await checked(MUTATION)).toEqual({ refused: [], unused: ['Mutation.pickNote'] })
  })

  test('affects who sends an input in a variable, whatever of it changes, and REST is not judged by it', async () => {
    const affects = ['Nightly (14 calls, the last on 2026-11-19)']
    expect(await checked(['claims.graphql', '"light"', '"dark"'])).toEqual({
      refused: [
        { path: 'NewNote.shade', affects },
        { path: 'POST /api/notes body.shade', affects: [] },
      ],
      unused: [],
    })
  })

  test.each<readonly [string, Edit]>([
    [
      'a field that only REST has',
      ['claims.graphql', '@access @inaccessible', '@access(roles: [ADMIN]) @inaccessible'],
    ],
    ['a field of the gateway', ['gateway.graphql', ' schedule: String', '']],
    ['a key', ['claims.graphql', '@key(fields: "title") ', '']],
  ])('is refused where it is of %s, which no operation uses', async (_what, edit) => {
    expect((await checked(edit, usageOf({ ...WHOLE, operations: [] }))).refused).not.toEqual([])
  })
})

test('only changes of what operations can use are judged by use', () => {
  const schema = buildSchema(`type Query { note(id: Int): Note } type Subscription { changed: Note }
    type Note { colour: Colour } enum Colour { RED } input NewNote { title: String } union Found = Note`)
  const of = (uses: string) => isOfGraph({ file: 'x', path: uses, breaking: true, message: 'gone', uses }, schema)
  for (const uses of [
    'Note',
    'Note.colour',
    'Query.note.id',
    'Colour.RED',
    'NewNote.title',
    'Found',
    'Subscription.changed',
  ])
    expect([uses, of(uses)]).toEqual([uses, true])
  for (const uses of ['Job', 'Note.size', 'Query.note.size', 'Colour.GREEN', 'Found.Note'])
    expect([uses, of(uses)]).toEqual([uses, false])
})

describe('usage that does not show everything', () => {
  test.each([
    ['is not complete', { ...WHOLE, complete: false }, 'it is not complete'],
    ['is of too few days', { ...WHOLE, from: '2026-11-01' }, 'it is of fewer than 31 days'],
    ['is of no day', { ...WHOLE, from: null }, 'it is of fewer than 31 days'],
    ['is old', { ...WHOLE, from: '2026-08-01', to: '2026-11-01' }, 'it ended more than 7 days ago'],
  ])('because it %s clears nothing', async (_what, answer, partial) => {
    const usage = usageOf(answer)
    expect(usage.partial).toBe(partial)
    expect(await checked(MUTATION, usage)).toEqual({
      refused: [{ path: 'Mutation.pickNote', affects: [] }],
      unused: [],
    })
  })
})

test('a file that is no answer of the route is named', () => {
  expect(() => usageOf({ operations: [] })).toThrow(/\.json is not what GET \/api\/graph\/usage answers/)
  expect(() => readUsage(join(folder, 'none.json'), TODAY)).toThrow('none.json is not what')
})
