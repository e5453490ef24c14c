import { describe, expect, it, vi } from 'vitest'
import { createBatchLane, type Gathering } from './batch-lane.ts'
import { DomainError } from './errors.ts'

/** A lane whose handler fails as `faultOf` says, and the batches that it handled. */
const openLane = (faultOf: (items: readonly string[]) => Error | null, most = 100, gathering?: Gathering) => {
  const batches: string[] = []
  const submit = createBatchLane(
    async (items: readonly string[]) => {
      batches.push(items.join(''))
      // An item that is submitted now waits for the next batch.
      await Promise.resolve()
      const fault = faultOf(items)
      if (fault !== null) throw fault
    },
    most,
    gathering === undefined ? {} : { gathering },
  )
  const outcomeOf = (item: string) =>
    submit(item).then(
      () => `${item} handled`,
      (error: Error) => `${item} ${error.message}`,
    )
  return { batches, outcomeOf, outcomesOf: (items: string) => Promise.all([...items].map(outcomeOf)) }
}
const bad = new Error('bad')

describe('a lane of batches', () => {
  it('handles together what arrives in one turn of the event loop, and what arrives meanwhile', async () => {
    const { batches, outcomesOf, outcomeOf } = openLane(() => null)
    expect(await outcomesOf('abc')).toEqual(['a handled', 'b handled', 'c handled'])
    const first = outcomeOf('d').then(() => outcomesOf('ef'))
    expect(await first).toEqual(['e handled', 'f handled'])
    expect(batches).toEqual(['abc', 'd', 'ef'])
  })

  it('handles no more together than it may', async () => {
    const { batches, outcomesOf } = openLane(() => null, 2)
    await outcomesOf('abcde')
    expect(batches).toEqual(['ab', 'cd', 'e'])
  })

  it('halves a batch that fails until what is faulty is alone', async () => {
    const { batches, outcomesOf } = openLane((items) => (items.includes('x') ? bad : null))
    expect(await outcomesOf('abxde')).toEqual(['a handled', 'b handled', 'x bad', 'd handled', 'e handled'])
    expect(batches).toEqual(['abxde', 'ab', 'xde', 'x', 'de'])
  })

  it('fails as a whole in an outage, and goes on with what comes then', async () => {
    let isUp = false
    const { batches, outcomesOf } = openLane(() => (isUp ? null : new DomainError('UNAVAILABLE', 'away')))
    expect(await outcomesOf('ab')).toEqual(['a away', 'b away'])
    isUp = true
    expect(await outcomesOf('ab')).toEqual(['a handled', 'b handled'])
    expect(batches).toEqual(['ab', 'ab'])
  })
})

describe('a lane that gathers', () => {
  const passing = async (work: (pass: (ms: number) => Promise<unknown>) => Promise<void>) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    try {
      await work(async (ms) => {
        await turn()
        await vi.advanceTimersByTimeAsync(ms)
        await turn()
      })
    } finally {
      vi.useRealTimers()
    }
  }

  it('begins at once after a pause, and else so long after the batch before', () =>
    passing(async (pass) => {
      const { batches, outcomesOf } = openLane(() => null, 100, { ms: 100, enough: 10 })
      const all = [outcomesOf('a')]
      await pass(40)
      expect(batches).toEqual(['a'])
      all.push(outcomesOf('b'))
      await pass(40)
      all.push(outcomesOf('cd'))
      await pass(15)
      expect(batches).toEqual(['a'])
      await pass(10)
      expect(batches).toEqual(['a', 'bcd'])
      await pass(200)
      all.push(outcomesOf('e'))
      await pass(0)
      expect(batches).toEqual(['a', 'bcd', 'e'])
      await Promise.all(all)
    }))

  it('begins as soon as enough wait', () =>
    passing(async (pass) => {
      const { batches, outcomesOf } = openLane(() => null, 3, { ms: 100, enough: 2 })
      const all = [outcomesOf('a')]
      await pass(1)
      all.push(outcomesOf('b'))
      await pass(1)
      expect(batches).toEqual(['a'])
      all.push(outcomesOf('cdefg'))
      await pass(1)
      expect(batches).toEqual(['a', 'bcd', 'efg'])
      await Promise.all(all)
    }))
})
