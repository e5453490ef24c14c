import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IncomingMessage } from '../../subgraphs/kit/messaging/events.ts'
import { messageOf } from '../messaging/transport-contract.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { missing, openBroker, type TestBroker } from './broker.ts'
import { openHoldingProxy, REQUEST } from './holding-proxy.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

const numberOf = ({ envelope }: IncomingMessage): number => Number(/"n":(\d+)/.exec(JSON.stringify(envelope))?.[1])

describeWhere({ missing }, 'a broker that does not answer', () => {
  let broker: TestBroker

  beforeAll(async () => {
    broker = await openBroker()
  })
  afterAll(() => broker?.close())

  /** A transport that reaches the broker through a proxy. */
  const openHeld = async (isHeld: (kind: number) => boolean, publishTimeoutMs = 10_000) => {
    const proxy = await openHoldingProxy(Number(broker.address.split(':')[1]), isHeld)
    const own = broker.open({ portOf: () => proxy.port, publishTimeoutMs })
    const close = async () => {
      await own.close()
      await proxy.close()
    }
    return { own, proxy, close }
  }

  /** The numbers of all that a topic holds; `count` at least. */
  const listAll = async (topic: string, count: number): Promise<number[]> => {
    const all: number[] = []
    const handle = async (message: IncomingMessage) => void all.push(numberOf(message))
    const transport = broker.open()
    const subscription = transport.subscribe({ group: randomUUID(), topics: [topic], concurrency: 1, handle })
    await expect.poll(() => all.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count)
    await subscription.close()
    return all.sort((a, b) => a - b)
  }

  test('when it is to create a topic holds up no other one, and that one is written to once it exists', async () => {
    const [stuck, made, free] = [`test.${randomUUID()}`, `test.${randomUUID()}`, `test.${randomUUID()}`]
    await broker.open().publish([messageOf(free, 'k', 0)])
    let isHolding = true
    const { own, proxy, close } = await openHeld((kind) => isHolding && kind === REQUEST.createTopics)
    let longestMs = 0
    /** Sends to both. Which one is refused takes a moment at most. */
    const send = async (n: number) => {
      const startedMs = performance.now()
      const sent = own.publish([messageOf(stuck, 'k', 0), messageOf(free, 'k', n)])
      await expect(sent).rejects.toMatchObject({ topics: new Set([stuck]) })
      longestMs = Math.max(longestMs, performance.now() - startedMs)
    }
    await send(1)
    expect(own.listRefused?.()).toEqual([stuck])
    let sent = 1
    const attempts = async () => {
      sent += 1
      await send(sent)
      return proxy.held()
    }
    // Until the first attempt was given up, and the next one has begun.
    await expect.poll(attempts, { timeout: 20_000, interval: 100 }).toBe(2)
    // An answer is waited for no longer than five seconds, which each would have taken.
    expect(longestMs).toBeLessThan(4_500)
    isHolding = false
    await own.publish([messageOf(made, 'k', 0)])
    proxy.release()
    const attempt = () =>
      own.publish([messageOf(stuck, 'k', 0)]).then(
        () => 'published',
        (error: unknown) => error,
      )
    await expect.poll(attempt, { timeout: 15_000 }).toBe('published')
    expect(await listAll(stuck, 1)).toEqual([0])
    expect(await listAll(free, sent + 1)).toEqual(upTo(sent + 1))
    await close()
  })

  test('in the middle of a list has what was written of it before not written again', async () => {
    const topic = `test.${randomUUID()}`
    await broker.open().publish([messageOf(topic, 'k', 0)])
    let batches = 0
    const isHeld = (kind: number) => {
      if (kind === REQUEST.produce) batches += 1
      return kind === REQUEST.produce && batches === 2
    }
    const { own, proxy, close } = await openHeld(isHeld, 500)
    const list = upTo(300).map((n) => messageOf(topic, 'k', n + 1))
    await expect(own.publish(list)).rejects.toThrow(/not acknowledged/)
    await expect(own.publish(list)).rejects.toThrow(/Kafka cannot be reached/)
    proxy.release()
    await own.publish([...list, messageOf(topic, 'k', 301)])
    const all = await listAll(topic, 302)
    expect([all.length, new Set(all)]).toEqual([302, new Set(upTo(302))])
    await close()
  })
})
