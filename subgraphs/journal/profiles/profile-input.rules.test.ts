import { describe, expect, it } from 'vitest'
import { DomainError } from '../../kit/common/errors.ts'
import type { JournalProfileInput } from '../schema.gen.ts'
import { isSameLabels, profileContent } from './profile-input.rules.ts'

const faultsOf = (given: Partial<JournalProfileInput>): string[] => {
  try {
    profileContent({ version: 0, ...given })
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return (error.errors ?? []).map(({ field }) => field)
  }
}
const labels = (...words: readonly string[]) => words.map((word) => ({ words: word, kind: 'IDENTIFIER' as const }))

describe('the input of a profile', () => {
  it('is null where it is left out', () => {
    expect(profileContent({ version: 3 })).toEqual({
      ...{ approvedCodes: null, currency: null, amountUnit: null, timeZone: null, customerLabels: [] },
    })
  })

  it('has each code and each label once, labels in one form', () => {
    expect(
      profileContent({
        ...{
          version: 0,
          approvedCodes: ['00', '1', '00'],
          currency: 'ETB',
          amountUnit: 'WHOLE',
          timeZone: 'Asia/Kolkata',
        },
        customerLabels: [...labels(' fayda   no', 'FAYDA NO'), { words: 'Fayda No', kind: 'ACCOUNT' }],
      }),
    ).toEqual({
      ...{ approvedCodes: ['00', '1'], currency: 'ETB', amountUnit: 'WHOLE', timeZone: 'Asia/Kolkata' },
      customerLabels: [
        { words: 'FAYDA NO', kind: 'IDENTIFIER' },
        { words: 'FAYDA NO', kind: 'ACCOUNT' },
      ],
    })
  })

  it('is refused by each field that is wrong', () => {
    expect(faultsOf({ approvedCodes: [] })).toEqual(['approvedCodes'])
    expect(faultsOf({ approvedCodes: Array.from({ length: 51 }, (_, n) => String(n)) })).toEqual(['approvedCodes'])
    expect(faultsOf({ approvedCodes: Array.from({ length: 50 }, (_, n) => String(n)) })).toEqual([])
    expect(faultsOf({ approvedCodes: ['00', '', 'x'.repeat(17), 'a b', 'x'.repeat(16)] })).toEqual([
      ...['approvedCodes[1]', 'approvedCodes[2]', 'approvedCodes[3]'],
    ])
    expect(faultsOf({ currency: 'etb', timeZone: 'Mars/Base' })).toEqual(['currency', 'timeZone'])
    expect(faultsOf({ currency: 'XYZ' })).toEqual(['currency'])
    expect(faultsOf({ customerLabels: labels('A1', 'X', '12', 'a.*b', 'é b', '-AB', 'x'.repeat(21), 'AB') })).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6].map((at) => `customerLabels[${at}].words`),
    ])
    expect(faultsOf({ customerLabels: labels(...Array.from({ length: 51 }, (_, n) => `LABEL ${10 + n}`)) })).toEqual([
      'customerLabels',
    ])
    expect(faultsOf({ customerLabels: labels(...Array.from({ length: 50 }, (_, n) => `LABEL ${10 + n}`)) })).toEqual([])
  })

  it('has labels of four words at most, each of two characters at least', () => {
    expect(
      faultsOf({ customerLabels: labels('AB CD EF GH', 'AB CD EF GH IJ', 'AB C', `${'x'.repeat(20)} ab`) }),
    ).toEqual([...['customerLabels[1].words', 'customerLabels[2].words']])
    expect(
      faultsOf({
        customerLabels: labels(`${'x'.repeat(20)} ${'y'.repeat(19)}`, `${'x'.repeat(20)} ${'y'.repeat(20)}`),
      }),
    ).toEqual(['customerLabels[1].words'])
  })

  it('has no label that would hide what disputes are decided by', () => {
    expect(faultsOf({ customerLabels: labels('rrn', 'Amount', 'RRN OF CUSTOMER') })).toEqual([
      ...['customerLabels[0].words', 'customerLabels[1].words'],
    ])
  })
})

it('labels are the same in any order', () => {
  expect(isSameLabels(labels('AB', 'CD'), labels('CD', 'AB'))).toBe(true)
  expect(isSameLabels(labels('AB'), labels('AB', 'CD'))).toBe(false)
  expect(isSameLabels(labels('AB'), [{ words: 'AB', kind: 'NAME' }])).toBe(false)
})
