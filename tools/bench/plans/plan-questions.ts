import { type DocumentNode, type OperationDefinitionNode, parse, print, type TypeNode } from 'graphql'
import { z } from 'zod'
import { DAY_MS } from '../../../subgraphs/kit/common/dates.ts'
import { QUESTIONS as OPERATORS } from '../operations-questions.ts'

/** What a caller asks for: values by the names of parameters and variables, ids by what they are the id of. */
export type PlanSample = {
  readonly atm: string
  readonly agentAtm: string
  readonly incident: string
  /** A file with its text, and one of its transactions. */
  readonly file: string
  readonly printed: string
  /** A transaction of any day, and what a user knows of it. */
  readonly transaction: string
  readonly filledFile: string
  readonly day: string
  readonly card: string
  readonly reference: string
  readonly stan: string
  readonly authorisationCode: string
  readonly serial: string
  readonly terminalId: string
  readonly accountTail: string
  readonly task: string
  readonly rollout: string
  readonly webhook: string
  readonly snapshot: string
  readonly insight: string
  readonly institution: string
}

/** One request. */
export type PlanQuestion = {
  readonly name: string
  readonly ask: (sample: PlanSample) => {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly body?: string | undefined
  }
}

const typeSchema = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  items: z.object({ pattern: z.string().optional() }).optional(),
})
const parameterSchema = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  schema: z.union([z.object({ $ref: z.string() }), typeSchema]),
})
type Parameter = Omit<z.infer<typeof parameterSchema>, 'schema'> & { readonly schema: z.infer<typeof typeSchema> }

const documentSchema = z.object({
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  paths: z.record(
    z.string(),
    z.object({ get: z.object({ parameters: z.array(parameterSchema).default([]) }).optional() }),
  ),
})

/** Routes that are no questions to the database, and why. */
export const NOT_ASKED: Readonly<Record<string, string>> = {
  '/agent-proxy/api/agent/work': 'agents wait at it for work',
  '/api/stream': 'a stream: it reads the newest changes only',
  '/graphql/stream': 'a stream: it reads the newest changes only',
}

/** Parameters that are not tried, and why. */
const NOT_TRIED: Readonly<Record<string, string>> = {
  format: 'a file of all that is found, which grows with what is found',
  after: 'a place in a list, which an answer gives',
  before: 'a place in a list, which an answer gives',
  page: 'tried once for each list, by name',
  size: 'how many',
  first: 'how many',
  limit: 'how many',
  contextLines: 'how many',
  bucketMinutes: 'how coarse',
  'If-None-Match': 'a header',
  Range: 'a header',
}

const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const instantAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

type Period = { readonly name: string; readonly from: number; readonly to: number }
/** From and to, in days ago. */
export const ALL_DAYS = 'all days'
const RECENT: Period = { name: 'the last 30 days', from: 30, to: 0 }
const periodsOf = (days: number): readonly Period[] => [
  RECENT,
  { name: 'the oldest week', from: days - 1, to: days - 8 },
  { name: ALL_DAYS, from: days, to: 0 },
]

/** The names of parameters and variables by which a period is given: from, to. */
const PERIODS: readonly (readonly [string, string])[] = [
  ['from', 'to'],
  ['dateFrom', 'dateTo'],
  ['openedFrom', 'openedTo'],
  ['resolvedFrom', 'resolvedTo'],
  ['workedFrom', 'workedTo'],
  ['missedFrom', 'missedTo'],
  ['finishedFrom', 'finishedTo'],
  ['requestedFrom', 'requestedTo'],
]
const endOf = (name: string): 'from' | 'to' | null =>
  PERIODS.some(([from]) => from === name) ? 'from' : PERIODS.some(([, to]) => to === name) ? 'to' : null

type Value = string | ((sample: PlanSample) => string)

