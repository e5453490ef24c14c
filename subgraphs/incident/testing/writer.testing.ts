import { cloneDatabase } from '../../../tests/support/database.ts'
import type { AtmRegistration } from '../../kit/config/config.ts'
import { createWriter, type Outcome, type Writer, type WriterOptions } from '../ingest/batch-writer.ts'
import { type LaneConnection, openLaneConnection } from '../ingest/connection.ts'
import type { EventSignal, ExceptionSignal, HeartbeatSignal, Signal } from '../model/ingest.types.ts'
import { eventSignal, openInspector, readTypes } from './ingest.testing.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')

/** The instant so many minutes after noon, in epoch milliseconds. */
export const at = (minutes: number): number => NOON + minutes * 60_000
/** The same as PostgreSQL writes it in JSON. */
export const iso = (minutes: number): string => `${local(minutes)}+00:00`
/** The same as an ATM sends it. */
export const local = (minutes: number): string => new Date(at(minutes)).toISOString().slice(0, 19)

/** A UUID that ends in a number. */
export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

type Given = Partial<EventSignal> & { readonly received?: number }

export const beat = (agentAtmId: string, minutes: number, institutionKey: string | null = 'ACME'): HeartbeatSignal => ({
  kind: 'heartbeat',
  agentAtmId,
  institutionKey,
  receivedAt: at(minutes),
})

export const exception = (
  agentAtmId: string,
  minutes: number,
  given: Partial<ExceptionSignal> = {},
): ExceptionSignal => ({
  kind: 'exception',
  agentAtmId,
  institutionKey: 'ACME',
  receivedAt: at(minutes),
  eventType: 'WHAT',
  eventId: null,
  body: { eventType: 'WHAT' },
  ...given,
})

/** A connection to nowhere: its statements find nothing by default. */
export const connectionToNowhere = (given: Partial<LaneConnection> = {}): LaneConnection => ({
  run: async () => [],
  command: async (text) => text,
  together: (send) => send(),
  server: 'server',
  isOpen: () => true,
  isOutdated: () => false,
  close: async () => {},
  ...given,
})

/** A connection that notes what is sent over it: the names of statements, and commands. */
export const noting = (connection: LaneConnection, sent: string[]): LaneConnection => ({
  ...connection,
  run(name, text, values) {
    sent.push(name)
    return connection.run(name, text, values)
  },
  command(text) {
    sent.push(text)
    return connection.command(text)
  },
})

export type TestWriter = Awaited<ReturnType<typeof openTestWriter>>

/** The writer of the lane on a database of its own: each call of `store` is one batch, over the same connection. */
export const openTestWriter = async () => {
  const db = await cloneDatabase()
  const inspector = await openInspector(db.urls.superuser)
  await inspector.rows(`set timezone to 'UTC'`)
  await inspector.rows(`select incident.make_partitions('2026-09-15', '2026-11-21')`)
  const types = new Map((await readTypes(inspector)).map((type) => [type.eventType, type]))
  const open: LaneConnection[] = []
  let ids = 0
  let names = 0
  const connect = async () => {
    const connection = await openLaneConnection(db.urls.platform, 'writer under test')
    open.push(connection)
    return connection
  }
  /** Another writer with a connection of its own, as another process has it. */
  const openWriter = async (options: Partial<WriterOptions> = {}) => {
    const write: Writer = createWriter({
      platformName: 'fleetops',
      platformTimeZone: 'UTC',
      registration: 'auto' satisfies AtmRegistration,
      connectedWithinMs: 900_000,
      now: () => new Date(at(1)),
      newId: () => {
        ids += 1
        return uuid(ids)
      },
      ...options,
    })
    const connection = await connect()
    const sent: string[] = []
    const noted = noting(connection, sent)
    const commit = (...signals: readonly Signal[]) => write(noted, signals)
    return {
      connection,
      write,
      commit,
      /** Stores a batch. */
      store: async (...signals: readonly Signal[]): Promise<readonly Outcome[]> => (await commit(...signals)).outcomes,
      /** What was sent since it was asked for last. */
      sent: () => sent.splice(0),
    }
  }
  return {
    db,
    inspector,
    openWriter,
    ...(await openWriter()),
    /** The id of an ATM of one test. */
    newName(): string {
      names += 1
      return `A-${names}`
    },
    /** An event that occurs in a minute, and is received in the same one by default. */
    event(agentAtmId: string, eventType: string, minutes: number, { received = minutes, ...given }: Given = {}) {
      const type = types.get(eventType)
      if (type === undefined) throw new Error(`there is no type ${eventType}`)
      return eventSignal(type, { agentAtmId, receivedAt: at(received), sentTime: local(minutes), ...given })
    },
    /** Makes a type known. */
    addType(id: number, eventType: string): void {
      types.set(eventType, { id, eventType, category: 'OTHER', group: null })
    },
    /** Rows of a query as JSON, so that instants are texts. */
    async rows(query: string, values: readonly unknown[] = []): Promise<unknown[]> {
      const rows = await inspector.rows<{ row: unknown }>(`select to_jsonb(q) as row from (${query}) q`, values)
      return rows.map(({ row }) => row)
    },
    /** Rows of a table `t` that are of an ATM. */
    ofAtm(table: string, agentAtmId: string, order: string, columns = 't.*'): Promise<unknown[]> {
      return this.rows(
        `select ${columns} from incident.${table} t join incident.atm a on a.id = t.atm_id
          where a.agent_atm_id = $1 order by ${order}`,
        [agentAtmId],
      )
    },
    async close(): Promise<void> {
      for (const connection of open) await connection.close()
      await inspector.close()
      await db.drop()
    },
  }
}

/** The number of a stored event, or of the exception that an event was stored as. */
export const idOf = (outcome: Outcome | undefined): number | null => {
  if (outcome?.kind === 'stored') return outcome.event.id
  return outcome?.kind === 'exception' ? outcome.exceptionId : null
}
