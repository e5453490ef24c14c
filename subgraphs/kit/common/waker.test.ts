import { expect, test } from 'vitest'
import { createWaker } from './waker.ts'

test('a wake between two waits is not lost, and wakes but once', async () => {
  const waker = createWaker()
  const order: string[] = []
  waker.wake()
  waker.wake()
  await waker.wait(60_000)
  const waiting = waker.wait(60_000).then(() => order.push('woken'))
  order.push('asleep')
  waker.wake()
  await waiting
  expect(order).toEqual(['asleep', 'woken'])
  await waker.wait(1)
})
