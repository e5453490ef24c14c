import { maskBeginning } from '../cards/card-numbers.ts'
import { badInputs, MAX_FAULTS } from '../common/errors.ts'
import type { Route } from './routes.ts'

const MAX_SHOWN_CHARS = 60

/** The query parameters of the routes that share a method and a path: what they take, and what chooses among them. */
const namesOf = (group: readonly Route[]): ReadonlySet<string> =>
  new Set(
    group.flatMap((route) => [
      ...route.arguments.flatMap(({ from, restName }) => (from === 'QUERY' ? [restName] : [])),
      ...(route.when === null ? [] : [route.when.key]),
    ]),
  )

/** True for what agents send: refused for a parameter, it would be lost, as an agent gives up what is 400. */
const isReport = ({ method, access }: Route): boolean =>
  method !== 'GET' && access.roles !== null && access.roles.includes('AGENT')

/**
 * Compiles the check of a query for the routes that share a method and a path. A parameter that none of them has, such
 * as a filter with a typing error, is refused: ignored, it would give another answer than was meant. Reports of agents
 * are taken all the same, and so are internal calls, whose caller may be of a newer release.
 */
export const compileQueryCheck = (group: readonly Route[]) => {
  if (group.some((route) => route.internal || isReport(route))) return () => {}
  const names = namesOf(group)
  const cure = names.size === 0 ? 'has none' : `has ${[...names].sort().join(', ')}`
  /** @throws DomainError BAD_USER_INPUT naming each parameter that is not known, and those that are. */
  return (query: Readonly<Record<string, unknown>>): void => {
    const unknown = Object.keys(query).filter((name) => !names.has(name))
    if (unknown.length === 0) return
    const message = `is no query parameter of this address, which ${cure}`
    throw badInputs(
      unknown.slice(0, MAX_FAULTS).map((name) => ({ field: maskBeginning(name, MAX_SHOWN_CHARS), message })),
    )
  }
}
