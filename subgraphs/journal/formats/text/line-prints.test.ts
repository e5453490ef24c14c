import { describe, expect, it } from 'vitest'
import { isDated, isTimed, type LinePrint, printLine, printText, setBlock } from './line-prints.ts'

const printOf = (text: string): LinePrint => {
  const print = { text: 0, date: 0 }
  printText(text, print)
  return print
}
const dateOf = (text: string): number => printOf(text).date

describe('the print of a line', () => {
  it('differs wherever a character differs', () => {
    const line = '10:00:00 CARD 4123456789 AMOUNT 12345.00 ABC'
    const others = [...line].map((sign, at) => `${line.slice(0, at)}${sign === '7' ? '8' : '7'}${line.slice(at + 1)}`)
    const prints = [line, ...others, `${line}7`, line.slice(0, -1)].map((text) => printOf(text).text)
    expect(new Set(prints).size).toBe(prints.length)
  })

  it('is the same in a block, at any place of it', () => {
    const lines = ['10:00:00 A', '18/06/2025', 'B', 'ABC 10:00', '045210*06/18/2025*04:52:10*']
    const block = lines.join('\n')
    setBlock(block)
    for (const line of lines) {
      const print = { text: 0, date: 0 }
      const from = block.indexOf(line)
      printLine(from, from + line.length, print)
      const apart = printOf(line)
      expect(print).toEqual(apart)
      setBlock(block)
    }
  })

  it('is 0 for a blank line and for no other', () => {
    expect(printOf('')).toEqual({ text: 0, date: 0 })
    expect(printOf('.').text).not.toBe(0)
  })

  it.each([
    '10:00:00 A',
    'A 10:00',
    '**READY  06/18/25 23:59',
    '045210 CARD INSERTED',
    '[000001][06/18/2025 10:00:00]A',
  ])('of %j tells that it has a time', (line) => {
    expect(isTimed(printOf(line).text)).toBe(true)
  })

  it.each(['A', 'ETB 50 : 0000', 'RATIO 1:2', '99:99:99 A', '995210 A', '0452101 A', 'A 045210', 'NAME:'])(
    'of %j tells that it has none',
    (line) => {
      expect(isTimed(printOf(line).text)).toBe(false)
    },
  )

  it('has one number for a date however it is written', () => {
    const dates = [
      '*632*06/18/2025*04:48*',
      '18/06/25  04:48  ATM 00000042',
      '2025-06-18 10:00:00.123 A',
      '2025-6-18 10:00',
      'DATE 18.06.2025      ATM: W0000042',
      'DATE:06/18/25        TIME:07:59:10',
      '-------------06/18/25 10:00:00-------------',
      '==> 18-06-2025 10:00:00  Terminal ID : X',
    ]
    expect(new Set(dates.map(dateOf)).size).toBe(1)
    expect(dates.every((line) => isDated(printOf(line).text))).toBe(true)
  })

  it('has another for another day, and none for what is no date', () => {
    expect(dateOf('*632*06/19/2025*04:48*')).not.toBe(dateOf('*632*06/18/2025*04:48*'))
    for (const line of [
      '10:00:00 A',
      '10.5 20.5 10:00',
      '192.168.100.200',
      '500.00 10:00',
      '1/2',
      'DATE',
      '12-3456-789',
    ])
      expect(dateOf(line)).toBe(0)
  })
})
