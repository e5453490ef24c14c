import { describe, expect, it } from 'vitest'
import { OVERLOAD_LIMITS } from './overload-detector.rules.ts'
import { type ArrivalKind, purposeOf, REQUEST_KINDS, type RequestKind } from './request-kinds.rules.ts'
import { createRequestQueue } from './request-queue.ts'

const isReport = (kind: ArrivalKind): boolean => kind === 'report' || kind === 'heartbeat'
const none = (): Record<RequestKind, number> => ({ report: 0, work: 0, user: 0, heartbeat: 0 })

/** A queue in an event loop whose turns and clock a test moves. Each request takes `costMs` to begin. */
const open = ({ costMs = 1, maxWaiting = 10_000, maxHeldBytes = 1_000_000, utilization = 0, answerMs = 0 } = {}) => {
  let now = 0
  const answers: { readonly atMs: number; end(isDone: boolean): void }[] = []
  let next: (() => void)[] = []
  const order: string[] = []
  const counts = { begun: none(), refused: none(), gone: 0, longestMs: none() }
  const queue = createRequestQueue({
    limits: OVERLOAD_LIMITS,
    nowMs: () => now,
    utilization: () => utilization,
    nextTurn: (work) => void next.push(work),
    onGone: () => {
      counts.gone += 1
    },
    maxWaiting,
    maxHeldBytes,
  })
  const come = (
    kind: ArrivalKind,
    name: string = kind,
    { isGone = false, heldBytes = 0, isQuick = isReport(kind) } = {},
  ): void =>
    queue.take({
      kind,
      heldBytes,
      isQuick,
      begin(waitedMs, end) {
        now += costMs
        order.push(name)
        answers.push({ atMs: now + answerMs, end })
        if (kind === 'probe') return
        counts.begun[kind] += 1
        counts.longestMs[kind] = Math.max(counts.longestMs[kind], waitedMs)
      },
      refuse() {
        order.push(`${name} refused`)
        if (kind !== 'probe') counts.refused[kind] += 1
      },
      isGone: () => isGone,
    })
  /** What was left for this turn, after `ms` of other work. */
  const turn = (ms = 0): void => {
    now += ms
    while ((answers[0]?.atMs ?? now + 1) <= now) answers.shift()?.end(true)
    const work = next
    next = []
    for (const one of work) one()
  }
  const reset = () => Object.assign(counts, { begun: none(), refused: none(), gone: 0, longestMs: none() })
  /** Turns of 5 ms of other work for so long, in each of which so many requests of each kind come. */
  const run = (seconds: number, comes: Partial<Record<RequestKind, number>>): void => {
    reset()
    for (const untilMs = now + seconds * 1_000; now < untilMs; turn(5))
      for (const kind of REQUEST_KINDS) for (let n = 0; n < (comes[kind] ?? 0); n += 1) come(kind)
  }
  return { queue, come, turn, run, reset, order, counts, now: () => now }
}

describe('requests', () => {
  it('begin at once while there is time in their turn, then wait for the next, the most important first', () => {
    const { come, turn, order, queue } = open()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) come('heartbeat', name)
    come('user', 'h')
    come('report', 'i')
    come('work', 'j')
    expect(order.splice(0)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(queue.count()).toBe(5)
    turn()
    // Every fourth is the one that waits longest.
    expect(order.splice(0)).toEqual(['i', 'j', 'h', 'f', 'g'])
    turn()
    come('heartbeat', 'k')
    expect(order).toEqual(['k'])
  })

  it('whose client has gone do not begin', () => {
    const { come, turn, order, counts } = open({ costMs: 5 })
    come('report', 'first')
    come('report', 'gone', { isGone: true })
    come('report', 'second')
    turn()
    expect([order, counts.gone]).toEqual([['first', 'second'], 1])
  })

  it('of probes begin at once, whatever waits', () => {
    const { come, order } = open({ costMs: 5 })
    for (const kind of ['report', 'report', 'probe'] as const) come(kind)
    expect(order).toEqual(['report', 'probe'])
  })

  it('of probes that are more than ten a turn wait as those of users do', () => {
    const { come, turn, order, queue } = open()
    for (let n = 0; n < 5_000; n += 1) come('probe')
    expect([order.splice(0), queue.count()]).toEqual([Array.from({ length: 10 }, () => 'probe'), 4_990])
    come('report')
    turn()
    come('probe', 'of the next turn')
    expect(order.splice(0)).toEqual(['report', ...Array.from({ length: 4 }, () => 'probe'), 'of the next turn'])
    for (let turns = 0; turns < 600; turns += 1) turn(5)
    expect(order).toContain('probe refused')
  })

  it('that are more than can wait take the places of less important ones', () => {
    const { come, order } = open({ costMs: 5, maxWaiting: 2 })
    come('user', 'a')
    come('heartbeat', 'b')
    come('user', 'c')
    come('heartbeat', 'd')
    come('report', 'e')
    come('work', 'f')
    come('work', 'g')
    come('user', 'h')
    expect(order).toEqual(['a', 'd refused', 'b refused', 'c refused', 'g refused', 'h refused'])
  })
})

