import { expect } from 'vitest'
import type { RequirementsPlatform } from './table.ts'

/** The event type to category mapping of the requirements, row by row. */
export const CATEGORY_OF_TYPE = [
  ['POWER_OFF', 'POWER'],
  ['CARD_READER_FAIL', 'HARDWARE'],
  ['DISPENSER_JAM', 'HARDWARE'],
  ['SELF_TEST_FAILED', 'HARDWARE'],
  ['APPLICATION_ERROR_CARD', 'HARDWARE'],
  ['APPLICATION_ERROR_DISPENSER', 'HARDWARE'],
  ['APPLICATION_ERROR_ENCRYPTION', 'HARDWARE'],
  ['APPLICATION_ERROR_PRINTER', 'HARDWARE'],
  ['APPLICATION_ERROR_PINPAD', 'HARDWARE'],
  ['MIXED_MEDIA_ERROR', 'HARDWARE'],
  ['CASH_ACCEPTOR_ERROR', 'HARDWARE'],
  ['ENCRYPTOR_PINPAD_ERROR', 'HARDWARE'],
  ['CASSETTE_LOW', 'CASH'],
  ['CASSETTE_EMPTY', 'CASH'],
  ['CASSETTE_ABNORMAL', 'CASH'],
  ['NETWORK_DISCONNECTED', 'NETWORK'],
  ['APPLICATION_ERROR_NETWORK', 'NETWORK'],
  ['AUTHENTICATION_FAILURE', 'AUTH'],
  ['ATM_OUT_OF_SERVICE', 'SYSTEM'],
  ['APPLICATION_ERROR', 'SYSTEM'],
  ['APPLICATION_ERROR_JOURNAL', 'SYSTEM'],
  ['AGENT_LOG_ERROR', 'SYSTEM'],
  ['EJOURNAL_DB_WARNING', 'SYSTEM'],
  ['EJOURNAL_DB_CRITICAL', 'SYSTEM'],
  // The three that the requirements name besides; "any other type" is of category OTHER.
  ['ATM_IN_SERVICE', 'OTHER'],
  ['SUPERVISOR_ENTER', 'OTHER'],
  ['SUPERVISOR_EXIT', 'OTHER'],
] as const

/** An event as it is posted to the internal ingest. */
export type PostedEvent = {
  readonly agentAtmId: string
  readonly institutionKey: string
  readonly eventType: string
  readonly eventTime?: string
}

/** Stores events through the internal ingest; without an `eventTime` each is of the platform's now. */
export const postEvents = async (platform: RequirementsPlatform, events: readonly PostedEvent[]): Promise<void> => {
  for (let from = 0; from < events.length; from += 500) {
    const body = events.slice(from, from + 500)
    const call = { call: 'POST /incident/api/internal/journal-events/batch', body, internal: true }
    const entries = await platform.prepare(null, call)
    expect(Array.isArray(entries) ? entries.map(({ status }) => status) : entries).toEqual(body.map(() => 201))
  }
}

/** A sign of life of an ATM at an instant. */
export const beat = async (
  platform: RequirementsPlatform,
  institutionKey: string,
  agentAtmId: string,
  instant: string,
): Promise<void> => {
  const before = platform.clock.now().toISOString()
  platform.clock.set(instant)
  const body = { agentAtmId, institutionKey }
  await platform.prepare(null, { call: 'POST /incident/api/internal/heartbeats', body, internal: true, status: 204 })
  platform.clock.set(before)
}
