import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { INTERNAL_PRINCIPAL } from '../../kit/auth/principal.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector
let ann: string
let ben: string
let beta: string
let both: string
let atms = 0
let id = 0

const NOON = Date.parse('2026-11-20T12:00:00Z')
const at = (seconds: number) => new Date(NOON + seconds * 1_000)

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
  ann = await platform.token({ role: 'CUSTOMER', userId: 'ann', institutions: ['ACME'] })
  ben = await platform.token({ role: 'MSP_ADMIN', userId: 'ben', institutions: ['ACME'] })
  beta = await platform.token({ role: 'CUSTOMER', institutions: ['BETA'] })
  both = await platform.token({ role: 'MSP_ADMIN', userId: 'bo', institutions: ['ACME', 'BETA'] })
  const seen = { name: null, email: null, unrestricted: false, lastSeenAt: '2026-11-20T12:00:00Z' }
  const users = [
    { ...seen, userId: 'cid', institutions: ['ACME'] },
    { ...seen, userId: 'dan', institutions: ['BETA'] },
    { ...seen, userId: 'opal', institutions: [], unrestricted: true },
  ]
  expect((await platform.askInternal('POST', '/incident/api/internal/users', { body: users })).status).toBe(204)
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
})

beforeEach(async () => {
  atms += 1
  platform.clock.set(at(0))
  const body = {
    agentAtmId: `WORK-${atms}`,
    institutionKey: 'ACME',
    eventType: 'CARD_READER_FAIL',
    eventTime: '2026-11-20T12:00:00',
  }
  const { body: event } = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  id = Object(event).incidentId
})

const patch = (what: string, body: unknown, as = ann) =>
  platform.ask('PATCH', `/incident/api/incidents/${id}/${what}`, { as, body })
const note = (text: unknown, as = ann) =>
  platform.ask('POST', `/incident/api/incidents/${id}/notes`, { as, body: { text } })
const entries = async (as = ann): Promise<string[]> => {
  const { body } = await platform.ask('GET', `/incident/api/incidents/${id}/entries`, { as })
  const rows: Record<string, unknown>[] = Array.isArray(body) ? body : []
  return rows.map(({ kind, userId, toUserId, text }) => [kind, userId, toUserId ?? '-', text ?? '-'].join(' '))
}

const listed = async (query: string): Promise<readonly number[]> => {
  const { body } = await platform.ask('GET', `/incident/api/incidents?size=200&${query}`, { as: ann })
  const rows: { id: number }[] = Object(body).content
  return rows.map((row) => row.id)
}

describe('the list of incidents', () => {
  const found = async (q: string, as = ann) => {
    const { status, body } = await platform.ask('GET', `/incident/api/incidents?q=${encodeURIComponent(q)}`, { as })
    return status === 200 ? Object(body).content.map((row: { id: number }) => row.id) : status
  }

  it('finds incidents by number, ATM, site, title and notes, for those who see them', async () => {
    await inspector.rows(`update incident.atm set site_name = 'Café 100% Ñandú' where agent_atm_id = $1`, [
      `WORK-${atms}`,
    ])
    await note('The carrier rang: wet_notes')
    for (const q of [`#${id}`, String(id), `work-${atms}`, ' ñandú', '100% Ñ', 'WET_notes'])
      expect({ q, found: await found(q) }).toEqual({ q, found: expect.arrayContaining([id]) })
    for (const q of ['wetXnotes', '100_ Ñ', 'nobody wrote this'])
      expect({ q, found: await found(q) }).toEqual({ q, found: [] })
    expect(await found('card READER')).toContain(id)
    expect(await found('CARD_READER')).toContain(id)
    expect(await found('wet_notes', beta)).toEqual([])
    expect(await found(String(id), beta)).toEqual([])
    const byHand = { agentAtmId: `WORK-${atms}`, kind: 'VANDALISM', severity: 'LOW', title: 'Graffiti on the fascia' }
    const { body } = await platform.ask('POST', '/incident/api/incidents', { as: ann, body: byHand })
    expect(await found('graffiti')).toEqual([Object(body).id])
  })

  it.each(['x', 'y'.repeat(101)])('refuses to search for %j', async (q) => {
    expect(await found(q)).toBe(400)
  })
})

