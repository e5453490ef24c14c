import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { type ProfileRow, profile } from '../../../db/journal/profile.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'

/** The profile of an institution as it counts: version 0, which has no writer, where none was written. */
export type CurrentProfile = Omit<ProfileRow, 'writtenBy' | 'writtenAt'> & {
  readonly writtenBy: string | null
  readonly writtenAt: Date | null
}

const unwritten = (institutionKey: string): CurrentProfile => ({
  ...{ institutionKey, version: 0, approvedCodes: null, currency: null, amountUnit: null, timeZone: null },
  ...{ customerLabels: [], labelsVersion: 0, writtenBy: null, writtenAt: null },
})

/**
 * Lets no version of an institution's profile be written until the transaction ends: what it has found to be masked by
 * the present labels is seen by whoever marks texts for later ones. Call it last, as writers wait.
 */
export const holdProfile = async (tx: TenantTx, institutionKey: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey(institutionKey)})`)
}

/** Waits for those that hold the profile, before it is written. */
export const lockProfile = async (tx: TenantTx, institutionKey: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(institutionKey)})`)
}

const lockKey = (institutionKey: string) => sql`hashtextextended(${`journal.profile:${institutionKey}`}, 0)`

/** The present profile of an institution. */
export const findProfile = async (tx: TenantTx, institutionKey: string): Promise<CurrentProfile> => {
  const [row] = await listProfileVersions(tx, institutionKey, null, 1)
  return row ?? unwritten(institutionKey)
}

/** The versions of an institution's profile, before one or all, the newest first. */
export const listProfileVersions = (
  tx: TenantTx,
  institutionKey: string,
  before: number | null,
  limit: number,
): Promise<ProfileRow[]> =>
  tx
    .select()
    .from(profile)
    .where(and(eq(profile.institutionKey, institutionKey), before === null ? undefined : lt(profile.version, before)))
    .orderBy(desc(profile.version))
    .limit(limit)

/** The present profiles that were written, by institution. */
export const listProfiles = (tx: TenantTx, visibility: Visibility): Promise<ProfileRow[]> =>
  tx
    .selectDistinctOn([profile.institutionKey])
    .from(profile)
    .where(scopeOf(visibility, sql`${profile.institutionKey}`))
    .orderBy(profile.institutionKey, desc(profile.version))

/** Inserts a version; null where it is there already. */
export const insertProfile = async (tx: TenantTx, row: ProfileRow): Promise<ProfileRow | null> =>
  (await tx.insert(profile).values(row).onConflictDoNothing().returning())[0] ?? null
