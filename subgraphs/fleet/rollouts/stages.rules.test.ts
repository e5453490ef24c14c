import { describe, expect, it } from 'vitest'
import { choicesOf } from '../../../demo/random.ts'
import { SEED } from '../../../tests/support/seed.ts'
import {
  acceptedOf,
  boundsOf,
  countsOf,
  failedOf,
  failurePctOf,
  finishedOf,
  type Limits,
  nextStep,
  type StageState,
  sizesOf,
  sumOf,
} from './stages.rules.ts'

const LIMITS: Limits = { pauseAtFailurePct: 20, minFinished: 1, acceptedFinished: 0, acceptedFailed: 0 }
const stage = (atms: number, byStatus: StageState['byStatus'], more: Partial<StageState> = {}): StageState => ({
  ...{ atms, skipped: 0, overdue: 0, acceptedOverdue: 0, byStatus },
  ...more,
})

describe('the stages of a rollout', () => {
  it.each([
    [100, [5, 25, 100], [5, 20, 75]],
    [7, [5, 25, 100], [1, 1, 5]],
    [1, [5, 25, 100], [1, 0, 0]],
    [0, [5, 25, 100], [0, 0, 0]],
    [100_000, [1, 2, 50, 100], [1_000, 1_000, 48_000, 50_000]],
  ])('of %i ATMs, %j per cent, have %j', (atms, stages, sizes) => {
    expect(sizesOf(atms, stages)).toEqual(sizes)
    expect(boundsOf(atms, stages).at(-1)).toBe(atms)
  })
})

describe('the counts of a stage', () => {
  it('have what waits for a task, and count as failed what failed, expired or is overdue', () => {
    const state = stage(
      20,
      { QUEUED: 1, SENT: 4, SUCCEEDED: 5, FAILED: 2, EXPIRED: 1, CANCELLED: 3 },
      { skipped: 2, overdue: 1 },
    )
    const counts = countsOf(state)
    expect(counts.waiting).toBe(2)
    expect([failedOf(counts), finishedOf(counts)]).toEqual([4, 9])
    expect(failurePctOf([state], LIMITS)).toBeCloseTo((4 * 100) / 9)
    expect(sumOf([counts, counts]).sent).toBe(8)
  })

  it('are judged by what finished since the last resumption', () => {
    const states = [stage(20, { SUCCEEDED: 10, FAILED: 6 })]
    expect(failurePctOf(states, { ...LIMITS, acceptedFinished: 8, acceptedFailed: 4 })).toBe(25)
    expect(failurePctOf(states, { ...LIMITS, acceptedFinished: 16, acceptedFailed: 6 })).toBe(0)
    expect(failurePctOf([stage(3, {})], LIMITS)).toBe(0)
  })

  it('are judged without tasks that were overdue when it was resumed, until these end', () => {
    const paused = [stage(50, { SENT: 50 }, { overdue: 50 })]
    const limits = { ...LIMITS, ...acceptedOf(paused) }
    expect(failurePctOf([stage(50, { SENT: 50 }, { overdue: 50, acceptedOverdue: 50 })], limits)).toBe(0)
    const late = stage(50, { SUCCEEDED: 40, FAILED: 5, SENT: 5 }, { overdue: 5, acceptedOverdue: 5 })
    expect(failurePctOf([late], limits)).toBeCloseTo((5 * 100) / 45)
    expect(failurePctOf([late, stage(200, { SUCCEEDED: 95, FAILED: 60 })], limits)).toBe(32.5)
    // A release before this one had these 50 in its counts: they do not make the share less than nothing.
    expect(failurePctOf([stage(50, { SUCCEEDED: 50 })], { ...limits, acceptedFinished: 50, acceptedFailed: 50 })).toBe(
      0,
    )
  })
})

