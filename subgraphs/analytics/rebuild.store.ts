import { sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import type { PlatformTx } from '../../db/tenancy.ts'
import { mergeFiles, mergeIncidents } from './inbox.store.ts'

/** Up to `limit` ATMs after this one of which there are messages, or anything is known, in order. */
export const listKnownAtms = async (tx: PlatformTx, after: number, limit: number): Promise<number[]> => {
  const next = (table: string) => sql`
    (select distinct atm_id from analytics.${sql.raw(table)} where atm_id > ${after}::text::bigint order by atm_id
      limit ${limit}::int)`
  const rows = await tx.execute<{ id: string }>(sql`
    select atm_id::text as id from (${next('inbox')} union ${next('journal_day')} union ${next('incident')}) known
    order by known.atm_id limit ${limit}::int`)
  return rows.map(({ id }) => Number(id))
}

/**
 * Folds all messages of these ATMs again that the inbox keeps. What was known before the oldest message of all stays,
 * as its messages are gone: the others are merged into it.
 */
export const replaceKnown = async (tx: PlatformTx, atmIds: readonly number[], timeZone: string): Promise<void> => {
  const ofAtms = sql`atm_id = any (${sqlArray(atmIds, 'bigint')})`
  const isReproducible = sql`known_since >= coalesce((select min(received_at) from analytics.inbox), 'infinity')`
  await tx.execute(sql`delete from analytics.journal_day where ${ofAtms} and ${isReproducible}`)
  await tx.execute(sql`delete from analytics.incident where ${ofAtms} and ${isReproducible}`)
  await mergeFiles(tx, ofAtms)
  await mergeIncidents(tx, ofAtms, timeZone)
}
