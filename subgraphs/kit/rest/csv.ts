import { badInput } from '../common/errors.ts'
import type { OperationContext } from '../graphql/context.ts'
import { createFairGate } from '../sharing/fair-gate.ts'
import { holderOf } from '../sharing/shares.rules.ts'
import type { StreamedAnswer } from './answer.ts'
import { type CsvCell, csvLine, UTF8_MARK } from './csv.rules.ts'

/** Rows that are held in memory at a time; to write them takes the thread that serves all callers some 20 ms. */
const BATCH = 1_000
/**
 * Batches that are read at once, for all exports of a service together: those of a hundred callers leave others their
 * turns and connections.
 */
const BATCHES_AT_ONCE = 2
/** How long a batch may wait for its turn. */
const PATIENCE_MS = 60_000
/**
 * Batches that wait for their turn when an export begins; about as many as can have it within that time. One under way
 * waits with a single batch, however many do.
 */
const MAX_WAITING = 1_000

/** Who asks: places are shared among callers, and nothing more is read for one that has gone. */
export type CsvCaller = Pick<OperationContext, 'principal' | 'hungUp'>

/** A list that is answered as CSV. */
export type CsvSource<Row> = {
  readonly fileName: string
  readonly columns: readonly (readonly [name: string, cell: (row: Row) => CsvCell])[]
  /** The `size` rows that follow one, or the first ones; fewer are the last. */
  readonly read: (after: Row | null, size: number) => Promise<readonly Row[]>
}

/**
 * CSV is answered by a field of its own, which `?format=csv` is routed to: any other format is a fault.
 * @throws DomainError BAD_USER_INPUT
 */
export const checkFormat = (format: string | null | undefined, otherwise: 'page' | 'list' = 'page'): void => {
  if (format?.trim()) throw badInput('format', `must be csv, or be left out for the ${otherwise}`)
}

/** Rows as they are sent, and the last of them, null if none follow: a stalled reader holds no more than this. */
type Batch<Row> = { readonly text: Buffer; readonly last: Row | null }

/**
 * Answers with lists of any length as CSV. Each batch is read when the one before has been taken, in a transaction of
 * its own that ends before a byte of it is sent: a slow reader holds nothing, and one that goes away stops it.
 * Callers take turns batch by batch.
 */
export const createCsvAnswers = () => {
  const gate = createFairGate({ places: BATCHES_AT_ONCE, maxWaiting: MAX_WAITING })
  return async <Row>(
    { fileName, columns, read }: CsvSource<Row>,
    { principal, hungUp }: CsvCaller,
  ): Promise<StreamedAnswer> => {
    const turn = { holder: holderOf(principal), patienceMs: PATIENCE_MS, hungUp }
    const batchOf = (rows: readonly Row[]): Batch<Row> => ({
      text: Buffer.from(rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')),
      last: rows.length === BATCH ? (rows.at(-1) ?? null) : null,
    })
    const readBatch = (after: Row | null): Promise<Batch<Row>> =>
      gate.through({ ...turn, isUnderWay: after !== null }, async () => batchOf(await read(after, BATCH)))
    // Before the answer begins, so that a failure is still answered as one.
    let batch = await readBatch(null)
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield Buffer.concat([Buffer.from(`${UTF8_MARK}${csvLine(columns.map(([name]) => name))}`), batch.text])
      while (batch.last !== null) {
        batch = await readBatch(batch.last)
        if (batch.text.length > 0) yield batch.text
      }
    }
    return {
      contentType: 'text/csv; charset=utf-8',
      headers: { 'content-disposition': `attachment; filename="${fileName}"`, 'cache-control': 'no-store' },
      chunks: chunks(),
    }
  }
}
