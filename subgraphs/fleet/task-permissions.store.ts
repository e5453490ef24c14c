import { asc, eq, sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import { taskPermission } from '../../db/fleet/task-permission.ts'
import { taskPermissionSet } from '../../db/fleet/task-permission-set.ts'
import { scopeOf } from '../../db/scope.ts'
import type { TenantTx, Visibility } from '../../db/tenancy.ts'

export type GrantRow = typeof taskPermission.$inferSelect

/** The grants of one institution, sorted by kind. */
export const listGrants = (tx: TenantTx, institutionKey: string): Promise<GrantRow[]> =>
  tx
    .select()
    .from(taskPermission)
    .where(eq(taskPermission.institutionKey, institutionKey))
    .orderBy(asc(taskPermission.taskKind))

/** The kinds granted to any institution of the caller, sorted, without repeats. */
export const listGrantedKinds = async (tx: TenantTx, visibility: Visibility): Promise<GrantRow['taskKind'][]> => {
  const rows = await tx
    .selectDistinct({ kind: taskPermission.taskKind })
    .from(taskPermission)
    .where(scopeOf(visibility, taskPermission.institutionKey))
    .orderBy(asc(taskPermission.taskKind))
  return rows.map(({ kind }) => kind)
}

/** Those of these institutions whose customers may push a kind. */
export const listGrantedInstitutions = async (
  tx: TenantTx,
  kind: string,
  institutionKeys: readonly string[],
): Promise<string[]> => {
  const rows = await tx
    .select({ key: taskPermission.institutionKey })
    .from(taskPermission)
    .where(
      sql`${taskPermission.institutionKey} = any (${sqlArray(institutionKeys, 'text')})
        and ${taskPermission.taskKind} = ${kind}`,
    )
  return rows.map(({ key }) => key)
}

/** An institution's set of grants, with how often it was written. */
export type GrantSet = { readonly version: number; readonly grants: readonly GrantRow[] }

/** The sets of grants of many institutions, each with its version as of the same moment. */
export const listGrantSets = async (tx: TenantTx, keys: readonly string[]): Promise<Map<string, GrantSet>> => {
  const rows = await tx.execute<{
    key: string
    version: string
    kind: GrantRow['taskKind'] | null
    by: string
    at_ms: string
  }>(sql`
    select k.key, coalesce(s.version, 0)::text as version, p.task_kind as kind, p.granted_by as by,
      floor(extract(epoch from p.granted_at) * 1000)::text as at_ms
    from unnest(${sqlArray(keys, 'text')}) as k(key)
    left join fleet.task_permission_set s on s.institution_key = k.key
    left join fleet.task_permission p on p.institution_key = k.key
    order by p.task_kind`)
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return new Map(
    [...byKey].map(([key, found]) => {
      const grants = found.flatMap(({ kind, by, at_ms }) =>
        kind === null
          ? []
          : [{ institutionKey: key, taskKind: kind, grantedBy: by, grantedAt: new Date(Number(at_ms)) }],
      )
      return [key, { version: Number(found[0]?.version ?? 0), grants }]
    }),
  )
}

/** The grants of all institutions of the caller, by institution and kind. */
export const listAllGrants = (tx: TenantTx, visibility: Visibility): Promise<GrantRow[]> =>
  tx
    .select()
    .from(taskPermission)
    .where(scopeOf(visibility, taskPermission.institutionKey))
    .orderBy(asc(taskPermission.institutionKey), asc(taskPermission.taskKind))

/** A set of grants as one thing, with who wrote it last where that is known. */
export type WrittenSet = {
  readonly institutionKey: string
  readonly version: number
  readonly kinds: readonly GrantRow['taskKind'][]
  readonly writtenBy: string | null
  readonly writtenAt: Date | null
}

/** The sets of all institutions of the caller that ever had one, by institution. */
export const listWrittenSets = async (tx: TenantTx, visibility: Visibility): Promise<WrittenSet[]> => {
  const rows = await tx.execute<{
    key: string
    version: string
    kinds: GrantRow['taskKind'][]
    by: string | null
    at_ms: string | null
  }>(sql`
    select institution_key as key, coalesce(s.version, 0)::text as version, coalesce(g.kinds, '[]'::jsonb) as kinds,
      coalesce(s.written_by, g.by) as by, floor(extract(epoch from coalesce(s.written_at, g.at)) * 1000)::text as at_ms
    from fleet.task_permission_set s
    full join (
      select institution_key, jsonb_agg(task_kind order by task_kind) as kinds, max(granted_by) as by,
        max(granted_at) as at
      from fleet.task_permission
      group by institution_key
    ) g using (institution_key)
    where ${scopeOf(visibility, sql`institution_key`)}
    order by institution_key`)
  return rows.map(({ key, version, kinds, by, at_ms }) => ({
    institutionKey: key,
    version: Number(version),
    kinds,
    writtenBy: by,
    writtenAt: at_ms === null ? null : new Date(Number(at_ms)),
  }))
}

/**
 * How often an institution's set was written; no other transaction writes it before this one ends. Without that the
 * second of two writers would not see, and so not delete, what the first inserts, and the sets would mix.
 */
export const findVersionToWrite = async (tx: TenantTx, institutionKey: string): Promise<number> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fleet.task_permission:${institutionKey}`}, 0))`)
  const [row] = await tx
    .select({ version: taskPermissionSet.version })
    .from(taskPermissionSet)
    .where(eq(taskPermissionSet.institutionKey, institutionKey))
  return row?.version ?? 0
}

/** Replaces the whole set of an institution, which the transaction holds. */
export const updateGrants = async (
  tx: TenantTx,
  institutionKey: string,
  set: GrantSet & { readonly writtenBy: string; readonly writtenAt: Date },
): Promise<void> => {
  const { grants, ...written } = set
  await tx
    .insert(taskPermissionSet)
    .values({ institutionKey, ...written })
    .onConflictDoUpdate({ target: taskPermissionSet.institutionKey, set: written })
  await tx.delete(taskPermission).where(eq(taskPermission.institutionKey, institutionKey))
  if (grants.length > 0) await tx.insert(taskPermission).values([...grants])
}
