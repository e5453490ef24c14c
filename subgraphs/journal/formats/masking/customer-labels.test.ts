import { describe, expect, it } from 'vitest'
import { FAMILIES } from '../families.ts'
import { CUSTOMER_LABELS, createLabelSearch } from './customer-labels.ts'
import { createMasking } from './masking.ts'

const mask = (text: string, step = text.length): string => {
  const masker = createMasking(FAMILIES)()
  const bytes = Buffer.from(text, 'latin1')
  const out: Buffer[] = []
  for (let at = 0; at < bytes.length; at += step) out.push(masker.push(bytes.subarray(at, at + step)))
  return Buffer.concat([...out, masker.end()]).toString('latin1')
}
const wordsOf = (kind: string) => CUSTOMER_LABELS.filter((label) => label.kind === kind).map(({ words }) => words)
const AFTER = [' ', ': ', ' : ', '=', ' NO ', ' NUMBER : ', ' No. ', '        ']

/** Terminals have an ID NO, too: TERMINAL may be at the end of the line before. */
const NUMBERED = (kind: string) =>
  wordsOf(kind).filter((words) => /\b(?:NO|NOMOR|NUMBER)\b/.test(words) && !words.startsWith('ID N'))
const BEFORE = ['', '  ', '08:00:00 ']

describe('an identifier of a customer', () => {
  it.each(wordsOf('IDENTIFIER'))('is hidden behind %s', (label) => {
    for (const after of AFTER)
      for (const number of ['0911223344', 'ET00123456', ...(after.includes('N') ? ['1234'] : [])])
        expect(mask(`x\n08:00:00 ${label.toLowerCase()}${after}${number} y\n`)).toBe(
          `x\n08:00:00 ${label.toLowerCase()}${after}${'*'.repeat(number.length)} y\n`,
        )
  })

  it.each([
    ['MOBILE NO +251 911 223344', 'MOBILE NO +*** *** ******'],
    ['TEL 0911-22-33-44', 'TEL *************'],
    ['NID Number : 1990-1234-5678', 'NID Number : **************'],
    ['Mobile Number: 251911223344 500.00', 'Mobile Number: ************ 500.00'],
    ['CUSTOMER ID 00123456 5000', 'CUSTOMER ID ******** 5000'],
  ])('is hidden as it is printed in %j', (line, masked) => {
    expect(mask(line)).toBe(masked)
  })

  it.each([
    '08:00:00 CUSTOMER CANCELLED',
    '08:00:00 CUSTOMER TIMEOUT 3000',
    '08:00:00 NOTES TAKEN BY CUSTOMER | 2000',
    'CUSTOMER 123',
    'MOBILE TOPUP 1000',
    'TELLER 123456',
    'NATIONAL BANK 123456',
    'TERMINAL ID 00001234',
    'SERIAL NO 123456 TRACE 000123 RRN 516908041698',
  ])('is not seen in %j', (line) => {
    expect(mask(line)).toBe(line)
  })

  it('is hidden on the next line, where nothing else may be', () => {
    const lines = (label: string, ...rest: readonly string[]) => mask([label, ...rest, ''].join('\r\n'), 5)
    for (const label of ['MOBILE NUMBER', '08:00:00 CUSTOMER NO.', 'PHONE :', 'MOBILE NUMBER ENTERED'])
      expect(lines(label, '0911223344', '0911223344')).toBe(`${label}\r\n**********\r\n0911223344\r\n`)
    expect(lines('PHONE :', '', ' (0911223344 )')).toBe('PHONE :\r\n\r\n (********** )\r\n')
    expect(lines('PHONE :', '08:00:00 0911223344')).toBe('PHONE :\r\n08:00:00 **********\r\n')
    for (const line of ['AMOUNT 0911223344', '0911223344 RRN', '08:00:00 TRACE: 0911223344'])
      expect(lines('PHONE :', line)).toBe(`PHONE :\r\n${line}\r\n`)
    expect(lines('PHONE :', '', '', '', '0911223344')).toBe('PHONE :\r\n\r\n\r\n\r\n0911223344\r\n')
    expect(lines('TERMINAL ID NO', '00001234')).toBe('TERMINAL ID NO\r\n00001234\r\n')
    for (const label of ['ID NO', 'ID NUMBER'])
      for (const id of ['00001234', 'S1AK0001']) expect(lines(label, id)).toBe(`${label}\r\n${id}\r\n`)
    expect(lines('THE CUSTOMER', '0911223344')).toBe('THE CUSTOMER\r\n0911223344\r\n')
  })
})