describe('an incident', () => {
  it('is taken, given to somebody and released, each kept with who did it', async () => {
    platform.clock.set(at(10))
    expect(await patch('assign', {})).toMatchObject({
      status: 200,
      body: { ownerUserId: 'ann', ownedSince: expect.stringContaining('T12:00:10.'), version: 2, status: 'OPEN' },
    })
    expect((await patch('assign', { userId: 'ann', version: 1 })).body).toMatchObject({ version: 2 })
    expect((await patch('assign', { userId: 'cid', version: 1 }, ben)).status).toBe(409)
    expect((await patch('assign', { userId: 'cid', version: 2 }, ben)).body).toMatchObject({ ownerUserId: 'cid' })
    expect(await listed('hasOwner=true')).toContain(id)
    expect(await listed('hasOwner=false')).not.toContain(id)
    const mine = await platform.ask('GET', '/incident/api/incidents?ownerUserId=cid', { as: ann })
    expect(Object(mine.body).content.map((row: { id: number }) => row.id)).toEqual([id])
    expect((await patch('release', {})).body).toMatchObject({ ownerUserId: null, ownedSince: null, version: 4 })
    expect(await listed('hasOwner=false')).toContain(id)
    expect((await patch('release', { version: 1 })).body).toMatchObject({ version: 4 })
    expect(await entries()).toEqual(['RELEASED ann - -', 'ASSIGNED ben cid -', 'ASSIGNED ann ann -'])
  })

  it('is given to nobody who is not in the directory, or does not see it, one by one and with many', async () => {
    const refused = async (userId: string) => {
      const one = await patch('assign', { userId }, both)
      expect(one.status).toBe(400)
      const [{ field, message }] = Object(one.body).errors
      expect(field).toBe('userId')
      expect(await patch('release', {})).toMatchObject({ body: { ownerUserId: null, version: 1 } })
      return message
    }
    expect(await refused('nobody')).toContain('name one of the users that GET /api/users lists')
    expect(await refused('dan')).toBe('does not see the incident, which is of ACME; name somebody of that institution')
    const body = { agentAtmId: `GIVEN-${atms}`, institutionKey: 'BETA', eventType: 'CARD_READER_FAIL' }
    const { body: event } = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
    const many = { ids: [id, Object(event).incidentId], action: 'ASSIGN' }
    const bulk = (userId: string) =>
      platform.ask('POST', '/incident/api/incidents/bulk', { as: both, body: { ...many, userId } })
    expect(await bulk('nobody')).toMatchObject({ status: 400, body: { errors: [{ field: 'userId' }] } })
    expect((await bulk('dan')).body).toMatchObject([
      { outcome: 'INVALID', message: expect.stringContaining('is of ACME'), incident: { ownerUserId: null } },
      { outcome: 'DONE', incident: { ownerUserId: 'dan' } },
    ])
    expect((await bulk('opal')).body).toMatchObject([{ outcome: 'DONE' }, { outcome: 'DONE' }])
    // A customer does not see who is of another institution, so that their name could not be guessed either.
    expect((await patch('assign', { userId: 'dan' })).body).toMatchObject({
      errors: [{ message: expect.stringContaining('is not in the directory') }],
    })
  })

  it('takes notes of its institution without card numbers, also once it is resolved', async () => {
    platform.clock.set(at(20))
    expect(await note(' called the branch, card 4111111111111111 stuck ')).toMatchObject({
      status: 201,
      body: { kind: 'NOTE', userId: 'ann', text: 'called the branch, card 411111XXXXXX1111 stuck', incidentId: id },
    })
    await patch('resolve', {}, ben)
    expect((await note('it was the slot', ben)).status).toBe(201)
    expect((await note('not mine', beta)).status).toBe(404)
    expect((await note(' ')).status).toBe(400)
    expect((await note('x'.repeat(4_001))).status).toBe(400)
    expect(await entries(beta)).toEqual([])
    expect(await entries()).toEqual([
      'NOTE ben - it was the slot',
      'RESOLVED ben - -',
      'NOTE ann - called the branch, card 411111XXXXXX1111 stuck',
    ])
  })

  it('takes notes and causes of which the audit keeps the beginning, whatever characters are at its end', async () => {
    for (const [text, beginning] of [
      [`${'x'.repeat(999)}😀${'y'.repeat(100)}`, `${'x'.repeat(999)}…`],
      [`${'x'.repeat(998)}😀${'y'.repeat(100)}`, `${'x'.repeat(998)}😀…`],
    ]) {
      expect((await note(text)).status).toBe(201)
      const many = { ids: [id], action: 'NOTE', text }
      const bulk = await platform.ask('POST', '/incident/api/incidents/bulk', { as: ann, body: many })
      expect(bulk.body).toMatchObject([{ outcome: 'DONE' }])
      const [kept] = await inspector.rows<{ text: string }>(
        `select data->'after'->>'text' as text from incident.outbox where topic = 'audit.recorded'
          order by id desc limit 1`,
      )
      expect(kept).toEqual({ text: beginning })
    }
    const causeText = `${'x'.repeat(999)}😀`
    expect(await patch('resolve', { causeText })).toMatchObject({ status: 200, body: { causeText } })
  })

  it('keeps the cause that its resolver gives, one of its kind', async () => {
    expect(await patch('resolve', { cause: 'CASH' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'cause', message: expect.stringContaining('HARDWARE') }] },
    })
    expect(await patch('resolve', { cause: 'FRAUD', causeText: 'a skimmer' })).toMatchObject({
      status: 200,
      body: { status: 'RESOLVED', cause: 'FRAUD', causeText: 'a skimmer' },
    })
    expect(await entries()).toEqual(['RESOLVED ann - a skimmer'])
    expect((await patch('assign', {})).status).toBe(409)
  })

  it('has its causes and entries in the graph', async () => {
    await note('looked at it')
    const principal = { ...INTERNAL_PRINCIPAL, role: 'CUSTOMER' as const, unrestricted: false, institutions: ['ACME'] }
    const answer = await platform.process.hosted
      .get('incident')
      ?.execute(
        { query: `{ incident(id: ${id}) { causes entries(first: 1) { kind text } ownerUserId } }` },
        { principal, token: null, traceId: 't' },
      )
    expect(answer?.data?.incident).toEqual({
      causes: ['HARDWARE', 'MEDIA', 'SOFTWARE', 'VANDALISM', 'FRAUD', 'PLANNED_WORK', 'FALSE_ALARM', 'OTHER'],
      entries: [{ kind: 'NOTE', text: 'looked at it' }],
      ownerUserId: null,
    })
  })
})

