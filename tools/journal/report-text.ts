import type { Counted, Report } from './report.ts'

const tableOf = (title: string, columns: readonly string[], counted: readonly Counted[]): readonly string[] => {
  if (counted.length === 0) return [`${title}: none`, '']
  const rows = [
    [...columns, 'COUNT'],
    ...counted.map(({ of, count }) => [...padded(of, columns.length), String(count)]),
  ]
  const widths = columns.map((_column, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)))
  return [title, ...rows.map((row) => `  ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ')}`), '']
}

const padded = (words: readonly string[], length: number): readonly string[] =>
  Array.from({ length }, (_, n) => words[n] ?? '')

const listOf = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [`${title}: none`, ''] : [title, ...items.map((item) => `  ${item}`), '']

/** A report as tables. */
export const reportText = (report: Report): string =>
  [
    `${report.files} files with ${report.lines} lines, ${report.repeatedLines} of them printed before`,
    `${report.sessions} sessions, ${report.attempts} attempts`,
    '',
    ...tableOf('Files', ['FAMILY', 'STATUS'], report.families),
    ...tableOf('What cannot be trusted', ['FAMILY', 'REASON'], report.reasons),
    ...tableOf('Attempts', ['KIND', 'VERDICT', 'RULE'], report.verdicts),
    ...tableOf('Attempts with a verdict and without an amount', ['KIND'], report.missingAmounts),
    ...tableOf('Conflicts', ['CONFLICT'], report.conflicts),
    ...tableOf('Host codes', ['FAMILY', 'CODE', 'VERDICT'], report.hostCodes),
    ...listOf('Files of no known family', report.unknown),
    ...listOf('Files that could not be read', report.unreadable),
  ].join('\n')
