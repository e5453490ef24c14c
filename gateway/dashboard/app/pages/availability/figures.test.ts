import { expect, it } from 'vitest'
import { available, percent, spent } from './figures.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('Lengths of time are said, those of none too; one that is not known is a dash', () => {
  expect([0, 0.3, 45, 1_260, null].map((seconds) => plain(spent(seconds)))).toEqual([
    '0 min',
    '0 min',
    '45 s',
    '21 min',
    '\u2014',
  ])
})

it('A percentage is never rounded up to the whole', () => {
  expect([100, 99.999, 0, null].map((pct) => plain(percent(pct)))).toEqual(['100 %', '99.99 %', '0.00 %', '\u2014'])
})

it('ATMs of which nothing is known are not said to have been unavailable', () => {
  const none = { inServiceSeconds: 0, inSupervisorSeconds: 0, outOfServiceSeconds: 0, unreachableSeconds: 0 }
  const said = (of: object) => plain(available({ ...none, unknownSeconds: 0, availabilityPct: 0, ...of }))
  expect(said({ unknownSeconds: 300 })).toBe('not known')
  expect(said({ unknownSeconds: 300, unreachableSeconds: 1 })).toBe('0.00 %')
  expect(said({ unknownSeconds: 300, inSupervisorSeconds: 1 })).toBe('0.00 %')
  expect(said({ outOfServiceSeconds: 300 })).toBe('0.00 %')
  expect(said({ unknownSeconds: 150, inServiceSeconds: 150, availabilityPct: 50 })).toBe('50.00 %')
  expect(said({ availabilityPct: null })).toBe('\u2014')
})
