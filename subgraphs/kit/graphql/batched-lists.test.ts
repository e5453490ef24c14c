import { describe, expect, it } from 'vitest'
import { inOrder, listKey, loadLists, parseKey } from './batched-lists.ts'

describe('records by key', () => {
  it('are in the order of the keys, null where there is none', () => {
    expect(inOrder([3, 1, 2], [{ id: 1 }, { id: 3 }], ({ id }) => id)).toEqual([{ id: 3 }, { id: 1 }, null])
  })
})

describe('lists by key', () => {
  it('are read by one statement for each set of arguments, and are in the order of the keys', async () => {
    const statements: string[] = []
    const keys = [
      listKey(2, { first: 5 }),
      listKey(1, { first: 5 }),
      listKey(1, { first: 9 }),
      listKey(3, { first: 5 }),
    ]
    const lists = await loadLists(
      keys,
      parseKey<number, { first: number }>,
      async (ids, { first }) => {
        statements.push(`${ids} first ${first}`)
        return ids.filter((id) => id < 3).flatMap((id) => [`${id}a${first}`, `${id}b${first}`])
      },
      (row) => Number(row[0]),
    )
    expect(statements).toEqual(['2,1,3 first 5', '1 first 9'])
    expect(lists).toEqual([['2a5', '2b5'], ['1a5', '1b5'], ['1a9', '1b9'], []])
  })
})
