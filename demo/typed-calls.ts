import { createRestClient } from '../schema/client/rest.ts'
import type { Send } from '../schema/client/transport.ts'
import { type CallAs, type Calls, SERVICE_NAMES } from '../subgraphs/kit/calls/calls.ts'
import type { paths as InternalRoutes } from './internal-routes.gen.ts'

const CALL_TIMEOUT_MS = 60_000
/** What requests are addressed to; only their paths are used. */
const NOWHERE = 'http://services.invalid'

const queryOf = (search: URLSearchParams): Record<string, string | readonly string[]> =>
  Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const [first = '', ...more] = search.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )

async function* chunkOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const bodyOf = async (request: Request): Promise<unknown> => {
  if (request.body === null) return undefined
  const isJson = request.headers.get('content-type')?.includes('json') === true
  return isJson ? request.json() : chunkOf(await request.bytes())
}

/** Sends requests as calls of the services whose names lead their paths. */
const sendAs =
  (calls: Calls, as: CallAs): Send =>
  async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const service = SERVICE_NAMES.find((name) => pathname.startsWith(`/${name}/`))
    if (service === undefined) throw new Error(`${pathname} is a path of no service`)
    const method = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((known) => known === request.method)
    if (method === undefined) throw new Error(`${request.method} is a method of no route`)
    const { status, body, headers } = await calls.request(service, {
      method,
      path: pathname.slice(service.length + 1),
      query: queryOf(searchParams),
      body: await bodyOf(request),
      as,
      timeoutMs: CALL_TIMEOUT_MS,
    })
    return new Response(body === undefined || status === 204 ? null : JSON.stringify(body), { status, headers })
  }

/** The internal routes of the services as typed calls, in memory or over HTTP. */
export const createInternalRoutes = (calls: Calls) =>
  createRestClient<InternalRoutes>(NOWHERE, sendAs(calls, { kind: 'internal' }))

/** The public routes of the services as typed calls of a caller; in memory only, as it has no token. */
export const createPublicRoutes = (calls: Calls, principal: Extract<CallAs, { kind: 'caller' }>['principal']) =>
  createRestClient(NOWHERE, sendAs(calls, { kind: 'caller', principal, token: null }))
