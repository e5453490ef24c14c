import { and, asc, count, desc, ilike, or, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { appUser } from '../../../db/incident/app-user.ts'
import { sqlInstant } from '../../../db/instants.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import { containing } from '../../../db/values.ts'
import type { SeenUser } from '../../kit/auth/seen-users.ts'
import type { PageRequest, Sorting } from '../../kit/common/paging.ts'

export type UserRow = typeof appUser.$inferSelect

const SORT_COLUMNS = { userId: appUser.userId, name: appUser.name, lastSeenAt: appUser.lastSeenAt }
type UserColumn = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS]

export const USER_SORTING: Sorting<UserColumn> = {
  sortable: SORT_COLUMNS,
  defaultSort: ['lastSeenAt,desc'],
  tieBreak: { column: appUser.userId, descending: false },
}

/** Nothing heard for so long ends a visit. */
const VISIT_ENDS_AFTER = sql`interval '30 minutes'`

/** Clocks of processes that are right may differ so much. */
const CLOCKS_DIFFER = sql`interval '1 minute'`

/**
 * Keeps users as they were seen last, and when the visit before ended. Reports of several processes may come in any
 * order. No clock is believed that is ahead of `now`: what it said counts as now, and what is stored of one that
 * was far ahead as old.
 */
export const upsertUsers = async (tx: PlatformTx, users: readonly SeenUser[], now: Date): Promise<void> => {
  const sent = users.map((user) => ({
    user_id: user.userId,
    name: user.name,
    email: user.email,
    institutions: user.institutions,
    unrestricted: user.unrestricted,
    last_seen_at: user.lastSeenAt,
  }))
  await tx.execute(sql`
    insert into incident.app_user as u (user_id, name, email, institutions, unrestricted, last_seen_at)
    select distinct on (user_id) user_id, name, email, institutions, unrestricted,
      least(last_seen_at, ${sqlInstant(now)})
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as v(user_id text, name text, email text,
      institutions text[], unrestricted boolean, last_seen_at timestamptz)
    order by user_id, v.last_seen_at desc
    on conflict (user_id) do update set name = excluded.name, email = excluded.email,
      institutions = excluded.institutions, unrestricted = excluded.unrestricted, last_seen_at = excluded.last_seen_at,
      left_at = case when excluded.last_seen_at - u.last_seen_at > ${VISIT_ENDS_AFTER} then u.last_seen_at
        else u.left_at end
    where u.last_seen_at < excluded.last_seen_at or u.last_seen_at > ${sqlInstant(now)} + ${CLOCKS_DIFFER}`)
}

/** Those whom a caller sees: colleagues, and the operator's people. */
const seenBy = ({ unrestricted, institutions }: Visibility): SQL | undefined =>
  unrestricted
    ? undefined
    : or(sql`${appUser.unrestricted}`, sql`${appUser.institutions} && ${sqlArray(institutions, 'text')}`)

export type UserFilter = {
  readonly q?: string | null | undefined
  readonly named?: readonly string[] | null | undefined
  readonly sees?: readonly string[] | null | undefined
}

/** An address that a caller does not see finds nobody, or it could be guessed letter by letter. */
const byAddress = (condition: SQL, { unrestricted }: Visibility): SQL | undefined =>
  unrestricted ? condition : and(condition, sql`not ${appUser.unrestricted}`)

/** Those who are found by a text. */
const foundBy = (text: string, visibility: Visibility): SQL | undefined => {
  const pattern = containing(text)
  const ofAddress = byAddress(ilike(appUser.email, pattern), visibility)
  return or(ilike(appUser.name, pattern), ofAddress, ilike(appUser.userId, pattern))
}

/** Those with one of these ids or addresses. */
const namedBy = (names: readonly string[], visibility: Visibility): SQL | undefined => {
  const given = sqlArray(names, 'text')
  return or(sql`${appUser.userId} = any (${given})`, byAddress(sql`${appUser.email} = any (${given})`, visibility))
}

/**
 * Those who see all of these institutions; without any, what has no institution. A caller does not learn who is a
 * member of one that is none of theirs.
 */
const seeing = (keys: readonly string[], { unrestricted, institutions }: Visibility): SQL | undefined => {
  const ofAll = sql`${appUser.institutions} @> ${sqlArray(keys, 'text')}`
  const areKnown = unrestricted || keys.every((key) => institutions.includes(key))
  return areKnown && keys.length > 0 ? or(sql`${appUser.unrestricted}`, ofAll) : sql`${appUser.unrestricted}`
}

/** A page of users and how many there are. */
export const listUserPage = async (
  tx: TenantTx,
  visibility: Visibility,
  { q, named, sees }: UserFilter,
  request: PageRequest<UserColumn>,
): Promise<{ rows: UserRow[]; total: number }> => {
  const words = q?.trim() ?? ''
  const matching = and(
    seenBy(visibility),
    words === '' ? undefined : foundBy(words, visibility),
    named ? namedBy(named, visibility) : undefined,
    sees ? seeing(sees, visibility) : undefined,
  )
  const order = request.order.map(({ column, descending }) => (descending ? desc(column) : asc(column)))
  const rows = await tx
    .select()
    .from(appUser)
    .where(matching)
    .orderBy(...order)
    .limit(request.size)
    .offset(request.offset)
  const [counted] = await tx.select({ total: count() }).from(appUser).where(matching)
  return { rows, total: counted?.total ?? 0 }
}

/** The users of these ids whom the transaction may see, in no order. */
export const listUsersById = (tx: TenantTx, userIds: readonly string[]): Promise<UserRow[]> =>
  tx
    .select()
    .from(appUser)
    .where(sql`${appUser.userId} = any (${sqlArray(userIds, 'text')})`)

/**
 * When a user left: the end of the visit before the present one, of which the directory may not have heard yet; or
 * when they handed over incidents, if that is later and half an hour ago. Null for a first visit.
 */
export const findLeftAt = async (tx: TenantTx, userId: string, now: Date): Promise<Date | null> => {
  const [row] = await tx.execute<{ leftAt: number | null }>(sql`
    select round(date_part('epoch', greatest(
      (select case when ${now.toISOString()}::timestamptz - last_seen_at > ${VISIT_ENDS_AFTER} then last_seen_at
        else left_at end from incident.app_user where user_id = ${userId}),
      (select max(at) from incident.incident_entry where kind = 'HANDED_OVER' and user_id = ${userId}
        and at < ${now.toISOString()}::timestamptz - ${VISIT_ENDS_AFTER}))) * 1000) as "leftAt"`)
  return row?.leftAt === null || row?.leftAt === undefined ? null : new Date(row.leftAt)
}
