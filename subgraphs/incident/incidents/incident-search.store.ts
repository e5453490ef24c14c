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
/**
 * Words without three letters or digits in a row are in no index of words, and neither are letters beyond ASCII where
 * the database has the locale C.
 */
const IS_INDEXED = /[a-z0-9]{3}/i

/** The kinds that the rules open under a title with these words. */
const kindsTitled = (words: string): string[] =>
  Object.entries(KIND_RULES).flatMap(([kind, { title }]) =>
    title.toLowerCase().includes(words.toLowerCase()) || kind.toLowerCase() === words.toLowerCase() ? [kind] : [],
  )

/**
 * The incidents whose title, or whose text by a person, has words. The function reads the index for callers that are
 * subject to row-level security, in the scope of the transaction.
 */
const withWords = (visibility: Visibility, words: string): SQL => {
  const pattern = containing(words)
  if (!visibility.unrestricted && IS_INDEXED.test(words)) {
    return sql`select f.id::float8 from incident.incidents_with_words(${pattern}, ${MAX_FOUND}::int) f (id)`
  }
  return sql`
    (select id::float8 from incident.incident
      where source = 'MANUAL' and title ilike ${pattern} and ${scopeOf(visibility, incident.institutionKey)}
      order by id desc limit ${MAX_FOUND}::int)
    union (select incident_id::float8 from incident.incident_entry
      where kind in ('NOTE', 'RESOLVED') and text ilike ${pattern} and ${scopeOf(visibility, sql`institution_key`)}
      order by id desc limit ${MAX_FOUND}::int)`
}

/**
 * The incidents that words are about: their number (`2238` or `#2238`), the agent id, name or site of their ATM, their
 * title, or what people wrote. The words are looked for where there is an index for them, and the incidents that they
 * lead to are in the condition by number: of each way the newest 10,000, of the ATMs the first 1,000.
 */
export const aboutWords = async (tx: TenantTx, visibility: Visibility, q: string): Promise<SQL> => {
  const words = q.trim()
  const pattern = containing(words)
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
    union ${withWords(visibility, words)}
    union select ${number}::float8 where ${number}::text is not null`)
  const ids = sqlArray(
    rows.map(({ id }) => id),
    'bigint',
  )
  const kinds = kindsTitled(words)
  // A list of thousands that is no condition of an index is looked up in a hash table, made once.
  return kinds.length === 0
    ? sql`${incident.id} = any (${ids})`
    : sql`(${incident.id} in (select unnest(${ids})) or ${incident.kind} = any (${sqlArray(kinds, 'text')}))`
}
