/** What a transaction could see: all below `xmin`, nothing from `xmax` on, and between them all but `running`. */
export type Snapshot = { readonly xmin: number; readonly xmax: number; readonly running: ReadonlySet<number> }

/** A place in the changes of a service: what its database had committed at a moment. */
export type LiveCursor = {
  /** Another one as soon as the changes are no longer those that the cursor is about. */
  readonly epoch: string
  /** When it was taken, as epoch milliseconds of the database's clock. */
  readonly atMs: number
  readonly snapshot: Snapshot
}

const CURSOR = /^([\da-f]{1,32})\.(\d{1,15})\.(\d{1,16}):(\d{1,16}):((?:\d{1,16}(?:,\d{1,16})*)?)$/

/** Reads a cursor; null for what is none. */
export const parseLiveCursor = (text: string): LiveCursor | null => {
  const match = CURSOR.exec(text)
  if (match === null) return null
  const [, epoch = '', at, xmin, xmax, running = ''] = match
  return {
    epoch,
    atMs: Number(at),
    snapshot: {
      xmin: Number(xmin),
      xmax: Number(xmax),
      running: new Set(running === '' ? [] : running.split(',').map(Number)),
    },
  }
}

/** A snapshot as PostgreSQL writes it. */
export const snapshotText = ({ xmin, xmax, running }: Snapshot): string => `${xmin}:${xmax}:${[...running].join(',')}`

export const liveCursorText = ({ epoch, atMs, snapshot }: LiveCursor): string =>
  `${epoch}.${atMs}.${snapshotText(snapshot)}`

/** True where the transaction had been committed, or given up, when the cursor was taken. */
export const isSeen = ({ snapshot: { xmin, xmax, running } }: LiveCursor, transaction: number): boolean =>
  transaction < xmin || (transaction < xmax && !running.has(transaction))

/**
 * True where `one` was taken later than `other`. Needs no clock: of one database, each snapshot holds all that
 * earlier ones do.
 */
export const isLater = ({ snapshot: one }: LiveCursor, { snapshot: other }: LiveCursor): boolean =>
  one.xmax > other.xmax || (one.xmax === other.xmax && one.running.size < other.running.size)
