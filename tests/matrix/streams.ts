import { SUBSCRIPTION_FIELDS } from '../../gateway/live/subscription.rules.ts'
import { ALL_TOPICS, type Topic } from '../../gateway/live/topics.rules.ts'
import { listen, type StreamClient } from '../support/stream-client.ts'
import type { WholePlatform } from '../support/whole-platform.ts'
import type { Headers_ } from './endpoints.ts'

/** A stream of one topic, as the table names it. */
export type Stream = { readonly key: string; readonly way: string; readonly path: string; readonly topic: Topic }

const SELECTIONS: Readonly<Record<string, string>> = {
  incidentChanged: 'id agentAtmId title atm { name siteName } entries { text }',
  serviceStateChanged: 'agentAtmId from to',
  journalGapChanged: 'id agentAtmId atm { name siteName }',
  insightChanged: 'id title',
  rolloutChanged: 'id reason',
}

const pathOf = (field: string): string => {
  const query = `subscription { ${field} { ${SELECTIONS[field]} } }`
  return `/graphql/stream?query=${encodeURIComponent(query)}`
}

/** Every topic of the live stream, and every subscription of the graph. */
export const STREAMS: readonly Stream[] = [
  ...ALL_TOPICS.map((topic) => ({
    ...{ key: `Stream.${topic}`, way: 'GET /api/stream', path: `/api/stream?topics=${topic}`, topic },
  })),
  ...Object.entries(SUBSCRIPTION_FIELDS).map(([field, { topic }]) => ({
    ...{ key: `Subscription.${field}`, way: 'GET /graphql/stream', path: pathOf(field), topic },
  })),
]

/** Opens a stream; resolves when its status is known. */
export const openStream = ({ url }: WholePlatform, { path }: Stream, headers: Headers_): Promise<StreamClient> =>
  listen(`${url}${path}`, { accept: 'text/event-stream', ...headers })

/** Whether an id holds a position in every service. */
const isWhole = (id: string | null): id is string =>
  id !== null && !Buffer.from(id, 'base64url').toString().split('|').includes('')

/** The present position in every service, from which a stream can go on. */
export const presentPosition = async ({ url }: WholePlatform, headers: Headers_): Promise<string> => {
  for (;;) {
    const client = await listen(`${url}/api/stream`, { ...headers })
    const isReady = client.until((_events, id) => isWhole(id)).then(() => true)
    const isLate = new Promise<false>((resolve) => setTimeout(resolve, 500, false))
    const ready = await Promise.race([isReady, isLate])
    const id = client.lastId()
    client.kill()
    isReady.catch(() => {})
    if (ready && isWhole(id)) return id
  }
}
