import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clone, openOrigin } from './clone.testing.ts'

let origin: ReturnType<typeof openOrigin>

// Each run composes two graphs, in a process of its own.
const TIMEOUT_MS = 120_000

beforeAll(() => {
  origin = openOrigin()
}, TIMEOUT_MS)
afterAll(() => origin?.close())

const CLAIMS = 'schema/claims.graphql'
const PHONE = '  "Phone number of the contact."\n  contactPhone: String\n  "When the vendor'
const BREAK = [CLAIMS, PHONE, '  "When the vendor'] as const
const REFUSED = 'BREAKING  schema/claims.graphql: '

/** Makes a change and publishes it without the check: as if the files and their checksums were written by hand. */
const republish = (clone: Clone, ...edits: readonly (readonly [file: string, from: string, to: string])[]): void => {
  for (const edit of edits) clone.edit(...edit)
  rmSync(join(clone.folder, 'schema/published'), { recursive: true })
  expect(clone.run('schema-publish')).toMatchObject({ code: 0 })
}

describe('the base of the check', { timeout: TIMEOUT_MS }, () => {
  test('is the published contract, so that a break is refused also where it is committed on main', () => {
    const clone = origin.clone()
    expect(clone.run('schema-check')).toMatchObject({ code: 0 })
    clone.edit(...BREAK)
    clone.commit()
    const { code, printed } = clone.run('schema-check')
    expect(printed).toContain(`${REFUSED}Field 'contactPhone' was removed from object type 'Vendor'`)
    expect(printed).toContain('- `Vendor.contactPhone`: <reason>')
    expect(code).toBe(1)
  })

  test('needs no history: a shallow clone without any ref of another commit refuses the same', () => {
    const pushed = origin.clone()
    pushed.edit(...BREAK)
    pushed.commit()
    const { run, git } = origin.clone({ from: pushed.folder, shallow: true })
    git('remote', 'remove', 'origin')
    git('checkout', '--quiet', '--detach')
    git('branch', '--quiet', '-D', 'main')
    const { code, printed } = run('schema-check')
    expect(printed).toContain(REFUSED)
    expect(code).toBe(1)
  })

  test('fails the check where it is missing, incomplete or edited', () => {
    const clone = origin.clone()
    clone.edit('schema/published/claims.graphql', PHONE, '  "When the vendor')
    expect(clone.run('schema-check')).toMatchObject({
      code: 1,
      printed: expect.stringContaining('schema/published/claims.graphql is not as it was published'),
    })
    clone.git('checkout', '--', 'schema')
    rmSync(join(clone.folder, 'schema/published/openapi/claims.json'))
    expect(clone.run('schema-check')).toMatchObject({
      code: 1,
      printed: expect.stringContaining('schema/published/openapi/claims.json is not as it was published'),
    })
    clone.git('checkout', '--', 'schema')
    for (const text of ['{', '{}']) {
      writeFileSync(join(clone.folder, 'schema/published/release.json'), text)
      expect(clone.run('schema-check')).toMatchObject({
        code: 1,
        printed: expect.stringContaining('schema/published/release.json is not as it was published'),
      })
    }
    rmSync(join(clone.folder, 'schema/published'), { recursive: true })
    expect(clone.run('schema-check')).toMatchObject({
      code: 1,
      printed: expect.stringContaining('There is no published contract'),
    })
  })

  test('is what was published before as well, so that a contract that was edited with its checksums is refused', () => {
    const clone = origin.clone()
    republish(clone, [CLAIMS, 'status: 201', 'status: 202'])
    const named = /compared with schema\/published of [0-9a-f]{9} \(version .*POST \/api\/claims\/vendors 201/s
    const refused = { code: 1, printed: expect.stringMatching(named) }
    expect(clone.run('schema-check')).toMatchObject(refused)
    clone.commit()
    expect(clone.run('schema-check')).toMatchObject(refused)
    clone.edit('README.md', 'first', 'second')
    clone.commit()
    expect(clone.run('schema-check')).toMatchObject(refused)
  })

  test('is not what was published before where that had another form', () => {
    const clone = origin.clone()
    writeFileSync(join(clone.folder, 'schema/published/release.json'), '{}')
    clone.commit()
    clone.git('checkout', '--quiet', 'HEAD^', '--', 'schema/published')
    clone.commit()
    expect(clone.run('schema-check')).toMatchObject({ code: 0 })
  })

  test('may be a commit, but not one that is not there, nor the one under test', () => {
    const clone = origin.clone()
    clone.git('branch', 'before')
    clone.edit(...BREAK)
    clone.commit()
    const { code, printed } = clone.run('schema-check', '--base', 'before')
    expect(printed).toContain('compared with before (')
    expect(printed).toContain(REFUSED)
    expect(code).toBe(1)
    for (const [ref, fault] of [
      ['HEAD', 'HEAD is the commit under test'],
      ['main', 'main is the commit under test'],
      ['release-1', 'There is no commit release-1 in this repository'],
      ['--all', '--base'],
    ] as const)
      expect(clone.run('schema-check', '--base', ref)).toMatchObject({
        code: 1,
        printed: expect.stringContaining(fault),
      })
  })
})

describe('schema:publish', { timeout: TIMEOUT_MS }, () => {
  test('refuses breaks that schema/CHANGES.md does not explain, and writes the same contract once', () => {
    const clone = origin.clone()
    clone.edit(CLAIMS, 'status: 201', 'status: 202')
    const refused = clone.run('schema-publish')
    expect(refused.printed).toContain('BREAKING  schema/openapi/claims.json: POST /api/claims/vendors 201 is no longer')
    expect(refused.code).toBe(1)
    expect(clone.git('status', '--porcelain')).toBe(` M ${CLAIMS}\n`)

    const entry = '- `POST /api/claims/vendors`: vendors are made later.\n'
    clone.edit('schema/CHANGES.md', '## Entries\n\n', `## Entries\n\n${entry}`)
    expect(clone.run('schema-publish')).toMatchObject({ code: 0, printed: 'schema/published written: commit it\n' })
    const published = clone.git('diff', '--', 'schema/published')
    expect(published).toMatch(/^- *"201": \{$/m)
    expect(clone.run('schema-publish').printed).toBe('schema/published is up to date\n')
    expect(clone.git('diff', '--', 'schema/published')).toBe(published)
  })

  test('makes entries of schema/CHANGES.md entry nothing that comes after', () => {
    const clone = origin.clone()
    const entry = '- `POST /api/claims/vendors`: vendors are made later.\n'
    clone.edit('schema/CHANGES.md', '## Entries\n\n', `## Entries\n\n${entry}`)
    expect(clone.run('schema-publish')).toMatchObject({ code: 0 })
    clone.edit(CLAIMS, 'status: 201', 'status: 202')
    expect(clone.run('schema-check')).toMatchObject({ code: 1 })
  })

  test('refuses trusted documents that do not fit the graph', () => {
    const clone = origin.clone()
    clone.edit('schema/operations/trusted.json', 'contactPhone', 'contactFax')
    expect(clone.run('schema-publish')).toMatchObject({
      code: 1,
      printed: expect.stringContaining('document Vendors no longer fits the graph'),
    })
  })
})

/** The scripts of a workflow's steps that have several lines, in their order. */
const scriptsOf = (workflow: string): readonly string[] =>
  workflow.split(/\n *- name: /).flatMap((step) => {
    const [, script] = step.split(/\n *run: \|\n/)
    return script === undefined ? [] : [script.replaceAll(/^ {10}/gm, '').split('\n\n')[0] ?? '']
  })

describe('the workflow', { timeout: TIMEOUT_MS }, () => {
  /** The steps on a shallow clone of what was pushed, with the commit before it. */
  const stepsFor = (pushed: Clone, before: string) => {
    const clone = origin.clone({ from: pushed.folder, shallow: true })
    expect(clone.git('rev-list', '--count', '--all').trim()).toBe('1')
    const workflow = readFileSync(join(clone.folder, '.github/workflows/schema.yml'), 'utf8')
    const [ofPublished = '', ofBefore = ''] = scriptsOf(workflow)
    const summary = join(clone.folder, 'summary.md')
    const env = { BASE: before, GITHUB_STEP_SUMMARY: summary }
    return {
      published: () => clone.shell(ofPublished, env).code,
      before: () => clone.shell(ofBefore, env).code,
      summary: () => readFileSync(summary, 'utf8'),
    }
  }

  test('refuses a break on a shallow clone', () => {
    const pushed = origin.clone()
    const base = pushed.git('rev-parse', 'HEAD').trim()
    pushed.edit(CLAIMS, 'status: 201', 'status: 202')
    pushed.commit()
    const steps = stepsFor(pushed, base)
    expect([steps.published(), steps.before()]).toEqual([1, 1])
  })

  test('refuses a break that is published in the same change, of a pull request or a push', () => {
    const pushed = origin.clone()
    const base = pushed.git('rev-parse', 'HEAD').trim()
    republish(pushed, [CLAIMS, 'status: 201', 'status: 202'])
    pushed.commit()
    const steps = stepsFor(pushed, base)
    expect([steps.published(), steps.before()]).toEqual([0, 1])
    expect(steps.summary()).toContain('## Schema check: ')
    expect(steps.summary()).toContain(`compared with ${base}`)
    expect(steps.summary()).toContain('- `POST /api/claims/vendors 201`: <reason>')
    const workflow = readFileSync(join(pushed.folder, '.github/workflows/schema.yml'), 'utf8')
    expect(workflow).toContain(' github.event.pull_request.base.sha || github.event.before ')
  })

  test('refuses a change whose base is not there, and has none for the first push of a branch', () => {
    const pushed = origin.clone()
    expect(stepsFor(pushed, 'f'.repeat(40)).before()).not.toBe(0)
    expect(stepsFor(pushed, '0'.repeat(40)).before()).toBe(0)
  })
})