describe('how bad an incident is', () => {
  const askGraph = async (of: number) => {
    const query = `{ incident(id: ${of}) { severity severityChanges { at from to } } }`
    const principal = { ...INTERNAL_PRINCIPAL, role: 'CUSTOMER' as const, unrestricted: false, institutions: ['ACME'] }
    const answer = await platform.process.hosted
      .get('incident')
      ?.execute({ query }, { principal, token: null, traceId: 't' })
    return answer?.data?.incident
  }
  const send = async (agentAtmId: string, eventType: string, seconds: number) => {
    platform.clock.set(at(seconds))
    const eventTime = at(seconds).toISOString().slice(0, 19)
    const body = { agentAtmId, institutionKey: 'ACME', eventType, eventTime }
    const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
    return Number(Object(answer.body).incidentId)
  }

  it('has when it became worse, which is once', async () => {
    const incident = await send('WORSE-1', 'MIXED_MEDIA_ERROR', 0)
    expect(await askGraph(incident)).toEqual({ severity: 'HIGH', severityChanges: [] })
    await send('WORSE-1', 'APPLICATION_ERROR_DISPENSER', 10)
    await send('WORSE-1', 'DISPENSER_JAM', 20)
    await send('WORSE-1', 'DISPENSER_JAM', 30)
    expect(await askGraph(incident)).toEqual({
      severity: 'CRITICAL',
      severityChanges: [{ at: expect.stringContaining('T12:00:20.'), from: 'HIGH', to: 'CRITICAL' }],
    })
  })

  it('is known of one that was opened by hand, from the severity that its opener gave', async () => {
    await send('WORSE-2', 'ATM_IN_SERVICE', 0)
    const open = (severity: string, kind: string) =>
      platform.ask('POST', '/incident/api/incidents', {
        as: ann,
        body: { agentAtmId: 'WORSE-2', kind, severity, title: 'by hand' },
      })
    const low = Number(Object((await open('LOW', 'CARD_READER')).body).id)
    const high = Number(Object((await open('HIGH', 'DISPENSER')).body).id)
    await send('WORSE-2', 'APPLICATION_ERROR_CARD', 10)
    await send('WORSE-2', 'MIXED_MEDIA_ERROR', 20)
    expect(await askGraph(low)).toEqual({
      severity: 'MEDIUM',
      severityChanges: [{ at: expect.stringContaining('T12:00:10.'), from: 'LOW', to: 'MEDIUM' }],
    })
    expect(await askGraph(high)).toEqual({ severity: 'HIGH', severityChanges: [] })
  })
})

