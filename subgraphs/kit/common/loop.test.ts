import { describe, expect, it } from 'vitest'
import { runLoop } from './loop.ts'

const RETRY_MS = 500

/**
 * Runs a loop whose turns end so, one after the other; returns what was reported, how long it waited, and how it ended.
 */
const run = async (turns: readonly (number | string)[]) => {
  const log: string[] = []
  const left = [...turns]
  const failed = await runLoop({
    turn: async () => {
      const next = left.shift()
      if (typeof next === 'number') return next
      throw new Error(next)
    },
    waker: { wake: () => {}, wait: async (timeoutMs) => void log.push(`waits ${timeoutMs}`) },
    retryMs: RETRY_MS,
    isClosing: () => left.length === 0,
    onFailure: (error) => log.push(`fails: ${error instanceof Error ? error.message : 'no error'}`),
    onRecovery: () => log.push('works again'),
  })
  return { log, failed }
}

describe('a loop', () => {
  it('waits between turns as each of them says, and not before it closes', async () => {
    expect(await run([1, 0])).toEqual({ log: ['waits 1'], failed: false })
    expect(await run([10, 0, 20, 30])).toEqual({ log: ['waits 10', 'waits 20'], failed: false })
  })

  it('reports the first failure of a row and the recovery, and waits after each failure', async () => {
    const { log } = await run(['one', 'two', 0, 'three', 0])
    expect(log).toEqual([
      'fails: one',
      'waits 500',
      'waits 500',
      'works again',
      'fails: three',
      'waits 500',
      'works again',
    ])
  })

  it('says whether its last turn failed', async () => {
    expect(await run([0, 'one'])).toEqual({ log: ['fails: one'], failed: true })
  })
})
