import { type DocumentNode, type FieldNode, Kind, parse, type SelectionSetNode } from 'graphql'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'

/** The fields of a selection, those of its inline fragments included. */
const fieldsOf = (selectionSet: SelectionSetNode | undefined): readonly FieldNode[] =>
  (selectionSet?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node]
    return node.kind === Kind.INLINE_FRAGMENT ? fieldsOf(node.selectionSet) : []
  })

const rootFieldsOf = (query: string): readonly FieldNode[] => {
  const document: DocumentNode = parse(query)
  return fieldsOf(document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)?.selectionSet)
}

const answerNameOf = ({ alias, name }: FieldNode): string => (alias ?? name).value

/** Whether a value is an object, a list of them, or null, and so are those of its fields that have a selection. */
type Fits = (value: unknown) => boolean

const compileFits = (fields: readonly FieldNode[]): Fits => {
  const nested = fields.flatMap((field): readonly (readonly [string, Fits])[] => {
    const name = answerNameOf(field)
    // Where a field such as `constructor` is left out, its value would be the one that every object inherits.
    if (field.selectionSet === undefined || name in Object.prototype) return []
    return [[name, compileFits(fieldsOf(field.selectionSet))]]
  })
  const fits: Fits = (value) => {
    if (value === null || value === undefined) return true
    if (Array.isArray(value)) return value.every(fits)
    return isRecord(value) && nested.every(([name, within]) => within(value[name]))
  }
  return fits
}

/**
 * Compiles the check whether data has objects where a planned query selects fields of them: with any other value the
 * answer says nothing, and its service has failed. What named fragments select is not looked at, as plans have none.
 */
export const compileAnswerShape = (query: string): Fits => compileFits(rootFieldsOf(query))

/** Whether a value is a path of an answer: names and positions. */
export const isAnswerPath = (value: unknown): value is (string | number)[] =>
  Array.isArray(value) && value.every((step) => typeof step === 'string' || typeof step === 'number')
