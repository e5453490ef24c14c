import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../tests/support/refusals.ts'
import type { IncidentInput } from '../schema.gen.ts'
import { endingOf, incidentItemOf, incidentOf } from './incident-view.rules.ts'
import type { IncidentRow } from './incidents.store.ts'
import { acknowledge, alreadyOpen, openedByHand, resolveWith, wantedIncidentOf } from './manual-actions.rules.ts'

const at = (time: string) => new Date(`2026-11-20T${time}Z`)
const NOW = at('12:00:00.750')
const BY = { userId: 'ann', now: NOW }
const resolve = resolveWith({ cause: null, causeText: null })
const row = (given: Partial<IncidentRow> = {}): IncidentRow => ({
  id: 7,
  suppressed: false,
  parentId: null,
  ownerUserId: null,
  ownedSince: null,
  cause: null,
  causeText: null,
  acknowledgeDueAt: null,
  resolveDueAt: null,
  nextDueAt: null,
  acknowledgeMissed: false,
  resolveMissed: false,
  institutionKey: 'ACME',
  atmId: 1,
  agentAtmId: 'A-1',
  kind: 'CARD_READER',
  severity: 'HIGH',
  status: 'OPEN',
  title: 'Card reader fault',
  source: 'AUTO',
  component: '',
  occurrenceCount: 2,
  flapping: false,
  openedAt: at('10:00:00'),
  firstEventAt: at('10:00:00'),
  lastEventAt: at('11:00:00'),
  acknowledgedAt: null,
  acknowledgedByUserId: null,
  resolvedAt: null,
  resolution: null,
  clearedAt: null,
  changes: [],
  version: 3,
  ...given,
})

describe('an incident that a person asks for', () => {
  const input = (given: Partial<IncidentInput> = {}): IncidentInput => ({
    agentAtmId: ' A-1 ',
    kind: 'VANDALISM',
    severity: 'LOW',
    title: ' Broken screen ',
    ...given,
  })
  const refused = (given: Partial<IncidentInput>) => refusalOf(() => wantedIncidentOf(input(given)))

  it('is of an ATM by either id', () => {
    expect(wantedIncidentOf(input())).toEqual({
      ...{ atmId: null, agentAtmId: 'A-1', kind: 'VANDALISM', severity: 'LOW', title: 'Broken screen' },
    })
    expect(wantedIncidentOf(input({ atmId: 5, agentAtmId: ' ' }))).toMatchObject({ atmId: 5, agentAtmId: null })
    expect(refused({ agentAtmId: null })).toEqual(['BAD_USER_INPUT', 'agentAtmId'])
    expect(refused({ agentAtmId: 'A'.repeat(129) })).toEqual(['BAD_USER_INPUT', 'agentAtmId'])
  })

  it('is of a kind in capitals, with at most 40 of them', () => {
    for (const kind of ['V', 'V2_X', 'V'.repeat(40)]) expect(refused({ kind })).toBeNull()
    for (const kind of ['', 'v', '2V', '_V', 'V-X', 'V'.repeat(41)])
      expect(refused({ kind })).toEqual(['BAD_USER_INPUT', 'kind'])
  })

  it('is no mass outage, which only the platform opens, and the refusal says what to do instead', () => {
    expect(refused({ kind: 'MASS_OUTAGE' })).toEqual(['BAD_USER_INPUT', 'kind'])
    expect(() => wantedIncidentOf(input({ kind: 'MASS_OUTAGE' }))).toThrow(
      'take a word of your own such as HOST_OUTAGE',
    )
  })

  it('has a title of 1 to 200 characters, without card numbers', () => {
    expect(refused({ title: 'x'.repeat(200) })).toBeNull()
    for (const title of [' ', 'x'.repeat(201)]) expect(refused({ title })).toEqual(['BAD_USER_INPUT', 'title'])
    expect(wantedIncidentOf(input({ title: '4111111111111111' })).title).not.toContain('4111111111111111')
    expect(refused({ agentAtmId: '', kind: 'v', title: '' })).toEqual(['BAD_USER_INPUT', 'agentAtmId', 'kind', 'title'])
  })

  it('opens without events, on the clock of devices, and carries on what was there before', () => {
    const wanted = { ...wantedIncidentOf(input()), atmId: 1 }
    const atm = { id: 1, agentAtmId: 'A-1', institutionKey: 'ACME' }
    expect(openedByHand(wanted, atm, null, NOW)).toEqual({
      ...{ atmId: 1, agentAtmId: 'A-1', institutionKey: 'ACME', kind: 'VANDALISM', severity: 'LOW' },
      ...{ title: 'Broken screen', source: 'MANUAL', occurrenceCount: 0, flapping: false },
      ...{ openedAt: NOW, firstEventAt: at('12:00:00'), lastEventAt: at('12:00:00') },
      ...{ clearedAt: null, changes: [NOW.getTime()] },
    })
    const changes = [3, 2, 1].map((minutes) => NOW.getTime() - minutes * 60_000)
    const again = openedByHand(wanted, atm, { clearedAt: at('11:00:00'), changes }, NOW)
    expect(again).toMatchObject({ flapping: true, clearedAt: at('11:00:00'), changes: [...changes, NOW.getTime()] })
    expect(openedByHand(wanted, atm, { clearedAt: null, changes: changes.slice(1) }, NOW).flapping).toBe(false)
  })

  it('is refused with the open one, as far as the caller may see it', () => {
    expect(alreadyOpen('POWER', null)).toMatchObject({ code: 'CONFLICT', current: undefined })
    expect(alreadyOpen('POWER', row()).current).toMatchObject({ id: 7, openedAt: '2026-11-20T10:00:00.000Z' })
  })
})

