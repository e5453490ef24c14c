import { expect, test } from 'vitest'
import type { CheckResult } from './check.ts'
import { markdownReport, textReport } from './report.ts'

const change = (path: string, message: string) => ({ file: 'schema/claims.graphql', path, message, breaking: true })

const RESULT: CheckResult = {
  from: 'main (abc)',
  services: ['claims'],
  refused: [change('Note.old', 'Note.old is | gone\nand `more` <b>')],
  excused: [{ change: change('Note.size', 'Note.size is gone'), reason: 'nobody weighs notes.' }],
  announced: [{ ...change('Note.age', 'Note.age is gone'), announcedUntil: '2026-01-31' }],
  safe: [{ ...change('Note.new', 'Note.new is new'), breaking: false }],
  idle: [{ path: 'Note.none', reason: 'typed wrongly.' }],
}

test('a terminal shows every change by its kind, and the entry that each break needs', () => {
  expect(textReport(RESULT).split('\n')).toEqual([
    'the graph of claims composes',
    'compared with main (abc): 1 safe, 1 announced, 1 excused, 1 breaking',
    '  safe      schema/claims.graphql: Note.new is new',
    '  announced schema/claims.graphql: Note.age is gone (announced until 2026-01-31)',
    '  excused   schema/claims.graphql: Note.size is gone (nobody weighs notes.)',
    '  idle      schema/CHANGES.md: no change needs the entry Note.none',
    '  BREAKING  schema/claims.graphql: Note.old is | gone',
    'and `more` <b>',
    '',
    'Take it back, or say in schema/CHANGES.md why it has to be:',
    '  - `Note.old`: <reason>',
  ])
})

test('Markdown shows the same as tables, whose cells hold no markup of a change', () => {
  const lines = markdownReport(RESULT).split('\n')
  expect(lines[0]).toBe('## Schema check: 1 breaking')
  expect(lines).toContain('| schema/claims.graphql | Note.old is \\| gone and \\`more\\` \\<b\\> |  |')
  expect(lines).toContain('- `Note.old`: <reason>')
  expect(lines).toContain('| schema/claims.graphql | Note.size is gone | nobody weighs notes. |')
  expect(lines).toContain('| schema/claims.graphql | Note.age is gone | until 2026-01-31 |')
  expect(lines).toContain('| schema/claims.graphql | Note.new is new |  |')
  expect(markdownReport({ ...RESULT, refused: [] }).split('\n')[0]).toBe('## Schema check: passed')
})
