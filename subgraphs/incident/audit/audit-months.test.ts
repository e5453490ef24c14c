import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { repeatPatiently } from '../../kit/jobs/removal.ts'
import { partitionsJob } from '../ingest/partitions.job.ts'
import { incidentService } from '../service.ts'
import { openInspector } from '../testing/ingest.testing.ts'
import { appendAudit, type NewAuditEntry } from './append-audit.store.ts'
import { dropAuditMonth } from './audit-months.store.ts'
import { verifyAudit } from './verify-audit.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
})
afterAll(() => platform?.close())
beforeEach(async () => {
  const months = await query(`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'incident.audit_entry'::regclass`)
  for (const { name } of months) await query(`drop table ${name}`)
  await query('truncate incident.audit_head, incident.audit_anchor')
})

const query = (statement: string) => runAs(platform.database.urls.superuser, [statement])
const stores = () => platform.process.jobStores

/** A record of a chain at some time of 2012; months of that year are older than any retention. */
const entry = (at: string, institutionKey: string | null = 'ACME'): NewAuditEntry => ({
  ...{ id: randomUUID(), at: `2012-${at}.000Z`, actor: 'ann', role: 'CUSTOMER', action: 'noteIncident' },
  ...{ subjectType: 'Incident', subjectId: at, before: null, after: '{"text": "a note"}', traceId: 't' },
  ...{ institutionKey, chain: institutionKey ?? '' },
})
const append = (...entries: readonly NewAuditEntry[]) => appendAudit(stores(), entries)
/** Gives up after two attempts, without waiting. */
const HASTE = { wait: async () => {}, random: () => 0, patienceMs: 1_000 }
const drop = async (before: string) =>
  (await repeatPatiently(() => stores().asPlatform((tx) => dropAuditMonth(tx, before)), HASTE)).done
const verify = () => Array.fromAsync(verifyAudit(stores()))
const faults = async () => (await verify()).flatMap(({ fault }) => (fault === null ? [] : [fault]))
const months = async () =>
  (
    await query(`select right(inhrelid::regclass::text, 7) as month from pg_inherits
    where inhparent = 'incident.audit_entry'::regclass order by 1`)
  ).map(({ month }) => month)

const fill = () =>
  append(
    entry('01-10T10:00:00'),
    entry('01-11T10:00:00', 'BETA'),
    entry('01-31T23:59:59'),
    entry('02-01T00:00:00'),
    entry('01-31T23:59:58'), // comes late
    entry('02-10T10:00:00'),
    entry('03-10T10:00:00'),
    entry('03-11T10:00:00'),
  )

