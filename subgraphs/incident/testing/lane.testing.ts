import { vi } from 'vitest'
import type { Committed, Outcome } from '../ingest/batch-writer.ts'
import { type LaneOptions, startLane } from '../ingest/lane.ts'
import type { Signal } from '../model/ingest.types.ts'
import { beat, connectionToNowhere } from './writer.testing.ts'

/** Lets everything happen that waits for no timer. */
export const settle = async () => {
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve))
}
/** Lets time pass on the timers of the test, and everything happen that follows. */
export const pass = async (ms: number) => {
  vi.advanceTimersByTime(ms)
  await settle()
}

/** A lane whose batches are stored by `write`, over connections to nowhere. */
export const startTimedLane = (
  write: (names: readonly string[]) => Promise<void> = async () => {},
  options: Partial<LaneOptions> = {},
) => {
  const reported = {
    batches: [] as string[],
    answers: [] as string[],
    faults: [] as string[],
    store: [] as (string | null)[],
    closed: 0,
  }
  let now = 0
  const connection = connectionToNowhere({
    async close() {
      reported.closed += 1
    },
  })
  const lane = startLane({
    connect: async () => connection,
    async write(_connection, signals: readonly Signal[]): Promise<Committed> {
      const names = signals.map(({ agentAtmId }) => agentAtmId)
      reported.batches.push(names.join())
      await write(names)
      const outcomes = names.map((): Outcome => ({ kind: 'foreign' }))
      return { outcomes, atms: [], stateChanges: [], hasMessages: false }
    },
    onCommitted() {},
    onFault: (error, what) => reported.faults.push(`${what}: ${error instanceof Error ? error.message : error}`),
    onStore: (reason) => reported.store.push(reason),
    now: () => new Date(now),
    random: () => 0,
    heartbeatsMs: 0,
    ...options,
  })
  return {
    lane,
    reported,
    setClock: (ms: number) => {
      now = ms
    },
    submit(name: string, signal: Signal = beat(name, 0)) {
      lane.submit(signal).then(
        ({ kind }) => reported.answers.push(`${name} ${kind}`),
        (error) => reported.answers.push(`${name} ${error.code}`),
      )
    },
  }
}
/** A promise that is kept when the test says so. */
export const gate = () => Promise.withResolvers<void>()
