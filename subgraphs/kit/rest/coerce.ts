import {
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { maskBeginning } from '../cards/card-numbers.ts'
import { type FieldFault, MAX_FAULTS } from '../common/errors.ts'
import { isRecord } from '../common/records.rules.ts'
import { findTextFault } from '../common/text-faults.ts'
import { directiveOf, restNameOf } from '../graphql/directives.ts'

/** Where a value comes from: text has to be read as numbers and booleans first, JSON does not. */
export type Source = 'text' | 'json'

/**
 * Turns one value into what a GraphQL variable of the type takes, collecting faults by path; compiled once per
 * argument.
 */
export type Coerce = (value: unknown, path: string, faults: FieldFault[]) => unknown

const TEXT_NUMBER = /^-?\d+(\.\d+)?$/

/** The path of a fault; an empty one is the body as a whole. */
const placeOf = (path: string): string => (path === '' ? 'body' : path)

const MAX_SHOWN_CHARS = 60

const shown = (value: unknown): string => {
  const text =
    typeof value === 'string'
      ? `"${maskBeginning(value, MAX_SHOWN_CHARS)}"`
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? 'an object'
          : String(value)
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS - 3)}…` : text
}

/** The values of an enum that are taken; null for all of them. */
export type Taken = readonly string[] | null

const takenValues = (type: GraphQLEnumType, taken: Taken) =>
  type.getValues().filter(({ name }) => taken === null || taken.includes(name))

/** What a caller should send, in words. */
const expectation = (type: GraphQLLeafType, taken: Taken): string => {
  if (isEnumType(type)) return `one of ${takenValues(type, taken).map(restNameOf).join(', ')}`
  const words: Record<string, string> = {
    Int: 'a whole number of at most 32 bits',
    SafeInt: 'a whole number',
    Float: 'a number',
    Boolean: 'true or false',
    String: 'a text',
    ID: 'a text',
    DateTime: 'an ISO 8601 instant such as 2026-11-20T08:15:00Z, of the years 2 to 9998',
    LocalDateTime: 'a local date-time such as 2026-11-20T08:15:00',
    TextOrInteger: 'a text',
    Date: 'a date such as 2026-11-20, from 1900-01-01 to 9998-12-31',
    UUID: 'a UUID',
    JSON: 'a JSON value',
  }
  return words[type.name] ?? `a value of type ${type.name}`
}

const fromText = (type: GraphQLLeafType, text: string): unknown => {
  if (type.name === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type.name === 'Int' || type.name === 'SafeInt' || type.name === 'Float')
    return TEXT_NUMBER.test(text) ? Number(text) : text
  return text
}

const leaf = (type: GraphQLLeafType, source: Source, taken: Taken): Coerce => {
  const opaque = type.name === 'Bytes'
  const byRestName = isEnumType(type)
    ? new Map(takenValues(type, taken).map((value) => [restNameOf(value), value.name]))
    : null
  return (value, path, faults) => {
    const read = source === 'text' && typeof value === 'string' ? fromText(type, value) : value
    if (byRestName !== null) {
      const name = typeof read === 'string' ? byRestName.get(read) : undefined
      if (name !== undefined) return name
    } else {
      try {
        // Checked here and not only by the executor, so that the fault names the field by its path on REST.
        type.parseValue(read)
        const fault = opaque ? null : findTextFault(read, placeOf(path))
        if (fault === null) return read
        faults.push(fault)
        return undefined
      } catch {
        // The scalar's own words name neither the field nor the cure.
      }
    }
    faults.push({ field: placeOf(path), message: `must be ${expectation(type, taken)}, not ${shown(value)}` })
    return undefined
  }
}

const list =
  (item: Coerce, source: Source): Coerce =>
  (value, path, faults) => {
    if (!Array.isArray(value)) {
      // One value of a repeated query key is a list of one.
      if (source === 'text') return [item(value, path, faults)]
      faults.push({ field: placeOf(path), message: `must be a list, not ${shown(value)}` })
      return undefined
    }
    const entries: unknown[] = []
    for (const entry of value) {
      if (faults.length >= MAX_FAULTS) return undefined
      entries.push(item(entry, `${path}[${entries.length}]`, faults))
    }
    return entries
  }

type CompiledField = { name: string; restName: string; required: boolean; coerce: Coerce }

const compileField = (field: GraphQLInputField, seen: Map<string, Coerce>): CompiledField => ({
  name: field.name,
  restName: restNameOf(field),
  required: isNonNullType(field.type) && field.defaultValue === undefined,
  coerce: compile(field.type, 'json', seen),
})

/**
 * Refuses the fields that a `@strict` type does not have: a filter with a typing error, ignored, would select more
 * than was meant.
 */
const refuseUnknown = (
  given: ReadonlyMap<string, unknown>,
  fields: readonly CompiledField[],
  path: string,
  faults: FieldFault[],
): void => {
  const names = fields.map(({ restName }) => restName).sort()
  for (const name of given.keys()) {
    if (names.includes(name)) continue
    if (faults.length >= MAX_FAULTS) return
    const named = maskBeginning(name, MAX_SHOWN_CHARS)
    const field = path === '' ? named : `${path}.${named}`
    faults.push({ field, message: `is not known here: known are ${names.join(', ')}` })
  }
}

const inputObject =
  (fields: readonly CompiledField[], isStrict: boolean): Coerce =>
  (value, path, faults) => {
    if (!isRecord(value)) {
      faults.push({ field: placeOf(path), message: `must be a JSON object, not ${shown(value)}` })
      return undefined
    }
    const given = new Map(Object.entries(value))
    const result: Record<string, unknown> = {}
    if (isStrict) refuseUnknown(given, fields, path, faults)
    if (faults.length >= MAX_FAULTS) return undefined
    // Only known fields are taken: unknown ones are ignored by contract, where the type is not strict.
    for (const field of fields) {
      const at = path === '' ? field.restName : `${path}.${field.restName}`
      const entry = given.get(field.restName)
      if (entry === undefined) {
        if (field.required) faults.push({ field: at, message: 'is required' })
      } else {
        result[field.name] = field.coerce(entry, at, faults)
      }
    }
    return result
  }

const compile = (type: GraphQLInputType, source: Source, seen: Map<string, Coerce>, taken: Taken = null): Coerce => {
  if (isNonNullType(type)) {
    const inner = compile(type.ofType, source, seen, taken)
    return (value, path, faults) => {
      if (value !== null) return inner(value, path, faults)
      faults.push({ field: placeOf(path), message: 'must not be null' })
      return undefined
    }
  }
  if (isListType(type)) {
    const many = list(compile(type.ofType, source, seen, taken), source)
    return (value, path, faults) => (value === null ? null : many(value, path, faults))
  }
  if (isInputObjectType(type)) {
    const known = seen.get(type.name)
    if (known !== undefined) return known
    const fields: CompiledField[] = []
    const object = inputObject(fields, directiveOf(type, 'strict') !== null)
    const coerce: Coerce = (value, path, faults) => (value === null ? null : object(value, path, faults))
    // Entered before its fields are compiled, as an input type may hold itself.
    seen.set(type.name, coerce)
    fields.push(...Object.values(type.getFields()).map((field) => compileField(field, seen)))
    return coerce
  }
  const one = leaf(type, source, taken)
  return (value, path, faults) => (value === null ? null : one(value, path, faults))
}

/**
 * Compiles the coercion of values of an input type from query text or JSON into GraphQL variables. Of an enum, or a
 * list of one, `taken` says which of its values are.
 */
export const compileCoerce = (type: GraphQLInputType, source: Source, taken: Taken = null): Coerce =>
  compile(type, source, new Map(), taken)

/**
 * Takes a whole body of plain JSON as it is, checking only that it is there and a list where one is asked for: its
 * service reads each value itself, so that one bad value of a list fails alone.
 */
export const takeJson = (type: GraphQLInputType): Coerce => {
  const nullable = isNonNullType(type) ? type.ofType : type
  return (value, path, faults) => {
    if (value === null && isNonNullType(type)) faults.push({ field: placeOf(path), message: 'must not be null' })
    else if (value !== null && isListType(nullable) && !Array.isArray(value))
      faults.push({ field: placeOf(path), message: `must be a list, not ${shown(value)}` })
    return value
  }
}
