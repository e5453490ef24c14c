import { useQuery } from '@tanstack/react-query'
import { type DocumentResult, headersFor } from '../../api/client.ts'
import { isObject, problemFault, RequestError } from '../../api/problem.ts'
import { reportExpired, useAuth } from '../../api/session.ts'

const read = async (path: string, token: string, signal: AbortSignal): Promise<unknown> => {
  const response = await fetch(path, { headers: headersFor(token, undefined), signal })
  if (response.status === 401) reportExpired(token)
  const body: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw new RequestError(response.status, [problemFault(body)])
  return body
}

/** Asks a path of the platform that is not in the graph, again and again; `parse` makes of the answer what is shown. */
export const useRest = <T>(path: string, parse: (body: unknown) => T, everyMs: number): DocumentResult<T> => {
  const { session, expired } = useAuth()
  return useQuery({
    queryKey: ['rest', path, session?.token ?? null],
    queryFn: async ({ signal }) => ({
      data: parse(await read(path, session?.token ?? '', signal)),
      faults: [],
      at: Date.now(),
    }),
    enabled: session !== null && !expired,
    refetchInterval: everyMs,
    retry: false,
    meta: { topics: [] },
  })
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** A scheduled job as the gateway describes it. */
export type Job = {
  readonly name: string
  readonly service: string
  readonly schedule: string | null
  readonly timeZone: string
  readonly lastOutcome: string | null
  readonly lastMessage: string | null
  readonly lastRunAt: string | null
  readonly lastDurationMs: number | null
  readonly runningSince: string | null
  readonly progress: string | null
  readonly nextRunAt: string | null
}

/** One run of a job. */
export type JobRun = {
  readonly startedAt: string
  readonly durationMs: number | null
  readonly outcome: string | null
  readonly message: string | null
}

const jobOf = (job: Record<string, unknown>): Job => ({
  name: String(job.name),
  service: String(job.service),
  schedule: text(job.schedule),
  timeZone: String(job.timeZone),
  lastOutcome: text(job.lastOutcome),
  lastMessage: text(job.lastMessage),
  lastRunAt: text(job.lastRunAt),
  lastDurationMs: number(job.lastDurationMs),
  runningSince: text(job.runningSince),
  progress: text(job.progress),
  nextRunAt: text(job.nextRunAt),
})

/** The jobs of `GET /api/jobs`, those that failed first. */
export const jobsOf = (body: unknown): { readonly jobs: readonly Job[] } => ({
  jobs: (Array.isArray(body) ? body.filter(isObject).map(jobOf) : []).sort(
    (a, b) => Number(b.lastOutcome === 'FAILED') - Number(a.lastOutcome === 'FAILED') || a.name.localeCompare(b.name),
  ),
})

/** The runs of `GET /api/jobs/{name}/runs`, newest first. */
export const runsOf = (body: unknown): { readonly runs: readonly JobRun[] } => ({
  runs: (isObject(body) && Array.isArray(body.content) ? body.content.filter(isObject) : []).map((run) => ({
    startedAt: String(run.startedAt),
    durationMs: number(run.durationMs),
    outcome: text(run.outcome),
    message: text(run.message),
  })),
})
