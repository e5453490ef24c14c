import { readFileSync } from 'node:fs'
import type { TokenKey } from '../auth/token-keys.ts'
import type { Given } from './config-faults.rules.ts'

/** The secrets that a running process may get others of. */
export type SecretValues = {
  /** Each verifies tokens, the first one signs; empty where none is given. The same list until one changes. */
  readonly tokenKeys: readonly TokenKey[]
  /** Each is accepted of callers, the first one is sent; empty where none is given. */
  readonly internal: readonly string[]
  readonly kafkaPassword: string | null
}

/** The variables of which `…_FILE` may name a file instead. Those that end in NEXT may be missing in it. */
export const FILE_SECRETS = [
  'JWT_SECRET',
  'JWT_SECRET_NEXT',
  'JWT_PUBLIC_KEY',
  'JWT_PUBLIC_KEY_NEXT',
  'INTERNAL_SERVICE_SECRET',
  'INTERNAL_SERVICE_SECRET_NEXT',
  'KAFKA_SASL_PASSWORD',
] as const

const MAX_CHARACTERS = 65_536

const readText = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return null
  }
}

const readSecret = (variable: string, file: string, faults: string[]): string | undefined => {
  const text = readText(file)
  if (text !== null && text !== '' && text.length <= MAX_CHARACTERS) return text
  if (variable.endsWith('_NEXT') && (text === null || text === '')) return undefined
  const fault = text === null ? 'cannot be read' : text === '' ? 'is empty' : 'is too long'
  faults.push(`${variable}_FILE names ${file}, which ${fault}`)
  return undefined
}

/** The environment with what its `…_FILE` variables name; faults are added to `faults`. */
export const withSecretFiles = (given: Given, faults: string[]): Given => {
  const found: Record<string, string | undefined> = { ...given }
  for (const variable of FILE_SECRETS) {
    const file = given[`${variable}_FILE`]
    if (file === undefined) continue
    if (given[variable] !== undefined) faults.push(`only one of ${variable} and ${variable}_FILE may be given`)
    else found[variable] = readSecret(variable, file, faults)
  }
  return found
}

/** True where a secret is in a file, which may change. */
export const hasSecretFiles = (given: Given): boolean =>
  FILE_SECRETS.some((variable) => given[`${variable}_FILE`] !== undefined)

/** The secrets of a process as they are now. */
export type LiveSecrets = {
  /** The same object as long as nothing has changed. */
  current(): SecretValues
  /** Reads the files again. What cannot be used leaves the secrets as they are, and is logged once. */
  refresh(): void
}

type Log = { info(about: object, message: string): void; error(about: object, message: string): void }

/** The secrets of a process that starts with `first`; `read` reads them again, null where no file has any of them. */
export const createLiveSecrets = (first: SecretValues, read: (() => SecretValues) | null, log: Log): LiveSecrets => {
  let values = first
  let fault: string | null = null
  const refresh = () => {
    if (read === null) return
    try {
      const found = read()
      // Files that are replaced one after the other are taken when all of them have been.
      const settled = JSON.stringify(found) === JSON.stringify(read())
      if (settled && JSON.stringify(found) !== JSON.stringify(values)) {
        const changed = Object.keys(found).filter((name) => differs(found, values, name))
        // Another list would be verified with anew: with no key set, which may be out of reach now, and an empty cache.
        values = differs(found, values, 'tokenKeys') ? found : { ...found, tokenKeys: values.tokenKeys }
        log.info({ changed }, 'secrets were read again')
      }
      fault = null
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (reason !== fault) log.error({ reason }, 'secrets could not be read again; the previous ones stay in use')
      fault = reason
    }
  }
  return { current: () => values, refresh }
}

const differs = (one: SecretValues, other: SecretValues, name: string): boolean =>
  JSON.stringify(Object.entries(one).find(([key]) => key === name)) !==
  JSON.stringify(Object.entries(other).find(([key]) => key === name))
