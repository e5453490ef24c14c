import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestGateway, type TestGateway } from '../support/gateway-services.ts'
import { recordingLog, tokenFor } from '../support/hosted-service.ts'
import { listenOnFreePort } from '../support/ports.ts'

const TRACE_ID = '0123456789abcdef0123456789abcdef'
/** For services that do not answer: an answer may take longer than this on a busy machine. */
const HASTE_MS = 100
/** Both need the faulty service beside one that is fine: as an entity of its, and by a root field. */
const ACROSS = '{ top { count atm { id label } } deviceAtms { servedBy } }'
const BESIDE = '{ atm(id: 1) { label } top { count } }'
const UNTOUCHED = '{ top { count } deviceAtms { servedBy } }'

const ANSWER = JSON.stringify({ data: { _entities: [{ __typename: 'Atm', id: 1, label: 'A' }], atm: { label: 'A' } } })

type Fault = (response: ServerResponse) => void

const answering =
  (text: string, status = 200): Fault =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text)

const FAULTS: Readonly<Record<string, Fault>> = {
  'is killed': (response) => void response.socket?.destroy(),
  'answers garbage': answering('}\u0000 nonsense'),
  'answers a page of a proxy': answering('<html>502 at 10.0.0.7</html>', 502),
  'answers half of it': (response) => {
    response.writeHead(200, { 'content-length': ANSWER.length }).write(ANSWER.slice(0, 30))
    response.socket?.end()
  },
  'answers a text for an object': answering('{"data":{"atm":"at http://10.0.0.7","_entities":["at http://10.0.0.7"]}}'),
  'answers an object of another shape': answering('{"data":[],"errors":"at http://10.0.0.7"}'),
}
const ENDLESS: Readonly<Record<string, Fault>> = {
  hangs: () => {},
  'sends slow bytes': (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(' '), 5)
    response.once('close', () => clearInterval(timer))
  },
}
const TEN_MB = answering(JSON.stringify({ data: { atm: { label: 'x'.repeat(10_000_000) } } }))

let fault: Fault = answering(ANSWER)
const server = createServer((request, response) => {
  request.resume().once('end', () => fault(response))
})
const { log, lines } = recordingLog()
let gateway: TestGateway
let hasty: TestGateway
let incident = ''

const open = (limits = {}) => openTestGateway({ urls: { incident }, limits, log })

beforeAll(async () => {
  incident = `http://127.0.0.1:${await listenOnFreePort(server)}/incident`
  gateway = await open()
  hasty = await open({ serviceTimeoutMs: HASTE_MS })
})
afterAll(async () => {
  await gateway.close()
  await hasty.close()
  server.closeAllConnections()
  server.close()
})

const ask = async (query: string, { publicPort } = gateway) => {
  const answer = await fetch(`http://127.0.0.1:${publicPort}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-00`,
      authorization: `Bearer ${await tokenFor({})}`,
    },
    body: JSON.stringify({ query }),
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

const metricsOf = async ({ internalPort }: TestGateway): Promise<readonly string[]> =>
  (await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text()).split('\n')

/** The circuit is closed by an answer, so that no test depends on the failures of those before. */
const recover = async () => {
  fault = answering(ANSWER)
  expect((await ask(BESIDE)).body.errors).toBeUndefined()
}

const TOP = [{ count: 3 }, { count: 2 }]

/** What the others answer is there, and every error names the service and nothing else. */
const expectPartial = ({ status, body }: Awaited<ReturnType<typeof ask>>): void => {
  expect([status, body.data]).toMatchObject([200, { top: TOP }])
  expect(body.data.top[0].atm ?? body.data.atm ?? null).toBeNull()
  expect(body.errors.length).toBeGreaterThan(0)
  for (const { message, extensions } of body.errors) {
    expect(message).toBe('The incident service cannot be reached right now; try again.')
    expect(extensions).toEqual({
      code: 'UNAVAILABLE',
      http: { status: 503 },
      retryAfterSeconds: 2,
      serviceName: 'incident',
      traceId: TRACE_ID,
    })
  }
}

describe('a graph of which a service fails', () => {
  it.each(Object.entries(FAULTS))('a service %s: the others answer in full, and an error names it', async (_is, of) => {
    await recover()
    for (const query of [ACROSS, BESIDE]) {
      fault = of
      expectPartial(await ask(query))
    }
  })

  it('a field that is left out has no error of the service that would have answered it', async () => {
    await recover()
    fault = answering('', 502)
    const { body } = await ask(
      'query($x: Boolean = false) { first: atm(id: 1) { label } second: atm(id: 2) @include(if: $x) { label } }',
    )
    expect(body).toMatchObject({ data: { first: null }, errors: [{ path: ['first'] }] })
    expect(body.errors).toHaveLength(1)
  })

  it.each(Object.entries(ENDLESS))(
    'a service %s: it is waited for until the timeout, and no longer',
    async (_is, of) => {
      for (const query of [ACROSS, BESIDE]) {
        fault = of
        expectPartial(await ask(query, hasty))
      }
    },
  )

  it('a service answers ten megabytes: the error asks the client for less, and the others answer in full', async () => {
    await recover()
    fault = TEN_MB
    const { body } = await ask(BESIDE)
    expect(body).toMatchObject({
      data: { atm: null, top: TOP },
      errors: [
        {
          message: expect.stringContaining('The answer of the incident service is larger than 8 MiB'),
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ],
    })
  })

  it('a service answers an object for a text: its field is null with an error', async () => {
    await recover()
    fault = answering('{"data":{"atm":{"label":{"at":"10.0.0.7"}}}}')
    expect(await ask(BESIDE)).toMatchObject({
      status: 200,
      body: {
        data: { atm: null, top: TOP },
        errors: [
          {
            message: 'Something went wrong on our side; the trace id finds it in the log.',
            path: ['atm', 'label'],
            extensions: { code: 'INTERNAL', http: { status: 500 }, traceId: TRACE_ID },
          },
        ],
      },
    })
  })

  it.each([
    ['a list for an object', { atm: [{ label: 'A' }] }],
    ['a null for a value that is never null', { atm: { label: null } }],
  ])('answers %s, its field is null, and the log says why', async (_what, data) => {
    await recover()
    const before = lines.length
    fault = answering(JSON.stringify({ data }))
    expect((await ask(BESIDE)).body.data).toEqual({ atm: null, top: TOP })
    expect(lines.slice(before).join()).toContain('an answer of the graph did not fit its schema')
  })

  it('a service fails again and again: it is no longer called, and operations without it go on', async () => {
    let received = 0
    fault = (response) => {
      received += 1
      response.writeHead(500).end()
    }
    const other = await open()
    try {
      for (let n = 0; n < 8; n += 1)
        expect((await ask(BESIDE, other)).body).toMatchObject({ data: { atm: null, top: TOP } })
      expect(received).toBe(5)
      expect(await metricsOf(other)).toEqual(
        expect.arrayContaining([
          'fleetops_graph_circuit_closed{service="incident"} 0',
          'fleetops_graph_calls_total{service="incident",outcome="failure"} 5',
          'fleetops_graph_calls_total{service="incident",outcome="rejected"} 3',
        ]),
      )
      const { body } = await ask(UNTOUCHED, other)
      expect([body.data, body.errors]).toEqual([{ top: TOP, deviceAtms: [{ servedBy: 'devices' }] }, undefined])
    } finally {
      await other.close()
    }
  })
})
