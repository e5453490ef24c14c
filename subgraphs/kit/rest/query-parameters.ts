import { maskBeginning } from '../cards/card-numbers.ts'
import { badInput, badInputs, MAX_FAULTS } from '../common/errors.ts'
import type { Route } from './routes.ts'

const MAX_SHOWN_CHARS = 60

/** Routes that share a method and a path, as forms of one address. */
type Forms = readonly Route[]
type Query = Readonly<Record<string, unknown>>

/** The parameters that choose among forms. */
const choosersOf = (forms: Forms): ReadonlySet<string> =>
  new Set(forms.flatMap(({ when }) => (when === null ? [] : [when.key])))

const ownNamesOf = (form: Route): readonly string[] =>
  form.arguments.flatMap(({ from, restName }) => (from === 'QUERY' ? [restName] : []))

/** How a caller asks for one of several forms: `with view=counts`, `without view`; empty for the only one. */
const wordsOf = ({ when, accept }: Route, forms: Forms): string => {
  if (when !== null) return `with ${when.key}=${when.value}`
  if (accept !== null) return `with Accept: ${accept}`
  const choosers = [...choosersOf(forms)].sort()
  return choosers.length === 0 ? '' : `without ${choosers.join(' or ')}`
}

/** The parameters of one form: its own, and what chooses it. One that is not chosen by a value has them all. */
const namesOf = (form: Route, forms: Forms): ReadonlySet<string> =>
  new Set([...ownNamesOf(form), ...(form.when === null ? choosersOf(forms) : [form.when.key])])

/** True for what agents send: refused for a parameter, it would be lost, as an agent gives up what is 400. */
const isReport = ({ method, access }: Route): boolean =>
  method !== 'GET' && access.roles !== null && access.roles.includes('AGENT')

/**
 * Refuses a query that chooses among forms by a value that none of them has: answered as if the parameter were not
 * there, it would give another shape than was meant. A parameter that the chosen form takes itself is checked there.
 * @throws DomainError BAD_USER_INPUT naming the parameter and its values.
 */
const checkChoice = (forms: Forms, chosen: Route, query: Query): void => {
  if (chosen.when !== null) return
  const own = ownNamesOf(chosen)
  for (const key of choosersOf(forms)) {
    const given = query[key]
    if (given === undefined || given === '' || own.includes(key)) continue
    const values = forms.flatMap(({ when }) => (when?.key === key ? [when.value] : []))
    throw badInput(key, `must be ${values.join(' or ')}, or left out`)
  }
}

/** Compiles what is wrong with a parameter that a form does not have, in words that name those that it has. */
const compileRefusal = (form: Route, forms: Forms) => {
  const names = [...namesOf(form, forms)].sort()
  const words = wordsOf(form, forms)
  const known = `${words === '' ? '' : ` ${words}`}, which has ${names.length === 0 ? 'none' : names.join(', ')}`
  const others = forms.filter((other) => other !== form)
  return (name: string): string => {
    const taking = others.filter((other) => ownNamesOf(other).includes(name) || other.when?.key === name)
    const cure = [...new Set(taking.map((other) => wordsOf(other, forms)).filter((one) => one !== ''))].join(', ')
    return `is no query parameter of this address${known}${cure === '' ? '' : `; it is one ${cure}`}`
  }
}

/** The check of a query for the form that it chose. @throws DomainError BAD_USER_INPUT naming each faulty parameter. */
export type QueryCheck = (chosen: Route, query: Query) => void

/**
 * Compiles the check of queries for the routes that share a method and a path. A parameter that the chosen one does
 * not have, such as a filter with a typing error or one that another form of the address has, is refused: ignored, it
 * would give another answer than was meant. An empty one by which no other form is chosen is as if left out. Reports
 * of agents are taken all the same, and so are internal calls, whose caller may be of a newer release.
 */
export const compileQueryCheck = (forms: Forms): QueryCheck => {
  if (forms.some((form) => form.internal || isReport(form))) return (chosen, query) => checkChoice(forms, chosen, query)
  const choosers = choosersOf(forms)
  const compiled = new Map(
    forms.map((form) => [form, { names: namesOf(form, forms), refusalOf: compileRefusal(form, forms) }]),
  )
  return (chosen, query) => {
    checkChoice(forms, chosen, query)
    const form = compiled.get(chosen)
    if (form === undefined) throw new Error(`${chosen.method} ${chosen.path} is no form of the address`)
    const isLeftOut = (name: string) => query[name] === '' && choosers.has(name)
    const unknown = Object.keys(query).filter((name) => !form.names.has(name) && !isLeftOut(name))
    if (unknown.length === 0) return
    throw badInputs(
      unknown.slice(0, MAX_FAULTS).map((name) => ({
        field: maskBeginning(name, MAX_SHOWN_CHARS),
        message: form.refusalOf(name),
      })),
    )
  }
}
