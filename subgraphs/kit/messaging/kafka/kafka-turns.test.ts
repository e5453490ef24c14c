import { expect, test } from 'vitest'
import { createTurns, type Fetched, type PartitionName } from './kafka-turns.ts'

const fetched = (topic: string, offset: number, stamp = `at ${offset}`): Fetched => ({
  offset,
  stamp,
  bytes: 100,
  message: { topic, key: 'k', position: offset, envelope: null },
})

const batchOf = (topic: string, offsets: readonly number[], partition = 0) => ({
  topic,
  partition,
  messages: offsets.map((offset) => fetched(topic, offset)),
})

/** Turns whose messages end when the test says so. */
const open = (concurrency: number) => {
  const begun: string[] = []
  const committed: string[] = []
  const room: PartitionName[] = []
  const underWay: { name: string; end: (error?: Error) => void }[] = []
  const turns = createTurns({
    concurrency,
    handle({ topic, position }) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const name = `${topic}${position}`
      begun.push(name)
      underWay.push({ name, end: (error) => (error === undefined ? resolve() : reject(error)) })
      return promise
    },
    onHandled: ({ topic }, offset) => void committed.push(`${topic}${offset}`),
    onRoom: (partitions) => void room.push(...partitions.map(({ topic, partition }) => ({ topic, partition }))),
  })
  const end = async (error?: Error) => {
    underWay.shift()?.end(error)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const endAll = async () => {
    while (underWay.length > 0) await end()
  }
  return { turns, begun, committed, room, end, endAll }
}

test('messages of a partition are handled one after the other, and committed after handling', async () => {
  const { turns, begun, committed, room, end } = open(3)
  expect(turns.take(batchOf('a', [5, 6]))).toBe('taken')
  expect(begun).toEqual(['a5'])
  await end()
  expect([begun, committed]).toEqual([['a5', 'a6'], ['a6']])
  expect(turns.take(batchOf('a', [7]))).toBe('taken')
  await end()
  await end()
  expect([begun, committed, room]).toEqual([['a5', 'a6', 'a7'], ['a6', 'a7', 'a8'], []])
})

test('topics take turns, however many messages or partitions one of them has', async () => {
  const { turns, begun, endAll } = open(1)
  turns.take(batchOf('a', [0, 1, 2]))
  turns.take(batchOf('a', [0, 1, 2], 1))
  turns.take(batchOf('b', [0, 1]))
  turns.take(batchOf('c', [0]))
  await endAll()
  expect(begun.map(([topic]) => topic).join('')).toBe('abcabaaaa')
})

test('with two at once, the second goes to another topic', async () => {
  const { turns, begun } = open(2)
  turns.take(batchOf('a', [0, 1]))
  turns.take(batchOf('b', [0]))
  expect(begun).toEqual(['a0', 'b0'])
  const lonely = open(2)
  lonely.turns.take(batchOf('a', [0, 1]))
  lonely.turns.take(batchOf('a', [7], 1))
  expect(lonely.begun).toEqual(['a0', 'a7'])
})

test('a message that fails holds up its partition only, and comes again', async () => {
  const { turns, begun, committed, end } = open(1)
  turns.take(batchOf('a', [0, 1]))
  turns.take(batchOf('b', [0]))
  await end(new Error('not yet'))
  expect(begun).toEqual(['a0', 'b0'])
  await end()
  await expect.poll(() => begun).toEqual(['a0', 'b0', 'a0'])
  await end()
  expect([begun, committed]).toEqual([
    ['a0', 'b0', 'a0', 'a1'],
    ['b1', 'a1'],
  ])
})

test('after a rebalance what was fetched is forgotten, and what was handled is not handled again', async () => {
  const { turns, begun, committed, end } = open(1)
  turns.take(batchOf('a', [0, 1, 2]))
  await end()
  turns.assign({ a: [0] })
  // The second message is still under way: the same ones, fetched again, wait for it.
  turns.take(batchOf('a', [0, 1, 2]))
  expect(begun).toEqual(['a0', 'a1'])
  await end()
  expect(begun).toEqual(['a0', 'a1', 'a2'])
  expect(committed).toEqual(['a1', 'a1', 'a2'])
})

test('what is handled after its partition has gone to another member is not told to the group', async () => {
  const { turns, begun, committed, end } = open(1)
  turns.take(batchOf('a', [0, 1]))
  turns.assign({ b: [0] })
  await end()
  expect([begun, committed]).toEqual([['a0'], []])
  turns.assign({ a: [0] })
  turns.take(batchOf('a', [9]))
  expect(begun).toEqual(['a0', 'a9'])
})

test('a topic that was made anew is read from its beginning', async () => {
  const { turns, begun, endAll } = open(1)
  turns.take(batchOf('a', [0, 1]))
  await endAll()
  turns.assign({ a: [0] })
  turns.take({ topic: 'a', partition: 0, messages: [fetched('a', 0, 'later'), fetched('a', 1, 'later')] })
  await endAll()
  expect(begun).toEqual(['a0', 'a1', 'a0', 'a1'])
})

test('there is a bound to what waits, and more is asked for when there is room', async () => {
  const { turns, room, end } = open(1)
  const large = (topic: string, bytes: number) => ({
    topic,
    partition: 0,
    messages: [0, 1, 2].map((offset) => ({ ...fetched(topic, offset), bytes })),
  })
  expect(turns.take(large('a', 200_000))).toBe('full')
  await end()
  expect(room).toEqual([])
  await end()
  // A part is still to be handled while more is fetched.
  expect(room).toEqual([{ topic: 'a', partition: 0 }])
  expect(turns.take(large('b', 6_000_000))).toBe('full')
  expect(turns.take(large('c', 10))).toBe('refused')
  for (const _message of [0, 1, 2]) await end()
  expect(room.slice(1)).toEqual([{ topic: 'c', partition: 0 }])
  await end()
  expect(room.slice(2)).toEqual([{ topic: 'b', partition: 0 }])
})

test('a pause waits for what is under way and begins nothing else', async () => {
  const { turns, begun, end } = open(1)
  turns.take(batchOf('a', [0, 1]))
  let ended = false
  const pause = turns.pause().then(() => {
    ended = true
  })
  expect(ended).toBe(false)
  await end()
  await pause
  expect(begun).toEqual(['a0'])
})
