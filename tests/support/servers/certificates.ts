import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Gate } from '../environment-gate.ts'

/** A key and a certificate in PEM, as files. */
export type Certificate = { readonly keyFile: string; readonly certificateFile: string }

/** A certificate authority of a test. */
export type Authority = {
  /** Its own certificate, which clients have to trust. */
  readonly caFile: string
  readonly folder: string
  /** A certificate for names such as `DNS:localhost` and `IP:127.0.0.1`. */
  issue(name: string, subjects: readonly string[]): Certificate
  close(): void
}

const openssl = (...args: readonly string[]): void => {
  execFileSync('openssl', args, { stdio: 'ignore' })
}

const findOpenssl = (): string | null => {
  try {
    openssl('version')
    return null
  } catch {
    return 'needs openssl'
  }
}

/** Certificates are made by the openssl of the machine. */
export const OPENSSL: Gate = { missing: findOpenssl() }

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Makes an authority that lasts two days, in a folder that `close` removes. */
export const createAuthority = (): Authority => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-ca-'))
  const file = (name: string) => join(folder, name)
  const [caKey, caFile] = [file('ca.key'), file('ca.crt')]
  openssl('req', '-x509', ...KEY, '-days', '2', '-subj', '/CN=Test authority', '-keyout', caKey, '-out', caFile)
  return {
    caFile,
    folder,
    issue(name, subjects) {
      const [keyFile, request, certificateFile] = [file(`${name}.key`), file(`${name}.csr`), file(`${name}.crt`)]
      openssl('req', ...KEY, '-subj', `/CN=${name}`, '-keyout', keyFile, '-out', request)
      writeFileSync(file('names'), `subjectAltName=${subjects.join(',')}\n`)
      const by = ['-CA', caFile, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', file('names')]
      openssl('x509', '-req', '-in', request, ...by, '-out', certificateFile)
      return { keyFile, certificateFile }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
