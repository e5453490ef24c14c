import { randomUUID } from 'node:crypto'

/** The types that agents report: every known one. */
export const EVENT_TYPES = [
  'POWER_OFF',
  'CARD_READER_FAIL',
  'DISPENSER_JAM',
  'SELF_TEST_FAILED',
  'APPLICATION_ERROR_CARD',
  'APPLICATION_ERROR_DISPENSER',
  'APPLICATION_ERROR_ENCRYPTION',
  'APPLICATION_ERROR_PRINTER',
  'APPLICATION_ERROR_PINPAD',
  'MIXED_MEDIA_ERROR',
  'CASH_ACCEPTOR_ERROR',
  'ENCRYPTOR_PINPAD_ERROR',
  'CASSETTE_LOW',
  'CASSETTE_EMPTY',
  'CASSETTE_ABNORMAL',
  'NETWORK_DISCONNECTED',
  'APPLICATION_ERROR_NETWORK',
  'AUTHENTICATION_FAILURE',
  'ATM_OUT_OF_SERVICE',
  'APPLICATION_ERROR',
  'APPLICATION_ERROR_JOURNAL',
  'AGENT_LOG_ERROR',
  'EJOURNAL_DB_WARNING',
  'EJOURNAL_DB_CRITICAL',
  'ATM_IN_SERVICE',
  'SUPERVISOR_ENTER',
  'SUPERVISOR_EXIT',
] as const

/** An event as an agent posts it. */
export type PostedEvent = {
  readonly eventId: string
  readonly eventType: string
  readonly eventTime: string
  readonly agentAtmId: string
  readonly component: string
  readonly cassetteNo: string | null
  readonly errorCode: string
  readonly message: string
}

const pick = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(Math.random() * items.length)] ?? items[0]

/** An event that occurs now, of any type. */
export const newEvent = (agentAtmId: string): PostedEvent => {
  const eventType = pick(EVENT_TYPES)
  return {
    eventId: randomUUID(),
    eventType,
    eventTime: new Date().toISOString().slice(0, 23),
    agentAtmId,
    component: 'unit 1',
    cassetteNo: eventType.startsWith('CASSETTE') ? String(1 + Math.floor(Math.random() * 4)) : null,
    errorCode: 'E-1042',
    message: 'The unit reported a fault while it was in use',
  }
}
