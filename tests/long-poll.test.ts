import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { registerProxy } from '../gateway/edge/proxy.ts'
import { createHttpPool } from '../subgraphs/kit/calls/calls.ts'
import { createServiceGates } from '../subgraphs/kit/calls/service-gates.ts'
import { createHttpApp } from '../subgraphs/kit/http/http.ts'
import { authenticator, recordingLog, tokenFor } from './support/hosted-service.ts'
import { portOf } from './support/ports.ts'

/** A gateway in front of a service that holds back what is slow, until the test ends. */
const openGateway = async () => {
  const held: ServerResponse[] = []
  const service = createServer((request, answer) => {
    const waits = request.url?.includes('waitSeconds') === true && !request.url.endsWith('waitSeconds=0')
    if (waits || request.url?.includes('slow') === true) held.push(answer)
    else answer.end(`at once ${request.url?.split('?')[1] ?? ''}`.trim())
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { log } = recordingLog()
  const pool = createHttpPool()
  const app = createHttpApp({ log, now: () => new Date() })
  const upstreamUrl = `http://127.0.0.1:${portOf(service)}`
  const gate = createServiceGates()(upstreamUrl)
  registerProxy(app, { service: 'agent-proxy', upstreamUrl, routes: [], authenticator, pool, gate, log, withheld: [] })
  const gateway = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await pool.destroy()
    service.closeAllConnections()
    service.close()
    await app.close()
  })
  return { gateway, app, held }
}

it('one caller who takes every connection to a service that it can get leaves some to others', async () => {
  const { gateway, held } = await openGateway()
  const mad = { authorization: `Bearer ${await tokenFor({ sub: 'mad' })}` }
  const calm = { authorization: `Bearer ${await tokenFor({ sub: 'calm' })}` }
  const hangUp = new AbortController()
  const flood = Array.from({ length: 600 }, () =>
    fetch(`${gateway}/agent-proxy/slow`, { headers: mad, signal: hangUp.signal }).catch(() => null),
  )
  await vi.waitFor(() => expect(held).toHaveLength(128), { timeout: 10_000 })
  for (const headers of [calm, {}])
    expect(await (await fetch(`${gateway}/agent-proxy/quick`, { headers })).text()).toBe('at once')
  hangUp.abort()
  await Promise.all(flood)
  expect((await fetch(`${gateway}/agent-proxy/quick`, { headers: mad })).status).toBe(200)
})

it('the gateway lets any number of agents wait, blocks no other caller, and lets none wait when it stops', async () => {
  const { gateway, app, held } = await openGateway()
  const path = `${gateway}/agent-proxy/api/agent/work`
  const polls = Array.from({ length: 150 }, (_, n) => fetch(`${path}?agentAtmId=A-${n}&waitSeconds=30`))
  await vi.waitFor(() => expect(held).toHaveLength(150), { timeout: 10_000 })
  expect(await (await fetch(path)).text()).toBe('at once')
  held[0]?.end('work')
  expect((await Promise.race(polls)).status).toBe(200)
  const closed = app.close()
  const answers = await Promise.all(polls.map(async (poll) => `${(await poll).status} ${await (await poll).text()}`))
  expect(answers).toEqual([
    '200 work',
    ...polls.slice(1).map((_, n) => `200 at once agentAtmId=A-${n + 1}&waitSeconds=0`),
  ])
  await closed
})
