import type { ContractChange } from './changes.ts'
import type { CheckResult } from './check.ts'

const summaryOf = ({ from, safe, unused, accepted, announced, refused }: CheckResult): string =>
  `compared with ${from}: ${safe.length} safe, ${announced.length} announced, ${unused.length} unused, ` +
  `${accepted.length} accepted, ${refused.length} breaking`

const NAMED = 10

/** Who meets a break, as far as is known. */
const affectedIn = ({ affected }: CheckResult, change: ContractChange): string => {
  const titles = affected.get(change) ?? []
  const more = titles.length > NAMED ? ` and ${titles.length - NAMED} more` : ''
  return titles.length === 0 ? '' : `affects ${titles.slice(0, NAMED).join(', ')}${more}`
}

const usageNote = ({ partialUsage }: CheckResult): readonly string[] =>
  partialUsage === null ? [] : [`The usage shows who is affected, but not that nobody is: ${partialUsage}.`]

const entriesFor = ({ refused }: CheckResult): readonly string[] =>
  [...new Set(refused.map(({ path }) => path))].map((path) => `- \`${path}\`: <reason>`)

const ADVICE = 'Take it back, or say in schema/CHANGES.md why it has to be:'

/** The outcome for a terminal. */
export const textReport = (result: CheckResult): string => {
  const { services, safe, announced, unused, accepted, refused, unneeded } = result
  const line = (word: string, { file, message }: ContractChange, more = '') =>
    `  ${word.padEnd(10)}${file}: ${message.replaceAll(/\s+/g, ' ')}${more}`
  const broken = (word: string, change: ContractChange, more = ''): readonly string[] => {
    const affected = affectedIn(result, change)
    return [line(word, change, more), ...(affected === '' ? [] : [`            ${affected}`])]
  }
  return [
    `the graph of ${services.join(', ')} composes`,
    summaryOf(result),
    ...usageNote(result),
    ...safe.map((change) => line('safe', change)),
    ...announced.map((change) => line('announced', change, ` (announced until ${change.announcedUntil})`)),
    ...unused.map((change) => line('unused', change)),
    ...accepted.flatMap(({ change, reason }) => broken('accepted', change, ` (${reason})`)),
    ...unneeded.map(({ path }) => `  unneeded  schema/CHANGES.md: no change needs the entry ${path}`),
    ...refused.flatMap((change) => broken('BREAKING', change)),
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
  const { safe, announced, unused, accepted, refused, unneeded } = result
  const plain = (changes: readonly ContractChange[]) => changes.map((change) => ({ change, note: '' }))
  const withAffected = (change: ContractChange, note = '') => ({
    change,
    note: [note, affectedIn(result, change)].filter((text) => text !== '').join(' '),
  })
  return [
    `## Schema check: ${refused.length === 0 ? 'passed' : `${refused.length} breaking`}`,
    '',
    `${cell(summaryOf(result))}.`,
    ...usageNote(result).flatMap((note) => ['', cell(note)]),
    ...tableOf(
      'Breaking',
      refused.map((change) => withAffected(change)),
    ),
    ...(refused.length === 0 ? [] : ['', ADVICE, '', '```', ...entriesFor(result), '```']),
    ...tableOf(
      'Accepted',
      accepted.map(({ change, reason }) => withAffected(change, reason)),
    ),
    ...tableOf('Used by nobody', plain(unused)),
    ...tableOf(
      'Announced',
      announced.map((change) => ({ change, note: `until ${change.announcedUntil}` })),
    ),
    ...(unneeded.length === 0
      ? []
      : ['', `Entries that no change needs: ${unneeded.map(({ path }) => cell(path)).join(', ')}.`]),
    ...tableOf('Safe', plain(safe)),
  ].join('\n')
}
