import { randomUUID } from 'node:crypto'
import { choicesOf } from '../../../demo/random.ts'
import { EVENT_WEIGHTS } from '../../agents/event-weights.ts'

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

/** Which types occur: each as often as any other, or as often as in a usual fleet. */
export const EVENT_MIXES = ['all', 'fleet'] as const
export type EventMix = (typeof EVENT_MIXES)[number]

const anyType = (): string => EVENT_TYPES[Math.floor(Math.random() * EVENT_TYPES.length)] ?? EVENT_TYPES[0]
const fleetTypes = choicesOf('events of a benchmark')
const TYPE_OF: Readonly<Record<EventMix, () => string>> = {
  all: anyType,
  fleet: () => fleetTypes.weighted(EVENT_WEIGHTS),
}

/** An event that occurs now. */
export const newEvent = (agentAtmId: string, mix: EventMix = 'all'): PostedEvent => {
  const eventType = TYPE_OF[mix]()
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
