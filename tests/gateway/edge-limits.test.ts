import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInternal, publicTarget } from '../../gateway/edge/targets.ts'
import { rangeOf } from '../../subgraphs/kit/rest/ranges.rules.ts'
import { openTestGateway, sendRaw, type TestGateway } from '../support/gateway-services.ts'
import { tokenFor } from '../support/hosted-service.ts'

let gateway: TestGateway
let authorization: string
beforeAll(async () => {
  gateway = await openTestGateway({ remote: ['devices'] })
  authorization = `Bearer ${await tokenFor({})}`
})
afterAll(() => gateway.close())

const get = (target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n${headers}`

const ask = async (target: string, port = gateway.publicPort) => {
  const { status, text } = await sendRaw(port, `${get(target)}Connection: close\r\n\r\n`)
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status, head, body }
}

describe('a request target', () => {
  it('of more than 8,192 characters is refused as problem+json on every listener', async () => {
    const targets = [`/${'a'.repeat(8_192)}`, `/devices/api/atms?q=${'a'.repeat(8_192)}`, `/%41${'.'.repeat(31_000)}a`]
    for (const port of [gateway.publicPort, gateway.internalPort]) {
      for (const target of targets) {
        const { status, head, body } = await ask(target, port)
        expect([status, head]).toEqual([414, expect.stringContaining('application/problem+json')])
        expect(JSON.parse(body)).toMatchObject({
          code: 'URI_TOO_LONG',
          detail: expect.stringContaining('8192'),
          instance: target.split('?')[0]?.slice(0, 1_024),
          traceId: expect.stringMatching(/^[\da-f]{32}$/),
        })
      }
    }
  })

  it('of 8,192 characters is read, here and by a service that runs alone', async () => {
    for (const path of ['/incident/api/atms/7/availability', '/devices/api/atms/7']) {
      const target = `${path}?x=`.padEnd(8_192, 'a')
      expect(JSON.parse((await ask(target)).body)).toMatchObject({ status: 400, errors: [{ field: 'x' }] })
      expect((await ask(`${target}a`)).status).toBe(414)
    }
  })

  it('with a part of a path that is longer than any id names nothing', async () => {
    for (const path of ['/devices/api/atms/', '/incident/api/atms/', '/incident/api/echo/', '/nothing/']) {
      const { status, body } = await ask(`${path}${'a'.repeat(600)}`)
      expect([path, status, JSON.parse(body).code]).toEqual([path, 404, 'NOT_FOUND'])
    }
  })

  it('of any length is read in linear time', () => {
    const many = 300_000
    const dots = '.'.repeat(many)
    for (const path of [`/%41${dots}a`, `/%41${'%2e'.repeat(many / 3)}a`, `/é;${dots}a`])
      expect(isInternal(path)).toBe(false)
    // Too deep for any route, so that it is not looked at.
    expect(isInternal(`/%41${'./'.repeat(many / 2)}a`)).toBe(true)
    expect(isInternal(`/api/internal${dots}`)).toBe(true)
    expect(publicTarget({ method: 'GET', target: `/a${'/'.repeat(many)}` })).toHaveLength(many + 2)
    expect(rangeOf(`bytes=1-${' '.repeat(many)}x`, 10)).toBe(null)
  })
})

/**
 * Sends text over one connection and counts what it is answered; ends when the connection does, or when `enough`
 * came.
 */
const exchange = async (text: string, enough: number) => {
  const socket = connect(gateway.publicPort, '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    parts.push(chunk)
    if (answersIn(parts) >= enough) socket.end()
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(text)
  await closed
  return Buffer.concat(parts).toString('latin1')
}
const answersIn = (parts: readonly Buffer[]) => Buffer.concat(parts).toString('latin1').split('HTTP/1.1 ').length - 1

describe('requests that are sent without waiting for answers', () => {
  const path = (index: number) => `/incident/api/echo/${index}`

  it('are all answered, in their order', async () => {
    const text = Array.from({ length: 200 }, (_none, index) => `${get(path(index))}\r\n`).join('')
    const answers = (await exchange(text, 200)).split('HTTP/1.1 ').slice(1)
    const bodies = answers.map((answer) => answer.split('\r\n\r\n')[1])
    expect(bodies).toEqual(Array.from({ length: 200 }, (_none, index) => `"${index}"`))
  })

  it('are answered one by one, so that those of another connection come between', async () => {
    const order: string[] = []
    gateway.publicApp.server.on('request', (request, response) => {
      response.once('finish', () => order.push(String(request.headers['x-from'])))
    })
    const from = (name: string, count: number) => `${get('/openapi.json', `X-From: ${name}\r\n`)}\r\n`.repeat(count)
    const many = exchange(from('many', 100), 100)
    const few = exchange(from('few', 3), 3)
    await Promise.all([many, few])
    expect(order.filter((name) => name === 'many')).toHaveLength(100)
    expect(order.lastIndexOf('few')).toBeLessThan(order.length / 2)
  })

  it('and bodies among them are read to their ends', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(100_000) })
    const admin = `Bearer ${await tokenFor({ role: 'ADMIN' })}`
    const post =
      `POST /incident/api/notes HTTP/1.1\r\nHost: a\r\nAuthorization: ${admin}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const text = await exchange(`${post.repeat(3)}${get(path(1))}\r\n`, 4)
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 201', 'HTTP/1.1 201', 'HTTP/1.1 200'])
  })

  it('by the thousand close their connection, and no other', async () => {
    const text = await exchange(`${get('/openapi.json')}\r\n`.repeat(2_000), 2_000)
    expect(answersIn([Buffer.from(text)])).toBeLessThan(302)
    expect((await ask(path(1))).status).toBe(200)
  })
})

it('the document of the platform is sent once to a client that keeps it', async () => {
  const url = `http://127.0.0.1:${gateway.publicPort}/openapi.json`
  const first = await fetch(url)
  expect(await first.json()).toMatchObject({ openapi: '3.1.0' })
  const etag = first.headers.get('etag') ?? ''
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})
