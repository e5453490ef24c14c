import { expect, test } from 'vitest'
import type { AgentChanges } from '../domain/agent-changes.ts'
import type { Principal } from '../kit/auth/principal.ts'
import { DomainError } from '../kit/common/errors.ts'
import { AnswerLater, type Caller, openOperation, type PutOff } from '../kit/graphql/context.ts'
import { createRecentAnswers } from './recent-answers.ts'
import { createAgentWork } from './work.ts'
import type { WorkSources } from './work-sources.ts'
import { createWaiters } from './work-waiters.ts'

const NOW = new Date('2026-05-20T12:00:00Z')
const AGENT: Principal = {
  ...{ userId: 'agents', email: null, role: 'AGENT', institutions: ['ACME'], unrestricted: false, agentAtmId: null },
}
const TASK = { id: 't-1', kind: 'REBOOT', params: null, expiresAt: NOW }
const noStore = () => Promise.reject(new Error('no store'))
const stores = { inTenant: noStore, asPlatform: noStore, check: async () => {}, close: async () => {} }

type Ask = (more: Partial<Caller>) => Promise<unknown>

/** Asks once, and holds the operation until it is answered. */
const held = (ask: Ask): Promise<unknown> => ask({})

/** Asks as a listener does that answers later: again and again, each time after what the answer was put off for. */
const putOff = async (ask: Ask, again?: PutOff, onWait = () => {}): Promise<unknown> => {
  const later = await ask({ answersLater: true, ...(again === undefined ? {} : { again }) }).catch(
    (error: unknown) => error,
  )
  if (!(later instanceof AnswerLater)) return later
  await new Promise<void>((resolve) => {
    later.putOff.whenReady(resolve)
    onWait()
  })
  return putOff(ask, later.putOff, onWait)
}

test.each([
  ['held', held],
  ['put off', putOff],
])(
  'an agent whose answer is %s gets its task though the look failed for which its change had woken it',
  async (_name, asked) => {
    let [isKnown, looks, charged] = [false, 0, 0]
    const sources: WorkSources = {
      askForFetches: async () => false,
      async askForTasks() {
        looks += 1
        if (looks === 1) isKnown = true
        if (looks === 2) throw new DomainError('UNAVAILABLE', 'away')
        return looks > 2
      },
      listFetches: async () => [],
      takeTasks: async () => [TASK],
    }
    /** The change is told once. */
    const changes = async (since: Date): Promise<AgentChanges> => {
      const agentAtmIds = isKnown ? ['ATM-1'] : []
      isKnown = false
      return { agentAtmIds, next: since }
    }
    const waiters = createWaiters({ sources: [changes], onFault() {}, now: () => NOW, nowMs: () => 0, pollMs: 1 })
    const agentWork = createAgentWork({
      ...{ sources, waiters, beatHeart: async () => {}, recentAnswers: createRecentAnswers(() => 0), lookAgainMs: 1 },
      charge() {
        charged += 1
      },
    })
    const ask: Ask = (more) =>
      agentWork(
        { agentAtmId: 'ATM-1', waitSeconds: 15 },
        openOperation(stores, { principal: AGENT, token: null, traceId: '', ...more }, () => NOW).context,
      )
    expect(await asked(ask)).toEqual({ tasks: [TASK], journalFetches: [] })
    expect({ looks, charged, waiting: waiters.count() }).toEqual({ looks: 3, charged: 1, waiting: 0 })
    await waiters.close()
  },
)

test('an agent whose answer is put off has one wait, which its hang-up ends', async () => {
  const none = async () => []
  const sources = {
    ...{ askForFetches: async () => false, askForTasks: async () => false, listFetches: none, takeTasks: none },
  }
  const quiet = async (since: Date): Promise<AgentChanges> => ({ agentAtmIds: [], next: since })
  const waiters = createWaiters({ sources: [quiet], onFault() {}, now: () => NOW, nowMs: () => 0, pollMs: 1 })
  const agentWork = createAgentWork({
    ...{ sources, waiters, beatHeart: async () => {}, recentAnswers: createRecentAnswers(() => 0), charge() {} },
  })
  const gone = new AbortController()
  let runs = 0
  let tellWaiting = () => {}
  const waiting = new Promise<void>((resolve) => {
    tellWaiting = resolve
  })
  const ask: Ask = (more) => {
    runs += 1
    const asker = { principal: AGENT, token: null, traceId: '', hungUp: () => gone.signal, ...more }
    return agentWork({ agentAtmId: 'ATM-1', waitSeconds: 15 }, openOperation(stores, asker, () => NOW).context)
  }
  const answer = putOff(ask, undefined, tellWaiting)
  await waiting
  expect({ runs, waiting: waiters.count() }).toEqual({ runs: 1, waiting: 1 })
  gone.abort()
  expect(await answer).toEqual({ tasks: [], journalFetches: [] })
  expect({ runs, waiting: waiters.count() }).toEqual({ runs: 2, waiting: 0 })
  await waiters.close()
})

test('an agent whose first look failed, and for which the next one found nothing, is told so when its time is over', async () => {
  let looks = 0
  const none = async () => []
  const sources: WorkSources = {
    askForFetches: async () => false,
    async askForTasks() {
      looks += 1
      if (looks === 1) throw new DomainError('UNAVAILABLE', 'away')
      return false
    },
    ...{ listFetches: none, takeTasks: none },
  }
  const quiet = async (since: Date): Promise<AgentChanges> => ({ agentAtmIds: [], next: since })
  const waiters = createWaiters({ sources: [quiet], onFault() {}, now: () => NOW, nowMs: () => 0, pollMs: 1 })
  const agentWork = createAgentWork({
    ...{ sources, waiters, beatHeart: async () => {}, recentAnswers: createRecentAnswers(() => 0), charge() {} },
    lookAgainMs: 1,
  })
  const { context } = openOperation(stores, { principal: AGENT, token: null, traceId: '' }, () => NOW)
  const answer = await agentWork({ agentAtmId: 'ATM-1', waitSeconds: 1 }, context)
  expect(answer).toEqual({ tasks: [], journalFetches: [] })
  expect(looks).toBe(2)
  await waiters.close()
})
