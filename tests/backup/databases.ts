import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { createDatabase, urlsOf } from '../../db/databases.ts'
import type { TestDatabase } from '../support/database.ts'
import { runAs } from '../support/sql.ts'

/** A database without tables, as an operator creates it. */
export const emptyDatabase = async (): Promise<TestDatabase> => {
  const { port, logins } = inject('server')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await createDatabase(port, logins, name)
  return {
    urls: urlsOf(port, name, logins),
    async drop() {
      await runAs(urlsOf(port, 'postgres', logins).superuser, [`drop database if exists ${name} with (force)`])
    },
  }
}
