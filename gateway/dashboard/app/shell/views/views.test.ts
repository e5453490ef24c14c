import { expect, it } from 'vitest'
import { filtersIn, hrefOf, namesakesOf } from './views.ts'

it('keeps of an address what limits and orders its list', () => {
  const search = { institution: 'ACME', owner: 'me', page: 3, create: true, sort: '-openedAt', q: undefined }
  expect(filtersIn(search)).toEqual({ owner: 'me', sort: '-openedAt' })
})

it('has an address of its own', () => {
  expect(hrefOf({ page: 'TASKS', search: 'status=FAILED' })).toBe('/tasks?status=FAILED')
  expect(hrefOf({ page: 'CASH', search: '' })).toBe('/cash')
})

it('has the namesakes of its list in mind: the caller’s own, and shared ones of others where it is shared', () => {
  const view = (id: number, name: string, mine: boolean, institutionKey: string) => ({
    ...{ id, name, mine, institutionKey, page: 'TASKS' as const, search: '', shared: true, userId: '1', user: null },
  })
  const views = [view(1, 'Worst', true, 'ACME'), view(2, 'worst', true, 'BETA'), view(3, 'Mine', false, 'ACME')]
  const of = (name: string, institutionKey: string | null, shared: boolean) => {
    const { own, ofOther } = namesakesOf(views, { name, institutionKey, shared })
    return [own?.id, ofOther?.id]
  }
  expect(of(' WORST ', 'BETA', true)).toEqual([2, undefined])
  expect(of('worst', 'CORAL', false)).toEqual([undefined, undefined])
  expect(of('worst', null, false)).toEqual([undefined, undefined])
  expect(of('mine', 'ACME', true)).toEqual([undefined, 3])
  expect(of('mine', 'ACME', false)).toEqual([undefined, undefined])
})
