import { describe, expect, it } from 'vitest'
import {
  FLAPPING,
  isSupervisorVisit,
  KIND_RULES,
  KINDS_ENDED_BY_EVENTS,
  KINDS_ENDED_BY_SERVICE,
  KINDS_ENDED_BY_VISIT,
  OPENING_RULES,
  QUIET_KINDS,
  SEVERITIES,
  titleOf,
  worse,
} from './incident-kinds.rules.ts'

const MINUTE = 60_000

/** What each event opens, as the contract has it: kind, severity, and how many within how many minutes. */
const OPENS = `
  ATM_OUT_OF_SERVICE OUT_OF_SERVICE HIGH
  POWER_OFF POWER HIGH
  NETWORK_DISCONNECTED CONNECTIVITY HIGH
  APPLICATION_ERROR_NETWORK CONNECTIVITY MEDIUM 3 10
  DISPENSER_JAM DISPENSER CRITICAL
  APPLICATION_ERROR_DISPENSER DISPENSER HIGH
  MIXED_MEDIA_ERROR DISPENSER HIGH
  CASH_ACCEPTOR_ERROR ACCEPTOR HIGH
  CARD_READER_FAIL CARD_READER HIGH
  APPLICATION_ERROR_CARD CARD_READER MEDIUM
  ENCRYPTOR_PINPAD_ERROR PINPAD CRITICAL
  APPLICATION_ERROR_ENCRYPTION PINPAD CRITICAL
  APPLICATION_ERROR_PINPAD PINPAD HIGH
  APPLICATION_ERROR_PRINTER PRINTER LOW
  SELF_TEST_FAILED SELF_TEST HIGH
  CASSETTE_LOW CASH MEDIUM
  CASSETTE_EMPTY CASH HIGH
  CASSETTE_ABNORMAL CASH HIGH
  AUTHENTICATION_FAILURE SECURITY HIGH 3 10
  EJOURNAL_DB_WARNING JOURNAL LOW
  EJOURNAL_DB_CRITICAL JOURNAL HIGH
  APPLICATION_ERROR_JOURNAL JOURNAL MEDIUM
  AGENT_LOG_ERROR APPLICATION LOW 5 60
  APPLICATION_ERROR APPLICATION MEDIUM 3 10`

/** What ends each kind, with the minutes of quiet, and its title. */
const ENDS = `
  OUT_OF_SERVICE IN_SERVICE - ATM out of service
  POWER SIGN_OF_LIFE - Power failure
  CONNECTIVITY QUIET 30 Network connection unstable
  UNREACHABLE CONTACT - ATM unreachable
  MASS_OUTAGE CHILDREN - Mass outage
  DISPENSER SERVICED - Cash dispenser fault
  ACCEPTOR SERVICED - Cash acceptor fault
  CARD_READER SERVICED - Card reader fault
  PINPAD SERVICED - PIN pad or encryptor fault
  PRINTER QUIET 1440 Printer fault
  SELF_TEST IN_SERVICE - Self-test failed
  CASH CASSETTE_OK - Cassette needs attention
  SECURITY HAND - Repeated authentication failures
  JOURNAL QUIET 1440 Electronic journal fault
  APPLICATION QUIET 60 Application errors`

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

describe('the table of incidents', () => {
  it('says what each event opens', () => {
    const rules = [...OPENING_RULES].map(([type, { kind, severity, threshold }]) =>
      [type, kind, severity, ...(threshold === null ? [] : [threshold.count, threshold.withinMs / MINUTE])].join(' '),
    )
    expect(rules).toEqual(linesOf(OPENS))
  })

  it('says what ends each kind, and what it is called', () => {
    const rules = Object.entries(KIND_RULES).map(([kind, { resolver, title }]) =>
      [kind, resolver.by, resolver.by === 'QUIET' ? resolver.quietMs / MINUTE : '-', title].join(' '),
    )
    expect(rules).toEqual(linesOf(ENDS))
    expect(
      Object.entries(KIND_RULES)
        .filter(([, { perCassette }]) => perCassette)
        .map(([kind]) => kind),
    ).toEqual(['CASH'])
    expect([titleOf('CASH', '2'), titleOf('CASH', '')]).toEqual([
      'Cassette needs attention: 2',
      'Cassette needs attention',
    ])
  })

  it('sorts kinds by what ends them', () => {
    const visited = ['DISPENSER', 'ACCEPTOR', 'CARD_READER', 'PINPAD']
    expect(KINDS_ENDED_BY_VISIT).toEqual(visited)
    expect(KINDS_ENDED_BY_SERVICE).toEqual(['OUT_OF_SERVICE', ...visited, 'SELF_TEST'])
    expect([...KINDS_ENDED_BY_EVENTS].sort()).toEqual(
      [...KINDS_ENDED_BY_SERVICE, 'CASH', 'MASS_OUTAGE', 'POWER', 'UNREACHABLE'].sort(),
    )
    expect([...QUIET_KINDS].map(([kind, ms]) => `${kind} ${ms / MINUTE}`)).toEqual([
      ...['CONNECTIVITY 30', 'PRINTER 1440', 'JOURNAL 1440', 'APPLICATION 60'],
    ])
  })

  it('takes four changes within 30 minutes for flapping, until 30 minutes of quiet', () => {
    expect(FLAPPING).toEqual({ changes: 4, withinMs: 30 * MINUTE, quietMs: 30 * MINUTE })
  })
})

describe('a supervisor visit', () => {
  it('is shown by the entry and by the exit', () => {
    const types = ['SUPERVISOR_ENTER', 'SUPERVISOR_EXIT', 'ATM_IN_SERVICE', 'SUPERVISOR']
    expect(types.map(isSupervisorVisit)).toEqual([true, true, false, false])
  })
})

describe('the worse of two severities', () => {
  it('goes from LOW over MEDIUM and HIGH to CRITICAL', () => {
    const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
    expect(SEVERITIES).toEqual(severities)
    for (const [at, one] of severities.entries())
      for (const [place, other] of severities.entries()) expect(worse(one, other)).toBe(severities[Math.max(at, place)])
  })
})
