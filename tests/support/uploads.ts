import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { expect } from 'vitest'
import { agentProxyService } from '../../subgraphs/agent-proxy/service.ts'
import { incidentService } from '../../subgraphs/incident/service.ts'
import { defineJournalService } from '../../subgraphs/journal/service.ts'
import type { IntakeOptions } from '../../subgraphs/journal/upload/intake.ts'
import { startIntakeWorker } from '../../subgraphs/journal/upload/intake-thread.ts'
import { openTestPlatform, type TestPlatform } from './platform.ts'
import { portOf } from './ports.ts'
import { runAs } from './sql.ts'

export const MIB = 1_048_576
export const DAY = '2026-05-13'
export const GZIP = { 'content-encoding': 'gzip' }

/** What a refusal looks like. */
export const refused = (status: number, words: string) => ({
  status,
  body: { status, detail: expect.stringContaining(words) },
})

export type UploadAnswer = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> }
export type UploadTarget = {
  atm?: string
  day?: string
  headers?: Record<string, string | number>
  throughProxy?: boolean
  /** Another caller's. */
  token?: string
  /** Of another listener than the platform's. */
  at?: number
}

/** What an upload is answered. */
export const answerTo = async (sent: ClientRequest): Promise<UploadAnswer> => {
  const [response] = await once(sent, 'response')
  const parts = await Array.fromAsync<Buffer>(response)
  const text = Buffer.concat(parts).toString()
  return { status: response.statusCode, body: JSON.parse(text), headers: response.headers }
}

/** How many files of uploads this process has open, named or not; other tests of the process have none of these. */
export const openSpools = (): number =>
  process.platform !== 'linux'
    ? 0
    : readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).includes('fleetops-intake-')
        } catch {
          return false
        }
      }).length

/** A journal service whose parts a test can break. */
const breakable = () => {
  const broken: { openFile: IntakeOptions['openFile'] | null } = { openFile: null }
  const workers: Worker[] = []
  const service = defineJournalService({
    openFile: (path) => broken.openFile?.(path) ?? open(path, 'wx+', 0o600),
    startWorker: () => {
      const worker = startIntakeWorker()
      workers.push(worker)
      return worker
    },
  })
  return { service, broken, workers }
}

/** The endpoint for uploads of a platform with the ATMs ATM-0 to ATM-30 of ACME, on a listener of its own. */
export const openUploads = async (patience: { readonly stalledAfterMs?: number } = {}) => {
  const { service, broken, workers } = breakable()
  // Without background work: what an upload leaves stays where it is.
  const platform = await openTestPlatform([service, incidentService, agentProxyService], {
    now: '2026-05-20T12:00:00Z',
    ...patience,
  })
  for (let at = 0; at < 31; at += 1) {
    const body = { agentAtmIds: [`ATM-${at}`], institutionKey: 'ACME', register: true }
    await platform.askInternal('POST', '/incident/api/internal/atms/resolve', { body })
  }
  const admin = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
  const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-1' })
  await platform.publicApp.listen({ port: 0, host: '127.0.0.1' })
  const port = portOf(platform.publicApp.server)
  const begin = (target: UploadTarget): ClientRequest => {
    const { atm = 'ATM-1', day = DAY, headers = {}, throughProxy = false, token = admin, at = port } = target
    const endpoint = throughProxy ? '/agent-proxy/api/journal-files' : '/journal/api/journal/files'
    const authorization = `Bearer ${throughProxy ? agent : token}`
    const path = `${endpoint}?agentAtmId=${atm}&journalDate=${day}`
    return request({ agent: false, port: at, path, method: 'POST', headers: { authorization, ...headers } })
  }
  const post = (body: Uint8Array, target: UploadTarget = {}): Promise<UploadAnswer> => {
    const sent = begin(target)
    sent.end(body)
    return answerTo(sent)
  }
  return { platform, port, admin, broken, workers, begin, post, ...watch(platform, post) }
}

export type Uploads = Awaited<ReturnType<typeof openUploads>>

const watch = (platform: TestPlatform, post: (body: Uint8Array) => Promise<UploadAnswer>) => {
  let serial = 0
  /** Everything that an upload could leave. */
  const leftBehind = async () => {
    const count = (table: string) => `(select count(*)::int from journal.${table}) as ${table}`
    const [rows] = await runAs(platform.database.urls.superuser, [
      `select ${['content', 'content_chunk', 'journal_file', 'outbox'].map(count).join(', ')}`,
    ])
    const named = readdirSync(tmpdir()).filter((name) => name.startsWith('fleetops-intake-'))
    return { ...rows, named, open: openSpools() }
  }
  /** How many connections are open at the endpoint. */
  const connections = () =>
    new Promise<number>((resolve, reject) => {
      platform.publicApp.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
    })
  /** Runs a hostile upload, and holds that it left nothing and that the next one works. */
  const leavingNothing = async (hostile: () => Promise<void>): Promise<void> => {
    const before = await leftBehind()
    await hostile()
    await expect.poll(leftBehind, { timeout: 5_000, interval: 20 }).toEqual(before)
    serial += 1
    expect(await post(Buffer.from(`the next one: ${serial}`))).toMatchObject({ status: 201 })
    await expect.poll(connections, { timeout: 5_000, interval: 20 }).toBe(0)
  }
  return { leftBehind, connections, leavingNothing }
}

/** A connection to the endpoint without a client's own ideas of when to stop sending. */
export const openSocket = (port: number) => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const parts: Buffer[] = []
  const errors: unknown[] = []
  socket.on('data', (part) => parts.push(part)).on('error', (error) => errors.push(error))
  return { socket, errors, received: () => Buffer.concat(parts).toString() }
}

/** The head of an upload. */
export const headOf = (token: string, headers: Record<string, string | number>): string => {
  const all = { host: 'x', authorization: `Bearer ${token}`, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `POST /journal/api/journal/files?agentAtmId=ATM-1&journalDate=${DAY} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
