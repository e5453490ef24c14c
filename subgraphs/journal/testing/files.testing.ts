import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import { ALL, type StoreTest } from '../../../tests/support/stores.ts'
import { findFile } from '../files/files.store.ts'

/** A time of the day on which the files come. */
export const time = (text: string) => new Date(`2026-05-20T${text}Z`)
export const messageId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** What of a file matters to a test. */
export type GivenFile = {
  readonly key?: string
  readonly atm?: number
  readonly day?: string
  readonly status?: string
  readonly transactions?: number
  readonly sequence?: number
  readonly supersededBy?: number
  readonly receivedAt?: string
  readonly sentAgainAt?: string
}
/** Inserts files of bytes of their own, each read at nine o'clock. */
export const createFileInserter = ({ read, run }: Pick<StoreTest, 'read' | 'run'>) => {
  let hash = 0
  return async (given: GivenFile = {}): Promise<JournalFileRow> => {
    const { key = 'ACME', atm = 1, day = '2026-05-02', status = 'PARSED', transactions = 0, sequence } = given
    hash += 1
    const sentAgain = given.sentAgainAt === undefined ? 'null' : `'${time(given.sentAgainAt).toISOString()}'`
    const [row] =
      await run(`insert into journal.journal_file (institution_key, atm_id, agent_atm_id, journal_date, sha256,
        size_bytes, received_at,
      status, transactions, parse_sequence, superseded_by, time_zone, format, error, parsed_at, sent_again_at)
    values ('${key}', ${atm}, 'A-${atm}', '${day}', '${hash}', 1,
      '${time(given.receivedAt ?? '08:00:00').toISOString()}', '${status}', ${transactions},
      ${sequence ?? 'null'}, ${given.supersededBy ?? 'null'}, 'Asia/Tokyo', 'NCR', 'fault',
      '${time('09:00:00').toISOString()}', ${sentAgain}) returning id::int`)
    const file = await read(ALL, (tx) => findFile(tx, Number(row?.id)))
    if (file === null) throw new Error('the file was not inserted')
    return file
  }
}
