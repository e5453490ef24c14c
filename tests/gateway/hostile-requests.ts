import { readFileSync } from 'node:fs'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'
import type { OpenApiDocument } from '../../subgraphs/kit/openapi/openapi.ts'
import type { OpenApiOperation, OpenApiParameter } from '../../subgraphs/kit/openapi/openapi-operation.ts'
import { BODIES, BROKEN_ENCODINGS, HEADERS, JSON_VALUES, TEXTS } from './hostile-values.ts'

type Json = { readonly [key: string]: unknown }

/** A request of which one part is hostile; `part` says which, for the message of a failure. */
export type HostileRequest = {
  readonly part: string
  readonly internal: boolean
  readonly method: string
  /** With prefix and query, as in the request line. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const FIELDS_OF_EVENTS: Readonly<Record<string, unknown>> = {
  agentAtmId: 'ATM-1',
  institutionKey: 'ACME',
  eventType: 'CASSETTE_LOW',
  eventTime: '2026-11-20T08:15:00',
  eventId: '0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11',
  component: 'CASSETTE',
  cassetteNo: 1,
  errorCode: 'E1',
  message: 'low',
  details: { a: 1 },
  cassettes: [
    {
      cassetteNo: 1,
      type: 'DISPENSE',
      currency: 'ETB',
      denomination: 100,
      initialCount: 10,
      currentCount: 1,
      rejectedCount: 0,
      capacity: 20,
      status: 'OK',
    },
  ],
}

const PLAIN: Readonly<Record<string, unknown>> = {
  agentAtmId: 'ATM-1',
  agentAtmIds: ['ATM-1'],
  institutionKey: 'ACME',
  key: 'ACME',
  timeZone: 'Africa/Addis_Ababa',
  kind: 'REBOOT',
  eventType: 'CASSETTE_LOW',
  journalDate: '2026-11-20',
  card: '1234',
  sort: 'id,asc',
  waitSeconds: 0,
}

const SERVICES = ['analytics', 'journal', 'incident', 'devices', 'fleet', 'claims', 'agent-proxy']

const read = (name: string): OpenApiDocument =>
  JSON.parse(readFileSync(new URL(`../../schema/openapi/${name}.json`, import.meta.url), 'utf8'))

const resolved = (document: OpenApiDocument, schema: unknown): Json => {
  if (!isRecord(schema)) return {}
  const name =
    String(schema.$ref ?? '')
      .split('/')
      .at(-1) ?? ''
  const found = Object.entries(document.components.schemas).find(([key]) => key === name)
  const [first] = Array.isArray(schema.anyOf) ? schema.anyOf : []
  return found !== undefined ? resolved(document, found[1]) : first !== undefined ? resolved(document, first) : schema
}

/** An ordinary value of a schema, so that the checks before a hostile part let it come that far. */
const plainOf = (document: OpenApiDocument, name: string, given: unknown, depth = 0): unknown => {
  if (name in PLAIN) return PLAIN[name]
  const schema = resolved(document, given)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (type === 'array') return depth > 3 ? [] : [plainOf(document, name, schema.items, depth + 1)]
  if (isRecord(schema.properties) && depth < 4)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, one]) => [key, plainOf(document, key, one, depth + 1)]),
    )
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (schema.format === 'date') return '2026-11-20'
  if (schema.format === 'date-time') return '2027-11-20T08:15:00Z'
  if (schema.format === 'uuid') return '0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11'
  return type === 'string' ? 'a' : { ...FIELDS_OF_EVENTS }
}

