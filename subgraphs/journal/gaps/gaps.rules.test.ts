import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../tests/support/refusals.ts'
import { INTERNAL_PRINCIPAL, type Principal } from '../../kit/auth/principal.ts'
import { checkJournalDate, claimedInstitution, journalWindow, placeOf } from '../upload/upload.rules.ts'
import { checkRequester, daysInStretches, fetchIds, fetchResults, requestable, requestedOf } from './gaps.rules.ts'

const caller = (given: Partial<Principal> = {}): Principal => ({
  ...INTERNAL_PRINCIPAL,
  role: 'MSP_ADMIN',
  unrestricted: false,
  institutions: ['ACME'],
  ...given,
})
const admin = caller({ role: 'ADMIN', unrestricted: true, institutions: [] })
const agent = caller({ role: 'AGENT', agentAtmId: 'A-1' })

describe('a request for the file of a gap', () => {
  const [open, closed, other] = [
    { id: 1, agentAtmId: 'A-1', status: 'OPEN' },
    { id: 2, agentAtmId: 'A-1', status: 'CLOSED' },
    { id: 3, agentAtmId: 'A-2', status: 'REQUESTED' },
  ]

  it('is for an agent one of its own ATM only', () => {
    expect(refusalOf(() => checkRequester(agent, open))).toBeNull()
    expect(refusalOf(() => checkRequester(agent, other))).toEqual(['FORBIDDEN'])
    expect(refusalOf(() => checkRequester(caller(), other))).toBeNull()
  })

  it('of a closed gap is a conflict', () => {
    expect(requestedOf(open)).toBe(open)
    expect(refusalOf(() => requestedOf(null))).toEqual(['CONFLICT'])
  })

  it('names 1 to 500 gaps, each of them once', () => {
    expect([fetchIds([7]), fetchIds([3, 1, 3])]).toEqual([[7], [3, 1]])
    expect(refusalOf(() => fetchIds([]))).toEqual(['BAD_USER_INPUT', 'ids'])
    const ids = Array.from({ length: 501 }, (_, n) => n)
    expect(fetchIds(ids.slice(0, 500))).toHaveLength(500)
    expect(refusalOf(() => fetchIds(ids))).toEqual(['BAD_USER_INPUT', 'ids'])
  })

  it('is made of gaps that are not closed and that the caller may read', () => {
    expect(requestable(caller(), [open, closed, other])).toEqual([1, 3])
    expect(requestable(agent, [open, closed, other])).toEqual([1])
  })

  it('for many is answered for each as it would have been alone', () => {
    const marked = { ...open, status: 'REQUESTED' }
    const results = fetchResults([4, 3, 2, 1], agent, { found: [open, closed, other], marked: [marked] })
    expect(results.map(({ id, status, gap }) => [id, status, gap])).toEqual([
      [4, 404, null],
      [3, 403, null],
      [2, 409, closed],
      [1, 200, marked],
    ])
    expect(results.map(({ message }) => message)).toEqual([
      'There is no such gap, or it is not visible to you.',
      'The gap is of another ATM than that of your token.',
      'The gap is closed: the journal of that day has come.',
      null,
    ])
  })
})

describe('the days that one transaction looks at', () => {
  const stretches = (from: string, to: string, atms: number) =>
    [...daysInStretches(from, to, atms)].map((stretch) => `${stretch.from} ${stretch.to}`)

  it('are at most 31, fewer of many ATMs, and at least one', () => {
    expect(stretches('2026-01-01', '2026-02-01', 1)).toEqual(['2026-01-01 2026-01-31', '2026-02-01 2026-02-01'])
    expect(stretches('2026-01-01', '2026-01-31', 0)).toEqual(['2026-01-01 2026-01-31'])
    expect(stretches('2026-01-01', '2026-01-03', 125_000)).toEqual(['2026-01-01 2026-01-02', '2026-01-03 2026-01-03'])
    expect(stretches('2026-01-01', '2026-01-02', 125_001)).toEqual(['2026-01-01 2026-01-01', '2026-01-02 2026-01-02'])
    expect(stretches('2026-01-01', '2026-01-01', 9_999_999)).toEqual(['2026-01-01 2026-01-01'])
    expect(stretches('2026-01-02', '2026-01-01', 1)).toEqual([])
  })
})

describe('an upload', () => {
  it('is of a day from so many back to tomorrow, on the clock of its ATM', () => {
    const window = journalWindow(new Date('2026-11-20T21:30:00Z'), 'Africa/Addis_Ababa', 90)
    expect(window).toEqual({ from: '2026-08-23', to: '2026-11-22' })
    for (const day of ['2026-08-23', '2026-11-22']) expect(refusalOf(() => checkJournalDate(day, window))).toBeNull()
    for (const day of ['2026-08-22', '2026-11-23'])
      expect(refusalOf(() => checkJournalDate(day, window))).toEqual(['BAD_USER_INPUT', 'journalDate'])
  })

  it('claims the institution that is named, else the only one of the token', () => {
    expect(claimedInstitution(caller(), null)).toBe('ACME')
    expect(claimedInstitution(caller(), ' ')).toBe('ACME')
    expect(claimedInstitution(caller({ institutions: ['ACME', 'BETA'] }), 'BETA')).toBe('BETA')
    expect(claimedInstitution(caller({ institutions: ['ACME', 'BETA'] }), null)).toBeNull()
    expect(claimedInstitution(caller({ institutions: [] }), null)).toBeNull()
    expect(claimedInstitution(caller({ unrestricted: true }), null)).toBeNull()
    expect(claimedInstitution(admin, 'BETA')).toBe('BETA')
    expect(refusalOf(() => claimedInstitution(caller(), 'BETA'))).toEqual(['FORBIDDEN'])
  })

  it('is stored under the institution of its ATM, which is the caller’s and the one that it claims', () => {
    const atm = {
      ...{ atmId: 1, agentAtmId: 'A-1', institutionKey: 'ACME', timeZone: null, retired: false, reactivatedAt: null },
    }
    expect(placeOf(atm, null, caller())).toEqual(atm)
    expect(placeOf(atm, 'ACME', admin)).toEqual(atm)
    expect(refusalOf(() => placeOf(atm, 'BETA', admin))).toEqual(['FORBIDDEN'])
    expect(refusalOf(() => placeOf(atm, null, caller({ institutions: ['BETA'] })))).toEqual(['FORBIDDEN'])
    expect(refusalOf(() => placeOf({ ...atm, institutionKey: null }, null, admin))).toEqual([
      'BAD_USER_INPUT',
      'institutionKey',
    ])
    expect(refusalOf(() => placeOf(null, 'ACME', admin))).toEqual(['BAD_USER_INPUT', 'institutionKey'])
  })
})
