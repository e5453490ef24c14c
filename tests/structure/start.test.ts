import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importsIn } from './imports.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** `import … from 'package'`, other than of types. A list in which each name is a type is still an import. */
const PACKAGE = /^(?:import|export)\s+(?!type\s)[^'"]*?from\s+['"](?<name>[^.'"][^'"]*)['"]/gm

/** The packages that are loaded with a program, which imports its parts itself, by the files that name them. */
const packagesOf = (start: string): ReadonlyMap<string, string> => {
  const packages = new Map<string, string>()
  const loaded = new Set(importsIn(start, read(start)).map(({ path }) => path))
  for (const file of loaded) {
    const text = read(file)
    for (const { groups } of text.matchAll(PACKAGE)) packages.set(groups?.name ?? '', file)
    for (const { path, typeOnly, later } of importsIn(file, text))
      if (!typeOnly && !later && path.endsWith('.ts') && existsSync(join(root, path))) loaded.add(path)
  }
  return packages
}

/** Each takes a tenth of a start, or more, and some 10 MB. */
const SELDOM_NEEDED = ['@apollo/gateway', '@graphql-yoga/render-graphiql', '@opentelemetry/', 'kafkajs']

it('a start loads no package that only some platforms or operations need', () => {
  const packages = packagesOf('gateway/main.ts')
  expect([...packages.keys()]).toContain('fastify')
  const early = [...packages].filter(([name]) => SELDOM_NEEDED.some((one) => name.startsWith(one)))
  expect(early).toEqual([])
})

it('drizzle-orm has ES modules only, as the start takes for granted', () => {
  expect(JSON.parse(read('node_modules/drizzle-orm/package.json'))).toMatchObject({ type: 'module' })
})

// V8 takes the size of its young generation when it begins: a program cannot set it.
it('each way to start a program sets the same size of the young generation', () => {
  const scripts = globSync(['package.json', 'subgraphs/*/package.json'], { cwd: root })
    .map((file): string | undefined => JSON.parse(read(file)).scripts?.start)
    .filter((start) => start !== undefined)
  expect(scripts.length).toBe(8)
  const flag = /^node (?<flag>--max-semi-space-size=\d+) /.exec(scripts[0] ?? '')?.groups?.flag ?? ''
  expect(scripts.filter((start) => !start.startsWith(`node ${flag} `))).toEqual([])
  expect(read('deploy/Containerfile')).toContain(`ENTRYPOINT ["node", "${flag}"]`)
  expect(read('tools/bench/common/program.ts')).toContain(`const AS_IN_PRODUCTION = '${flag}'`)
})
