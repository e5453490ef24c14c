import { expect, it } from 'vitest'
import { parseText } from '../family.testing.ts'

it.each([
  ['20.000  414', 2000n, 'KWD'],
  ['1,250.000  414', 125_000n, 'KWD'],
  ['20.000  788', 2000n, 'TND'],
  ['20.00  414', 2000n, 'KWD'],
  ['1,250.00  230', 125_000n, 'ETB'],
  ['20.005  414', null, null],
])('reads the amount of a receipt as its currency parts it: %s', async (printed, amountMinor, currency) => {
  const lines = [
    ...['------------05/13/26 10:00:00-------------', '============TRANSACTION START============='],
    ...['26/05/13 26/05/13 10:00 0', '113 7001 011000', `    ${printed}`, '            000'],
  ]
  expect((await parseText(lines.join('\n'), '2026-05-13')).transactions).toMatchObject([{ amountMinor, currency }])
})
