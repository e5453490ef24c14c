import { isSupervisorVisit, OPENING_RULES } from './incident-kinds.rules.ts'
import type { KnownType } from './ingest.types.ts'

const given = (id: number, eventType: string, category: string, group: string): readonly [string, KnownType] => [
  eventType,
  { id, eventType, category, group },
]

/**
 * The types that the requirements name, as the first migration has them. One that an installation has lost comes back
 * under its own number, category and group.
 */
export const GIVEN_TYPES: ReadonlyMap<string, KnownType> = new Map([
  given(1, 'POWER_OFF', 'POWER', 'Power and network'),
  given(2, 'CARD_READER_FAIL', 'HARDWARE', 'Card reader'),
  given(3, 'DISPENSER_JAM', 'HARDWARE', 'Cash handling'),
  given(4, 'SELF_TEST_FAILED', 'HARDWARE', 'Software'),
  given(5, 'APPLICATION_ERROR_CARD', 'HARDWARE', 'Card reader'),
  given(6, 'APPLICATION_ERROR_DISPENSER', 'HARDWARE', 'Cash handling'),
  given(7, 'APPLICATION_ERROR_ENCRYPTION', 'HARDWARE', 'PIN and security'),
  given(8, 'APPLICATION_ERROR_PRINTER', 'HARDWARE', 'Printer and journal'),
  given(9, 'APPLICATION_ERROR_PINPAD', 'HARDWARE', 'PIN and security'),
  given(10, 'MIXED_MEDIA_ERROR', 'HARDWARE', 'Cash handling'),
  given(11, 'CASH_ACCEPTOR_ERROR', 'HARDWARE', 'Cash handling'),
  given(12, 'ENCRYPTOR_PINPAD_ERROR', 'HARDWARE', 'PIN and security'),
  given(13, 'CASSETTE_LOW', 'CASH', 'Cassettes'),
  given(14, 'CASSETTE_EMPTY', 'CASH', 'Cassettes'),
  given(15, 'CASSETTE_ABNORMAL', 'CASH', 'Cassettes'),
  given(16, 'NETWORK_DISCONNECTED', 'NETWORK', 'Power and network'),
  given(17, 'APPLICATION_ERROR_NETWORK', 'NETWORK', 'Power and network'),
  given(18, 'AUTHENTICATION_FAILURE', 'AUTH', 'PIN and security'),
  given(19, 'ATM_OUT_OF_SERVICE', 'SYSTEM', 'Operations'),
  given(20, 'APPLICATION_ERROR', 'SYSTEM', 'Software'),
  given(21, 'APPLICATION_ERROR_JOURNAL', 'SYSTEM', 'Printer and journal'),
  given(22, 'AGENT_LOG_ERROR', 'SYSTEM', 'Software'),
  given(23, 'EJOURNAL_DB_WARNING', 'SYSTEM', 'Printer and journal'),
  given(24, 'EJOURNAL_DB_CRITICAL', 'SYSTEM', 'Printer and journal'),
  given(25, 'ATM_IN_SERVICE', 'OTHER', 'Operations'),
  given(26, 'SUPERVISOR_ENTER', 'OTHER', 'Operations'),
  given(27, 'SUPERVISOR_EXIT', 'OTHER', 'Operations'),
])

const idsOf = (isWanted: (eventType: string) => boolean): readonly number[] =>
  [...GIVEN_TYPES.values()].filter(({ eventType }) => isWanted(eventType)).map(({ id }) => id)

/** The types of which several events open an incident; the index `event_countable` holds these. */
export const COUNTABLE_TYPE_IDS = idsOf((eventType) => (OPENING_RULES.get(eventType)?.threshold ?? null) !== null)

/** The types of supervisor visits; the index `event_visit` holds these. */
export const VISIT_TYPE_IDS = idsOf(isSupervisorVisit)
