import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { createLiveCount } from '../testing/live-count.testing.ts'
import { createIntake, type TakeIn } from './intake.ts'
import { createIntakeThread, type IntakeThread } from './intake-thread.ts'

const SENDER = { holder: { group: 'ACME', member: 'atm ATM-1' }, labels: [] }
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
const openIntake = () => closing(createIntake({ onFault: () => {} }))
const bodyOf = (chunks: AsyncIterable<Uint8Array>) => ({ chunks, contentEncoding: null, contentType: null })

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
    async function* pieces() {
      // A part of a larger memory, which is copied for the thread.
      for (let n = 0; n < PIECES; n += 1) yield live.note(Buffer.from(new ArrayBuffer(200), 100))
      held.resolve(await live.count())
    }
    const size = await openIntake().takeIn(bodyOf(pieces()), SENDER, async ({ sizeBytes }) => sizeBytes)
    expect(size).toBe(PIECES * 100)
    expect(await held.promise).toBeLessThan(1_000)
  })
})

it('a file keeps its place until it is stored: one that finds none is not read', async () => {
  const intake = openIntake()
  const stored = Promise.withResolvers<void>()
  const arrived: string[] = []
  const send = (name: string) => {
    const taken = Promise.withResolvers<void>()
    async function* pieces() {
      arrived.push(name)
      yield Buffer.from(name)
    }
    const store = () => {
      taken.resolve()
      return stored.promise
    }
    return { taken: taken.promise, ended: intake.takeIn(bodyOf(pieces()), SENDER, store) }
  }
  // As many as one sender has places.
  const waiting = Array.from({ length: 16 }, (_, n) => send(`file ${n}`))
  for (const { taken } of waiting) await taken
  const next = send('the next one')
  await setImmediate()
  expect(arrived).toHaveLength(16)
  stored.resolve()
  await Promise.all([...waiting, next].map(({ ended }) => ended))
  expect(arrived.at(-1)).toBe('the next one')
})
