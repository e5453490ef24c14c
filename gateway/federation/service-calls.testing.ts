import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { Agent } from 'undici'
import { createHttpPool, MAX_CONNECTIONS } from '../../subgraphs/kit/calls/calls.ts'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import type { Caller } from '../../subgraphs/kit/graphql/context.ts'
import { createFairGate } from '../../subgraphs/kit/sharing/fair-gate.ts'
import { ADMIN_PRINCIPAL, recordingLog } from '../../tests/support/hosted-service.ts'
import { listenOnFreePort } from '../../tests/support/ports.ts'
import { createServiceCall, type ServiceCallLimits, type ServiceRequest } from './service-calls.ts'

export const PRINCIPAL = ADMIN_PRINCIPAL

export const ANSWER = '{"data":{"plain":"a"}}'

/** How a service answers a request. */
export type Behaviour = (response: ServerResponse) => void

export const json: (text: string, status?: number) => Behaviour =
  (text, status = 200) =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text)
export const hang: Behaviour = () => {}
export const reset: Behaviour = (response) => void response.socket?.destroy()
export const truncated: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': ANSWER.length }).write(ANSWER.slice(0, 9))
  response.socket?.end()
}
/** Bytes that never stop coming, and never make an answer. */
export const slow: Behaviour = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 5)
  response.once('close', () => clearInterval(timer))
}

/** A port on which nothing listens. */
export const closedPort = async (): Promise<number> => {
  const server = createServer()
  const port = await listenOnFreePort(server)
  server.close()
  await once(server, 'close')
  return port
}

const hasWords = (error: unknown, words: string): boolean =>
  error instanceof DomainError && error.code === 'UNAVAILABLE' && error.message === words

export const isUnavailable = (error: unknown): boolean =>
  hasWords(error, 'The incident service cannot be reached right now; try again.')

/** The error of a mutation that may have been done. */
export const isUnconfirmed = (error: unknown): boolean =>
  hasWords(
    error,
    'The incident service did not confirm this, so it may have been done or not; look before you send it again.',
  ) && Object(error).retryAfterSeconds === undefined

type Given = Partial<Caller> & Partial<Pick<ServiceRequest, 'isMutation' | 'fits' | 'authorization'>>
type CallOptions = Partial<ServiceCallLimits> & {
  /** Another URL than that of the service. */
  readonly url?: string
  readonly connections?: number
  /** How many calls are under way at once. */
  readonly places?: number
  /** The time that goes on by itself when left out. */
  readonly nowMs?: () => number
}

/** Calls of a service over connections of their own. */
const openCalls = (
  address: string,
  { url = address, connections, places = MAX_CONNECTIONS, nowMs = () => performance.now(), ...limits }: CallOptions,
) => {
  const pool = connections === undefined ? createHttpPool() : new Agent({ connections, pipelining: 1 })
  const { log, lines } = recordingLog()
  const seen: string[] = []
  let offsetMs = 0
  const call = createServiceCall({
    pool,
    gate: createFairGate({ places }),
    service: 'incident',
    url,
    log,
    limits,
    nowMs: () => nowMs() + offsetMs,
    observer: {
      called: (outcome) => seen.push(outcome),
      retried: () => seen.push('retried'),
      breakerChanged: (state) => seen.push(state),
    },
  })
  return {
    seen,
    lines,
    ask: ({ isMutation = false, fits = () => true, authorization = 'Bearer raw', ...caller }: Given = {}) =>
      call({
        body: '{"query":"{ plain }"}',
        isMutation,
        fits,
        caller: { principal: PRINCIPAL, token: null, traceId: '0'.repeat(32), ...caller },
        authorization,
      }),
    wait(ms: number): void {
      offsetMs += ms
    },
    close: () => pool.destroy(),
  }
}

/** A service that answers as its test says. Start it before the tests, and begin each test. */
export const createFaultyService = () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const behaviours: Behaviour[] = []
  const calls: ReturnType<typeof openCalls>[] = []
  let address = ''
  /** A request of an earlier test, which was given up there, may arrive late. */
  let test = 0
  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith(`/${test}/`)) return
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    received.push({ headers: request.headers, body })
    const { behaviours } = service
    const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0]
    behaviour?.(response)
  })
  const service = {
    /** The answers to come; the last one is repeated. */
    behaviours,
    received,
    open(options: CallOptions = {}) {
      const opened = openCalls(`${address}/${test}`, options)
      calls.push(opened)
      return opened
    },
    begin(): void {
      test += 1
      received.length = 0
    },
    async finish(): Promise<void> {
      await Promise.all(calls.splice(0).map(({ close }) => close()))
    },
    async start(): Promise<void> {
      address = `http://127.0.0.1:${await listenOnFreePort(server)}`
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
  return service
}