describe('the months of the audit', () => {
  it('are made by the record that misses one', async () => {
    await fill()
    expect(await months()).toEqual(['2012_01', '2012_02', '2012_03'])
    expect(await faults()).toEqual([])
  })

  it('keep a record once, however often it comes', async () => {
    const [one, two] = [entry('01-10T10:00:00'), entry('02-10T10:00:00')]
    await append(one, two)
    await append(two, one, entry('02-11T10:00:00'))
    expect(await verify()).toMatchObject([{ chain: 'ACME', entries: 3, fault: null }])
  })

  it('are dropped when they are old, and the chains go on from their anchors', async () => {
    await fill()
    const before = await verify()
    expect(await drop('2012-02-29')).toBe(1)
    expect(await months()).toEqual(['2012_02', '2012_03'])
    const known = before.map((chain) => ({ ...chain, dropped: chain.chain === 'ACME' ? 3 : 1 }))
    expect(await verify()).toEqual(known)
    await append(entry('04-01T00:00:00', 'BETA'))
    expect(await drop('2012-04-01')).toBe(2)
    expect(await verify()).toMatchObject([
      { chain: 'ACME', entries: 7, dropped: 7, hash: before[0]?.hash, fault: null },
      { chain: 'BETA', entries: 2, dropped: 1, fault: null },
    ])
    expect(await drop('2012-04-01')).toBe(0)
  })

  it.each([
    ['a month without anchor', 'drop table incident.audit_entry_2012_02', 6, 'entries are missing before this one'],
    ['a removed anchor', 'delete from incident.audit_anchor where first_seq = 1', 3, 'entries are missing before'],
    ['a removed row behind an anchor', 'delete from incident.audit_entry where seq = 3', 5, 'entries are missing'],
    ['a changed end', 'update incident.audit_anchor set last_seq = 3 where first_seq = 1', 4, 'what was dropped'],
    ['a changed hash', `update incident.audit_anchor set last_hash = sha256('x')`, 3, 'it does not follow the entry'],
    [
      'a changed hash before',
      `update incident.audit_anchor set previous_hash = sha256('x') where first_seq = 4`,
      4,
      'what was dropped does not follow',
    ],
  ])('show %s', async (_what, tampering, seq, fault) => {
    await fill()
    await drop('2012-02-01')
    expect(await faults()).toEqual([])
    await query(tampering)
    const [first] = await faults()
    expect(first).toEqual({ chain: 'ACME', seq, fault: expect.stringContaining(fault) })
  })

  it.each([
    ['removed', 'delete from incident.audit_entry where seq = 2'],
    ['replaced', `update incident.audit_entry set hash = sha256('x') where seq = 2`],
  ])('show a row that was %s before its month was dropped', async (_what, tampering) => {
    await append(...['10', '11', '12', '13'].map((day) => entry(`01-${day}T10:00:00`)), entry('02-01T10:00:00'))
    await query(tampering)
    await drop('2012-02-01')
    expect(await faults()).toHaveLength(1)
  })

  it('of the last year are not dropped, whatever is asked for', async () => {
    const recent = new Date(Date.now() - 200 * 86_400_000).toISOString()
    await append(entry('01-10T10:00:00'), { ...entry('01-10T10:00:00'), at: recent })
    expect(await drop('9999-01-01')).toBe(1)
    expect(await months()).toEqual([recent.slice(0, 7).replace('-', '_')])
  })

  it('and their anchors cannot be changed or removed by any role of the platform', async () => {
    await fill()
    await drop('2012-02-01')
    const { app, platform: own } = platform.database.urls
    for (const statement of [
      'update incident.audit_anchor set last_seq = 9',
      'delete from incident.audit_anchor',
      `insert into incident.audit_anchor (chain, first_seq, last_seq, last_hash, month)
        values ('ACME', 1, 1, sha256('x'), '2012-01-01')`,
      'select * from incident.audit_entry_2012_02',
    ])
      for (const url of [app, own]) await expect(runAs(url, [statement])).rejects.toThrow('permission denied')
    for (const statement of ['drop table incident.audit_entry_2012_02', 'alter table incident.audit_entry add x int'])
      await expect(runAs(own, [statement])).rejects.toThrow('must be owner')
    await expect(runAs(app, [`select incident.drop_audit_month('2012-03-01')`])).rejects.toThrow('permission denied')
    expect(await faults()).toEqual([])
  })

  const run = (now: string) =>
    partitionsJob(stores(), 12, HASTE).run({
      ...{ now: new Date(now), lastDoneAt: null, progress: () => {}, log: platform.process.log },
    })

  it('are made ahead and dropped after their retention by a job', async () => {
    await append(entry('01-10T10:00:00'), entry('02-10T10:00:00'))
    await run('2013-02-20T00:10:00Z')
    expect(await months()).toEqual(['2012_02', '2013_01', '2013_02', '2013_03', '2013_04', '2013_05'])
    expect(await verify()).toMatchObject([{ entries: 2, dropped: 1, fault: null }])
  })

  it('are not anchored while somebody reads the audit, as they cannot be dropped', async () => {
    await fill()
    await query(`create function incident.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'anchored'; end $$`)
    await query('create trigger refuse before insert on incident.audit_anchor execute function incident.refuse()')
    const reader = await openInspector(platform.database.urls.superuser)
    await reader.rows('begin')
    await reader.rows('lock table only incident.audit_entry in access share mode')
    const attempt = () => stores().asPlatform((tx) => dropAuditMonth(tx, '2012-02-29'))
    await expect(attempt()).rejects.toMatchObject({ code: '55P03' })
    await reader.close()
    await expect(attempt()).rejects.toThrow('anchored')
    await query('drop function incident.refuse() cascade')
  })

  it('are dropped one in a transaction, and left to the next run where they are read', async () => {
    await fill()
    const reader = await openInspector(platform.database.urls.superuser)
    await reader.rows('begin')
    // Of this month alone, so that the one before can be dropped.
    await reader.rows('lock table incident.audit_entry_2012_02 in access share mode')
    expect(await run('2014-01-20T00:10:00Z')).toMatch(/; the rest is left to the next run$/)
    expect(await months()).toEqual(expect.arrayContaining(['2012_02', '2012_03']))
    expect(await months()).not.toContain('2012_01')
    expect(await faults()).toEqual([])
    await reader.close()
    expect(await run('2014-01-20T00:10:00Z')).toMatch(/2 dropped$/)
    expect(await faults()).toEqual([])
  })
})
