import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

const listed = (...patterns: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const quoted = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

/** The roles of the table of CONTRIBUTING.md, without their dots. */
const roles = new Set(
  [...read('CONTRIBUTING.md').matchAll(/^\| ((?:`\.[a-z]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    quoted(names).map((name) => name.slice(1)),
  ),
)

/** What `main.ts`, `service.ts` and `mappers.ts` hold is the same in every service. */
const KNOWN_EVERYWHERE = new Set(['main', 'service', 'mappers'])

/** The files of the dashboard are named after what they show; those of tests are checked by themselves. */
const files = listed('*.ts', '*.mjs').filter((file) => !file.startsWith('gateway/dashboard/'))
const named = files.filter((file) => file.includes('/') && !/^(tests|\.ci)\//.test(file))

/** Concept and parts after dots: `writer.store.test.ts` is `writer`, `store` and `test`. */
const partsOf = (file: string) => {
  const [concept = '', ...parts] = basename(file).split('.').slice(0, -1)
  return { concept, parts }
}

/** The folder whose README lists the concepts of a file: a service, or a folder of the root. */
const ownerOf = (file: string): string => /^(?:subgraphs\/)?[^/]+/.exec(file)?.[0] ?? ''

/** Concepts that a README lists, as `folder concept`; the folder is relative, `.` its own. */
const conceptsOf = (readme: string): readonly string[] => {
  const rows = [...readme.matchAll(/^\| `([\w/-]+)` \|.*\|([^|\n]*)\|$/gm)]
  const own = /\n- \*\*Concepts\*\*(.*?)(?=\n- |\n\n|\n$)/s.exec(readme)?.[1] ?? ''
  return [
    ...rows.flatMap(([, folder = '', names = '']) => quoted(names).map((name) => `${folder} ${name}`)),
    ...quoted(own).map((name) => `. ${name}`),
  ].toSorted()
}

describe('the name of a file', () => {
  it('has a dot only before a role that CONTRIBUTING.md lists, and a test may name an aspect', () => {
    expect(roles.size).toBeGreaterThan(9)
    expect(roles.size).toBeLessThanOrEqual(14)
    const wrong = named.filter((file) => {
      const { parts } = partsOf(file)
      return !parts.includes('test') && parts.some((part) => !roles.has(part))
    })
    expect(wrong, 'Write <concept>.<role>.ts with a role of CONTRIBUTING.md, or a hyphen for a dot.').toEqual([])
  })

  it('is of small letters, digits and hyphens', () => {
    expect(files.filter((file) => !/^[a-z\d]+(?:[-.][a-z\d]+)*$/.test(basename(file)))).toEqual([])
  })

  it.each([...new Set(named.map(ownerOf))])('is, without a role, a concept that %s/README.md lists', (owner) => {
    const inFolders = named
      .filter((file) => ownerOf(file) === owner)
      .flatMap((file) => {
        const { concept, parts } = partsOf(file)
        const folder = dirname(file).slice(owner.length + 1) || '.'
        return parts.length > 0 || KNOWN_EVERYWHERE.has(concept) ? [] : [`${folder} ${concept}`]
      })
    expect(
      conceptsOf(read(`${owner}/README.md`)),
      `A new file is either named <concept>.<role>.ts, or its concept is listed in ${owner}/README.md: in the row of ` +
        'its folder, or under "Concepts". A concept whose file is gone is removed there.',
    ).toEqual(inFolders.toSorted())
  })
})

describe('a helper of tests', () => {
  it('is <concept>.testing.ts beside the code, and a plain name in tests', () => {
    const parts = (file: string) => partsOf(file).parts
    const inTests = files.filter((file) => file.startsWith('tests/'))
    const allowed = ['test', 'spec', 'config']
    expect(
      inTests.filter((file) => parts(file).length > 0 && !parts(file).some((part) => allowed.includes(part))),
    ).toEqual([])
    const ofTests = named.filter((file) => !parts(file).some((part) => ['test', 'testing'].includes(part)))
    // Mutation testing runs vitest, and is no test.
    const usesVitest = ofTests.filter((file) => /from 'vitest'/.test(read(file)) && !file.startsWith('tools/mutation/'))
    expect(usesVitest).toEqual([])
  })

  it('is imported by tests and tools only', () => {
    const product = named.filter(
      (file) => !file.startsWith('tools/') && !partsOf(file).parts.some((part) => ['test', 'testing'].includes(part)),
    )
    const helper = /from '[^']*(?:\.testing\.ts|\/tests\/[^']*)'/
    expect(product.filter((file) => helper.test(read(file)))).toEqual([])
  })
})
