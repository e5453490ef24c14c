import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATHS } from '../../gateway/dashboard/app/paths.ts'
import { registerHome } from '../../gateway/edge/home.ts'
import { createHttpApp } from '../../subgraphs/kit/http/http.ts'
import { createLog } from '../../subgraphs/kit/observability/log.ts'
import { NOW } from '../support/hosted-service.ts'

const PAGE = '<!doctype html><html lang="en"><title>Fleet</title><script src="/assets/index-abc.js"></script>'
const SCRIPT = 'console.log("fleet");'.repeat(20)
const html = { accept: 'text/html,application/xhtml+xml' }

const openDashboard = (folder: string, demo = false): FastifyInstance => {
  const app = createHttpApp({ log: createLog({ level: 'silent', name: 'test' }), now: () => NOW })
  registerHome(app, { folder, demo })
  return app
}

describe('the files of the dashboard', () => {
  let folder: string
  let app: FastifyInstance
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fleetops-dashboard-'))
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), PAGE)
    writeFileSync(join(folder, 'assets/index-abc.js'), SCRIPT)
    writeFileSync(join(folder, 'assets/index-abc.js.br'), brotliCompressSync(SCRIPT))
    writeFileSync(join(folder, 'assets/index-abc.js.gz'), gzipSync(SCRIPT))
    writeFileSync(join(folder, 'build.json'), '{}')
    app = openDashboard(folder)
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  it('answers every address of the page with it, where a page is asked for', async () => {
    for (const path of Object.values(PATHS)) {
      const url = path.replaceAll(/\$\w+/g, '12')
      const answer = await app.inject({ url: `${url}?institution=ACME`, headers: html })
      expect([url, answer.statusCode, answer.body]).toEqual([url, 200, PAGE])
    }
    expect((await app.inject({ url: '/' })).body).toBe(PAGE)
    expect((await app.inject({ url: '/atms', headers: { accept: 'application/json' } })).statusCode).toBe(404)
  })

  it('answers an address that is not one with the page and 404, where a page is asked for', async () => {
    for (const url of ['/nowhere', '/atms/12/13', '/atm?id=1']) {
      const answer = await app.inject({ url, headers: html })
      expect([url, answer.statusCode, answer.body]).toEqual([url, 404, PAGE])
      const again = { ...html, 'if-none-match': String(answer.headers.etag) }
      expect((await app.inject({ url, headers: again })).statusCode).toBe(404)
    }
    for (const url of ['/incident/api/nowhere', '/incident/api', '/assets/missing.js', '/graphql/nowhere']) {
      const answer = await app.inject({ url, headers: html })
      expect([url, answer.statusCode, answer.json().status]).toEqual([url, 404, 404])
    }
    expect((await app.inject({ url: '/nowhere' })).json()).toMatchObject({ status: 404 })
    expect((await app.inject({ url: '/nowhere', method: 'POST', headers: html })).json()).toMatchObject({ status: 404 })
  })

  it('lets the page load nothing from elsewhere, run nothing inline and be in no frame', async () => {
    const { headers } = await app.inject({ url: '/', headers: html })
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
  })

  it('sends the page again only when it has changed', async () => {
    const first = await app.inject({ url: '/', headers: html })
    const headers = { ...html, 'if-none-match': String(first.headers.etag) }
    expect((await app.inject({ url: '/incidents', headers })).statusCode).toBe(304)
    writeFileSync(join(folder, 'index.html'), `${PAGE}<p>`)
    expect((await app.inject({ url: '/incidents', headers })).body).toBe(`${PAGE}<p>`)
    writeFileSync(join(folder, 'index.html'), PAGE)
  })

  it('says where there are callers of a demo to ask for, and only there', async () => {
    const demo = openDashboard(folder, true)
    expect((await demo.inject({ url: '/', headers: html })).body).toContain('<html data-demo="true" lang="en">')
    expect((await app.inject({ url: '/', headers: html })).body).not.toContain('data-demo')
    await demo.close()
  })

  it('sends files for good, in the smallest form that is taken', async () => {
    const forms = [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, *', 'gzip'],
      ['identity', undefined],
    ] as const
    for (const [accepted, form] of forms) {
      const { headers } = await app.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': accepted } })
      expect([accepted, headers['content-encoding'], headers['cache-control'], headers['content-type']]).toEqual([
        accepted,
        form,
        'public, max-age=31536000, immutable',
        'text/javascript; charset=utf-8',
      ])
    }
  })

  it('has no files but those that were built for browsers', async () => {
    for (const path of [
      'other-abc.js',
      'index-abc.js.br',
      '..%2Fbuild.json',
      '..%2Findex.html',
      'build.json',
      '%00.js',
    ])
      expect([path, (await app.inject({ url: `/assets/${path}` })).statusCode]).toEqual([path, 404])
  })

  it('says how to build the dashboard where there is none', async () => {
    const bare = openDashboard(join(folder, 'nothing'))
    const answer = await bare.inject({ url: '/', headers: html })
    expect([answer.statusCode, answer.body.includes('npm run dashboard')]).toEqual([200, true])
    expect((await bare.inject({ url: '/atms', headers: html })).statusCode).toBe(404)
    await bare.close()
  })
})
