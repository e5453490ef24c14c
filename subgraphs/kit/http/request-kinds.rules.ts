/** What requests are for, the most important first: in overload, later kinds are refused before earlier ones. */
export const REQUEST_KINDS = ['report', 'work', 'user', 'heartbeat'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** Probes of health and scrapes of metrics, which are never refused. */
export type ArrivalKind = RequestKind | 'probe'

/** Events, journals and results of tasks. What is not acknowledged is sent again, and waits in the agent until then. */
const REPORTS = ['/journal-events', '/journal-events/batch', '/journal-files', '/api/internal/files']
const TASK_REPORT = '/api/agent/tasks/'
const HEARTBEATS = '/heartbeats'
/** Their answers take no long work: how long they take says how busy a process is. */
const QUICK = ['/journal-events', HEARTBEATS]
const WORK = '/api/agent/work'
/** Calls between services, each on behalf of a request that was let in before. */
const INTERNAL = '/api/internal/'
const PROBES = ['/actuator/health', '/actuator/health/liveness', '/actuator/health/readiness']
const METRICS = '/metrics'

const pathOf = (target: string): string => {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}

const kindOfPost = (path: string): RequestKind => {
  if (REPORTS.some((end) => path.endsWith(end))) return 'report'
  // A poll is a heartbeat as well, and fails without it; those of agents were let in by the agent proxy.
  if (path.includes(INTERNAL)) return 'work'
  return path.endsWith(HEARTBEATS) ? 'heartbeat' : 'user'
}

/** Bare, or under the name of a service, which is one segment. */
const isProbe = (path: string): boolean =>
  PROBES.some((probe) => path.endsWith(probe) && path.slice(0, -probe.length).lastIndexOf('/') <= 0)

const kindOfGet = (path: string): ArrivalKind => {
  if (path.endsWith(WORK) || path.includes(INTERNAL)) return 'work'
  return path === METRICS || isProbe(path) ? 'probe' : 'user'
}

/** What a request is for, by its method and target alone, as they come before everything else is looked at. */
export const kindOfRequest = (method: string, target: string): ArrivalKind => {
  const path = pathOf(target)
  if (method === 'POST') return kindOfPost(path)
  if (method === 'PATCH') return path.includes(TASK_REPORT) || path.includes(INTERNAL) ? 'report' : 'user'
  return method === 'GET' || method === 'HEAD' ? kindOfGet(path) : 'user'
}

/** True for a single event or a heartbeat. */
export const isQuick = (method: string, target: string): boolean => {
  const path = pathOf(target)
  return method === 'POST' && QUICK.some((end) => path.endsWith(end))
}
