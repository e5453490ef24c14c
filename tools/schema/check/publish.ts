import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Contract, type ContractFiles, PARTS_OF_SDL, sdlFilesOf, TOPICS, TRUSTED_DOCUMENTS } from '../contract.ts'
import { RELEASE, type Release, releaseSchema, sha256Of } from './base.ts'

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The files of a contract as they are published, by their paths. */
const publishedFiles = (files: ContractFiles, contract: Contract): ReadonlyMap<string, string> => {
  const copied = [...sdlFilesOf(files), ...PARTS_OF_SDL, TRUSTED_DOCUMENTS, 'CHANGES.md']
  const generated = [...contract.openApi].map(([name, document]) => [`openapi/${name}.json`, json(document)] as const)
  return new Map(
    [
      ...copied.map((path) => [path, files.read(path) ?? ''] as const),
      ...generated,
      [TOPICS, json(contract.topics)] as const,
    ].sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const readRelease = (folder: string): Release | null =>
  existsSync(`${folder}/${RELEASE}`)
    ? releaseSchema.parse(JSON.parse(readFileSync(`${folder}/${RELEASE}`, 'utf8')))
    : null

/**
 * Writes a contract as the published one, with a checksum of each file. The same contract is written once: its date
 * stays.
 * @returns whether anything was written.
 */
export const publish = (
  files: ContractFiles,
  contract: Contract,
  folder: string,
  { version, today }: { readonly version: string; readonly today: string },
): boolean => {
  const texts = publishedFiles(files, contract)
  const checksums = Object.fromEntries([...texts].map(([path, text]) => [path, sha256Of(text)]))
  const before = readRelease(folder)
  if (before !== null && before.version === version && json(before.files) === json(checksums)) return false
  rmSync(folder, { recursive: true, force: true })
  const release: Release = { version, publishedOn: today, files: checksums }
  for (const [path, text] of [...texts, [RELEASE, json(release)] as const]) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true })
    writeFileSync(`${folder}/${path}`, text)
  }
  return true
}
