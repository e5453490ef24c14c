import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { graphOf, importsIn, inCycles, reachedFrom } from './imports.ts'

const dashboard = join(import.meta.dirname, '../../gateway/dashboard')

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'app'], {
  cwd: dashboard,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:tsx?|css)$/.test(file) && existsSync(join(dashboard, file)))

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** What a file imports from within the dashboard: types, styles and parts that are loaded later included. */
const importsOf = (file: string): readonly string[] =>
  importsIn(file, readFileSync(join(dashboard, file), 'utf8'))
    .map(({ path }) => path)
    .filter((path) => files.includes(path))

const importsBetween = (nameOf: (file: string) => string) => graphOf(files, importsOf, nameOf)

describe('the source of the dashboard', () => {
  it('has no cycle of imports between files, those of types included', () => {
    const graph = importsBetween((file) => file)
    expect(graph.size).toBeGreaterThan(100)
    expect(inCycles(graph)).toEqual([])
  })

  it('has no cycle of imports between folders', () => {
    expect(inCycles(importsBetween(dirname))).toEqual([])
  })

  it('is imported one way: start, palette, pages, shell, ui, api', () => {
    const layers = ['app/start/', 'app/palette/', 'app/pages/', 'app/shell/', 'app/ui/', 'app/api/']
    const layerOf = (file: string) => layers.findIndex((layer) => file.startsWith(layer))
    const upwards = files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => layerOf(imported) !== -1 && (layerOf(file) === -1 || layerOf(imported) < layerOf(file)))
        .map((imported) => `${file} imports ${imported}`),
    )
    expect(upwards).toEqual([])
  })

  it('holds no file that nothing uses', () => {
    const used = reachedFrom(
      importsBetween((file) => file),
      'app/start/main.tsx',
    )
    const outside = new Set(['app/start/main.tsx', 'app/vite-env.d.ts', 'app/language/catalogs.d.ts'])
    expect(files.filter((file) => !isTest(file) && !used.has(file) && !outside.has(file))).toEqual([])
  })

  it('has folders of at most 25 source files, and 50 with their tests', () => {
    const folders = Map.groupBy(files, dirname)
    const tooFull = [...folders].filter(
      ([, inside]) => inside.filter((file) => !isTest(file)).length > 25 || inside.length > 50,
    )
    expect(tooFull.map(([folder, inside]) => `${folder}: ${inside.length} files`)).toEqual([])
  })
})
