import type pg from 'pg'
import { type CopyStreamQuery, type CopyToStreamQuery, from, to } from 'pg-copy-streams'

/** Settings with which two servers write and read values as the same text. */
export const COPY_SETTINGS = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  extra_float_digits: '3',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
} as const

/** Starts `copy … to stdout`. `rowCount` holds once the stream has ended. */
export const copyOut = (client: pg.Client, statement: string): CopyToStreamQuery => client.query(to(statement))

/** Starts `copy … from stdin`. `rowCount` holds once the stream has finished. */
export const copyIn = (client: pg.Client, statement: string): CopyStreamQuery => client.query(from(statement))
