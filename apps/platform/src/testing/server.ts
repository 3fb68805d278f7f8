import pg from 'pg'

export const SERVER_URL = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * Returns whether a PostgreSQL server for tests is available. Throws if TEST_DATABASE_URL is set and its server cannot
 * be used.
 */
export async function checkServer(): Promise<boolean> {
  const client = new pg.Client({ connectionString: SERVER_URL, connectionTimeoutMillis: 1_000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    if (process.env.TEST_DATABASE_URL) throw new Error(`TEST_DATABASE_URL: ${(error as Error).message}`)
    return false
  }
}
