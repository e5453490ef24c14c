import { isRetryable } from '../../../db/errors.ts'
import { CHECK_TIMEOUT_MS, type Component, guardCheck } from '../../kit/observability/health.ts'
import type { LaneConnection } from './connection.ts'

/** Whether the store takes what ingest writes. */
export type StoreHealth = {
  /** A batch could not be stored, for no fault of its own. */
  failed(error: unknown): void
  /** A batch was stored. */
  succeeded(): void
  /**
   * DOWN with the reason after a failure, until a batch or a probe is stored. Asks the store only where no batch was
   * stored lately.
   */
  check(): Promise<Component>
}

export type StoreHealthOptions = {
  /** Writes something; rejects when the store cannot. */
  readonly probe: () => Promise<void>
  /** A monotonic clock, in ms. */
  readonly elapsedMs: () => number
  /** Called with the reason when the store stops accepting writes, and with null when it accepts them again. */
  readonly onChange: (reason: string | null) => void
}

/** For how long a stored batch shows that the next one can be stored too. */
const FRESH_MS = 10_000
/** For how long a failure counts whatever a probe says: a probe may find room that a batch does not. */
const FAILURE_COUNTS_MS = 2_000

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

/**
 * Makes the health of the store that a lane writes to; the store counts as one that takes writes until it is known
 * not to.
 */
export const createStoreHealth = ({ probe, elapsedMs, onChange }: StoreHealthOptions): StoreHealth => {
  let reason: string | null = null
  let knownAtMs = Number.NEGATIVE_INFINITY
  let probing: Promise<void> | null = null

  const note = (found: string | null) => {
    knownAtMs = elapsedMs()
    if ((found === null) !== (reason === null)) onChange(found)
    reason = found
  }
  const failed = (error: unknown) => note(reasonOf(error))
  const succeeded = () => note(null)
  /** One probe at a time for all callers; it notes its own outcome. */
  const probed = () => {
    probing ??= probe()
      .then(succeeded, failed)
      .finally(() => {
        probing = null
      })
    return probing
  }
  const ask = guardCheck(probed, CHECK_TIMEOUT_MS)

  return {
    failed,
    succeeded,
    async check() {
      const ageMs = elapsedMs() - knownAtMs
      if (ageMs <= (reason === null ? FRESH_MS : FAILURE_COUNTS_MS))
        return reason === null ? { status: 'UP' } : { status: 'DOWN', reason }
      const answer = await ask()
      if (answer.status !== 'UP' || reason === null) return answer
      return { status: 'DOWN', reason }
    },
  }
}

/** New files and a flushed log: on a full disk a row that only replaces another one would still find room. */
const PROBE = [
  'begin',
  'truncate incident.write_probe',
  `insert into incident.write_probe select repeat('x', 1000) from generate_series(1, 16)`,
  'commit',
] as const

/** Writes 16 KB through a connection of its own. Rejects when the store cannot be reached or does not take them. */
export const probeStore = async (connect: () => Promise<LaneConnection>): Promise<void> => {
  const connection = await connect()
  try {
    for (const command of PROBE) await connection.command(command)
  } catch (error) {
    // Another process is at its own probe.
    if (!isRetryable(error)) throw error
  } finally {
    await connection.close().catch(() => {})
  }
}
