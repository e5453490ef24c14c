import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenOn } from './support/ports.ts'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

/*
 * What docs/decisions/0099 rests on: two platforms, each with a database and half of the institutions, behind a router
 * that knows of a request no more than the institutions of its token.
 */

/** The half of an institution: the first one has those that begin with A. */
const placeOf = (key: unknown): number => (String(key).startsWith('A') ? 0 : 1)
let platforms: readonly WholePlatform[]
let router: ReturnType<typeof createServer>
let url: string

const institutionsOf = (authorization: string | undefined): readonly unknown[] => {
  if (authorization === undefined) return []
  return [decodeJwt(authorization.replace('Bearer ', '')).institutionKey ?? []].flat()
}

/** The platform of all institutions of a token; undefined where there is no single one. */
const platformOf = ({ headers }: IncomingMessage): WholePlatform | undefined => {
  const places = new Set(institutionsOf(headers.authorization).map(placeOf))
  const [place] = places
  return places.size === 1 && place !== undefined ? platforms[place] : undefined
}

const route = (from: IncomingMessage, to: ServerResponse): void => {
  const platform = platformOf(from)
  if (platform === undefined) {
    to.writeHead(421).end()
    return
  }
  const { method, headers } = from
  const passed = request(`${platform.url}${from.url}`, { method, headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(to)
  })
  passed.once('error', () => to.destroy())
  to.once('close', () => passed.destroy())
  from.pipe(passed)
}

const ask = async (
  method: string,
  path: string,
  as: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> => {
  const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const answer = await fetch(`${url}${path}`, init)
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

const tokenOf = async (role: 'AGENT' | 'MSP_ADMIN' | 'ADMIN', ...institutions: readonly string[]): Promise<string> => {
  const [platform] = platforms
  if (platform === undefined) throw new Error('there is no platform')
  return platform.token({ role, institutions })
}

const report = async (key: string, agentAtmId: string) =>
  ask('POST', '/agent-proxy/api/journal-events', await tokenOf('AGENT', key), {
    agentAtmId,
    eventType: 'DISPENSER_JAM',
  })

beforeAll(async () => {
  platforms = await Promise.all([openWholePlatform(), openWholePlatform()])
  router = createServer(route)
  url = `http://127.0.0.1:${await listenOn(router, 0)}`
  for (const key of ['ACME', 'BANK'])
    expect(await report(key, `${key}-1`)).toMatchObject({ status: 201, body: { atmId: 1, incidentId: 1 } })
})
afterAll(async () => {
  router?.closeAllConnections()
  router?.close()
  await Promise.all((platforms ?? []).map((platform) => platform.close()))
})

describe('two platforms behind a router by institution', () => {
  test('an institution works on its own through the one address: reports, the graph, changes', async () => {
    for (const key of ['ALONE', 'BY-ITSELF']) {
      const { status, body } = await report(key, `${key}-1`)
      expect(status).toBe(201)
      const token = await tokenOf('MSP_ADMIN', key)
      const query = '{ incidents { totalElements content { version atm { agentAtmId } } } }'
      expect((await ask('POST', '/graphql', token, { query })).body).toMatchObject({
        data: { incidents: { totalElements: 1, content: [{ version: 1, atm: { agentAtmId: `${key}-1` } }] } },
      })
      expect(await ask('PATCH', `/incident/api/incidents/${Object(body).incidentId}/acknowledge`, token)).toMatchObject(
        {
          body: { status: 'ACKNOWLEDGED', agentAtmId: `${key}-1` },
        },
      )
    }
  })

  test('numbers name a record of one database only: both have an incident 1', async () => {
    for (const [key, name] of [
      ['ACME', 'ACME-1'],
      ['BANK', 'BANK-1'],
    ] as const)
      expect((await ask('GET', '/incident/api/incidents/1', await tokenOf('MSP_ADMIN', key))).body).toMatchObject({
        id: 1,
        agentAtmId: name,
      })
  })

  test('those who see institutions of both, or all, have no single place to ask', async () => {
    for (const token of [await tokenOf('MSP_ADMIN', 'ACME', 'BANK'), await tokenOf('ADMIN')])
      expect((await ask('GET', '/incident/api/atms', token)).status).toBe(421)
  })

  test('sums of the whole fleet are those of the halves added up', async () => {
    const token = await tokenOf('ADMIN')
    const count = () =>
      Promise.all(
        platforms.map(async (platform) => {
          const { body } = await platform.ask('GET', '/incident/api/incidents/status/open?view=counts', { as: token })
          return Number(Object(body).count)
        }),
      )
    const [first = 0, second = 0] = await count()
    await report('ADDED', 'ADDED-1')
    expect(await count()).toEqual([first + 1, second])
    await report('BOTH', 'BOTH-1')
    expect(await count()).toEqual([first + 1, second + 1])
  })

  test('what is sent to the wrong half is taken there: nothing tells a half which institutions are its own', async () => {
    const [, bank] = platforms
    const as = await tokenOf('AGENT', 'ASTRAY')
    const body = { agentAtmId: 'ASTRAY-1', eventType: 'DISPENSER_JAM' }
    expect(await bank?.ask('POST', '/agent-proxy/api/journal-events', { as, body })).toMatchObject({
      status: 201,
      body: { agentAtmId: 'ASTRAY-1' },
    })
    const own = await ask('GET', '/incident/api/incidents', await tokenOf('MSP_ADMIN', 'ASTRAY'))
    expect(own.body).toMatchObject({ totalElements: 0 })
  })

  test('an ATM that is given to an institution of the other half begins anew there, and stays open here', async () => {
    const here = await report('ACME', 'MOVED-1')
    expect(await report('BANK', 'MOVED-1')).toMatchObject({ status: 201 })
    const token = await tokenOf('MSP_ADMIN', 'ACME')
    const { incidentId } = Object(here.body)
    expect((await ask('GET', `/incident/api/incidents/${incidentId}`, token)).body).toMatchObject({ status: 'OPEN' })
  })

  test('streams go through', async () => {
    const headers = { authorization: `Bearer ${await tokenOf('MSP_ADMIN', 'ACME')}`, accept: 'text/event-stream' }
    const stream = await fetch(`${url}/api/stream?topics=incidents`, { headers })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = stream.body?.getReader()
    const decoder = new TextDecoder()
    // What happens from the first frame on is in the stream.
    let text = decoder.decode((await reader?.read())?.value)
    await report('ACME', 'ACME-2')
    while (!text.includes('"incidentId"') && !text.includes('event: incident')) {
      const part = await reader?.read()
      if (part === undefined || part.done) break
      text += decoder.decode(part.value)
    }
    expect(text).toMatch(/event: incident/)
    await reader?.cancel()
  })
})
