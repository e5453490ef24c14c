import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anchorsOf, brokenLinks, proseLines } from './markdown-links.ts'

const ROOT = join(import.meta.dirname, '../..')

const listed = (...patterns: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const lineCount = (file: string): number => read(file).trimEnd().split('\n').length

const documents = listed('*.md')
const decisions = documents.filter((file) => /^docs\/decisions\/\d{4}-[a-z\d-]+\.md$/.test(file)).toSorted()

/** `schema:check` reads its entries line by line. */
const NOT_WRAPPED = new Set(['schema/CHANGES.md', 'schema/published/CHANGES.md'])

describe('links of the documents', () => {
  it('lead to files and headings that exist', () => {
    expect(documents.length).toBeGreaterThan(20)
    expect(brokenLinks(ROOT, documents)).toEqual([])
  })
})

describe('the check of links', () => {
  let folder = ''

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'documents-'))
    mkdirSync(join(folder, 'docs'))
    writeFileSync(join(folder, 'docs/other.md'), '# Other page\n\n## Two: `parts` of it\n\n## Again\n\n## Again\n')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const checked = (text: string) => {
    writeFileSync(join(folder, 'page.md'), text)
    return brokenLinks(folder, ['page.md'])
  }

  it('takes files, folders, headings and addresses', () => {
    expect(
      checked(
        '# Page\n[a](docs/other.md) [b](docs/) [c](docs/other.md#two-parts-of-it) [d](docs/other.md#again-1) ' +
          '[e](#page) [f](https://example.org/x)',
      ),
    ).toEqual([])
  })

  it('names a file that does not exist, with its line', () => {
    expect(checked('# Page\n\n[gone](docs/gone.md)')).toEqual(['page.md:3 docs/gone.md does not exist'])
  })

  it('names a picture and a definition that lead nowhere', () => {
    expect(checked('![picture](fleet.jpg)\n\n[by name]: docs/gone.md')).toEqual([
      'page.md:1 fleet.jpg does not exist',
      'page.md:3 docs/gone.md does not exist',
    ])
  })

  it('names a heading that does not exist, in this file and in others', () => {
    expect(checked('# Page\n[a](#nowhere) [b](docs/other.md#nowhere)')).toEqual([
      'page.md:2 #nowhere has no such heading',
      'page.md:2 docs/other.md#nowhere has no such heading',
    ])
  })

  it('refuses what leads out of the repository', () => {
    expect(checked('[a](../outside.md)')).toEqual(['page.md:1 ../outside.md leads out of the repository'])
  })

  it('passes over code', () => {
    expect(checked('```md\n[gone](gone.md)\n```\n`[gone](gone.md)`')).toEqual([])
  })
})

describe('the length of documents', () => {
  it.each(['README.md', 'CONTRIBUTING.md'])('%s has at most 150 lines', (file) => {
    expect(lineCount(file)).toBeLessThanOrEqual(150)
  })

  it('is at most 60 lines for a decision', () => {
    expect(decisions.filter((file) => lineCount(file) > 60)).toEqual([])
  })

  it('is at most 120 characters for a line of prose', () => {
    const long = documents
      .filter((file) => !NOT_WRAPPED.has(file))
      .flatMap((file) =>
        proseLines(read(file))
          .filter(({ text }) => !text.trimStart().startsWith('|') && [...text].length > 120)
          .map(({ number }) => `${file}:${number}`),
      )
    expect(long).toEqual([])
  })

  it('is at most 40 terms for the glossary', () => {
    expect([...read('docs/glossary.md').matchAll(/^\*\*/gm)].length).toBeLessThanOrEqual(40)
  })
})

describe('decisions', () => {
  it('have a context, a decision, alternatives and what protects them, in this order', () => {
    const without = decisions.filter(
      (file) => !/^## Context$.*^## Decision$.*^## Alternatives$.*^## Protected by$/ms.test(read(file)),
    )
    expect(without).toEqual([])
  })

  it('are numbered without gaps, and listed in the index', () => {
    expect(decisions.map((file) => Number(basename(file).slice(0, 4)))).toEqual(decisions.map((_file, n) => n + 1))
    const index = read('docs/decisions/README.md')
    expect(decisions.filter((file) => !index.includes(`](${basename(file)})`))).toEqual([])
  })
})

it('documents name no test that does not exist', () => {
  const tests = new Set(listed('*.test.ts', '*.spec.ts').map((file) => basename(file)))
  const missing = documents.flatMap((file) =>
    [...read(file).matchAll(/`(?:[\w./-]*\/)?([\w.-]+\.(?:test|spec)\.ts)`/g)]
      .filter(([, name = '']) => !tests.has(name))
      .map(([, name]) => `${file} names ${name}`),
  )
  expect(missing).toEqual([])
})

it('docs/architecture.md names files and folders that exist', () => {
  const named = [...read('docs/architecture.md').matchAll(/`((?:subgraphs|gateway|tests|db|schema)\/[\w./-]+)`/g)]
  const paths = named.map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

it('comments cite sections of the contract that exist', () => {
  const sections = [...anchorsOf(read('docs/contract.md'))].flatMap((anchor) => /^\d+/.exec(anchor)?.[0] ?? [])
  const cited = listed('*.ts', '*.tsx', '*.graphql', '*.sql').flatMap((file) =>
    [...read(file).matchAll(/contract,? (?:section )?(\d+)/g)].map(([, section]) => ({ file, section })),
  )
  expect(cited.length).toBeGreaterThan(0)
  expect(cited.filter(({ section = '' }) => !sections.includes(section))).toEqual([])
})

it('no file has marks of a conflict', () => {
  const files = listed('*.md', '*.ts', '*.tsx', '*.json', '*.graphql', '*.sql', '*.yaml', '*.po', '*.css')
  expect(files.filter((file) => /^(?:<{7}|>{7}) /m.test(read(file)))).toEqual([])
})

it('each service, the kit, the domain and the gateway have a README', () => {
  const folders = ['gateway', ...listed('subgraphs/*/package.json').map((file) => file.replace('/package.json', ''))]
  expect(folders.filter((folder) => !documents.includes(`${folder}/README.md`))).toEqual([])
})

it('the README of a service names each of its tables', () => {
  const columns = [...read('docs/retention.md').matchAll(/^\|[^|]*\|([^|]*)\|/gm)].map(([, column = '']) => column)
  const tables = columns.flatMap((column) => [...column.matchAll(/`(\w+)\.(\w+)`/g)])
  expect(tables.length).toBeGreaterThan(60)
  const missing = tables.flatMap(([, service = '', name = '']) => {
    const file = `subgraphs/${service}/README.md`
    return documents.includes(file) && !read(file).includes(`\`${name}\``) ? [`${file} lacks ${name}`] : []
  })
  expect(missing).toEqual([])
})

it('runbooks name dashboards that exist', () => {
  const dashboards = listed('deploy/monitoring/dashboards/*.json').map((file) => basename(file, '.json'))
  const named = listed('docs/runbooks/*.md').flatMap((file) =>
    [...read(file).matchAll(/\bdashboard\s+\*([\w-]+)\*/gi)].map(([, name = '']) => ({ file, name })),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(({ name }) => !dashboards.includes(name))).toEqual([])
})

it('every environment variable is in the table of docs/deploying.md', () => {
  const schemas = listed('subgraphs/kit/*config.ts').map(read)
  const names = schemas.flatMap((text) => [...text.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1] ?? ''))
  expect(names.length).toBeGreaterThan(25)
  const table = read('docs/deploying.md')
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})
