import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { doublePrecision, text } from 'drizzle-orm/pg-core'
import {
  ATM_ATTRIBUTES,
  ATM_GROUPINGS,
  type AtmGroupFilter,
  choiceAttributes,
  columnOf,
  degreesAttributes,
  GROUP_ARGUMENTS,
  type GroupAttribute,
  listedAttributes,
  ofEach,
  textAttributes,
  wordsAttributes,
} from '../schema/atm-attributes.rules.ts'

/** The columns of what people enter about an ATM. */
export const atmAttributeColumns = {
  ...ofEach(textAttributes, (name) => text(columnOf(name))),
  ...ofEach(degreesAttributes, (name) => doublePrecision(columnOf(name))),
  ...ofEach(choiceAttributes, (name) => text(columnOf(name), { enum: ATM_ATTRIBUTES[name].choices })),
  ...ofEach(wordsAttributes, (name) => text(columnOf(name)).array()),
}

/** The columns of the part that the devices service has a copy of. */
export const listedAttributeColumns = ofEach(listedAttributes, (name) => text(columnOf(name)))

/** How a table has what ATMs are grouped by. */
export type GroupColumns = {
  /** The value of an attribute that has one. */
  readonly valueOf: (name: Exclude<GroupAttribute, 'tags'>) => SQLWrapper
  /** Null for an ATM without tags. */
  readonly tags: SQLWrapper
  readonly hasTag: (tag: string) => SQL
}

const isGiven = (value: string | null | undefined): value is string =>
  value !== null && value !== undefined && value.trim() !== ''

/** The condition of the ATMs of a group; undefined where a filter asks for nothing. The only place that says it. */
export const groupCondition = (filter: AtmGroupFilter, columns: GroupColumns): SQL | undefined => {
  const { tag, without } = filter
  const left = without ? ATM_GROUPINGS[without] : null
  return and(
    ...Object.values(ATM_GROUPINGS).map((name) => {
      if (name === 'tags') return isGiven(tag) ? columns.hasTag(tag.trim()) : undefined
      const value = filter[GROUP_ARGUMENTS[name]]
      return isGiven(value) ? sql`${columns.valueOf(name)} = ${value.trim()}` : undefined
    }),
    left === null ? undefined : sql`${left === 'tags' ? columns.tags : columns.valueOf(left)} is null`,
  )
}
