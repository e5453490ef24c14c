import { expect, test } from 'vitest'
import type { CheckResult } from './check.ts'
import { markdownReport, textReport } from './report.ts'

const change = (path: string, message: string) => ({ file: 'schema/claims.graphql', path, message, breaking: true })

const OLD = change('Note.old', 'Note.old is | gone\nand `more` <b>')

const RESULT: CheckResult = {
  from: 'main (abc)',
  services: ['claims'],
  refused: [OLD],
  unused: [change('Note.unused', 'Note.unused is gone')],
  affected: new Map([[OLD, ['Fleet (trusted)', 'Nightly (2 calls, the last on 2026-11-20)']]]),
  partialUsage: 'it is not complete',
  accepted: [{ change: change('Note.size', 'Note.size is gone'), reason: 'nobody weighs notes.' }],
  announced: [{ ...change('Note.age', 'Note.age is gone'), announcedUntil: '2026-01-31' }],
  safe: [{ ...change('Note.new', 'Note.new is new'), breaking: false }],
  unneeded: [{ path: 'Note.none', reason: 'typed wrongly.' }],
}

test('a terminal shows every change by its kind, and the entry that each break needs', () => {
  expect(textReport(RESULT).split('\n')).toEqual([
    'the graph of claims composes',
    'compared with main (abc): 1 safe, 1 announced, 1 unused, 1 accepted, 1 breaking',
    'The usage shows who is affected, but not that nobody is: it is not complete.',
    '  safe      schema/claims.graphql: Note.new is new',
    '  announced schema/claims.graphql: Note.age is gone (announced until 2026-01-31)',
    '  unused    schema/claims.graphql: Note.unused is gone',
    '  accepted  schema/claims.graphql: Note.size is gone (nobody weighs notes.)',
    '  unneeded  schema/CHANGES.md: no change needs the entry Note.none',
    '  BREAKING  schema/claims.graphql: Note.old is | gone and `more` <b>',
    '            affects Fleet (trusted), Nightly (2 calls, the last on 2026-11-20)',
    '',
    'Take it back, or say in schema/CHANGES.md why it has to be:',
    '  - `Note.old`: <reason>',
  ])
})

test('Markdown shows the same as tables, whose cells hold no markup of a change', () => {
  const lines = markdownReport(RESULT).split('\n')
  expect(lines[0]).toBe('## Schema check: 1 breaking')
  expect(lines).toContain(
    '| schema/claims.graphql | Note.old is \\| gone and \\`more\\` \\<b\\> | affects Fleet (trusted), ' +
      'Nightly (2 calls, the last on 2026-11-20) |',
  )
  expect(lines).toContain('| schema/claims.graphql | Note.unused is gone |  |')
  expect(lines).toContain('- `Note.old`: <reason>')
  expect(lines).toContain('| schema/claims.graphql | Note.size is gone | nobody weighs notes. |')
  expect(lines).toContain('| schema/claims.graphql | Note.age is gone | until 2026-01-31 |')
  expect(lines).toContain('| schema/claims.graphql | Note.new is new |  |')
  expect(markdownReport({ ...RESULT, refused: [] }).split('\n')[0]).toBe('## Schema check: passed')
})
