import { expect, test } from 'vitest'
import type { AgentChanges } from '../domain/agent-changes.ts'
import type { Principal } from '../kit/auth/principal.ts'
import { DomainError } from '../kit/common/errors.ts'
import { openOperation } from '../kit/graphql/context.ts'
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

test('an agent that waits gets its task though the look failed for which its change had woken it', async () => {
  let [isKnown, looks] = [false, 0]
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
  })
  const { context } = openOperation(stores, { principal: AGENT, token: null, traceId: '' }, () => NOW)
  expect(await agentWork({ agentAtmId: 'ATM-1', waitSeconds: 15 }, context)).toEqual({
    ...{ tasks: [TASK], journalFetches: [] },
  })
  expect(looks).toBe(3)
  await waiters.close()
})
