import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { SERVICE_NAMES } from '../../../subgraphs/kit/calls/calls.ts'
import { TRUSTED_DOCUMENTS, trustedSchema } from '../contract.ts'
import { repositoryRoot } from '../services.ts'

/** What the check reads and runs, from the root of the repository. */
const PARTS = [
  '.github',
  'db',
  'gateway/federation',
  'gateway/usage',
  'package.json',
  'schema',
  'subgraphs/kit',
  'tools',
]

const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', [...AUTHOR, ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

export type Clone = {
  readonly folder: string
  /** Replaces a text of a file. @throws Error where the file does not have it. */
  edit(file: string, from: string, to: string): void
  git(...args: readonly string[]): string
  commit(): void
  /** Runs a program of `tools`; gives the exit code and all that it printed. */
  run(tool: string, ...args: readonly string[]): { readonly code: number | null; readonly printed: string }
  /** Runs a script of a workflow. */
  shell(
    script: string,
    env: Readonly<Record<string, string>>,
  ): { readonly code: number | null; readonly printed: string }
}

const cloneIn = (folder: string): Clone => {
  symlinkSync(`${repositoryRoot}node_modules`, join(folder, 'node_modules'))
  const spawned = (command: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })
    return { code: status, printed: `${stdout}${stderr}` }
  }
  return {
    folder,
    edit(file, from, to) {
      const text = readFileSync(join(folder, file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} has no "${from}"`)
      writeFileSync(join(folder, file), text.replace(from, to))
    },
    git: (...args) => git(folder, ...args),
    commit: () => void git(folder, 'commit', '--quiet', '--all', '--message', 'change'),
    run: (tool, ...args) => spawned(process.execPath, [`tools/${tool}.ts`, ...args], {}),
    shell: (script, env) => spawned('bash', ['-eo', 'pipefail', '-c', script], env),
  }
}

/**
 * Leaves one service, as each run composes the graph several times. The whole graph is what `npm run schema:check`
 * is for.
 */
const leaveClaims = (folder: string): void => {
  for (const name of SERVICE_NAMES) if (name !== 'claims') rmSync(join(folder, `schema/${name}.graphql`))
  const file = join(folder, 'schema', TRUSTED_DOCUMENTS)
  const documents = Object.entries(trustedSchema.parse(JSON.parse(readFileSync(file, 'utf8'))))
  const ofVendors = documents.filter(([, text]) => text.startsWith('query Vendors('))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(ofVendors))}\n`)
}

/**
 * A repository with the files of this one that the check needs and the contract of one service, published, in one
 * commit on `main`; and clones of it. Everything is removed by `close`.
 * @throws Error where the contract cannot be published.
 */
export const openOrigin = () => {
  const root = mkdtempSync(join(tmpdir(), 'fleetops-schema-'))
  const folder = join(root, 'origin')
  mkdirSync(folder)
  for (const part of PARTS)
    cpSync(`${repositoryRoot}${part}`, join(folder, part), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    })
  rmSync(join(folder, 'schema/published'), { recursive: true, force: true })
  leaveClaims(folder)
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
  writeFileSync(join(folder, 'README.md'), 'first\n')
  const { code, printed } = cloneIn(folder).run('schema-publish')
  if (code !== 0) {
    rmSync(root, { recursive: true, force: true })
    throw new Error(printed)
  }
  git(folder, 'init', '--quiet', '--initial-branch', 'main')
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message', 'first')
  let clones = 0
  return {
    /** A clone of the origin or of `from`, with all of its history or with the last commit only. */
    clone({ from = folder, shallow = false } = {}): Clone {
      clones += 1
      const target = join(root, `clone-${clones}`)
      git(root, 'clone', '--quiet', ...(shallow ? ['--depth', '1'] : []), `file://${from}`, target)
      return cloneIn(target)
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}
