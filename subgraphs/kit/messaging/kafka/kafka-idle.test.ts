import { createRequire } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { quietenIdleConnections } from './kafka-idle.ts'

afterEach(() => void vi.useRealTimers())

/** A queue of requests as kafkajs has one for each connection; its pending requests, and a look for them. */
const openQueue = () => {
  const load = createRequire(import.meta.url)
  const queue: object = Reflect.construct(load('kafkajs/src/network/requestQueue'), [{ maxInFlightRequests: 1 }])
  const pending: unknown[] = Reflect.get(queue, 'pending')
  const look = (): void => Reflect.apply(Reflect.get(queue, 'scheduleCheckPendingRequests'), queue, [])
  return { pending, look }
}

test('a connection to Kafka has a timer while requests wait, and none while it is idle', () => {
  vi.useFakeTimers()
  quietenIdleConnections()
  quietenIdleConnections()
  const { pending, look } = openQueue()
  look()
  expect(vi.getTimerCount()).toBe(0)
  pending.push({})
  look()
  expect(vi.getTimerCount()).toBe(1)
})
