import type { Spool, Spooled } from '../../demo/spool.ts'
import type { Client } from './client.ts'
import { createEventQueue, isAcknowledgement } from './event-queue.ts'
import type { Tally } from './tally.ts'
import { createAskForWork, reasonOf } from './work.ts'

/** An event that happened at an ATM. Its id stays the same however often it is sent. */
export type AgentEvent = { readonly body: Readonly<Record<string, unknown>>; readonly happenedMs: number }

/** An event as it is kept on disk. */
export type KeptEvent = { readonly agentAtmId: string; readonly institution: string; readonly body: AgentEvent['body'] }

/**
 * The agent of one ATM: it keeps every event until the platform has acknowledged it, and sends in the order in which
 * they happened.
 */
export type Agent = {
  readonly agentAtmId: string
  add(events: readonly AgentEvent[]): void
  /** Takes up events that an earlier run left on disk; before all others. */
  takeUp(events: readonly Spooled<KeptEvent>[]): void
  /** A sign of life that asks for work as well: the journals it is asked for are sent before it resolves. */
  heartbeat(): Promise<void>
  /** Waits for work and does it, until the agent has been stopped. */
  listen(): Promise<void>
  uploadJournal(journalDate: string, bytes: Uint8Array, encoding: 'gzip' | null): Promise<void>
  /** Resolves when nothing waits any more, or when the agent has been stopped. */
  idle(): Promise<void>
}

export type AgentEnv = {
  readonly client: Pick<Client, 'post' | 'get' | 'patch'>
  /** Where events are kept until they are acknowledged; shared by all agents of a run. */
  readonly spool: Pick<Spool<KeptEvent>, 'append' | 'acknowledge'>
  readonly tally: Tally
  /** The journal that the ATM printed that day; null where it has none. */
  journalOf(journalDate: string): Uint8Array | null
  nowMs(): number
  /** From 0 to 1, so that not all agents come back at the same moment. */
  random(): number
  /** Resolves after so long; rejects when the run has ended. */
  pause(durationMs: number): Promise<void>
  isStopped(): boolean
}

const WAIT_S = 30

export type AgentIdentity = { readonly agentAtmId: string; readonly institution: string; readonly token: string }

/** An agent with its own token. */
export const createAgent = ({ agentAtmId, institution, token }: AgentIdentity, env: AgentEnv): Agent => {
  const { client, tally, spool } = env
  const queue = createEventQueue(token, env)

  /** Sends what is not kept: when it fails, the next one will do. */
  const send = async (
    path: Parameters<Client['post']>[0],
    body: Parameters<Client['post']>[2],
    done: () => void,
  ): Promise<void> => {
    try {
      const { status } = await client.post(path, token, body)
      if (isAcknowledgement(status)) done()
      else tally.error(String(status))
    } catch (error) {
      tally.error(reasonOf(error))
    }
  }

  const uploadJournal: Agent['uploadJournal'] = (journalDate, bytes, encoding) => {
    const query = new URLSearchParams({ agentAtmId, journalDate })
    return send(`/api/journal-files?${query}`, { bytes, encoding }, tally.journal)
  }

  const askForWork = createAskForWork(agentAtmId, token, env, uploadJournal)

  return {
    agentAtmId,
    add(events) {
      for (const _event of events) tally.happened()
      const kept = spool.append(events.map(({ body }) => ({ agentAtmId, institution, body })))
      queue.put(
        kept.map(({ number, item }, n) => ({ number, body: item.body, happenedMs: events[n]?.happenedMs ?? 0 })),
      )
    },
    takeUp(events) {
      for (const _event of events) tally.happened()
      // When they happened is not known on this run's clock.
      const happenedMs = env.nowMs()
      queue.put(events.map(({ number, item }) => ({ number, body: item.body, happenedMs })))
    },
    async heartbeat() {
      await askForWork(0)
    },
    async listen() {
      while (!env.isStopped()) {
        const pauseMs = await askForWork(WAIT_S)
        // It only rejects when the run has ended.
        if (pauseMs > 0) await env.pause(pauseMs).catch(() => {})
      }
    },
    uploadJournal,
    idle: queue.idle,
  }
}
