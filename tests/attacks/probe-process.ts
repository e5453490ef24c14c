import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Sample } from './probe.ts'

// Calls liveness and posts one event every 50 ms, whether the calls before were answered or not, and sends its parent
// of each wait. It is a process of its own, so that a busy attacker does not count as a slow platform.
const EVERY_MS = 50
const TIMEOUT_MS = 20_000

const [url = '', controlUrl = '', token = '', agentAtmId = ''] = process.argv.slice(2)
const agents = { liveness: new Agent({ keepAlive: true }), event: new Agent({ keepAlive: true }), control: new Agent() }

let samples: Sample[] = []
const pending = new Set<Promise<void>>()

const send = (kind: Sample['kind'], target: string, body: string | undefined, done: () => void): void => {
  const startedAtMs = performance.timeOrigin + performance.now()
  const finish = (status: number | null, fault: string | null): void => {
    samples.push({ kind, startedAtMs, waitMs: performance.timeOrigin + performance.now() - startedAtMs, status, fault })
    done()
  }
  const headers =
    body === undefined
      ? {}
      : { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length }
  const sent = request(
    target,
    { agent: agents[kind], method: body === undefined ? 'GET' : 'POST', headers },
    (answer) => {
      answer.resume()
      answer.once('end', () => finish(answer.statusCode ?? null, null))
      answer.once('error', (error) => finish(null, error.message))
    },
  )
  sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)))
  sent.once('error', (error) => finish(null, error.message))
  sent.end(body)
}

const call = (kind: Sample['kind'], target: string, body?: string): void => {
  const { promise, resolve } = Promise.withResolvers<void>()
  pending.add(promise)
  send(kind, target, body, () => {
    pending.delete(promise)
    resolve()
  })
}

const timer = setInterval(() => {
  call('control', controlUrl)
  call('liveness', `${url}/actuator/health/liveness`)
  call(
    'event',
    `${url}/agent-proxy/api/journal-events`,
    JSON.stringify({ eventId: randomUUID(), agentAtmId, eventType: 'APPLICATION_ERROR_PRINTER', eventTime: '' }),
  )
}, EVERY_MS)

// A call that is under way belongs to what was just attacked, so it is waited for.
process.on('message', async () => {
  await Promise.all(pending)
  process.send?.(samples)
  samples = []
})
process.once('disconnect', () => {
  clearInterval(timer)
  process.exit()
})
