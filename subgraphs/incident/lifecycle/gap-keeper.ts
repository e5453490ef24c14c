import { z } from 'zod'
import type { Calls } from '../../kit/calls/calls.ts'
import { DomainError } from '../../kit/common/errors.ts'
import type { Logger } from '../../kit/observability/log.ts'
import { atmRecordOf } from '../atms/atms.rules.ts'
import type { AtmRow } from '../atms/atms.store.ts'

const TIMEOUT_MS = 3_000
const CHUNK = 2_000

/**
 * Tells the journal service, which keeps the gaps of ATMs and what they are grouped by, what became of some.
 * Best-effort: its daily search for gaps asks for every ATM.
 */
export type GapKeeper = {
  tell(rows: readonly AtmRow[]): Promise<void>
  /** Those of the ATMs that have a journal file. @throws DomainError UNAVAILABLE */
  withJournals(atmIds: readonly number[]): Promise<ReadonlySet<number>>
}

const ids = z.array(z.number())

export const createGapKeeper = (calls: Calls, log: Logger): GapKeeper => ({
  async tell(rows) {
    try {
      for (let from = 0; from < rows.length; from += CHUNK) {
        const { status } = await calls.request('journal', {
          method: 'POST',
          path: '/api/internal/atms',
          body: rows.slice(from, from + CHUNK).map(atmRecordOf),
          as: { kind: 'internal' },
          timeoutMs: TIMEOUT_MS,
        })
        if (status >= 300) throw new Error(`the journal service answered ${status}`)
      }
    } catch (error) {
      log.warn({ err: error }, 'the journal service learns of changed ATMs with its next search for gaps')
    }
  },
  async withJournals(atmIds) {
    if (atmIds.length === 0) return new Set()
    const { status, body } = await calls.request('journal', {
      method: 'POST',
      path: '/api/internal/atms/with-journals',
      body: { atmIds },
      as: { kind: 'internal' },
      timeoutMs: TIMEOUT_MS,
    })
    if (status !== 200) throw new DomainError('UNAVAILABLE', 'It is not known right now which ATMs have journals.')
    return new Set(ids.parse(body))
  },
})
