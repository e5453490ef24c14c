import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A static file for browsers, built on the first request. */
export type Asset = {
  readonly contentType: string
  load(): Promise<string>
  /** Refuses a request by an error; open to anyone when left out. */
  readonly admit?: (request: FastifyRequest) => Promise<void>
}

type Ready = { readonly etag: string; readonly plain: Buffer; readonly zipped: Buffer }

const make = async (asset: Asset): Promise<Ready> => {
  const plain = Buffer.from(await asset.load())
  return {
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    zipped: await promisify(gzip)(plain, { level: 6 }),
  }
}

const send = (ready: Ready, contentType: string, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.headers({ etag: ready.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === ready.etag) return reply.code(304).send()
  reply.type(contentType)
  return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    ? reply.header('content-encoding', 'gzip').send(ready.zipped)
    : reply.send(ready.plain)
}

/** Serves a file under a path, compressed and with an ETag. One that failed to load is loaded anew when asked for. */
export const registerAsset = (app: FastifyInstance, path: string, asset: Asset): void => {
  let ready: Promise<Ready> | null = null
  app.get(path, async (request, reply) => {
    await asset.admit?.(request)
    ready ??= make(asset).catch((error) => {
      ready = null
      throw error
    })
    return send(await ready, asset.contentType, request, reply)
  })
}

/** A file of `gateway/edge/pages`. */
export const pageFile = (name: string): string => readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8')

/** The content security policy of a page: it may load files of this platform only. */
const policyOf = (allow: { readonly editor: boolean }): string =>
  [
    "default-src 'none'",
    allow.editor ? "script-src 'self' blob:" : "script-src 'self'",
    allow.editor ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    ...(allow.editor ? ["worker-src 'self' blob:"] : []),
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Prepares a page once and returns a handler that sends it. `editor`: an editor runs its language services in workers
 * made of blobs, and adds inline styles.
 */
export const preparePage = (
  html: string,
  allow: { readonly editor: boolean },
): ((reply: FastifyReply) => FastifyReply) => {
  const bytes = Buffer.from(html)
  const headers = {
    'content-security-policy': policyOf(allow),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  }
  return (reply) => reply.headers(headers).type('text/html; charset=utf-8').send(bytes)
}
