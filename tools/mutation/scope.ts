import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { choicesOf } from '../../demo/random.ts'
import { type Mutant, mutantsOf } from './mutants.ts'

export const ROOT = join(import.meta.dirname, '../..')

/**
 * What is mutated: where a small mistake changes an answer. Routes and resolvers are covered by the types of the
 * contract. The statements that take every event of the fleet are in no store.
 */
export const IN_SCOPE: readonly RegExp[] = [
  /\.rules\.ts$/,
  /\.store\.ts$/,
  /^subgraphs\/incident\/ingest\/.+\.ts$/,
  /^subgraphs\/(kit|domain)\/.+\.ts$/,
  /^gateway\/federation\/[^/]+\.ts$/,
]

/** Tests, generated code, and the parts of the kit that only a real Kafka runs (`npm run test:kafka`). */
export const NOT_RUN_HERE: readonly RegExp[] = [
  /\.(test|testing|gen|resolvers)\.ts$/,
  /^subgraphs\/kit\/messaging\/kafka\/(kafka-(client|consumer|idle|producer|topics)|events-kafka)\.ts$/,
]

/**
 * Suites of their own, tests that start programs, which see the files on the disk and never a mutant, and those of
 * growth, which take long and look at nothing but time.
 */
const NO_HELP = [
  /^tests\/(browser|kafka|attacks|system)\//,
  /^tests\/(start|setup|main-job|embedded)\.test\.ts$/,
  /\.growth\.test\.ts$/,
]

export const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

export const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 20)

export const readSource = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Every file of the repository that may import or be imported. */
export const listFiles = (): string[] =>
  git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx')
    .split('\n')
    .filter((file) => file !== '' && !NO_HELP.some((pattern) => pattern.test(file)) && existsSync(join(ROOT, file)))

/** What tests read without importing it: fixtures beside a file that they reach, and the tables of the database. */
export const dataReadFrom = (reached: readonly string[]): string[] => {
  const folders = new Set(reached.map(dirname))
  const hasDatabase = reached.some((file) => file.startsWith('db/'))
  return listData().filter((file) =>
    file.endsWith('.sql') ? hasDatabase : folders.has(file.slice(0, file.indexOf('/fixtures/'))),
  )
}

let data: readonly string[] | null = null

const listData = (): readonly string[] => {
  data ??= git('ls-files', '--cached', '--others', '--exclude-standard', 'db/**.sql', '**/fixtures/**')
    .split('\n')
    .sort()
  return data
}

export const isInScope = (file: string): boolean =>
  IN_SCOPE.some((pattern) => pattern.test(file)) && !NOT_RUN_HERE.some((pattern) => pattern.test(file))

/** `*.rules.ts` are judged together, everything else by its folder. */
export const groupOf = (file: string): string =>
  file.endsWith('.rules.ts') ? 'rules' : file.endsWith('.store.ts') ? 'stores' : file.split('/').slice(0, 2).join('/')

/** All mutants of some files, with the text of each file. */
export const mutantsIn = (files: readonly string[]): Mutant[] =>
  files.flatMap((file) => mutantsOf(file, readSource(file)))

/** Lines of files that differ from a branch, with what is not committed yet. A new file differs in every line. */
export const changedLines = (base: string): Map<string, Set<number>> => {
  const lines = new Map<string, Set<number>>()
  let current = new Set<number>()
  for (const line of git('diff', '-U0', '--no-color', git('merge-base', base, 'HEAD')).split('\n')) {
    const file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1]
    if (file !== undefined) {
      current = new Set()
      lines.set(file, current)
    }
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line)
    if (hunk === null) continue
    const [from, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)]
    for (let at = from; at < from + count; at += 1) current.add(at)
  }
  for (const file of git('ls-files', '--others', '--exclude-standard').split('\n').filter(isInScope)) {
    lines.set(
      file,
      new Set(
        readSource(file)
          .split('\n')
          .keys()
          .map((line) => line + 1),
      ),
    )
  }
  return lines
}

/** A sample of `size` items; the same seed gives the same sample of the same items. */
export const sampleOf = <T>(items: readonly T[], size: number, seed: number): T[] => {
  const { fraction } = choicesOf(String(seed))
  return items
    .map((item, at) => ({ item, at, order: fraction() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, size)
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
