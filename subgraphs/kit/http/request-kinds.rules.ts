import type { ServiceName } from '../calls/calls.ts'

/** What requests are for, the most important first: in overload, later kinds are refused before earlier ones. */
export const REQUEST_KINDS = ['report', 'work', 'user', 'heartbeat'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** Probes of health and scrapes of metrics, which are never refused. */
export type ArrivalKind = RequestKind | 'probe'

/** Whole paths of a service: bare, as the service itself has them, and under its name, as the gateway has them. */
const pathsOf = (service: ServiceName, ...paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => [path, `/${service}${path}`])

const EVENTS = [
  ...pathsOf('agent-proxy', '/api/journal-events'),
  ...pathsOf('incident', '/api/journal-events', '/api/internal/journal-events'),
]
/** Events, journals and results of tasks. What is not acknowledged is sent again, and waits in the agent until then. */
const REPORTS: ReadonlySet<string> = new Set([
  ...EVENTS,
  ...pathsOf('agent-proxy', '/api/journal-events/batch', '/api/journal-files'),
  ...pathsOf('incident', '/api/internal/journal-events/batch'),
  ...pathsOf('journal', '/api/internal/files'),
])
/** One segment comes after it, the id. */
const TASK_REPORTS = [...pathsOf('agent-proxy', '/api/agent/tasks/'), ...pathsOf('fleet', '/api/internal/tasks/')]
const HEARTBEATS: ReadonlySet<string> = new Set(pathsOf('agent-proxy', '/api/heartbeats'))
/** With those that the agent proxy hands on. */
const BEATS: ReadonlySet<string> = new Set([...HEARTBEATS, ...pathsOf('incident', '/api/internal/heartbeats')])
/** Their answers take no long work: how long they take says how busy a process is. */
const QUICK: ReadonlySet<string> = new Set([...EVENTS, ...BEATS])
const WORK: ReadonlySet<string> = new Set(pathsOf('agent-proxy', '/api/agent/work'))
/** Calls between services, each on behalf of a request that was let in before. */
const INTERNAL = '/api/internal/'
const PROBES = ['/actuator/health', '/actuator/health/liveness', '/actuator/health/readiness']
const METRICS = '/metrics'

const pathOf = (target: string): string => {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}

/** Bare, or under the name of a service, which is one segment. */
const isBareAt = (path: string, at: number): boolean => at === 0 || (at > 0 && path.lastIndexOf('/', at - 1) === 0)

const isInternal = (path: string): boolean => isBareAt(path, path.indexOf(INTERNAL))

const isTaskReport = (path: string): boolean =>
  TASK_REPORTS.some((start) => path.startsWith(start) && !path.includes('/', start.length))

const isProbe = (path: string): boolean =>
  PROBES.some((probe) => path.endsWith(probe) && isBareAt(path, path.length - probe.length))

const kindOfPost = (path: string): RequestKind => {
  if (REPORTS.has(path)) return 'report'
  // A poll is a heartbeat as well, and fails without it; those of agents were let in by the agent proxy.
  if (isInternal(path)) return 'work'
  return HEARTBEATS.has(path) ? 'heartbeat' : 'user'
}

const kindOfPatch = (path: string): RequestKind => {
  if (isTaskReport(path)) return 'report'
  return isInternal(path) ? 'work' : 'user'
}

const kindOfGet = (path: string): ArrivalKind => {
  if (WORK.has(path) || isInternal(path)) return 'work'
  return path === METRICS || isProbe(path) ? 'probe' : 'user'
}

const kindOfPath = (method: string, path: string): ArrivalKind => {
  if (method === 'POST') return kindOfPost(path)
  if (method === 'PATCH') return kindOfPatch(path)
  return method === 'GET' || method === 'HEAD' ? kindOfGet(path) : 'user'
}

/**
 * What a request is for, by its method and target alone, as they come before everything else is looked at. Whole paths
 * of the contract count: what only resembles them is answered with 404, and must not go before what is there. So do
 * internal paths on a listener that is open to the public, which has none.
 */
export const kindOfRequest = (method: string, target: string, isOpen = false): ArrivalKind => {
  const path = pathOf(target)
  return isOpen && isInternal(path) ? 'user' : kindOfPath(method, path)
}

/** True for what says that an ATM is alive and nothing else: a heartbeat, or a poll for work, which is one as well. */
export const isHeartbeat = (method: string, target: string): boolean => {
  const path = pathOf(target)
  return method === 'POST' ? BEATS.has(path) : method === 'GET' && WORK.has(path)
}

/** True for a single event or a heartbeat. */
export const isQuick = (method: string, target: string): boolean => method === 'POST' && QUICK.has(pathOf(target))
