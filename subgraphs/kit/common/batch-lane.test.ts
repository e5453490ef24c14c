import { describe, expect, it } from 'vitest'
import { createBatchLane } from './batch-lane.ts'
import { DomainError } from './errors.ts'

/** A lane whose handler fails as `faultOf` says, and the batches that it handled. */
const openLane = (faultOf: (items: readonly string[]) => Error | null, most = 100) => {
  const batches: string[] = []
  const submit = createBatchLane(async (items: readonly string[]) => {
    batches.push(items.join(''))
    // An item that is submitted now waits for the next batch.
    await Promise.resolve()
    const fault = faultOf(items)
    if (fault !== null) throw fault
  }, most)
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
