import { describe, expect, it } from 'vitest'
import { FAMILIES } from '../families.ts'
import { createMasking } from './masking.ts'

const createMasker = createMasking(FAMILIES)
const mask = (text: string): string => {
  const masker = createMasker()
  return Buffer.concat([masker.push(Buffer.from(text)), masker.end()]).toString()
}

const HEADS = 'CARD NO          ACCOUNT NO'

describe('numbers below labels in columns', () => {
  it.each([
    [HEADS, '8174061234561234 12345678901', '817406******1234 *******8901'],
    [HEADS, '8174061234561234   12345678901   500.00', '817406******1234   *******8901   500.00'],
    [HEADS, '8174061234561234   12345678901 RP 500.000', '817406******1234   *******8901 RP 500.000'],
    [HEADS, '8174 0612 3456 1234   0012 3456 7890', '8174 06** **** 1234   **** **** 7890'],
    [HEADS, '817406******1234 12345678901', '817406******1234 *******8901'],
    [HEADS, '12345678901', '*******8901'],
    ['FROM ACCOUNT     TO ACCOUNT', '12345678901      98765432101', '*******8901      *******2101'],
    ['FROM ACCOUNT TO ACCOUNT', '12345678901  98765432101', '*******8901  *******2101'],
    ['FROM A/C\tTO A/C', '12345678901\t98765432101', '*******8901\t*******2101'],
    ['| CARD NO | ACCOUNT NO |', '| 8174061234561234 | 12345678901 |', '| 817406******1234 | *******8901 |'],
    ['CIF NO    A/C NO.    MOBILE NO', '123456    12345678901  0911223344', '******    *******8901  **********'],
    ['CUSTOMER ID    CARD NO', '12345678', '********'],
    ['08:00:00 CIF NO  A/C NO', '08:00:00 123456  12345678901', '08:00:00 ******  *******8901'],
    ['NOMOR KARTU    NO REKENING', '8174061234561234  1234567890', '817406******1234  ******7890'],
  ])('are hidden below %j, as in %j', (heads, row, masked) => {
    for (const between of ['\n', '\r\n', '\n\n', '\n-------  --------\n', '\n\n======\n']) {
      const put = (values: string) => `x\n${heads}${between}${values}\n12345678901 12345678901\n`
      expect(mask(put(row))).toBe(put(masked))
      expect(mask(put(masked))).toBe(put(masked))
    }
  })

  it.each([
    `${HEADS}\n08:00:01 TRACE 516908041698 RRN 516908041699`,
    `${HEADS}\n516908 5000.00`,
    `${HEADS}\nSEQ 1234 516908041698`,
    `${HEADS}\n\n\n\n8174061234561234 12345678901`,
    'ACCOUNT NO   TRACE NO\n12345678901  516908041698',
    'RRN          CARD NO\n516908041698 817406******1234',
    'CARD NO   CUST REF NO\n817406******1234 516908041698',
  ])('are no others, as in %j', (text) => {
    expect(mask(`x\n${text}\ny\n`)).toBe(`x\n${text}\ny\n`)
  })
})
