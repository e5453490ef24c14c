import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Committed, createWriter, type Writer } from '../ingest/batch-writer.ts'
import { openLaneConnection } from '../ingest/connection.ts'
import { type Lane, type LaneOptions, startLane } from '../ingest/lane.ts'
import type { EventSignal, KnownType } from '../model/ingest.types.ts'

/** A plain connection of a test file, for looking into the store as it is. */
export type Inspector = {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** Opens a connection that sees everything; give it the superuser's URL. */
export const openInspector = async (url: string): Promise<Inspector> => {
  const client = new pg.Client({
    connectionString: url,
    types: { getTypeParser: (oid, format) => (Number(oid) === 20 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  client.on('error', () => {})
  await client.connect()
  return {
    async rows<Row extends object>(text: string, values: readonly unknown[] = []) {
      return (await client.query<Row>(text, [...values])).rows
    },
    close: () => client.end(),
  }
}

export type TestLane = { readonly lane: Lane; readonly committed: Committed[]; readonly faults: unknown[] }

/** A lane on a test database. `wrap` may replace the writer by one around it. */
export const startTestLane = (
  url: string,
  options: Partial<LaneOptions> & { wrap?: (write: Writer) => Writer } = {},
): TestLane => {
  const now = () => new Date()
  const write = createWriter({
    platformName: 'fleetops',
    platformTimeZone: 'UTC',
    registration: 'auto',
    connectedWithinMs: 900_000,
    now,
    newId: randomUUID,
  })
  const committed: Committed[] = []
  const faults: unknown[] = []
  const lane = startLane({
    connect: () => openLaneConnection(url, 'incident lane under test'),
    write: options.wrap?.(write) ?? write,
    onCommitted: (batch) => committed.push(batch),
    onFault: (error) => faults.push(error),
    onStore: () => {},
    now,
    random: () => 0,
    ...options,
  })
  return { lane, committed, faults }
}

/** The known types of the store. */
export const readTypes = (inspector: Inspector): Promise<KnownType[]> =>
  inspector.rows<KnownType>(
    'select id, event_type as "eventType", category, filter_group as "group" from incident.event_type order by id',
  )

/** An event signal with everything but its type left out. */
export const eventSignal = (type: KnownType, given: Partial<EventSignal> = {}): EventSignal => ({
  kind: 'event',
  type,
  agentAtmId: 'ATM-1',
  institutionKey: 'ACME',
  receivedAt: Date.now(),
  eventId: null,
  sentTime: null,
  component: null,
  cassetteNo: null,
  errorCode: null,
  message: null,
  details: null,
  cassettesSent: null,
  cassettes: [],
  ...given,
})
