import type { ServiceName } from '../calls/calls.ts'

/** What requests are for, the most important first: in overload, later kinds are refused before earlier ones. */
export const REQUEST_KINDS = ['report', 'work', 'user', 'heartbeat'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** Probes of health and scrapes of metrics, which are never refused. */
export type ArrivalKind = RequestKind | 'probe'

/** What a request is for, as its method and target say. */
export type RequestPurpose = {
  readonly kind: ArrivalKind
  /** True for what says that an ATM is alive and nothing else: a heartbeat, or a poll, which is one as well. */
  readonly isHeartbeat: boolean
  /** True for a single event or a heartbeat: how long its answer takes says how busy a process is. */
  readonly isQuick: boolean
}

/** Whole paths of a service: bare, as the service itself has them, and under its name, as the gateway has them. */
const pathsOf = (service: ServiceName, ...paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => [path, `/${service}${path}`])

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

const entriesOf = (paths: readonly string[], purpose: RequestPurpose) => paths.map((path) => [path, purpose] as const)

/** Events, journals and results of tasks. What is not acknowledged is sent again, and waits in the agent until then. */
const POSTS: ReadonlyMap<string, RequestPurpose> = new Map([
  ...entriesOf(pathsOf('agent-proxy', '/api/journal-events'), EVENT),
  ...entriesOf(pathsOf('incident', '/api/journal-events', '/api/internal/journal-events'), EVENT),
  ...entriesOf(pathsOf('agent-proxy', '/api/journal-events/batch', '/api/journal-files'), REPORT),
  ...entriesOf(pathsOf('incident', '/api/internal/journal-events/batch'), REPORT),
  ...entriesOf(pathsOf('journal', '/api/internal/files'), REPORT),
  ...entriesOf(pathsOf('agent-proxy', '/api/heartbeats'), HEARTBEAT),
  ...entriesOf(pathsOf('incident', '/api/internal/heartbeats'), HANDED_ON),
])
const GETS: ReadonlyMap<string, RequestPurpose> = new Map([
  ...entriesOf(pathsOf('agent-proxy', '/api/agent/work'), POLL),
  ['/metrics', PROBE],
])
/** One segment comes after it, the id. */
const TASK_REPORTS = [...pathsOf('agent-proxy', '/api/agent/tasks/'), ...pathsOf('fleet', '/api/internal/tasks/')]
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

const isTaskReport = (path: string): boolean =>
  TASK_REPORTS.some((start) => path.startsWith(start) && !path.includes('/', start.length))

const isProbe = (path: string): boolean =>
  PROBES.some((probe) => path.endsWith(probe) && isBareAt(path, path.length - probe.length))

const workOrUser = (path: string): RequestPurpose => (isInternal(path) ? WORK : USER)

const purposeOfPath = (method: string, path: string): RequestPurpose => {
  if (method === 'POST') return POSTS.get(path) ?? workOrUser(path)
  if (method === 'PATCH') return isTaskReport(path) ? REPORT : workOrUser(path)
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
  return isOpen && isInternal(path) ? USER : purposeOfPath(method, path)
}
