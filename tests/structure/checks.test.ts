import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { graphOf, importsIn, reachedFrom } from './imports.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))
const taskSchema = z.object({ cache: z.boolean().default(true), inputs: z.array(z.string()).default([]) })
const turbo = z
  .object({ tasks: z.record(z.string(), taskSchema), globalDependencies: z.array(z.string()) })
  .parse(JSON.parse(read('turbo.json')))

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))

/** Whether a task runs again when a file changes. */
const isInput = (task: string, file: string): boolean => {
  const { inputs = [] } = turbo.tasks[`//#${task}`] ?? {}
  const matches = (pattern: string) => matchesGlob(file, pattern)
  const taken = [...inputs.filter((pattern) => !pattern.startsWith('!')), ...turbo.globalDependencies]
  const leftOut = inputs.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : []))
  return taken.some(matches) && !leftOut.some(matches)
}

const unseen = (task: string, wanted: readonly string[]): readonly string[] =>
  wanted.filter((file) => !isInput(task, file))

const graph = graphOf(
  files.filter((file) => /\.tsx?$/.test(file)),
  (file) => importsIn(file, read(file)).map(({ path }) => path),
  (file) => file,
)
/** The files and all that they import, types included. */
const withImports = (entries: readonly string[]): readonly string[] =>
  [...new Set(entries.flatMap((entry) => [entry, ...reachedFrom(graph, entry)]))].filter((file) => files.includes(file))

const checked = (scripts.check ?? '').split(' ').slice(2)

describe('npm run check', () => {
  it('runs every task of turbo, and CI runs it', () => {
    expect(checked.map((name) => `//#${name}`).sort()).toEqual(Object.keys(turbo.tasks).sort())
    expect(checked.filter((name) => scripts[name] === undefined)).toEqual([])
    expect(read('.ci/run')).toMatch(/^step '[^']+' npm run check\b/m)
  })

  it('lints every file that has rules', () => {
    const paths = checked
      .filter((name) => name.startsWith('lint:'))
      .flatMap((name) => scripts[name]?.split(' ').slice(2))
    const isLinted = (file: string) => paths.some((path = '') => file.startsWith(`${path}/`) || matchesGlob(file, path))
    const ruled = files.filter((file) => /\.(?:[cm]?[jt]sx?|json|css|html|graphql)$/.test(file))
    expect(ruled.length).toBeGreaterThan(1_000)
    expect(ruled.filter((file) => !isLinted(file))).toEqual([])
    const tasks = checked.filter((name) => name.startsWith('lint:'))
    expect(ruled.filter((file) => !tasks.some((task) => isInput(task, file)))).toEqual([])
  })

  it('checks types again when any file that has some changes', () => {
    const typed = files.filter((file) => /\.tsx?$/.test(file))
    const isPage = (file: string) => file.startsWith('gateway/dashboard/')
    expect(unseen('types', withImports(typed.filter((file) => !isPage(file))))).toEqual([])
    expect(
      unseen('types:dashboard', withImports(typed.filter((file) => /^gateway\/dashboard\/(?:app|build)\//.test(file)))),
    ).toEqual([])
  })

  it('generates again when what generates, or what is generated, changes', () => {
    const generated = files.filter((file) => file.endsWith('.gen.ts') || file.startsWith('schema/'))
    const mappers = files.filter((file) => file.endsWith('/mappers.ts'))
    expect(unseen('codegen:check', [...withImports(['tools/codegen.ts']), ...generated, ...mappers])).toEqual([])
  })

  it('asks for changes of the schema, and builds, each time: what they compare with is no file of the task', () => {
    for (const name of ['schema:check', 'dashboard:budget', 'reference'])
      expect([name, turbo.tasks[`//#${name}`]?.cache]).toEqual([name, false])
  })
})
