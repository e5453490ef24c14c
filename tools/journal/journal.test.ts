import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOfName } from './journal-file.ts'
import { runJournal } from './run.ts'

/** A day of a family that dates each line and prints a card in clear. */
const GRG = `2025-06-18 08:00:10.100 ----> TRANSACTION START
2025-06-18 08:00:11.250 CARD INSERTED
2025-06-18 08:00:20.637 TRANSACTION REQUEST ADBA  AC
2025-06-18 08:00:24.407 TRANSACTION SERIAL NUMBER:0058
2025-06-18 08:01:00.099 TRANSACTION RECEIPT DATA
Transaction Type  : WID
CURRENCY          : YER
AMOUNT            : 40000
RRN               : 516908041698
CARD              : 4532015112830366
MEMBER NO         : 5550001
RESPONSE          : 000
2025-06-18 08:01:02.375 <---- TRANSACTION END
2025-06-18 08:10:00.000 ----> TRANSACTION START
2025-06-18 08:10:11.000 CARD INSERTED
2025-06-18 08:10:20.000 TRANSACTION REQUEST ADBA  AC
2025-06-18 08:10:21.000 TRANSACTION RECEIPT DATA
Transaction Type  : BAL
RRN               : 516908041699
CARD              : 4532015112830374
RESPONSE          : 051
2025-06-18 08:10:33.000 <---- TRANSACTION END
`

