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
      const put = (values: string) => `x\n${heads}${between}${values}\nTRACE 12345678901 12345678901\n`
      expect(mask(put(row))).toBe(put(masked))
      expect(mask(put(masked))).toBe(put(masked))
    }
  })

  it.each([
    `${HEADS}\n08:00:01 TRACE 516908041698 RRN 516908041699`,
    `${HEADS}\n516908 5000.00`,
    `${HEADS}\nSEQ 1234 516908041698`,
    `${HEADS}\n\n\n\n8174061234561234 12345678901`,
    'TRANSFER TO ACCOUNT\n5000 12345678901',
    'CUSTOMER   AMOUNT\n12345678901   500.00',
    'CUSTOMER   CARD NO   RRN\n12345   817406******1234   516908041698',
    'AMOUNT   CARD NO\nRRN      5169080416981',
    'AMOUNT   CARD NO\nBILLER   5169080416981',
    'AMOUNT   CARD NO\n500.00   516908041698',
    'TYPE     ACCOUNT NO\nBILLER CODE   516908041698',
    'FROM ACCOUNT   SAVINGS\nBILLER         516908041698',
    'CARD NO   AMOUNT\n08:00:01  8174061234561234',
    'ACCOUNT NO   AMOUNT\n12345678901',
    'ACCOUNT NO   AMOUNT\n12345678901   500.00   516908041698',
    'ACCOUNT NO   TYPE\nSAVINGS   12345678901',
    'ACCOUNT NO   CASSETTE 1\n12345678901   2000',
    'CHANNEL : BRANCH   CARD NO\n12345678901   8174061234561234',
    'RRN          CARD NO\n516908041698 817406******1234',
    'CARD NO   CUST REF NO\n817406******1234 516908041698',
  ])('are no others, as in %j', (text) => {
    expect(mask(`x\n${text}\ny\n`)).toBe(`x\n${text}\ny\n`)
  })
})

const KNOWN = `${HEADS}\n817406******1234 *******8901\n`
const AMOUNTS = 'ACCOUNT NO    AMOUNT\n*******8901   500.00\n'

describe('a card number below its label', () => {
  it.each([
    ['CARD NO   AMOUNT', '8174061234561234   500.00', '817406******1234   500.00'],
    ['CARD NO\tAMOUNT', '8174061234561234\t500.00', '817406******1234\t500.00'],
    ['CARD NO | AMOUNT', '8174061234561234 | 500.00', '817406******1234 | 500.00'],
    ['CARD NUMBER :   AMOUNT :', '8174061234561234   500.00', '817406******1234   500.00'],
    ['CARD   AMOUNT', '8174 0612 3456 1234   500.00', '8174 06** **** 1234   500.00'],
    ['AMOUNT     CARD', '500.00     8174061234561234', '500.00     817406******1234'],
    ['STAN    CARD NO   AMOUNT', '123456  8174061234561234 50000000', '123456  817406******1234 50000000'],
    ['NOMOR KARTU    JUMLAH', '8174061234561234  RP 500.000', '817406******1234  RP 500.000'],
  ])('is hidden beside the column of another, below %j', (heads, row, masked) => {
    const put = (values: string) => `x\n${heads}\n${values}\n${values}\nEND\n`
    expect(mask(put(row))).toBe(put(masked))
    expect(mask(put(masked))).toBe(put(masked))
  })

  it.each([
    ['8174061234561236', '817406******1236'],
    ['9000000000001', '900000***0001'],
    ['9999900000000000005', '999990*********0005'],
    ['8174 0612 3456 1236', '8174 06** **** 1236'],
  ])('is hidden alone where its check digit is right: %s', (number, masked) => {
    for (const head of ['CARD', 'CARD ', '  CARD', 'PAN', 'KARTU', 'Card'])
      for (const between of ['\n', '\r\n', '\n\n', '\n----\n']) {
        const put = (text: string) => `x\n${head}${between}${text}\n${text}\nEND\n${number}\n`
        expect(mask(put(number))).toBe(put(masked))
      }
    expect(mask(`08:00:00 CARD\n08:00:00 ${number}`)).toBe(`08:00:00 CARD\n08:00:00 ${masked}`)
  })

  it.each(['8174061234561234', '900000000001', '516908041698', '0000000000000', '81740612345612360000', '500.00'])(
    'is no other number alone: %s',
    (number) => {
      for (const head of ['CARD', 'TAKE CARD']) expect(mask(`${head}\n${number}\n`)).toBe(`${head}\n${number}\n`)
    },
  )

  it.each(['TAKE CARD', 'CARD TAKEN', 'RETRACT CARD'])('is looked for below no other words: %s', (line) => {
    expect(mask(`${line}\n8174061234561236\n`)).toBe(`${line}\n8174061234561236\n`)
  })
})

