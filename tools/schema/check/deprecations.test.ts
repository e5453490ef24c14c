import { describe, expect, test } from 'vitest'
import { checkModel, type Edit } from './model-contract.testing.ts'

const OLD = 'old: String @deprecated(reason: "Use title.", until: "2027-01-31")'
const REMOVED: readonly Edit[] = [['claims.graphql', OLD, '']]
const PLACES = ['GET /api/notes 200[].old', 'GET /api/notes/{id} 200.old', 'Note.old', 'POST /api/notes 201.old']

const outcome = async (edits: readonly Edit[], today: string) => {
  const { refused, announced } = await checkModel(edits, undefined, today)
  const pathsOf = (changes: typeof refused) => changes.map(({ path }) => path).sort()
  return { refused: pathsOf(refused), announced: pathsOf(announced) }
}

describe('what was deprecated', () => {
  test('may be removed after its date, from the graph and from REST', async () => {
    expect(await outcome(REMOVED, '2027-02-01')).toEqual({ refused: [], announced: PLACES })
  })

  test('stays on the day of its date', async () => {
    expect(await outcome(REMOVED, '2027-01-31')).toEqual({ refused: PLACES, announced: [] })
  })

  test('may not become something else after its date', async () => {
    const edits: readonly Edit[] = [['claims.graphql', OLD, 'old: Int']]
    expect(await outcome(edits, '2027-02-01')).toEqual({ refused: PLACES, announced: [] })
  })
})
