import { describe, expect, it } from 'vitest'
import { faultsOf, refusalOf } from '../../../tests/support/refusals.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import { amountText, readAmount } from '../model/amounts.rules.ts'
import { branchesOf } from '../model/pages.rules.ts'
import { mayRead, narrowedAtm } from '../model/visibility.rules.ts'
import { dateRange, pageArguments, transactionFilter } from './queries.rules.ts'
import { daysToCheck } from './totals-check.rules.ts'

describe('an amount', () => {
  it('is shown in major units with two digits', () => {
    expect([0n, 5n, 50n, 100n, 12_345n, -5n, -12_345n].map(amountText)).toEqual([
      ...['0.00', '0.05', '0.50', '1.00', '123.45', '-0.05', '-123.45'],
    ])
  })

  it('is read with no, one or two decimals and at most fifteen digits before them', () => {
    expect(['100', '100.5', '100.05', ' 7 ', '0', '999999999999999.99'].map(readAmount)).toEqual([
      ...[10_000n, 10_050n, 10_005n, 700n, 0n, 99_999_999_999_999_999n],
    ])
    for (const text of ['', '.', '1.', '.5', '1.005', '-1', '1,5', '1e3', 'x1', '1x', '1000000000000000'])
      expect(readAmount(text)).toBeNull()
  })
})

describe('the days of a query', () => {
  const now = new Date('2026-11-20T21:30:00Z')

  it('are today, on the clock of the zone, where none are given', () => {
    expect(dateRange({}, now, 'UTC')).toEqual({ dateFrom: '2026-11-20', dateTo: '2026-11-20' })
    expect(dateRange({}, now, 'Africa/Addis_Ababa')).toEqual({ dateFrom: '2026-11-21', dateTo: '2026-11-21' })
    expect(dateRange({ dateFrom: '2026-11-01' }, now, 'UTC')).toEqual({ dateFrom: '2026-11-01', dateTo: '2026-11-20' })
    expect(dateRange({ dateFrom: null, dateTo: '2026-12-01' }, now, 'UTC')).toEqual({
      dateFrom: '2026-11-20',
      dateTo: '2026-12-01',
    })
  })

  it('do not end before they begin', () => {
    expect(refusalOf(() => dateRange({ dateFrom: '2026-11-21', dateTo: '2026-11-20' }, now, 'UTC'))).toEqual([
      'BAD_USER_INPUT',
      'dateFrom',
    ])
    // Of the two, what was sent is named.
    const late = () => dateRange({ dateTo: '2026-11-19' }, now, 'UTC')
    expect(refusalOf(late)).toEqual(['BAD_USER_INPUT', 'dateTo'])
    expect(late).toThrow('dateTo: must not be before dateFrom, which is today (2026-11-20) where it is left out')
  })
})

