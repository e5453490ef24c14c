import type { Sql } from 'postgres'
import { openConnection } from './client.ts'
import { ensureRoles, quoteLiteral, quoteName } from './roles.ts'
import { SUPERUSER } from './server.ts'

/** Passwords of the logins of a server that is ours. */
export type DatabaseLogins = {
  readonly superuser: string
  readonly owner: string
  readonly app: string
  readonly platform: string
}

/** One connection URL per role. `superuser` is for this folder and for tests; no service ever gets it. */
export type DatabaseUrls = {
  readonly superuser: string
  readonly owner: string
  readonly app: string
  readonly platform: string
}

/** The URLs of a database of a server on 127.0.0.1. */
export function urlsOf(port: number, database: string, logins: DatabaseLogins): DatabaseUrls {
  const url = (name: string, password: string) =>
    `postgres://${name}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
  return {
    superuser: url(SUPERUSER, logins.superuser),
    owner: url('owner', logins.owner),
    app: url('app', logins.app),
    platform: url('platform', logins.platform),
  }
}

/** Makes the roles with these passwords and a database that `owner` owns, as far as they are missing. */
export async function createDatabase(port: number, logins: DatabaseLogins, database: string): Promise<void> {
  const url = urlsOf(port, 'postgres', logins).superuser
  const connection = await openConnection({ url, name: 'fleetops set-up' })
  try {
    await prepareRoles(connection.sql, logins)
    const [existing] = await connection.sql`select from pg_database where datname = ${database}`
    if (existing === undefined) await connection.sql.unsafe(`create database ${quoteName(database)} owner owner`)
    await connection.sql.unsafe(`revoke all on database ${quoteName(database)} from public`)
    await connection.sql.unsafe(`grant connect on database ${quoteName(database)} to app, platform`)
  } finally {
    await connection.close()
  }
}

async function prepareRoles(sql: Sql, logins: DatabaseLogins): Promise<void> {
  await ensureRoles(sql)
  const [owner] = await sql`select from pg_roles where rolname = 'owner'`
  if (owner === undefined) await sql.unsafe('create role owner nosuperuser nobypassrls createrole')
  for (const name of ['owner', 'app', 'platform'] as const) {
    await sql.unsafe(`alter role ${name} login password ${quoteLiteral(logins[name])}`)
  }
}
