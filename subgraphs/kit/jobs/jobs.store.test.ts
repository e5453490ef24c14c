import { beforeEach, describe, expect, it } from 'vitest'
import { createStoreTest } from '../../../tests/support/stores.ts'
import {
  findRunOfQueue,
  findRuns,
  insertJobs,
  insertRun,
  type JobRow,
  LOST,
  listJobStates,
  listScheduledTo,
  updateAfterClockSetBack,
  updateEnd,
  updateJobs,
  updateProgress,
  updateScheduledTo,
} from './jobs.store.ts'

const { run, write } = createStoreTest()

const time = (text: string) => new Date(`2026-11-20T${text}Z`)
const at = (text: string) => `'${time(text).toISOString()}'`
const queueId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const job = (name: string, more: Partial<JobRow> = {}): JobRow => ({
  ...{ name, service: 'journal', cron: '0 6 * * *', timeZone: 'UTC' },
  ...more,
})

/** Queue and number of the entries that the queue holds for active. */
const activate = (...entries: readonly (readonly [job: string, n: number])[]) =>
  run(
    ...entries.map(
      ([name, n]) =>
        `insert into pgboss.job (id, name, policy, state, started_on)
          values ('${queueId(n)}', '${name}', 'stately', 'active', now())`,
    ),
  )
type Given = readonly [
  job: string,
  queue: number,
  started: string,
  ended: string | null,
  outcome: string,
  message: string | null,
]
const insertRuns = (...runs: readonly Given[]) =>
  run(
    `insert into jobs.run (job, queue_id, started_at, ended_at, outcome, message) values ${runs
      .map(([name, n, started, ended, outcome, message]) => {
        const end = ended === null ? 'null' : at(ended)
        return `('${name}', '${queueId(n)}', ${at(started)}, ${end}, '${outcome}',
          ${message === null ? 'null' : `'${message}'`})`
      })
      .join(', ')}`,
  )
const runs = async () =>
  (
    await run(`select id || ' ' || job || ' ' || outcome || ' ' || coalesce(message, '-') || ' '
      || to_char(started_at at time zone 'UTC', 'HH24:MI') ||
      ' ' || coalesce(to_char(ended_at at time zone 'UTC', 'HH24:MI'), '-') as line from jobs.run order by id`)
  ).map(({ line }) => line)
const jobs = async () =>
  (
    await run(`select name || ' ' || service || ' ' || coalesce(cron, '-') || ' ' || time_zone || ' '
      || to_char(scheduled_to at time zone 'UTC', 'HH24:MI') as line
      from jobs.job order by name`)
  ).map(({ line }) => line)

beforeEach(async () => {
  await run(
    'truncate jobs.job, jobs.run restart identity',
    'delete from pgboss.job',
    `delete from pgboss.queue where name in ('a', 'b')`,
    `select pgboss.create_queue(name, '{"policy": "stately"}'::jsonb) from unnest(array['a', 'b']) name`,
  )
})

describe('jobs', () => {
  it('are written down once, with nothing missed so far', async () => {
    await write((tx) => insertJobs(tx, [job('b'), job('a', { cron: null })], time('08:00:00')))
    await write((tx) => insertJobs(tx, [job('b', { cron: '* * * * *' }), job('c')], time('09:00:00')))
    expect(await jobs()).toEqual([
      'a journal - UTC 08:00',
      'b journal 0 6 * * * UTC 08:00',
      'c journal 0 6 * * * UTC 09:00',
    ])
    const scheduled = await write((tx) => listScheduledTo(tx, ['a', 'c', 'none']))
    expect([...scheduled].sort()).toEqual([
      ['a', time('08:00:00')],
      ['c', time('09:00:00')],
    ])
  })

  it('that changed are scheduled anew; others of their services are deleted once none has seen to them for two days', async () => {
    const known = ['a', 'b', 'c', 'd', 'e'].map((name) => job(name))
    await write((tx) => insertJobs(tx, [...known, job('f', { service: 'fleet' })], time('08:00:00')))
    await write((tx) => insertJobs(tx, [job('g'), job('h', { cron: null })], time('08:00:00')))
    await run(`update jobs.job set scheduled_to = '2026-11-18T08:59:59Z' where name = 'e'`)
    await run(`update jobs.job set scheduled_to = '2026-11-18T09:00:01Z' where name = 'g'`)
    const changed = [
      job('a'),
      job('b', { cron: null }),
      job('c', { timeZone: 'Asia/Tokyo' }),
      job('d', { service: 'other' }),
    ]
    await write((tx) => updateJobs(tx, changed, time('09:00:00')))
    expect(await jobs()).toEqual([
      'a journal 0 6 * * * UTC 08:00',
      'b journal - UTC 09:00',
      'c journal 0 6 * * * Asia/Tokyo 09:00',
      'd other 0 6 * * * UTC 09:00',
      'f fleet 0 6 * * * UTC 08:00',
      'g journal 0 6 * * * UTC 09:00',
    ])
  })

  it('have their due times seen to up to a moment, which never goes back', async () => {
    await write((tx) => insertJobs(tx, [job('a'), job('b')], time('08:00:00')))
    await write((tx) => updateScheduledTo(tx, 'a', time('09:00:00')))
    await write((tx) => updateScheduledTo(tx, 'a', time('08:30:00')))
    expect((await jobs()).map((line) => String(line).slice(-5))).toEqual(['09:00', '08:00'])
  })
})

