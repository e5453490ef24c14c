import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGathering } from './gathering.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** A gathering after a batch of `took`, with `waiting` in the queue when it begins. */
const begin = (took: number, waiting: number) => {
  const gathering = createGathering(3)
  gathering.took(took)
  let isWhole = false
  gathering.whole(waiting).then(() => {
    isWhole = true
  })
  return {
    gathering,
    async isWhole() {
      await new Promise((resolve) => setImmediate(resolve))
      return isWhole
    },
  }
}

describe('a batch', () => {
  it.each([
    [0, 1, true],
    [15, 1, true],
    [16, 1, false],
    [16, 15, false],
    [16, 16, true],
    [16, 17, true],
  ])('after one of %i, with %i waiting, is whole at once: %s', async (took, waiting, whole) => {
    expect(await begin(took, waiting).isWhole()).toBe(whole)
    expect(vi.getTimerCount()).toBe(whole ? 0 : 1)
  })

  it('is whole once as many wait as went along last, and leaves no timer', async () => {
    const { gathering, isWhole } = begin(20, 18)
    gathering.joined(19)
    expect(await isWhole()).toBe(false)
    gathering.joined(20)
    expect(await isWhole()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is whole after its time, however few wait', async () => {
    const { isWhole } = begin(20, 1)
    vi.advanceTimersByTime(2)
    expect(await isWhole()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await isWhole()).toBe(true)
  })
})

it('those who join while nothing gathers change nothing', async () => {
  const gathering = createGathering(3)
  gathering.joined(50)
  gathering.took(16)
  gathering.joined(50)
  let isWhole = false
  gathering.whole(1).then(() => {
    isWhole = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isWhole).toBe(false)
})
