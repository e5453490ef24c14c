import { expect, it } from 'vitest'
import { changesOf, nameWords, periodOf } from './changes.ts'

it('a change is shown by the fields that differ', () => {
  expect(
    changesOf({ status: 'OPEN', owner: null, same: [1] }, { status: 'RESOLVED', owner: 'ann', same: [1] }),
  ).toEqual([
    { field: 'status', before: 'OPEN', after: 'RESOLVED' },
    { field: 'owner', before: 'none', after: 'ann' },
  ])
  expect(changesOf(null, { kinds: ['REBOOT'] })).toEqual([{ field: 'kinds', before: undefined, after: '["REBOOT"]' }])
  expect(changesOf({ n: 1 }, null)).toEqual([{ field: 'n', before: '1', after: undefined }])
  expect(changesOf(null, null)).toEqual([])
})

it('an action and a type are shown in words', () => {
  expect(nameWords('acknowledgeIncident')).toBe('Acknowledge incident')
  expect(nameWords('createAtm')).toBe('Create ATM')
  expect(nameWords('JournalFile')).toBe('Journal file')
})

it('a period has its last day', () => {
  const { from, to } = periodOf('2026-11-20', '2026-11-21')
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(2 * 86_400_000)
  expect(periodOf(undefined, undefined)).toEqual({ from: null, to: null })
})
