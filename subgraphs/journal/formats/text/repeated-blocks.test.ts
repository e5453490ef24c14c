import { describe, expect, it } from 'vitest'
import { eachLine } from './block-lines.ts'
import { createRepeatedBlocks } from './repeated-blocks.ts'
import { createBlockReader } from './text-blocks.ts'

/** The lines that are let through, with their numbers in the text, and how many were left out. */
const letThrough = (text: string) => {
  const numbered: (readonly [number, string])[] = []
  const blocks = createRepeatedBlocks((line, number) => numbered.push([number, line]))
  const reader = createBlockReader()
  let number = 0
  for (const block of [...reader.push(Buffer.from(text)), ...reader.end()])
    eachLine(block, reader.units(), (line, print) => {
      number += 1
      blocks.line(line, number, print)
    })
  blocks.end()
  return { numbers: numbered.map(([at]) => at), lines: numbered.map(([, line]) => line), repeated: blocks.repeated() }
}
const joined = (...lines: readonly string[]): string => `${lines.join('\n')}\n`
const isPrinted = (line: string): boolean => line !== ''
const all = (text: string) => ({ lines: text.trimEnd().split('\n'), repeated: 0 })

/** A session whose lines have no time but for two of them. */
const session = (minute: number, code = '000'): readonly string[] => [
  '*TRANSACTION START*',
  `CARD: 4123451234${5600 + minute}`,
  `10:${minute}:01 PIN ENTERED`,
  '',
  `WITHDRAWAL ${minute}.00`,
  `RESPONSE CODE ${code}`,
  `10:${minute}:20 CARD TAKEN`,
  'THANK YOU',
  '*TRANSACTION END*',
]
const receipt = ['CITY BANK', 'WITHDRAWAL  500.00', 'BALANCE 10000.00', 'RESPONSE CODE 000', 'THANK YOU', 'GOODBYE']
const counters = ['COUNTERS', ...Array.from({ length: 20 }, (_, n) => `CASSETTE ${n} 0000 12345`), 'OK']

describe('a block that was printed before', () => {
  it('is left out with its blank lines and lines without a time, and the others keep their numbers', () => {
    const text = joined(...session(10), ...session(11), ...session(12), '', ...session(11), '', ...session(13))
    const { numbers, repeated } = letThrough(text)
    const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
    // All sessions end in the same way, so that lines 26 and 27 may be of the block: the mark in 27 stays.
    expect(numbers).toEqual([...from(1, 25), 27, ...from(39, 47)])
    expect(repeated).toBe(12)
  })

  it('is left out where a page ends inside a line of sessions, and the page after begins with it', () => {
    const lines = [10, 11, 12, 13].flatMap((minute) => session(minute))
    for (let page = 12; page < lines.length; page += 1) {
      const text = joined(...lines.slice(0, page), ...lines.slice(page - 10, page), ...lines.slice(page))
      expect(letThrough(text).lines.filter(isPrinted)).toEqual(lines.filter(isPrinted))
    }
  })

  it('is left out as often as it comes', () => {
    const lines = [...session(10), ...session(11)]
    const { lines: left, repeated } = letThrough(joined(...lines, ...lines, ...lines, ...lines))
    expect(left).toEqual(lines)
    expect(repeated).toBe(3 * lines.length)
  })

  it('is left out after more lines than are held back', () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => [`08:${10 + (n % 50)}:11 EVENT ${n}`, 'OK', '']).flat()
    expect(letThrough(joined(...lines, ...lines)).lines.filter(isPrinted)).toEqual(lines.filter(isPrinted))
  })

  it('ends where a line differs, and the mark that begins what is new stays', () => {
    const text = joined(...session(10), ...session(11), ...session(12), ...session(10), ...session(14))
    const { lines } = letThrough(text)
    expect(lines.slice(-9)).toEqual(session(14))
    expect(lines.filter((line) => line === '*TRANSACTION START*')).toHaveLength(4)
    expect(lines.filter((line) => line === '*TRANSACTION END*')).toHaveLength(4)
  })

  it('begins behind the mark of the session into which it is printed', () => {
    const open = ['*1*06/18/2025*11:00:00*', '*TRANSACTION START*']
    const dated = ['*2*06/18/2025*10:10:00*', ...session(10), '*3*06/18/2025*10:11:00*', ...session(11)]
    const { lines } = letThrough(joined(...dated, ...open, ...dated.slice(2, 12), 'CARD: 4999'))
    expect(lines.slice(-3)).toEqual([...open, 'CARD: 4999'])
  })
})

describe('what is no block that was printed before', () => {
  it.each<readonly [string, string]>([
    ['lines that are all the same', joined(...Array.from({ length: 500 }, () => '10:00:00 READY 4711'))],
    ['a few lines in turn without a time', joined(...Array.from({ length: 500 }, (_, n) => `READY ${n % 7}`))],
    ['counters, though numbered', joined(...counters, '10:00:00 OPEN', ...counters, '10:01:00 CLOSED', ...counters)],
    ['each line twice', joined(...session(10), ...session(11)).replaceAll(/(.*)\n/g, '$1\n$1\n')],
    ['each line three times', joined(...session(10), ...session(11)).replaceAll(/(.*)\n/g, '$1\n$1\n$1\n')],
    ['the same receipt at other times', joined('10:00:00 A', ...receipt, '10:00:09 B', '10:01:00 A', ...receipt)],
    [
      'the same times on the next day',
      joined('*1*06/18/2025*09:00:00*', ...session(10), '*1*06/19/2025*09:00:00*', ...session(10)),
    ],
    [
      'the same times on the next day, with a date on receipts only',
      joined('DATE 18.06.2025', ...session(10), '18/06/25 10:10 ATM 1', 'DATE 19.06.2025', ...session(10)),
    ],
    ['the same minute', joined(...[1, 2].flatMap(() => ['A 10:00', 'DOOR OPEN', 'B 10:00', 'DOOR CLOSED', 'C 10:00']))],
  ])('%s', (_name, text) => {
    const { lines, repeated } = letThrough(text)
    expect({ lines, repeated }).toEqual(all(text))
  })
})
