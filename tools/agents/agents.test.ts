import { describe, expect, it } from 'vitest'
import { choicesOf } from '../../demo/random.ts'
import { outcomeOf } from '../../demo/tasks.ts'
import { type Agent, type AgentEvent, createAgent, type KeptEvent } from './agent.ts'
import type { Answer, Client } from './client.ts'
import { readArguments, readWanted } from './options.ts'
import { createRun } from './run.ts'
import { createTally } from './tally.ts'

const IDENTITY = { agentAtmId: 'DEMO-SIM-0001', institution: 'DEMO', token: 'token' }

/** A spool that is not looked into. */
const noSpool = () => {
  let number = 0
  return {
    append: (items: readonly KeptEvent[]) => items.map((item) => ({ number: ++number, item })),
    acknowledge() {},
  }
}

type Post = Parameters<Client['post']>

const event = (eventId: string): AgentEvent => ({ body: { eventId }, happenedMs: 0 })

/** An agent before a platform that answers as the test says; time passes by the pauses only. */
const agentBefore = (answer: (path: string, ids: readonly string[]) => Partial<Answer> | Error) => {
  const sent: { path: string; ids: readonly string[] }[] = []
  const pauses: number[] = []
  const tally = createTally()
  const post = async (...[path, , body]: Post): Promise<Answer> => {
    const json: unknown = 'json' in body ? body.json : null
    const ids = [json].flat().map((one) => String(Object(one).eventId))
    sent.push({ path, ids })
    const given = answer(path, ids)
    if (given instanceof Error) throw given
    return { status: 201, body: null, retryAfterMs: null, ...given }
  }
  const none = async (): Promise<Answer> => ({ status: 200, body: null, retryAfterMs: null })
  const agent = createAgent(IDENTITY, {
    client: { post, get: none, patch: none },
    spool: noSpool(),
    random: () => 0,
    tally,
    journalOf: () => null,
    nowMs: () => 12,
    pause: async (durationMs) => {
      pauses.push(durationMs)
    },
    isStopped: () => false,
  })
  return { agent, sent, pauses, tally }
}

const summaryOf = (tally: ReturnType<typeof createTally>) => tally.summary(1_000).join('\n')

describe('an agent', () => {
  it('sends one event as it is and several as a batch, in the order in which they happened', async () => {
    const { agent, sent, tally } = agentBefore((path, ids) =>
      path.endsWith('/batch') ? { status: 200, body: ids.map(() => ({ status: 201 })) } : {},
    )
    agent.add([event('a')])
    agent.add([event('b'), event('c')])
    await agent.idle()
    expect(sent).toEqual([
      { path: '/api/journal-events', ids: ['a'] },
      { path: '/api/journal-events/batch', ids: ['b', 'c'] },
    ])
    expect(summaryOf(tally)).toContain('3 acknowledged')
    expect(summaryOf(tally)).toMatch(/p50 1[123] ms/)
  })

  it('keeps what got 503 or no answer, and sends it again with the same ids', async () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const answers = [refused, { status: 503, retryAfterMs: 7_000 }, { status: 500 }, { status: 201 }]
    const { agent, sent, pauses, tally } = agentBefore(() => answers.shift() ?? {})
    agent.add([event('a')])
    await agent.idle()
    expect(sent.map(({ ids }) => ids)).toEqual([['a'], ['a'], ['a'], ['a']])
    expect(pauses).toEqual([500, 7_000, 2_000])
    expect(summaryOf(tally)).toContain('1 acknowledged')
    expect(summaryOf(tally)).toContain('500 × 1, 503 × 1, ECONNREFUSED × 1')
  })

  it('keeps what got 401 until a token is accepted, as it may be renewed', async () => {
    const { agent, sent, tally } = agentBefore(() => ({ status: sent.length < 3 ? 401 : 201 }))
    agent.add([event('a')])
    await agent.idle()
    expect(sent.map(({ ids }) => ids)).toEqual([['a'], ['a'], ['a']])
    expect(summaryOf(tally)).toContain('1 acknowledged (1.0/s), 0 not, 0 lost')
  })

  it('sends again only those of a batch that were not taken, and gives up what is refused', async () => {
    const statuses = new Map([
      ['a', [201]],
      ['b', [503, 202]],
      ['c', [400]],
    ])
    const { agent, sent, tally } = agentBefore((_path, ids) => {
      const given = ids.map((id) => ({ status: statuses.get(id)?.shift() ?? 201 }))
      return ids.length === 1 ? { status: given[0]?.status ?? 201 } : { status: 200, body: given }
    })
    agent.add([event('a'), event('b'), event('c')])
    await agent.idle()
    expect(sent.map(({ ids }) => ids)).toEqual([['a', 'b', 'c'], ['b']])
    expect(summaryOf(tally)).toContain('2 acknowledged (2.0/s), 0 not, 1 lost')
  })

  it('keeps no more than it has room for', async () => {
    const { agent, tally } = agentBefore((_path, ids) => ({ status: 200, body: ids.map(() => ({ status: 201 })) }))
    agent.add(Array.from({ length: 10_400 }, (_, n) => event(String(n))))
    await agent.idle()
    expect(summaryOf(tally)).toContain('10000 acknowledged (10000.0/s), 0 not, 400 lost')
  })
})

