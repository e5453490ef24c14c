import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { openConnection } from '../../db/client.ts'
import { createDatabase, type DatabaseLogins, type DatabaseUrls, urlsOf } from '../../db/databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's server is, with the logins of its roles. */
    server: { readonly port: number; readonly logins: DatabaseLogins; readonly template: string }
  }
}

/** A database of one test file. `urls.superuser` is for looking behind the policies and for killing connections. */
export type TestDatabase = { readonly urls: DatabaseUrls; drop(): Promise<void> }

/**
 * Clones the run's migrated template, or a database that a test file has filled and closed every pool on. Close every
 * pool on the clone before `drop`, which ends what is left.
 */
export async function cloneDatabase(filled?: TestDatabase): Promise<TestDatabase> {
  const { port, logins, template: migrated } = inject('server')
  const template = filled === undefined ? migrated : new URL(filled.urls.superuser).pathname.slice(1)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const maintenance = urlsOf(port, 'postgres', logins).superuser
  await runOnce(maintenance, `create database ${name} template ${template} owner owner strategy file_copy`)
  return {
    urls: urlsOf(port, name, logins),
    drop: () => runOnce(maintenance, `drop database if exists ${name} with (force)`),
  }
}

/** A database without tables, as an operator creates it. */
export const emptyDatabase = async (): Promise<TestDatabase> => {
  const { port, logins } = inject('server')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await createDatabase(port, logins, name)
  return {
    urls: urlsOf(port, name, logins),
    async drop() {
      await runOnce(urlsOf(port, 'postgres', logins).superuser, `drop database if exists ${name} with (force)`)
    },
  }
}

async function runOnce(url: string, statement: string): Promise<void> {
  const connection = await openConnection({ url, name: 'tests' })
  try {
    await connection.sql.unsafe(statement)
  } finally {
    await connection.close()
  }
}
