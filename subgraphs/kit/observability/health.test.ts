import { expect, test } from 'vitest'
import { guardCheck, healthOf } from './health.ts'

test('the whole is DOWN with any part that is, and UP with a degraded one', () => {
  const up = { status: 'UP' } as const
  const degraded = { status: 'DEGRADED', reason: 'the broker is away' } as const
  expect(healthOf({})).toEqual({ status: 'UP', components: {} })
  expect(healthOf({ a: up, b: degraded })).toEqual({ status: 'UP', components: { a: up, b: degraded } })
  expect(healthOf({ a: up, b: { status: 'DOWN' }, c: degraded }).status).toBe('DOWN')
})

test('a check is DOWN when it fails, throws or hangs, with its reason', async () => {
  const forever = new Promise<never>(() => {})
  expect(await guardCheck(async () => 1, 1_000)()).toEqual({ status: 'UP' })
  expect(await guardCheck(() => Promise.reject(new Error('no route')), 1_000)()).toEqual({
    status: 'DOWN',
    reason: 'no route',
  })
  expect(
    await guardCheck(() => {
      throw new Error('no pool')
    }, 1_000)(),
  ).toEqual({ status: 'DOWN', reason: 'no pool' })
  expect(await guardCheck(() => forever, 10)()).toEqual({ status: 'DOWN', reason: 'no answer within 10 ms' })
})
