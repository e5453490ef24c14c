import { spawnSync } from 'node:child_process'
import { SERVICE_NAMES } from '../../../subgraphs/kit/calls/calls.ts'
import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import { withSharedTypes } from '../../../subgraphs/kit/graphql/shared-types.rules.ts'
import { repositoryRoot, type ServiceSdl } from '../services.ts'
import type { Json } from './compare-schemas.ts'

/** The contract as it is in the last commit of the main branch. */
export type PreviousContract = {
  /** What it was read from, such as `main`. */
  readonly ref: string
  readonly services: readonly ServiceSdl[]
  /** OpenAPI documents by the name of their service. */
  readonly documents: ReadonlyMap<string, Json>
  /** The text of `schema/CHANGES.md`; what is there already excuses nothing new. */
  readonly changes: string
}

const git = (...args: readonly string[]): string | null => {
  const { status, stdout } = spawnSync('git', args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return status === 0 ? stdout : null
}

const findRef = (): string | null =>
  ['main', 'origin/main', 'HEAD'].find((ref) => git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`) !== null) ??
  null

/** Reads the contract of the main branch, or of HEAD where there is none; null outside a repository with a commit. */
export const readPreviousContract = (): PreviousContract | null => {
  const ref = findRef()
  if (ref === null) return null
  const show = (path: string) => git('show', `${ref}:${path}`)
  const directives = show('schema/directives.graphql')
  const shared = show('schema/shared.graphql')
  const services = SERVICE_NAMES.flatMap((name) => {
    const own = show(`schema/${name}.graphql`)
    if (directives === null || own === null) return []
    return [{ name, sdl: `${directives}\n${shared === null ? own : withSharedTypes(own, shared)}` }]
  })
  const documents = SERVICE_NAMES.flatMap((name) => {
    const text = show(`schema/openapi/${name}.json`)
    const document: unknown = text === null ? null : JSON.parse(text)
    return isRecord(document) ? [[name, document] as const] : []
  })
  return { ref, services, documents: new Map(documents), changes: show('schema/CHANGES.md') ?? '' }
}
