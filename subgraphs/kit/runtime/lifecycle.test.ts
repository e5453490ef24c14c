import { describe, expect, it } from 'vitest'
import { createConsole } from '../observability/console.ts'
import { createLifecycle, StoppedError } from './lifecycle.ts'

const never = () => new Promise<void>(() => {})

const setUp = () => {
  const steps: string[] = []
  const failures: string[] = []
  const life = createLifecycle({ onFailure: (name) => void failures.push(name), onLoss: () => {} })
  const open = (name: string, close: () => Promise<void> = async () => {}, essential = false) =>
    life.open({
      name,
      atLeastMs: 10,
      essential,
      open: async () => name,
      async close() {
        steps.push(name)
        await close()
      },
    })
  return { life, steps, failures, open }
}

describe('a lifecycle', () => {
  it('closes in reverse order, once, and the rest also where one fails', async () => {
    const { life, steps, failures, open } = setUp()
    await open('database')
    await open('services', () => Promise.reject(new Error('broken')))
    await open('listener')
    expect(await Promise.all([life.stop(1_000), life.stop(1_000)])).toEqual([[], []])
    expect(steps).toEqual(['listener', 'services', 'database'])
    expect(failures).toEqual(['services'])
  })

  it('cuts off what does not end, and keeps the time that the others need', async () => {
    const { life, steps, open } = setUp()
    await open('database')
    await open('services', never)
    expect(await life.stop(30)).toEqual(['services'])
    expect(steps).toEqual(['services', 'database'])
  })

  it('gives each part the time that it may take', async () => {
    const life = createLifecycle({ onFailure: () => {}, onLoss: () => {}, nowMs: () => 0 })
    const reported: number[] = []
    const close = async (_value: unknown, leftMs: number) => void reported.push(leftMs)
    await life.open({ name: 'database', atLeastMs: 1_500, open: async () => {}, close })
    await life.open({ name: 'services', atLeastMs: 1_000, open: async () => {}, close })
    await life.open({ name: 'listener', atLeastMs: 500, open: async () => {}, close })
    await life.stop(4_500)
    expect(reported).toEqual([2_000, 3_000, 4_500])
  })

  it('in a hurry waits for nothing but the essential', async () => {
    const { life, steps, open } = setUp()
    const database = Promise.withResolvers<void>()
    await open('database', () => database.promise, true)
    await open('services', never)
    const stopped = life.stop(60_000)
    life.hurry()
    database.resolve()
    expect(await stopped).toEqual(['services'])
    expect(steps).toEqual(['services', 'database'])
  })

  it('closes what was still being opened when the stop began, and opens nothing more', async () => {
    const { life, steps, open } = setUp()
    const opening = Promise.withResolvers<string>()
    const part = life.open({
      name: 'database',
      atLeastMs: 10,
      open: () => opening.promise,
      close: async (value) => void steps.push(value),
    })
    const stopped = life.stop(1_000)
    opening.resolve('server')
    await expect(part).rejects.toBeInstanceOf(StoppedError)
    expect(await stopped).toEqual([])
    expect(steps).toEqual(['server'])
    await expect(open('listener')).rejects.toBeInstanceOf(StoppedError)
  })
})

describe('the console', () => {
  it('writes progress over on a terminal, and now and then a line elsewhere', () => {
    let nowMs = 0
    const written: string[] = []
    const write = (text: string) => void written.push(text)
    const terminal = createConsole({ isTTY: true, write }, () => nowMs)
    terminal.progress('1 %')
    terminal.progress('2 %')
    terminal.say('done')
    expect(written.join('')).toBe('\r\u001b[K1 %\r\u001b[K2 %\r\u001b[Kdone\n')
    written.length = 0
    const file = createConsole({ write }, () => nowMs)
    for (const percent of [1, 2, 3]) {
      file.progress(`${percent} %`)
      nowMs += 1_500
    }
    expect(written).toEqual(['1 %\n', '3 %\n'])
  })
})
