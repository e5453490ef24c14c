import { once } from 'node:events'
import { connect } from 'node:net'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NOW, recordingLog } from '../../../tests/support/hosted-service.ts'
import { portOf } from '../../../tests/support/ports.ts'
import { observeRequests } from '../service/listener-routes.ts'
import { createHttpApp } from './http.ts'
import { createOverload, type HeartbeatCounts } from './overload.ts'
import { OVERLOAD_LIMITS } from './overload-detector.rules.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const REPORT = '/agent-proxy/api/journal-events'
const HEARTBEAT = '/agent-proxy/api/heartbeats'
const WORK = '/agent-proxy/api/agent/work'
/** Longer than requests may begin within one turn, so that there is one in each. */
const COST_MS = 10

/** A listener on an event loop whose turns and clock the test moves. */
const open = async () => {
  const metrics = new Registry()
  let now = 0
  let next: (() => void)[] = []
  const nextTurn = (work: () => void) => void next.push(work)
  const overload = createOverload(OVERLOAD_LIMITS, { metrics, nowMs: () => now, nextTurn, utilization: () => 0 })
  const begun: string[] = []
  const rewriteTarget = ({ target }: { readonly target: string }) => {
    now += COST_MS
    begun.push(target)
    return target
  }
  const app = createHttpApp({ log: recordingLog().log, now: () => NOW, overload, rewriteTarget })
  const observed: [Record<string, string>, number][] = []
  observeRequests(
    app,
    { observe: (labels, seconds) => void observed.push([labels, seconds]) },
    {
      listener: 'edge',
      routeOf: ({ url }) => ({ service: 'begun', route: url }),
      routeOfTarget: (_method, target) => ({ service: 'refused', route: target }),
    },
  )
  let status = 200
  app.post('/*', async (_request, reply) => reply.code(status).send({}))
  app.get(WORK, async (_request, reply) => reply.code(status).send({}))
  app.get('/actuator/health', async () => ({ status: 'UP' }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const valuesOf = async (name: string) => (await metrics.getSingleMetric(name)?.get())?.values
  return {
    app,
    begun,
    observed,
    valuesOf,
    answerWith(given: number): void {
      status = given
    },
    /** Waits until so many heartbeats were counted, as those that began are with their answer. */
    async countHeartbeats(expected: HeartbeatCounts): Promise<void> {
      const sum = { refused: 0, heard: 0 }
      await vi.waitFor(() => {
        const { refused, heard } = overload.takeHeartbeats()
        sum.refused += refused
        sum.heard += heard
        expect(sum).toEqual(expected)
      })
      expect(overload.takeHeartbeats()).toEqual({ refused: 0, heard: 0 })
    },
    turn(ms: number): void {
      now += ms
      const work = next
      next = []
      for (const one of work) one()
    },
    /** Sends a request; resolves to its coming answer once it has arrived. */
    async send(path: string, method = 'POST') {
      const arrived = once(app.server, 'request')
      const headers = { 'content-type': 'application/json', traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` }
      const body = method === 'GET' ? {} : { body: '{}' }
      const answer = fetch(`http://127.0.0.1:${portOf(app.server)}${path}`, { method, headers, ...body })
      await arrived
      return { answer }
    },
  }
}

let listener: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  listener = await open()
})
afterEach(async () => {
  listener.app.server.closeAllConnections()
  await listener.app.close()
})

describe('a listener of an overloaded process', () => {
  it('refuses what is least important before it begins, and begins everything else in turn', async () => {
    const { send, turn, begun, observed, valuesOf, countHeartbeats } = listener
    const first = await send(REPORT)
    const beats = []
    for (let n = 0; n < 5; n += 1) beats.push(await send(HEARTBEAT))
    expect(begun.splice(0)).toEqual([REPORT])
    expect(await valuesOf('fleetops_http_waiting_requests')).toMatchObject([{ value: 5 }])
    // Requests have waited for over two seconds in several turns, in each of which one begins.
    for (const ms of [600, 600, 600, 600]) turn(ms)
    expect(begun.splice(0)).toEqual([HEARTBEAT, HEARTBEAT, HEARTBEAT])
    expect(await valuesOf('fleetops_overloaded')).toMatchObject([{ value: 1 }])
    const refused = await Promise.all(beats.slice(3).map(({ answer }) => answer))
    expect(refused.map((answer) => answer.status)).toEqual([503, 503])
    expect(refused.map((answer) => answer.headers.get('retry-after'))).toEqual(['16', '17'])
    expect(refused[0]?.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await refused[0]?.json()).toEqual({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'The platform has more to do than it can; wait, then send it again.',
      instance: HEARTBEAT,
      code: 'UNAVAILABLE',
      message: 'The platform has more to do than it can; wait, then send it again.',
      timestamp: NOW.toISOString(),
      traceId: TRACE_ID,
    })
    expect(await valuesOf('fleetops_http_refusals_total')).toEqual([{ labels: { kind: 'heartbeat' }, value: 2 }])
    await countHeartbeats({ refused: 2, heard: 3 })
    const labels = { listener: 'edge', service: 'refused', method: 'POST', route: HEARTBEAT, status: '5xx' }
    expect(observed.filter(([{ service }]) => service === 'refused')).toEqual([
      [labels, 2.43],
      [labels, 2.43],
    ])
    const report = await send(REPORT)
    expect((await (await send('/actuator/health', 'GET')).answer).status).toBe(200)
    turn(0)
    turn(0)
    expect((await report.answer).status).toBe(200)
    expect((await first.answer).status).toBe(200)
    turn(5_000)
    expect(await valuesOf('fleetops_overloaded')).toMatchObject([{ value: 0 }])
  })

  it('counts heartbeats that began and are answered 503 as refused, polls as heard, and nothing of a wrong caller', async () => {
    const { send, turn, answerWith, countHeartbeats } = listener
    const ask = async (...asked: Parameters<typeof send>) => {
      const { answer } = await send(...asked)
      turn(0)
      turn(0)
      return (await answer).status
    }
    expect([await ask(HEARTBEAT), await ask(WORK, 'GET')]).toEqual([200, 200])
    await countHeartbeats({ refused: 0, heard: 2 })
    answerWith(403)
    expect([await ask(HEARTBEAT), await ask(WORK, 'GET')]).toEqual([403, 403])
    await countHeartbeats({ refused: 0, heard: 0 })
    answerWith(503)
    expect([await ask(HEARTBEAT), await ask(REPORT), await ask(WORK, 'GET')]).toEqual([503, 503, 503])
    await countHeartbeats({ refused: 1, heard: 1 })
  })

  it('counts the wait of a request as a part of its duration', async () => {
    const { send, turn, observed } = listener
    await (await send(REPORT)).answer
    const { answer } = await send(HEARTBEAT)
    turn(400)
    turn(0)
    await answer
    const durations = observed.filter(([{ route }]) => route === HEARTBEAT).map(([, seconds]) => seconds)
    expect(durations).toEqual([expect.any(Number)])
    expect(durations[0]).toBeGreaterThan(0.4)
  })

  it('does not begin the request of a client that has gone', async () => {
    const { app, send, turn, begun, valuesOf } = listener
    await (await send(REPORT)).answer
    const connected = once(app.server, 'connection')
    const client = connect(portOf(app.server), '127.0.0.1')
    const [connection] = await connected
    const arrived = once(app.server, 'request')
    client.write(`POST ${HEARTBEAT} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`)
    await arrived
    const closed = once(connection, 'close')
    client.destroy()
    await closed
    turn(0)
    turn(0)
    expect(begun).toEqual([REPORT])
    expect(await valuesOf('fleetops_http_abandoned_total')).toMatchObject([{ value: 1 }])
  })
})
