import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { Principal } from '../kit/auth/principal.ts'
import { DomainError } from '../kit/common/errors.ts'
import { AnswerDeferred, type Caller, type Deferral, openOperation } from '../kit/graphql/context.ts'
import { createPendingPolls, type PendingPolls } from './pending-polls.ts'
import { createRecentAnswers } from './recent-answers.ts'
import { createAgentWork } from './work.ts'
import type { WorkSources } from './work-sources.ts'

const NOW = new Date('2026-05-20T12:00:00Z')
const AGENT: Principal = {
  ...{ userId: 'agents', email: null, role: 'AGENT', institutions: ['ACME'], unrestricted: false, agentAtmId: null },
}
const TASK = { id: 't-1', kind: 'REBOOT', params: null, expiresAt: NOW }
const FETCH = { gapId: 7, gapDate: '2026-05-18', requestedAt: NOW }
const NOTHING = { tasks: [], journalFetches: [] }
const NO_WORK: WorkSources = {
  ...{ askForFetches: async () => false, askForTasks: async () => false },
  ...{ listFetches: async () => [], takeTasks: async () => [] },
}
const noStore = () => Promise.reject(new Error('no store'))
const stores = { inTenant: noStore, asPlatform: noStore, check: async () => {}, close: async () => {} }

type Ask = (more: Partial<Caller>, waitSeconds?: number) => Promise<unknown>

let pendingPolls: PendingPolls
afterEach(() => pendingPolls.close())

/** An agent, with what the services have for it; `changed` says whether a look for changes finds it. */
const open = (given: Partial<WorkSources>, changed = () => false) => {
  const sources = { ...NO_WORK, ...given }
  const clock = { ms: 0 }
  const nowMs = () => clock.ms
  let charged = 0
  const changes = async (since: Date) => ({ agentAtmIds: changed() ? ['ATM-1'] : [], next: since })
  pendingPolls = createPendingPolls({ sources: [changes], onFault() {}, now: () => NOW, nowMs, pollMs: 1 })
  const agentWork = createAgentWork({
    ...{ sources, pendingPolls, beatHeart: async () => {}, recentAnswers: createRecentAnswers(nowMs), nowMs },
    charge() {
      charged += 1
    },
    lookAgainMs: 1,
  })
  const ask: Ask = (more, waitSeconds = 15) => {
    const caller = { principal: AGENT, token: null, traceId: '', ...more }
    return agentWork({ agentAtmId: 'ATM-1', waitSeconds }, openOperation(stores, caller, () => NOW).context)
  }
  return { ask, clock, charged: () => charged }
}

/** Asks once, and holds the operation until it is answered. */
const held = (ask: Ask): Promise<unknown> => ask({})

/** Asks once where the answer may be deferred: resolves with the answer, or with its deferral. */
const begun = async (ask: Ask, more: Partial<Caller> = {}): Promise<unknown> =>
  ask({ mayDefer: true, ...more }).catch((error: unknown) => {
    if (error instanceof AnswerDeferred) return error.deferral
    throw error
  })

const isDeferral = (answer: unknown): answer is Deferral => Object(answer).whenReady !== undefined

/** Runs the operation again once its deferral calls back. */
const resumed = async (ask: Ask, deferral: unknown, more: Partial<Caller> = {}): Promise<unknown> => {
  if (!isDeferral(deferral)) throw new Error('was answered at once')
  await new Promise<void>((resolve) => deferral.whenReady(resolve))
  return begun(ask, { ...more, resumed: deferral })
}

/** Asks as a listener does that defers answers: again each time the deferral calls back. */
const deferred = async (ask: Ask): Promise<unknown> => {
  let answer = await begun(ask)
  while (isDeferral(answer)) answer = await resumed(ask, answer)
  return answer
}

const BOTH = [
  ['held', held],
  ['deferred', deferred],
] as const

test.each(BOTH)(
  'an agent whose answer is %s gets its task though the look failed for which its change had woken it',
  async (_name, asked) => {
    let [isKnown, looks] = [false, 0]
    const askForTasks = async () => {
      looks += 1
      if (looks === 1) isKnown = true
      if (looks === 2) throw new DomainError('UNAVAILABLE', 'away')
      return looks > 2
    }
    /** The change is told once. */
    const changed = () => {
      const was = isKnown
      isKnown = false
      return was
    }
    const { ask, charged } = open({ askForTasks, takeTasks: async () => [TASK] }, changed)
    expect(await asked(ask)).toEqual({ tasks: [TASK], journalFetches: [] })
    expect({ looks, charged: charged(), pending: pendingPolls.count() }).toEqual({ looks: 3, charged: 1, pending: 0 })
  },
)

test('an agent whose answer is deferred has one pending poll, which its hang-up ends', async () => {
  const { ask } = open({})
  const gone = new AbortController()
  let runs = 0
  const counted: Ask = (more) => {
    runs += 1
    return ask({ hungUp: () => gone.signal, ...more })
  }
  const answer = await begun(counted)
  expect({ runs, pending: pendingPolls.count() }).toEqual({ runs: 1, pending: 1 })
  gone.abort()
  expect(await resumed(counted, answer)).toEqual(NOTHING)
  expect({ runs, pending: pendingPolls.count() }).toEqual({ runs: 2, pending: 0 })
})

