import { type AgentTask, outcomeOf, type TaskOutcome } from '../../demo/tasks.ts'
import type { Records } from '../../schema/client/rest.ts'
import type { Agent, AgentEnv } from './agent.ts'
import { isForLater } from './client.ts'

/** Between two questions that are answered at once with nothing that is new. */
const CALM_MS = 30_000
/** A journal that was sent, and is asked for all the same, may have been lost or unreadable. */
const RESEND_AFTER_MS = 600_000

/** Before the next question after one that failed. */
const FAILED_MS = 10_000

const REPORT_TRIES = 5

type Fetch = Pick<Records['agent-proxy.AgentJournalFetch'], 'gapId' | 'gapDate'>

const fetchesOf = (body: unknown): readonly Fetch[] => {
  const listed: unknown = Object(body).journalFetches
  return (Array.isArray(listed) ? listed : []).map((one) => ({
    gapId: Number(Object(one).gapId),
    gapDate: String(Object(one).gapDate),
  }))
}

/** Between taking a task up and its end. */
const TASK_MS = 2_000

const tasksOf = (body: unknown): readonly AgentTask[] => {
  const listed: unknown = Object(body).tasks
  return (Array.isArray(listed) ? listed : []).map((one) => ({
    id: String(Object(one).id),
    kind: String(Object(one).kind),
    params: Object(one).params,
  }))
}

/** A failure to get an answer, in a word for the tally. */
export const reasonOf = (error: unknown): string => {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'failure'
}

/** The work of one agent: `askForWork` asks for it and does it, and never rejects. */
export const createAskForWork = (
  agentAtmId: string,
  token: string,
  env: AgentEnv,
  upload: Agent['uploadJournal'],
): ((waitSeconds: number) => Promise<number>) => {
  let answered = new Map<number, number>()

  /** Sends what is asked for and was not sent lately. Returns how many that were. */
  const sendAsked = async (fetches: readonly Fetch[]): Promise<number> => {
    const nowMs = env.nowMs()
    answered = new Map(fetches.flatMap(({ gapId }) => [[gapId, answered.get(gapId) ?? Number.NEGATIVE_INFINITY]]))
    const due = fetches.filter(({ gapId }) => nowMs - (answered.get(gapId) ?? 0) > RESEND_AFTER_MS)
    for (const { gapId, gapDate } of due) {
      answered.set(gapId, nowMs)
      const bytes = env.journalOf(gapDate)
      if (bytes !== null && !env.isStopped()) await upload(gapDate, bytes, null)
    }
    return due.length
  }

  /** A report that is not taken is sent again a few times: the task is not given a second time. */
  const report = async (id: string, outcome: { readonly status: 'ACKED' } | TaskOutcome): Promise<void> => {
    for (let tries = 1; tries <= REPORT_TRIES && !env.isStopped(); tries += 1) {
      const pauseMs = await env.client.patch(`/api/agent/tasks/${id}`, token, outcome).then(
        ({ status, retryAfterMs }) => (isForLater(status) ? (retryAfterMs ?? FAILED_MS) : null),
        () => FAILED_MS,
      )
      if (pauseMs === null) return
      await env.pause(pauseMs * (1 + env.random()))
    }
    env.tally.error('a task that could not be reported')
  }

  const doTasks = async (tasks: readonly AgentTask[]): Promise<void> => {
    for (const task of tasks) {
      await report(task.id, { status: 'ACKED' })
      await env.pause(TASK_MS)
      await report(task.id, outcomeOf(task))
      env.tally.task()
    }
  }

  /**
   * Asks for work and does it. Returns how long to pause before the next question, where it is asked again and again.
   */
  const askForWork = async (waitSeconds: number): Promise<number> => {
    try {
      const query = new URLSearchParams({ agentAtmId, waitSeconds: String(waitSeconds) })
      const { status, body, retryAfterMs } = await env.client.get(`/api/agent/work?${query}`, token, waitSeconds)
      if (status < 200 || status >= 300) {
        env.tally.error(String(status))
        return retryAfterMs ?? FAILED_MS
      }
      env.tally.heartbeat()
      await doTasks(tasksOf(body))
      const fetches = fetchesOf(body)
      return (await sendAsked(fetches)) === 0 && fetches.length > 0 ? CALM_MS : 0
    } catch (error) {
      if (!env.isStopped()) env.tally.error(reasonOf(error))
      return FAILED_MS
    }
  }

  return askForWork
}
