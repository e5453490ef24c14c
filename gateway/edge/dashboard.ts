import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../subgraphs/kit/common/errors.ts'
import { PATHS } from '../dashboard/app/paths.ts'
import { type Encoding, encodingFor, tagOf } from './encodings.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' }

/** The content security policy: only files of this origin, and nothing inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The name of a built file: it contains a hash of the content, so the file never changes. */
const ASSET_NAME = /^[\w-]+(?:\.[\w-]+)*\.(?:js|css|svg|woff2|png)$/

const readOrNull = async (file: string): Promise<Buffer | null> => {
  try {
    return await readFile(file)
  } catch {
    return null
  }
}

export type DashboardOptions = {
  /** The folder of the build. */
  readonly folder: string
  /** Whether this platform serves tokens of a demo fleet. */
  readonly demo: boolean
}

type Page = { readonly changedAt: number; readonly etag: string; readonly html: Buffer }

/**
 * The page contains whether demo callers exist: a request that fails would be an error on the browser's console.
 */
const withDemo = (html: string): string => html.replace('<html ', '<html data-demo="true" ')

/** The page of the last build; null without a build. It is read again after a new build. */
const createPageReader = ({ folder, demo }: DashboardOptions) => {
  const file = join(folder, 'index.html')
  let page: Page | null = null
  return async (): Promise<Page | null> => {
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    )
    if (changedAt === null) return null
    if (page?.changedAt === changedAt) return page
    const built = await readFile(file, 'utf8')
    const html = Buffer.from(demo ? withDemo(built) : built)
    page = { changedAt, html, etag: tagOf(html) }
    return page
  }
}

const wantsHtml = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '')

/** Whether a path is one of the interfaces for programs: its errors are JSON, however they are asked for. */
const isInterface = ({ url }: FastifyRequest): boolean => /^\/(?:graphql|assets|[\w-]+\/api)(?:[/?]|$)/.test(url)

const sendPage = (page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.headers({
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
    etag: page.etag,
    vary: 'accept',
  })
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(page.html)
}

/** Built files stay in memory after the first request: all of them are a few megabytes. */
const createAssetReader = (folder: string) => {
  const known = new Map<string, Promise<Buffer | null>>()
  const read = (name: string): Promise<Buffer | null> => {
    const held = known.get(name) ?? readOrNull(join(folder, 'assets', name))
    known.set(name, held)
    void held.then((bytes) => {
      // A missing file is not cached: a later build may add it, and names are arbitrary.
      if (bytes === null) known.delete(name)
    })
    return held
  }
  return async (name: string, wanted: Encoding) => {
    const bytes = wanted === 'identity' ? null : await read(`${name}${SUFFIXES[wanted]}`)
    return bytes === null ? { bytes: await read(name), encoding: 'identity' } : { bytes, encoding: wanted }
  }
}

const routeOf = (path: string): string => path.replaceAll(/\$(\w+)/g, ':$1')

/**
 * Serves the dashboard of a build folder without authentication: its page at each of its addresses and, with status
 * 404, where a browser asks for a page that there is not, and its files under `/assets`. `sendUnbuilt` answers at `/`
 * while there is no build.
 */
export const registerDashboard = (
  app: FastifyInstance,
  options: DashboardOptions,
  sendUnbuilt: (reply: FastifyReply) => FastifyReply,
): void => {
  const readPage = createPageReader(options)
  const readAsset = createAssetReader(options.folder)
  for (const path of Object.values(PATHS))
    app.get(routeOf(path), async (request, reply) => {
      const wantsPage = path === PATHS.fleet || wantsHtml(request)
      const page = wantsPage ? await readPage() : null
      if (page !== null) return sendPage(page, request, reply)
      if (path === PATHS.fleet) return sendUnbuilt(reply)
      throw notFound('This address')
    })
  // A mistyped address shows the page, which says that there is nothing and where to go on.
  app.answerNowhere = async (request, reply) => {
    const isOfPage = request.method === 'GET' && wantsHtml(request) && !isInterface(request)
    const page = isOfPage ? await readPage() : null
    if (page !== null) sendPage(page, request, reply.code(404))
    return page !== null
  }
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const wanted = encodingFor(request.headers['accept-encoding'])
    const { bytes, encoding } = ASSET_NAME.test(name) ? await readAsset(name, wanted) : { bytes: null, encoding: '' }
    if (bytes === null) throw notFound('This file')
    const etag = `"${name}"`
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding', etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type(TYPES[extname(name)] ?? 'application/octet-stream').send(bytes)
  })
}
