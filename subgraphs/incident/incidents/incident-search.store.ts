import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { incident } from '../../../db/incident/incident.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { containing } from '../../../db/values.ts'
import { KIND_RULES } from '../model/incident-kinds.rules.ts'

const MAX_ATMS = 1_000
const MAX_FOUND = 10_000
const NUMBER = /^#?(\d{1,15})$/

/** The kinds that the rules open under a title with these words. */
const kindsTitled = (words: string): string[] =>
  Object.entries(KIND_RULES).flatMap(([kind, { title }]) =>
    title.toLowerCase().includes(words.toLowerCase()) || kind.toLowerCase() === words.toLowerCase() ? [kind] : [],
  )

/**
 * The incidents that words are about: their number (`2238` or `#2238`), the agent id, name or site of their ATM, their
 * title, or what people wrote. The words are looked for where there is an index for them, and the incidents that they
 * lead to are in the condition by number: of each way the newest 10,000, of the ATMs the first 1,000.
 */
export const aboutWords = async (tx: TenantTx, visibility: Visibility, q: string): Promise<SQL> => {
  const words = q.trim()
  const pattern = containing(words)
  const scope = scopeOf(visibility, incident.institutionKey)
  const number = NUMBER.exec(words)?.[1] ?? null
  const rows = await tx.execute<{ id: number }>(sql`
    with atms as materialized (
      select id from incident.atm
      where (agent_atm_id ilike ${pattern} or name ilike ${pattern} or site_name ilike ${pattern})
        and ${scopeOf(visibility, sql`institution_key`)}
      order by id limit ${MAX_ATMS}::int)
    (select i.id::float8 as id from atms a
      cross join lateral (
        select id, opened_at from incident.incident where atm_id = a.id
        order by opened_at desc limit ${MAX_FOUND}::int) i
      order by i.opened_at desc limit ${MAX_FOUND}::int)
    union (select id::float8 from incident.incident
      where source = 'MANUAL' and title ilike ${pattern} and ${scope} order by id desc limit ${MAX_FOUND}::int)
    union (select incident_id::float8 from incident.incident_entry
      where kind in ('NOTE', 'RESOLVED') and text ilike ${pattern} order by id desc limit ${MAX_FOUND}::int)
    union select ${number}::float8 where ${number}::text is not null`)
  const ids = sqlArray(
    rows.map(({ id }) => id),
    'bigint',
  )
  const kinds = kindsTitled(words)
  return kinds.length === 0
    ? sql`${incident.id} = any (${ids})`
    : sql`(${incident.id} = any (${ids}) or ${incident.kind} = any (${sqlArray(kinds, 'text')}))`
}
