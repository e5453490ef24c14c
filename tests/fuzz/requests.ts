import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'
import { readSdl } from '../../subgraphs/kit/graphql/schema.ts'
import { describeContract, type OpenApiDocument } from '../../subgraphs/kit/openapi/openapi.ts'
import type { OpenApiOperation, OpenApiParameter } from '../../subgraphs/kit/openapi/openapi-operation.ts'
import { BODIES, BROKEN_ENCODINGS, HEADERS, TEXTS } from './hostile-values.ts'
import { fitting, type Known, nearly, resolved, unfitting } from './values.ts'

const SERVICES = ['analytics', 'journal', 'incident', 'devices', 'fleet', 'claims', 'agent-proxy']

/** An operation of REST with the document that describes it. */
export type Described = {
  readonly document: OpenApiDocument
  readonly prefix: string
  readonly path: string
  readonly method: string
  readonly operation: OpenApiOperation
}

/** A request, and whether the address it asks for is that of its operation: a hostile one can be another. */
export type Sent = {
  /** The name of its operation: `GET /journal/api/journal/files/{id}`. */
  readonly of: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly isAddressed: boolean
}

const read = (name: string): OpenApiDocument =>
  JSON.parse(readFileSync(new URL(`../../schema/openapi/${name}.json`, import.meta.url), 'utf8'))

const operationsIn = (name: string, prefix: string, isWanted: (path: string) => boolean): Described[] => {
  const document = read(name)
  return Object.entries(document.paths)
    .filter(([path]) => isWanted(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ document, prefix, path, method, operation })),
    )
}

/** Every operation of every service, and of the gateway. */
export const DESCRIBED: readonly Described[] = [
  ...SERVICES.flatMap((name) => operationsIn(name, `/${name}`, () => true)),
  ...operationsIn('platform', '', (path) => !SERVICES.some((service) => path.startsWith(`/${service}/`))),
]

/** The name of an operation, by which `describedBy` finds it. A request has the name alone: it is printed. */
const nameOf = ({ method, prefix, path }: Described): string => `${method.toUpperCase()} ${prefix}${path}`

const BY_NAME = new Map(DESCRIBED.map((one) => [nameOf(one), one]))

/** @throws Error for a name that no operation has. */
export const describedBy = (name: string): Described => {
  const found = BY_NAME.get(name)
  if (found === undefined) throw new Error(`there is no operation ${name}`)
  return found
}

export const isInternal = ({ path }: Described): boolean => path.startsWith('/api/internal/')

const written = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Percent-encoded; half a character, which no address can have, as what replaces it. */
const encoded = (value: unknown): string => encodeURIComponent(written(value).slice(0, 6_000).toWellFormed())

type Encoded = { readonly raws: readonly string[]; readonly isPlain: boolean }

/** One or more encoded values of a parameter, as its schema has them or, rarely, not. */
const valuesOf = (of: Described, parameter: OpenApiParameter, known: Known, now: number): fc.Arbitrary<Encoded> => {
  const { document } = of
  const { name, schema } = parameter
  const fit = fitting(document, { name, schema, known, now })
  const listed = (value: unknown) => (Array.isArray(value) ? value : [value]).map(encoded)
  const hostile = fc
    .oneof(unfitting(resolved(document, schema)), fc.constantFrom(...TEXTS))
    .map((value) => [encoded(value)])
  const broken = fc.constantFrom(...BROKEN_ENCODINGS).map((raw) => [raw])
  const plain = { arbitrary: fit.map((value) => ({ raws: listed(value), isPlain: true })), weight: 12 }
  const odd = (arbitrary: fc.Arbitrary<string[]>, weight: number) => ({
    arbitrary: arbitrary.map((raws) => ({ raws, isPlain: false })),
    weight,
  })
  const twice = fc.tuple(fit, fit).map((values) => values.map(encoded))
  return fc.oneof(plain, odd(hostile, 3), odd(broken, 1), ...(parameter.in === 'query' ? [odd(twice, 1)] : []))
}