describe('an agent that asks for work', () => {
  const GAP = { gapId: 7, gapDate: '2026-11-18' }

  /** An agent that is given these answers to its questions one after the other, and stops when there are no more. */
  const agentAsking = (answers: (Partial<Answer> | Error)[], reportAnswers: Answer[] = []) => {
    const seen = {
      asked: [] as string[],
      uploaded: [] as string[],
      pauses: [] as number[],
      reports: [] as { path: string; json: unknown }[],
    }
    const clock = { nowMs: 0 }
    const tally = createTally()
    const ok = { status: 200, body: null, retryAfterMs: null }
    const agent = createAgent(IDENTITY, {
      client: {
        async post(path) {
          seen.uploaded.push(path)
          return { ...ok, status: 201 }
        },
        async get(path) {
          seen.asked.push(path)
          const given = answers.shift() ?? {}
          if (given instanceof Error) throw given
          return { ...ok, ...given }
        },
        async patch(path, _token, json) {
          seen.reports.push({ path, json })
          return reportAnswers.shift() ?? ok
        },
      },
      spool: noSpool(),
      random: () => 0,
      tally,
      journalOf: (date) => (date === '2026-11-17' ? null : Buffer.from(date)),
      nowMs: () => clock.nowMs,
      pause: async (durationMs) => {
        seen.pauses.push(durationMs)
      },
      isStopped: () => answers.length === 0 && seen.asked.length > 0,
    })
    return { agent, seen, clock, tally, give: (...more: typeof answers) => answers.push(...more) }
  }
  const upload = (date: string) => `/api/journal-files?agentAtmId=DEMO-SIM-0001&journalDate=${date}`

  it('sends the journals it is asked for, those that it has, and not the same one again at once', async () => {
    const work = { body: { journalFetches: [{ gapId: 6, gapDate: '2026-11-17' }, GAP] } }
    const { agent, seen, clock, give, tally } = agentAsking([work, {}])
    await agent.heartbeat()
    expect(seen.asked).toEqual(['/api/agent/work?agentAtmId=DEMO-SIM-0001&waitSeconds=0'])
    expect(seen.uploaded).toEqual([upload('2026-11-18')])
    give(work, {})
    await agent.heartbeat()
    expect(seen.uploaded).toHaveLength(1)
    clock.nowMs = 700_000
    give(work, work, {})
    await agent.heartbeat()
    await agent.heartbeat()
    expect(seen.uploaded).toHaveLength(2)
    expect(summaryOf(tally)).toContain('4 heartbeats, 2 journals, 0 tasks')
  })

  it('does its tasks: takes each up, and reports its end, again where that was not taken', async () => {
    const task = { id: '0b9f1f3e-0000-4000-8000-000000000001', kind: 'PACKET_CAPTURE', params: { seconds: 5 } }
    const away = { status: 503, body: null, retryAfterMs: 3_000 }
    const unknown = { ...away, status: 401, retryAfterMs: null }
    const { agent, seen, tally } = agentAsking([{ body: { tasks: [task], journalFetches: [] } }, {}], [away, unknown])
    await agent.heartbeat()
    const path = `/api/agent/tasks/${task.id}`
    const acked = { path, json: { status: 'ACKED' } }
    expect(seen.reports).toEqual([acked, acked, acked, { path, json: outcomeOf(task) }])
    expect(seen.pauses).toEqual([3_000, 10_000, 2_000])
    expect(summaryOf(tally)).toContain('1 heartbeats, 0 journals, 1 tasks')
  })

  it('waits for work, and asks less often while there is nothing new or no answer', async () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const work = { body: { journalFetches: [GAP] } }
    const { agent, seen, tally } = agentAsking([{}, work, work, { status: 503, retryAfterMs: 5_000 }, refused, {}])
    await agent.listen()
    expect(seen.asked).toEqual(Array(6).fill('/api/agent/work?agentAtmId=DEMO-SIM-0001&waitSeconds=30'))
    expect(seen.uploaded).toEqual([upload('2026-11-18')])
    expect(seen.pauses).toEqual([30_000, 5_000, 10_000])
    expect(summaryOf(tally)).toContain('503 × 1, ECONNREFUSED × 1')
  })
})

