import { sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { createAddress } from './address.ts'
import { codeOf, UserFacingError } from './errors.ts'
import type { Tx } from './transaction.ts'

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
      exists (select from pg_roles r where (r.rolsuper or r.rolbypassrls)
        and pg_has_role(session_user, r.oid, 'member'))
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

/** A login of a role, as its connection URL names it. */
export type Login = { readonly role: WorkingRole; readonly name: string; readonly password: string }

/** The login that the URL of a role's connections names. */
export function loginOf(role: WorkingRole, url: string): Login {
  const address = createAddress(url)
  return { role, name: address.user, password: address.currentPassword() }
}

/**
 * Makes what is missing of the roles `app` and `platform`, which grants and policies name, and of the given logins.
 * Throws UserFacingError with the statements to run when the owner may not create roles.
 */
export async function ensureRoles(connection: Sql, logins: readonly Login[] = []): Promise<void> {
  const wanted = new Map<string, Creation>()
  for (const role of ['app', 'platform'] as const) {
    const statement = `create role ${role} ${LIMITS}`
    wanted.set(role, { statement, shown: statement })
  }
  for (const { role, name, password } of logins) {
    const within = name === role ? '' : ` in role ${role}`
    const withPassword = (shown: string) =>
      `create role ${name === role ? role : quoteName(name)} ${LIMITS} login password ${shown}${within}`
    wanted.set(name, { statement: withPassword(quoteLiteral(password)), shown: withPassword("'…'") })
  }
  const rows = await connection<{ name: string }[]>`select rolname as name from pg_roles`
  const existing = new Set(rows.map((row) => row.name))
  const missing = [...wanted].filter(([name]) => !existing.has(name))
  for (const [name, creation] of missing) await createRole(connection, name, creation)
}

const LIMITS = 'nosuperuser nobypassrls nocreatedb nocreaterole'

/** The statement that creates a role, and the same as it may be shown: without the password. */
type Creation = { readonly statement: string; readonly shown: string }

/** Roles belong to the whole server, so another database's migration may make the same one at the same time. */
async function createRole(connection: Sql, name: string, { statement, shown }: Creation): Promise<void> {
  try {
    await connection.unsafe(statement)
  } catch (error) {
    const code = codeOf(error)
    if (code === '42710' || code === '23505') return
    if (code !== '42501') throw error
    throw new UserFacingError(
      `The role ${name} does not exist and the owner may not create it; as an administrator run: ${shown}`,
    )
  }
}

/** A name as SQL text. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A string as SQL text; backslashes are ordinary characters in it. */
export const quoteLiteral = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** A statement that applies settings to the whole session; of at least one. */
export const settingsStatement = (settings: Readonly<Record<string, string>>): string => {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${quoteLiteral(name)}, ${quoteLiteral(value)}, false)`,
  )
  return `select ${calls.join(', ')}`
}
