import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_FLEET } from '../../demo/fleet.ts'
import { createDemoTokens, mayGiveTokens } from '../../gateway/demo-callers.ts'
import { openTestGateway, sendRaw, type TestGateway } from '../support/gateway-services.ts'
import { NOW, TOKEN_SECRET, tokenFor } from '../support/hosted-service.ts'

const noClaims = { key: null, issuer: null, audience: null }

describe('what is open', () => {
  let gateway: TestGateway
  let authorization: string
  beforeAll(async () => {
    const tokens = await createDemoTokens({ production: false, token: noClaims }, TOKEN_SECRET, () => NOW)?.()
    gateway = await openTestGateway({ remote: ['devices'], demoTokens: tokens ?? [] })
    authorization = `Bearer ${await tokenFor({})}`
  })
  afterAll(() => gateway.close())

  const get = async (path: string, options: { headers?: Record<string, string>; internal?: boolean } = {}) => {
    const port = options.internal === true ? gateway.internalPort : gateway.publicPort
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: options.headers ?? {} })
    const text = await answer.text()
    const type = answer.headers.get('content-type') ?? ''
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: type.includes('json') ? JSON.parse(text) : text,
    }
  }

  it('is health, on the gateway and under every prefix, with its parts on the internal listener only', async () => {
    for (const prefix of ['', '/analytics', '/incident', '/devices']) {
      for (const path of ['', '/liveness', '/readiness']) {
        const { status, body } = await get(`${prefix}/actuator/health${path}`)
        expect([prefix, path, status, body]).toEqual([prefix, path, 200, { status: 'UP' }])
      }
    }
    const inside = await get('/actuator/health', { internal: true })
    expect(inside.body).toMatchObject({
      status: 'UP',
      components: { 'incident.database': { status: 'UP' }, devices: { status: 'UP' } },
    })
    const one = await get('/incident/actuator/health', { internal: true })
    expect(one.body).toEqual({ status: 'UP', components: { 'incident.database': { status: 'UP' } } })
    const remote = await get('/devices/actuator/health', { internal: true })
    expect(remote.body).toEqual({ status: 'UP', components: { 'devices.database': { status: 'UP' } } })
  })

  it('is /api/public/info, and nothing else there but the demo tokens', async () => {
    expect((await get('/api/public/info')).body).toEqual({ name: 'fleetops', version: expect.any(String) })
    expect((await get('/analytics/api/public/info')).body).toMatchObject({ name: 'analytics' })
    expect((await get('/api/public/other')).status).toBe(404)
    expect((await get('/analytics/api/public/other', { headers: { authorization } })).status).toBe(404)
  })

  it('is nothing that does not exist, with or without a token', async () => {
    for (const path of [
      '/nothing',
      '/incident/api/nothing',
      '/devices/api/nothing',
      '/devices/api/atms/',
      '/incident/api/atms/',
      '/incident',
      '/unknown/api/atms',
      '/metrics',
      '/-',
    ]) {
      for (const headers of [{}, { authorization }]) {
        const { status, body } = await get(path, { headers })
        expect([path, status, body.code, body.instance]).toEqual([path, 404, 'NOT_FOUND', path])
      }
    }
  })

  it('is a problem for what is no HTTP, as for everything else', async () => {
    const malformed = await sendRaw(gateway.publicPort, 'POST \\incident\\api HTTP/1.1\r\nHost: a\r\n\r\n')
    expect([malformed.status, malformed.text]).toEqual([400, expect.stringContaining('application/problem+json')])
    const large = `GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`
    expect(await sendRaw(gateway.publicPort, large)).toMatchObject({
      status: 431,
      text: expect.stringContaining('32 KiB'),
    })
  })

  it('is the document of the platform, without internal paths', async () => {
    const { status, text, body } = await get('/openapi.json')
    expect([status, body.openapi]).toEqual([200, '3.1.0'])
    expect(Object.keys(body.paths)).toContain('/devices/api/atms/{id}')
    expect(text).not.toContain('/api/internal')
  })

  it('is not the document of one service, nor metrics', async () => {
    for (const path of ['/incident/openapi.json', '/devices/openapi.json']) {
      expect((await get(path)).status).toBe(401)
      const { status, body } = await get(path, { headers: { authorization } })
      expect([status, Object.keys(body.paths).includes('/api/atms/{id}')]).toEqual([200, true])
    }
    await get('/incident/api/atms/7/availability', { headers: { authorization } })
    const { text } = await get('/metrics', { internal: true })
    expect(text).toMatch(
      /fleetops_http_request_duration_seconds_count\{listener="edge",service="incident",method="GET",route="\/api\/atms\/:id\/availability",status="2xx"\} 1/,
    )
  })

  it('is the demo tokens, under a loopback name only', async () => {
    const { body, headers } = await get('/api/public/demo-tokens')
    expect(body.map(({ role }: { role: string }) => role).sort()).toEqual([
      'ADMIN',
      'AGENT',
      'BCOS_ADMIN',
      'CUSTOMER',
      'MSP_ADMIN',
      'USER',
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    const known = new Set(DEMO_FLEET.flatMap(({ agentAtmId, institution }) => [agentAtmId, institution.key]))
    for (const { institutions, agentAtmId } of body)
      for (const name of [...institutions, agentAtmId ?? institutions[0] ?? 'ACME']) expect(known).toContain(name)
    const used = await get('/incident/api/atms', { headers: { authorization: `Bearer ${body[0].token}` } })
    expect(used.status).toBe(200)
    const rebound = 'GET /api/public/demo-tokens HTTP/1.1\r\nHost: evil.example:4000\r\nConnection: close\r\n\r\n'
    expect((await sendRaw(gateway.publicPort, rebound)).status).toBe(404)
  })

  it('is a page for people and one for developers, which load nothing from elsewhere', async () => {
    const html = { accept: 'text/html,application/xhtml+xml' }
    const home = await get('/', { headers: html })
    const developer = await get('/graphql', { headers: html })
    for (const page of [home, developer]) {
      expect(page.status).toBe(200)
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
      expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain('unsafe-inline')
      expect(page.text).not.toMatch(/<script>|<style>|style="|(?:src|href)="(?:https?:)?\/\//)
      const assets = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)]
      expect(assets.length).toBeGreaterThan(0)
      for (const [, path = ''] of assets) {
        const asset = await get(path, { headers: { 'accept-encoding': 'identity' } })
        expect([path, asset.status, asset.text.length > 50]).toEqual([path, 200, true])
        const again = await get(path, { headers: { 'if-none-match': asset.headers.get('etag') ?? '' } })
        expect(again.status).toBe(304)
      }
    }
    expect(developer.text).toContain('<label for="token">')
    expect([...developer.text.matchAll(/<option value="[^"<>]+">(\w+)<\/option>/g)].length).toBeGreaterThan(3)
    expect((await get('/assets/graphiql.js')).text).toContain('YogaGraphiQL.renderYogaGraphiQL')
    expect((await get('/assets/token.js')).text).toContain('sessionStorage')
  })
})

describe('demo tokens', () => {
  it('are given away with DEMO on a loopback listener, and never in production', () => {
    const open = { production: false, demo: true, host: '127.0.0.1' }
    expect(mayGiveTokens(open)).toBe(true)
    expect(mayGiveTokens({ ...open, host: '0.0.0.0' })).toBe(false)
    expect(mayGiveTokens({ ...open, demo: false })).toBe(false)
    expect(createDemoTokens({ production: true, token: noClaims }, TOKEN_SECRET, () => NOW)).toBeNull()
    expect(createDemoTokens({ production: false, token: noClaims }, null, () => NOW)).toBeNull()
  })

  it('are never signed with a secret that the operator gave', () => {
    const key = { kind: 'secret', secret: TOKEN_SECRET } as const
    expect(createDemoTokens({ production: false, token: { ...noClaims, key } }, TOKEN_SECRET, () => NOW)).toBeNull()
  })

  it('are not served where they may not be', async () => {
    const gateway = await openTestGateway()
    try {
      expect((await fetch(`http://127.0.0.1:${gateway.publicPort}/api/public/demo-tokens`)).status).toBe(404)
    } finally {
      await gateway.close()
    }
  })
})
