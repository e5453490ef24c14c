import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { openSmallGateway, type SmallService } from '../support/gateway-services.ts'
import { tokenFor } from '../support/hosted-service.ts'
import { portOf } from '../support/ports.ts'

const SERVICES: readonly SmallService[] = [
  { name: 'incident', sdl: 'type Query { slow: String @access }', resolvers: { Query: { slow: () => 'never asked' } } },
]

describe('a client that hangs up', () => {
  it('ends the request that the gateway sent to a service for it, and no other', async () => {
    const service = createServer()
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    const gateway = await openSmallGateway(SERVICES, { incident: `http://127.0.0.1:${portOf(service)}` })
    const authorization = `Bearer ${await tokenFor({})}`
    const ask = async () => {
      const client = new AbortController()
      const asked = once(service, 'request')
      const answer = fetch(`http://127.0.0.1:${gateway.publicPort}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ query: '{ slow }' }),
        signal: client.signal,
      }).catch(() => 'gone')
      const [request] = await asked
      return { client, answer, request }
    }
    // It would be the first to be ended by the timeout.
    const waiting = await ask()
    const leaving = await ask()
    const ended = once(leaving.request.socket, 'close')
    leaving.client.abort()
    expect(await leaving.answer).toBe('gone')
    await ended
    expect(waiting.request.socket.destroyed).toBe(false)
    waiting.client.abort()
    await waiting.answer
    await gateway.close()
    service.close()
  })
})
