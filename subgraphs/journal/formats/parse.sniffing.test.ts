import { describe, expect, it } from 'vitest'
import { FAMILIES } from './families.ts'
import { listFixtures, parseBytes, parseText } from './family.testing.ts'
import { collectParse } from './parse.testing.ts'
import type { Family } from './sessions/family.ts'

/** Families that mark a line by their own name, and read nothing. */
const families = ['ONE', 'TWO', 'THREE'].map(
  (name): Family => ({
    name,
    isMark: (line) => line === name,
    markStarts: name.slice(0, 1),
    createReader: () => ({ line: () => {}, end: () => {} }),
    evidence: [],
    cardLabels: [],
    cardLine: null,
    customerLabels: [],
    customerNumberNext: null,
    customerNumberOver: null,
  }),
)

async function* streamOf(text: string) {
  yield Buffer.from(text)
}

/** What comes of a file with so many marks of each family, the fewest first: a hundred of one alone would decide. */
const sniff = async (...counts: readonly number[]) => {
  const marks = families.map(({ name }, n) => Array.from({ length: counts[n] ?? 0 }, () => name))
  const lines = marks.toSorted((a, b) => a.length - b.length).flat()
  const bounds = { journalDate: '2025-06-18', earliest: '2021-01-01', latest: '2026-06-30' }
  const { status, format, error } = await collectParse(streamOf(`${lines.join('\n')}\n`), { ...bounds, families })
  return { status, format, error }
}
const parsed = (format: string) => ({ status: 'PARSED', format, error: null })
const ambiguous = (names: string) => ({
  status: 'FAILED',
  format: null,
  error: `Ambiguous family: the file has marks of ${names}.`,
})

/** The first journal of each family. */
const firstFixtures = FAMILIES.flatMap(({ name }) => listFixtures(name.toLowerCase()).slice(0, 1))

describe('the family of a file', () => {
  it('has marks that begin as it says', () => {
    for (const { text } of listFixtures())
      for (const line of text.split(/[\r\n]/).map((printed) => printed.trim())) {
        const first = line.charAt(0).toUpperCase().replace(/\d/, '0')
        for (const { name, isMark, markStarts } of FAMILIES)
          if (isMark(line))
            expect({ name, line, starts: markStarts.includes(first) }).toEqual({ name, line, starts: true })
      }
  })

  it('is the only one whose marks it has', async () => {
    expect(await sniff(1)).toEqual(parsed('ONE'))
    expect(await sniff(0, 3_000)).toEqual(parsed('TWO'))
    expect(await sniff(0)).toMatchObject({ status: 'FAILED', format: null })
  })

  it('is none where two families have a fair share of its marks', async () => {
    expect(await sniff(1, 1)).toEqual(ambiguous('ONE and TWO'))
    expect(await sniff(30, 2)).toEqual(ambiguous('ONE and TWO'))
    expect(await sniff(1_980, 99)).toEqual(ambiguous('ONE and TWO'))
    expect(await sniff(99, 1_000, 1_900)).toEqual(ambiguous('ONE and TWO and THREE'))
  })

  it('is that of nearly all its marks, whatever a stray line looks like', async () => {
    expect(await sniff(1_981, 99)).toEqual(parsed('ONE'))
    expect(await sniff(1, 3_000, 1)).toEqual(parsed('TWO'))
  })

  it('is none for the journals of two families in one file, and no transaction is read', async () => {
    for (const { family, text, journalDate } of firstFixtures) {
      for (const other of firstFixtures) {
        if (other.family === family) continue
        const names = FAMILIES.map(({ name }) => name).filter((name) =>
          [family, other.family].includes(name.toLowerCase()),
        )
        const result = await parseText(`${text}\n${other.text}`, journalDate)
        expect(result).toMatchObject({ ...ambiguous(names.join(' and ')), transactions: [] })
      }
    }
  })

  it('is none where another family’s journal follows behind the marks that decided', async () => {
    const marks = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}\n${n}\n`).join('')
    const bounds = { journalDate: '2025-06-18', earliest: '2021-01-01', latest: '2026-06-30' }
    const read = (text: string) => collectParse(streamOf(text), { ...bounds, families })
    expect(await read(marks('ONE', 3_000))).toMatchObject(parsed('ONE'))
    const joined = await read(`${marks('ONE', 400)}${marks('TWO', 800)}`)
    expect(joined).toMatchObject({ ...ambiguous('ONE and TWO'), transactions: [], reasons: [] })
  })

  it('stays what it was when a line of another family falls into a day of many marks', async () => {
    for (const { family, bytes, text, journalDate } of listFixtures()) {
      const own = FAMILIES.find(({ name }) => name.toLowerCase() === family)
      const marks = text.split(/[\r\n]/).filter((line) => own?.isMark(line.trim()) === true).length
      const end = text.includes('\n') ? '\n' : '\r'
      expect((await parseBytes(bytes, journalDate)).format).toBe(own?.name)
      for (const stray of FAMILIES.filter((other) => other !== own)) {
        const lines = listFixtures(stray.name.toLowerCase()).flatMap((other) => other.text.split(/[\r\n]/))
        const mark = lines.find((line) => stray.isMark(line.trim())) ?? ''
        const { format } = await parseText(`${mark}${end}${text}`, journalDate)
        expect(marks > 20 ? [own?.name] : [own?.name, null]).toContain(format)
      }
    }
  })
})
