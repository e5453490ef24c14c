import { Agent, type Dispatcher } from 'undici'
import type { Records } from '../../schema/client/rest.ts'
import type { paths } from '../../schema/client/routes.gen.ts'
import { createHttpPool } from '../../subgraphs/kit/calls/calls.ts'

export type Answer = { readonly status: number; readonly body: unknown; readonly retryAfterMs: number | null }

/**
 * Whether the same request may be taken later: the platform is down, behind or slow, or no longer accepts the token,
 * which may be renewed.
 */
export const isForLater = (status: number): boolean =>
  status >= 500 || status === 429 || status === 408 || status === 401

/** A path with its variables filled in. */
type Filled<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Path

/** The paths of the agent proxy that have a method, without its prefix. */
type AgentPath<Method extends string> = {
  [Path in keyof paths]: Path extends `${typeof PREFIX}${infer Rest}`
    ? paths[Path] extends Record<Method, object>
      ? Filled<Rest>
      : never
    : never
}[keyof paths]

/** Such a path, with or without a query. */
type Target<Method extends string> = AgentPath<Method> | `${AgentPath<Method>}?${string}`

/** The public API of the agent proxy. A request that gets no answer rejects. */
export type Client = {
  post(path: Target<'post'>, token: string, body: Body): Promise<Answer>
  patch(path: Target<'patch'>, token: string, json: Records['agent-proxy.AgentTaskReport']): Promise<Answer>
  /** Asks for something that may take `waitSeconds` to come. */
  get(path: Target<'get'>, token: string, waitSeconds: number): Promise<Answer>
  /** Registers an ATM, as an operator with this token does. */
  register(token: string, atm: { readonly agentAtmId: string; readonly institutionKey: string }): Promise<Answer>
  /** Whether a platform answers there at all. */
  isThere(): Promise<boolean>
  close(): Promise<void>
}

type Body = { readonly json: unknown } | { readonly bytes: Uint8Array; readonly encoding: 'gzip' | null }

const TIMEOUT_MS = 20_000
const PREFIX = '/agent-proxy'

const headersOf = (token: string, body: Body): Record<string, string> => {
  const authorization = `Bearer ${token}`
  if ('json' in body) return { authorization, 'content-type': 'application/json' }
  const encoding: Record<string, string> = body.encoding === null ? {} : { 'content-encoding': body.encoding }
  return { authorization, 'content-type': 'text/plain', ...encoding }
}

const read = async (answer: Dispatcher.ResponseData): Promise<unknown> => {
  const text = await answer.body.text()
  return String(answer.headers['content-type'] ?? '').includes('json') && text !== '' ? JSON.parse(text) : text
}

const answerOf = async (answer: Dispatcher.ResponseData): Promise<Answer> => {
  const retryAfterS = Number(answer.headers['retry-after'])
  return {
    status: answer.statusCode,
    body: await read(answer),
    retryAfterMs: Number.isFinite(retryAfterS) && retryAfterS > 0 ? retryAfterS * 1000 : null,
  }
}

/** A pool of connections to a platform; `url` is its public listener. */
export const createClient = (url: string): Client => {
  const pool = createHttpPool()
  // Who waits holds a connection, and must not hold up those that report.
  const waiting = new Agent({ pipelining: 1 })
  const { origin, pathname } = new URL(url)
  const base = pathname.replace(/\/$/, '')
  const send = async (method: 'POST' | 'PATCH', path: string, token: string, body: Body): Promise<Answer> => {
    const answer = await pool.request({
      origin,
      path: `${base}${path}`,
      method,
      headers: headersOf(token, body),
      body: 'json' in body ? JSON.stringify(body.json) : body.bytes,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return answerOf(answer)
  }
  return {
    post: (path, token, body) => send('POST', `${PREFIX}${path}`, token, body),
    patch: (path, token, json) => send('PATCH', `${PREFIX}${path}`, token, { json }),
    register: (token, atm) => send('POST', '/incident/api/atms', token, { json: atm }),
    async get(path, token, waitSeconds) {
      const answer = await (waitSeconds > 0 ? waiting : pool).request({
        origin,
        path: `${base}${PREFIX}${path}`,
        method: 'GET',
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(TIMEOUT_MS + waitSeconds * 1000),
      })
      return answerOf(answer)
    },
    async isThere() {
      try {
        const path = `${base}/actuator/health/liveness`
        const answer = await pool.request({ origin, path, method: 'GET', signal: AbortSignal.timeout(TIMEOUT_MS) })
        await answer.body.dump()
        return answer.statusCode === 200
      } catch {
        return false
      }
    },
    async close() {
      await Promise.all([pool.destroy(), waiting.destroy()])
    },
  }
}
