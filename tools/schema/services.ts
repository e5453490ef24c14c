import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SERVICE_NAMES } from '../../subgraphs/kit/calls/calls.ts'
import { readSdl } from '../../subgraphs/kit/graphql/schema.ts'

/** The root of the repository, with a slash at its end. */
export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url))

/** The contract of one service: its name and its whole SDL, the shared directives included. */
export type ServiceSdl = { readonly name: string; readonly sdl: string }

/** Every service that has a contract in `schema/`, in the platform's order. */
export const listServiceSdls = (): readonly ServiceSdl[] =>
  SERVICE_NAMES.filter((name) => existsSync(`${repositoryRoot}schema/${name}.graphql`)).map((name) => ({
    name,
    sdl: readSdl(`${name}.graphql`),
  }))

/** The version of the platform, as its documents carry it. */
export const platformVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(`${repositoryRoot}package.json`, 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0.0.0'
}
