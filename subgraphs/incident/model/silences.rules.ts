import type { AtmState, Timed } from './ingest.types.ts'

/** A time in which nothing was heard of an ATM for longer than ATM_CONNECTED_WITHIN. Epoch milliseconds. */
export type Silence = { readonly atm: AtmState; readonly lostAt: number; readonly heardAt: number }

type Heard = AtmState & { readonly heardBefore: number | null }

/** The silences that the signals of a batch end: from `connectedWithinMs` after one signal to the next. */
export const silencesOf = (
  signals: readonly Timed[],
  atms: ReadonlyMap<string, Heard>,
  connectedWithinMs: number,
): readonly Silence[] => {
  const silences: Silence[] = []
  const heard = new Map<number, number>()
  for (const { signal } of signals) {
    const atm = atms.get(signal.agentAtmId)
    if (atm === undefined) continue
    const before = heard.get(atm.id) ?? atm.heardBefore
    const heardAt = signal.receivedAt
    if (before !== null && heardAt - before > connectedWithinMs)
      silences.push({ atm, lostAt: before + connectedWithinMs, heardAt })
    heard.set(atm.id, Math.max(before ?? heardAt, heardAt))
  }
  return silences
}
