import { type EventHeader, eventIdFault, readEventHeader } from '../../domain/event-header.rules.ts'
import { institutionKeyFault } from '../../kit/auth/identifiers.rules.ts'
import { maskBeginning, maskCardNumbers, maskCardNumbersDeep } from '../../kit/cards/card-numbers.ts'
import type { FieldFault } from '../../kit/common/errors.ts'
import { isRecord } from '../../kit/common/records.rules.ts'
import { isLongerThan } from '../../kit/common/text-faults.ts'
import type { CassetteReading } from './ingest.types.ts'

/** What every body says, whatever its type: who reports, and what sort of event. */
export type TypedHeader = Omit<EventHeader, 'fields'> & {
  readonly institutionKey: string | null
  /** Trimmed; null where it is missing, blank or no text. */
  readonly eventType: string | null
}

/** The checked content of an event of a known type. */
export type Content = {
  readonly sentTime: unknown
  readonly component: string | null
  readonly cassetteNo: string | null
  readonly errorCode: string | null
  readonly message: string | null
  readonly details: unknown
  readonly cassettesSent: unknown
  readonly cassettes: readonly CassetteReading[]
}

const MAX_MESSAGE_CHARS = 2_000
const MAX_DETAILS_BYTES = 16 * 1024
const MAX_BODY_BYTES = 64 * 1024
const MAX_CASSETTES = 64
const MAX_NAME_CHARS = 128
const MAX_CASSETTE_NO_CHARS = 32
const MAX_COUNT = 2_147_483_647

type Fields = Readonly<Record<string, unknown>>
type Reader = { readonly faults: FieldFault[]; readonly at: string }

const fault = (reader: Reader, field: string, message: string): null => {
  reader.faults.push({ field: `${reader.at}${field}`, message })
  return null
}

/** A short text; null where it is missing or blank. */
const readText = (reader: Reader, fields: Fields, field: string, maxChars: number): string | null => {
  const value = fields[field]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') return fault(reader, field, 'must be a text')
  if (isLongerThan(value, maxChars)) return fault(reader, field, `must have ${maxChars} characters or fewer`)
  return value === '' ? null : value
}

/** A short text of the ATM's own, with card numbers masked: any of them may turn up anywhere in what a device says. */
const readMasked = (reader: Reader, fields: Fields, field: string, maxChars: number): string | null => {
  const text = readText(reader, fields, field, maxChars)
  return text === null ? null : maskCardNumbers(text)
}

/** A cassette's number may come as a number. */
const readCassetteNo = (reader: Reader, fields: Fields): string | null => {
  const { cassetteNo } = fields
  if (Number.isSafeInteger(cassetteNo)) return maskCardNumbers(String(cassetteNo))
  return readMasked(reader, fields, 'cassetteNo', MAX_CASSETTE_NO_CHARS)
}

const readCount = (reader: Reader, fields: Fields, field: string): number | null => {
  const value = fields[field]
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_COUNT) {
    return fault(reader, field, 'must be a whole number, 0 or more')
  }
  return value
}

const readDenomination = (reader: Reader, fields: Fields): number | null => {
  const { denomination } = fields
  if (denomination === undefined || denomination === null) return null
  if (typeof denomination !== 'number' || !(denomination >= 0) || denomination > 1e12) {
    return fault(reader, 'denomination', 'must be a number, 0 or more')
  }
  return Math.round(denomination * 100)
}

const readCassette = (reader: Reader, value: unknown): CassetteReading | null => {
  const at = { faults: reader.faults, at: `${reader.at}.` }
  if (!isRecord(value)) {
    reader.faults.push({ field: reader.at, message: 'must be a JSON object' })
    return null
  }
  const cassetteNo = readCassetteNo(at, value)
  const status = readMasked(at, value, 'status', MAX_NAME_CHARS)
  const reading = {
    type: readMasked(at, value, 'type', MAX_NAME_CHARS),
    currency: readMasked(at, value, 'currency', MAX_NAME_CHARS),
    denominationMinor: readDenomination(at, value),
    initialCount: readCount(at, value, 'initialCount'),
    currentCount: readCount(at, value, 'currentCount'),
    rejectedCount: readCount(at, value, 'rejectedCount'),
    capacity: readCount(at, value, 'capacity'),
    status: status === null ? null : status.trim().toUpperCase(),
  }
  if (cassetteNo === null) {
    if (value.cassetteNo === undefined || value.cassetteNo === null || value.cassetteNo === '') {
      fault(at, 'cassetteNo', 'is required')
    }
    return null
  }
  return { cassetteNo, ...reading }
}

