import pg from 'pg'

/** Works on a connection of its own, opened with PostgreSQL's command-line `options`. */
export const withClient = async <T>(
  url: string,
  options: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: url, options })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