let folder = ''
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'journals-'))
  mkdirSync(at('more/deep'), { recursive: true })
  writeFileSync(at('atm-1.jrn'), GRG)
  writeFileSync(at('again.txt'), GRG.repeat(2))
  writeFileSync(at('wide.jrn'), Buffer.from(`\ufeff${GRG}`, 'utf16le'))
  writeFileSync(at('more/deep/atm-2.jrn.gz'), gzipSync(GRG.replaceAll('06-18', '06-19')))
  writeFileSync(at('more/letter.txt'), 'Dear customer,\nthank you.\n')
  writeFileSync(at('more/torn.gz'), gzipSync(GRG).subarray(0, 200))
  writeFileSync(
    at('profile.json'),
    JSON.stringify({ approvedCodes: ['051'], customerLabels: [{ words: 'MEMBER NO', kind: 'IDENTIFIER' }] }),
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a run prints and ends with. */
const run = async (...args: readonly string[]) => {
  const printed: Buffer[] = []
  const complaints: string[] = []
  const code = await runJournal(args, {
    print: async (text) => void printed.push(Buffer.from(text)),
    complain: (line) => void complaints.push(line),
  })
  return { code, text: Buffer.concat(printed).toString('utf8'), complaints }
}

const jsonOf = (text: string): readonly unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

describe('a journal read offline', () => {
  it('gives its family, its status and its attempts, as of the day that its own lines print', async () => {
    const { code, text } = await run(at('atm-1.jrn'))
    expect(code).toBe(0)
    expect(text).toMatch(/WITHDRAWAL +APPROVED +HOST_CODE at 12 +000 +40000\.00 YER/)
    expect(text).toMatch(/BALANCE +DECLINED +HOST_CODE at 21 +051/)
    expect(text).toContain('GRG, PARSED')
    expect(text).toContain('2 attempts in 2 sessions, 22 lines, read as of 2025-06-18')
  })

  it('is the same compressed and in two bytes a character', async () => {
    const plain = await run(at('atm-1.jrn'), '--json')
    const wide = await run(at('wide.jrn'), '--json')
    expect(wide.text.replaceAll('wide.jrn', 'atm-1.jrn')).toBe(plain.text)
    const compressed = await run(at('more/deep/atm-2.jrn.gz'), '--json')
    expect(jsonOf(compressed.text)).toHaveLength(3)
    expect(jsonOf(compressed.text).at(-1)).toMatchObject({ type: 'file', format: 'GRG', journalDate: '2025-06-19' })
  })

  it('gives JSON a line for each attempt and one for the file', async () => {
    const [first, , file] = jsonOf((await run(at('atm-1.jrn'), '--json')).text)
    const amount = { amountMinor: '4000000', currency: 'YER', card: '453201******0366' }
    expect(first).toMatchObject({ type: 'attempt', attemptNo: 1, verdict: 'APPROVED', ...amount })
    expect(file).toMatchObject({ type: 'file', status: 'PARSED', sessions: 2, attempts: 2, reasons: [] })
  })

  it.each([[[]], [['--json']], [['--masked']]])('never shows a card number in clear (%j)', async (args) => {
    for (const name of ['atm-1.jrn', 'wide.jrn', 'more/deep/atm-2.jrn.gz'])
      expect((await run(at(name), ...args)).text).not.toMatch(/453201511283|5128303/)
  })

  it('is masked text with everything else of it', async () => {
    const { text } = await run(at('wide.jrn'), '--masked')
    expect(text.replace(/^\ufeff/, '')).toBe(
      GRG.replace('4532015112830366', '453201******0366').replace('4532015112830374', '453201******0374'),
    )
  })

  it('is read by a profile: its approved codes and labels of customers', async () => {
    const attempts = await run(at('atm-1.jrn'), '--profile', at('profile.json'))
    expect(attempts.text).toMatch(/BALANCE +APPROVED +HOST_CODE at 21 +051/)
    const masked = await run(at('atm-1.jrn'), '--masked', '--profile', at('profile.json'))
    expect(masked.text).toContain('MEMBER NO         : *******')
  })

  it('says how many lines are printed again', async () => {
    const { text } = await run(at('again.txt'))
    expect(text).toContain('2 attempts in 2 sessions, 44 lines, 22 of them printed before, read as of 2025-06-18')
  })

  it('of other days than the one that is given is misdated', async () => {
    const { code, text } = await run(at('atm-1.jrn'), '--date', '2025-06-20')
    expect(code).toBe(0)
    expect(text).toContain('GRG, MISDATED (Nothing in this file is of 2025-06-20: it is of 2025-06-18')
    expect((await run(at('atm-1.jrn'), '--date', '2025-06-18')).text).toContain('GRG, PARSED')
  })

  it('that is of no known family ends with 2', async () => {
    const { code, text } = await run(at('more/letter.txt'))
    expect(code).toBe(2)
    expect(text).toContain('no known family, FAILED (Unknown family')
  })
})

describe('what cannot be read', () => {
  it.each([
    ['a missing file', ['none.jrn'], 'there is no such file'],
    ['a folder', ['more'], 'a folder goes with --report'],
    ['a torn archive', ['more/torn.gz'], 'unexpected end of file'],
    ['a missing folder', ['--report', 'none'], 'there is no such file'],
  ])('is named: %s', async (_what, args, reason) => {
    await expect(run(...args.map((arg) => (arg.startsWith('--') ? arg : at(arg))))).rejects.toThrow(reason)
  })

  it.each([
    ['nothing', [], 'Name a file'],
    ['an unknown option', ['--fast'], "Unknown option '--fast'"],
    ['no day', ['x', '--date', '2025-02-30'], '--date must be a day'],
    ['masked JSON', ['x', '--masked', '--json'], '--masked goes with neither'],
    ['files of a report', ['x', '--report', 'y'], '--report goes without'],
    ['a profile that is none', ['x', '--profile', 'package.json'], 'is not valid'],
  ])('is refused: %s', async (_what, args, reason) => {
    await expect(run(...args)).rejects.toThrow(reason)
  })
})

describe('a report', () => {
  it('counts the files of a folder and those in it, and names what it could not read', async () => {
    const { code, text, complaints } = await run('--report', folder, '--json')
    expect(code).toBe(0)
    const [report] = jsonOf(text)
    expect(report).toMatchObject({
      files: 6,
      repeatedLines: 22,
      sessions: 8,
      attempts: 8,
      families: [
        { of: ['GRG', 'PARSED'], count: 4 },
        { of: ['none', 'FAILED'], count: 2 },
      ],
      verdicts: [
        { of: ['BALANCE', 'DECLINED', 'HOST_CODE'], count: 4 },
        { of: ['WITHDRAWAL', 'APPROVED', 'HOST_CODE'], count: 4 },
      ],
      missingAmounts: [{ of: ['BALANCE'], count: 4 }],
      conflicts: [],
      hostCodes: [
        { of: ['GRG', '000', 'APPROVED'], count: 4 },
        { of: ['GRG', '051', 'DECLINED'], count: 4 },
      ],
      unknown: [at('more/letter.txt'), at('profile.json')],
      unreadableFiles: 1,
    })
    expect(complaints).toEqual([expect.stringContaining(`${at('more/torn.gz')} cannot be read`)])
  })

  it('is tables without --json', async () => {
    const { text } = await run('--report', folder)
    expect(text).toContain('6 files with')
    expect(text).toMatch(/Host codes\n +FAMILY +CODE +VERDICT +COUNT\n +GRG +000 +APPROVED +4/)
    expect(text).toContain('Conflicts: none')
  })
})

describe('the day of a journal', () => {
  it.each([
    ['EJ_2025-06-18.txt', '2025-06-18'],
    ['atm42-20250618.jrn', '2025-06-18'],
    ['18062025.log', '2025-06-18'],
    ['4000123420250618.jrn', null],
    ['journal.txt', null],
    ['20251399.txt', null],
  ])('is taken from its name: %s is %s', (name, day) => {
    expect(dayOfName(`/2024-01-01/${name}`)).toBe(day)
  })
})

describe('npm run journal', () => {
  const command = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['tools/journal.ts', ...args], {
      encoding: 'utf8',
      cwd: join(import.meta.dirname, '../..'),
    })

  it('says how it is used', () => {
    expect(command('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run journal -- FILE') })
  })

  it('ends with 1 and a sentence for a file that is not there', () => {
    const { status, stderr, stdout } = command(at('none.jrn'))
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(`${at('none.jrn')} cannot be read: there is no such file.\n`)
  })

  it('ends quietly where its reader does', () => {
    const script = `"${process.execPath}" tools/journal.ts "${at('atm-1.jrn')}" "${at('atm-1.jrn')}" | true`
    const root = join(import.meta.dirname, '../..')
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8', cwd: root, stdio: 'pipe' })).toBe('')
  })
})