/** What parameters and variables are given, where neither their type nor an enumeration says it. */
const VALUES: Readonly<Record<string, readonly Value[]>> = {
  atmId: [({ atm }) => atm],
  agentAtmId: [({ agentAtm }) => agentAtm],
  fileId: [({ filledFile }) => filledFile],
  sessionId: [({ transaction }) => transaction],
  parentIncidentId: [({ incident }) => incident],
  institutionKey: [({ institution }) => institution],
  key: [({ institution }) => institution],
  sees: [({ institution }) => institution],
  subjectId: [({ atm }) => atm],
  card: [({ card }) => card],
  reference: [({ reference }) => reference],
  rrn: [({ reference }) => reference],
  stan: [({ stan }) => stan],
  authorisationCode: [({ authorisationCode }) => authorisationCode],
  serial: [({ serial }) => serial],
  terminalId: [({ terminalId }) => terminalId],
  accountTail: [({ accountTail }) => accountTail],
  hostDate: [({ day }) => day],
  day: [({ day }) => day],
  me: ['user-1'],
  ownerUserId: ['user-1'],
  resolvedBy: ['user-1'],
  workedBy: ['user-1'],
  actor: ['user-1', 'unknown'],
  named: ['user-1'],
  action: ['updateAtm', 'retireAtm'],
  subjectType: ['Atm', 'Webhook'],
  hostCode: ['051', '999'],
  amount: ['100.00', '123.45'],
  amountFrom: ['600.00', '100000.00'],
  amountTo: ['100.00', '0.01'],
  kind: ['DISPENSER', 'VANDALISM'],
  kinds: ['DISPENSER'],
  eventType: ['CARD_READER_FAIL', 'UNKNOWN_1', 'NO_SUCH'],
  eventTypes: ['CARD_READER_FAIL'],
  category: ['HARDWARE'],
  group: ['vendor'],
  topic: ['fleetops.incident.created'],
  vendor: ['Vendor 1'],
  model: ['Model 1'],
  site: ['Site 12', 'nowhere'],
  siteName: ['Site 12'],
  region: ['Region 7', 'nowhere'],
  costCentre: ['none'],
  tag: ['none'],
  carrier: ['none'],
  currency: ['USD'],
  q: ['Site 12', 'card reader', 'Person 1', 'nothing has this'],
  emptyBefore: [() => instantAgo(-1)],
  since: [() => instantAgo(1)],
  hoursBack: ['24', '720'],
  bucketMinutes: ['1440'],
  historyMinutes: ['30'],
  seriesMinutes: ['30'],
  months: ['13'],
  days: ['90'],
  name: ['incident.retention'],
  contextLines: ['5'],
  events: ['50'],
  letters: ['50'],
  page: ['0'],
  size: ['50'],
  first: ['100'],
  limit: ['200'],
}

/** The same of the list of events, whose words are others. */
const OF_EVENTS: Readonly<Record<string, readonly Value[]>> = {
  group: ['Card reader'],
  eventType: ['CARD_READER_FAIL'],
}

/** Of what an `id` is the id, by the path, or by the name of a document. */
const IDS: readonly (readonly [RegExp, (sample: PlanSample) => string])[] = [
  [/transactions\/\{id\}\/evidence|^Evidence$/, ({ printed }) => printed],
  [/transactions\/\{id\}/, ({ transaction }) => transaction],
  [/files\/\{id\}|^File/, ({ file }) => file],
  [/tasks\/\{id\}|^Task$/, ({ task }) => task],
  [/rollouts\/\{id\}|^Rollout/, ({ rollout }) => rollout],
  [/webhooks\/\{id\}|^Webhook/, ({ webhook }) => webhook],
  [/incidents\/\{id\}|Incident/, ({ incident }) => incident],
  [/^InsightSnapshot$/, ({ snapshot }) => snapshot],
  [/atms\/\{id\}|^(?:Former)?Atm$/, ({ atm }) => atm],
]

const idOf = (of: string): Value => {
  const known = IDS.find(([pattern]) => pattern.test(of))
  if (known === undefined) throw new Error(`${of}: nothing says of what its id is`)
  return known[1]
}

const SORTED = /^\^\(\?:([\w|]+)\)/

