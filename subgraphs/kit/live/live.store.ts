import { type SQL, sql } from 'drizzle-orm'
import type { PlatformTx, Stores, TenantTx } from '../../../db/tenancy.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import { type LiveCursor, liveCursorText, parseLiveCursor, snapshotText } from './live-cursor.rules.ts'

/** A record that changed. */
export type LiveRow = {
  readonly topic: string
  readonly subjectId: number
  /** Its place in the order of changes. */
  readonly position: number
  /** The transaction that changed it last. */
  readonly transaction: string
}

export type LiveLook = {
  readonly cursor: string
  /** False where more changed than is returned, or what changed since the cursor is not known any more. */
  readonly complete: boolean
  readonly rows: readonly LiveRow[]
}

/** A look that found more is incomplete: listeners have to read the records again. */
const MAX_ROWS = 2_000
/** What a first look takes in, so that streams can go on where they broke off at another process. */
const PAST_MS = 11 * 60_000
const RETENTION_MS = 15 * 60_000
/** Cursors are given up a little earlier than what they are about. */
const REACH_MS = RETENTION_MS - 60_000

type Found = {
  readonly epoch: string | null
  readonly snapshot: string
  readonly atMs: number
  readonly rows: readonly LiveRow[] | null
}

const sinceOf = (after: LiveCursor | null): SQL => {
  if (after === null) return sql`changed_at >= clock_timestamp() - ${`${PAST_MS} milliseconds`}::text::interval`
  return sql`xid >= ${String(after.snapshot.xmin)}::text::xid8
    and not pg_visible_in_snapshot(xid, ${snapshotText(after.snapshot)}::text::pg_snapshot)`
}

/** One statement, so that what is found and the snapshot that it is found under belong together. */
const look = async (tx: TenantTx, schema: string, after: LiveCursor | null): Promise<Found> => {
  const table = (name: string) => sql`${sql.identifier(schema)}.${sql.identifier(name)}`
  const [found] = await tx.execute<Found>(sql`
    select (select epoch from ${table('live_epoch')}) as epoch, pg_current_snapshot()::text as snapshot,
      floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "atMs",
      (select json_agg(json_build_object('topic', c.topic, 'subjectId', c.subject_id, 'position', c.id, 'transaction',
        c.xid::text) order by c.id)
       from (select distinct on (topic, subject_id) topic, subject_id, id, xid from ${table('live_change')}
         where ${sinceOf(after)} order by topic, subject_id, id desc limit ${MAX_ROWS + 1}) c) as rows`)
  if (found === undefined) throw new Error('a look without a row')
  return found
}

/** The epoch went with a crash of the database, together with the changes. */
const insertEpoch = (tx: PlatformTx, schema: string) =>
  tx.execute(sql`insert into ${sql.identifier(schema)}.live_epoch (epoch)
    values (substr(md5(random()::text || clock_timestamp()::text), 1, 12)) on conflict do nothing`)

/** Makes the reader of the change feed of the service that owns `schema`. */
export const createLiveFeed = (stores: Stores, schema: string) => {
  const looked = (after: LiveCursor | null) => stores.asPlatform((tx) => look(tx, schema, after), { mode: 'read' })
  return {
    /** What changed since a cursor; without one, in the last minutes. Each record is returned once. */
    async listSince(after: string | null): Promise<LiveLook> {
      const given = after === null ? null : parseLiveCursor(after)
      let found = await looked(given)
      if (found.epoch === null) {
        await stores.asPlatform((tx) => insertEpoch(tx, schema))
        found = await looked(null)
      }
      const { epoch, snapshot, atMs } = found
      const cursor = parseLiveCursor(`${epoch}.${atMs}.${snapshot}`)
      if (cursor === null) throw new Error('a snapshot that cannot be read')
      const rows = found.rows ?? []
      const isKnown = after === null || (given?.epoch === epoch && atMs - given.atMs < REACH_MS)
      const complete = isKnown && rows.length <= MAX_ROWS
      return { cursor: liveCursorText(cursor), complete, rows: complete ? rows : [] }
    },
  }
}

/** Every five minutes: forgets changes that no stream may ask for any more. */
export const liveRetentionJob = (stores: Stores, service: string): JobDefinition => ({
  name: `${service}.live-retention`,
  cron: '*/5 * * * *',
  timeZone: 'UTC',
  async run() {
    const [row] = await stores.asPlatform((tx) =>
      tx.execute<{ deleted: string }>(sql`
        with gone as (delete from ${sql.identifier(service)}.live_change
          where changed_at < clock_timestamp() - ${`${RETENTION_MS} milliseconds`}::text::interval returning 1)
        select count(*)::text as deleted from gone`),
    )
    return `${row?.deleted ?? 0} changes forgotten`
  },
})