const bodyOf = ({ document, operation }: Described, known: Known, now: number): fc.Arbitrary<string | null> => {
  const content = isRecord(operation.requestBody?.content) ? operation.requestBody.content : null
  if (content === null) return fc.constant(null)
  const json = isRecord(content['application/json']) ? content['application/json'].schema : undefined
  if (json === undefined)
    return fc.oneof(fc.string({ maxLength: 300 }), fc.constantFrom('agentAtmId,siteName\nA,B\n', ''))
  const fit = fitting(document, { name: '', schema: json, known, now })
  const texts = fc.oneof({ arbitrary: fit, weight: 3 }, { arbitrary: nearly(document, json, fit), weight: 4 })
  return fc.oneof(
    { arbitrary: texts.map((value) => JSON.stringify(value)), weight: 9 },
    { arbitrary: fc.constantFrom(...BODIES), weight: 1 },
  )
}

const headersOf = ({ operation }: Described, known: Known, now: number): fc.Arbitrary<Record<string, string>> => {
  const odd = fc.constantFrom(...HEADERS).map(([name, value]) => ({ [name]: value }))
  const own = operation.parameters.filter((parameter) => parameter.in === 'header')
  const model = own.map(({ name }) =>
    fc
      .constantFrom('a', '"1"', '*', '0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11', String(now), String(known.key?.[0]))
      .map((value) => ({ [name.toLowerCase()]: value })),
  )
  return fc.oneof({ arbitrary: fc.constant({}), weight: 6 }, { arbitrary: odd, weight: 1 }, ...model)
}

/** One of several forms of an address: the query parameters that it takes, and the one that chooses it. */
type Form = { readonly names: ReadonlySet<string>; readonly choice: readonly string[] }

const FORMS: ReadonlyMap<string, readonly Form[]> = new Map(
  SERVICES.flatMap((name) => {
    const { routes } = describeContract(name, readSdl(`${name}.graphql`))
    const byAddress = Map.groupBy(routes, ({ method, path }) => `${method} /${name}${path}`)
    return [...byAddress].map(([address, forms]): [string, Form[]] => [
      address,
      forms.map(({ when, arguments: all }) => ({
        names: new Set(all.flatMap(({ from, restName }) => (from === 'QUERY' ? [restName] : []))),
        choice: when === null ? [] : [`${when.key}=${when.value}`],
      })),
    ])
  }),
)

/** The forms of an address that has several, so that its requests are mostly of one; undefined where there is one. */
const formsOf = (of: Described): fc.Arbitrary<Form | undefined> => {
  const forms = FORMS.get(nameOf(of)) ?? []
  if (forms.length < 2) return fc.constant(undefined)
  return fc.option(fc.constantFrom(...forms), { freq: 4, nil: undefined })
}

/** Requests of one operation, most of them with at most one hostile part. */
export const requestsOf = (of: Described, known: Known, now: number): fc.Arbitrary<Sent> => {
  const parameters = of.operation.parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
  const given = parameters.map((parameter) => {
    const values = valuesOf(of, parameter, known, now)
    return parameter.required ? values : fc.option(values, { freq: 4, nil: null }).map((one) => one)
  })
  return fc
    .tuple(fc.tuple(...given), bodyOf(of, known, now), headersOf(of, known, now), formsOf(of))
    .map(([values, body, headers, form]) => {
      let path = `${of.prefix}${of.path}`
      let isAddressed = true
      const query: string[] = [...(form?.choice ?? [])]
      for (const [at, parameter] of parameters.entries()) {
        const value = values[at] ?? null
        if (value === null || (parameter.in === 'query' && form?.names.has(parameter.name) === false)) continue
        if (parameter.in === 'path') {
          path = path.replace(`{${parameter.name}}`, () => value.raws[0] ?? '')
          isAddressed &&= value.isPlain && value.raws[0] !== ''
        } else query.push(...value.raws.map((raw) => `${parameter.name}=${raw}`))
      }
      const type = body === null ? {} : { 'content-type': 'application/json' }
      const target = query.length === 0 ? path : `${path}?${query.join('&')}`
      return { of: nameOf(of), target, headers: { ...type, ...headers }, body, isAddressed }
    })
}
