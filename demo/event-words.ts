import type { Choices } from './random.ts'

/** What an agent says of an event besides its type. */
export type Words = {
  readonly component: string | null
  readonly errorCode: string | null
  readonly message: string | null
  readonly details: Readonly<Record<string, string | number>> | null
}

type Phrase = readonly [component: string | null, errorCode: string | null, ...messages: readonly [string, ...string[]]]

const PHRASES: Readonly<Record<string, Phrase>> = {
  POWER_OFF: ['POWER', 'P-0001', 'Mains lost, running on battery', 'Power failure signalled by the UPS'],
  CARD_READER_FAIL: ['CARD_READER', 'C-4410', 'Card jammed in the reader', 'Card reader does not answer'],
  DISPENSER_JAM: ['DISPENSER', 'D-5120', 'Notes jammed on the way to the slot', 'Transport sensor 4 is blocked'],
  SELF_TEST_FAILED: ['SELF_TEST', 'S-0200', 'Self-test failed after start', 'Module check failed: cash handler'],
  APPLICATION_ERROR: [
    'APPLICATION',
    'A-1000',
    'Unexpected state in transaction flow',
    'Screen timed out twice in a row',
  ],
  APPLICATION_ERROR_CARD: ['CARD_READER', 'A-1410', 'Chip could not be read', 'Track 2 unreadable'],
  APPLICATION_ERROR_DISPENSER: ['DISPENSER', 'A-1512', 'Dispense command refused', 'Note count differs from the order'],
  APPLICATION_ERROR_JOURNAL: ['JOURNAL', 'A-1700', 'Journal line could not be written'],
  APPLICATION_ERROR_NETWORK: ['NETWORK', 'A-1800', 'No answer from the host in 30 s', 'TLS session was reset'],
  APPLICATION_ERROR_PINPAD: ['PINPAD', 'A-1310', 'A key of the PIN pad sticks'],
  APPLICATION_ERROR_PRINTER: ['PRINTER', 'A-1620', 'Receipt paper is low', 'Receipt paper jam'],
  MIXED_MEDIA_ERROR: ['DISPENSER', 'D-5310', 'Foreign object between the notes'],
  CASH_ACCEPTOR_ERROR: ['ACCEPTOR', 'R-6100', 'Bundle could not be separated', 'Shutter of the acceptor is stuck'],
  ENCRYPTOR_PINPAD_ERROR: ['PINPAD', 'E-3001', 'Encryptor signals tampering'],
  CASSETTE_LOW: ['CASSETTE', 'K-7010', 'Cassette is running low'],
  CASSETTE_EMPTY: ['CASSETTE', 'K-7020', 'Cassette is empty'],
  CASSETTE_ABNORMAL: ['CASSETTE', 'K-7030', 'Cassette is not seated properly'],
  NETWORK_DISCONNECTED: ['NETWORK', 'N-0100', 'Line to the platform was lost', 'Mobile network out of reach'],
  AUTHENTICATION_FAILURE: ['SECURITY', 'X-0401', 'Supervisor PIN refused', 'Login of a technician refused'],
  ATM_OUT_OF_SERVICE: [null, null, 'Out of service'],
  AGENT_LOG_ERROR: ['AGENT', 'G-0010', 'Log rotation took too long', 'Retrying upload', 'Clock moved by more than 2 s'],
  EJOURNAL_DB_WARNING: ['JOURNAL', 'J-0080', 'Journal database is 80 % full'],
  ATM_IN_SERVICE: [null, null, 'In service'],
  SUPERVISOR_ENTER: [null, null, 'Supervisor mode entered'],
  SUPERVISOR_EXIT: [null, null, 'Supervisor mode left'],
}

/** Words for an event; none for a type that there is nothing to say of. */
export const wordsOf = (eventType: string, choices: Choices): Words => {
  const phrase = PHRASES[eventType]
  if (phrase === undefined) return { component: null, errorCode: null, message: null, details: null }
  const [component, errorCode, first, ...others] = phrase
  const details = errorCode === null ? null : { attempt: choices.between(1, 3), agentVersion: '4.2.1' }
  return { component, errorCode, message: choices.pick([first, ...others]), details }
}