test('an agent whose first look failed, and for which the next one found nothing, is told so when its time is over', async () => {
  let looks = 0
  const askForTasks = async () => {
    looks += 1
    if (looks === 1) throw new DomainError('UNAVAILABLE', 'away')
    return false
  }
  const { ask } = open({ askForTasks })
  expect(await ask({}, 1)).toEqual(NOTHING)
  expect(looks).toBe(2)
})

const ANSWER = { tasks: [], journalFetches: [FETCH] }
const asksForFetch = { askForFetches: async () => true, listFetches: async () => [FETCH] }

test('an agent that hung up while its poll waited with what it knows is told it again a minute after its answer', async () => {
  const { ask, clock } = open(asksForFetch)
  expect(await begun(ask)).toEqual(ANSWER)
  clock.ms = 50_000
  const gone = new AbortController()
  const lost = { hungUp: () => gone.signal }
  const poll = await begun(ask, lost)
  gone.abort()
  expect(await resumed(ask, poll, lost)).toEqual(ANSWER)
  expect(isDeferral(await begun(ask))).toBe(true)
  clock.ms = 60_000
  expect(await begun(ask)).toEqual(ANSWER)
})

test('an agent that hung up during its first look is told what that found when it comes back', async () => {
  const gone = new AbortController()
  const listFetches = async () => {
    gone.abort()
    return [FETCH]
  }
  const { ask } = open({ ...asksForFetch, listFetches })
  await ask({ hungUp: () => gone.signal })
  expect(await begun(ask)).toEqual(ANSWER)
})

test('an agent whose polls take the place of the ones before is told again a minute after its answer', async () => {
  const { ask, clock } = open(asksForFetch)
  expect(await begun(ask)).toEqual(ANSWER)
  clock.ms = 50_000
  const first = deferred(ask)
  for (let poll = 2; poll <= 5; poll += 1) expect(isDeferral(await begun(ask))).toBe(true)
  expect(await first).toEqual(ANSWER)
  clock.ms = 60_000
  expect(await begun(ask)).toEqual(ANSWER)
})

test.each(BOTH)(
  'an agent whose answer is %s is not told the same request again, though its change is read again; a new one at once',
  async (_name, asked) => {
    let looks = 0
    const requestedAnew = { ...FETCH, requestedAt: new Date(NOW.getTime() + 5_000) }
    const listFetches = async () => {
      looks += 1
      return [looks > 4 ? requestedAnew : FETCH]
    }
    const { ask } = open({ ...asksForFetch, listFetches }, () => true)
    expect(await asked(ask)).toEqual(ANSWER)
    expect(await asked(ask)).toEqual({ tasks: [], journalFetches: [requestedAnew] })
    expect(looks).toBe(5)
  },
)

test('a task goes to the newest poll of its agent: the connection of an older one may be dead', async () => {
  let isCreated = false
  const waiting = [TASK, { ...TASK, id: 't-2' }]
  const takers: string[] = []
  const takeTasks: WorkSources['takeTasks'] = async (_agentAtmId, { traceId }) => {
    takers.push(traceId)
    const taken = waiting.splice(0, 1)
    if (takers.length === 1) await delay(20)
    return taken
  }
  const { ask } = open({ askForTasks: async () => isCreated, takeTasks }, () => isCreated)
  const gone = new AbortController()
  const asked = ['oldest', 'older', 'newest'].map((traceId) => ask({ traceId, hungUp: () => gone.signal }))
  await vi.waitFor(() => expect(pendingPolls.count()).toBe(3))
  isCreated = true
  expect(await asked[2]).toEqual({ tasks: [TASK], journalFetches: [] })
  // The others are woken too, each after the next newer one has looked.
  expect(await asked[1]).toMatchObject({ tasks: [{ id: 't-2' }] })
  gone.abort()
  expect(await asked[0]).toEqual(NOTHING)
  expect(takers.slice(0, 2)).toEqual(['newest', 'older'])
})

test('an agent whose poll is released after a look that failed is told what it knows', async () => {
  const askForTasks = () => Promise.reject(new DomainError('UNAVAILABLE', 'away'))
  const { ask, clock } = open({ ...asksForFetch, askForTasks })
  expect(await begun(ask)).toEqual(ANSWER)
  clock.ms = 1_000
  const known = await begun(ask)
  pendingPolls.release()
  expect(await resumed(ask, known)).toEqual(ANSWER)
})

test('an agent whose poll is released after a look that failed is told that work is not known', async () => {
  const { ask } = open({ askForTasks: () => Promise.reject(new DomainError('UNAVAILABLE', 'away')) })
  const poll = await begun(ask)
  pendingPolls.release()
  await expect(resumed(ask, poll)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
