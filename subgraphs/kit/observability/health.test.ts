import { expect, test, vi } from 'vitest'
import { CHECK_TIMEOUT_MS, type Component, createHealth, guardCheck, healthOf } from './health.ts'

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

test('checks that throw, reject or hang are not known, and keep none of the others', async () => {
  vi.useFakeTimers()
  try {
    const health = createHealth([
      ['fine', async () => ({ status: 'UP' })],
      ['down', guardCheck(() => new Promise(() => {}), 2_000)],
      ['hanging', () => new Promise(() => {})],
      ['rejecting', () => Promise.reject(new Error('no route'))],
      [
        'throwing',
        () => {
          throw new Error('no pool')
        },
      ],
    ])
    const asked = health()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await asked).toEqual({
      fine: { status: 'UP' },
      // It says itself what it means that nothing answers, after as long a time.
      down: { status: 'DOWN', reason: 'no answer within 2000 ms' },
      hanging: { status: 'DEGRADED', reason: 'not known: no answer within 2000 ms' },
      rejecting: { status: 'DEGRADED', reason: 'not known: no route' },
      throwing: { status: 'DEGRADED', reason: 'not known: no pool' },
    })
  } finally {
    vi.useRealTimers()
  }
})

test('a check that hangs is not begun again until it has ended', async () => {
  vi.useFakeTimers()
  try {
    const begun: PromiseWithResolvers<Component>[] = []
    const check = () => {
      const one = Promise.withResolvers<Component>()
      begun.push(one)
      return one.promise
    }
    const health = createHealth([['slow', check]])
    const ask = async () => {
      const asked = health()
      await vi.advanceTimersByTimeAsync(2_000)
      return (await asked).slow?.status
    }
    expect([await ask(), await ask(), await ask(), begun.length]).toEqual(['DEGRADED', 'DEGRADED', 'DEGRADED', 1])
    begun[0]?.reject(new Error('lost'))
    await vi.advanceTimersByTimeAsync(0)
    expect([await ask(), begun.length]).toEqual(['DEGRADED', 2])
    begun[1]?.resolve({ status: 'UP' })
    await vi.advanceTimersByTimeAsync(0)
    const asked = health()
    begun[2]?.resolve({ status: 'UP' })
    expect([await asked, begun.length]).toEqual([{ slow: { status: 'UP' } }, 3])
  } finally {
    vi.useRealTimers()
  }
})

test('a check that is guarded is DOWN while it hangs, and not begun again until it has ended', async () => {
  vi.useFakeTimers()
  try {
    const begun: PromiseWithResolvers<void>[] = []
    const hanging = () => {
      const one = Promise.withResolvers<void>()
      begun.push(one)
      return one.promise
    }
    const health = createHealth([['db', guardCheck(hanging, CHECK_TIMEOUT_MS)]])
    const ask = async () => {
      const asked = health()
      await vi.advanceTimersByTimeAsync(CHECK_TIMEOUT_MS)
      return (await asked).db?.status
    }
    expect([await ask(), await ask(), await ask(), begun.length]).toEqual(['DOWN', 'DOWN', 'DOWN', 1])
    begun[0]?.reject(new Error('lost'))
    await vi.advanceTimersByTimeAsync(0)
    const asked = health()
    begun[1]?.resolve()
    expect([await asked, begun.length]).toEqual([{ db: { status: 'UP' } }, 2])
  } finally {
    vi.useRealTimers()
  }
})

test('a check that threw at once is begun again', async () => {
  let fails = true
  const health = createHealth([
    [
      'part',
      () => {
        if (fails) throw new Error('no pool')
        return Promise.resolve({ status: 'UP' })
      },
    ],
  ])
  expect(await health()).toEqual({ part: { status: 'DEGRADED', reason: 'not known: no pool' } })
  fails = false
  expect(await health()).toEqual({ part: { status: 'UP' } })
})