describe('the filter of a list of transactions', () => {
  const range = { dateFrom: '2026-11-01', dateTo: '2026-11-20' }
  const filter = (given: Parameters<typeof transactionFilter>[0], agentAtmId: string | null = null) =>
    transactionFilter(given, range, { agentAtmId })
  const none = {
    ...range,
    amountMinor: null,
    amountFromMinor: null,
    amountToMinor: null,
    agentAtmId: null,
    atmId: null,
    kind: null,
    verdict: null,
    cashOutcome: null,
    cardLast4: null,
    reference: null,
    rrn: null,
    stan: null,
    authorisationCode: null,
    serial: null,
    terminalId: null,
    hostDate: null,
    accountTail: null,
    sessionId: null,
    conflict: null,
    hostCode: null,
    fileId: null,
  }

  it('leaves out what is not given or blank', () => {
    expect(filter({})).toEqual(none)
    expect(filter({ card: ' ', reference: '', hostCode: null, agentAtmId: ' ', amount: ' ' })).toEqual(none)
    const numbers = { rrn: ' ', stan: '', authorisationCode: ' ', serial: '', terminalId: ' ', accountTail: '' }
    expect(filter({ ...numbers, hostDate: null, sessionId: null, conflict: null })).toEqual(none)
  })

  it('holds every argument, texts trimmed and amounts in minor units', () => {
    expect(
      filter({
        ...{ card: ' 8324 ', reference: ' 70725 ', hostCode: '00', agentAtmId: 'A-1', atmId: 3, fileId: 9 },
        ...{ kind: 'WITHDRAWAL', verdict: 'APPROVED', cashOutcome: 'DISPENSED' },
        ...{ amount: '10.5', amountFrom: '10', amountTo: '10.00' },
        ...{ rrn: ' 401 ', stan: ' 402 ', authorisationCode: ' A4 ', serial: ' 404 ', terminalId: ' T5 ' },
        ...{ hostDate: '2026-11-03', accountTail: ' 4321 ', sessionId: 12, conflict: 'ANY' },
      }),
    ).toEqual({
      ...range,
      ...{ cardLast4: '8324', reference: '70725', hostCode: '00', agentAtmId: 'A-1', atmId: 3, fileId: 9 },
      ...{ kind: 'WITHDRAWAL', verdict: 'APPROVED', cashOutcome: 'DISPENSED' },
      ...{ amountMinor: 1_050n, amountFromMinor: 1_000n, amountToMinor: 1_000n },
      ...{ rrn: '401', stan: '402', authorisationCode: 'A4', serial: '404', terminalId: 'T5' },
      ...{ hostDate: '2026-11-03', accountTail: '4321', sessionId: 12, conflict: 'ANY' },
    })
  })

  it('names every argument that is wrong', () => {
    for (const card of ['123', '12345', 'x123', '1234x'])
      expect(refusalOf(() => filter({ card }))).toEqual(['BAD_USER_INPUT', 'card'])
    expect(refusalOf(() => filter({ card: 'x', amount: 'x', amountFrom: 'y', amountTo: '1.005' }))).toEqual([
      ...['BAD_USER_INPUT', 'card', 'amount', 'amountFrom', 'amountTo'],
    ])
    expect(refusalOf(() => filter({ amountFrom: '10.01', amountTo: '10' }))).toEqual(['BAD_USER_INPUT', 'amountFrom'])
  })

  it('is narrowed to the ATM of a token for one', () => {
    expect(filter({}, 'A-1').agentAtmId).toBe('A-1')
    expect(filter({ agentAtmId: 'A-1' }, 'A-1').agentAtmId).toBe('A-1')
    expect(filter({ agentAtmId: 'A-2' }, 'A-1').agentAtmId).toBe('')
    expect(narrowedAtm({ agentAtmId: null }, 'A-2')).toBe('A-2')
    expect([
      mayRead({ agentAtmId: null }, { agentAtmId: 'A-2' }),
      mayRead({ agentAtmId: 'A-1' }, { agentAtmId: 'A-1' }),
    ]).toEqual([true, true])
    expect(mayRead({ agentAtmId: 'A-1' }, { agentAtmId: 'A-2' })).toBe(false)
  })

  it('takes a text as it is, without the spaces around it', () => {
    expect([undefined, null, '', ' ', ' a b '].map(textOrNull)).toEqual([null, null, null, null, 'a b'])
  })

  it('is beside page, size and sort', () => {
    expect(pageArguments({})).toEqual({ page: null, size: null, sort: null })
    expect(pageArguments({ page: 0, size: 20, sort: ['a'] })).toEqual({ page: 0, size: 20, sort: ['a'] })
  })
})

describe('a page across institutions', () => {
  it('is merged from a read of each, up to twenty of them', () => {
    const of = (count: number) => ({
      unrestricted: false,
      institutions: Array.from({ length: count }, (_, n) => `I-${n}`),
    })
    expect(branchesOf(of(1), false)).toEqual(['I-0'])
    expect(branchesOf(of(20), false)).toHaveLength(20)
    expect(branchesOf(of(21), false)).toBeNull()
    expect(branchesOf(of(2), true)).toBeNull()
    expect(branchesOf({ unrestricted: true, institutions: [] }, false)).toBeNull()
  })
})

describe('the totals that a night checks', () => {
  const night = (first: string, last: string, today = '2026-11-20') => daysToCheck({ first, last }, today)

  it('are those of the last 35 days and the days to come', () => {
    expect(night('2026-11-19', '2026-11-21')).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
    expect(night('2026-10-15', '2026-10-17')).toEqual(['2026-10-16', '2026-10-17'])
    expect(night('2026-11-20', '2026-11-20')).toEqual(['2026-11-20'])
  })

  it('are of the older days every thirtieth, each in one of thirty nights', () => {
    expect(night('2026-07-01', '2026-10-15')).toEqual(['2026-07-23', '2026-08-22', '2026-09-21'])
    expect(night('2026-07-01', '2026-10-15', '2026-11-21')).toEqual(['2026-07-24', '2026-08-23', '2026-09-22'])
  })
})

describe('a refusal', () => {
  it('says what an amount looks like', () => {
    const none = { agentAtmId: null }
    const days = { dateFrom: '2026-11-01', dateTo: '2026-11-20' }
    expect(faultsOf(() => transactionFilter({ amount: 'x' }, days, none))?.errors).toEqual([
      'amount: must be an amount in major units such as 100.00',
    ])
  })
})
