import { expect, it } from 'vitest'
import { percent, spent } from './figures.ts'

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
