import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Stores } from '../../db/tenancy.ts'
import type { Principal } from '../kit/auth/principal.ts'
import type { CallAnswer, Calls } from '../kit/calls/calls.ts'
import { DomainError, problemOf } from '../kit/common/errors.ts'
import { openOperation } from '../kit/graphql/context.ts'
import { createRefusals } from './refusals.ts'
import { createAskForWork } from './work-batches.ts'

const stores: Stores = {
  inTenant: () => Promise.reject(new Error('no store')),
  asPlatform: () => Promise.reject(new Error('no store')),
  check: async () => {},
  close: async () => {},
}
const agentOf = (institution: string, agentAtmId: string): Principal => ({
  userId: 'agents',
  email: null,
  role: 'AGENT',
  institutions: [institution],
  unrestricted: false,
  agentAtmId,
})

/** Which of these agents are asked about: `ACME ATM-1`. */
type Question = readonly string[]
const AGENT_WITH_WORK = /-[05]$/
const answerOf = (question: Question): CallAnswer => ({
  status: 200,
  body: [...question.keys()].filter((n) => AGENT_WITH_WORK.test(question[n] ?? '')),
  headers: {},
})
const refusal = (error: DomainError, status: number): CallAnswer => ({
  status,
  body: problemOf(error, { instance: '/', traceId: '', now: new Date() }),
  headers: {},
})

/** A service that answers questions when it is told to, and agents that it is asked about. */
const open = (answer: (question: Question) => CallAnswer | Promise<CallAnswer> = answerOf) => {
  const questions: Question[] = []
  const held: (() => void)[] = []
  let holds = false
  const calls: Calls = {
    async request(_service, { body }) {
      const question: Question = Array.isArray(body) ? body : []
      questions.push(question)
      if (holds) await new Promise<void>((resolve) => held.push(resolve))
      return answer(question)
    },
  }
  const askForWork = createAskForWork(
    calls,
    createRefusals({ error() {} }, () => 0),
    {
      service: 'fleet',
      path: '/api/internal/tasks/waiting',
      bodyOf: (agents) => agents.map(({ agentAtmId, institutionKey }) => `${institutionKey} ${agentAtmId}`),
    },
  )
  const ask = (agentAtmId: string, principal = agentOf('ACME', agentAtmId), hungUp?: AbortSignal) => {
    const caller = { principal, token: null, traceId: '', ...(hungUp && { hungUp: () => hungUp }) }
    const { context } = openOperation(stores, caller, () => new Date())
    return askForWork(agentAtmId, context)
  }
  return {
    questions,
    ask,
    outcome: (...given: Parameters<typeof ask>) => ask(...given).catch(({ code }) => code),
    hold: () => {
      holds = true
    },
    release() {
      holds = false
      for (const resolve of held.splice(0)) resolve()
    },
  }
}
const ids = (count: number, prefix = 'ATM') => Array.from({ length: count }, (_, n) => `${prefix}-${n}`)

