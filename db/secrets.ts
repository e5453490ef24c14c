import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, UserFacingError } from './errors.ts'

/** What a start outside production makes up once and keeps in DATA_DIR/secrets.json, readable by its owner only. */
export type Secrets = {
  readonly superuserPassword: string
  readonly ownerPassword: string
  readonly appPassword: string
  readonly platformPassword: string
  /** Signs tokens with HS256. */
  readonly jwtSecret: string
  /** Opens `/api/internal/**`. */
  readonly internalSecret: string
}

const NAMES = [
  'superuserPassword',
  'ownerPassword',
  'appPassword',
  'platformPassword',
  'jwtSecret',
  'internalSecret',
] as const satisfies readonly (keyof Secrets)[]

/**
 * Reads the secrets of a data folder, making the file, or what is missing in it, first.
 * Throws UserFacingError when the file is there and is not what we wrote.
 */
export function loadSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'secrets.json')
  const kept = readSecrets(path)
  if (kept !== undefined && NAMES.every((name) => name in kept)) return complete(kept)
  const secrets = complete(kept ?? {})
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  if (kept !== undefined) {
    renameSync(draft, path)
    return secrets
  }
  try {
    // Unlike a rename, a link fails when another process has made the file meanwhile; then its secrets count.
    linkSync(draft, path)
    return secrets
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return loadSecrets(dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
}

function complete(kept: Partial<Secrets>): Secrets {
  const secret = (name: keyof Secrets) => kept[name] ?? randomBytes(32).toString('base64url')
  return {
    superuserPassword: secret('superuserPassword'),
    ownerPassword: secret('ownerPassword'),
    appPassword: secret('appPassword'),
    platformPassword: secret('platformPassword'),
    jwtSecret: secret('jwtSecret'),
    internalSecret: secret('internalSecret'),
  }
}

function readSecrets(path: string): Partial<Secrets> | undefined {
  if (!existsSync(path)) return undefined
  const broken = new UserFacingError(`${path} cannot be read as the secrets of this data folder: restore or remove it.`)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw broken
  }
  if (typeof content !== 'object' || content === null) throw broken
  const secrets: Partial<Record<keyof Secrets, string>> = {}
  for (const name of NAMES) {
    const value: unknown = Reflect.get(content, name)
    if (typeof value === 'string' && value.length >= 16) secrets[name] = value
  }
  return secrets
}