describe('a run', () => {
  it('begins after those that never recorded their end, and knows when the last one that was done began', async () => {
    const begin = (name: string, n: number, text: string) =>
      write((tx) => insertRun(tx, { job: name, queueId: queueId(n), at: time(text) }))
    expect(await begin('a', 1, '08:00:00.250')).toEqual({ id: '1', lost: 0, lastDoneAt: null })
    await insertRuns(
      ['a', 2, '07:00:00', '07:30:00', 'DONE', 'ok'],
      ['a', 3, '06:00:00', '07:50:00', 'DONE', 'ok'],
      ['a', 4, '09:30:00', null, 'RUNNING', null],
      ['a', 5, '08:30:00', '08:40:00', 'FAILED', 'x'],
      ['b', 6, '08:30:00', null, 'RUNNING', 'half'],
      ['b', 7, '08:30:00', '08:35:00', 'DONE', 'ok'],
    )
    expect(await begin('a', 8, '09:00:00')).toEqual({ id: '8', lost: 2, lastDoneAt: time('07:00:00') })
    expect((await runs()).filter((line) => /^[14568]/.test(String(line)))).toEqual([
      `1 a FAILED ${LOST} 08:00 09:00`,
      `4 a FAILED ${LOST} 09:30 09:30`,
      '5 a FAILED x 08:30 08:40',
      '6 b RUNNING half 08:30 -',
      '8 a RUNNING - 09:00 -',
    ])
  })

  it('records how far it has come and how it ended, unless it was given up for lost', async () => {
    await insertRuns(
      ['a', 1, '08:00:00', null, 'RUNNING', null],
      ['a', 2, '08:00:00', '08:10:00', 'FAILED', 'lost'],
      ['a', 3, '09:00:00', null, 'RUNNING', null],
    )
    for (const id of ['1', '2']) await write((tx) => updateProgress(tx, id, 'half'))
    expect(await runs()).toEqual(['1 a RUNNING half 08:00 -', '2 a FAILED lost 08:00 08:10', '3 a RUNNING - 09:00 -'])
    const end = (id: string, text: string) =>
      write((tx) =>
        updateEnd(tx, { id, job: 'b' }, { outcome: 'DONE', message: 'ok', at: time(text), keptFrom: time('00:00:00') }),
      )
    for (const id of ['1', '2', '3']) await end(id, '08:30:00')
    expect(await runs()).toEqual(['1 a DONE ok 08:00 08:30', '2 a FAILED lost 08:00 08:10', '3 a DONE ok 09:00 09:00'])
  })

  it('forgets at its end those of its job that began before a moment', async () => {
    await insertRuns(
      ['a', 1, '07:00:00', '07:30:00', 'DONE', 'ok'],
      ['a', 2, '08:00:00', '08:10:00', 'FAILED', 'x'],
      ['b', 3, '07:00:00', '07:10:00', 'DONE', 'ok'],
    )
    const end = { outcome: 'FAILED', message: 'm', at: time('10:00:00'), keptFrom: time('08:00:00') } as const
    await write((tx) => updateEnd(tx, { id: '2', job: 'a' }, end))
    expect(await runs()).toEqual(['2 a FAILED x 08:00 08:10', '3 b DONE ok 07:00 07:10'])
  })
})

