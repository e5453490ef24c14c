import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { incidentService } from '../service.ts'
import { appendAuditEntries, type NewAuditEntry } from './append-audit.store.ts'
import { verifyAudit } from './verify-audit.ts'

let platform: TestPlatform
let admin: string
let acme: string

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  admin = await platform.token({ role: 'ADMIN' })
  acme = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
})
afterAll(() => platform?.close())
beforeEach(() => query('truncate incident.audit_entry, incident.audit_head, incident.audit_anchor'))

const query = (statement: string) => runAs(platform.database.urls.superuser, [statement])
const stores = () => platform.process.jobStores

const entry = (n: number, given: Partial<NewAuditEntry> = {}): NewAuditEntry => {
  const institutionKey = given.institutionKey === undefined ? 'ACME' : given.institutionKey
  return {
    id: randomUUID(),
    at: new Date(Date.UTC(2026, 10, 20, 12, 0, n)).toISOString(),
    actor: 'ann',
    role: 'CUSTOMER',
    action: 'noteIncident',
    subjectType: 'Incident',
    subjectId: String(n),
    before: null,
    after: JSON.stringify({ text: `note ${n}` }),
    traceId: 't',
    ...given,
    institutionKey,
    chain: institutionKey ?? '',
  }
}
const append = (entries: readonly NewAuditEntry[]) => stores().asPlatform((tx) => appendAuditEntries(tx, entries))
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
const verify = () => Array.fromAsync(verifyAudit(stores()))
const faults = async () => (await verify()).flatMap(({ fault }) => (fault === null ? [] : [fault]))
const list = async (search: string, as = admin) => {
  const { status, body } = await platform.ask('GET', `/incident/api/audit?${search}`, { as })
  const content: { subjectId: string }[] = Object(body).content ?? []
  return { status, ids: content.map(({ subjectId }) => subjectId).join(' ') }
}

describe('the chains of the audit', () => {
  it('keep each record once, however often and by however many writers it comes', async () => {
    const entries = upTo(60).map((n) => entry(n, { institutionKey: ['ACME', 'BETA', null][n % 3] ?? null }))
    await Promise.all(upTo(6).map((n) => append(entries.slice(n * 5, n * 5 + 35))))
    expect(await verify()).toMatchObject([
      { chain: '', entries: 20, fault: null },
      { chain: 'ACME', entries: 20, fault: null },
      { chain: 'BETA', entries: 20, fault: null },
    ])
  })

  it.each([
    ['a changed row', `update incident.audit_entry set actor = 'eve' where seq = 3`, 3, 'it was changed'],
    ['a changed state', `update incident.audit_entry set after = '{}' where seq = 2`, 2, 'it was changed'],
    ['a removed row', 'delete from incident.audit_entry where seq = 3', 4, 'entries are missing before this one'],
    ['a removed first row', 'delete from incident.audit_entry where seq = 1', 2, 'entries are missing before this one'],
    ['a removed tail', 'delete from incident.audit_entry where seq > 3', 5, 'entries are missing at the end'],
    ['a removed chain', 'delete from incident.audit_entry', 5, 'entries are missing at the end'],
    ['a removed head', 'delete from incident.audit_head', 5, 'the chain has no head'],
    [
      'a replaced row',
      `update incident.audit_entry set actor = 'eve', hash = sha256('x') where seq = 3`,
      3,
      'it was changed',
    ],
    [
      'a row that is put at the end',
      `insert into incident.audit_entry select gen_random_uuid(), chain, 6, at, 'eve', role, institution_key, action,
        subject_type, subject_id, before, after, trace_id, hash, sha256('x') from incident.audit_entry where seq = 5`,
      6,
      'it was changed',
    ],
    [
      'a last row with a hash of its own',
      `update incident.audit_head set hash = sha256('x')`,
      5,
      'it is not the one that the head names',
    ],
  ])('show %s', async (_what, tampering, seq, fault) => {
    await append(upTo(5).map((n) => entry(n)))
    expect(await faults()).toEqual([])
    await query(tampering)
    expect(await faults()).toEqual([{ chain: 'ACME', seq, fault }])
  })

  it('cannot be changed or removed by any role of the platform', async () => {
    await append([entry(1)])
    for (const url of [platform.database.urls.app, platform.database.urls.platform])
      for (const statement of [
        `update incident.audit_entry set actor = 'eve'`,
        'delete from incident.audit_entry',
        'truncate incident.audit_entry',
      ])
        await expect(runAs(url, [statement])).rejects.toThrow('permission denied')
    await expect(runAs(platform.database.urls.app, ['select * from incident.audit_head'])).rejects.toThrow('denied')
    expect(await faults()).toEqual([])
  })
})

describe('the list of the audit', () => {
  beforeEach(() =>
    append([
      entry(1),
      entry(2, { actor: 'ben', action: 'resolveIncident' }),
      entry(3, { institutionKey: 'BETA' }),
      entry(4, { institutionKey: null, subjectType: 'Insight' }),
    ]),
  )

  it('shows the newest first: all to administrators of the platform, their own to those of institutions', async () => {
    expect(await list('')).toEqual({ status: 200, ids: '4 3 2 1' })
    expect(await list('', acme)).toEqual({ status: 200, ids: '2 1' })
    for (const role of ['USER', 'CUSTOMER', 'AGENT'] as const)
      expect((await list('', await platform.token({ role, institutions: ['ACME'] }))).status).toBe(403)
  })

  it('is filtered and paged', async () => {
    expect((await list('actor=ben')).ids).toBe('2')
    expect((await list('action=noteIncident')).ids).toBe('4 3 1')
    expect((await list('subjectType=Insight')).ids).toBe('4')
    expect((await list('subjectId=3')).ids).toBe('3')
    expect((await list('institutionKey=BETA')).ids).toBe('3')
    expect((await list('institutionKey=BETA', acme)).ids).toBe('')
    expect((await list('from=2026-11-20T12:00:02Z&to=2026-11-20T12:00:04Z')).ids).toBe('3 2')
    expect((await list('size=2&page=1')).ids).toBe('2 1')
    expect((await list('from=2026-11-20T12:00:02Z&to=2026-11-20T12:00:01Z')).status).toBe(400)
    expect((await list('actr=ben')).status).toBe(400)
    for (const [name, most, letter] of [
      ['actor', 200, 'a'],
      ['action', 100, 'a'],
      ['subjectType', 100, 'A'],
      ['subjectId', 200, 'a'],
    ] as const)
      for (const [length, status] of [
        [most, 200],
        [most + 1, 400],
      ] as const)
        expect((await list(`${name}=${letter.repeat(length)}`)).status).toBe(status)
    for (const query of ['action=note-incident', 'action=NoteIncident', 'subjectType=insight', 'action=note%20it'])
      expect([query, (await list(query)).status]).toEqual([query, 400])
    expect((await list('action=&subjectType=')).status).toBe(200)
    expect((await list('institutionKey=A%20B')).status).toBe(400)
  })

  it('is CSV as well', async () => {
    const { text, headers } = await platform.ask('GET', '/incident/api/audit?format=csv&actor=ben', { as: acme })
    const [head, line] = text.split('\r\n')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(head).toContain('id,at,actor,role,institutionKey,action,subjectType,subjectId,before,after,traceId')
    expect(line).toContain(',2026-11-20T12:00:02.000Z,ben,CUSTOMER,ACME,resolveIncident,Incident,2,,"{""text"":')
    expect(text.split('\r\n')).toHaveLength(3)
  })
})
