import { doublePrecision, text } from 'drizzle-orm/pg-core'
import {
  columnOf,
  degreesAttributes,
  listedAttributes,
  ofEach,
  textAttributes,
} from '../schema/atm-attributes.rules.ts'

/** The columns of what people enter about an ATM. */
export const atmAttributeColumns = {
  ...ofEach(textAttributes, (name) => text(columnOf(name))),
  ...ofEach(degreesAttributes, (name) => doublePrecision(columnOf(name))),
}

/** The columns of the part that the devices service has a copy of. */
export const listedAttributeColumns = ofEach(listedAttributes, (name) => text(columnOf(name)))