describe('numbers below heads of which some are no labels', () => {
  it.each([
    ['ACCOUNT NO   TRACE NO', '12345678901  516908041698', '*******8901  516908041698'],
    ['RRN            ACCOUNT NO', '516908041698   12345678901', '516908041698   *******8901'],
    ['TID        A/C NO        TIME', 'S1AK0001   12345678901   10:11', 'S1AK0001   *******8901   10:11'],
    ['TIME      ACCOUNT NO', '10:11:12  12345678901', '10:11:12  *******8901'],
    ['DATE        TIME      CIF NO', '04/03/2024  10:11:12  123456', '04/03/2024  10:11:12  ******'],
    ['08:00:00 STAN   ACCOUNT NO', '08:00:00 123456 12345678901', '08:00:00 123456 *******8901'],
    ['08:00:00 STAN   ACCOUNT NO', '123456 12345678901', '123456 *******8901'],
    ['ACCOUNT NO | TERMINAL | AMOUNT', '12345678901 | 10000001 | 50000000', '*******8901 | 10000001 | 50000000'],
    ['TYPE      ACCOUNT NO    STATUS', 'SAVINGS   12345678901   NOT OK', 'SAVINGS   *******8901   NOT OK'],
    ['ACCOUNT NO    AMOUNT', '1234 5678 901   RP 500.000', '**** ***8 901   RP 500.000'],
    ['FROM ACCOUNT TO ACCOUNT  AMOUNT', '12345678901  98765432101  500', '*******8901  *******2101  500'],
    ['CUSTOMER     ACCOUNT NO   RRN', '12345678  12345678901  516908041698', '********  *******8901  516908041698'],
  ])('are hidden below %j, as in %j', (heads, row, masked) => {
    for (const between of ['\n', '\r\n', '\n\n', '\n-------  --------\n']) {
      const put = (values: string) => `x\n${heads}${between}${values}\n${values}\nEND\n${row}\n`
      expect(mask(put(row))).toBe(put(masked))
      expect(mask(put(masked))).toBe(put(masked))
    }
  })

  it.each([
    [`${KNOWN}8174061234561235 12345678902`, `${KNOWN}817406******1235 *******8902`],
    [
      `${HEADS}\n8174061234561234 12345678901 RP 500.000\n8174061234561235 12345678902 RP 600.000`,
      /5 \*{7}8902 RP 600/,
    ],
    [`${AMOUNTS}N/A   600.00\n12345678902   500.00`, `${AMOUNTS}N/A   600.00\n*******8902   500.00`],
  ])('are hidden in each row, as in %j', (text, masked) => {
    if (masked instanceof RegExp) expect(mask(text)).toMatch(masked)
    else expect(mask(text)).toBe(masked)
  })

  it.each([
    `${KNOWN}TRACE 516908041698`,
    `${KNOWN}516908041698 ****5678`,
    `${KNOWN}12345678901`,
    `${HEADS}\n*******8901\n12345678901 12345678901`,
    `${HEADS}\n817406******1234 *******8901 500\n08:00:01 8174061234561234 12345678901 500`,
    `${AMOUNTS}\n\n\n12345678902   500.00`,
    ...[
      ...['RRN 516908041698', '08:00:01 12345678902   500.00', 'AID A0000000031010', 'STAN: 123456', 'TOTAL   500.00'],
      ...['BILLER   516908041698', '10:11   500.00', '04/03/2024   500', '500.00   500.00', '12345678902'],
    ].map((line) => `${AMOUNTS}${line}\n12345678902   500.00`),
  ])('are no others behind the rows, as in %j', (text) => {
    expect(mask(text)).toBe(text)
  })
})

const ROW = 'ACCOUNT NO   AMOUNT\n*******8901  500000\n'
const TRANSFER = 'FROM ACCOUNT  TO ACCOUNT\n*******8901  *******2101\n'