describe('bodies of requests that wait', () => {
  const large = { heldBytes: 60 }

  it('are so many bytes at most: more important ones take the places of those that hold most', () => {
    const { come, order, queue } = open({ costMs: 5, maxHeldBytes: 150 })
    come('user', 'a', large)
    come('user', 'b', large)
    come('heartbeat', 'c', { heldBytes: 1 })
    come('user', 'd', large)
    come('user', 'e', large)
    expect(order.splice(0)).toEqual(['a', 'e refused'])
    come('report', 'f', large)
    come('heartbeat', 'g', { heldBytes: 1 })
    come('report', 'h', large)
    expect(order.splice(0)).toEqual(['b refused', 'd refused'])
    // Even without all less important ones there is no room for it.
    come('report', 'i', large)
    expect([order, queue.count()]).toEqual([['i refused'], 4])
  })

  it('leave an eighth of it to single events and heartbeats', () => {
    const { come, turn, order } = open({ costMs: 5, maxHeldBytes: 80 })
    come('user', 'first')
    for (const name of ['a', 'b', 'c', 'd']) come('report', name, { heldBytes: 20, isQuick: false })
    come('report', 'event', { heldBytes: 10 })
    come('heartbeat', 'beat', { heldBytes: 10 })
    expect(order).toEqual(['first'])
    // More waits now than others may hold, which is no reason to refuse what holds nothing.
    come('work', 'poll', { heldBytes: 0, isQuick: false })
    turn()
    expect(order.filter((name) => name.endsWith('refused'))).toEqual(['d refused'])
  })

  it('leave none of it to events that are longer than an event can be', () => {
    const { come, turn, order } = open({ costMs: 5, maxHeldBytes: 1_000_000 })
    come('user', 'first')
    for (const name of ['a', 'b']) come('report', name, { heldBytes: 400_000, isQuick: false })
    come('report', 'event', { heldBytes: 65_536 })
    come('report', 'endless', { heldBytes: 131_072 })
    turn()
    expect(order.filter((name) => name.endsWith('refused'))).toEqual(['endless refused'])
  })

  it('make room when they begin', () => {
    const { come, turn, order } = open({ costMs: 5, maxHeldBytes: 100 })
    for (const name of ['a', 'b']) come('user', name, large)
    turn()
    come('user', 'c', large)
    turn()
    expect(order).toEqual(['a', 'b', 'c'])
  })
})

