import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Contract, type ContractFiles, folderFiles, MissingBaseError, readContract } from '../contract.ts'
import { repositoryRoot } from '../services.ts'

/** The folder of the published contract, from the root of the repository. */
export const PUBLISHED = 'schema/published'

/** The file that says what was published, and the checksum of each file of it. */
export const RELEASE = 'release.json'

export const releaseSchema = z.strictObject({
  version: z.string(),
  publishedOn: z.iso.date(),
  files: z.record(z.string(), z.string()),
})

export type Release = z.infer<typeof releaseSchema>

/** The checksum of a file of a release, in hexadecimal digits. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Reads the text of `release.json`; null for one that is none. */
const readRelease = (text: string): Release | null => {
  try {
    return releaseSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const notAsPublished = (files: readonly string[]): MissingBaseError =>
  new MissingBaseError(
    `${files.map((file) => `${PUBLISHED}/${file}`).join(', ')} is not as it was published. Only npm run ` +
      'schema:publish changes it; restore it from version control.',
  )

/** @throws MissingBaseError naming each file that is not as it was published. */
const checkRelease = (files: ContractFiles, release: Release): void => {
  const present = files.list().filter((path) => path !== RELEASE)
  const gone = Object.keys(release.files).filter((path) => !present.includes(path))
  const changed = present.filter((path) => sha256Of(files.read(path) ?? '') !== release.files[path])
  if (gone.length + changed.length === 0) return
  throw notAsPublished([...gone, ...changed])
}

/**
 * The contract that was published last.
 * @throws MissingBaseError where there is none, where a file of it is missing, or where it was edited.
 */
export const readPublished = (): Contract => {
  const files = folderFiles(`${repositoryRoot}${PUBLISHED}`, PUBLISHED)
  const text = files.read(RELEASE)
  if (text === null)
    throw new MissingBaseError(
      `There is no published contract: ${PUBLISHED}/${RELEASE} is missing. Restore it from version control, compare ` +
        'with a git ref (npm run schema:check -- --base REF), or publish the first contract (npm run schema:publish).',
    )
  const release = readRelease(text)
  if (release === null) throw notAsPublished([RELEASE])
  checkRelease(files, release)
  return { ...readContract(files), from: `${PUBLISHED} (version ${release.version} of ${release.publishedOn})` }
}

const git = (...args: readonly string[]): string | null => {
  const { status, stdout } = spawnSync('git', args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return status === 0 ? stdout : null
}

const commitOf = (ref: string): string | null =>
  git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)?.trim() ?? null

/** The files of a folder of a commit, by their paths within it. */
const commitFiles = (commit: string, folder: string, from: string): ContractFiles => {
  const listed = git('ls-tree', '-r', '--name-only', '--full-tree', commit, `${folder}/`) ?? ''
  const paths = listed.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(folder.length + 1)]))
  return {
    from,
    list: () => paths,
    read: (path) => (paths.includes(path) ? git('show', `${commit}:${folder}/${path}`) : null),
  }
}

/** The commit before the one that published what is published now; null where this clone does not have it. */
const commitBeforeRelease = (): string | null => {
  const path = `${PUBLISHED}/${RELEASE}`
  const present = folderFiles(`${repositoryRoot}${PUBLISHED}`, PUBLISHED).read(RELEASE)
  if (git('show', `HEAD:${path}`) !== present) return commitOf('HEAD')
  const release = git('log', '-1', '--first-parent', '--format=%H', '--', path)?.trim() ?? ''
  return release === '' ? null : commitOf(`${release}^`)
}

/**
 * The contract that was published before the present one, as far as this clone has its history: a contract that was
 * published together with a break, or edited with its checksums, passes by itself. Null where nothing was published
 * before, where that had another form, and in a shallow clone.
 */
export const readPublishedBefore = (): Contract | null => {
  const commit = commitBeforeRelease()
  if (commit === null) return null
  const from = `${PUBLISHED} of ${commit.slice(0, 9)}`
  const files = commitFiles(commit, PUBLISHED, from)
  const text = files.read(RELEASE)
  const release = text === null ? null : readRelease(text)
  if (release === null) return null
  const { version, publishedOn } = release
  try {
    return { ...readContract(files), from: `${from} (version ${version} of ${publishedOn}, before the present one)` }
  } catch (error) {
    // Published when a contract had other files.
    if (error instanceof MissingBaseError || error instanceof z.ZodError) return null
    throw error
  }
}

/**
 * The contract of a commit.
 * @throws MissingBaseError where the ref names no commit of this clone, names the commit under test, or lacks a file
 * of the contract.
 */
export const readRef = (ref: string): Contract => {
  const commit = commitOf(ref)
  if (commit === null)
    throw new MissingBaseError(
      `There is no commit ${ref} in this repository. A shallow clone has few: fetch it first ` +
        '(git fetch --depth=1 origin REF).',
    )
  if (commit === commitOf('HEAD'))
    throw new MissingBaseError(
      `${ref} is the commit under test, which cannot be compared with itself. Name an earlier one, or leave --base ` +
        'out to compare with the published contract.',
    )
  const files = commitFiles(commit, 'schema', `${ref} (${commit.slice(0, 9)})`)
  return readContract({ ...files, list: () => files.list().filter((path) => !path.startsWith('published/')) })
}
