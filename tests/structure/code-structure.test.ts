import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { graphOf, type Import, importsIn, inCycles } from './imports.ts'

const root = join(import.meta.dirname, '../..')

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && !file.endsWith('.gen.ts') && existsSync(join(root, file)))

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** What a file imports from within the repository, as paths from its root. */
const importsOf = (file: string) => importsIn(file, read(file))

const source = files.filter((file) => !/\.test(ing)?\.ts$/.test(file) && !file.startsWith('tests/'))
/** The folder of `subgraphs` that a file is in: a service, or a package that services share. */
const serviceOf = (file: string): string | null => /^subgraphs\/([\w-]+)\//.exec(file)?.[1] ?? null

/** What services share. */
const SHARED: readonly string[] = ['kit', 'domain']

const breaches = (candidates: readonly string[], breaks: (file: string, imported: Import) => boolean) =>
  candidates.flatMap((file) =>
    importsOf(file)
      .filter((imported) => breaks(file, imported))
      .map(({ path }) => `${file} imports ${path}`),
  )

/** The folder below `base` that a file lies in, such as `messaging/kafka`; '' directly in it, null outside. */
const folderBelow = (base: string, path: string): string | null => {
  const folder = dirname(path)
  return folder === base ? '' : folder.startsWith(`${base}/`) ? folder.slice(base.length + 1) : null
}

