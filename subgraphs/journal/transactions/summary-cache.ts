import type { Visibility } from '../../../db/tenancy.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import type { DateRange, Summary } from './transactions.store.ts'

/** Remembers summaries for a short time, per institutions (and the ATM of a token that is for one) and days. */
export type SummaryCache = {
  /** The summary, from memory or by `load`; calls that come meanwhile share one load. */
  find(
    caller: Visibility & Pick<Principal, 'agentAtmId'>,
    range: DateRange,
    load: () => Promise<Summary>,
  ): Promise<Summary>
  /** Forgets what the institution is part of. Call it after the commit that changed its transactions. */
  drop(institutionKey: string): void
}

type Entry = {
  readonly until: number
  readonly summary: Promise<Summary>
  readonly institutions: ReadonlySet<string> | null
}

const MAX_ENTRIES = 2_000

/** A cache whose entries live `ttlMs`, bounded in number. `onLookUp` hears whether there was one. */
export const createSummaryCache = (
  now: () => Date,
  ttlMs: number,
  onLookUp: (isHit: boolean) => void = () => {},
): SummaryCache => {
  const entries = new Map<string, Entry>()

  const insert = (key: string, entry: Entry): void => {
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
  }

  return {
    find: ({ unrestricted, institutions, agentAtmId }, { dateFrom, dateTo }, load) => {
      const visible = unrestricted ? null : institutions.toSorted()
      const key = JSON.stringify([visible, agentAtmId, dateFrom, dateTo])
      const known = entries.get(key)
      const isHit = known !== undefined && known.until > now().getTime()
      onLookUp(isHit)
      if (isHit) return known.summary
      const summary = load()
      const entry = {
        until: now().getTime() + ttlMs,
        summary,
        institutions: visible === null ? null : new Set(visible),
      }
      insert(key, entry)
      // A failure is not remembered; the entry may have been replaced meanwhile.
      summary.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return summary
    },
    drop: (institutionKey) => {
      for (const [key, { institutions }] of entries) {
        if (institutions === null || institutions.has(institutionKey)) entries.delete(key)
      }
    },
  }
}