describe('a run', () => {
  const runFor = (seconds: number, rate: number, stepMs: number) => {
    let nowMs = 0
    const events: AgentEvent[] = []
    const heartbeats: string[] = []
    const journals: { date: string; encoding: string | null }[] = []
    const agents = Array.from({ length: 10 }, (_, n): Agent => {
      const agentAtmId = `DEMO-SIM-${n}`
      return {
        agentAtmId,
        add: (given) => void events.push(...given),
        takeUp() {},
        heartbeat: async () => void heartbeats.push(agentAtmId),
        listen: async () => {},
        uploadJournal: async (date, _bytes, encoding) => void journals.push({ date, encoding }),
        idle: async () => {},
      }
    })
    const run = createRun({
      agents,
      rate,
      timeZone: 'UTC',
      choices: choicesOf('run'),
      runId: 'run',
      now: () => new Date(Date.parse('2026-11-20T12:00:00Z') + nowMs),
      nowMs: () => nowMs,
    })
    for (; nowMs <= seconds * 1000; nowMs += stepMs) run.step()
    return { events, heartbeats, journals }
  }

  it('lets happen what is due, however late the step comes, with ids of their own', () => {
    const { events, heartbeats } = runFor(60, 20, 1_500)
    // The last of them may be a burst.
    expect(events.length).toBeOneOf([1_200, 1_201, 1_202, 1_203, 1_204])
    expect(new Set(events.map(({ body }) => body.eventId)).size).toBe(events.length)
    expect(events.at(-1)?.happenedMs).toBeGreaterThan(59_500)
    expect(events[0]?.body).toMatchObject({ eventTime: expect.stringMatching(/^2026-11-20T12:00:0\d$/) })
    expect(new Set(heartbeats).size).toBe(10)
  })

  it('hands over journals now and then, plain and compressed, all of days that are over', async () => {
    const { journals } = runFor(120, 1, 1_000)
    await Promise.resolve()
    expect(journals).toHaveLength(12)
    expect(new Set(journals.map(({ encoding }) => encoding))).toEqual(new Set([null, 'gzip']))
    expect(new Set(journals.map(({ date }) => date))).toEqual(new Set(['2026-11-19', '2026-11-18']))
  })
})

describe('the command line', () => {
  const config = { host: '0.0.0.0', port: 4000 }
  const wanted = (...args: string[]) => readWanted(readArguments(args), config)

  it('has defaults for everything', () => {
    const url = 'http://127.0.0.1:4000'
    expect(wanted()).toEqual({ atms: 50, rate: 20, forMs: null, url, institutions: ['DEMO'] })
    expect(wanted('--for', '2m', '--institution', 'A', '--institution', 'B')).toMatchObject({
      forMs: 120_000,
      institutions: ['A', 'B'],
    })
  })

  it.each([
    [['--atms', '0'], '--atms must be 1 to 10000'],
    [['--rate', 'fast'], '--rate must be more than 0'],
    [['--for', '60'], '--for must be a duration'],
    [['--url', 'localhost:4000'], '--url must be a URL'],
    [['--speed', '3'], "Unknown option '--speed'"],
  ])('refuses %j with the way to call it', (args, fault) => {
    expect(() => wanted(...args)).toThrow(fault)
    expect(() => wanted(...args)).toThrow('npm run agents -- [--atms 50]')
  })
})
