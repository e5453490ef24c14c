import { expect, onTestFinished, test, vi } from 'vitest'
import { createPartitionTurns, type Fetched, type PartitionName } from './kafka-turns.ts'

const fetched = (topic: string, offset: number, stamp = `at ${offset}`, bytes = 100): Fetched => ({
  offset,
  stamp,
  bytes,
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
  const turns = createPartitionTurns({
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

test('what is handled after its partition has gone to another member is not committed to the group', async () => {
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

test('a rebalance during a pause begins nothing: the pause ends with what was under way', async () => {
  const { turns, begun, end } = open(1)
  turns.take(batchOf('a', [0, 1]))
  let ended = false
  const pause = turns.pause().then(() => {
    ended = true
  })
  turns.assign({ a: [0], b: [0] })
  turns.take(batchOf('b', [0]))
  await end()
  expect([begun, ended]).toEqual([['a0'], true])
  await pause
  turns.reopen()
  turns.take(batchOf('b', [1]))
  expect(begun).toEqual(['a0'])
  turns.assign({ b: [0] })
  turns.take(batchOf('b', [0]))
  expect(begun).toEqual(['a0', 'b0'])
})

const KIB = 1_024
const sized = (topic: string, sizes: readonly number[], partition = 0) => ({
  topic,
  partition,
  messages: sizes.map((bytes, offset) => fetched(topic, offset, `at ${offset}`, bytes)),
})

test('a partition is full above 512 KiB, and has room again at 256 KiB', async () => {
  const { turns, room, end } = open(1)
  expect(turns.take(sized('a', [512 * KIB]))).toBe('taken')
  expect(turns.take(sized('b', [1, 256 * KIB, 256 * KIB]))).toBe('full')
  await end()
  expect(room).toEqual([])
  // Its first message leaves exactly 512 KiB, the second one 256.
  await end()
  expect(room).toEqual([])
  await end()
  expect(room).toEqual([{ topic: 'b', partition: 0 }])
})

test('above 16 MiB everything is refused, and asked for again at 8 MiB', async () => {
  const { turns, room, begun, end } = open(1)
  const half = 8 * KIB * KIB
  expect(turns.take(sized('a', [1, 1, half - 1]))).toBe('full')
  expect(turns.take(sized('b', [half - 1]))).toBe('full')
  expect(turns.take(sized('c', [1]))).toBe('taken')
  expect(turns.take(sized('d', [1]))).toBe('refused')
  expect(turns.take(sized('d', [1], 1))).toBe('refused')
  expect(turns.take(sized('d', [1]))).toBe('refused')
  await end()
  expect(begun).toEqual(['a0', 'b0'])
  expect(room).toEqual([])
  await end()
  // What is left is 8 MiB and one byte: of b and c nothing more.
  expect([begun, room]).toEqual([['a0', 'b0', 'c0'], [{ topic: 'b', partition: 0 }]])
  await end()
  expect(room.slice(1)).toEqual([0, 1].map((partition) => ({ topic: 'd', partition })))
  expect(turns.take(sized('d', [1]))).toBe('taken')
})

test('what is forgotten in a rebalance makes room, and is not asked for again', async () => {
  const { turns, room, end, begun } = open(1)
  expect(turns.take(sized('a', [17 * KIB * KIB]))).toBe('full')
  expect(turns.take(sized('b', [1]))).toBe('refused')
  turns.assign({ b: [0], c: [0] })
  expect(turns.take(sized('c', [16 * KIB * KIB]))).toBe('full')
  expect(turns.take(sized('b', [1]))).toBe('taken')
  await end()
  // Of what was at work nothing is committed to the group, nor of what was refused before.
  expect([begun, room]).toEqual([['a0', 'c0'], []])
})

test('what was handled is skipped wherever it is in what is fetched again', async () => {
  const { turns, begun, committed, endAll } = open(1)
  turns.take(batchOf('a', [3, 4, 5]))
  await endAll()
  turns.assign({ a: [0] })
  expect(turns.take(batchOf('a', [3, 4, 5]))).toBe('taken')
  expect(committed).toEqual(['a4', 'a5', 'a6', 'a6'])
  turns.take(batchOf('a', [6, 5, 7]))
  await endAll()
  // Only what was handled last is known, and all that was fetched before it with it.
  expect(begun).toEqual(['a3', 'a4', 'a5', 'a7'])
  expect(committed).toEqual(['a4', 'a5', 'a6', 'a6', 'a6', 'a8'])
})

test('a message with the offset of the last one but another stamp is another one, and vice versa', async () => {
  const { turns, begun, endAll } = open(1)
  turns.take(batchOf('a', [4]))
  await endAll()
  turns.assign({ a: [0] })
  turns.take({ topic: 'a', partition: 0, messages: [fetched('a', 4, 'at 5'), fetched('a', 5, 'at 4')] })
  await endAll()
  expect(begun).toEqual(['a4', 'a4', 'a5'])
})

test('a message that fails waits 100 ms, twice as long each time, and half a second at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { turns, begun, end } = open(1)
  turns.take(batchOf('a', [0, 1]))
  const waited: number[] = []
  for (let tries = 1; tries <= 5; tries += 1) {
    await end(new Error('not yet'))
    const failedAtMs = performance.now()
    while (begun.length === tries) await vi.advanceTimersByTimeAsync(1)
    waited.push(performance.now() - failedAtMs)
  }
  expect(waited).toEqual([101, 201, 401, 501, 501])
  await end()
  expect(begun.at(-1)).toBe('a1')
  await end(new Error('not yet'))
  await vi.advanceTimersByTimeAsync(101)
  expect(begun).toEqual(['a0', 'a0', 'a0', 'a0', 'a0', 'a0', 'a1', 'a1'])
})

test('a partition that failed is not begun before its time by what else ends', async () => {
  const { turns, begun, end } = open(2)
  turns.take(batchOf('a', [0]))
  turns.take(batchOf('b', [0, 1]))
  await end(new Error('not yet'))
  await end()
  expect(begun).toEqual(['a0', 'b0', 'b1'])
})

test('a pause begins nothing of what is fetched meanwhile, and the assignment of another membership ends it', async () => {
  const { turns, begun, end } = open(2)
  await turns.pause()
  turns.take(batchOf('a', [0]))
  expect(begun).toEqual([])
  turns.reopen()
  turns.assign({ a: [0], b: [0] })
  turns.take(batchOf('a', [0]))
  turns.take(batchOf('b', [0]))
  const committed: string[] = []
  const pauses = ['first', 'second'].map(async (name) => {
    await turns.pause()
    committed.push(name)
  })
  await end()
  expect(committed).toEqual([])
  await end()
  await Promise.all(pauses)
  expect([...begun, ...committed]).toEqual(['a0', 'b0', 'first', 'second'])
})

test('a topic that is assigned again is as if it was never served', async () => {
  const { turns, begun, endAll } = open(1)
  turns.take(batchOf('a', [0]))
  turns.take(batchOf('b', [0]))
  await endAll()
  turns.assign({ b: [0], c: [0] })
  turns.assign({ a: [0], b: [0], c: [0] })
  await turns.pause()
  turns.reopen()
  turns.assign({ a: [1], b: [1], c: [1] })
  for (const topic of ['c', 'b', 'a']) turns.take(batchOf(topic, [7], 1))
  await endAll()
  // c was begun as it came; b was served before, a never.
  expect(begun).toEqual(['a0', 'b0', 'c7', 'a7', 'b7'])
})
