import { openConnection } from '../../db/client.ts'

/**
 * Runs statements on a connection of their own, for what a test must arrange or look at directly in the store.
 * Returns the rows of the last.
 */
export const runAs = async (url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> => {
  const connection = await openConnection({ url, name: 'tests' })
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = [...(await connection.sql.unsafe<Record<string, unknown>[]>(statement))]
    return rows
  } finally {
    await connection.close()
  }
}