/** The values that a parameter is tried with. @throws Error for one that nothing is known of. */
const valuesOf = (path: string, { name, schema }: Parameter): readonly Value[] => {
  if (name === 'id') return [idOf(path)]
  if (schema.enum !== undefined) return schema.enum
  if (schema.type === 'boolean') return ['true', 'false']
  const sorted = SORTED.exec(schema.items?.pattern ?? '')?.[1]
  if (sorted !== undefined) return sorted.split('|').flatMap((field) => [`${field},asc`, `${field},desc`])
  const values = (path.endsWith('/journal-events') ? OF_EVENTS[name] : undefined) ?? VALUES[name]
  if (values === undefined) throw new Error(`${path}: nothing says what ${name} is tried with`)
  return values
}

/** Parameters that need another one besides. */
const BESIDE: readonly (readonly [RegExp, string, string])[] = [
  [/journal\/days$/, 'view', 'atmId'],
  [/journal\/days$/, 'atmId', 'view'],
  [/journal\/days$/, 'agentAtmId', 'view'],
  [/series$|fleet-history$/, 'hoursBack', 'bucketMinutes'],
  [/series$|fleet-history$/, 'from', 'bucketMinutes'],
]
const besideOf = (path: string, names: readonly string[]): readonly string[] =>
  BESIDE.flatMap(([pattern, name, beside]) => (pattern.test(path) && names.includes(name) ? [beside] : []))

type Given = readonly (readonly [Parameter, Value])[]

const textOf = (value: Value, sample: PlanSample): string => (typeof value === 'string' ? value : value(sample))

const requestOf = (path: string, given: Given) => (sample: PlanSample) => {
  let filled = path
  const query = new URLSearchParams()
  for (const [parameter, value] of given) {
    const text = textOf(value, sample)
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(text))
    else query.append(parameter.name, text)
  }
  return { method: 'GET' as const, path: query.size === 0 ? filled : `${filled}?${query}` }
}

const inPeriod = (parameters: readonly Parameter[], { from, to }: Period): Given =>
  parameters.flatMap((parameter) => {
    const end = endOf(parameter.name)
    if (end === null) return []
    const ago = end === 'from' ? from : to
    return [[parameter, parameter.schema.format === 'date' ? dayAgo(ago) : instantAgo(ago)] as const]
  })

/** Lists of evidence that are searched in a period, by every parameter in each period. */
const SEARCHED = /^\/journal\/api\/journal\/transactions$/

/** A route as it is, and with each of its parameters alone. */
const routeQuestions = (path: string, parameters: readonly Parameter[], days: number): PlanQuestion[] => {
  const tried = parameters.filter((parameter) => parameter.in !== 'header')
  const isPeriod = ({ name }: Parameter) => endOf(name) !== null
  const required: Given = tried
    .filter((parameter) => parameter.required && !isPeriod(parameter))
    .map((parameter) => [parameter, valuesOf(path, parameter)[0] ?? ''])
  const periods = tried.filter(isPeriod)
  const always = SEARCHED.test(path) || periods.some((parameter) => parameter.required)
  const withOthers = (given: Given): Given => {
    const beside = besideOf(
      path,
      given.map(([{ name }]) => name),
    )
    return tried
      .filter(({ name }) => beside.includes(name))
      .map((parameter) => [parameter, valuesOf(path, parameter)[0] ?? ''])
  }
  const question = (what: string, given: Given): PlanQuestion => ({
    name: what === '' ? path : `${path}: ${what}`,
    ask: requestOf(path, [...required, ...given, ...withOthers(given)]),
  })
  const base = always ? inPeriod(periods, RECENT) : []
  const deep = tried.find(({ name, schema }) => name === 'page' && schema.enum === undefined)
  const others = tried.filter(
    (parameter) =>
      !isPeriod(parameter) && !parameter.required && (parameter.schema.enum || !(parameter.name in NOT_TRIED)),
  )
  const sets: readonly Given[] = SEARCHED.test(path)
    ? [base, inPeriod(periods, { name: '', from: days, to: 0 })]
    : [base]
  return [
    question('', base),
    ...(deep === undefined ? [] : [question('page 50', [...base, [deep, '50']])]),
    ...(periods.length === 0 ? [] : periodsOf(days).map((one) => question(one.name, inPeriod(periods, one)))),
    ...others
      .filter(({ name }) => name !== 'format')
      .flatMap((parameter) =>
        valuesOf(path, parameter).flatMap((value, n) =>
          sets.map((set, at) => {
            const text = typeof value === 'string' ? value : `of the sample${n === 0 ? '' : ` ${n}`}`
            return question(`${parameter.name} ${text}${at === 0 ? '' : `, ${ALL_DAYS}`}`, [...set, [parameter, value]])
          }),
        ),
      ),
  ]
}