describe('taking an incident up', () => {
  it('is noted with who and when, once', () => {
    expect(acknowledge(row(), null, BY)?.changes).toEqual({
      ...{ status: 'ACKNOWLEDGED', acknowledgedAt: NOW, acknowledgedByUserId: 'ann', version: 4 },
    })
    expect(acknowledge(row(), 3, BY)).not.toBeNull()
    expect(acknowledge(row({ status: 'ACKNOWLEDGED' }), 1, BY)).toBeNull()
  })

  it('is a conflict for another version, and for a resolved one', () => {
    expect(refusalOf(() => acknowledge(row(), 2, BY))).toEqual(['CONFLICT'])
    expect(refusalOf(() => acknowledge(row({ status: 'RESOLVED' }), 3, BY))).toEqual(['CONFLICT'])
  })
})

describe('resolving an incident', () => {
  it('is noted with when, and clears what occurred before', () => {
    expect(resolve(row({ changes: [NOW.getTime() - 5] }), 3, BY)?.changes).toMatchObject({
      ...{ status: 'RESOLVED', resolution: 'MANUAL', resolvedAt: NOW, clearedAt: at('12:00:00'), version: 4 },
      changes: [NOW.getTime() - 5, NOW.getTime()],
    })
    expect(resolve(row({ clearedAt: at('12:00:01') }), null, BY)?.changes.clearedAt).toEqual(at('12:00:01'))
    expect(resolve(row({ clearedAt: at('11:59:59') }), null, BY)?.changes.clearedAt).toEqual(at('12:00:00'))
  })

  it('changes nothing of one that has ended, and is a conflict for another version', () => {
    expect(resolve(row({ status: 'RESOLVED' }), 1, BY)).toBeNull()
    expect(refusalOf(() => resolve(row({ status: 'ACKNOWLEDGED' }), 2, BY))).toEqual(['CONFLICT'])
  })
})

describe('what ends an incident', () => {
  it('is given with its time, where it ends of itself', () => {
    expect(endingOf(row({ status: 'RESOLVED' }))).toBeNull()
    expect(endingOf(row({ source: 'MANUAL' }))).toEqual({ by: 'HAND', at: null })
    expect(endingOf(row({ kind: 'VANDALISM' }))).toEqual({ by: 'HAND', at: null })
    expect(endingOf(row())).toEqual({ by: 'SERVICED', at: null })
    expect(endingOf(row({ kind: 'CONNECTIVITY' }))).toEqual({ by: 'QUIET', at: at('11:30:00') })
  })

  it('is quiet for one that flaps although its cause is gone', () => {
    const settled = { by: 'QUIET', at: at('11:30:00') }
    expect(endingOf(row({ flapping: true, clearedAt: at('11:00:00') }))).toEqual(settled)
    expect(endingOf(row({ flapping: true, clearedAt: at('10:59:59') }))).toEqual({ by: 'SERVICED', at: null })
    expect(endingOf(row({ flapping: true }))).toEqual({ by: 'SERVICED', at: null })
    expect(endingOf(row({ clearedAt: at('11:00:00') }))).toEqual({ by: 'SERVICED', at: null })
    expect(endingOf(row({ kind: 'SECURITY', flapping: true, clearedAt: at('11:00:00') }))).toEqual({
      by: 'HAND',
      at: null,
    })
  })
})

describe('an incident as the API shows it', () => {
  it('has the id of its ATM twice, and no component where it is about the ATM', () => {
    expect(incidentOf(row())).toMatchObject({ id: 7, atmId: 1, deviceId: 1, component: null, version: 3 })
    expect(incidentOf(row({ component: '2' })).component).toBe('2')
    expect(Object.keys(incidentItemOf(row()))).not.toContain('events')
    expect(Object.keys(incidentItemOf(row()))).not.toContain('ending')
  })
})
