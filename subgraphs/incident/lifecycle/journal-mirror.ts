import { z } from 'zod'
import { DomainError } from '../../kit/common/errors.ts'
import type { ServiceEnv } from '../../kit/service/service.ts'
import { startAtmMirror } from '../atms/atm-mirror.ts'
import { atmRecordOf } from '../atms/atms.rules.ts'
import type { AtmRow } from '../atms/atms.store.ts'
import { watchMirror } from '../model/ingest-metrics.ts'

const TIMEOUT_MS = 3_000

/**
 * Sends changes of ATMs to the journal service, which keeps their gaps and what they are grouped by, and asks it for
 * their files. A change that does not reach it is found by its daily search for gaps, which asks for every ATM.
 */
export type JournalMirror = {
  /** Notifies it in the background: no change of an ATM waits for the journal service. What fails is sent again. */
  notify(rows: readonly AtmRow[]): void
  /** Those of the ATMs that have a journal file. @throws DomainError UNAVAILABLE */
  withJournals(atmIds: readonly number[]): Promise<ReadonlySet<number>>
  close(): Promise<void>
}

const ids = z.array(z.number())

/** Starts it; `close` waits for what is on its way. */
export const startJournalMirror = ({
  calls,
  metrics,
  log,
  now,
}: Pick<ServiceEnv, 'calls' | 'metrics' | 'log' | 'now'>): JournalMirror => {
  const mirror = startAtmMirror<AtmRow>({
    async post(rows) {
      const { status } = await calls.request('journal', {
        method: 'POST',
        path: '/api/internal/atms',
        body: rows.map(atmRecordOf),
        as: { kind: 'internal' },
        timeoutMs: TIMEOUT_MS,
      })
      if (status >= 300) throw new Error(`the journal service answered ${status}`)
    },
    what: 'telling the journal service of changed ATMs',
    watch: (waiting) => watchMirror(metrics, 'journal', waiting),
    log,
    now,
  })
  return {
    notify: (rows) => void mirror.pushNow(rows),
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
    close: mirror.close,
  }
}
