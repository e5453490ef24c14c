import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGathering, type Queued } from './gathering.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

const events = (count: number): Queued => ({ all: count, events: count })
const heartbeats = (count: number): Queued => ({ all: count, events: 0 })

const OPTIONS = { answeredMs: 3, eventsMs: 25, heartbeatsMs: 100, maxBatch: 500 }

/**
 * A gathering after the batch `took`, during which `came` came and which took `tookMs`, with `queued` in the queue
 * `sinceMs` after its end.
 */
const begin = (took: Queued, queued: Queued, { tookMs = 0, sinceMs = 0, left = 0, came = events(0) } = {}) => {
  let [nowMs, waiting, isReady] = [1_000, queued, false]
  const gathering = createGathering({ ...OPTIONS, elapsedMs: () => nowMs })
  gathering.took(took, left)
  nowMs += tookMs
  gathering.ended(came)
  nowMs += sinceMs
  gathering
    .ready(() => waiting)
    .then(() => {
      isReady = true
    })
  return {
    gathering,
    join(more: Queued) {
      waiting = more
      gathering.joined(more)
    },
    async isReady() {
      await new Promise((resolve) => setImmediate(resolve))
      return isReady
    },
  }
}

describe('a batch of events while nothing comes but from those who were answered', () => {
  it.each([
    [0, 1, true],
    [1, 1, true],
    [2, 1, false],
    [16, 15, false],
    [16, 16, true],
    [16, 17, true],
  ])('after one of %i, with %i waiting, begins at once: %s', async (took, waiting, ready) => {
    expect(await begin(events(took), events(waiting)).isReady()).toBe(ready)
    expect(vi.getTimerCount()).toBe(ready ? 0 : 1)
  })

  it('begins once as many wait as went along last, and leaves no timer', async () => {
    const { join, isReady } = begin(events(20), events(18))
    join(events(19))
    expect(await isReady()).toBe(false)
    join(events(20))
    expect(await isReady()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('begins after its time, however few wait', async () => {
    const { isReady } = begin(events(20), events(1))
    vi.advanceTimersByTime(2)
    expect(await isReady()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await isReady()).toBe(true)
  })

  it('is as large as the one before without its heartbeats', async () => {
    const { join, isReady } = begin({ all: 90, events: 20 }, { all: 70, events: 19 })
    expect(await isReady()).toBe(false)
    join({ all: 71, events: 20 })
    expect(await isReady()).toBe(true)
  })

  it('waits for them from the end of the one before on, and no more once they would be back', async () => {
    const { isReady } = begin(events(20), events(1), { tookMs: 50, sinceMs: 2 })
    expect(await isReady()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await isReady()).toBe(true)
    expect(await begin(events(20), events(1), { sinceMs: 3 }).isReady()).toBe(true)
  })

  it('begins at once where a whole batch of heartbeats waits', async () => {
    expect(await begin(events(20), { all: 500, events: 1 }).isReady()).toBe(true)
  })
})

describe('a batch of events while others come during batches', () => {
  const came = events(3)

  it.each([0, 10])('begins no sooner than its time after the one before, which began %i ms ago', async (tookMs) => {
    const { join, isReady } = begin(events(1), events(1), { came, tookMs })
    join(events(15))
    vi.advanceTimersByTime(24 - tookMs)
    expect(await isReady()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await isReady()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([1, 16, 40])('begins, after one of %i, once it has sixteen', async (took) => {
    const { join, isReady } = begin(events(took), events(1), { came })
    join(events(15))
    vi.advanceTimersByTime(20)
    expect(await isReady()).toBe(false)
    join(events(16))
    expect(await isReady()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits for those who were just answered alone where sixteen came during the one before', async () => {
    const { join, isReady } = begin(events(40), events(16), { came: events(16) })
    join(events(39))
    vi.advanceTimersByTime(2)
    expect(await isReady()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await isReady()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('begins at once where its time has passed, or the one before left something', async () => {
    expect(await begin(events(1), events(1), { came, tookMs: 25 }).isReady()).toBe(true)
    expect(await begin(events(500), events(500), { came: events(500), left: 500 }).isReady()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('still waits for those who were just answered where its time has passed', async () => {
    const { join, isReady } = begin(events(20), events(19), { came, tookMs: 25 })
    expect(await isReady()).toBe(false)
    join(events(20))
    expect(await isReady()).toBe(true)
  })

  it.each([
    [[3, 0, 0, 0], false],
    [[1, 0, 1, 1], false],
    [[3, 0, 0, 0, 0], true],
    [[1, 0, 1, 0], true],
    [[0, 2], true],
  ])('begins at once after batches during which so many came: %j: %s', async (batches, ready) => {
    let isReady = false
    const gathering = createGathering({ ...OPTIONS, elapsedMs: () => 1_000 })
    for (const count of batches) {
      gathering.took(events(1), 0)
      gathering.ended({ all: 9, events: count })
    }
    gathering
      .ready(() => events(1))
      .then(() => {
        isReady = true
      })
    await new Promise((resolve) => setImmediate(resolve))
    gathering.end()
    expect(isReady).toBe(ready)
  })
})

describe('a batch of heartbeats alone', () => {
  it('begins at once after a pause', async () => {
    expect(await begin(heartbeats(3), heartbeats(1), { sinceMs: 100 }).isReady()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('begins at once after a batch of one or two', async () => {
    expect(await begin(heartbeats(2), heartbeats(1)).isReady()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('begins no sooner than its time after the batch before', async () => {
    const { isReady } = begin(events(3), heartbeats(3), { tookMs: 30, sinceMs: 10 })
    vi.advanceTimersByTime(59)
    expect(await isReady()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await isReady()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['an event', { all: 4, events: 1 }],
    ['a whole batch', heartbeats(500)],
  ])('begins with %s', async (_what, more) => {
    const { join, isReady } = begin(heartbeats(3), heartbeats(3))
    join(heartbeats(4))
    expect(await isReady()).toBe(false)
    join(more)
    expect(await isReady()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits on for the events of those who were just answered', async () => {
    const { join, isReady } = begin(events(20), heartbeats(3))
    join({ all: 4, events: 1 })
    expect(await isReady()).toBe(false)
    vi.advanceTimersByTime(3)
    expect(await isReady()).toBe(true)
  })

  it('goes on at once with what had no room in the batch before', async () => {
    expect(await begin(heartbeats(500), heartbeats(3), { left: 3 }).isReady()).toBe(true)
  })

  it('begins at once when the lane closes', async () => {
    const { gathering, isReady } = begin(heartbeats(3), heartbeats(3))
    gathering.end()
    expect(await isReady()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('those who join while nothing gathers change nothing', async () => {
  const { gathering, isReady } = begin(events(16), events(16))
  expect(await isReady()).toBe(true)
  gathering.joined(events(50))
  gathering.end()
  expect(vi.getTimerCount()).toBe(0)
})
