import { sql } from 'drizzle-orm'
import { UserFacingError } from './errors.ts'
import type { Tx } from './pool.ts'

/** The two roles the platform works as. Neither owns anything, and both are subject to row-level security. */
export type WorkingRole = 'app' | 'platform'

/**
 * Refuses a login that could see past row-level security: a superuser, a role with BYPASSRLS, one that owns tables,
 * one that may become such a role, and, for `app`, one that may become `platform`.
 * Throws UserFacingError with one sentence that names the login and what to do.
 */
export async function checkLogin(tx: Tx, role: WorkingRole): Promise<void> {
  const [login] = await tx.execute<{ login: string; bypasses: boolean; owns: boolean; groups: string[] }>(sql`
    select session_user::text as login,
      exists (select from pg_roles r where (r.rolsuper or r.rolbypassrls) and pg_has_role(session_user, r.oid, 'member'))
        as bypasses,
      exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
          and pg_has_role(session_user, c.relowner, 'member')) as owns,
      array(select r.rolname::text from pg_roles r
        where r.rolname in ('app', 'platform') and pg_has_role(session_user, r.oid, 'member')) as groups`)
  const variable = role === 'app' ? 'DATABASE_URL' : 'PLATFORM_DATABASE_URL'
  const refuse = (reason: string) =>
    new UserFacingError(
      `${variable} logs in as ${login?.login}, which ${reason}: give it the login of the role ${role}.`,
    )
  if (login === undefined || login.bypasses) throw refuse('may bypass row-level security')
  if (login.owns) throw refuse('owns tables')
  if (!login.groups.includes(role)) throw refuse(`is not a member of the role ${role}`)
  if (role === 'app' && login.groups.includes('platform')) throw refuse('is a member of the role platform')
}
