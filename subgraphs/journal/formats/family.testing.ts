import { readdirSync, readFileSync } from 'node:fs'
import { type FactList, readFacts } from './facts.testing.ts'
import { FAMILIES } from './families.ts'
import { collectParse, type ParseResult } from './parse.testing.ts'
import { type DateBounds, toMoment } from './sessions/dates.ts'
import type { ReadContext } from './sessions/family.ts'
import { DEFAULT_PROFILE, type Profile } from './sessions/profile.ts'
import type { JournalTransaction } from './sessions/transaction.ts'

const FOLDER = new URL('./fixtures/', import.meta.url)

/** A journal written by hand, and what a person reads in it. */
export type Fixture = {
  readonly family: string
  readonly name: string
  readonly bytes: Buffer
  readonly text: string
  readonly facts: FactList
  readonly journalDate: string
}

const readFixture = (folder: string, file: string): Fixture => {
  const name = file.slice(0, -'.txt'.length)
  const bytes = readFileSync(new URL(`${folder}/${file}`, FOLDER))
  const facts = readFacts(readFileSync(new URL(`${folder}/${name}.facts`, FOLDER), 'utf8'))
  return { family: folder, name, bytes, text: bytes.toString('utf8'), facts, journalDate: facts.journalDate }
}

/** The folders of fixtures: one a family, named as the family in small letters. */
export const listFixtureFolders = (): string[] =>
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

/** The lines of all fixtures of a family. */
export const linesOf = (family: string): string[] => listFixtures(family).flatMap(({ text }) => text.split('\n'))

/**
 * The fixtures of a family, or of all.
 * @throws where there are none, as what holds for each of them would hold for nothing.
 */
export const listFixtures = (family?: string): Fixture[] => {
  const fixtures = listFixtureFolders()
    .filter((folder) => family === undefined || folder === family)
    .flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, FOLDER))
        .filter((file) => file.endsWith('.txt'))
        .toSorted()
        .map((file) => readFixture(folder, file)),
    )
  if (fixtures.length === 0) throw new Error(`there are no fixtures of ${family}`)
  return fixtures
}

async function* inSteps(bytes: Uint8Array, step: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
}

/** What the parser makes of a journal, with every family known. */
export const parseBytes = (
  bytes: Uint8Array,
  journalDate: string,
  step = bytes.length || 1,
  profile: Profile = DEFAULT_PROFILE,
): Promise<ParseResult> =>
  collectParse(inSteps(bytes, step), {
    journalDate,
    earliest: '2021-01-01',
    latest: '2026-06-30',
    families: FAMILIES,
    profile,
  })

/** The same of a text, of an institution with this profile. */
export const parseText = (text: string, journalDate = '2025-06-18', profile?: Profile): Promise<ParseResult> =>
  parseBytes(Buffer.from(text), journalDate, undefined, profile)

/** The same text in every encoding and with every line end that machines write. */
export const encodingsOf = (text: string): readonly (readonly [string, Buffer])[] => [
  ['CRLF', Buffer.from(text.replaceAll('\n', '\r\n'))],
  ['lone CR', Buffer.from(text.replaceAll('\n', '\r'))],
  ['ESC sequences', Buffer.from(text.replaceAll('\n', '\n\u001b[020t\u001b(1'))],
  ['UTF-8', Buffer.from(`${text}CAFÉ БАНК\n`)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16LE', Buffer.from(text, 'utf16le')],
  ['UTF-16LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16LE with CRLF', Buffer.from(text.replaceAll('\n', '\r\n'), 'utf16le')],
  ['UTF-16BE', Buffer.from(text, 'utf16le').swap16()],
  ['UTF-16BE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['UTF-16BE with CRLF', Buffer.from(text.replaceAll('\n', '\r\n'), 'utf16le').swap16()],
  ['SO/SI', Buffer.from(text.replaceAll('\n', '\u000f\n\u000e').replaceAll(' ', '\u000f '))],
  ['lost ESC', Buffer.from(text.replaceAll('\n', '\n[020t(1'))],
  ['Latin-1', Buffer.from(`${text}CAFÉ\n`, 'latin1')],
]

/** What a reader is given by itself, without the parser around it. */
export const readContext = (given: DateBounds & Pick<ReadContext, 'emit'>): ReadContext => ({
  profile: DEFAULT_PROFILE,
  contain: () => {},
  dated: () => {},
  midnight: () => {},
  see: () => {},
  firstDay: toMoment(given.journalDate),
  ...given,
})

/** What a journal says of an attempt, wherever its lines are: the same when lines are repeated or blank ones added. */
export const withoutLines = ({ sessionLine, firstLine, lastLine, decidedBy, ...rest }: JournalTransaction) => ({
  ...rest,
  decidedBy: decidedBy?.rule,
})
