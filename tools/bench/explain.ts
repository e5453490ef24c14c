import { readFile, stat } from 'node:fs/promises'
import { withClient } from './common/client.ts'
import { msText } from './common/figures.ts'
import type { BenchDatabase } from './common/platform.ts'

/** A statement that took long, as the server's log has it. */
type SlowStatement = { readonly ms: number; readonly text: string }

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_parameter_max_length': '200',
} as const

/** Has the server's module log the plans of all that log in from now on; `null` puts everything back. */
const setUp = (url: string, thresholdMs: number | null): Promise<void> =>
  withClient(url, '', async (client) => {
    await client.query(`load 'auto_explain'`)
    const settings = { ...SETTINGS, 'auto_explain.log_min_duration': `${thresholdMs}ms` }
    for (const role of ['app', 'platform'])
      for (const [name, value] of Object.entries(settings))
        await client.query(
          thresholdMs === null ? `alter role ${role} reset ${name}` : `alter role ${role} set ${name} = '${value}'`,
        )
  })

const ENTRY = /^.* LOG: {2}duration: ([\d.]+) ms {2}plan:$/

/** The entries of the module: a line with the duration, then the statement and its plan, indented. */
export const readEntries = (log: string): SlowStatement[] => {
  const entries: { ms: number; lines: string[] }[] = []
  let open = false
  for (const line of log.split('\n')) {
    const head = ENTRY.exec(line)
    if (head !== null) entries.push({ ms: Number(head[1]), lines: [] })
    open = head !== null || (open && line.startsWith('\t'))
    if (open && head === null) entries.at(-1)?.lines.push(line.slice(1))
  }
  return entries.map(({ ms, lines }) => ({ ms, text: lines.join('\n') }))
}

const statementOf = ({ text }: SlowStatement): string =>
  text.slice(0, text.search(/^\S.*\(cost=/m)).split('Query Parameters')[0] ?? ''

/**
 * Prints the plans, as they were carried out, of the statements that take longer than `thresholdMs` during the
 * sections of `work`.
 * Of statements that differ in their parameters only, the slowest. What `work` starts must log in again.
 */
export const explainSlow = async (
  { urls, logFile }: BenchDatabase,
  thresholdMs: number,
  print: (line: string) => void,
  work: (section: (name: string, ask: () => Promise<void>) => Promise<void>) => Promise<void>,
): Promise<void> => {
  await setUp(urls.superuser, thresholdMs)
  try {
    await work(async (name, ask) => {
      const { size } = await stat(logFile)
      await ask()
      const log = await readFile(logFile)
      const slowestFirst = readEntries(log.subarray(size).toString()).toSorted((a, b) => b.ms - a.ms)
      const statements = [...Map.groupBy(slowestFirst, statementOf).values()].flatMap(([slowest]) => slowest ?? [])
      print(`\n── ${name}: ${statements.length === 0 ? `no statement took ${thresholdMs} ms` : ''}`)
      for (const { ms, text } of statements) print(`\n${msText(ms)} ms\n${text}`)
    })
  } finally {
    await setUp(urls.superuser, null)
  }
}
