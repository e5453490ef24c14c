import type { ContractChange } from './changes.ts'
import type { CheckResult } from './check.ts'

const summaryOf = ({ from, safe, excused, announced, refused }: CheckResult): string =>
  `compared with ${from}: ${safe.length} safe, ${announced.length} announced, ${excused.length} excused, ` +
  `${refused.length} breaking`

const entriesFor = ({ refused }: CheckResult): readonly string[] =>
  [...new Set(refused.map(({ path }) => path))].map((path) => `- \`${path}\`: <reason>`)

const ADVICE = 'Take it back, or say in schema/CHANGES.md why it has to be:'

/** The outcome for a terminal. */
export const textReport = (result: CheckResult): string => {
  const { services, safe, announced, excused, refused, idle } = result
  const line = (word: string, { file, message }: ContractChange, more = '') =>
    `  ${word.padEnd(10)}${file}: ${message}${more}`
  return [
    `the graph of ${services.join(', ')} composes`,
    summaryOf(result),
    ...safe.map((change) => line('safe', change)),
    ...announced.map((change) => line('announced', change, ` (announced until ${change.announcedUntil})`)),
    ...excused.map(({ change, reason }) => line('excused', change, ` (${reason})`)),
    ...idle.map(({ path }) => `  idle      schema/CHANGES.md: no change needs the entry ${path}`),
    ...refused.map((change) => line('BREAKING', change)),
    ...(refused.length === 0 ? [] : ['', ADVICE, ...entriesFor(result).map((entry) => `  ${entry}`)]),
  ].join('\n')
}

/** Text in a cell of a table, which a change may have brought in from anywhere. */
const cell = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\|<>[\]*_~`]/g, (character) => `\\${character}`)
    .trim()

type Row = { readonly change: ContractChange; readonly note: string }

const tableOf = (title: string, rows: readonly Row[]): readonly string[] =>
  rows.length === 0
    ? []
    : [
        '',
        `### ${title}`,
        '',
        '| File | Change | |',
        '|---|---|---|',
        ...rows.map(({ change, note }) => `| ${cell(change.file)} | ${cell(change.message)} | ${cell(note)} |`),
      ]

/** The outcome as Markdown, for the summary of a workflow or a comment on a pull request. */
export const markdownReport = (result: CheckResult): string => {
  const { safe, announced, excused, refused, idle } = result
  const plain = (changes: readonly ContractChange[]) => changes.map((change) => ({ change, note: '' }))
  return [
    `## Schema check: ${refused.length === 0 ? 'passed' : `${refused.length} breaking`}`,
    '',
    `${cell(summaryOf(result))}.`,
    ...tableOf('Breaking', plain(refused)),
    ...(refused.length === 0 ? [] : ['', ADVICE, '', '```', ...entriesFor(result), '```']),
    ...tableOf(
      'Excused',
      excused.map(({ change, reason }) => ({ change, note: reason })),
    ),
    ...tableOf(
      'Announced',
      announced.map((change) => ({ change, note: `until ${change.announcedUntil}` })),
    ),
    ...(idle.length === 0
      ? []
      : ['', `Entries that no change needs: ${idle.map(({ path }) => cell(path)).join(', ')}.`]),
    ...tableOf('Safe', plain(safe)),
  ].join('\n')
}
