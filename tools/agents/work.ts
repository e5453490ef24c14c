import type { Agent, AgentEnv } from './agent.ts'

/** Between two questions that are answered at once with nothing that is new. */
const CALM_MS = 30_000
/** A journal that was sent, and is asked for all the same, may have been lost or unreadable. */
const RESEND_AFTER_MS = 600_000

/** Before the next question after one that failed. */
const FAILED_MS = 10_000

type Fetch = { readonly gapId: number; readonly gapDate: string }

const fetchesOf = (body: unknown): readonly Fetch[] => {
  const listed: unknown = Object(body).journalFetches
  return (Array.isArray(listed) ? listed : []).map((one) => ({
    gapId: Number(Object(one).gapId),
    gapDate: String(Object(one).gapDate),
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

  /** Asks for work and does it. Returns how long to pause before the next question, where it is asked again and again. */
  const askForWork = async (waitSeconds: number): Promise<number> => {
    try {
      const query = new URLSearchParams({ agentAtmId, waitSeconds: String(waitSeconds) })
      const { status, body, retryAfterMs } = await env.client.get(`/api/agent/work?${query}`, token, waitSeconds)
      if (status < 200 || status >= 300) {
        env.tally.error(String(status))
        return retryAfterMs ?? FAILED_MS
      }
      env.tally.heartbeat()
      const fetches = fetchesOf(body)
      return (await sendAsked(fetches)) === 0 && fetches.length > 0 ? CALM_MS : 0
    } catch (error) {
      if (!env.isStopped()) env.tally.error(reasonOf(error))
      return FAILED_MS
    }
  }

  return askForWork
}