describe('the causes of incidents of several kinds', () => {
  it('are those that each of them can have', async () => {
    const causes = async (query: string) =>
      (await platform.ask('GET', `/incident/api/incident-causes?${query}`, { as: ann })).body
    expect(await causes('kinds=POWER&kinds=CASH')).toEqual(['HARDWARE', 'PLANNED_WORK', 'FALSE_ALARM', 'OTHER'])
    expect(await causes('kinds=SELF_TEST')).toEqual(['HARDWARE', 'SOFTWARE', 'PLANNED_WORK', 'FALSE_ALARM', 'OTHER'])
    expect(await causes('')).toMatchObject({ code: 'BAD_USER_INPUT' })
    const kinds = Array.from({ length: 101 }, (_, n) => `kinds=K${n}`)
    expect(await causes(kinds.join('&'))).toMatchObject({ errors: [{ field: 'kinds' }] })
    expect(await causes(kinds.slice(1).join('&'))).toContain('OTHER')
  })
})

describe('an action on many incidents', () => {
  const others: number[] = []
  beforeAll(async () => {
    for (const [n, institutionKey] of ['ACME', 'ACME', 'BETA'].entries()) {
      const event = { agentAtmId: `BULK-${n}`, institutionKey, eventType: 'CASH_ACCEPTOR_ERROR' }
      const body = { ...event, eventTime: '2026-11-20T12:00:00' }
      const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
      others.push(Object(answer.body).incidentId)
    }
  })
  const bulk = async (body: object, as = ann): Promise<{ status: number; body: unknown; lines: string[] }> => {
    const answer = await platform.ask('POST', '/incident/api/incidents/bulk', { as, body })
    const results: Record<string, unknown>[] = Array.isArray(answer.body) ? answer.body : []
    const lines = results.map(({ id: of, outcome, incident }) =>
      [others.indexOf(Number(of)), outcome, Object(incident).status ?? '-'].join(' '),
    )
    return { ...answer, lines }
  }

  it('has a result of its own for each, and is kept for each', async () => {
    const [first = 0, second = 0, foreign = 0] = others
    expect((await bulk({ ids: [first], action: 'ACKNOWLEDGE' })).lines).toEqual(['0 DONE ACKNOWLEDGED'])
    const ids = [second, foreign, first, second, 999_999]
    expect((await bulk({ ids, action: 'ACKNOWLEDGE' })).lines).toEqual([
      '1 DONE ACKNOWLEDGED',
      '2 NOT_FOUND -',
      '0 UNCHANGED ACKNOWLEDGED',
      '-1 NOT_FOUND -',
    ])
    expect((await bulk({ ids, action: 'ASSIGN', userId: 'cid' })).lines[0]).toBe('1 DONE ACKNOWLEDGED')
    expect((await bulk({ ids, action: 'NOTE', text: 'a storm' }, ben)).lines).toEqual([
      '1 DONE ACKNOWLEDGED',
      '2 NOT_FOUND -',
      '0 DONE ACKNOWLEDGED',
      '-1 NOT_FOUND -',
    ])
    expect((await bulk({ ids: [first], action: 'RESOLVE', cause: 'HOST' })).lines).toEqual(['0 INVALID ACKNOWLEDGED'])
    expect((await bulk({ ids: [first], action: 'RESOLVE', cause: 'MEDIA' })).lines).toEqual(['0 DONE RESOLVED'])
    expect((await bulk({ ids: [first, second], action: 'ASSIGN' })).lines).toEqual([
      '0 CONFLICT RESOLVED',
      '1 DONE ACKNOWLEDGED',
    ])
    id = second
    expect(await entries()).toEqual([
      'ASSIGNED ann ann -',
      'NOTE ben - a storm',
      'ASSIGNED ann cid -',
      'ACKNOWLEDGED ann - -',
    ])
  })

  it('that is a note waits for ATMs that move, and is kept where the incidents stay', async () => {
    const stays = id
    const body = { agentAtmId: `MOVES-${atms}`, institutionKey: 'ACME', eventType: 'CARD_READER_FAIL' }
    const { body: event } = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
    const moves = Object(event).incidentId
    const mover = await openInspector(platform.database.urls.superuser)
    onTestFinished(() => mover.close())
    await mover.rows('begin')
    await mover.rows(`update incident.atm set institution_key = 'BETA' where agent_atm_id = $1`, [body.agentAtmId])
    await mover.rows(`update incident.incident set institution_key = 'BETA' where id = $1`, [moves])
    const many = { ids: [moves, stays], action: 'NOTE', text: 'Rang the branch' }
    const answer = platform.ask('POST', '/incident/api/incidents/bulk', { as: ann, body: many })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await mover.rows(waiting)).length, { interval: 10 }).toBe(1)
    await mover.rows('commit')
    expect((await answer).body).toMatchObject([{ outcome: 'NOT_FOUND' }, { outcome: 'DONE' }])
    const noted = await inspector.rows(`select incident_id from incident.incident_entry where text = $1`, [many.text])
    expect(noted).toEqual([{ incident_id: stays }])
  })

  it('is refused for a longer text than any that is kept, whatever the action', async () => {
    for (const [field, most] of [
      ['userId', 200],
      ['text', 4_000],
      ['causeText', 4_000],
    ] as const)
      for (const action of ['ACKNOWLEDGE', 'RESOLVE', 'ASSIGN', 'NOTE'])
        expect(await bulk({ ids: [1], action, [field]: 'x'.repeat(most + 1) })).toMatchObject({
          status: 400,
          body: { errors: [{ field, message: `must have ${most} characters or fewer` }] },
        })
    const given = { text: 'x'.repeat(4_000), causeText: 'x'.repeat(4_000), userId: 'x'.repeat(200) }
    expect((await bulk({ ids: [999_999], action: 'ACKNOWLEDGE', ...given })).status).toBe(200)
  })

  it('is refused for none, for more than 500, and for a note without text', async () => {
    const many = Array.from({ length: 501 }, (_value, n) => n)
    for (const given of [{ ids: [] }, { ids: many }, { ids: [1], action: 'NOTE' }, { ids: [1], action: 'BURN' }])
      expect((await bulk({ action: 'ACKNOWLEDGE', ...given })).status).toBe(400)
    expect(
      (await bulk({ ids: [1], action: 'ACKNOWLEDGE' }, await platform.token({ institutions: ['ACME'] }))).status,
    ).toBe(403)
  })
})

describe('an entry of an incident', () => {
  it('is never changed or removed by the application', async () => {
    await note('first')
    const grants = await inspector.rows<{ it: string }>(
      `select privilege_type as it from information_schema.role_table_grants
       where table_schema = 'incident' and table_name = 'incident_entry' and grantee = 'app' order by 1`,
    )
    expect(grants.map(({ it: grant }) => grant)).toEqual(['INSERT', 'SELECT'])
  })
})
