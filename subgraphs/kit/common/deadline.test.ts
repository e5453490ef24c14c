import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withAbort, withDeadline } from './deadline.ts'

const DEADLINE_MS = 1_000
const pending = new Promise<never>(() => {})

const late = (): never => {
  throw new Error('late')
}

describe('a deadline', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  it('lets work that ends in time settle as it does, and leaves no timer', async () => {
    expect(await withDeadline(Promise.resolve('done'), DEADLINE_MS, late)).toBe('done')
    await expect(withDeadline(Promise.reject(new Error('failed')), DEADLINE_MS, late)).rejects.toThrow('failed')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('settles late work with what is returned or thrown for it, and not before', async () => {
    const answers: unknown[] = []
    const value = withDeadline(pending, DEADLINE_MS, () => 'late').then((answer) => answers.push(answer))
    const failure = withDeadline(pending, DEADLINE_MS, late).catch((error: unknown) => answers.push(error))
    await vi.advanceTimersByTimeAsync(DEADLINE_MS - 1)
    expect(answers).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all([value, failure])
    expect(answers).toEqual(['late', new Error('late')])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ignores a failure of work that comes after it', async () => {
    const work = Promise.withResolvers<never>()
    const answer = withDeadline(work.promise, DEADLINE_MS, () => 'late')
    await vi.advanceTimersByTimeAsync(DEADLINE_MS)
    expect(await answer).toBe('late')
    work.reject(new Error('no longer awaited'))
    await vi.advanceTimersByTimeAsync(1)
  })
})

describe('work that a signal ends', () => {
  const listeners = ({ signal }: AbortController) => getEventListeners(signal, 'abort').length

  it('settles as it does where the signal stays quiet, and leaves no listener', async () => {
    const ending = new AbortController()
    const working = Promise.withResolvers<string>()
    const settled = withAbort(working.promise, ending.signal, late)
    expect(listeners(ending)).toBe(1)
    working.resolve('done')
    expect(await settled).toBe('done')
    await expect(withAbort(Promise.reject(new Error('failed')), ending.signal, late)).rejects.toThrow('failed')
    expect(listeners(ending)).toBe(0)
  })

  it('is over with the signal, while it begins or later, and leaves no listener', async () => {
    const ending = new AbortController()
    const failing = Promise.withResolvers<never>()
    const settled = withAbort(failing.promise, ending.signal, () => 'ended')
    ending.abort()
    expect(await settled).toBe('ended')
    failing.reject(new Error('heard by no one'))
    await expect(withAbort(pending, ending.signal, late)).rejects.toThrow('late')
    expect(listeners(ending)).toBe(0)
  })
})
