import { isDeepStrictEqual } from 'node:util'
import { maskBeginning, maskCardNumbersDeep } from '../kit/cards/card-numbers.ts'
import type { FieldFault } from '../kit/common/errors.ts'
import { isRecord } from '../kit/common/records.rules.ts'
import { isBlank } from '../kit/common/texts.rules.ts'
import type { TaskKind } from './schema.gen.ts'

const MAX_DELAY_S = 86_400
const MAX_CAPTURE_S = 600
const MAX_NAME_CHARS = 100
const MAX_CONFIG_BYTES = 16 * 1024

/** How a task is to be done, by the fields of its kind. */
export type TaskParams = Readonly<Record<string, unknown>>

/** What is wrong with a value, in words for the caller; null where nothing is. */
type Check = (value: unknown) => string | null

const wholeNumber =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? null
      : `must be a whole number from ${least} to ${most}`

const name: Check = (value) =>
  typeof value === 'string' && value.length <= MAX_NAME_CHARS && !isBlank(value)
    ? null
    : `must be a text of 1 to ${MAX_NAME_CHARS} characters`

const smallObject: Check = (value) => {
  if (!isRecord(value)) return 'must be a JSON object'
  return Buffer.byteLength(JSON.stringify(value)) > MAX_CONFIG_BYTES
    ? `must be ${MAX_CONFIG_BYTES / 1024} KiB of JSON or less`
    : null
}

const FIELDS: Readonly<Record<TaskKind, Readonly<Record<string, Check>>>> = {
  REBOOT: { delaySeconds: wholeNumber(0, MAX_DELAY_S) },
  RESTART_AGENT: {},
  CONFIG_UPDATE: { config: smallObject },
  INSTALL_MODULE: { module: name, version: name },
  UPDATE_AGENT: { version: name },
  PACKET_CAPTURE: { seconds: wholeNumber(1, MAX_CAPTURE_S) },
}

const faultOf = (kind: TaskKind, field: string, value: unknown): FieldFault[] => {
  const known = Object.keys(FIELDS[kind])
  const check = known.includes(field) ? FIELDS[kind][field] : undefined
  const accepted = known.length === 0 ? 'takes no params' : `takes ${known.join(' and ')} only`
  const message = check === undefined ? `is not known: ${kind} ${accepted}` : check(value)
  // A name that is not known is the caller's own words.
  const named = maskBeginning(field, MAX_NAME_CHARS).toWellFormed()
  return message === null ? [] : [{ field: `params.${named}`, message }]
}

/**
 * The params of a task, checked by its kind; what is null counts as left out. A field that the kind does not know is
 * a fault: it would be done without what was asked for. A card number is one too: it must not be stored, and masked
 * it is not what was asked for.
 */
export const readParams = (kind: TaskKind, given: unknown, faults: FieldFault[]): TaskParams | null => {
  if (given === undefined || given === null) return null
  if (!isRecord(given)) {
    faults.push({ field: 'params', message: 'must be a JSON object' })
    return null
  }
  const fields = Object.entries(given).filter(([, value]) => value !== null)
  const found = fields.flatMap(([field, value]) => faultOf(kind, field, value))
  const params = Object.fromEntries(fields)
  if (found.length === 0 && !isDeepStrictEqual(maskCardNumbersDeep(params), params))
    found.push({ field: 'params', message: 'must not hold a card number' })
  faults.push(...found)
  return params
}
