import { describe, expect, it } from 'vitest'
import { notPrinted, transactionOf, unaccounted } from './facts.testing.ts'
import { FAMILIES } from './families.ts'
import { encodingsOf, listFixtureFolders, listFixtures, parseBytes, withoutLines } from './family.testing.ts'
import { createLineSplitter, readableText, visibleText } from './text/text.ts'

const FIXTURES = listFixtures()
const titled = FIXTURES.map((fixture) => [`${fixture.family}/${fixture.name}`, fixture] as const)

const linesOf = (bytes: Uint8Array): string[] => {
  const splitter = createLineSplitter()
  return [...splitter.push(bytes), ...splitter.end()].map(({ text }) =>
    readableText(visibleText(text), splitter.units()),
  )
}

describe('the facts of a journal', () => {
  it.each(titled)(
    'of %s account for each line, and have no day and no number that it does not print',
    (_title, fixture) => {
      const { facts, text } = fixture
      expect(unaccounted(facts)).toEqual([])
      expect(facts.transactions.map(({ startedAt }) => startedAt.slice(0, 10))).toContain(facts.journalDate)
      expect(notPrinted(facts, text.split(/\r\n|\r|\n/))).toEqual([])
    },
  )
})

describe('the families', () => {
  it('have a name of their own, and a folder of fixtures each', () => {
    expect(listFixtureFolders()).toEqual(FAMILIES.map(({ name }) => name.toLowerCase()).toSorted())
    for (const { name } of FAMILIES) expect(listFixtures(name.toLowerCase())).not.toHaveLength(0)
  })

  it.each(titled)('%s has the marks of its own family and of no other', (_title, { family, bytes }) => {
    const head = linesOf(bytes)
    const marked = FAMILIES.filter(({ isMark }) => head.some((line) => isMark(line.trim()))).map(({ name }) =>
      name.toLowerCase(),
    )
    expect(marked).toEqual([family])
  })

  it.each(titled)('%s comes to what a person reads in it, and to nothing else', async (_title, fixture) => {
    const { family, bytes, facts } = fixture
    const { transactions, ...summary } = await parseBytes(bytes, facts.journalDate)
    const { lines } = facts
    const read = { status: 'PARSED', format: family.toUpperCase(), error: null, lines, repeated: 0 }
    expect(summary).toMatchObject(read)
    expect(transactions).toMatchObject(facts.transactions.map(transactionOf))
  })

  it.each(
    titled.flatMap(([title, fixture]) =>
      encodingsOf(fixture.text).map(([encoding, bytes]) => [title, encoding, fixture, bytes] as const),
    ),
  )('%s reads the same from %s, whatever the chunks', async (_title, _encoding, { text, journalDate }, bytes) => {
    const { transactions } = await parseBytes(Buffer.from(text), journalDate)
    for (const step of [1, 7, 513, bytes.length]) {
      expect((await parseBytes(bytes, journalDate, step)).transactions).toEqual(transactions)
    }
  })

  it.each(titled)('%s comes to the same when every line is printed two or three times', async (_title, fixture) => {
    const { text, journalDate } = fixture
    const plain = (await parseBytes(Buffer.from(text), journalDate)).transactions
    const end = text.includes('\n') ? '\n' : '\r'
    for (const times of [2, 3]) {
      const lines = text.split(end).flatMap((line) => Array.from({ length: times }, () => line))
      const repeated = (await parseBytes(Buffer.from(lines.join(end)), journalDate)).transactions
      expect(repeated.map(withoutLines)).toEqual(plain.map(withoutLines))
    }
  })

  it('have patterns of evidence that are global, so that each match is found', () => {
    const patterns = FAMILIES.flatMap(({ evidence }) => evidence)
    expect(patterns.filter(({ flags }) => !flags.includes('g'))).toEqual([])
    expect(patterns.filter(({ source }) => /\(\?<[=!]/.test(source))).toEqual([])
  })
})
