import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'

/** What came of a phase: how many events were acknowledged, and how long each call took. */
export type Phase = { readonly events: number; readonly seconds: number; readonly latenciesMs: readonly number[] }

/** One call; resolves to the number of events that it stored. */
export type Call = (caller: number) => Promise<number>

/**
 * Lets `callers` make one call after the other for `seconds`. What is under way at the end is waited for, and
 * counted.
 */
export const runCallers = async (callers: number, seconds: number, call: Call): Promise<Phase> => {
  const latenciesMs: number[] = []
  let events = 0
  const startedAt = performance.now()
  const until = startedAt + seconds * 1_000
  const work = async (caller: number) => {
    for (let now = performance.now(); now < until; ) {
      const stored = await call(caller)
      const ended = performance.now()
      events += stored
      latenciesMs.push(ended - now)
      now = ended
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)))
  return { events, seconds: (performance.now() - startedAt) / 1_000, latenciesMs }
}

/** `retryAfterS`: when to come again; 0 where the answer does not say so. */
export type Answer = { readonly status: number; readonly body: Buffer; readonly retryAfterS: number }

/** Sends requests over connections that are kept open, reading answers with as little work as can be. */
export type HttpClient = {
  request(method: 'GET' | 'POST', path: string, token: string, body?: string): Promise<Answer>
  close(): Promise<void>
}

/** Opens `connections` at most to the server of `url`. */
export const createHttpClient = (url: string, connections: number): HttpClient => {
  const pool = new Pool(url, { connections, pipelining: 1, keepAliveTimeout: 60_000, headersTimeout: 60_000 })
  return {
    request: (method, path, token, body) =>
      new Promise((resolve, reject) => {
        const chunks: Buffer[] = []
        let [status, retryAfterS] = [0, 0]
        const authorization = `Bearer ${token}`
        const headers = body === undefined ? { authorization } : { authorization, 'content-type': 'application/json' }
        pool.dispatch(
          { method, path, headers, body: body ?? null },
          {
            onRequestStart() {},
            onResponseStart(_controller, statusCode, answered) {
              status = statusCode
              retryAfterS = Number(answered['retry-after'] ?? 0)
            },
            onResponseData(_controller, chunk) {
              chunks.push(chunk)
            },
            onResponseEnd: () =>
              resolve({
                status,
                retryAfterS,
                body: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks),
              }),
            onResponseError: (_controller, error) => reject(error),
          },
        )
      }),
    close: () => pool.destroy(),
  }
}

/** How a request without an answer failed: `ECONNRESET`, `UND_ERR_CONNECT_TIMEOUT`. */
export const failureOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'failure'
}
