import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createFairGate } from './fair-gate.ts'
import { createRoom } from './room.rules.ts'

const patient = (key: string) => ({ key, patienceMs: 60_000 })
const hasty = (key: string) => ({ key, patienceMs: 10 })

/** Work that ends when it is told to. */
const openWork = () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name)
        ends.push(() => resolve(name))
      }),
    async endOne() {
      ends.shift()?.()
      await delay(0)
    },
  }
}

describe('the gate before a service', () => {
  it('has a place for whoever comes, however much one sends, and turns for those who wait', async () => {
    const { begun, work, endOne } = openWork()
    const gate = createFairGate({ places: 4 })
    const flood = Array.from({ length: 100 }, (_, n) => gate.through(patient('FLOOD'), work(`f${n}`)))
    await delay(0)
    expect(begun).toEqual(['f0', 'f1'])
    const calm = [
      gate.through(patient('CALM'), work('c0')),
      gate.through(patient('CALM'), work('c1')),
      gate.through(patient('OTHER'), work('o')),
    ]
    await delay(0)
    expect(begun).toEqual(['f0', 'f1', 'c0', 'o'])
    await endOne()
    // One place each, and the last one is kept for whoever comes next.
    expect(begun).toHaveLength(4)
    const newcomer = gate.through(patient('NEW'), work('n'))
    await delay(0)
    expect(begun.at(-1)).toBe('n')
    calm.push(newcomer)
    for (let n = 0; n < 110; n += 1) await endOne()
    expect(await Promise.all([...flood, ...calm])).toHaveLength(104)
  })

  it('says so to whoever waits too long, and never begins that work', async () => {
    const { begun, work, endOne } = openWork()
    const gate = createFairGate({ places: 2 })
    const first = gate.through(hasty('A'), work('a'))
    await expect(gate.through(hasty('A'), work('b'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 2,
    })
    await endOne()
    await first
    expect(begun).toEqual(['a'])
    const again = gate.through(hasty('A'), work('c'))
    await delay(0)
    await endOne()
    expect(await again).toBe('c')
  })

  it('is free again after work that fails', async () => {
    const gate = createFairGate({ places: 2 })
    for (let n = 0; n < 10; n += 1)
      await expect(gate.through(hasty('A'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})

describe('the room for bodies', () => {
  it('is never had by one alone, in places or in bytes, and is free again afterwards', () => {
    const room = createRoom({ maxPlaces: 100, maxBytes: 1_000 })
    const leaves = Array.from({ length: 200 }, () => room.enter('FLOOD', 0)).filter((leave) => leave !== null)
    expect(leaves).toHaveLength(50)
    expect(room.enter('FLOOD', 0)).toBeNull()
    expect(room.enter('CALM', 600)).not.toBeNull()
    expect(room.enter('CALM', 600)).toBeNull()
    expect(room.enter('THIRD', 400)).not.toBeNull()
    for (const leave of leaves) leave()
    expect(room.taken()).toEqual({ places: 2, bytes: 1_000 })
    expect(room.enter('FLOOD', 0)).not.toBeNull()
  })
})
