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

/** Statements after which an insert into a table fails with the SQLSTATE that is the row of `fault.code`, if any. */
export const faultsOnInsert = (table: string): readonly string[] => [
  `create schema fault`,
  `create table fault.code (code text)`,
  `create function fault.raise() returns trigger language plpgsql security definer as $$
    begin
      if exists (select from fault.code) then
        raise exception 'fault under test' using errcode = (select code from fault.code);
      end if;
      return null;
    end $$`,
  `create trigger fault before insert on ${table} for each statement execute function fault.raise()`,
]
