import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Cluster } from './cluster.ts'

const PER_SECOND = 100
/** Five seconds' worth may come at once. */
const BURST = 5 * PER_SECOND
const SMALL = 50
const LARGE = 500

const AGENT = { role: 'AGENT', sub: 'FAST-1', institutionKey: 'FAST', agentAtmId: 'FAST-1' } as const

type Batch = { readonly sentMs: number; readonly answeredMs: number; readonly taken: number }

/** An agent that reports in batches, and works out what it has left. */
const startAgent = async ({ ask, identity }: Cluster) => {
  const as = await identity.token(AGENT)
  const event = { agentAtmId: AGENT.agentAtmId, eventType: 'APPLICATION_ERROR_PRINTER', eventTime: '' }
  const batches: Batch[] = []
  const taken = () => batches.reduce((sum, batch) => sum + batch.taken, 0)

  /**
   * Since each batch no more can have come in than a full bucket then and what was added until now; the least of that
   * is left.
   */
  const left = (msSince: (batch: Batch) => number): number => {
    let [least, since] = [BURST, 0]
    for (const batch of batches.toReversed()) {
      since += batch.taken
      least = Math.min(least, BURST + (PER_SECOND * msSince(batch)) / 1_000 - since)
    }
    return least
  }

  return {
    taken,
    /**
     * Sends a batch; `least` and `most` bound what was left when it came in, as the proxy's clock is not known to the
     * agent.
     */
    async send(size: number) {
      const body = Array.from({ length: size }, () => event)
      const sentMs = performance.now()
      const answer = await ask('POST', '/agent-proxy/api/journal-events/batch', { as, body })
      const answeredMs = performance.now()
      // One event is paid for before its body is read and the others later: a full bucket can get that one back in
      // between, and lose it.
      const least = left((batch) => sentMs - batch.answeredMs) - 1
      const most = left((batch) => answeredMs - batch.sentMs)
      if (answer.status === 200) {
        expect(answer.body).toEqual(Array(size).fill(expect.objectContaining({ status: 201 })))
        batches.push({ sentMs, answeredMs, taken: size })
      }
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), least, most }
    },
  }
}

type Sent = Awaited<ReturnType<Awaited<ReturnType<typeof startAgent>>['send']>>

const waitOf = (left: number): number => Math.max(1, Math.ceil((1 - left) / PER_SECOND))

/** It has less than one event left, and gets how long it takes to have one. */
const expectRefusal = ({ status, retryAfter, least, most }: Sent): number => {
  expect(status).toBe(429)
  expect(least).toBeLessThan(1)
  expect(retryAfter).toMatch(/^\d+$/)
  const seconds = Number(retryAfter)
  expect(seconds).toBeGreaterThanOrEqual(waitOf(most))
  expect(seconds).toBeLessThanOrEqual(waitOf(least))
  return seconds
}

/** It had at least one event left. */
const expectService = ({ status, most }: Sent): void => {
  expect(status).toBe(200)
  expect(most).toBeGreaterThanOrEqual(1)
}

/** The limits that hold where the operator sets none. */
export const testLimits = (cluster: () => Cluster): void => {
  test('an agent may send 500 events at once and 100 a second, and is served after the wait it is given', async () => {
    const agent = await startAgent(cluster())
    let sent = await agent.send(SMALL)
    for (; sent.status === 200; sent = await agent.send(SMALL)) expectService(sent)
    expect(agent.taken()).toBeGreaterThanOrEqual(BURST)
    // Small batches owe little: it has paid for them in a second.
    expect(expectRefusal(sent)).toBe(1)
    await delay(1_000)
    // A batch that is let in is taken whole, and paid for afterwards.
    expectService(await agent.send(LARGE))
    const seconds = expectRefusal(await agent.send(SMALL))
    await delay(1_000 * seconds)
    expectService(await agent.send(SMALL))
    const rows = await cluster().rows(
      `select count(*)::int as n from incident.event where institution_key = '${AGENT.institutionKey}'`,
    )
    expect(rows).toEqual([{ n: agent.taken() }])
  })
}
