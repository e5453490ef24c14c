import { agentAtmIdFault, institutionKeyFault } from '../../kit/auth/identifiers.rules.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { isTimeZone } from '../../kit/common/dates.ts'
import { DomainError, type FieldFault } from '../../kit/common/errors.ts'
import type { AtmRegistration } from '../../kit/config/config.ts'

/** What people enter about an ATM. Texts are trimmed, and a blank one is none. */
export type Description = {
  readonly name: string | null
  readonly vendor: string | null
  readonly model: string | null
  readonly siteName: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly timeZone: string | null
}

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined }

const MAX_TEXT_CHARS = 200

const TEXTS = ['name', 'vendor', 'model', 'siteName'] as const
const DEGREES = [
  ['latitude', 90],
  ['longitude', 180],
] as const

/** Names of zones begin with a letter: an offset such as `+03:00` knows no summer time and is no zone. */
const isZoneName = (name: string): boolean => /^[A-Za-z]/.test(name) && isTimeZone(name)

const textOf = (text: string | null): string | null => text?.trim() || null

/**
 * What is given of a description, ready to be stored; what is left out stays out. Faults are collected by the field.
 */
export const readDescription = (given: Given<Description>, faults: FieldFault[]): Partial<Description> => {
  const read: { -readonly [K in keyof Description]?: Description[K] } = {}
  for (const field of TEXTS) {
    const text = given[field]
    if (text === undefined) continue
    read[field] = textOf(text)
    if ((read[field]?.length ?? 0) > MAX_TEXT_CHARS) {
      faults.push({ field, message: `must have ${MAX_TEXT_CHARS} characters or fewer` })
    }
  }
  for (const [field, most] of DEGREES) {
    const degrees = given[field]
    if (degrees === undefined) continue
    read[field] = degrees
    if (Math.abs(degrees ?? 0) > most) faults.push({ field, message: `must be a number from -${most} to ${most}` })
  }
  if (given.timeZone !== undefined) {
    read.timeZone = textOf(given.timeZone)
    if (read.timeZone !== null && !isZoneName(read.timeZone)) {
      faults.push({ field: 'timeZone', message: 'must be the name of an IANA time zone, such as Europe/Helsinki' })
    }
  }
  return read
}

/** The agent id of an ATM to register, trimmed. */
export const readAgentAtmId = (agentAtmId: string, faults: FieldFault[]): string => {
  const id = agentAtmId.trim()
  const message = agentAtmIdFault(id)
  if (message !== null) faults.push({ field: 'agentAtmId', message })
  return id
}

/**
 * The institution of an ATM to register: the one that is named, else the only one of the token; null with a fault
 * where there is neither.
 */
export const institutionFor = (
  named: string | null | undefined,
  { institutions }: Principal,
  faults: FieldFault[],
): string | null => {
  const [only, ...others] = institutions
  const key = named ?? (others.length === 0 ? (only ?? null) : null)
  const message = key === null ? 'is required, unless the token has exactly one institution' : institutionKeyFault(key)
  if (message === null) return key
  faults.push({ field: 'institutionKey', message })
  return null
}

/** Whether a caller may register ATMs of an institution. */
export const mayRegisterFor = ({ unrestricted, institutions }: Principal, key: string): boolean =>
  unrestricted || institutions.includes(key)

/**
 * The refusal of a report about an ATM that is not the caller's. Where ATMs have to be registered it does not tell
 * whether another institution has the id.
 */
export const notOwn = (registration: AtmRegistration): DomainError =>
  new DomainError(
    'FORBIDDEN',
    registration === 'known'
      ? 'agentAtmId: this ATM is not registered for your institution; register it with POST /incident/api/atms'
      : 'agentAtmId: this ATM belongs to another institution',
  )

/** Whether each of the ATMs is registered and, where an institution is named, is that institution's. */
export const areAllOf = (
  agentAtmIds: readonly string[],
  institutionKey: string | null,
  rows: readonly { readonly agentAtmId: string; readonly institutionKey: string | null }[],
): boolean => {
  const own = rows.filter((row) => institutionKey === null || row.institutionKey === institutionKey)
  const known = new Set(own.map(({ agentAtmId }) => agentAtmId))
  return agentAtmIds.every((agentAtmId) => known.has(agentAtmId))
}