describe('in overload', () => {
  it('what is least important is refused as far as it cannot be served, and everything else is served', () => {
    const { run, counts, queue } = open()
    // Of 10 ms, 5 are for beginning requests, of which 13 come.
    run(30, { report: 1, work: 1, user: 1, heartbeat: 10 })
    expect(queue.isOverloaded()).toBe(true)
    expect(counts.refused).toMatchObject({ report: 0, work: 0, user: 0 })
    expect(counts.refused.heartbeat / (counts.refused.heartbeat + counts.begun.heartbeat)).toBeCloseTo(0.8, 1)
    expect(counts.longestMs.report).toBeLessThan(50)
    run(30, { report: 1, work: 1, user: 10, heartbeat: 10 })
    expect(counts.refused).toMatchObject({ report: 0, work: 0 })
    expect(counts.refused.user).toBeGreaterThan(counts.begun.user)
    run(30, { report: 2, work: 10, user: 10, heartbeat: 10 })
    expect(counts.refused).toMatchObject({ report: 0 })
    expect(counts.refused.work).toBeGreaterThan(counts.begun.work)
    run(30, { report: 20, work: 10, user: 10, heartbeat: 10 })
    expect(counts.refused.report).toBeGreaterThan(0)
    // No kind is left out altogether, and none waits for longer than it may.
    for (const kind of REQUEST_KINDS) expect([kind, counts.begun[kind] > 0]).toEqual([kind, true])
    expect(counts.longestMs.heartbeat).toBeLessThan(300)
    expect(counts.longestMs.report).toBeLessThan(1_700)
  })

  it('ends some time after the load has', () => {
    const { run, counts, queue } = open()
    run(10, { heartbeat: 20 })
    expect(queue.isOverloaded()).toBe(true)
    run(3, { heartbeat: 2 })
    expect(queue.isOverloaded()).toBe(true)
    run(3, { heartbeat: 2 })
    expect(queue.isOverloaded()).toBe(false)
    expect([counts.refused.heartbeat, counts.longestMs.heartbeat, queue.count()]).toEqual([0, 0, 0])
  })

  it('by answers that take long, less important requests are refused the longer they take', () => {
    for (const [answerMs, refused] of [
      [80, []],
      [120, ['heartbeat']],
      [440, ['work', 'heartbeat']],
      [880, ['work', 'user', 'heartbeat']],
      [2_100, [...REQUEST_KINDS]],
    ] as const) {
      const { run, counts, queue } = open({ utilization: 1, answerMs, costMs: 0.1 })
      run(20, { report: 1, work: 1, user: 1, heartbeat: 1 })
      expect(REQUEST_KINDS.filter((kind) => counts.refused[kind] > 0)).toEqual(refused)
      // Some are let in all the same, or it would not be seen that answers are fast again.
      for (const kind of ['report', 'heartbeat'] as const) expect(counts.begun[kind]).toBeGreaterThan(100)
      expect(queue.isOverloaded()).toBe(refused.length > 0)
    }
  })

  it('are no answers that take long while there is processor time: they wait for something else', () => {
    const { run, counts, queue } = open({ utilization: 0.8, answerMs: 8_000, costMs: 0.1 })
    run(20, { report: 1, user: 1, heartbeat: 1 })
    expect([counts.refused, queue.isOverloaded()]).toEqual([none(), false])
  })

  it('by slow answers, one heartbeat in four is heard all the same', () => {
    const { run, counts } = open({ utilization: 1, answerMs: 150, costMs: 0.1 })
    run(10, { heartbeat: 4 })
    run(10, { heartbeat: 4 })
    expect(counts.begun.heartbeat / (counts.begun.heartbeat + counts.refused.heartbeat)).toBeCloseTo(0.25, 2)
  })

  it('are no requests of a few senders that never send their body', () => {
    const { come, run, counts, queue } = open({ utilization: 1, answerMs: Number.POSITIVE_INFINITY, costMs: 0.1 })
    for (let n = 0; n < 3; n += 1) come('report')
    run(20, { user: 1 })
    expect([counts.refused, queue.isOverloaded()]).toEqual([none(), false])
    come('report')
    run(20, { user: 1 })
    expect([counts.refused.user > 0, queue.isOverloaded()]).toEqual([true, true])
  })

  it('is not what a long pause leaves behind', () => {
    const { come, turn, run, counts, queue } = open({ costMs: 0.2 })
    turn(30_000)
    for (let n = 0; n < 2_000; n += 1) come('heartbeat')
    turn(30_000)
    for (let n = 0; n < 500; n += 1) come('heartbeat')
    run(5, { heartbeat: 2 })
    expect(counts.refused.heartbeat).toBe(0)
    expect([queue.isOverloaded(), queue.count()]).toEqual([false, 0])
  })

  it('is not what a usual load is', () => {
    const { run, counts, queue } = open()
    run(60, { report: 1, work: 1, user: 1, heartbeat: 1 })
    expect([counts.refused, counts.longestMs, queue.isOverloaded()]).toEqual([none(), none(), false])
  })
})

