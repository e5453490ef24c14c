/**
 * The contract's table of incidents, written down a second time, by hand and from the contract: what it judges
 * imports nothing from here, and it imports nothing from what it judges.
 */
export type Severity = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'

const RISING: readonly Severity[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']

export const isWorse = (a: Severity, than: Severity): boolean => RISING.indexOf(a) > RISING.indexOf(than)

/** What an event of a type opens or joins, once so many of the type occurred within so many minutes. */
export type Opening = {
  readonly kind: string
  readonly severity: Severity
  readonly times: number
  readonly withinMinutes: number
}

const row = (kind: string, severity: Severity, times = 1, withinMinutes = 0): Opening => ({
  kind,
  severity,
  times,
  withinMinutes,
})

/** First and second column. */
export const OPENINGS: ReadonlyMap<string, Opening> = new Map([
  ['ATM_OUT_OF_SERVICE', row('OUT_OF_SERVICE', 'HIGH')],
  ['POWER_OFF', row('POWER', 'HIGH')],
  ['NETWORK_DISCONNECTED', row('CONNECTIVITY', 'HIGH')],
  ['APPLICATION_ERROR_NETWORK', row('CONNECTIVITY', 'MEDIUM', 3, 10)],
  ['DISPENSER_JAM', row('DISPENSER', 'CRITICAL')],
  ['APPLICATION_ERROR_DISPENSER', row('DISPENSER', 'HIGH')],
  ['MIXED_MEDIA_ERROR', row('DISPENSER', 'HIGH')],
  ['CASH_ACCEPTOR_ERROR', row('ACCEPTOR', 'HIGH')],
  ['CARD_READER_FAIL', row('CARD_READER', 'HIGH')],
  ['APPLICATION_ERROR_CARD', row('CARD_READER', 'MEDIUM')],
  ['ENCRYPTOR_PINPAD_ERROR', row('PINPAD', 'CRITICAL')],
  ['APPLICATION_ERROR_ENCRYPTION', row('PINPAD', 'CRITICAL')],
  ['APPLICATION_ERROR_PINPAD', row('PINPAD', 'HIGH')],
  ['APPLICATION_ERROR_PRINTER', row('PRINTER', 'LOW')],
  ['SELF_TEST_FAILED', row('SELF_TEST', 'HIGH')],
  ['CASSETTE_LOW', row('CASH', 'MEDIUM')],
  ['CASSETTE_EMPTY', row('CASH', 'HIGH')],
  ['CASSETTE_ABNORMAL', row('CASH', 'HIGH')],
  ['AUTHENTICATION_FAILURE', row('SECURITY', 'HIGH', 3, 10)],
  ['EJOURNAL_DB_WARNING', row('JOURNAL', 'LOW')],
  ['EJOURNAL_DB_CRITICAL', row('JOURNAL', 'HIGH')],
  ['APPLICATION_ERROR_JOURNAL', row('JOURNAL', 'MEDIUM')],
  ['AGENT_LOG_ERROR', row('APPLICATION', 'LOW', 5, 60)],
  ['APPLICATION_ERROR', row('APPLICATION', 'MEDIUM', 3, 10)],
])

/** What ends a kind: minutes without an event of it, or one of the others. */
export type Ending = number | 'in service' | 'in service after a visit' | 'sign of life' | 'cassette OK' | 'by hand'

/** Third column. */
export const ENDINGS: ReadonlyMap<string, Ending> = new Map<string, Ending>([
  ['OUT_OF_SERVICE', 'in service'],
  ['POWER', 'sign of life'],
  ['CONNECTIVITY', 30],
  ['DISPENSER', 'in service after a visit'],
  ['ACCEPTOR', 'in service after a visit'],
  ['CARD_READER', 'in service after a visit'],
  ['PINPAD', 'in service after a visit'],
  ['PRINTER', 24 * 60],
  ['SELF_TEST', 'in service'],
  ['CASH', 'cassette OK'],
  ['SECURITY', 'by hand'],
  ['JOURNAL', 24 * 60],
  ['APPLICATION', 60],
])

/** The one kind of which each component, a cassette, has an incident of its own. */
export const PER_CASSETTE = 'CASH'

/** So many times opened or resolved within so many minutes is flapping; so many minutes of quiet end it. */
export const FLAPPING = { changes: 4, withinMinutes: 30, quietMinutes: 30 }