/** Every GET route of an OpenAPI document. @throws Error for a parameter that nothing is known of. */
export const questionsOfRoutes = (openApi: unknown, days: number): readonly PlanQuestion[] => {
  const { paths, components } = documentSchema.parse(openApi)
  const resolved = (parameter: z.infer<typeof parameterSchema>): Parameter => {
    const { schema } = parameter
    if (!('$ref' in schema)) return { ...parameter, schema }
    return { ...parameter, schema: typeSchema.parse(components.schemas[schema.$ref.split('/').at(-1) ?? '']) }
  }
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get === undefined || path in NOT_ASKED ? [] : routeQuestions(path, get.parameters.map(resolved), days),
  )
}

/** Variables that are enumerations or objects, by the name of the document and their own. */
const VARIABLES: Readonly<Record<string, unknown>> = {
  by: 'VENDOR',
  outcome: 'FAILED',
  rollout: { kind: 'REBOOT', filter: { vendor: 'Vendor 1' } },
}

const namedOf = (type: TypeNode): { readonly name: string; readonly isList: boolean } => {
  if (type.kind === 'NonNullType') return namedOf(type.type)
  if (type.kind === 'ListType') return { ...namedOf(type.type), isList: true }
  return { name: type.name.value, isList: false }
}

const variableOf = (document: string, name: string, type: TypeNode, sample: PlanSample): unknown => {
  if (name in VARIABLES) return VARIABLES[name]
  const { name: typeName, isList } = namedOf(type)
  const end = /^(?:day)?from$/i.test(name) ? 'from' : /^(?:day)?to$/i.test(name) ? 'to' : endOf(name)
  const ago = end === 'from' ? RECENT.from : RECENT.to
  if (end !== null) return typeName === 'Date' ? dayAgo(ago) : instantAgo(ago)
  if (typeName === 'Boolean') return name !== 'ofAtm'
  const value = name === 'id' ? idOf(document) : VALUES[name]?.[0]
  if (value === undefined) throw new Error(`${document}: nothing says what $${name} is`)
  const text = textOf(value, sample)
  const one = typeName === 'Int' || typeName === 'SafeInt' ? Number(text) : text
  return isList ? [one] : one
}

const queryOf = (document: DocumentNode): OperationDefinitionNode | null =>
  document.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === 'OperationDefinition' && one.operation === 'query',
  ) ?? null

/** Every query of the trusted documents. @throws Error for a variable that nothing is known of. */
export const questionsOfDocuments = (texts: Iterable<string>): readonly PlanQuestion[] =>
  [...texts].flatMap((text) => {
    const document = parse(text)
    const query = queryOf(document)
    if (query === null) return []
    const name = query.name?.value ?? ''
    const required = (query.variableDefinitions ?? []).filter(({ type }) => type.kind === 'NonNullType')
    return [
      {
        name: `dashboard: ${name}`,
        ask: (sample: PlanSample) => {
          const variables = Object.fromEntries(
            required.map(({ variable, type }) => [
              variable.name.value,
              variableOf(name, variable.name.value, type, sample),
            ]),
          )
          return { method: 'POST', path: '/graphql', body: JSON.stringify({ query: print(document), variables }) }
        },
      },
    ]
  })

/** What the benchmark of operations asks, but for what writes. */
export const questionsOfOperators = (): readonly PlanQuestion[] =>
  OPERATORS.filter(({ name }) => !name.startsWith('bulk')).map(({ name, ask }) => ({
    name: `operators: ${name}`,
    ask: ({ atm, agentAtm, incident }) =>
      ask({ atmId: Number(atm), agentAtmId: agentAtm, incidentId: Number(incident), openIds: [] }),
  }))