it('what a request is for is known by its method and path', () => {
  const kinds = Object.fromEntries(
    [
      'POST /agent-proxy/api/journal-events',
      'POST /agent-proxy/api/journal-events/batch',
      'POST /incident/api/journal-events?x=1',
      'POST /api/internal/journal-events',
      'POST /agent-proxy/api/journal-files?agentAtmId=A&journalDate=2026-11-20',
      'POST /api/internal/files?agentAtmId=A',
      'PATCH /agent-proxy/api/agent/tasks/7',
      'GET /agent-proxy/api/agent/work?agentAtmId=A',
      'GET /api/internal/tasks/next',
      'POST /api/internal/atms/resolve',
      'POST /api/internal/heartbeats',
      'POST /agent-proxy/api/heartbeats',
      'GET /incident/api/journal-events',
      'PATCH /incident/api/atms/7',
      'POST /graphql',
      'GET /',
      'GET /actuator/health',
      'GET /incident/actuator/health/readiness',
      'GET /metrics',
      'POST /metrics',
      'PUT /actuator/health',
      'GET /x/y/actuator/health',
    ].map((request) => {
      const [method = '', target = ''] = request.split(' ')
      return [request, purposeOf(method, target).kind]
    }),
  )
  expect(Object.entries(kinds).map(([, kind]) => kind)).toEqual([
    ...Array.from({ length: 7 }, () => 'report'),
    ...Array.from({ length: 4 }, () => 'work'),
    'heartbeat',
    ...Array.from({ length: 4 }, () => 'user'),
    ...Array.from({ length: 3 }, () => 'probe'),
    ...Array.from({ length: 3 }, () => 'user'),
  ])
  const quick = Object.keys(kinds).filter((request) => {
    const [method = '', target = ''] = request.split(' ')
    return purposeOf(method, target).isQuick
  })
  expect(quick).toEqual([
    'POST /agent-proxy/api/journal-events',
    'POST /incident/api/journal-events?x=1',
    'POST /api/internal/journal-events',
    'POST /api/internal/heartbeats',
    'POST /agent-proxy/api/heartbeats',
  ])
})

it('what only resembles a path of the contract is for a user, and so is an internal path for anyone', () => {
  const others = [
    'POST /journal-events',
    'POST /x/api/journal-events',
    'POST /x/agent-proxy/api/journal-events',
    'POST /devices/api/journal-events/batch',
    'POST /api/journal-events/',
    'POST /x/y/api/internal/files',
    'POST /agent-proxy/api/internal-files',
    'PATCH /x/api/agent/tasks/7',
    'PATCH /agent-proxy/api/agent/tasks/7/8',
    'PATCH /x/y/api/internal/tasks/7',
    'GET /x/api/agent/work',
    'GET /x/y/api/internal/tasks/next',
    'POST /x/heartbeats',
    'GET /actuator/health/x',
  ]
  const kinds = (requests: readonly string[], isOpen: boolean) =>
    requests.map((request) => {
      const [method = '', target = ''] = request.split(' ')
      const { kind, isQuick } = purposeOf(method, target, isOpen)
      return [kind, isQuick]
    })
  expect(kinds(others, false)).toEqual(others.map(() => ['user', false]))
  const internal = ['POST /journal/api/internal/atms', 'GET /incident/api/internal/atms', 'PATCH /api/internal/x']
  expect(kinds([...internal, 'GET /metrics'], true)).toEqual([...internal, ''].map(() => ['user', false]))
  expect(kinds(internal, false)).toEqual(internal.map(() => ['work', false]))
  expect(kinds(['POST /agent-proxy/api/journal-events'], true)).toEqual([['report', true]])
})