/** Every way to put a text in the place of one part of a JSON value: where, and the whole as a text. */
const withPart = (value: unknown, put: string, path = 'body'): (readonly [string, string])[] => {
  const entries: [string, unknown][] = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const isList = Array.isArray(value)
  const inner = entries.flatMap(([key, item]) =>
    withPart(item, put, `${path}.${key}`).map(([at, text]): readonly [string, string] => {
      const parts = entries.map(([name, one]) => {
        const written = name === key ? text : JSON.stringify(one)
        return isList ? written : `${JSON.stringify(name)}:${written}`
      })
      return [at, isList ? `[${parts.join()}]` : `{${parts.join()}}`]
    }),
  )
  return [...inner, [path, put]]
}

type Operation = {
  readonly prefix: string
  readonly document: OpenApiDocument
  readonly path: string
  readonly method: string
  readonly operation: OpenApiOperation
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

const requestsOf = ({ prefix, document, path, method, operation }: Operation): HostileRequest[] => {
  const internal = path.startsWith('/api/internal/')
  const content = isRecord(operation.requestBody?.content) ? operation.requestBody.content : null
  const json = content !== null && isRecord(content['application/json']) ? content['application/json'] : null
  const body = json === null ? null : plainOf(document, '', json.schema)
  const textOf = (parameter: OpenApiParameter) => {
    const value = plainOf(document, parameter.name, parameter.schema)
    return String(Array.isArray(value) ? value[0] : value)
  }
  const made = (part: string, change: { at?: OpenApiParameter; raw?: string; body?: string; headers?: Json }) => {
    const rawOf = (one: OpenApiParameter) =>
      one === change.at && change.raw !== undefined ? change.raw : encoded(textOf(one))
    const query = operation.parameters
      .filter((one) => one.in === 'query' && (one.required || one === change.at))
      .map((one) => `${one.name}=${rawOf(one)}`)
    const target = operation.parameters
      .filter((one) => one.in === 'path')
      .reduce((text, one) => text.replace(`{${one.name}}`, () => rawOf(one)), `${prefix}${path}`)
    const sent = change.body ?? (body === null ? (content === null ? null : 'a journal') : JSON.stringify(body))
    return {
      part,
      internal,
      method: method.toUpperCase(),
      target: query.length === 0 ? target : `${target}?${query.join('&')}`,
      headers: { ...(sent === null ? {} : { 'content-type': 'application/json' }), ...change.headers },
      body: sent,
    }
  }
  const inTarget = operation.parameters
    .filter((one) => one.in === 'path' || one.in === 'query')
    .flatMap((at) =>
      [
        ...TEXTS.map(encoded),
        ...BROKEN_ENCODINGS,
        ...(at.in === 'query' ? [`1&${at.name}=a`, `1&${at.name}[]=1`] : []),
      ].map((raw) => made(`${at.in} ${at.name} = ${raw.slice(0, 40)}`, { at, raw })),
    )
  const inHeaders = HEADERS.map(([name, value]) =>
    made(`${name}: ${value.slice(0, 40)}`, { headers: { [name]: value } }),
  )
  const inBody =
    content === null
      ? []
      : [
          ...BODIES.map((text) => made(`body ${text.slice(0, 40)}`, { body: text })),
          ...(body === null ? [] : JSON_VALUES.flatMap((value) => withPart(body, value))).map(([at, text]) =>
            made(`${at} = ${text.slice(0, 200)}`, { body: text }),
          ),
        ]
  return [...inTarget, ...inHeaders, ...inBody]
}

/** Requests for every operation of every service and of the gateway, each with one hostile part. */
export const hostileRequests = (): readonly HostileRequest[] => {
  const operationsOf = (name: string, prefix: string, isWanted: (path: string) => boolean): Operation[] => {
    const document = read(name)
    return Object.entries(document.paths)
      .filter(([path]) => isWanted(path))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ prefix, document, path, method, operation })),
      )
  }
  const ofGateway = (path: string) => !SERVICES.some((service) => path.startsWith(`/${service}/`))
  return [
    ...SERVICES.flatMap((name) => operationsOf(name, `/${name}`, () => true)),
    ...operationsOf('platform', '', ofGateway),
  ].flatMap(requestsOf)
}
