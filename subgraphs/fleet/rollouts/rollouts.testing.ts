import { expect } from 'vitest'
import type { Answer } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import type { TestFleet } from '../fleet.testing.ts'

/** A record of an answer. */
export type Shown = Readonly<Record<string, unknown>>

const recordOf = ({ body, text }: Answer): Shown => {
  if (typeof body !== 'object' || body === null) throw new Error(text)
  return { ...body }
}

/** The names of so many ATMs of an institution. */
export const many = (institution: string, n: number): string[] =>
  Array.from({ length: n }, (_, at) => `${institution}-${at + 1}`)

const institutionOf = (agentAtmId: string): string => agentAtmId.split('-')[0] ?? ''

/** When each test begins. */
export const START = '2026-11-20T12:00:00Z'

/** Deletes the rollouts and tasks of a test, and sets the clock back to where each begins. */
export const startOver = async ({ clock, database }: TestFleet): Promise<void> => {
  clock.set(START)
  await runAs(database.urls.superuser, ['truncate fleet.rollout, fleet.rollout_atm, fleet.rollout_total, fleet.task'])
}

/** A rollout over listed ATMs, as it is sent. */
export const listed = (agentAtmIds: readonly string[], more: object = {}) => ({
  ...{ kind: 'REBOOT', agentAtmIds, stages: [10, 100], pauseAtFailurePct: 20 },
  ...more,
})

/** How many ATMs of a rollout there are of each status. */
export const counts = (shown: Shown) => Object(shown.counts)

/** How tests use rollouts: as callers do, with agents that poll and report. */
export const rolloutsOf = (fleet: TestFleet, second: TestFleet = fleet) => {
  const path = '/fleet/api/fleet/rollouts'
  const show = async (id: unknown, as: string) => recordOf(await fleet.ask('GET', `${path}/${id}`, { as }))
  const rollouts = {
    begin: (as: string | null, body: unknown, key?: string) =>
      fleet.ask('POST', path, { as, body, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) }),
    preview: (as: string, body: unknown) => fleet.ask('POST', `${path}/preview`, { as, body }),
    change: (as: string, id: unknown, body: unknown) => fleet.ask('PATCH', `${path}/${id}`, { as, body }),
    list: (as: string, query = '') => fleet.ask('GET', `${path}${query}`, { as }),
    outcomes: async (as: string, id: unknown, outcome: string) => {
      const { content } = recordOf(await fleet.ask('GET', `${path}/${id}/atms?outcome=${outcome}&size=200`, { as }))
      return Array.from(Array.isArray(content) ? content : [], (one): Shown => ({ ...one }))
    },
    show,
    /** Has every process drive what is due, at the same time. */
    drive: async () => {
      const runs = [fleet, ...(second === fleet ? [] : [second])].map((one) => one.runJob('fleet.rollouts'))
      await Promise.all(runs)
    },
    /** What an agent is handed. */
    poll: async (agentAtmId: string, institutionKey = 'ACME'): Promise<string[]> => {
      const query = `agentAtmId=${agentAtmId}&institutionKey=${institutionKey}`
      const { body } = await fleet.askInternal('GET', `/fleet/api/internal/tasks/next?${query}`)
      return Array.from(Array.isArray(body) ? body : [], (task) => String(Object(task).id))
    },
    report: (id: string, status: string, institutionKey = 'ACME') =>
      fleet.askInternal('PATCH', `/fleet/api/internal/tasks/${id}`, { body: { institutionKey, status } }),
  }
  const { begin, drive, poll, report } = rollouts
  /** Moves the clock on by seconds, and drives what is due then. */
  const pass = async (seconds: number) => {
    fleet.clock.set(new Date(fleet.clock.now().getTime() + seconds * 1_000))
    await drive()
  }
  return {
    ...rollouts,
    pass,
    /** Begins a rollout and drives it; answers its id. */
    began: async (as: string, body: object): Promise<unknown> => {
      const answer = await begin(as, body)
      expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
      await drive()
      return Object(answer.body).id
    },
    /** The tasks that agents are handed, in the order of the agents. */
    pollAll: async (agents: readonly string[]): Promise<string[]> => {
      const tasks: string[] = []
      for (const agent of agents) tasks.push(...(await poll(agent, institutionOf(agent))))
      return tasks
    },
    /** Has agents take their tasks and report the same of each; answers which had one. */
    work: async (status: string | null, agents: readonly string[]): Promise<string[]> => {
      const had: string[] = []
      for (const agent of agents)
        for (const id of await poll(agent, institutionOf(agent))) {
          had.push(agent)
          if (status !== null) expect((await report(id, status, institutionOf(agent))).status).toBe(200)
        }
      await pass(3)
      return had
    },
  }
}
