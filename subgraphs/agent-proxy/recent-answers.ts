/** An agent that asks again later than this is answered at once, whatever its last answer was. */
const MEMORY_MS = 60_000
/** As many agents as may wait; the agent with the oldest answer is forgotten first. */
const MAX_AGENTS = 20_000

type Fetch = { readonly gapId: number; readonly requestedAt: Date | null }

/** The last answers that agents received. */
export type RecentAnswers = {
  /** True if the agent has received the same answer within the last minute; what is requested anew is another one. */
  isKnown(agentAtmId: string, work: readonly Fetch[]): boolean
  note(agentAtmId: string, work: readonly Fetch[]): void
}

/** The files, and when the last of them was requested. */
const textOf = (work: readonly Fetch[]): string => {
  const lastMs = work.reduce((latest, { requestedAt }) => Math.max(latest, requestedAt?.getTime() ?? 0), 0)
  return `${work.map(({ gapId }) => gapId).join()} ${lastMs}`
}

/** True for the same requests for files; one that was made again is another one. */
export const isSameWork = (one: readonly Fetch[], other: readonly Fetch[]): boolean => textOf(one) === textOf(other)

/**
 * Remembers the last answer to each agent. An agent that cannot do what it is asked for, or whose file cannot be
 * read, is asked for the same again; answered at once each time, it would ask without a pause.
 */
export const createRecentAnswers = (nowMs: () => number): RecentAnswers => {
  const byAgent = new Map<string, { readonly text: string; readonly atMs: number }>()
  return {
    isKnown(agentAtmId, work) {
      const last = byAgent.get(agentAtmId)
      return last !== undefined && nowMs() - last.atMs < MEMORY_MS && last.text === textOf(work)
    },
    note(agentAtmId, work) {
      byAgent.delete(agentAtmId)
      if (work.length === 0) return
      byAgent.set(agentAtmId, { text: textOf(work), atMs: nowMs() })
      const oldest = byAgent.size > MAX_AGENTS ? byAgent.keys().next().value : undefined
      if (oldest !== undefined) byAgent.delete(oldest)
    },
  }
}