const readCassettes = (reader: Reader, value: unknown): readonly CassetteReading[] => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > MAX_CASSETTES) {
    fault(reader, 'cassettes', `must be a list of ${MAX_CASSETTES} cassettes or fewer`)
    return []
  }
  return value.flatMap((one: unknown, index) => {
    const reading = readCassette({ faults: reader.faults, at: `${reader.at}cassettes[${index}]` }, one)
    return reading === null ? [] : [reading]
  })
}

/** A JSON value with card numbers masked; a fault where it is larger than `maxBytes`. */
const readJson = (reader: Reader, field: string, value: unknown, maxBytes: number): unknown => {
  if (value === undefined || value === null) return null
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > maxBytes) return fault(reader, field, `must be ${maxBytes / 1024} KiB of JSON or less`)
  return maskCardNumbersDeep(value)
}

const checkEventId = (reader: Reader, { eventId }: Fields): void => {
  const wrong = eventIdFault(eventId)
  if (wrong !== null) fault(reader, 'eventId', wrong)
}

const readMessage = (reader: Reader, fields: Fields): string | null => {
  const message = readText(reader, fields, 'message', Number.MAX_SAFE_INTEGER)
  return message === null ? null : maskBeginning(message, MAX_MESSAGE_CHARS)
}

const readInstitution = (reader: Reader, fields: Fields): string | null => {
  const key = readText(reader, fields, 'institutionKey', MAX_NAME_CHARS)
  const wrong = key === null ? null : institutionKeyFault(key)
  return wrong === null ? key : fault(reader, 'institutionKey', wrong)
}

/**
 * Reads what is needed of every body. Faults are added to `faults` by the path of their field; null where the body
 * cannot be read at all. Unknown fields are ignored.
 */
export const readTypedHeader = (body: unknown, faults: FieldFault[]): TypedHeader | null => {
  const header = readEventHeader(body, faults)
  if (header === null) return null
  const { agentAtmId, eventId, fields } = header
  const reader: Reader = { faults, at: '' }
  return {
    agentAtmId,
    eventId,
    institutionKey: readInstitution(reader, fields),
    // Any other value is a type that is not known.
    eventType: (typeof fields.eventType === 'string' && fields.eventType.trim()) || null,
  }
}

/**
 * Checks the content of an event of a known type, and masks card numbers. Only for a body that `readTypedHeader`
 * could read.
 */
export const readContent = (value: unknown, faults: FieldFault[]): Content => {
  const reader: Reader = { faults, at: '' }
  const fields = isRecord(value) ? value : {}
  checkEventId(reader, fields)
  return {
    sentTime: fields.eventTime,
    component: readMasked(reader, fields, 'component', MAX_NAME_CHARS),
    cassetteNo: readCassetteNo(reader, fields),
    errorCode: readMasked(reader, fields, 'errorCode', MAX_NAME_CHARS),
    message: readMessage(reader, fields),
    details: readJson(reader, 'details', fields.details, MAX_DETAILS_BYTES),
    cassettesSent: readJson(reader, 'cassettes', fields.cassettes, MAX_BODY_BYTES),
    cassettes: readCassettes(reader, fields.cassettes),
  }
}

/** True for a body over 64 KiB of JSON, without the institution, which the platform itself may have put in. */
export const isTooLarge = (value: unknown): boolean => {
  const text = JSON.stringify(isRecord(value) ? { ...value, institutionKey: undefined } : value)
  // No text takes more than three bytes a character.
  return text.length * 3 > MAX_BODY_BYTES && Buffer.byteLength(text) > MAX_BODY_BYTES
}
