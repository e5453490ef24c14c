import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { createLiveCount } from '../testing/live-count.testing.ts'
import { createIntake, type TakeIn } from './intake.ts'
import { createIntakeThread, type IntakeThread, startIntakeWorker } from './intake-thread.ts'

const SENDER = { group: 'ACME', member: 'atm ATM-1' }
const PIECES = 5_000

const opened: (IntakeThread | TakeIn)[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})
const closing = <T extends IntakeThread | TakeIn>(one: T): T => {
  opened.push(one)
  return one
}

/** A thread that takes nothing. */
const startBusyWorker = () => new Worker('setInterval(() => {}, 1e9)', { eval: true })
const openThread = (start: () => Worker) => {
  const thread = closing(createIntakeThread(() => {}, start))
  return thread.open({ gzip: false, maxBytes: 33_554_432, labels: [] }, async () => {})
}

describe('while a file is taken in', () => {
  it.each([1, 4_096, 65_536])('a bounded number of its pieces of %d bytes waits for the thread', async (length) => {
    const stream = openThread(startBusyWorker)
    let waiting = 0
    const isTaken = () => Promise.race([stream.push(Buffer.alloc(length)).then(() => true), setImmediate(false)])
    while (waiting < PIECES && (await isTaken())) waiting += 1
    expect(waiting * length).toBeLessThan(524_288)
    expect(waiting).toBeLessThan(1_000)
    stream.abort()
    await expect(stream.digest).rejects.toThrow('given up')
  })

  it('no piece of it is held that the thread has taken', async () => {
    const live = createLiveCount()
    const held = Promise.withResolvers<number>()
    async function* body() {
      // A part of a larger memory, which is copied for the thread.
      for (let n = 0; n < PIECES; n += 1) yield live.note(Buffer.from(new ArrayBuffer(200), 100))
      held.resolve(await live.count())
    }
    const intake = closing(createIntake({ onFault: () => {}, startWorker: startIntakeWorker }))
    const taken = await intake.takeIn({ chunks: body(), contentEncoding: null, contentType: null }, SENDER)
    await taken.close()
    expect(taken.sizeBytes).toBe(PIECES * 100)
    expect(await held.promise).toBeLessThan(1_000)
  })
})
