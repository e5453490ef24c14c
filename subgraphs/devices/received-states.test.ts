import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createStoreState } from './received-states.ts'
import type { StateChange } from './status.store.ts'

const change = (atmId: number, sequence: number): StateChange => ({
  atmId,
  agentAtmId: `ATM-${atmId}`,
  institutionKey: 'ACME',
  serviceState: 'IN_SERVICE',
  sequence,
  occurredAt: null,
})

/** A store that takes one batch at a time when the test says so. */
const heldStore = () => {
  const batches: (readonly StateChange[])[] = []
  const ends: (() => void)[] = []
  const update = (changes: readonly StateChange[]) => {
    batches.push(changes)
    return new Promise<void>((resolve, reject) => {
      ends.push(() => (changes.some(({ atmId }) => atmId < 0) ? reject(new Error('refused')) : resolve()))
    })
  }
  return { batches, update, end: () => ends.shift()?.() }
}

const settled = (promise: Promise<void>) =>
  promise.then(
    () => 'stored',
    (error: Error) => error.message,
  )

describe('mirrored states', () => {
  it('are stored together when they come while others are being stored, the newest of each ATM', async () => {
    const store = heldStore()
    const storeState = createStoreState(store.update)
    const first = storeState(change(1, 1))
    await nextTurn()
    const others = [storeState(change(2, 4)), storeState(change(2, 3)), storeState(change(3, 1))]
    store.end()
    await first
    await nextTurn()
    store.end()
    await Promise.all(others)
    expect(store.batches).toEqual([[change(1, 1)], [change(2, 4), change(3, 1)]])
  })

  it('fail alone', async () => {
    const refuse = async (changes: readonly StateChange[]) => {
      if (changes.some(({ atmId }) => atmId < 0)) throw new Error('refused')
    }
    const storeState = createStoreState(refuse)
    const outcomes = [1, -2, 3].map((atmId) => settled(storeState(change(atmId, 1))))
    expect(await Promise.all(outcomes)).toEqual(['stored', 'refused', 'stored'])
  })

  it('of an ATM whose row is locked fail alone', async () => {
    const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
    const update = async (changes: readonly StateChange[]) => {
      if (changes.some(({ atmId }) => atmId === 2)) throw new Error('Failed query', { cause: locked })
    }
    const storeState = createStoreState(update)
    const outcomes = [1, 2, 3].map((atmId) => settled(storeState(change(atmId, 1))))
    expect(await Promise.all(outcomes)).toEqual(['stored', 'Failed query', 'stored'])
  })
})
