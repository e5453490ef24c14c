import { setTimeout as delay } from 'node:timers/promises'
import type { Target } from '../faults/traffic.ts'

const PAUSE_MS = 100
/** A request that takes longer hangs, and counts as failed. */
const HANGS_MS = 10_000
const DASHBOARD = '{ incidents(page: 0, size: 20) { content { id atm { agentAtmId } } } }'

/** What each reader asks, again and again: one of each service that people read from, and the graph across them. */
const READS: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['GET', '/incident/api/incidents?status=OPEN&size=20'],
  ['GET', '/devices/api/atms?size=20'],
  ['GET', '/claims/api/claims/vendors'],
  ['GET', '/fleet/api/fleet/tasks'],
  ['GET', '/journal/api/journal/files'],
  ['GET', '/analytics/api/analytics/journal-coverage'],
  ['POST', '/graphql', { query: DASHBOARD }],
]

/** A client that reads one thing: how many requests it made, and each that failed. */
export type Reading = { readonly what: string; requests: number; readonly failures: string[] }

/** Readers that go on, each with one request at a time and no retry, until they are stopped. */
export const startReaders = async ({ identity, ask }: Target, institutionKey: string) => {
  const as = await identity.token({ role: 'MSP_ADMIN', institutionKey, email: 'reader@example.com' })
  let stopping = false
  const readings = READS.map(([, path]): Reading => ({ what: path, requests: 0, failures: [] }))
  const read = async (n: number): Promise<void> => {
    const [reading, asked] = [readings[n], READS[n]]
    if (reading === undefined || asked === undefined) return
    const [method, path, body] = asked
    while (!stopping) {
      reading.requests += 1
      const failure = await ask(method, path, {
        as,
        timeoutMs: HANGS_MS,
        ...(body === undefined ? {} : { body }),
      }).then(
        ({ status, body }) =>
          status === 200 && Object(body).errors === undefined ? null : `${status} ${JSON.stringify(body)}`,
        (error: unknown) => `${error} ${error instanceof Error ? error.cause : ''}`,
      )
      if (failure !== null) reading.failures.push(failure)
      await delay(PAUSE_MS)
    }
  }
  const running = READS.map((_, n) => read(n))
  return {
    async stop(): Promise<readonly Reading[]> {
      stopping = true
      await Promise.all(running)
      return readings
    },
  }
}
