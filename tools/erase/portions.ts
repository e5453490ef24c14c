import { setTimeout as delay } from 'node:timers/promises'
import { isRetryable } from '../../db/errors.ts'
import type { PlatformTx, Stores } from '../../db/tenancy.ts'

/** Rows that one transaction deletes where an index finds them. */
export const PORTION = 2_000
/** A platform that works on the same rows gets in the way of a deletion at times. */
const MOST_ATTEMPTS = 20
const PAUSE_MS = 500

/** Runs a transaction, again after a deadlock or a lock that was not had in time, as nothing of it was stored then. */
export const write = async <T>(stores: Stores, work: (tx: PlatformTx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await stores.asPlatform(work)
    } catch (error) {
      if (!isRetryable(error) || attempt >= MOST_ATTEMPTS) throw error
      await delay(PAUSE_MS)
    }
  }
}

/** Repeats a deletion until it finds less than a portion. */
export const inPortions = async (stores: Stores, work: (tx: PlatformTx) => Promise<number>): Promise<number> => {
  let removed = 0
  for (;;) {
    const rows = await write(stores, work)
    removed += rows
    if (rows < PORTION) return removed
  }
}
