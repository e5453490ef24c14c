import type { FetchDataRewrite } from '@apollo/query-planner'
import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import type { Data } from './records.rules.ts'
import type { TypesWithin } from './type-conditions.rules.ts'

/** Changes data in place, as the plan says. */
export type Rewrite = (value: unknown) => void

const CONDITION = '... on '

const changeOf = (rewrite: FetchDataRewrite, field: string): ((data: Data) => void) => {
  if (rewrite.kind === 'ValueSetter') {
    const value: unknown = rewrite.setValueTo
    return (data) => {
      data[field] = value
    }
  }
  const to = rewrite.renameKeyTo
  return (data) => {
    const value = data[field]
    if (value === undefined) return
    data[to] = value
    data[field] = undefined
  }
}

const atPath = (path: readonly string[], types: TypesWithin, change: (data: Data) => void): Rewrite => {
  const [first, ...rest] = path
  const next = first === undefined ? null : atPath(rest, types, change)
  const within = first?.startsWith(CONDITION) === true ? types(first.slice(CONDITION.length)) : null
  const visit: Rewrite = (value) => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    else if (!isRecord(value)) return
    else if (next === null) change(value)
    else if (within === null) next(value[first ?? ''])
    else {
      const { __typename } = value
      if (typeof __typename !== 'string' || within.has(__typename)) next(value)
    }
  }
  return visit
}

/** Compiles the rewrites of a fetch, null where it has none. */
export const compileRewrites = (
  rewrites: readonly FetchDataRewrite[] | undefined,
  types: TypesWithin,
): Rewrite | null => {
  if (rewrites === undefined || rewrites.length === 0) return null
  const all = rewrites.map((rewrite) => {
    const field = rewrite.path.at(-1) ?? ''
    return atPath(rewrite.path.slice(0, -1), types, changeOf(rewrite, field))
  })
  return (value) => {
    for (const rewrite of all) rewrite(value)
  }
}
