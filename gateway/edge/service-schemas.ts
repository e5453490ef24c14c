import { setTimeout as delay } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { internalUrlOf, SERVICE_NAMES, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { contractSchemaOf } from '../../subgraphs/kit/graphql/subgraph-schema.ts'
import type { Logger } from '../../subgraphs/kit/observability/log.ts'
import { SCHEMA_PATH, tagOfDocument } from '../../subgraphs/kit/service/documents.ts'
import { differencesOf } from './schema-differences.rules.ts'

/** Whether the services that a gateway calls over HTTP have what its own schema has. */
export type ServiceSchemas = {
  /** False from the start until no service has an older schema, or the time for that is over; then true for good. */
  areCurrent(): boolean
  /** The services with an older schema and what they lack, while they are waited for. */
  older(): ReadonlyMap<ServiceName, string>
  close(): Promise<void>
}

export type ServiceSchemasOptions = {
  readonly serviceUrls: Partial<Record<ServiceName, string>>
  /** The SDL of a service as this gateway knows it. */
  sdlOf(service: ServiceName): string
  readonly pool: Dispatcher
  readonly log: Logger
  /** For how long services with an older schema are waited for. */
  readonly waitMs: number
  /** For how long no service may have answered with an older schema after one did. */
  readonly settledMs?: number
  readonly lookEveryMs?: number
  /** A clock that never goes back, in ms. */
  readonly nowMs?: () => number
}

const SETTLED_MS = 5_000
const LOOK_EVERY_MS = 500
const TIMEOUT_MS = 2_000
/**
 * So many processes of a service are asked at once, each by a connection of its own, as a balancer may have old and new
 * ones behind it. Half of them old, one first look in 256 meets new ones alone.
 */
const CONNECTIONS = 8
const MAX_NAMED = 3
const NO_SCHEMA = 'It does not tell its schema.'

/** What a service lacks; null where that is nothing, or cannot be told. */
type Look = string | null

/** The same comparison again and again, so that a schema is read once. */
const createComparison = (ours: string, service: ServiceName, log: Logger): ((theirs: string) => Look) => {
  let known: { readonly theirs: string; readonly lacks: Look } | null = null
  const compare = (theirs: string): Look => {
    try {
      const lacks = differencesOf(contractSchemaOf(ours), contractSchemaOf(theirs))
      return lacks.length === 0 ? null : lacks.slice(0, MAX_NAMED).join(' ')
    } catch (error) {
      // One of a newer release may have what this one cannot read.
      log.warn({ err: error, service }, 'the schema of a service cannot be read')
      return null
    }
  }
  return (theirs) => {
    if (known?.theirs !== theirs) known = { theirs, lacks: compare(theirs) }
    return known.lacks
  }
}

/** Asks one process of a service. What does not answer is not waited for: the gateway serves without it. */
const createLook = (
  { pool, log, sdlOf }: ServiceSchemasOptions,
  service: ServiceName,
  url: string,
  ended: AbortSignal,
): (() => Promise<Look>) => {
  const target = new URL(`${internalUrlOf(url)}${SCHEMA_PATH}`)
  const ours = sdlOf(service)
  const tag = tagOfDocument(ours)
  const compare = createComparison(ours, service, log)
  return async () => {
    try {
      const { statusCode, body } = await pool.request({
        origin: target.origin,
        path: target.pathname,
        method: 'GET',
        headers: { 'if-none-match': tag },
        // The next look may meet another process.
        reset: true,
        signal: AbortSignal.any([ended, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      const text = await body.text()
      if (statusCode === 404) return NO_SCHEMA
      return statusCode === 200 ? compare(text) : null
    } catch {
      return null
    }
  }
}

type Lookers = readonly (readonly [ServiceName, () => Promise<Look>])[]

/** Asks several processes of each service. */
const lookAtAll = async (lookers: Lookers): Promise<ReadonlyMap<ServiceName, string>> => {
  const older = new Map<ServiceName, string>()
  await Promise.all(
    lookers.map(async ([service, look]) => {
      const looks = await Promise.all(Array.from({ length: CONNECTIONS }, look))
      const lacks = looks.find((one) => one !== null)
      if (lacks !== undefined && lacks !== null) older.set(service, lacks)
    }),
  )
  return older
}

/**
 * Looks whether services have what the schema of this gateway has, from the start on. A service refuses an operation
 * that names a field it does not know with all its other fields, so a gateway is not ready beside an older one. It
 * does not wait for services that do not answer, nor for longer than `waitMs`, and once it is ready it stays so.
 */
export const watchServiceSchemas = (options: ServiceSchemasOptions): ServiceSchemas => {
  const { serviceUrls, log, waitMs, settledMs = SETTLED_MS, lookEveryMs = LOOK_EVERY_MS } = options
  const { nowMs = () => performance.now() } = options
  const ended = new AbortController()
  const lookers = SERVICE_NAMES.flatMap((service) => {
    const url = serviceUrls[service]
    return url === undefined ? [] : [[service, createLook(options, service, url, ended.signal)] as const]
  })
  const untilMs = nowMs() + waitMs
  let older: ReadonlyMap<ServiceName, string> = new Map()
  let olderAtMs: number | null = null
  let current = lookers.length === 0 || waitMs === 0

  const look = async (): Promise<boolean> => {
    const found = await lookAtAll(lookers)
    if (found.size > 0) {
      if (olderAtMs === null)
        log.warn(
          { lacks: Object.fromEntries(found) },
          'services have an older schema; not ready until they are replaced',
        )
      olderAtMs = nowMs()
      older = found
    }
    if (olderAtMs === null || nowMs() - olderAtMs >= settledMs) return true
    if (nowMs() < untilMs) return false
    log.warn({ lacks: Object.fromEntries(older) }, 'services still have an older schema; ready without what they lack')
    return true
  }
  const watch = async (): Promise<void> => {
    while (!current && !ended.signal.aborted) {
      current = await look()
      if (!current) await delay(lookEveryMs, undefined, { signal: ended.signal }).catch(() => {})
    }
    older = new Map()
  }
  const watching = watch()
  return {
    areCurrent: () => current,
    older: () => older,
    async close() {
      ended.abort()
      await watching
    },
  }
}