/**
 * The folders of the large services. Each imports only folders before it; `service.ts`, which puts the service
 * together, imports them all.
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'subgraphs/incident': [
    'model',
    'atms',
    'events',
    'cassettes',
    'users',
    'audit',
    'incidents',
    'targets',
    'shifts',
    'views',
    'lifecycle',
    'maintenance',
    'availability',
    'fleet-history',
    'exceptions',
    'webhooks',
    'ingest',
    'retention',
  ],
  'subgraphs/journal': [
    'formats/text',
    'formats/sessions',
    'formats/masking',
    'formats/families',
    'formats/families/diebold',
    'formats/families/ndc',
    'formats',
    'model',
    'files',
    'profiles',
    'content',
    'transactions',
    'evidence',
    'parse',
    'gaps',
    'upload',
    'retention',
  ],
  'subgraphs/kit': [
    'tracing',
    'common',
    'cards',
    'observability',
    'auth',
    'sharing',
    'graphql',
    'rest',
    'calls',
    'http',
    'openapi',
    'config',
    'jobs',
    'live',
    'messaging',
    'messaging/kafka',
    'audit',
    'service',
    'runtime',
  ],
}

describe('the structure', () => {
  it('reads every form of an import', () => {
    const text = [
      "import type { A } from './a.ts'",
      "import {\n  b,\n} from '../b.ts'",
      "export * from './c.ts'",
      "import './d.css'",
      "const e = await import('./e.ts')",
      "import fs from 'node:fs'",
    ].join('\n')
    expect(importsIn('x/y/z.ts', text)).toEqual([
      { path: 'x/y/a.ts', typeOnly: true, later: false },
      { path: 'x/b.ts', typeOnly: false, later: false },
      { path: 'x/y/c.ts', typeOnly: false, later: false },
      { path: 'x/y/d.css', typeOnly: false, later: false },
      { path: 'x/y/e.ts', typeOnly: false, later: true },
    ])
  })

  it('has no cycle of imports between folders', () => {
    // What the types of resolvers name, and what puts a service or a program together from its folders.
    const isExcepted = (file: string) =>
      /^(subgraphs\/(?!kit\/)[\w-]+|gateway)\/(schema\.gen|mappers|service|main)\.ts$/.test(file)
    const outside = source.filter((file) => !file.startsWith('gateway/dashboard/') && !isExcepted(file))
    const known = new Set(outside)
    const folders = graphOf(
      outside,
      (file) => importsOf(file).map(({ path }) => path),
      (file) => (known.has(file) ? dirname(file) : null),
    )
    expect(folders.size).toBeGreaterThan(60)
    expect(folders.get('subgraphs/kit/rest')).toContain('subgraphs/kit/graphql')
    expect(inCycles(folders)).toEqual([])
  })

  it.each(Object.entries(LAYERS))('has folders of %s that import only those before them', (base, layers) => {
    const inLayers = source.filter((file) => folderBelow(base, file))
    expect(new Set(inLayers.map((file) => folderBelow(base, file)))).toEqual(new Set(layers))
    const depthOf = (path: string) => layers.indexOf(folderBelow(base, path) ?? '')
    expect(
      breaches(
        inLayers,
        (file, { path }) =>
          folderBelow(base, path) !== null &&
          !/\/(schema\.gen|mappers)\.ts$/.test(path) &&
          !(depthOf(path) <= depthOf(file) && depthOf(path) >= 0),
      ),
    ).toEqual([])
  })

  it('has jobs whose loops look at the signal of a run that is given up', () => {
    const loops = /\b(for (await )?\(|while \(|removeInPortions\(|repeatPatiently\(|untilDone\()/
    const jobs = source.filter((file) => file.endsWith('.job.ts')).map((file) => ({ file, text: read(file) }))
    expect(jobs.filter(({ text }) => loops.test(text)).length).toBeGreaterThan(10)
    expect(jobs.filter(({ text }) => loops.test(text) && !/\bsignal\b/.test(text)).map(({ file }) => file)).toEqual([])
  })

  it('has only the composition root beside the folders of a large service', () => {
    const beside = source.filter((file) => Object.hasOwn(LAYERS, dirname(file)) || dirname(file) === 'subgraphs/kit')
    expect(beside.filter((file) => !/\/(service|main|mappers)\.ts$/.test(file))).toEqual([])
  })

  it('has at most 25 source files in a folder, and 50 with tests', () => {
    const crowded = (counted: readonly string[], most: number) =>
      [...Map.groupBy(counted, dirname)].filter(([, inFolder]) => inFolder.length > most).map(([folder]) => folder)
    const helpers = files.filter((file) => !/\.test\.tsx?$/.test(file))
    expect(crowded(helpers, 25)).toEqual([])
    expect(crowded(files, 50)).toEqual([])
  })

  it('has services that share only kit and domain, a domain that imports the kit, and a kit importing none', () => {
    const inServices = source.filter((file) => serviceOf(file) !== null)
    expect(
      breaches(inServices, (file, { path }) => {
        const [service, other] = [serviceOf(file) ?? '', serviceOf(path)]
        // A shared package imports those before it, a service all of them.
        const shared = SHARED.includes(service) ? SHARED.slice(0, SHARED.indexOf(service)) : SHARED
        return other !== null && other !== service && !shared.includes(other)
      }),
    ).toEqual([])
  })

  it('lets a service import no stores but its own', () => {
    const services = source.filter((file) => ![null, ...SHARED].includes(serviceOf(file)))
    expect(
      breaches(services, (file, { path }) => {
        const folder = /^db\/([\w-]+)\//.exec(path)?.[1]
        return folder !== undefined && folder !== serviceOf(file)
      }),
    ).toEqual([])
  })

  it.each([
    ['services import', 'subgraphs', ['demo', 'gateway', 'tools']],
    ['the demo fleet imports', 'demo', ['gateway', 'tools']],
    ['the gateway imports', 'gateway', ['tools']],
  ])('%s none of what is built on it', (_what, folder, above) => {
    const below = files.filter((file) => file.startsWith(`${folder}/`))
    expect(below.length).toBeGreaterThan(20)
    const isAbove = (path: string) => above.some((name) => path.startsWith(`${name}/`))
    // Tests draw their inputs from the generator of the demo fleet.
    const isOfTest = (file: string, path: string) => !source.includes(file) && path === 'demo/random.ts'
    expect(breaches(below, (file, { path }) => isAbove(path) && !isOfTest(file, path))).toEqual([])
  })

  it('keeps rules free of I/O: they import types, other rules, pure parts of the kit, and texts', () => {
    const pure = new Set([
      'subgraphs/kit/common/errors.ts',
      'subgraphs/kit/common/dates.ts',
      'subgraphs/kit/cards/card-numbers.ts',
      'subgraphs/kit/common/text-faults.ts',
      // The words of the dashboard: their catalog is there before a module that imports them is evaluated.
      'gateway/dashboard/app/language/texts.ts',
      'gateway/dashboard/app/ui/format.ts',
    ])
    const rules = source.filter((file) => file.endsWith('.rules.ts'))
    expect(
      breaches(
        rules,
        (_file, { path, typeOnly }) => !typeOnly && !/\.(rules|types)\.ts$/.test(path) && !pure.has(path),
      ),
    ).toEqual([])
  })

  it('reads the environment in main.ts, in tools and in tests only', () => {
    const readers = source.filter((file) => /process\.env/.test(read(file)))
    const allowed = (file: string) =>
      file.endsWith('/main.ts') || file.startsWith('tools/') || file.endsWith('.config.ts')
    expect(readers.filter((file) => !allowed(file))).toEqual([])
  })

  it('loads OpenTelemetry only where traces are exported', () => {
    const exporter = 'subgraphs/kit/observability/tracing-export.ts'
    const users = files.filter((file) => /from '@opentelemetry\//.test(read(file)))
    expect(users).toEqual([exporter])
    const importers = source.filter((file) => importsOf(file).some(({ path }) => path === exporter))
    expect(importers).toEqual(['subgraphs/kit/runtime/tracer.ts'])
    expect(read('subgraphs/kit/runtime/tracer.ts')).toContain("await import('../observability/tracing-export.ts')")
  })

  it('has lines of at most 120 characters', () => {
    // A regular expression, the title of a test and a text of the dashboard are one piece, on a line of their own.
    const onePiece = [/^\s*\/(?![/*])/, /^\s*'[^']+',$/, /^\s*(?:\)|it|test|describe)(?:\.\w+)*\(['"`]/]
    const mayBeLonger = (line: string) => onePiece.some((piece) => piece.test(line))
    const long = files.flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, n) => (line.length > 120 && !mayBeLonger(line) ? [`${file}:${n + 1}`] : [])),
    )
    expect(long).toEqual([])
    expect(mayBeLonger('// a comment')).toBe(false)
    expect(mayBeLonger('    select a from b')).toBe(false)
  })

  it('has files of at most 400 lines', () => {
    expect(files.filter((file) => read(file).split('\n').length > 401)).toEqual([])
  })

  it('has no `any`, no switched-off checks and nothing left undone', () => {
    const marks =
      /:\s*any[;,)\]>=]|<any>|\bas any[;,)\]]|@ts-ignore|@ts-expect-error|biome-ignore [^:]+: *$|\b(TODO|FIXME|XXX)\b|\.only\(/m
    expect(files.filter((file) => file !== 'tests/structure/code-structure.test.ts' && marks.test(read(file)))).toEqual(
      [],
    )
  })

  it('has no resolvers that return empty lists in the place of fields: mappers.ts leaves those fields out', () => {
    const placeholders = /\b\w+: \[\],\s*\w+: \[\]/
    expect(placeholders.test('{ id: 1, gaps: [], files: [] }')).toBe(true)
    const resolvers = source.filter((file) => file.endsWith('.resolvers.ts'))
    expect(resolvers.filter((file) => placeholders.test(read(file)))).toEqual([])
  })

  it('has no double casts: rows are decoded by db/rows.ts, what comes from outside is parsed', () => {
    const doubleCast = /\bas\s+(?:unknown|never|object)\s+as\b|<(?:unknown|never)>\s*</
    expect(['row as unknown as Row', 'row as never as Row'].every((text) => doubleCast.test(text))).toBe(true)
    const allowed = 'tests/structure/code-structure.test.ts'
    expect(files.filter((file) => file !== allowed && doubleCast.test(read(file)))).toEqual([])
  })

  it('has no weak maps by request or connection, through which every collection of garbage would go', () => {
    const byRequest = /new WeakMap<\s*(?:\w*Request|\w*Message|\w*Response|\w*Reply|\w*Socket|\w*Stream)\b/
    expect(byRequest.test('new WeakMap<IncomingMessage, number>()')).toBe(true)
    expect(source.filter((file) => byRequest.test(read(file)))).toEqual([])
  })

  it('leaves out tests only where a machine cannot run them, through tests/support/environment-gate.ts', () => {
    const skips = new RegExp(
      [
        // it.skip(…), describe.concurrent.skipIf(…), test.fail(…), and the same of a context under any name
        String.raw`\b(?:it|test|describe|suite|ctx|context)(?:\.\w+)*\.(?:skip|skipIf|runIf|todo|fixme|fails?)\b`,
        String.raw`\.(?:skip|skipIf|runIf|todo|fixme|fails)\s*[.(]`,
        // it('…', { skip: true }, …), it('…', { skip }, …), ({ skip }) => skip()
        String.raw`[{,]\s*(?:skip|todo|fixme)\s*[:,}]`,
        String.raw`\b(?:it|test|describe|suite)(?:\.\w+)*\([^{}()]*,\s*\{[^{}]*\bfails\s*[:,}]`,
      ].join('|'),
    )
    const leftOut = [
      "it.skip('a', run)",
      "it.concurrent.skipIf(true)('a', run)",
      "it.todo('a')",
      "it.fails('a', run)",
      "test.fail('a', run)",
      'test.fixme()',
      "it('a', { skip: true }, run)",
      "it('a', { timeout: 9, todo: true }, run)",
      "describe('a', { skip: true }, run)",
      "it('a', { fails: true }, run)",
      "it('a', { skip }, run)",
      "it('a', ({ skip }) => skip())",
      "it('a', ({ task, skip }) => skip())",
      "it('a', ({ skip: leave }) => leave())",
      "it('a', (given) => given.skip())",
    ]
    expect(leftOut.filter((text) => !skips.test(text))).toEqual([])
    const kept = [
      '{ fails: true }',
      'for update skip locked',
      'const skip = (): null => null',
      'className={styles.skip}',
      'expect.fail()',
    ]
    expect(kept.filter((text) => skips.test(text))).toEqual([])
    const allowed = new Set(['tests/support/environment-gate.ts', 'tests/structure/code-structure.test.ts'])
    expect(files.filter((file) => !allowed.has(file) && skips.test(read(file)))).toEqual([])
  })
})
