import { describe, expect, it } from 'vitest'
import { FAMILIES } from '../families.ts'
import { createMasking } from './masking.ts'

const createMasker = createMasking(FAMILIES)
const mask = (text: string): string => {
  const masker = createMasker()
  return Buffer.concat([masker.push(Buffer.from(text)), masker.end()]).toString()
}

describe('forms of numbers and names that machines print', () => {
  it.each([
    ['EMV AID A0000006021010 / 9704361234567890 STARTED', 'EMV AID A0000006021010 / 970436******7890 STARTED'],
    ['Beneficiary Account/Card Number\n9704361234567890', 'Beneficiary Account/Card Number\n************7890'],
    ['Beneficiary Account/Card Number :\n1234567890123', 'Beneficiary Account/Card Number :\n*********0123'],
    ['Beneficiary Account Number\n1234567890123', 'Beneficiary Account Number\n*********0123'],
    ['Beneficiary Account is :\n(1234567890123  )', 'Beneficiary Account is :\n(*********0123  )'],
    ['MOBILE NO : +91 9876543210', 'MOBILE NO : +** **********'],
    ['MOBILE NO : +880 1712-345678', 'MOBILE NO : +*** ***********'],
    ['PHONE +62 812-3456-7890', 'PHONE +** *************'],
    ['MOBILE NO : +91 9876543210 123456', 'MOBILE NO : +** ********** 123456'],
    [
      '57 11 97 04 36 12 34 56 78 90 D2 51 22 01 00 00 00 00 0F',
      '57 11 97 04 36 ** ** ** 78 90 D* ** ** ** ** ** ** ** **',
    ],
    [
      '57: 97 04 36 12 34 56 78 90 D2 51 22 01 0F 5F 34 01 01',
      '57: 97 04 36 ** ** ** 78 90 D* ** ** ** ** 5F 34 01 01',
    ],
    ['57: 97 04 36 12 34 56 78 90 D2 51 22 01 00', '57: 97 04 36 ** ** ** 78 90 D* ** ** ** **'],
    ['57 12 97 04 36 12 34 56 78 90 1D 25 12 20', '57 12 97 04 36 ** ** ** *8 90 1D ** ** **'],
    ['9F 6B 13 97 04 36 12 34 56 78 90 D2 51 22 01', '9F 6B 13 97 04 36 ** ** ** 78 90 D* ** ** **'],
    ['TAG 57: 97 04 36 ** ** ** 78 90 D2 51 22 01', 'TAG 57: 97 04 36 ** ** ** 78 90 D* ** ** **'],
    ['TAG 57 LEN 11: 97 04 36 12 34 56 78 90 D2 51 22 01', 'TAG 57 LEN 11: 97 04 36 ** ** ** 78 90 D* ** ** **'],
    ['TRACK 2 194634******6969 2512201000', 'TRACK 2 194634******6969 **********'],
    ['TRACK 2 1946341234566969 2512201000', 'TRACK 2 194634******6969 **********'],
    ['CARD TYPE : DEBIT 1946341234566969', 'CARD TYPE : DEBIT 194634******6969'],
    ['CARD (DEBIT) : 1946341234566969', 'CARD (DEBIT) : 194634******6969'],
    ['CARD NO [M] 1946341234566969', 'CARD NO [M] 194634******6969'],
    ['CARD TYPE VISA 4111111111111112', 'CARD TYPE VISA 411111******1112'],
    ['5A(8)=9704361234567890', '5A(8)=970436******7890'],
    ['TAG=5A LEN=08 VAL=9704361234567890', 'TAG=5A LEN=08 VAL=970436******7890'],
    ['TRACK DATA: 1946341234566969=2512', 'TRACK DATA: 194634******6969=****'],
    ['T2: 1946341234566969=2512', 'T2: 194634******6969=****'],
    ['REK  ******7890  BUDI SANTOSO', 'REK  ******7890  **** *******'],
    ['NAMA    BUDI SANTOSO', 'NAMA    **** *******'],
    ['PENERIMA : BUDI', 'PENERIMA : ****'],
    ['A/N BUDI', 'A/N ****'],
    ['NAME JOHN DOE', 'NAME **** ***'],
    ['ACCOUNT TITLE : JOHN DOE', 'ACCOUNT TITLE : **** ***'],
    ['DEPOSITOR : JOHN DOE', 'DEPOSITOR : **** ***'],
    ['NAMA PELANGGAN : BUDI', 'NAMA PELANGGAN : ****'],
    ['TELEPON : 081234567890', 'TELEPON : ************'],
    ['PH NO 01712345678', 'PH NO ***********'],
    ['CELL: 01712345678', 'CELL: ***********'],
    ['CONTACT: 01712345678', 'CONTACT: ***********'],
    ['ID NO 1990123456789', 'ID NO *************'],
    ['No Rekening :\n1234567890', 'No Rekening :\n******7890'],
    ['NOMOR REKENING\n1234567890', 'NOMOR REKENING\n******7890'],
    ['Nomor Rekening Tujuan :\n1234567890', 'Nomor Rekening Tujuan :\n******7890'],
    ['REKENING NOMOR :\n1234567890', 'REKENING NOMOR :\n******7890'],
    ['AMOUNT TO ACCOUNT 12345678901 RP 500.000', 'AMOUNT TO ACCOUNT *******8901 RP 500.000'],
    ['AMOUNT TO ACCOUNT 12345678901 ETB 500.00', 'AMOUNT TO ACCOUNT *******8901 ETB 500.00'],
    ['AMOUNT TO ACCOUNT 12345678901 SAVINGS', 'AMOUNT TO ACCOUNT *******8901 SAVINGS'],
    ['NO KARTU\n8174061234561234', 'NO KARTU\n817406******1234'],
    ['NO REKENING\n1234567890', 'NO REKENING\n******7890'],
    ['NO PELANGGAN\n123456789012', 'NO PELANGGAN\n************'],
    ['NO. ACCOUNT\n1234567890', 'NO. ACCOUNT\n******7890'],
    ['NUMBER CARD\n8174061234561234', 'NUMBER CARD\n817406******1234'],
    ['NO HP\n081234567890', 'NO HP\n************'],
    ['NO. KARTU\n8174061234561234', 'NO. KARTU\n817406******1234'],
    ['NOMOR KARTU :\n8174061234561234', 'NOMOR KARTU :\n817406******1234'],
    ['MASUKKAN NOMOR KARTU 8174061234561234', 'MASUKKAN NOMOR KARTU 817406******1234'],
    ['18/06/2025 10:00:00 No Rekening :\n18/06/2025 10:00:01 1234567890', /Rekening :\r?\n.*:01 \*{6}7890/],
    ['18/06/2025 10:00:00 NOMOR REKENING\n18/06/2025 10:00:01 1234567890', /REKENING\r?\n.*:01 \*{6}7890/],
    ['NOMOR HP 081234567890', 'NOMOR HP ************'],
    ['HP NO 0812-3456-7890', 'HP NO **************'],
    ['HP : +62 812-3456-7890', 'HP : +** *************'],
    ['HP:6281234567890', 'HP:*************'],
    ['NO HP :\n081234567890', 'NO HP :\n************'],
    ['HANDPHONE 081234567890', 'HANDPHONE ************'],
    ['NO. PELANGGAN 123456789012', 'NO. PELANGGAN ************'],
    ['ID PELANGGAN : 123456', 'ID PELANGGAN : ******'],
    ['PELANGGAN 123456789012', 'PELANGGAN ************'],
    ['ID PEL 123456789012', 'ID PEL ************'],
    ['VA NUMBER 1234567890123', 'VA NUMBER *********0123'],
    ['VA NO. : 1234567890123', 'VA NO. : *********0123'],
    ['FromAccount [1234567890123]', 'FromAccount [*********0123]'],
    ['ToAccount   [1234567890123]', 'ToAccount   [*********0123]'],
    ['CustomerID  [12345678]', 'CustomerID  [********]'],
    ['NationalID  [1990123456789]', 'NationalID  [*************]'],
    ['    1946341234566969', '    194634******6969'],
    ['0001946341234566969', '000194634******6969'],
    [' 8060301234567254 0', ' 806030******7254 0'],
    ['(8174061234566633)', '(817406******6633)'],
  ])('are hidden in %j', (text, masked) => {
    for (const end of ['\n', '\r\n']) {
      const put = (part: string): string => `x${end}${part.replace('\n', end)}${end}y${end}`
      const kept = mask(put(text))
      if (masked instanceof RegExp) expect(kept).toMatch(masked)
      else expect(kept).toBe(put(masked))
      expect(mask(kept)).toBe(kept)
    }
  })

  it.each([
    'CUST REF NO 516908000777',
    'CUST REF NO :\n516908000777',
    'CARD EJECTED 20250618090036',
    'TERMINAL ID NO 00001234',
    'EMV AID A0000006021010 / 516908000777',
    'TRACK 2 194634******6969 516908000777',
    'MOBILE 12 516908041698',
    'T2: 516908041698',
    'CONTACT 16234',
    'HP 4250 LASERJET 081234',
    'HP NO 12345678',
    'HP : 1234567890',
    'PELANGGAN 1234',
    'NO REKENING :\nRRN 516908041698',
    'NO CARD\n516908041698',
    'AMOUNT TO ACCOUNT 1950000000 IDR',
    'AMOUNT TO ACCOUNT 1950000000RP',
    'AMOUNT TO ACCOUNT 1950000000ETB',
    'NO CARD\n2024030412345678',
    'NO CUSTOMER\n00012345',
    'NO ACCOUNT\n516908041698',
    'NO CELL\n0001',
    'NAME    AMOUNT',
    'NAME OF BANK',
    'NAMA BANK',
    'REK ******7890 RP 500.000',
    'CARD READER (DEBIT) 516908041698',
    '0000000000000001234',
    'SERIAL (8174061234566633)',
    '57 11 12 13 14 15 16 17 18',
  ])('are no other values as in %j', (text) => {
    expect(mask(`x\n${text}\ny\n`)).toBe(`x\n${text}\ny\n`)
  })
})
