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

test('those that were refused before are created alone, one after the other, and are not waited for', async () => {
  const { provide, asked, failed, answer } = open(['a', 'b'])
  expect(await provide(['a', 'b'])).toEqual({ failures: NONE, pending: ['a', 'b'] })
  await expect.poll(() => asked).toEqual([['a']])
  expect(await provide(['a', 'b'])).toEqual({ failures: NONE, pending: ['a', 'b'] })
  answer(0, new Map([['a', 'no quota']]))
  await expect.poll(() => asked).toEqual([['a'], ['b']])
  answer(1)
  await expect.poll(() => failed).toEqual([new Map([['a', 'no quota']]), NONE])
})
