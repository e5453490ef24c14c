import { expect, test } from 'vitest'
import { createCreations, type Failures } from './kafka-creations.ts'

const NONE: Failures = new Map()

/** Requests that are answered when the test says so. */
const open = (refused: readonly string[] = []) => {
  const asked: (readonly string[])[] = []
  const answers: PromiseWithResolvers<Failures>[] = []
  const failed: Failures[] = []
  const { provide } = createCreations({
    make(topics) {
      const answer = Promise.withResolvers<Failures>()
      asked.push(topics)
      answers.push(answer)
      return answer.promise
    },
    wasRefused: (topic) => refused.includes(topic),
    onFailed: (failures) => void failed.push(failures),
    patienceMs: 20,
  })
  return { provide, asked, failed, answer: (n: number, failures = NONE) => answers[n]?.resolve(failures) }
}

test('new topics are created with one request, which is waited for', async () => {
  const { provide, asked, failed, answer } = open()
  const providing = provide(['a', 'b'])
  await expect.poll(() => asked).toEqual([['a', 'b']])
  answer(0, new Map([['b', 'no quota']]))
  expect(await providing).toEqual({ failures: new Map([['b', 'no quota']]), pending: [] })
  expect(failed).toEqual([])
})

test('a request without an answer is not waited for, nor sent twice, and holds up no later one', async () => {
  const { provide, asked, failed, answer } = open()
  expect(await provide(['a'])).toEqual({ failures: NONE, pending: ['a'] })
  const providing = provide(['a', 'b'])
  await expect.poll(() => asked).toEqual([['a'], ['b']])
  answer(1)
  expect(await providing).toEqual({ failures: NONE, pending: ['a'] })
  answer(0, new Map([['a', 'no answer']]))
  await expect.poll(() => failed).toEqual([new Map([['a', 'no answer']])])
  void provide(['a'])
  await expect.poll(() => asked).toEqual([['a'], ['b'], ['a']])
})

test('those that were refused before are created alone, eight at a time, and are not waited for', async () => {
  const topics = Array.from('abcdefghij')
  const { provide, asked, failed, answer } = open(topics)
  const eight = topics.slice(0, 8).map((topic) => [topic])
  expect(await provide(topics)).toEqual({ failures: NONE, pending: topics })
  await expect.poll(() => asked).toEqual(eight)
  expect(await provide(topics)).toEqual({ failures: NONE, pending: topics })
  answer(3, new Map([['d', 'no quota']]))
  await expect.poll(() => asked).toEqual([...eight, ['i']])
  expect(failed).toEqual([new Map([['d', 'no quota']])])
  // It is not under way any more, and has its turn after those that wait for theirs.
  expect(await provide(['d'])).toEqual({ failures: NONE, pending: ['d'] })
  for (const n of [0, 8]) answer(n)
  await expect.poll(() => asked).toEqual([...eight, ['i'], ['j'], ['d']])
})

test('one of them without an answer holds up no other one', async () => {
  const topics = Array.from({ length: 100 }, (_, n) => `t${n}`)
  const { provide, asked, failed, answer } = open(topics)
  await provide(topics)
  for (let n = 1; n < topics.length; n += 1) {
    await expect.poll(() => asked[n]).toEqual([`t${n}`])
    answer(n, new Map([[`t${n}`, 'no quota']]))
  }
  await expect.poll(() => failed.length).toBe(99)
  expect((await provide(topics)).pending).toEqual(topics)
  expect(asked.filter(([topic]) => topic === 't0')).toHaveLength(1)
})
