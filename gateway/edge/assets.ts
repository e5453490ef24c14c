import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { namesTag } from '../../subgraphs/kit/rest/ranges.rules.ts'
import { compress, type Encoding, encodingFor, tagOf } from './encodings.ts'

/** A static file for browsers, built on the first request. */
export type Asset = {
  readonly contentType: string
  load(): Promise<string>
  /** Refuses a request by an error; open to anyone when left out. */
  readonly admit?: (request: FastifyRequest) => Promise<void>
}

type Ready = { readonly etag: string; readonly text: string; in(encoding: 'br' | 'gzip'): Promise<Buffer> }

/** The file, with each of its encodings from the first time on that it is asked for. */
const make = async (asset: Asset): Promise<Ready> => {
  const text = await asset.load()
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    etag: tagOf(text),
    text,
    in(encoding) {
      const bytes = made.get(encoding) ?? compress(text, encoding)
      made.set(encoding, bytes)
      return bytes
    },
  }
}

const send = async (ready: Ready, contentType: string, request: FastifyRequest, reply: FastifyReply) => {
  reply.headers({ etag: ready.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
  if (namesTag(request.headers['if-none-match'], ready.etag)) return reply.code(304).send()
  reply.type(contentType)
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'identity') return reply.send(ready.text)
  return reply.header('content-encoding', encoding).send(await ready.in(encoding))
}

/** Serves a file under a path, compressed and with an ETag. One that failed to load is loaded at the next request. */
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