describe('runs', () => {
  const done = (text: string, message: string) => ({
    ...{ startedAt: time(text), endedAt: time('11:00:00'), outcome: 'DONE', message },
  })

  it('of a job come newest first, of one moment the later one first, with how many there are', async () => {
    await write((tx) => insertJobs(tx, [job('a'), job('b')], time('08:00:00')))
    const page = (name: string, offset: number, size: number) => write((tx) => findRuns(tx, name, { offset, size }))
    expect([await page('a', 0, 9), await page('none', 0, 9)]).toEqual([{ runs: [], total: 0 }, null])
    await insertRuns(
      ['a', 1, '08:00:00', '11:00:00', 'DONE', 'one'],
      ['a', 2, '09:00:00.250', '11:00:00', 'DONE', 'two'],
      ['a', 3, '08:00:00', '11:00:00', 'DONE', 'three'],
      ['b', 4, '10:00:00', '11:00:00', 'DONE', 'four'],
    )
    const all = [done('09:00:00.250', 'two'), done('08:00:00', 'three'), done('08:00:00', 'one')]
    expect(await page('a', 0, 9)).toEqual({ runs: all, total: 3 })
    expect(await page('a', 1, 1)).toEqual({ runs: all.slice(1, 2), total: 3 })
  })

  it('go on as long as the queue holds them for active, and else are lost', async () => {
    await write((tx) => insertJobs(tx, [job('b', { cron: null }), job('a'), job('c')], time('08:00:00')))
    await activate(['a', 1], ['b', 3])
    await run(`update pgboss.job set state = 'completed' where id = '${queueId(3)}'`)
    await activate(['b', 4])
    await insertRuns(
      ['a', 9, '07:00:00', '11:00:00', 'DONE', 'before'],
      ['a', 8, '07:00:00', '11:00:00', 'DONE', 'last'],
      ['a', 7, '06:00:00', '11:00:00', 'DONE', 'oldest'],
      ['a', 1, '08:00:00', null, 'RUNNING', 'half'],
      ['b', 2, '09:00:00', null, 'RUNNING', 'gone'],
      ['b', 3, '10:00:00', null, 'RUNNING', 'gone'],
      ['b', 1, '09:30:00', null, 'RUNNING', 'of another job'],
    )
    const lost = (text: string) => ({ startedAt: time(text), endedAt: null, outcome: 'FAILED', message: LOST })
    const running = { startedAt: time('08:00:00'), endedAt: null, outcome: null, message: 'half' }
    const seen = { scheduledTo: time('08:00:00'), waitingMs: null }
    expect(await write(listJobStates)).toEqual([
      { ...job('a'), ...seen, last: done('07:00:00', 'last'), running },
      { ...job('b', { cron: null }), ...seen, last: lost('10:00:00'), running: null },
      { ...job('c'), ...seen, last: null, running: null },
    ])
    const ofQueue = (n: number) => write((tx) => findRunOfQueue(tx, queueId(n)))
    expect([await ofQueue(2), await ofQueue(8), await ofQueue(6)]).toEqual([
      lost('09:00:00'),
      done('07:00:00', 'last'),
      null,
    ])
    expect(await ofQueue(1), 'the newest of its runs').toEqual(lost('09:30:00'))
    await insertRuns(['a', 1, '08:30:00', null, 'RUNNING', 'newer'])
    expect((await write(listJobStates))[0]?.running).toMatchObject({ message: 'newer' })
  })
})

describe('a clock that was set back', () => {
  it('brings back what lies ahead of it, and leaves the rest', async () => {
    const now = time('10:00:00')
    await write((tx) => insertJobs(tx, [job('a')], time('09:00:00')))
    await write((tx) => insertJobs(tx, [job('b')], time('11:00:00')))
    await insertRuns(
      ['a', 1, '09:00:00', '10:30:00', 'DONE', 'ok'],
      ['a', 2, '10:30:00', '10:40:00', 'DONE', 'ok'],
      ['a', 3, '10:30:00', null, 'RUNNING', null],
    )
    await run(
      `update pgboss.queue set monitor_on = now() + interval '59 minutes' where name = 'a'`,
      `update pgboss.queue set monitor_on = now(), monitor_claim_on = now() + interval '61 minutes', maintain_on = now()
        where name = 'b'`,
      ...['completed', 'cancelled', 'failed', 'retry', 'active', 'created'].map(
        (state, n) => `insert into pgboss.job (id, name, policy, state, start_after, started_on, heartbeat_on)
          values ('${queueId(n + 1)}', 'a', 'standard', '${state}', now() + interval '${n === 3 ? 59 : 61} minutes',
            now() - interval '1 minute', now() + interval '2 minutes')`,
      ),
    )
    await write((tx) => updateAfterClockSetBack(tx, now))
    expect((await jobs()).map((line) => String(line).slice(-5))).toEqual(['09:00', '10:00'])
    expect(await runs()).toEqual(['1 a DONE ok 09:00 10:30', '2 a DONE ok 10:00 10:00', '3 a RUNNING - 10:00 -'])
    expect(
      await run(`select name, monitor_on is null as monitor, monitor_claim_on is null as claim,
        maintain_on is null as maintain
        from pgboss.queue where name in ('a', 'b') order by name`),
    ).toMatchObject([{ monitor: false }, { monitor: true, claim: true, maintain: true }])
    expect(
      await run(
        `select state::text, start_after > now() as ahead, started_on < now() - interval '30 seconds' as began,
          heartbeat_on > now() + interval '1 minute' as alive from pgboss.job order by id`,
      ),
    ).toEqual([
      { state: 'retry', ahead: true, began: true, alive: true },
      { state: 'active', ahead: false, began: true, alive: false },
      { state: 'created', ahead: false, began: true, alive: false },
    ])
  })
})
