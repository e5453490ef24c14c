import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { AgentChanges } from '../domain/agent-changes.ts'
import { createPendingPolls, type Ending, type PendingPoll, type PendingPollsEnv } from './pending-polls.ts'

const NOW = new Date('2026-05-20T12:00:00Z')
const nothing = (since: Date): Promise<AgentChanges> => Promise.resolve({ agentAtmIds: [], next: since })

const agent = (agentAtmId: string, group = 'ACME') => ({ agentAtmId, group })

const open = (env: Partial<PendingPollsEnv> = {}) =>
  createPendingPolls({ sources: [nothing], onFault: () => {}, now: () => NOW, nowMs: () => 0, pollMs: 1, ...env })

const over = (poll: PendingPoll | undefined, timeoutMs: number): Promise<Ending> =>
  new Promise((resolve) => poll?.whenEnded(timeoutMs, resolve))

describe('agents that wait', () => {
  it('are bounded: one of the institution with most makes way, and an answer or hang-up frees a place', async () => {
    const polls = open({ maxWaiting: 3 })
    const gone = new AbortController()
    const [oldest, other] = [polls.open(agent('A'), null), polls.open(agent('B'), null)]
    const calm = polls.open(agent('X', 'CALM'), gone.signal)
    const ended = over(oldest, 60_000)
    polls.open(agent('Y', 'CALM'), null)
    expect(await ended).toBe('REPLACED')
    expect(polls.count()).toBe(3)
    other.close()
    other.close()
    gone.abort()
    expect(await over(calm, 60_000)).toBe('GONE')
    expect(polls.count()).toBe(1)
    await polls.close()
  })

  it('of one agent are four at most: an agent that comes back is never refused, its oldest poll ends', async () => {
    const polls = open()
    const own = Array.from({ length: 5 }, () => polls.open(agent('A'), null))
    polls.open(agent('A', 'BANK'), null)
    expect(await over(own[0], 60_000)).toBe('REPLACED')
    expect(await over(own[1], 1)).toBe('LATE')
    expect(polls.count()).toBe(5)
    await polls.close()
  })

  it('are woken by their own change, also by one that came before they waited, the newest poll of each first', async () => {
    const { promise: changed, resolve: change } = Promise.withResolvers<void>()
    const { promise: hanging, resolve: settle } = Promise.withResolvers<AgentChanges>()
    const polls = open({
      sources: [
        () => hanging,
        async (since) => {
          await changed
          return { agentAtmIds: ['A', 'UNKNOWN'], next: since }
        },
      ],
    })
    const [one, other, idle] = [
      polls.open(agent('A'), null),
      polls.open(agent('A'), null),
      polls.open(agent('B'), null),
    ]
    const late = over(idle, 20)
    const ended: string[] = []
    const early = over(one, 60_000).then((ending) => ended.push(`older ${ending}`))
    change()
    expect(await late).toBe('LATE')
    // The newest has its look behind it when it waits once more, or is closed.
    ended.push(`newest ${await over(other, 60_000)}`)
    expect(ended).toEqual(['newest CHANGED'])
    other.close()
    await early
    expect(ended).toEqual(['newest CHANGED', 'older CHANGED'])
    settle({ agentAtmIds: [], next: NOW })
    await polls.close()
  })

  it('leave a change to the newest of their agent, also where one looks meanwhile by a look that began before', async () => {
    const { promise: changed, resolve: change } = Promise.withResolvers<void>()
    const polls = open({
      sources: [
        async (since) => {
          await changed
          return { agentAtmIds: ['A'], next: since }
        },
      ],
    })
    const [oldest, looking, newest] = [1, 2, 3].map(() => polls.open(agent('A'), null))
    const ended: string[] = []
    const waited = over(oldest, 60_000).then((ending) => ended.push(`oldest ${ending}`))
    change()
    ended.push(`newest ${await over(newest, 60_000)}`)
    looking?.noteNothing()
    expect(looking?.hasNothing()).toBe(false)
    const looked = over(looking, 60_000).then((ending) => ended.push(`looking ${ending}`))
    await nextTurn()
    expect(ended).toEqual(['newest CHANGED'])
    newest?.close()
    await looked
    looking?.close()
    await waited
    expect(ended).toEqual(['newest CHANGED', 'looking CHANGED', 'oldest CHANGED'])
    await polls.close()
  })

  it('are not looked for while there are none, and looked for from shortly before the first one on', async () => {
    const asked: Date[] = []
    const polls = open({
      sources: [
        (since) => {
          asked.push(since)
          return nothing(since)
        },
      ],
    })
    const poll = polls.open(agent('A'), null)
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1))
    expect(asked[0]).toEqual(new Date('2026-05-20T11:59:50Z'))
    poll.close()
    await polls.close()
    const before = asked.length
    polls.open(agent('A'), null)
    expect(asked).toHaveLength(before)
  })

  it('are woken also when the agent before them had hung up before it began to wait', async () => {
    const polls = open({ sources: [async (since) => ({ agentAtmIds: ['A'], next: since })] })
    const gone = polls.open(agent('GONE'), AbortSignal.abort())
    expect(await over(gone, 60_000)).toBe('GONE')
    gone.close()
    expect(await over(polls.open(agent('A'), null), 2_000)).toBe('CHANGED')
    await polls.close()
  })

  it('keep their places when an agent comes that has already hung up', async () => {
    const polls = open({ maxWaiting: 1 })
    const poll = polls.open(agent('A'), null)
    expect(await over(polls.open(agent('GONE'), AbortSignal.abort()), 60_000)).toBe('GONE')
    expect(polls.count()).toBe(1)
    expect(await over(poll, 1)).toBe('LATE')
    await polls.close()
  })

  it('know when changes cannot be followed, and its owner is notified once', async () => {
    let broken = true
    const onFault = vi.fn()
    const polls = open({
      sources: [nothing, (since) => (broken ? Promise.reject(new Error('away')) : nothing(since))],
      onFault,
    })
    polls.open(agent('A'), null)
    await vi.waitFor(() => expect(polls.isWatching()).toBe(false))
    broken = false
    await vi.waitFor(() => expect(polls.isWatching()).toBe(true))
    expect(onFault).toHaveBeenCalledTimes(1)
    await polls.close()
  })

  it('are known to have nothing until a change, a failed look or five minutes, and in one institution', async () => {
    let [nowMs, broken] = [0, false]
    let changed: readonly string[] = []
    const changes = (since: Date) =>
      broken ? Promise.reject(new Error('away')) : Promise.resolve({ agentAtmIds: changed, next: since })
    const polls = open({ sources: [nothing, changes], nowMs: () => nowMs })
    const calm = polls.open(agent('CALM'), null)
    const comes = (group?: string) => {
      const poll = polls.open(agent('A', group), null)
      poll.close()
      return poll.hasNothing()
    }
    const first = polls.open(agent('A'), null)
    expect(first.hasNothing()).toBe(false)
    first.noteNothing()
    first.close()
    expect([comes(), comes('BANK')]).toEqual([true, false])
    nowMs = 299_999
    expect(comes()).toBe(true)
    broken = true
    await vi.waitFor(() => expect(polls.isWatching()).toBe(false))
    expect(comes()).toBe(false)
    broken = false
    await vi.waitFor(() => expect(comes()).toBe(true))
    nowMs = 300_000
    expect(comes()).toBe(false)
    const second = polls.open(agent('A'), null)
    second.noteNothing()
    changed = ['A']
    expect(await over(second, 60_000)).toBe('CHANGED')
    second.close()
    expect(comes()).toBe(false)
    calm.close()
    await polls.close()
  })

  it('are looked up again after a change during their look, and after a time in which none waited', async () => {
    let [changed, looks]: [readonly string[], number] = [['A', 'B'], 0]
    const changes = async (since: Date) => {
      looks += 1
      return { agentAtmIds: changed, next: since }
    }
    const polls = open({ sources: [changes] })
    const [poll, other] = [polls.open(agent('A'), null), polls.open(agent('B'), null)]
    expect(await over(other, 60_000)).toBe('CHANGED')
    poll.noteNothing()
    expect(poll.hasNothing()).toBe(false)
    changed = []
    const before = looks
    await vi.waitFor(() => expect(looks).toBeGreaterThan(before + 1))
    expect(await over(poll, 60_000)).toBe('CHANGED')
    poll.noteNothing()
    expect(poll.hasNothing()).toBe(true)
    poll.close()
    other.close()
    await vi.waitFor(() => {
      const again = polls.open(agent('A'), null)
      again.close()
      expect(again.hasNothing()).toBe(false)
    })
    await polls.close()
  })

  it('all have their answer when waiting ends, and so has each that comes then', async () => {
    const polls = open()
    const before = over(polls.open(agent('A'), null), 60_000)
    polls.release()
    expect(await before).toBe('RELEASED')
    expect(await over(polls.open(agent('B'), null), 60_000)).toBe('RELEASED')
    await polls.close()
  })
})