describe('a label that says that it is one of a number', () => {
  it.each([...NUMBERED('IDENTIFIER'), ...NUMBERED('ACCOUNT')])(
    'leaves it to the next line behind %s alone',
    (label) => {
      const masked = NUMBERED('ACCOUNT').includes(label) ? '******7890' : '*'.repeat(10)
      for (const between of ['\n', '\r\n', ' \r\n', '\n\n', '.\n'])
        for (const before of BEFORE)
          for (const number of ['1234567890', masked])
            expect(mask(`x\n${before}${label}${between}${before}${number}\n1234567890\n`)).toBe(
              `x\n${before}${label}${between}${before}${masked}\n1234567890\n`,
            )
    },
  )
})

describe('the number of an account', () => {
  it.each(wordsOf('ACCOUNT'))('keeps its last four behind %s', (label) => {
    for (const after of AFTER)
      expect(mask(`x\n${label}${after}0013245678901 y\n`)).toBe(`x\n${label}${after}*********8901 y\n`)
  })

  it.each([
    ['FROM A/C 0013245678 TO A/C 0013249999', 'FROM A/C ******5678 TO A/C ******9999'],
    ['FROM  A/C    XXXXXXXX1234', 'FROM  A/C    XXXXXXXX1234'],
    ['FR ACCT: 10', 'FR ACCT: 10'],
    ['ACCT BAL: 500000', 'ACCT BAL: 500000'],
    ['A/C BALANCE 500000', 'A/C BALANCE 500000'],
    ['ACCOUNT 0013245678 5000.00', 'ACCOUNT ******5678 5000.00'],
    ['ACCT 1000 2345 6789 RS. 500', 'ACCT **** **** 6789 RS. 500'],
    ['IBAN: GB29 NWBK 6016 1331 9268 19', 'IBAN: **** **** **** **** **68 19'],
    ['IBAN DE89370400440532013000 EUR', 'IBAN ******************3000 EUR'],
    ['Beneficiary Account/Card Number : 0132000012345678', 'Beneficiary Account/Card Number : ************5678'],
    ['REK 0012-34-567890', 'REK **********7890'],
  ])('is hidden as it is printed in %j', (line, masked) => {
    expect(mask(line)).toBe(masked)
  })

  it('keeps its last four on the next line', () => {
    expect(mask('FROM A/C NO:\n0013245678901\n')).toBe('FROM A/C NO:\n*********8901\n')
  })
})

describe('a name', () => {
  it.each(wordsOf('NAME'))('is hidden behind %s to the next column', (label) => {
    expect(mask(`x\n${label} : JANE Q. O'DOE-ROE   12 y\n`)).toBe(`x\n${label} : **** ** *********   12 y\n`)
  })

  it.each([
    ['CARDHOLDER : JANE DOE', 'CARDHOLDER : **** ***'],
    ['BENEFICIARY: JANE DOE | 5', 'BENEFICIARY: **** *** | 5'],
    ['08:00:00 NAME: JANE DOE', '08:00:00 NAME: **** ***'],
  ])('is hidden as it is printed in %j', (line, masked) => {
    expect(mask(line)).toBe(masked)
  })

  it.each([
    'CARDHOLDER CANCELLED',
    'BANK NAME: CITY BANK',
    'APPLICATION NAME : VISA CREDIT',
    'CARDHOLDER SELECTED WITHDRAWAL',
  ])('is not seen in %j', (line) => {
    expect(mask(line)).toBe(line)
  })
})

describe('labels of a family', () => {
  it('are found beside those that all share', () => {
    const { find } = createLabelSearch([{ words: 'MEMBER CODE', kind: 'IDENTIFIER' }])
    expect(find('MEMBER CODE 123456 A/C 123456')).toEqual([
      { from: 12, to: 18 },
      { from: 23, to: 25 },
    ])
    expect(createLabelSearch([]).find('MEMBER CODE 123456')).toEqual([])
  })
})
