import type { StateChange } from './status.store.ts'

/** Takes mirrored states one by one and stores together those that come while others are being stored. */
export type ReceivedStates = {
  /** Resolves when the change is stored, or ignored for its sequence. Rejects with what kept it from being stored. */
  store(change: StateChange): Promise<void>
}

type Waiting = { readonly change: StateChange; resolve(): void; reject(error: unknown): void }

/** Of each ATM the change with the highest sequence; the others would be ignored by it. */
const newest = (changes: readonly StateChange[]): readonly StateChange[] => {
  const byAtm = new Map<number, StateChange>()
  for (const change of changes) {
    const known = byAtm.get(change.atmId)
    if (known === undefined || known.sequence < change.sequence) byAtm.set(change.atmId, change)
  }
  return [...byAtm.values()]
}

/** `update` stores changes of different ATMs in one transaction. Nothing runs while nothing comes. */
export const createReceivedStates = (update: (changes: readonly StateChange[]) => Promise<unknown>): ReceivedStates => {
  let waiting: Waiting[] = []
  let running = false
  const run = async () => {
    running = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await update(newest(batch.map(({ change }) => change)))
        for (const { resolve } of batch) resolve()
      } catch {
        // One that cannot be stored fails alone.
        for (const { change, resolve, reject } of batch) await update([change]).then(resolve, reject)
      }
    }
    running = false
  }
  return {
    store: (change) =>
      new Promise((resolve, reject) => {
        waiting.push({ change, resolve: () => resolve(), reject })
        if (!running) void run()
      }),
  }
}
