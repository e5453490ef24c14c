import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInternal, publicTarget } from '../../gateway/edge/targets.ts'
import { openTestGateway, sendRaw, type TestGateway } from '../support/gateway-services.ts'
import { INTERNAL_SECRET, tokenFor } from '../support/hosted-service.ts'

const PATH = '/api/internal/journal-events'

/**
 * Ways to write the path so that a careless listener takes it for another one and a careless server behind it does
 * not.
 */
const disguised = (prefix: string): readonly string[] => [
  `${prefix}${PATH}`,
  `${prefix}/api/%69nternal/journal-events`,
  `${prefix}/%61%70%69/internal/journal-events`,
  `${prefix}/api%2Finternal/journal-events`,
  `${prefix}/api%2finternal%2fjournal-events`,
  `${prefix}%2Fapi%2Finternal%2Fjournal-events`,
  `${prefix}/api/%2569nternal/journal-events`,
  `${prefix}/api%252Finternal/journal-events`,
  `${prefix}/api%25252Finternal/journal-events`,
  `${prefix}//api//internal//journal-events`,
  `/${prefix}${PATH}`,
  `${prefix}/api/./internal/journal-events`,
  `${prefix}/api/x/../internal/journal-events`,
  `${prefix}/x/../api/internal/journal-events`,
  `${prefix}/api/%2e/internal/journal-events`,
  `${prefix}/api/x/%2e%2e/internal/journal-events`,
  `${prefix}/api/x/..%2finternal/journal-events`,
  `${prefix}/api/x/..;/internal/journal-events`,
  `${prefix}/API/Internal/journal-events`,
  `${prefix}/api/INTERNAL/journal-events`,
  `${prefix}/api;x/internal/journal-events`,
  `${prefix}/api/internal;x=1/journal-events`,
  `${prefix}/api/;/internal/journal-events`,
  `${prefix}\\api\\internal\\journal-events`,
  `${prefix}/api\\internal/journal-events`,
  `${prefix}/api%5Cinternal/journal-events`,
  `${prefix}/api/internal%00/journal-events`,
  `${prefix}/api/internal%20/journal-events`,
  `${prefix}/api/internal./journal-events`,
  `${prefix}/api%c0%afinternal/journal-events`,
  `${prefix}/api%EF%BC%8Finternal/journal-events`,
  `${prefix}/api/%EF%BD%89nternal/journal-events`,
  `${prefix}/api/internal/../internal/journal-events`,
  `http://127.0.0.1${prefix}${PATH}`,
  `http://internal.example:4001${prefix}/api/%69nternal/journal-events`,
  `HTTPS://x${prefix}${PATH}`,
  `//127.0.0.1${prefix}${PATH}`,
  `${prefix}${PATH}?x=1`,
  `${prefix}${PATH}#x`,
  `${prefix}${PATH}/`,
]

const bearer = async (claims: Record<string, unknown> = {}) => `Bearer ${await tokenFor(claims)}`

const post = (target: string, authorization: string) =>
  `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n` +
  `X-Internal-Secret: ${INTERNAL_SECRET}\r\nX-Original-URL: ${PATH}\r\nX-Rewrite-URL: ${PATH}\r\n` +
  'Content-Type: application/json\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{"text":"a"}'

