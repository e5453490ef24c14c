import { describe, expect, test } from 'vitest'
import { checkContract } from './check.ts'
import { checkModel, type Edit, modelContract } from './model-contract.testing.ts'

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

  const deprecated = (until: string): readonly Edit[] => [
    ['claims.graphql', 'size: Float', `size: Float @deprecated(reason: "Weigh it.", until: "${until}")`],
  ]

  test.each([
    ['2026-11-19', ['Note.size @deprecated']],
    ['2026-12-20', ['Note.size @deprecated']],
    ['2026-12-21', []],
  ])('stays for 31 days at least from when it is published: until %s is refused as %j', async (until, refused) => {
    expect(await outcome(deprecated(until), '2026-11-20')).toEqual({ refused, announced: [] })
  })

  test('needs no notice again', async () => {
    const dated: readonly Edit[] = [['claims.graphql', '2027-01-31', '2026-11-30']]
    const [base, current] = [modelContract(dated), modelContract(dated)]
    expect((await checkContract({ base, current, today: '2026-11-20' })).refused).toEqual([])
  })
})
