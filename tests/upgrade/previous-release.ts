import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../faults/members.ts'

/**
 * What is upgraded from while no release is tagged: nine migrations of five services lie between it and the first
 * release, some of which rebuild a key, add triggers or take rights.
 */
const BEFORE_ANY_TAG = '7c5a2780743b8f1b7c387e15c75c78d345397933'

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

const attempt = (...args: readonly string[]): string | null => {
  try {
    return git(...args)
  } catch {
    return null
  }
}

/** The release before this one: `UPGRADE_FROM`, else the newest tag of an earlier commit. */
const REFERENCE =
  process.env.UPGRADE_FROM ??
  attempt('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD~1') ??
  BEFORE_ANY_TAG

/** Its commit; null where this clone does not have it. */
const COMMIT = attempt('rev-parse', '--verify', `${REFERENCE}^{commit}`)

export const PREVIOUS = { name: REFERENCE === BEFORE_ANY_TAG ? REFERENCE.slice(0, 8) : REFERENCE, commit: COMMIT }

/** Why there is nothing to upgrade from; null where there is. */
export const missingRelease = COMMIT === null ? `this clone does not have the commit ${REFERENCE}` : null

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ link: z.boolean().optional(), integrity: z.string().optional() })),
})

const packagesOf = (folder: string) =>
  lockSchema.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))).packages

/** Whether every package of a release is installed here in the same version. */
const hasSamePackages = (folder: string): boolean => {
  const installed = packagesOf(ROOT)
  return Object.entries(packagesOf(folder)).every(
    ([path, { integrity }]) => integrity === undefined || installed[path]?.integrity === integrity,
  )
}

/** The folders that hold packages: that of the root, and those of workspaces that need another version of one. */
const listPackageFolders = (): readonly string[] => {
  const workspaces = [
    '.',
    ...readdirSync(ROOT),
    ...readdirSync(join(ROOT, 'subgraphs')).map((one) => `subgraphs/${one}`),
  ]
  return workspaces.map((one) => join(one, 'node_modules')).filter((path) => existsSync(join(ROOT, path)))
}

/** Links the files of packages, or copies them to another file system. */
const takePackages = (folder: string): void => {
  for (const path of listPackageFolders()) {
    const [from, to] = [join(ROOT, path), join(folder, path)]
    try {
      execFileSync('cp', ['--archive', '--link', from, to], { stdio: 'ignore' })
    } catch {
      rmSync(to, { recursive: true, force: true })
      cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    }
  }
}

/** Puts the sources of the release before this one into a folder, and the packages that they need. */
export const checkOutPrevious = (folder: string): void => {
  mkdirSync(folder)
  const archive = `${folder}.tar`
  git('archive', '--output', archive, COMMIT ?? REFERENCE)
  execFileSync('tar', ['--extract', '--file', archive, '--directory', folder])
  rmSync(archive)
  if (hasSamePackages(folder)) takePackages(folder)
  else execFileSync(process.execPath, ['tools/setup.mjs'], { cwd: folder, stdio: 'ignore' })
}
