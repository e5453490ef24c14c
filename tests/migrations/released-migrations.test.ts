import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addNew, findBroken, findReference, listCommitted, listMigrations, readList } from '../../tools/migrations.ts'

const root = join(import.meta.dirname, '../..')

describe('the migrations of this repository', () => {
  it('are those of db/migrations.sha256: run "npm run migrations" after adding one, and never change one', () => {
    expect([...readList(root)]).toEqual([...listMigrations(root)])
  })

  it('are unchanged since the main branch', () => {
    const reference = findReference(root)
    const released = reference === null ? new Map<string, string>() : listCommitted(root, reference)
    expect(findBroken(released, listMigrations(root))).toEqual([])
  })
})

describe('a released migration', () => {
  const PATH = 'db/zoo/migrations/0001_animal.sql'
  let repository: string

  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...args], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    }).trim()
  const file = (path: string, text: string) => writeFileSync(join(repository, path), text)
  const commit = (message: string) => {
    git('add', '-A')
    git('commit', '-q', '-m', message)
    return git('rev-parse', 'HEAD')
  }
  const broken = () => {
    const reference = findReference(repository)
    return reference === null ? null : findBroken(listCommitted(repository, reference), listMigrations(repository))
  }

  beforeEach(() => {
    repository = mkdtempSync(join(tmpdir(), 'fleetops-released-'))
    mkdirSync(join(repository, 'db/zoo/migrations'), { recursive: true })
    git('init', '-q', '-b', 'main')
    file(PATH, 'create table zoo.animal (name text)')
    commit('first')
  })
  afterEach(() => rmSync(repository, { recursive: true, force: true }))

  it('is compared with where the branch left main, even if its checksum was changed with it', () => {
    const released = git('rev-parse', 'HEAD')
    git('checkout', '-q', '-b', 'work')
    file('db/zoo/migrations/0002_lion.sql', 'select 1')
    commit('add one')
    file('db/zoo/migrations/0002_lion.sql', 'select 2')
    commit('change the one that is not released yet')
    expect([findReference(repository), broken()]).toEqual([released, []])
    file(PATH, 'create table zoo.animal (name text, legs int)')
    expect(broken()).toEqual([`${PATH} was changed`])
    commit('change a released one')
    expect(broken()).toEqual([`${PATH} was changed`])
  })

  it('may be neither removed nor renumbered', () => {
    git('checkout', '-q', '-b', 'work')
    renameSync(join(repository, PATH), join(repository, 'db/zoo/migrations/0002_animal.sql'))
    commit('renumber')
    expect(broken()).toEqual([`${PATH} is gone`])
  })

  it('is compared with the commit before on main itself, and in a clone of one branch', () => {
    file(PATH, 'select 2')
    commit('change it')
    expect(broken()).toEqual([`${PATH} was changed`])
    const clone = mkdtempSync(join(tmpdir(), 'fleetops-released-clone-'))
    try {
      git('checkout', '-q', '-b', 'other')
      git('clone', '-q', '--single-branch', '--branch', 'other', `file://${repository}`, clone)
      expect(findReference(clone)).toBe(git('rev-parse', 'HEAD^'))
      rmSync(clone, { recursive: true })
      git('clone', '-q', '--depth', '1', `file://${repository}`, clone)
      // A shallow clone holds nothing to compare with; the list of checksums is there all the same.
      expect(findReference(clone)).toBeNull()
    } finally {
      rmSync(clone, { recursive: true, force: true })
    }
  })

  it('is never listed anew once it is changed', () => {
    const list = listMigrations(repository)
    file('db/zoo/migrations/0002_lion.sql', 'select 1')
    expect(addNew(list, listMigrations(repository)).split('\n')).toHaveLength(3)
    file(PATH, 'select 2')
    expect(() => addNew(list, listMigrations(repository))).toThrow(`${PATH} was changed: put it back`)
  })
})
