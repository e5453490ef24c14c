import { setTimeout as delay } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { internalUrlOf, SERVICE_NAMES, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { onceByTexts } from '../../subgraphs/kit/common/once-by-texts.ts'
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
  /** How long one process of a service may take to answer. */
  readonly timeoutMs?: number
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
/**
 * A service of which not all processes answer is asked so many times: it may be short of processor time, as what starts
 * is, or it is down.
 */
const UNANSWERED_LOOKS = 5
const MAX_NAMED = 3
const NO_SCHEMA = 'It does not tell its schema.'

/** What a service lacks, in words; null where that is nothing. */
type Answer = { readonly lacks: string | null }
/** Null without an answer. */
type Look = Answer | null

const createComparison = (ours: string, service: ServiceName, log: Logger): ((theirs: string) => Answer) =>
  onceByTexts((theirs) => {
    try {
      const lacks = differencesOf(contractSchemaOf(ours), contractSchemaOf(theirs))
      return { lacks: lacks.length === 0 ? null : lacks.slice(0, MAX_NAMED).join(' ') }
    } catch (error) {
      // One of a newer release may have what this one cannot read.
      log.warn({ err: error, service }, 'the schema of a service cannot be read')
      return { lacks: null }
    }
  })

/** Asks one process of a service. */
const createLook = (
  { pool, log, sdlOf, timeoutMs = TIMEOUT_MS }: ServiceSchemasOptions,
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
        signal: AbortSignal.any([ended, AbortSignal.timeout(timeoutMs)]),
      })
      const text = await body.text()
      if (statusCode === 304) return { lacks: null }
      if (statusCode === 404) return { lacks: NO_SCHEMA }
      return statusCode === 200 ? compare(text) : null
    } catch {
      return null
    }
  }
}

type Lookers = readonly (readonly [ServiceName, () => Promise<Look>])[]

type Found = { readonly older: ReadonlyMap<ServiceName, string>; readonly allAnswered: boolean }

/** Asks several processes of each service. */
const lookAtAll = async (lookers: Lookers): Promise<Found> => {
  const older = new Map<ServiceName, string>()
  let allAnswered = true
  await Promise.all(
    lookers.map(async ([service, look]) => {
      const looks = await Promise.all(Array.from({ length: CONNECTIONS }, look))
      const answers = looks.filter((one) => one !== null)
      const lacks = answers.find((one) => one.lacks !== null)?.lacks ?? null
      if (lacks !== null) older.set(service, lacks)
      if (answers.length < CONNECTIONS) allAnswered = false
    }),
  )
  return { older, allAnswered }
}

/**
 * Looks whether services have what the schema of this gateway has, from the start on. A service refuses an operation
 * that names a field it does not know with all its other fields, so a gateway is not ready beside an older one. It
 * does not wait for services that do not answer a few times, nor for longer than `waitMs`, and once it is ready it
 * stays so.
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
  /** Since when no service has answered with an older schema, all of them having answered or being down. */
  let settledSinceMs: number | null = null
  let unanswered = 0
  let current = lookers.length === 0 || waitMs === 0

  const noteOlder = (found: Found['older']): void => {
    if (older.size === 0)
      log.warn({ lacks: Object.fromEntries(found) }, 'services have an older schema; not ready until they are replaced')
    older = found
    settledSinceMs = null
  }
  const look = async (): Promise<boolean> => {
    const { older: found, allAnswered } = await lookAtAll(lookers)
    unanswered = allAnswered ? 0 : unanswered + 1
    const isAnswered = allAnswered || unanswered >= UNANSWERED_LOOKS
    if (found.size > 0) noteOlder(found)
    else if (isAnswered) settledSinceMs ??= nowMs()
    else settledSinceMs = null
    if (settledSinceMs !== null && (older.size === 0 || nowMs() - settledSinceMs >= settledMs)) return true
    if (older.size === 0 || nowMs() < untilMs) return false
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
