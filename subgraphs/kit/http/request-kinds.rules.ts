import type { ServiceName } from '../calls/calls.ts'

/** What requests are for, the most important first: in overload, later kinds are refused before earlier ones. */
export const REQUEST_KINDS = ['report', 'work', 'user', 'heartbeat'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** Probes of health and scrapes of metrics, which are not refused unless they come as a flood. */
export type ArrivalKind = RequestKind | 'probe'

/** What a request is for, as its method and target say. */
export type RequestPurpose = {
  readonly kind: ArrivalKind
  /** True for what says that an ATM is alive and nothing else: a heartbeat, or a poll, which is one as well. */
  readonly isHeartbeat: boolean
  /** True for a single event or a heartbeat: how long its answer takes says how busy a process is. */
  readonly isQuick: boolean
}

const PLAIN = { isHeartbeat: false, isQuick: false }
const EVENT: RequestPurpose = { kind: 'report', isHeartbeat: false, isQuick: true }
const REPORT: RequestPurpose = { kind: 'report', ...PLAIN }
const HEARTBEAT: RequestPurpose = { kind: 'heartbeat', isHeartbeat: true, isQuick: true }
/** A poll fails without the heartbeat that it is, and so goes before heartbeats, as do those it hands on. */
const POLL: RequestPurpose = { kind: 'work', isHeartbeat: true, isQuick: false }
const HANDED_ON: RequestPurpose = { kind: 'work', isHeartbeat: true, isQuick: true }
const WORK: RequestPurpose = { kind: 'work', ...PLAIN }
const USER: RequestPurpose = { kind: 'user', ...PLAIN }
const PROBE: RequestPurpose = { kind: 'probe', ...PLAIN }

/** A route of a service, as its SDL has it. */
export type PurposeRoute = readonly [service: ServiceName, ...asked: Asked, purpose: RequestPurpose]
/** Those of PATCH end in a variable, the others have none. */
type Asked = readonly ['GET' | 'POST', `/${string}`] | readonly ['PATCH', `/${string}/{${string}}`]

/**
 * Routes that are for no user. Reports are events, journals and results of tasks: what is not acknowledged is sent
 * again, and waits in the agent until then.
 */
export const PURPOSE_ROUTES: readonly PurposeRoute[] = [
  ['agent-proxy', 'POST', '/api/journal-events', EVENT],
  ['incident', 'POST', '/api/journal-events', EVENT],
  ['incident', 'POST', '/api/internal/journal-events', EVENT],
  ['agent-proxy', 'POST', '/api/journal-events/batch', REPORT],
  ['incident', 'POST', '/api/internal/journal-events/batch', REPORT],
  ['agent-proxy', 'POST', '/api/journal-files', REPORT],
  ['journal', 'POST', '/api/internal/files', REPORT],
  ['agent-proxy', 'PATCH', '/api/agent/tasks/{id}', REPORT],
  ['fleet', 'PATCH', '/api/internal/tasks/{id}', REPORT],
  ['agent-proxy', 'POST', '/api/heartbeats', HEARTBEAT],
  ['incident', 'POST', '/api/internal/heartbeats', HANDED_ON],
  ['agent-proxy', 'GET', '/api/agent/work', POLL],
]

const withoutLast = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** The purposes of a method by path: bare, as the service itself has it, and under its name, as the gateway has it. */
const purposesOf = (wanted: string, keyOf = (path: string) => path): ReadonlyMap<string, RequestPurpose> =>
  new Map(
    PURPOSE_ROUTES.filter(([, method]) => method === wanted).flatMap(([service, , path, purpose]) =>
      [path, `/${service}${path}`].map((each) => [keyOf(each), purpose] as const),
    ),
  )

const POSTS = purposesOf('POST')
const METRICS = '/metrics'
const GETS = new Map([...purposesOf('GET'), [METRICS, PROBE]])
/** By all but the last segment, which is a variable. */
const PATCHES = purposesOf('PATCH', withoutLast)
/** Calls between services, each on behalf of a request that was let in before. */
const INTERNAL = '/api/internal/'
const PROBES = ['/actuator/health', '/actuator/health/liveness', '/actuator/health/readiness']

const pathOf = (target: string): string => {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}

/** Bare, or under the name of a service, which is one segment. */
const isBareAt = (path: string, at: number): boolean => at === 0 || (at > 0 && path.lastIndexOf('/', at - 1) === 0)

const isInternal = (path: string): boolean => isBareAt(path, path.indexOf(INTERNAL))

const isProbe = (path: string): boolean =>
  PROBES.some((probe) => path.endsWith(probe) && isBareAt(path, path.length - probe.length))

const workOrUser = (path: string): RequestPurpose => (isInternal(path) ? WORK : USER)

const purposeOfPath = (method: string, path: string): RequestPurpose => {
  if (method === 'POST') return POSTS.get(path) ?? workOrUser(path)
  if (method === 'PATCH') return PATCHES.get(withoutLast(path)) ?? workOrUser(path)
  if (method !== 'GET' && method !== 'HEAD') return USER
  return GETS.get(path) ?? (isInternal(path) ? WORK : isProbe(path) ? PROBE : USER)
}

/**
 * What a request is for, by its method and target alone, as they come before everything else is looked at. Whole paths
 * of the contract count: what only resembles them is answered with 404, and must not go before what is there. So do
 * internal paths on a listener that is open to the public, which has none.
 */
export const purposeOf = (method: string, target: string, isOpen = false): RequestPurpose => {
  const path = pathOf(target)
  return isOpen && (isInternal(path) || path === METRICS) ? USER : purposeOfPath(method, path)
}