describe('agents that are asked about', () => {
  it('while a question is under way go with the next one, and each gets its own answer', async () => {
    const { questions, ask, hold, release } = open()
    hold()
    const first = ask('FIRST-5')
    await turn()
    const others = ids(100).map((id) => ask(id))
    await turn()
    expect(questions).toEqual([['ACME FIRST-5']])
    release()
    expect(await first).toBe(true)
    expect(await Promise.all(others)).toEqual(ids(100).map((id) => AGENT_WITH_WORK.test(id)))
    expect(questions.slice(1)).toEqual([ids(100).map((id) => `ACME ${id}`)])
  })

  it('are named with the institution of their token', async () => {
    const { questions, ask } = open()
    await Promise.all([ask('A-1'), ask('B-1', agentOf('BETA', 'B-1'))])
    expect(questions).toEqual([['ACME A-1', 'BETA B-1']])
    const two = { ...agentOf('ACME', 'A-2'), institutions: ['ACME', 'BETA'] }
    await expect(ask('A-2', two)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('are 500 in a question at most, of which half are kept for other institutions', async () => {
    const { questions, ask, hold, release } = open()
    hold()
    const flood = ids(2_000).map((id) => ask(id))
    await turn()
    const calm = ids(10, 'CALM').map((id) => ask(id, agentOf('BETA', id)))
    await turn()
    release()
    await Promise.all(calm)
    // Those that come last are in the next question, with the first of the crowd that wait.
    expect(questions[1]?.filter((agent) => agent.startsWith('BETA'))).toHaveLength(10)
    await Promise.all(flood)
    expect(questions.length).toBeLessThanOrEqual(2_000 / 250 + 2)
    expect(Math.max(...questions.map(({ length }) => length))).toBeLessThanOrEqual(500)
  })

  it('all wait for their turn, however many agents of one institution have one token', async () => {
    const { questions, ask } = open()
    const crowd = ids(20_000)
    const shared = { ...agentOf('ACME', ''), agentAtmId: null }
    expect(await Promise.all(crowd.map((id) => ask(id, shared)))).toEqual(crowd.map((id) => AGENT_WITH_WORK.test(id)))
    expect(new Set(questions.flat()).size).toBe(20_000)
  })

  it('are not asked about when they hang up while they wait for their turn', async () => {
    const { questions, ask, outcome, hold, release } = open()
    const gone = new AbortController()
    hold()
    const crowd = ids(250).map((id) => ask(id))
    const lost = outcome('LOST-1', undefined, gone.signal)
    await turn()
    gone.abort()
    expect(await lost).toBe('UNAVAILABLE')
    release()
    await Promise.all(crowd)
    expect(questions.flat()).not.toContain('ACME LOST-1')
  })
})

describe('a service that does not answer as it should', () => {
  it.each([404, 405])('may have work for any agent where it does not know the question: %i', async (status) => {
    const missing = new DomainError(status === 404 ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED', 'There is nothing here.')
    const { questions, ask } = open(() => refusal(missing, status))
    expect(await Promise.all(ids(3).map((id) => ask(id)))).toEqual([true, true, true])
    expect(questions).toHaveLength(1)
  })

  it('fails all of a question when it cannot be reached, is asked once, and again for those that come then', async () => {
    let isUp = false
    const { questions, outcome } = open((question) => {
      if (!isUp) throw new DomainError('UNAVAILABLE', 'away')
      return answerOf(question)
    })
    expect(await Promise.all(ids(3).map((id) => outcome(id)))).toEqual(Array(3).fill('UNAVAILABLE'))
    expect(questions).toHaveLength(1)
    isUp = true
    expect(await outcome('ATM-5')).toBe(true)
  })

  it('fails all of a question that it is too busy for', async () => {
    const { questions, outcome } = open(() => refusal(new DomainError('UNAVAILABLE', 'busy'), 503))
    expect(await Promise.all(ids(3).map((id) => outcome(id)))).toEqual(Array(3).fill('UNAVAILABLE'))
    expect(questions).toHaveLength(1)
  })

  it.each([
    ['fails', () => refusal(new DomainError('INTERNAL', 'no'), 500), 'INTERNAL'],
    ['does not take the secret', () => refusal(new DomainError('UNAUTHENTICATED', 'no'), 401), 'UNAVAILABLE'],
    ['refuses so many', () => refusal(new DomainError('RATE_LIMITED', 'no'), 429), 'RATE_LIMITED'],
    ['answers in other words', () => ({ status: 200, body: 'no', headers: {} }), undefined],
  ])('fails all of a question and is asked once where it %s', async (_what, answer, code) => {
    const { questions, outcome } = open(answer)
    expect(await Promise.all(ids(50).map((id) => outcome(id)))).toEqual(Array(50).fill(code))
    expect(questions).toHaveLength(1)
  })

  it('fails only the agent whose id it refuses', async () => {
    const { outcome } = open((question) =>
      question.some((agent) => agent.endsWith('ATM-1'))
        ? refusal(new DomainError('BAD_USER_INPUT', 'no such id'), 400)
        : answerOf(question),
    )
    expect(await Promise.all(ids(6).map((id) => outcome(id)))).toEqual([
      true,
      'BAD_USER_INPUT',
      ...[0, 0, 0].map(() => false),
      true,
    ])
  })
})
