import { GraphQLError, parse, visit } from 'graphql'

/** `Variable "$i" got invalid value 5 at "i.name"; …` and `Variable "$i" of required type …`. */
const VARIABLE = /^Variable "\$(\w+)"(?: got invalid value .*? at "([\w.[\]]+)";)?/s

const enclosingNames = (text: string, at: number): string[] => {
  const names: string[] = []
  const note = (node: { loc?: { start: number; end: number }; name: { value: string } }) => {
    if (node.loc !== undefined && node.loc.start <= at && at < node.loc.end) names.push(node.name.value)
  }
  visit(parse(text), { Argument: note, ObjectField: note })
  return names
}

/** The argument or variable that a request error is about, by its path; null where it is about none. */
export const faultyFieldOf = (error: unknown): string | null => {
  if (!(error instanceof GraphQLError)) return null
  const variable = VARIABLE.exec(error.message)
  if (variable !== null) return variable[2] ?? variable[1] ?? null
  const at = error.nodes?.[0]?.loc
  if (at === undefined || error.source === undefined) return null
  const names = enclosingNames(error.source.body, at.start)
  return names.length === 0 ? null : names.join('.')
}
