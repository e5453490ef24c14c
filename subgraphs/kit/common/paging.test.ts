import { describe, expect, test } from 'vitest'
import { DomainError } from './errors.ts'
import { type PageArguments, pageOf, pageRequest } from './paging.ts'

const sorting = {
  sortable: { id: 'note.id', madeAt: 'note.made_at' },
  defaultSort: ['madeAt,desc'],
  tieBreak: { column: 'note.id', descending: false },
}

const request = (args: PageArguments) => pageRequest(args, sorting)

const faultsOf = (args: PageArguments) => {
  try {
    request(args)
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.errors?.map(({ field, message }) => `${field}: ${message}`)
  }
}

describe('a page request', () => {
  test('is the first 20 rows in the default order, and the tie-break last', () => {
    const first = {
      page: 0,
      size: 20,
      offset: 0,
      order: [
        { column: 'note.made_at', descending: true },
        { column: 'note.id', descending: false },
      ],
    }
    expect(request({})).toEqual(first)
    expect(request({ page: null, size: null, sort: null })).toEqual(first)
    expect(request({ sort: [] })).toEqual(first)
  })

  test('sorts by several fields, in either direction, upwards by default', () => {
    expect(request({ sort: ['madeAt', 'id,DESC'] }).order.slice(0, -1)).toEqual([
      { column: 'note.made_at', descending: false },
      { column: 'note.id', descending: true },
    ])
    expect(request({ sort: [' id , asc '] }).order[0]).toEqual({ column: 'note.id', descending: false })
  })

  test('sorts by a column once, as the first of its orders says, however often it is named', () => {
    const sortable = { ...sorting.sortable, made_at: 'note.made_at' }
    const sort = Array.from({ length: 5_000 }, (_, n) => ['madeAt,desc', 'id', 'made_at', 'madeAt'][n % 4] ?? '')
    expect(pageRequest({ sort }, { ...sorting, sortable }).order).toEqual([
      { column: 'note.made_at', descending: true },
      { column: 'note.id', descending: false },
      sorting.tieBreak,
    ])
  })

  test('is of 200 rows at most', () => {
    expect(request({ page: 3, size: 1_000 })).toMatchObject({ page: 3, size: 200, offset: 600 })
  })

  test('names every fault', () => {
    expect(faultsOf({ page: -1, size: 0, sort: ['id', 'made_at', 'id,up', 'constructor'] })).toEqual([
      'page: must be 0 or more',
      'size: must be 1 or more',
      'sort[1]: must begin with one of id, madeAt',
      'sort[2]: the direction must be asc or desc',
      'sort[3]: must begin with one of id, madeAt',
    ])
  })

  test('never repeats what was sent as an order: it may be a card number', () => {
    expect(faultsOf({ sort: ['4111111111111111', 'id,4111111111111111'] })).toEqual([
      'sort[0]: must begin with one of id, madeAt',
      'sort[1]: the direction must be asc or desc',
    ])
  })
})

describe('a page', () => {
  const page = (rows: number, total: number, number: number) =>
    pageOf(Array.from({ length: rows }), total, { page: number, size: 20 })

  test('says where it is', () => {
    expect(pageOf(['a', 'b'], 42, { page: 2, size: 20 })).toEqual({
      content: ['a', 'b'],
      totalElements: 42,
      totalPages: 3,
      number: 2,
      size: 20,
      numberOfElements: 2,
      first: false,
      last: true,
      empty: false,
    })
    expect(page(20, 40, 0)).toMatchObject({ totalPages: 2, first: true, last: false })
    expect(page(20, 40, 1)).toMatchObject({ totalPages: 2, first: false, last: true })
  })

  test('may be empty, being the only one or past the end', () => {
    expect(page(0, 0, 0)).toMatchObject({ totalPages: 0, first: true, last: true, empty: true })
    expect(page(0, 40, 9)).toMatchObject({ totalPages: 2, first: false, last: true, empty: true })
  })
})