describe('the next step', () => {
  it.each([
    ['tasks are made where ATMs wait', [stage(4, { SUCCEEDED: 1 })], LIMITS, 'MAKE_TASKS'],
    ['it waits for outcomes', [stage(2, { SUCCEEDED: 1, SENT: 1 })], LIMITS, 'WAIT'],
    ['it waits for delivery', [stage(2, { SUCCEEDED: 1, QUEUED: 1 })], LIMITS, 'WAIT'],
    ['the next stage begins when all ended', [stage(2, { SUCCEEDED: 1, CANCELLED: 1 })], LIMITS, 'OPEN_STAGE'],
    ['a late outcome holds nothing up', [stage(9, { SUCCEEDED: 8, ACKED: 1 }, { overdue: 1 })], LIMITS, 'OPEN_STAGE'],
    ['skipped ATMs hold nothing up', [stage(2, {}, { skipped: 2 })], LIMITS, 'OPEN_STAGE'],
    ['an empty stage is over', [stage(1, { SUCCEEDED: 1 }), stage(0, {})], LIMITS, 'OPEN_STAGE'],
    ['it ends with its last stage', [stage(1, { SUCCEEDED: 1 }), stage(0, {}), stage(0, {})], LIMITS, 'FINISH'],
    ['failures at the limit are allowed', [stage(9, { SUCCEEDED: 4, FAILED: 1 })], LIMITS, 'MAKE_TASKS'],
    ['failures over the limit pause it', [stage(9, { SUCCEEDED: 3, FAILED: 1 })], LIMITS, 'PAUSE'],
    ['expired tasks are failures', [stage(9, { SUCCEEDED: 3, EXPIRED: 1 })], LIMITS, 'PAUSE'],
    ['few outcomes do not count', [stage(9, { FAILED: 2 })], { ...LIMITS, minFinished: 3 }, 'MAKE_TASKS'],
    ['few outcomes count at the end', [stage(2, { FAILED: 2 })], { ...LIMITS, minFinished: 3 }, 'PAUSE'],
    ['100 per cent allows everything', [stage(2, { FAILED: 2 })], { ...LIMITS, pauseAtFailurePct: 100 }, 'OPEN_STAGE'],
    [
      '0 per cent allows nothing',
      [stage(900, { SUCCEEDED: 899, FAILED: 1 })],
      { ...LIMITS, pauseAtFailurePct: 0 },
      'PAUSE',
    ],
    [
      'failures of the last stage pause it too',
      [stage(1, {}, { skipped: 1 }), stage(0, {}), stage(1, { FAILED: 1 })],
      LIMITS,
      'PAUSE',
    ],
  ])('%s', (_name, open, limits, step) => {
    expect(nextStep(open, 3, limits)).toBe(step)
  })

  /**
   * Agents that ask for their tasks and report by chance, some late; `since` has what a person who resumes it counts.
   */
  const agentsOf = (choices: ReturnType<typeof choicesOf>, sizes: readonly number[]) => {
    const since = { finished: 0, failed: 0 }
    const states = sizes.map((atms) => ({ ...stage(atms, {}), byStatus: new Map<string, number>() }))
    type State = (typeof states)[number]
    const add = ({ byStatus }: State, status: string, more: number) =>
      byStatus.set(status, (byStatus.get(status) ?? 0) + more)
    const count = (finished: number, failed: number) =>
      Object.assign(since, { finished: since.finished + finished, failed: since.failed + failed })
    const report = (state: State, status: 'SUCCEEDED' | 'FAILED') => {
      add(state, 'SENT', -1)
      add(state, status, 1)
      return status === 'FAILED' ? 1 : 0
    }
    const act = (state: State) => {
      const status = choices.pick(['SUCCEEDED', 'SUCCEEDED', 'FAILED'] as const)
      const [queued = 0, sent = 0] = ['QUEUED', 'SENT'].map((one) => state.byStatus.get(one) ?? 0)
      if (queued > 0 && choices.chance(0.5)) {
        const next = choices.pick(['SENT', 'SENT', 'SENT', 'EXPIRED', 'CANCELLED'])
        add(state, 'QUEUED', -1)
        add(state, next, 1)
        if (next === 'EXPIRED') count(1, 1)
      } else if (state.acceptedOverdue > 0 && choices.chance(0.3)) {
        Object.assign(state, { overdue: state.overdue - 1, acceptedOverdue: state.acceptedOverdue - 1 })
        count(1, report(state, status))
      } else if (state.overdue > state.acceptedOverdue && choices.chance(0.3)) {
        state.overdue -= 1
        count(0, report(state, status) - 1)
      } else if (sent > state.overdue) {
        if (choices.chance(0.7)) return count(1, report(state, status))
        state.overdue += 1
        count(1, 1)
      }
    }
    return {
      since,
      shown: (): StageState[] => states.map((state) => ({ ...state, byStatus: Object.fromEntries(state.byStatus) })),
      make: (n: number, tasks: number) => add(states[n] ?? expect.fail('no such stage'), 'QUEUED', tasks),
      resume: () => {
        for (const state of states) state.acceptedOverdue = state.overdue
        Object.assign(since, { finished: 0, failed: 0 })
      },
      act: (open: number) => states.slice(0, open).forEach(act),
    }
  }

  /** Runs a rollout to its end with outcomes of chance, resuming each pause; answers what it did. */
  const play = (seed: string) => {
    const choices = choicesOf(seed)
    const atms = choices.below(60)
    const stages = [...new Set([choices.between(1, 99), choices.between(1, 99), 100])].sort((a, b) => a - b)
    let limits = { ...LIMITS, pauseAtFailurePct: choices.pick([0, 10, 50, 100]), minFinished: choices.between(1, 9) }
    const agents = agentsOf(choices, sizesOf(atms, stages))
    let open = 1
    for (let turn = 0; turn < 3_000; turn += 1) {
      const states = agents.shown()
      const before = states.map(countsOf)
      const counts = sumOf(before.slice(0, open))
      const step = nextStep(states.slice(0, open), stages.length, limits)
      const { since } = agents
      const isOver = since.failed * 100 > limits.pauseAtFailurePct * since.finished
      const waits = before.slice(0, open).some(({ waiting }) => waiting > 0)
      const isUnderWay = counts.queued + counts.sent > counts.overdue
      // What may never happen, whatever came before.
      if (step === 'PAUSE') expect(isOver).toBe(true)
      if (step === 'OPEN_STAGE' || step === 'FINISH') expect([isOver, waits, isUnderWay]).toEqual([false, false, false])
      if (step === 'MAKE_TASKS') expect(waits && !(isOver && since.finished >= limits.minFinished)).toBe(true)
      expect(sumOf(before.slice(open))).toMatchObject({ queued: 0, succeeded: 0, failed: 0 })
      if (step === 'FINISH') return { atms, counts, open, stages }
      if (step === 'OPEN_STAGE') open += 1
      if (step === 'PAUSE') {
        limits = { ...limits, ...acceptedOf(states) }
        agents.resume()
      }
      if (step === 'MAKE_TASKS') {
        const n = before.findIndex(({ waiting }) => waiting > 0)
        agents.make(n, choices.between(1, before[n]?.waiting ?? 1))
      }
      agents.act(open)
    }
    return expect.fail('the rollout does not end')
  }

  it('leads every rollout to its end, with a task for each ATM and no stage begun too early', () => {
    for (let n = 0; n < 100; n += 1) {
      const { atms, counts, open, stages } = play(`${SEED}-${n}`)
      const { succeeded, failed, expired, cancelled, overdue } = counts
      expect(succeeded + failed + expired + cancelled + overdue).toBe(atms)
      expect(open).toBe(stages.length)
    }
  })
})
