import { gzipSync } from 'node:zlib'
import { wordsOf } from '../../demo/event-words.ts'
import { DEMO_FLEET, type DemoAtm } from '../../demo/fleet.ts'
import { journalOfDay } from '../../demo/journal.ts'
import { type Choices, uuidOf } from '../../demo/random.ts'
import { localTimeOf } from '../../demo/time.ts'
import { addDays } from '../../subgraphs/kit/common/dates.ts'
import type { Agent, AgentEvent } from './agent.ts'
import { EVENT_WEIGHTS } from './event-weights.ts'

export type RunOptions = {
  readonly agents: readonly Agent[]
  /** Events a second, of all agents together. */
  readonly rate: number
  readonly timeZone: string
  readonly choices: Choices
  /** Makes the ids of this run's events its own. */
  readonly runId: string
  /** The time of the events. */
  now(): Date
  /** Milliseconds that only go forward. */
  nowMs(): number
}

/** A run of agents: `step` lets everything happen that is due, whether or not the platform keeps up. */
export type Run = { step(): void; readonly background: ReadonlySet<Promise<void>> }

const HEARTBEAT_EVERY_MS = 60_000
const JOURNAL_EVERY_MS = 10_000
/** Some troubles come in bursts, which an agent sends as a batch. */
const BURST = 5
const BURST_SHARE = 0.02

/** An ATM to print journals of: one of the demo's under another name. */
const printerOf = (agentAtmId: string, index: number): DemoAtm | null => {
  const model = DEMO_FLEET[index % DEMO_FLEET.length]
  return model === undefined ? null : { ...model, agentAtmId }
}

/** What an agent of the run has to send when it is asked for a day; the index is its place among them. */
export const journalOfAgent = (agentAtmId: string, index: number, date: string): Uint8Array | null => {
  const printer = printerOf(agentAtmId, index)
  return printer === null ? null : Buffer.from(journalOfDay(printer, date).text, 'latin1')
}

const eventOf = (agent: Agent, number: number, happenedMs: number, options: RunOptions): AgentEvent => {
  const { choices } = options
  const eventType = choices.weighted(EVENT_WEIGHTS)
  const { component, errorCode, message, details } = wordsOf(eventType, choices)
  const body = {
    agentAtmId: agent.agentAtmId,
    eventType,
    eventTime: localTimeOf(options.now().getTime(), options.timeZone),
    eventId: uuidOf(`${options.runId} ${number}`),
    component,
    cassetteNo: eventType === 'CASSETTE_LOW' ? String(choices.between(1, 3)) : null,
    errorCode,
    message,
    details,
  }
  return { body, happenedMs }
}

/** Lets an agent hand over a journal; the index counts those of the run. */
const upload = async (index: number, { agents, now }: RunOptions): Promise<void> => {
  const agent = agents[index % agents.length]
  const printer = agent === undefined ? null : printerOf(agent.agentAtmId, index % agents.length)
  if (agent === undefined || printer === null) return
  // Each round of the fleet hands over one day more; by yesterday, wherever the ATM is.
  const date = addDays(now().toISOString().slice(0, 10), -1 - (Math.floor(index / agents.length) % 30))
  const bytes = Buffer.from(journalOfDay(printer, date).text, 'latin1')
  const isGzip = index % 2 === 0
  await agent.uploadJournal(date, isGzip ? gzipSync(bytes) : bytes, isGzip ? 'gzip' : null)
}

/** Prepares a run. Nothing happens before the first `step`. */
export const createRun = (options: RunOptions): Run => {
  const { agents, choices } = options
  const startedMs = options.nowMs()
  const background = new Set<Promise<void>>()
  const done = { events: 0, heartbeats: 0, journals: 0 }

  const inBackground = (work: Promise<void>): void => {
    const kept = work.finally(() => background.delete(kept))
    background.add(kept)
  }

  const letEventsHappen = (elapsedMs: number): void => {
    const due = Math.floor((elapsedMs * options.rate) / 1000)
    while (done.events < due) {
      const agent = agents[choices.between(0, agents.length - 1)]
      if (agent === undefined) return
      // What comes in a burst is ahead of its time; the rate makes up for it.
      const burst = choices.chance(BURST_SHARE) ? BURST : 1
      // Of the moment at which it was due, so that a delay of this very program counts as well.
      const happenedMs = startedMs + ((done.events + 1) * 1000) / options.rate
      agent.add(Array.from({ length: burst }, (_, n) => eventOf(agent, done.events + n, happenedMs, options)))
      done.events += burst
    }
  }

  return {
    background,
    step() {
      const elapsedMs = options.nowMs() - startedMs
      letEventsHappen(elapsedMs)
      const heartbeats = Math.floor((elapsedMs * agents.length) / HEARTBEAT_EVERY_MS)
      for (; done.heartbeats < heartbeats; done.heartbeats += 1) {
        const agent = agents[done.heartbeats % agents.length]
        if (agent !== undefined) inBackground(agent.heartbeat())
      }
      for (; done.journals < Math.floor(elapsedMs / JOURNAL_EVERY_MS); done.journals += 1)
        inBackground(upload(done.journals, options))
    },
  }
}
