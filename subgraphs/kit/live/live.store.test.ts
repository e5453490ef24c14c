import { beforeEach, describe, expect, it } from 'vitest'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { createStoreTest } from '../../../tests/support/stores.ts'
import { createLiveFeed, liveRetentionJob } from './live.store.ts'

const { run, stores } = createStoreTest()

const feed = () => createLiveFeed(stores(), 'incident')
const since = (after: string | null) => feed().listSince(after)
const changesSince = async (after: string | null) => {
  const { complete, rows } = await since(after)
  return [complete, ...rows.map(({ topic, subjectId }) => `${topic} ${subjectId}`)]
}
/** Changes by a transaction of their own, so many minutes ago. */
const change = (topic: string, subjectIds: readonly number[], minutesAgo = 0, schema = 'incident') =>
  run(
    `insert into ${schema}.live_change (topic, subject_id, changed_at)
     select '${topic}', id, clock_timestamp() - interval '${minutesAgo} minutes'
     from unnest('{${subjectIds.join(',')}}'::bigint[]) id`,
  )
/** A cursor as it would be, had it been taken that many milliseconds before. */
const takenBefore = (cursor: string, ms: number) => {
  const [epoch, at, snapshot] = cursor.split('.')
  return `${epoch}.${Number(at) - ms}.${snapshot}`
}

beforeEach(() =>
  run(
    'truncate incident.live_change, incident.live_epoch, journal.live_change restart identity',
    `insert into incident.live_epoch (epoch) values ('abc')`,
  ),
)

describe('a look at changes', () => {
  it('without a cursor has those of the last eleven minutes, each record once, ordered by last change', async () => {
    await change('incidents', [9], 11.01)
    await change('incidents', [1, 2, 1], 10.9)
    await change('service-state', [1])
    await change('incidents', [2])
    await change('incidents', [3], 0, 'journal')
    const look = await since(null)
    expect(look.complete).toBe(true)
    expect(look.rows).toEqual([
      { topic: 'incidents', subjectId: 1, position: 4, transaction: expect.stringMatching(/^\d+$/) },
      { topic: 'service-state', subjectId: 1, position: 5, transaction: expect.stringMatching(/^\d+$/) },
      { topic: 'incidents', subjectId: 2, position: 6, transaction: expect.stringMatching(/^\d+$/) },
    ])
    const written = await run('select distinct xid::text from incident.live_change where id in (4, 5, 6)')
    expect(new Set(look.rows.map(({ transaction }) => transaction))).toEqual(new Set(written.map(({ xid }) => xid)))
  })

  it('goes on where the last one ended, whatever the time, and with what was committed late', async () => {
    const before = await since(null)
    expect(await changesSince(before.cursor)).toEqual([true])
    const between = await stores().asPlatform(async (tx) => {
      await tx.execute(`insert into incident.live_change (topic, subject_id) values ('incidents', 1)`)
      await change('incidents', [2], 60)
      const look = await since(before.cursor)
      expect(look.rows.map(({ subjectId }) => subjectId)).toEqual([2])
      return look
    })
    expect(await changesSince(before.cursor)).toEqual([true, 'incidents 1', 'incidents 2'])
    expect(await changesSince(between.cursor)).toEqual([true, 'incidents 1'])
  })

  it('has the moment and the snapshot under which it was taken', async () => {
    const { cursor } = await since(null)
    const [epoch, at, snapshot] = cursor.split('.')
    expect([epoch, snapshot]).toEqual(['abc', expect.stringMatching(/^\d+:\d+:[\d,]*$/)])
    const [row] = await run(
      `select clock_timestamp() between to_timestamp(${at} / 1000.0) and to_timestamp(${at} / 1000.0 + 60) as near`,
    )
    expect(row).toEqual({ near: true })
  })

  it('is complete with 2,000 records, and is empty where there are more', async () => {
    const { cursor } = await since(null)
    await run(
      `insert into incident.live_change (topic, subject_id) select 'incidents', n from generate_series(1, 2000) n`,
    )
    const most = await since(cursor)
    expect([most.complete, most.rows.length]).toEqual([true, 2_000])
    await change('incidents', [2_000])
    expect((await since(cursor)).complete).toBe(true)
    await change('incidents', [2_001])
    const more = await since(cursor)
    expect([more.complete, more.rows]).toEqual([false, []])
    expect(await changesSince(more.cursor)).toEqual([true])
  })

  it('is incomplete from a cursor of another epoch, of 14 minutes before, or of no store', async () => {
    const { cursor } = await since(null)
    await change('incidents', [1])
    expect(await changesSince(takenBefore(cursor, 14 * 60_000 - 30_000))).toEqual([true, 'incidents 1'])
    expect(await changesSince(takenBefore(cursor, 14 * 60_000))).toEqual([false])
    expect(await changesSince(cursor.replace('abc', 'abd'))).toEqual([false])
    expect(await changesSince('nonsense')).toEqual([false])
  })

  it('begins a new epoch when the changes went with a crash of the database', async () => {
    const { cursor } = await since(null)
    await run('truncate incident.live_epoch')
    await change('incidents', [1])
    expect(await changesSince(cursor)).toEqual([false])
    const [row] = await run('select epoch from incident.live_epoch')
    expect(row).toEqual({ epoch: expect.stringMatching(/^[\da-f]{12}$/) })
    expect((await since(null)).cursor.split('.')[0]).toBe(row?.epoch)
  })
})

describe('the job that forgets changes', () => {
  it('keeps those of the last 15 minutes', async () => {
    await change('incidents', [1, 2], 15.01)
    await change('incidents', [3], 14.5)
    await change('incidents', [4], 16, 'journal')
    const job = liveRetentionJob(stores(), 'incident')
    expect(job).toMatchObject({ name: 'incident.live-retention', cron: '*/5 * * * *', timeZone: 'UTC' })
    const forget = () => job.run({ now: new Date(), log: recordingLog().log, progress: () => {} })
    expect([await forget(), await forget()]).toEqual(['2 changes forgotten', '0 changes forgotten'])
    expect(await run('select subject_id::int as id from incident.live_change')).toEqual([{ id: 3 }])
    expect(await run('select from journal.live_change')).toHaveLength(1)
  })
})
