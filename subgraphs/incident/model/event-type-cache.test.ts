import { expect, it } from 'vitest'
import { createEventTypeCache } from './event-type-cache.ts'
import type { KnownType } from './ingest.types.ts'

const typesOf = (...names: string[]): KnownType[] =>
  names.map((eventType, n) => ({ id: n + 1, eventType, category: 'OTHER', group: null }))

/** A cache over a store that answers when it is told to. */
const openCache = () => {
  const asked: PromiseWithResolvers<KnownType[]>[] = []
  const lookUps: boolean[] = []
  let nowMs = 1_000_000
  const list = () => {
    const answer = Promise.withResolvers<KnownType[]>()
    asked.push(answer)
    return answer.promise
  }
  const cache = createEventTypeCache(
    list,
    () => new Date(nowMs),
    (isHit) => lookUps.push(isHit),
  )
  return {
    cache,
    lookUps,
    countLists: () => asked.length,
    pass(ms: number) {
      nowMs += ms
    },
    answer: (n: number, ...names: string[]) => asked[n]?.resolve(typesOf(...names)),
    fail: (n: number) => asked[n]?.reject(new Error('away')),
  }
}
/** The name that was found, null for none, or 'waits' where the store has to answer first. */
const nameOf = async (find: Promise<KnownType | null>): Promise<string | null> =>
  Promise.race([
    find.then((type) => type?.eventType ?? null),
    new Promise<string>((resolve) => setImmediate(() => resolve('waits'))),
  ])
/** A cache that knows the type KNOWN, as it was three seconds ago. */
const openKnown = async () => {
  const opened = openCache()
  const first = opened.cache.find('KNOWN')
  opened.answer(0, 'KNOWN')
  expect(await nameOf(first)).toBe('KNOWN')
  opened.pass(3_000)
  return opened
}

it('finds a known type at once while a read waits for the store', async () => {
  const { cache, answer, lookUps, countLists } = await openKnown()
  const read = cache.current()
  expect(countLists()).toBe(2)
  expect(await nameOf(cache.find('KNOWN'))).toBe('KNOWN')
  expect(lookUps).toEqual([false, false, true])
  answer(1, 'KNOWN', 'ADDED')
  expect([...(await read).byName.keys()]).toEqual(['KNOWN', 'ADDED'])
})

it('finds a known type at once while an unknown one is looked up, and the unknown one as soon as it is read', async () => {
  const { cache, answer, countLists } = await openKnown()
  const added = cache.find('ADDED')
  expect(await nameOf(added)).toBe('waits')
  expect(await nameOf(cache.find('KNOWN'))).toBe('KNOWN')
  answer(1, 'KNOWN', 'ADDED')
  expect(await nameOf(added)).toBe('ADDED')
  expect(await nameOf(cache.find('ADDED'))).toBe('ADDED')
  expect(countLists()).toBe(2)
})

it('finds a known type at once after one was added here, and reads the added one', async () => {
  const { cache, answer } = await openKnown()
  cache.forget()
  const added = cache.find('ADDED')
  expect(await nameOf(cache.find('KNOWN'))).toBe('KNOWN')
  answer(1, 'KNOWN', 'ADDED')
  expect(await nameOf(added)).toBe('ADDED')
})

it('finds a type no more as soon as a read does not show it', async () => {
  const { cache, answer } = await openKnown()
  const read = cache.current()
  answer(1)
  await read
  expect(await nameOf(cache.find('KNOWN'))).toBe(null)
})

it('is not set back by a read that began before another and ends after it', async () => {
  const { cache, answer } = await openKnown()
  const slow = cache.current()
  await nameOf(cache.find('KNOWN'))
  cache.forget()
  const fast = cache.current()
  answer(2)
  await fast
  answer(1, 'KNOWN')
  await slow
  expect(await nameOf(cache.find('KNOWN'))).toBe(null)
})

it('serves what it knows while the store cannot be reached', async () => {
  const { cache, fail } = await openKnown()
  const read = cache.current()
  fail(1)
  expect([...(await read).byName.keys()]).toEqual(['KNOWN'])
  expect(await nameOf(cache.find('KNOWN'))).toBe('KNOWN')
})

it('looks up unknown types no more than four times a second', async () => {
  const { cache, answer, countLists, pass } = await openKnown()
  const first = cache.find('UNKNOWN')
  expect(await nameOf(first)).toBe('waits')
  answer(1, 'KNOWN')
  expect(await nameOf(first)).toBe(null)
  pass(250)
  expect(await nameOf(cache.find('UNKNOWN'))).toBe(null)
  expect(countLists()).toBe(2)
  pass(1)
  expect(await nameOf(cache.find('UNKNOWN'))).toBe('waits')
  expect(countLists()).toBe(3)
})
