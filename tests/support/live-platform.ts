import { expect, onTestFinished } from 'vitest'
import { registerOwnRoutes } from '../../gateway/edge/own-routes.ts'
import { createLiveStreams, type LiveStreams, type StreamEnv } from '../../gateway/live/streams.ts'
import type { Subscriptions } from '../../gateway/live/subscriptions.ts'
import { createGraphUsage } from '../../gateway/usage/usage.ts'
import { analyticsService } from '../../subgraphs/analytics/service.ts'
import { fleetService } from '../../subgraphs/fleet/service.ts'
import { incidentService } from '../../subgraphs/incident/service.ts'
import { type Inspector, openInspector } from '../../subgraphs/incident/testing/ingest.testing.ts'
import { journalService } from '../../subgraphs/journal/service.ts'
import { createHttpApp } from '../../subgraphs/kit/http/http.ts'
import { openTestPlatform, type TestPlatform } from './platform.ts'
import { listen, type StreamClient } from './stream-client.ts'

/** The streams of one gateway process. */
export type LiveGateway = { readonly url: string; readonly streams: LiveStreams; close(): Promise<void> }

/** The services whose changes live streams send, on a database of their own. */
export type LivePlatform = TestPlatform & {
  readonly inspector: Inspector
  readonly admin: string
  readonly acme: string
  /** Opens a gateway that has polled every service; it is closed when the test ends. */
  openGateway(given?: Partial<StreamEnv>): Promise<LiveGateway>
  /** Posts an event of an ATM. */
  post(agentAtmId: string, institutionKey: string | null, eventType: string): Promise<void>
}

/** These gateways have no graph. */
const subscriptions: Subscriptions = {
  open: () => {
    throw new Error('there is no graph')
  },
}

/** Whether an id holds a position in every service; a part is empty until the first poll of its service. */
const isWhole = (id: string | null): boolean =>
  id !== null && !Buffer.from(id, 'base64url').toString().split('|').includes('')

/** Opens a stream, and waits until it sends every later change. */
export const connect = async (
  gateway: LiveGateway,
  as: string,
  headers: Record<string, string> = {},
  query = '',
): Promise<StreamClient> => {
  const client = await listen(`${gateway.url}/api/stream${query}`, { authorization: `Bearer ${as}`, ...headers })
  await client.until((_events, lastId) => isWhole(lastId))
  return client
}

export const recordsOf = (client: StreamClient, topic = 'incidents') =>
  client.events.filter(({ event }) => event === topic).map(({ data }) => data)
export const namesOf = (client: StreamClient, topic?: string) =>
  recordsOf(client, topic).map(({ agentAtmId }) => agentAtmId)
export const untilName = (client: StreamClient, name: string) => client.until(() => namesOf(client).includes(name))

export const openLivePlatform = async (): Promise<LivePlatform> => {
  const platform = await openTestPlatform([incidentService, journalService, analyticsService, fleetService])
  const inspector = await openInspector(platform.database.urls.superuser)
  const admin = await platform.token({ role: 'ADMIN' })
  return {
    ...platform,
    inspector,
    admin,
    acme: await platform.token({ institutions: ['ACME'] }),
    async openGateway(given = {}) {
      const { calls, log, authenticator, jobStores } = platform.process
      const now = given.now ?? (() => new Date())
      const streams = createLiveStreams({
        calls,
        authenticate: authenticator.authenticate,
        log,
        now,
        pollMs: 15,
        keepAliveMs: 200,
        ...given,
      })
      const app = createHttpApp({ log, now })
      const usage = createGraphUsage(jobStores, now, log)
      registerOwnRoutes(app, { stores: jobStores, authenticator, streams, subscriptions, usage, now })
      const url = await app.listen({ port: 0, host: '127.0.0.1' })
      const gateway = { url, streams, close: () => app.close() }
      onTestFinished(gateway.close)
      const first = await connect(gateway, admin)
      first.kill()
      await expect.poll(streams.count).toBe(0)
      return gateway
    },
    async post(agentAtmId, institutionKey, eventType) {
      const body = { agentAtmId, institutionKey, eventType, eventTime: '' }
      expect((await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })).status).toBe(201)
    },
    async close() {
      await inspector.close()
      await platform.close()
    },
  }
}