describe('what is no row of a table', () => {
  it.each([
    ...['00010    00020', '02000    01999', '10000001   10'].map((counts) => `${ROW}TYPE 1   TYPE 2\n${counts}`),
    ...['CASS 1   CASS 2\n02000    01999', 'IDR50000   10', '100000   5', '10000   20000', 'S1AK0001   000123'].flatMap(
      (line) => [`${ROW}${line}`, `${ROW}\n${line}`],
    ),
    ...['123456   10000001', '120324   101112', '516908041698  123456'].map((line) => `${ROW}\n\n${line}`),
    ...['500000      2500', '516908041698  123456', 'S1AK0001   12345678'].map((line) => `${TRANSFER}${line}`),
    `${TRANSFER}------\n516908041698  516908041699`,
  ])('is left below its rows: %j', (text) => {
    expect(mask(text)).toBe(text)
  })

  it.each([
    ...['ACCOUNT      SAVINGS', 'FROM ACCOUNT   CHECKING', 'TO ACCOUNT   CURRENT A/C', 'REKENING   TABUNGAN'].flatMap(
      (line) => [`${line}\n516908041698   123456`, `${line}\n00001234   S1AK0001`],
    ),
    'FROM ACCOUNT   SAVINGS\nTO ACCOUNT   CHECKING\n00001234   S1AK0001',
    ...['CARD  MOBILE  TOTAL\n00012  00005  00017', 'CARDLESS  MOBILE\n00012  00005', 'MOBILE  CASH\n00005  00120'],
    ...['CHIP  CONTACT  CARD\n00012345  00012346  00024691', 'ACCOUNT   CASH\n500000   12', 'PAYEE  CASH\n123456  5'],
    ...['CREDIT TO    CASH\n500000   100000', 'REKENING   JUMLAH\n500000   3', 'ACCOUNT NO   COUNT\n00012   00013'],
    ...['ATM   ID NO   AMOUNT', 'TERMINAL   ID NO   AMOUNT', 'CASSETTE   ID NUMBER   COUNT'].map(
      (heads) => `${heads}\nS1AK   10000001   500000`,
    ),
    'TERMINAL\nID NO   AMOUNT\n10000001   500000',
    'STAN     TYPE   ACCOUNT NO\n123456   RRN    516908041698',
    'STAN     TYPE   ACCOUNT NO\n123456 RRN 516908041698',
  ])('is left below heads that say little: %j', (text) => {
    expect(mask(text)).toBe(text)
  })
})

describe('a row', () => {
  const TYPES = 'TIME      TYPE         ACCOUNT NO   AMOUNT'
  it.each([
    ...['BALANCE INQ', 'BALANCE', 'TIME OUT', 'REF TO ISSUER', 'HOST RESPONSE 05'].map((type) => [
      `${TYPES}\n10:11:12  ${type}  12345678902  0.00\n10:11:13  TRANSFER  12345678903  5.00`,
      `${TYPES}\n10:11:12  ${type}  *******8902  0.00\n10:11:13  TRANSFER  *******8903  5.00`,
    ]),
    [
      'TYPE  CARD NO  AMOUNT\nBALANCE  8174061234561234  0.00',
      'TYPE  CARD NO  AMOUNT\nBALANCE  817406******1234  0.00',
    ],
    [
      'TID   CARD NO\nT1   8174061234561234\nT 2   8174061234561235',
      'TID   CARD NO\nT1   817406******1234\nT 2   817406******1235',
    ],
    [
      'TID   CARD NO   TOTAL\nT1   8174061234561234   5\nTERM 2   8174061234561235   5',
      'TID   CARD NO   TOTAL\nT1   817406******1234   5\nTERM 2   817406******1235   5',
    ],
    ['TYPE  ACCOUNT NO\nBALANCE INQ  12345678901', 'TYPE  ACCOUNT NO\nBALANCE INQ  *******8901'],
    ['ACCOUNT   AMOUNT\n12345678901   500000', 'ACCOUNT   AMOUNT\n*******8901   500000'],
    [
      'ACCOUNT NO   AMOUNT\n\n12345678901   5\n\n123456789   5',
      'ACCOUNT NO   AMOUNT\n\n*******8901   5\n\n*****6789   5',
    ],
    ['CIF NO   AMOUNT\n99999   5\n100000   5\nEND', 'CIF NO   AMOUNT\n*****   5\n******   5\nEND'],
    ...['NO HP', 'NOMOR HP', 'NO PELANGGAN', 'NOMOR PELANGGAN', 'NO. PELANGGAN'].map((head) => [
      `${head}   AMOUNT\n081234567890   500000`,
      `${head}   AMOUNT\n************   500000`,
    ]),
    ...['FROM ACC', 'TO ACC'].map((head) => [
      `${head}   AMOUNT\n12345678901   500000`,
      `${head}   AMOUNT\n*******8901   500000`,
    ]),
  ])('is what its cells are, as in %j', (text = '', masked = '') => {
    expect(mask(text)).toBe(masked)
    expect(mask(masked)).toBe(masked)
  })

  it.each([
    'ACCOUNT NO   AMOUNT\n12345678901   500.00\n12345678902   CUST NAME TERM\n12345678903   500.00',
    'CARD NO   HOLDER\n8174061234561234   A/C NAME REF BOB\n8174061234561235   BOB',
    'CUSTOMER ID   AMOUNT\nET12345   5\n1234567   5\nET123456   5\nS1AK0001   5',
    'TYPE   ACCOUNT NO\nCUST NAME ANN   12345678901\n12   12345678902',
    'TYPE   ACCOUNT NO\nCUST NAME TERM   12345678901',
    'STAN   NAME   TYPE   ACCOUNT NO\n123456  A/N TRACE  12345678901',
  ])('is the same when it is masked again: %j', (text) => {
    expect(mask(mask(text))).toBe(mask(text))
  })
})