describe.each([
  ['hosted here', {}],
  ['standing alone', { remote: ['incident', 'devices'] as const }],
])('internal listeners of a service %s', (_where, options) => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openTestGateway(options)
  })
  afterAll(() => gateway.close())

  it('are shut on the public listener, whatever the disguise', async () => {
    const authorization = await bearer({ role: 'ADMIN' })
    const prefixes = [
      '/incident',
      '',
      '/devices',
      '/incident/api/atms/..',
      '/incident/api/atms',
      '/INCIDENT',
      '/%69ncident',
    ]
    const answers = await Promise.all(
      prefixes.flatMap(disguised).map(async (target) => {
        const { status, text } = await sendRaw(gateway.publicPort, post(target, authorization))
        return { target, status, reveals: /"label"|201 Created/.test(text) }
      }),
    )
    // 400: what is not a request line at all.
    expect(answers.filter(({ status, reveals }) => reveals || (status !== 404 && status !== 400))).toEqual([])
    expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThan(answers.length - 20)
  })

  it('are open on the internal listener to holders of the secret', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${gateway.internalPort}/incident${PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"text":"a"}',
      })
    expect((await ask({ 'x-internal-secret': INTERNAL_SECRET })).status).toBe(201)
    expect((await ask({ 'x-internal-secret': 'wrong' })).status).toBe(401)
    expect((await ask({ authorization: await bearer({ role: 'ADMIN' }) })).status).toBe(401)
  })

  it('send status reads of ATMs to the devices service, and nothing else', async () => {
    const authorization = await bearer()
    const ask = async (path: string, method = 'GET') => {
      const answer = await fetch(`http://127.0.0.1:${gateway.publicPort}${path}`, {
        method,
        headers: { authorization },
      })
      return { status: answer.status, body: await answer.text() }
    }
    for (const path of [
      '/incident/api/atms',
      '/incident/api/atms?page=1',
      '/incident/api/atms/summary',
      '/incident/api/atms/7',
    ]) {
      expect(await ask(path)).toMatchObject({ status: 200, body: expect.stringContaining('"servedBy":"devices"') })
      expect((await ask(path, 'HEAD')).status).toBe(200)
    }
    expect((await ask('/incident/api/%61tms/7')).body).toContain('devices')
    expect((await ask('/incident/api/atms/7/availability')).body).toContain('"label":"ATM 7"')
    expect((await ask('/incident/api/atms/7', 'DELETE')).status).toBe(405)
    const unknown = await ask('/incident/api/atms/none')
    expect(JSON.parse(unknown.body)).toMatchObject({
      code: 'BAD_USER_INPUT',
      instance: '/incident/api/atms/none',
      errors: [{ field: 'id' }],
    })
    const internal = await fetch(`http://127.0.0.1:${gateway.internalPort}/incident/api/atms/7`, {
      headers: { authorization },
    })
    expect(await internal.json()).toMatchObject({ label: 'ATM 7' })
  })

  it('keep the order of checks: 404, 401, 403, 400', async () => {
    const ask = async (path: string, options: { authorization?: string; body?: string } = {}) => {
      const answer = await fetch(`http://127.0.0.1:${gateway.publicPort}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(options.authorization === undefined ? {} : { authorization: options.authorization }),
        },
        body: options.body ?? '{ no json',
      })
      return { status: answer.status, type: answer.headers.get('content-type') }
    }
    const problem = 'application/problem+json; charset=utf-8'
    expect(await ask('/incident/api/nothing')).toEqual({ status: 404, type: problem })
    expect(await ask('/incident/api/notes')).toEqual({ status: 401, type: problem })
    expect(await ask('/incident/api/notes', { authorization: await bearer() })).toEqual({ status: 403, type: problem })
    const authorization = await bearer({ role: 'ADMIN' })
    expect(await ask('/incident/api/notes', { authorization })).toEqual({ status: 400, type: problem })
    expect((await ask('/incident/api/notes', { authorization, body: '{"text":"a"}' })).status).toBe(201)
    expect((await ask('/incident/api/notes', { authorization, body: `"${'x'.repeat(1_100_000)}"` })).status).toBe(413)
  })

  it('carry encoded characters through', async () => {
    const answer = await fetch(`http://127.0.0.1:${gateway.publicPort}/incident/api/echo/a%2Fb%20%25c;d`, {
      headers: { authorization: await bearer() },
    })
    expect([answer.status, await answer.json()]).toEqual([200, 'a/b %c;d'])
  })
})

describe('targets', () => {
  it('leave honest paths alone', () => {
    for (const path of [
      '/incident/api/internals',
      '/x/internal/api',
      '/fleet/api/fleet/task-permissions/A%2FB',
      '/graphql?query=/api/internal',
    ]) {
      expect(publicTarget({ method: 'GET', target: path })).toBe(path)
    }
    expect(publicTarget({ method: 'GET', target: 'http://x/incident/api/%61tms/a%2Fb?page=1' })).toBe(
      '/devices/api/atms/a%2Fb?page=1',
    )
    expect(publicTarget({ method: 'POST', target: '/incident/api/journal-events' })).toBe(
      '/agent-proxy/api/journal-events',
    )
    expect(publicTarget({ method: 'GET', target: '/incident/api/journal-events' })).toBe('/incident/api/journal-events')
    expect(isInternal('/incident/api/internal')).toBe(true)
    expect(isInternal(`/%41${'/a'.repeat(63)}`)).toBe(true)
    expect(isInternal(`/%41${'/a'.repeat(62)}`)).toBe(false)
    expect(isInternal(`/api/${'%25'.repeat(1)}${'25'.repeat(30)}69nternal`)).toBe(true)
  })
})
