import { sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import { createSentColumns } from '../../db/columns.ts'
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

type Version = { readonly id: number; readonly version: number }

const VERSIONS = createSentColumns<Version>({
  id: ['bigint', ({ id }) => id],
  version: ['int', ({ version }) => version],
})

/**
 * Folds all messages of these ATMs again that the inbox keeps. What was known before the oldest message of all stays,
 * as its messages are gone: the others are merged into it. Of open incidents the version stays: the inbox does not keep
 * updates that changed nothing else.
 */
export const replaceKnown = async (tx: PlatformTx, atmIds: readonly number[], timeZone: string): Promise<void> => {
  const ofAtms = sql`atm_id = any (${sqlArray(atmIds, 'bigint')})`
  const isReproducible = sql`known_since >= coalesce((select min(received_at) from analytics.inbox), 'infinity')`
  await tx.execute(sql`delete from analytics.journal_day where ${ofAtms} and ${isReproducible}`)
  const rows = await tx.execute<{ id: string; version: number }>(sql`
    with gone as (
      delete from analytics.incident where ${ofAtms} and ${isReproducible} returning incident_id, version, is_open
    )
    select incident_id::text as id, version from gone where is_open`)
  await mergeFiles(tx, ofAtms)
  await mergeIncidents(tx, ofAtms, timeZone)
  const versions = rows.map(({ id, version }): Version => ({ id: Number(id), version }))
  await tx.execute(sql`
    update analytics.incident i set version = v.version from ${VERSIONS.of(versions)}
    where i.incident_id = v.id and i.version < v.version`)
}
