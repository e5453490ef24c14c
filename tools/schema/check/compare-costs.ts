import type { FieldDefinitionNode } from 'graphql'
import type { ContractChange } from './changes.ts'
import { type SdlUses, usesOn } from './sdl-uses.ts'

type Field = { readonly path: string; readonly before: FieldDefinitionNode; readonly after: FieldDefinitionNode }

/** What a field costs beside its answer. */
const weightOf = (field: FieldDefinitionNode): number => {
  const [cost] = usesOn(field, 'cost')
  return Number(cost?.weight ?? 0)
}

/** A field that costs more takes operations above the limit, and more of the budgets of their callers. */
const compareWeights = (file: string, { path, before, after }: Field): readonly ContractChange[] => {
  const [was, is] = [weightOf(before), weightOf(after)]
  if (was === is) return []
  return [
    { file, path: `${path} @cost`, breaking: is > was, message: `${path} costs ${is} and cost ${was}`, uses: path },
  ]
}

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/**
 * By what an operation asks for fewer records than a list can have. The gateway does not start where a list lost its
 * `@listSize`, so one that is not there was not there before.
 */
const compareListSizes = (file: string, { path, before, after }: Field): readonly ContractChange[] => {
  const [[was], [is]] = [usesOn(before, 'listSize'), usesOn(after, 'listSize')]
  if (was === undefined || is === undefined) return []
  const change = (breaking: boolean, message: string, at = '@listSize'): ContractChange => ({
    file,
    path: `${path} ${at}`,
    breaking,
    message: `${path} ${message}`,
    uses: path,
  })
  const [shorter, longer] = [Number(was.assumedSize), Number(is.assumedSize)]
  const differences = (name: string, lost: string, won: string, wonBreaks: boolean): readonly ContractChange[] => {
    const [had, has] = [textsOf(was[name]), textsOf(is[name])]
    return [
      ...had.filter((one) => !has.includes(one)).map((one) => change(true, `${lost} ${one}`)),
      ...has.filter((one) => !had.includes(one)).map((one) => change(wonBreaks && had.length > 0, `${won} ${one}`)),
    ]
  }
  const mustBeGiven = was.requireOneSlicingArgument === false && is.requireOneSlicingArgument !== false
  return [
    ...(shorter === longer
      ? []
      : [change(longer < shorter, `has at most ${longer} records and had ${shorter}`, 'size')]),
    // The largest argument counts, so that another one beside those of before can make an operation cost more.
    ...differences('slicingArguments', 'is no longer counted by the argument', 'is counted by the argument', true),
    ...differences('sizedFields', 'no longer says the length of', 'says the length of', false),
    ...(mustBeGiven ? [change(true, 'needs one of its slicing arguments')] : []),
  ]
}

/** The differences in what operations cost and how much they may ask for at once, by the SDL of a service. */
export const compareCosts = (file: string, before: SdlUses, after: SdlUses): readonly ContractChange[] =>
  [...before.fields].flatMap(([path, field]) => {
    const now = after.fields.get(path)
    if (now === undefined) return []
    const both: Field = { path, before: field, after: now }
    return [...compareWeights(file, both), ...compareListSizes(file, both)]
  })
