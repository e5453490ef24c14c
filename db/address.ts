import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'
import { StoreUnavailableError } from './errors.ts'

/** One server of an address. */
export type DatabaseHost = { readonly host: string; readonly port: number }

/** How far a connection checks the server: not at all without TLS, its authority, and its name as well. */
export type SslMode = 'disable' | 'require' | 'verify-ca' | 'verify-full'

/** What a connection URL says, in the terms of libpq. */
export type AddressParts = {
  readonly hosts: readonly DatabaseHost[]
  readonly database: string
  readonly user: string
  readonly password: string
  /** A file with the password, read for each connection. */
  readonly passwordFile: string | null
  readonly sslMode: SslMode
  /** A file with certificate authorities; null: those of the system. */
  readonly sslRootCert: string | null
  /** `read-write`: servers that only read are passed over. */
  readonly sessions: 'any' | 'read-write'
  /** Settings of the sessions: `synchronous_commit=off` for what may be loaded again after a crash. */
  readonly settings: Readonly<Record<string, string>>
}

/** Where a login connects to; the order of the hosts and the password may change while it is used. */
export type DatabaseAddress = AddressParts & {
  /** The password as it is now. A file that cannot be read keeps the last one. */
  currentPassword(): string
  /**
   * Opens a session of the first host that takes it; the next call begins with that one.
   * Rejects with the failure of the last host.
   */
  openFirst<T>(open: (host: DatabaseHost) => Promise<T>): Promise<T>
}

const URL_PATTERN = /^postgres(?:ql)?:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^/?#@]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/
const HOST_PATTERN = /^(\[[0-9a-f:.]+\]|[^:[\],]+)(?::(\d{1,5}))?$/i
const SSL_MODES: readonly string[] = ['disable', 'require', 'verify-ca', 'verify-full'] satisfies SslMode[]
const PARAMETERS = ['sslmode', 'sslrootcert', 'target_session_attrs', 'passwordfile', 'synchronous_commit']

const isSslMode = (text: string): text is SslMode => SSL_MODES.includes(text)

/** What is wrong with a connection URL; null for one that can be used. */
export function addressFault(url: string): string | null {
  const parts = parse(url)
  return typeof parts === 'string' ? parts : null
}

/** Reads a connection URL. @throws Error for one that `addressFault` finds fault with. */
export function addressParts(url: string): AddressParts {
  const parts = parse(url)
  if (typeof parts === 'string') throw new Error(`The URL of a database ${parts}.`)
  return parts
}

function parse(url: string): AddressParts | string {
  const match = URL_PATTERN.exec(url)
  if (match === null) return 'must be a URL such as postgres://user:password@host:5432/name'
  const [, user = '', password = '', hostList = '', database = '', query = ''] = match
  const hosts = parseHosts(hostList)
  if (hosts === null) return 'must name hosts such as db-1:5432,db-2:5432'
  const given = new URLSearchParams(query)
  const unknown = [...given.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined)
    return `cannot have the parameter ${unknown}: it takes ${PARAMETERS.slice(0, 3).join(', ')}`
  const sslMode = given.get('sslmode') ?? 'disable'
  if (!isSslMode(sslMode)) return `must have an sslmode of ${SSL_MODES.join(', ')}`
  const sessions = given.get('target_session_attrs') ?? (hosts.length > 1 ? 'read-write' : 'any')
  if (sessions !== 'any' && sessions !== 'read-write') return 'must have target_session_attrs any or read-write'
  const root = given.get('sslrootcert')
  const commit = given.get('synchronous_commit')
  if (commit !== null && commit !== 'on' && commit !== 'off') return 'must have synchronous_commit on or off'
  try {
    return {
      hosts,
      database: decodeURIComponent(database),
      user: decodeURIComponent(user),
      password: decodeURIComponent(password),
      passwordFile: given.get('passwordfile'),
      sslMode,
      sslRootCert: root === 'system' ? null : root,
      sessions,
      settings: commit === null ? {} : { synchronous_commit: commit },
    }
  } catch {
    return 'must have its special characters written as %xx'
  }
}

function parseHosts(list: string): readonly DatabaseHost[] | null {
  const hosts = list.split(',').map((entry) => {
    const [, host = '', port = '5432'] = HOST_PATTERN.exec(entry) ?? []
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
  })
  return hosts.every(({ host, port }) => host !== '' && port > 0 && port < 65_536) ? hosts : null
}

/** The address that a connection URL names, with the memory of which host answered last. */
export function createAddress(url: string): DatabaseAddress {
  const parts = addressParts(url)
  const { hosts, password, passwordFile } = parts
  let known = password
  let first = 0
  return {
    ...parts,
    currentPassword() {
      if (passwordFile !== null) known = readPassword(passwordFile) ?? known
      return known
    },
    async openFirst(open) {
      let failure: unknown
      for (let n = 0; n < hosts.length; n += 1) {
        const index = (first + n) % hosts.length
        const host = hosts[index]
        if (host === undefined) continue
        try {
          const opened = await open(host)
          first = index
          return opened
        } catch (error) {
          failure = error
        }
      }
      throw failure
    },
  }
}

function readPassword(file: string): string | null {
  try {
    const password = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return password === '' ? null : password
  } catch {
    return null
  }
}

/**
 * How TLS is spoken with a host; false where it is not. The authorities are read for each connection, so that they can
 * be replaced. @throws StoreUnavailableError when their file cannot be read.
 */
export function tlsOptions(address: AddressParts, { host }: DatabaseHost): false | ConnectionOptions {
  const { sslMode, sslRootCert } = address
  if (sslMode === 'disable') return false
  const name = isIP(host) === 0 ? { servername: host } : {}
  if (sslMode === 'require') return { ...name, rejectUnauthorized: false }
  return {
    ...name,
    ...(sslRootCert === null ? {} : { ca: readAuthorities(sslRootCert) }),
    rejectUnauthorized: true,
    checkServerIdentity: (_, certificate) =>
      sslMode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined,
  }
}

function readAuthorities(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new StoreUnavailableError(`the certificate authorities in ${file} (sslrootcert) cannot be read`, { cause })
  }
}

/** One sentence on why no session could be opened, with the address but never the password. */
export function connectFailure(address: AddressParts, error: unknown): string {
  const where = address.hosts.map(({ host, port }) => `${host}:${port}`).join(',')
  return `The database ${address.database} at ${where} cannot be used as ${address.user}: ${reasonOf(address, error)}`
}

const UNTRUSTED = /^(SELF_SIGNED_CERT|DEPTH_ZERO|UNABLE_TO_|CERT_SIGNATURE|CERT_UNTRUSTED)/

function reasonOf({ sslMode, sslRootCert }: AddressParts, error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  const authorities = sslRootCert === null ? 'an authority of the system' : `an authority in ${sslRootCert}`
  if (UNTRUSTED.test(code)) return `its certificate was not issued by ${authorities} (sslrootcert)`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `its certificate is for another host (${error.message.replace(/^.*altnames: /, '')})`
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired'
  if (/does not support SSL/.test(error.message)) return `it does not offer TLS, which sslmode=${sslMode} asks for`
  return error.message
}
