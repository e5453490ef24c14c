import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { registerReference } from '../../gateway/edge/reference.ts'
import { createHttpApp } from '../../subgraphs/kit/http/http.ts'
import { createLog } from '../../subgraphs/kit/observability/log.ts'
import { authenticator, NOW, tokenFor } from '../support/hosted-service.ts'

const CONTENT = '<!doctype html><html lang="en"><body><h1>The graph</h1></body></html>'
const FILES = ['graph.css', 'graph.js', 'swagger-ui-bundle.js', 'swagger-ui.css']

describe('the reference', () => {
  let folder: string
  const apps: FastifyInstance[] = []

  const build = () => {
    for (const name of FILES) writeFileSync(join(folder, name), `/* ${name} */`)
    writeFileSync(join(folder, 'graph.html'), CONTENT)
  }
  const open = (production: boolean): FastifyInstance => {
    const app = createHttpApp({ log: createLog({ level: 'silent', name: 'test' }), now: () => NOW })
    registerReference(app, { authenticator, production, folder })
    apps.push(app)
    return app
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fleetops-reference-'))
  })
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close()
    rmSync(folder, { recursive: true })
  })

  it('has pages that load nothing from elsewhere and run nothing inline', async () => {
    build()
    const app = open(true)
    for (const url of ['/docs', '/docs/graph', '/docs/rest']) {
      const { statusCode, headers, body } = await app.inject({ url })
      expect([url, statusCode]).toEqual([url, 200])
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
      expect(policy).not.toMatch(/unsafe|https?:|blob:/)
      expect(body).not.toMatch(/<script>|<style>|style="|(?:src|href)="(?:https?:)?\/\//)
      for (const [, path = ''] of body.matchAll(/(?:src|href)="(\/(?:docs\/)?assets\/docs?[^"]+)"/g))
        expect([path, (await app.inject({ url: path })).statusCode]).toEqual([path, 200])
    }
    for (const name of FILES) expect((await app.inject({ url: `/docs/assets/${name}` })).body).toBe(`/* ${name} */`)
  })

  it('sends files in the encoding that a browser takes, and not again where it has them', async () => {
    build()
    const app = open(false)
    const ask = (headers: Record<string, string>) => app.inject({ url: '/docs/assets/graph.css', headers })
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['gzip;q=0', undefined],
      ['', undefined],
    ] as const) {
      const { headers, body, rawPayload } = await ask({ 'accept-encoding': accepted })
      expect([accepted, headers['content-encoding'], headers.vary]).toEqual([accepted, encoding, 'accept-encoding'])
      const plain = { br: brotliDecompressSync, gzip: gunzipSync }
      expect(encoding === undefined ? body : plain[encoding](rawPayload).toString()).toBe('/* graph.css */')
      const again = await ask({ 'accept-encoding': accepted, 'if-none-match': `"old", W/${headers.etag}` })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
  })

  it('describes the graph in production to ADMIN alone, elsewhere to every caller with a token', async () => {
    build()
    const url = '/docs/graph/content'
    for (const production of [true, false]) {
      const app = open(production)
      expect((await app.inject({ url })).statusCode).toBe(401)
      for (const role of ['USER', 'CUSTOMER', 'MSP_ADMIN', 'BCOS_ADMIN', 'AGENT', 'ADMIN']) {
        const headers = { authorization: `Bearer ${await tokenFor({ role })}` }
        const { statusCode } = await app.inject({ url, headers })
        expect([role, statusCode]).toEqual([role, role === 'ADMIN' || !production ? 200 : 403])
      }
    }
  })

  it('says how it is built while it is not, and is there once it is', async () => {
    const app = open(false)
    const asked = { url: '/docs/graph/content', headers: { authorization: `Bearer ${await tokenFor({})}` } }
    const { statusCode, body } = await app.inject(asked)
    expect([statusCode, JSON.parse(body).detail]).toEqual([404, expect.stringContaining('npm run reference')])
    build()
    expect((await app.inject(asked)).body).toBe(CONTENT)
  })
})
