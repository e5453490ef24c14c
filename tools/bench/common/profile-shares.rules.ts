import type { Profiler } from 'node:inspector'

/** A function of a profile: where it is from as `placeOf` says, and its name. */
export type Frame = { readonly place: string; readonly name: string }

type Category = { readonly name: string; has(frame: Frame): boolean }

const inPlaces = (name: string, ...starts: readonly string[]): Category => ({
  name,
  has: ({ place }) => starts.some((start) => place === start || place.startsWith(start)),
})

const ENGINE = '(engine)'
const named = (name: string, ...names: readonly string[]): Category => ({
  name,
  has: (frame) => frame.place === ENGINE && names.includes(frame.name),
})

/** What a process does, by the innermost function that belongs to one of them. The first that fits counts. */
const CATEGORIES: readonly Category[] = [
  named('garbage collection', '(garbage collector)'),
  named('the event loop itself, microtasks', '(program)', 'runMicrotasks', 'processTicksAndRejections'),
  inPlaces('streams of changes', 'gateway/live', 'subgraphs/kit/live'),
  inPlaces('journals', 'subgraphs/journal', 'subgraphs/kit/cards'),
  inPlaces('long polls', 'subgraphs/agent-proxy/work', 'subgraphs/agent-proxy/recent', 'subgraphs/kit/sharing/seats'),
  inPlaces('ingest', 'subgraphs/incident', 'subgraphs/domain/event'),
  inPlaces('other services', 'subgraphs/devices', 'subgraphs/analytics', 'subgraphs/fleet', 'subgraphs/claims'),
  inPlaces('PostgreSQL: drivers and statements', 'postgres', 'pg', 'drizzle-orm', 'db/'),
  inPlaces('tokens', 'subgraphs/kit/auth', 'jose', 'lru-cache'),
  inPlaces(
    'rate limits and fair shares',
    'subgraphs/domain/sender',
    'subgraphs/kit/sharing',
    'subgraphs/agent-proxy/admission',
  ),
  inPlaces(
    'order of requests, overload',
    'subgraphs/kit/http/overload',
    'subgraphs/kit/http/request-',
    'subgraphs/kit/http/answer-speed',
    'subgraphs/kit/http/pipelining',
  ),
  inPlaces('metrics', 'prom-client', 'subgraphs/kit/observability/metric', 'subgraphs/kit/service/listener-routes'),
  inPlaces('log', 'pino', 'subgraphs/kit/observability/log'),
  inPlaces('traces', 'subgraphs/kit/tracing', '@opentelemetry', 'node:internal/async_local_storage'),
  inPlaces(
    'operations of the graph',
    'gateway/federation',
    'graphql',
    'graphql-jit',
    'dataloader',
    'subgraphs/kit/graphql',
    '@apollo',
  ),
  inPlaces(
    'routes and calls between services',
    'subgraphs/kit/rest',
    'subgraphs/kit/service',
    'subgraphs/kit/calls',
    'subgraphs/agent-proxy',
    'zod',
  ),
  inPlaces(
    'Fastify and hooks of listeners',
    'fastify',
    'find-my-way',
    'fast-',
    '@fastify',
    'subgraphs/kit/http',
    'gateway/edge',
    'reusify',
    'rfdc',
    'toad-cache',
    'secure-json-parse',
  ),
  inPlaces('timers', 'node:internal/timers', 'node:timers', 'node:internal/linkedlist', 'node:internal/priority_queue'),
  inPlaces(
    'HTTP and sockets of Node',
    'node:_http',
    'node:net',
    'node:http',
    'node:internal/http',
    'node:internal/stream',
    'node:stream',
  ),
]

const OTHER = 'other'
const IDLE = new Set(['(idle)', '(root)'])

/**
 * Shares of the busy time of a profile by what was done, largest first. What Node and the engine do on behalf of a
 * function counts as that of the innermost caller that is of a category.
 */
export const sharesOf = (
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  placeOf: (url: string) => string,
): readonly { readonly name: string; readonly share: number }[] => {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const frames = new Map(
    nodes.map(({ id, callFrame }) => [id, { place: placeOf(callFrame.url), name: callFrame.functionName }] as const),
  )
  const known = new Map<number, string>()
  const categoryOf = (id: number): string => {
    const before = known.get(id)
    if (before !== undefined) return before
    const frame = frames.get(id)
    const own = frame === undefined ? undefined : CATEGORIES.find(({ has }) => has(frame))?.name
    const parent = parents.get(id)
    const found = own ?? (parent === undefined ? OTHER : categoryOf(parent))
    known.set(id, found)
    return found
  }
  const sums = new Map<string, number>()
  let busyUs = 0
  for (const [n, id] of samples.entries()) {
    if (IDLE.has(frames.get(id)?.name ?? '')) continue
    const us = timeDeltas[n] ?? 0
    busyUs += us
    const category = categoryOf(id)
    sums.set(category, (sums.get(category) ?? 0) + us)
  }
  return [...sums].map(([name, us]) => ({ name, share: us / busyUs })).sort((one, other) => other.share - one.share)
}
