import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createByteBudget } from './byte-budget.rules.ts'
import { createFairGate } from './fair-gate.ts'
import type { Holder } from './shares.rules.ts'

/** `A` is the one member of its group; `A/x` is the member x of group A. */
const holder = (name: string): Holder => {
  const [group = '', member = ''] = name.split('/')
  return { group, member }
}
const patient = (name: string) => ({ holder: holder(name), patienceMs: 60_000 })
const hasty = (name: string) => ({ holder: holder(name), patienceMs: 10 })

/** Work that ends when the test says so. */
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
  it('has a place for each that comes, however much one sends, and turns for those who wait', async () => {
    const { begun, work, endOne } = openWork()
    const gate = createFairGate({ places: 4 })
    const flood = Array.from({ length: 100 }, (_, n) => gate.through(patient(`FLOOD/${n % 2}`), work(`f${n}`)))
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
    // One place each, and the last one is kept for the next that comes.
    expect(begun).toHaveLength(4)
    const newcomer = gate.through(patient('NEW'), work('n'))
    await delay(0)
    expect(begun.at(-1)).toBe('n')
    calm.push(newcomer)
    for (let n = 0; n < 110; n += 1) await endOne()
    expect(await Promise.all([...flood, ...calm])).toHaveLength(104)
  })

  it('refuses what waits too long, and never begins that work', async () => {
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

  it('never begins the work of a client that goes while it waits, or went before', async () => {
    const { begun, work, endOne } = openWork()
    const gate = createFairGate({ places: 2 })
    const first = gate.through(patient('A'), work('a'))
    const [client, gone] = [new AbortController(), AbortSignal.abort()]
    const left = gate.through({ ...patient('A'), hungUp: () => client.signal }, work('b'))
    client.abort()
    await expect(left).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(gate.through({ ...patient('A'), hungUp: () => gone }, work('c'))).rejects.toThrow()
    const stays = gate.through({ ...patient('A'), hungUp: () => new AbortController().signal }, work('d'))
    await endOne()
    await endOne()
    expect(await Promise.all([first, stays])).toEqual(['a', 'd'])
    expect(begun).toEqual(['a', 'd'])
  })

  it('is free again after work that fails', async () => {
    const gate = createFairGate({ places: 2 })
    for (let n = 0; n < 10; n += 1)
      await expect(gate.through(hasty('A'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})

describe('the gate before a service, for the members of a group', () => {
  it('has a place for each that comes, however much one sends', async () => {
    const { begun, work, endOne } = openWork()
    const gate = createFairGate({ places: 8 })
    const flood = Array.from({ length: 20 }, (_, n) => gate.through(patient('A/mad'), work(`m${n}`)))
    const calm = gate.through(patient('A/calm'), work('c'))
    await delay(0)
    expect(begun).toEqual(['m0', 'm1', 'c'])
    for (let n = 0; n < 21; n += 1) await endOne()
    expect(await Promise.all([...flood, calm])).toHaveLength(21)
  })

  it('lets them take turns', async () => {
    const { begun, work, endOne } = openWork()
    const gate = createFairGate({ places: 1 })
    const all = ['mad', 'mad', 'mad', 'mad', 'calm', 'calm'].map((name) =>
      gate.through(patient(`A/${name}`), work(name)),
    )
    for (let n = 0; n < 6; n += 1) await endOne()
    await Promise.all(all)
    expect(begun).toEqual(['mad', 'mad', 'calm', 'mad', 'calm', 'mad'])
  })

  it('refuses at once what more would wait than may, for those that have much waiting', async () => {
    const { work, endOne } = openWork()
    const gate = createFairGate({ places: 1, maxWaiting: 8 })
    const flood = Array.from({ length: 20 }, (_, n) => gate.through(patient('A/mad'), work(`m${n}`)).catch(() => 'no'))
    const calm = gate.through(patient('B/calm'), work('c'))
    for (let n = 0; n < 4; n += 1) await endOne()
    expect((await Promise.all(flood)).filter((name) => name !== 'no')).toHaveLength(3)
    expect(await calm).toBe('c')
  })

  it('lets wait what is under way, however much waits, and counts it against what begins', async () => {
    const { work, endOne } = openWork()
    const gate = createFairGate({ places: 1, maxWaiting: 2 })
    const one = gate.through(patient('A'), work('one'))
    const more = ['two', 'three', 'four'].map((name) => gate.through({ ...patient('A'), isUnderWay: true }, work(name)))
    expect(gate.waiting()).toBe(3)
    await expect(gate.through(patient('B'), work('new'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    for (let n = 0; n < 4; n += 1) await endOne()
    expect(await Promise.all([one, ...more])).toEqual(['one', 'two', 'three', 'four'])
    expect(gate.waiting()).toBe(0)
  })
})

describe('the gate before a service, where a crowd of one group waits', () => {
  it('lets in whoever has a place first, of whichever group, as their turns come', async () => {
    const { begun, work, endOne } = openWork()
    const gate = createFairGate({ places: 4 })
    const all = ['A/1', 'A/2', 'A/3', 'A/4', 'B/1', 'B/1', 'B/2', 'C/1', 'D/1'].map((name) =>
      gate.through(patient(name), work(name)),
    )
    await delay(0)
    expect(begun).toEqual(['A/1', 'A/2', 'B/1', 'C/1'])
    // One place is kept for a group that has none: A, which comes first, has one.
    await endOne()
    expect(begun.slice(4)).toEqual(['D/1'])
    for (let n = 0; n < 9; n += 1) await endOne()
    await Promise.all(all)
    expect(begun.slice(5)).toEqual(['A/3', 'B/1', 'A/4', 'B/2'])
  })

  it('does not go through it for each place of another group', async () => {
    const { begun, work, endOne } = openWork()
    const gate = createFairGate({ places: 4 })
    const held = ['A/1', 'A/2'].map((name) => gate.through(patient(name), work(name)))
    const crowd = Array.from({ length: 50_000 }, (_, n) => gate.through(patient(`A/crowd-${n}`), async () => 'let in'))
    // To go through 50,000 members 20,000 times would take longer than a test may.
    for (let n = 0; n < 20_000; n += 1) await gate.through(patient('B'), async () => 'b')
    expect(begun).toEqual(['A/1', 'A/2'])
    for (let n = 0; n < 2; n += 1) await endOne()
    expect(await Promise.all(held)).toEqual(['A/1', 'A/2'])
    expect(new Set(await Promise.all(crowd))).toEqual(new Set(['let in']))
  })
})

describe('the room for bodies', () => {
  it('is never had by one group alone, in places or in bytes, and is free again afterwards', () => {
    const room = createByteBudget({ maxPlaces: 100, maxBytes: 1_000 })
    const leaves = Array.from({ length: 200 }, (_, n) => room.enter(holder(`FLOOD/${n}`), 0)).filter(
      (leave) => leave !== null,
    )
    expect(leaves).toHaveLength(50)
    expect(room.enter(holder('FLOOD/new'), 0)).toBeNull()
    expect(room.enter(holder('CALM/a'), 500)).not.toBeNull()
    expect(room.enter(holder('CALM/b'), 500)).toBeNull()
    expect(room.enter(holder('THIRD'), 250)).not.toBeNull()
    for (const leave of leaves) leave()
    expect(room.taken()).toEqual({ places: 2, bytes: 750 })
    expect(room.enter(holder('FLOOD/new'), 0)).not.toBeNull()
  })

  it('has the places and the bytes again of those that left', () => {
    const room = createByteBudget({ maxPlaces: 8, maxBytes: 8 })
    const [none, one] = [room.enter(holder('A'), 0), room.enter(holder('A'), 1)]
    expect(room.taken()).toEqual({ places: 2, bytes: 1 })
    one?.()
    expect(room.taken()).toEqual({ places: 1, bytes: 0 })
    none?.()
    expect(room.taken()).toEqual({ places: 0, bytes: 0 })
  })

  it('is never had by one member of a group alone', () => {
    const room = createByteBudget({ maxPlaces: 1_000, maxBytes: 64 })
    const announced = Array.from({ length: 32 }, () => room.enter(holder('A/mad'), 1)).filter((leave) => leave !== null)
    expect(announced).toHaveLength(16)
    expect(room.enter(holder('A/calm'), 8)).not.toBeNull()
    expect(room.enter(holder('B/calm'), 16)).not.toBeNull()
  })
})
