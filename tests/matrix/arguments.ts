import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql'
import { DAYS, type Kind, LATER, PERIOD, type Values } from '../support/institution.ts'
import type { Operation, Position } from './operations.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** What a name of an argument names, whichever operation has it. */
const KINDS: Readonly<Record<string, Kind>> = {
  ...{ institutionKey: 'institution', key: 'institution', atmId: 'atm', atmIds: 'atm', intoId: 'otherAtm' },
  ...{ mergedIntoId: 'atm', agentAtmId: 'agentAtm', agentAtmIds: 'agentAtm', fileId: 'file', sessionId: 'session' },
  ...{ parentIncidentId: 'incident', subjectId: 'incidentText', snapshotId: 'snapshot', userId: 'user' },
  ...{
    ownerUserId: 'user',
    resolvedBy: 'user',
    workedBy: 'user',
    named: 'user',
    lastEventId: 'liveCursor',
    afterAtmId: 'atm',
    afterId: 'atm',
  },
  ...{ vendor: 'vendor', model: 'model', site: 'site', siteName: 'site', region: 'region', costCentre: 'costCentre' },
  ...{ tag: 'tag', carrier: 'carrier', q: 'search', value: 'site' },
}

/** What `id`, `ids`, `after` and `before` name, by the type that the operation returns or its name. */
const BY_OPERATION: readonly (readonly [RegExp, Kind])[] = [
  [/DeadLetter/, 'deadLetter'],
  [/snapshot/, 'snapshot'],
  [/Insight/, 'insight'],
  [/journalTransactions/, 'transaction'],
  [/journalTransaction|journalEvidence/, 'transaction'],
  [/JournalFile|journalFile/, 'file'],
  [/journalProfileVersions/, 'version'],
  [/JournalFetch|journalGap/, 'gap'],
  [/fleetEvents/, 'eventCursor'],
  [/LiveChanges/, 'liveCursor'],
  [/webhook/i, 'webhook'],
  [/MaintenanceWindow/, 'window'],
  [/SavedView/, 'view'],
  [/task/i, 'task'],
  [/rollout/i, 'rollout'],
  [/incident/i, 'incident'],
  [/atm/i, 'atm'],
]

/** What a position names. @throws Error for one that nothing is known of. */
export const kindOf = ({ key, field }: Operation, position: Position): Kind => {
  const name = position.split('.').at(-1)?.replace('[]', '') ?? ''
  const known = KINDS[name] ?? BY_OPERATION.find(([names]) => names.test(field.name))?.[1]
  if (known === undefined) throw new Error(`${key}: nothing says what ${position} names`)
  return known
}

const SCALARS: Readonly<Record<string, unknown>> = {
  ...{ SafeInt: 1, Int: 1, Float: 1, Boolean: true, Date: DAYS[0], DateTime: PERIOD.from, JSON: {} },
  ...{ LocalDateTime: `${DAYS[0]}T00:00:00`, Bytes: 'a journal' },
  UUID: '00000000-0000-4000-8000-000000000000',
}

/** A value that fits a type: of an input type, what is required. */
const sampleOf = (type: GraphQLInputType): unknown => {
  if (isNonNullType(type)) return sampleOf(type.ofType)
  if (isListType(type)) return [sampleOf(type.ofType)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (!isInputObjectType(type)) return SCALARS[type.name] ?? 'X'
  const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
  return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.type)]))
}

const event = ({ agentAtm }: Values) => ({ agentAtmId: agentAtm, eventType: 'CARD_READER_FAIL' })
const incidentOf = ({ incident }: Values) => ({ id: incident })
const atmOf = ({ atm }: Values) => ({ id: atm })
const period = () => PERIOD
const days = () => ({ from: DAYS[0], to: DAYS[1] })
const dates = () => ({ dateFrom: DAYS[0], dateTo: DAYS[1] })
const profileOf = ({ institution }: Values) => ({ institutionKey: institution })

/** What an operation is asked with by the one who owns the records, where what its types require is not enough. */
const ARGUMENTS: Readonly<Record<string, (own: Values) => Arguments>> = {
  'Query.incidentTargetReport': period,
  'Query.shiftReport': period,
  'Query.journalDays': days,
  'Query.atmJournalDays': ({ agentAtm }) => ({ ...days(), agentAtmId: agentAtm }),
  'Query.atm': atmOf,
  'Query.journalTransactions': dates,
  'Query.journalTransactionsCsv': dates,
  'Query.audit': () => ({}),
  'Query.rolloutPreview': ({ agentAtm }) => ({ rollout: { kind: 'REBOOT', agentAtmIds: [agentAtm] } }),
  'Query.jobRuns': () => ({ name: 'matrix.nothing' }),
  'Query.incidentCauses': () => ({ kinds: ['VANDALISM'] }),
  'Query.liveStream': () => ({}),
  'Query.graphStream': () => ({ query: 'subscription { incidentChanged { title } }' }),
  'Mutation.publishInsight': () => ({ insight: { category: 'TREND', severity: 'INFO', title: 'A', body: 'B' } }),
  'Mutation.uploadJournalFile': ({ agentAtm }) => ({ agentAtmId: agentAtm, journalDate: DAYS[0], file: 'a text' }),
  'Mutation.uploadAgentJournal': ({ agentAtm }) => ({
    ...{ agentAtmId: agentAtm, journalDate: DAYS[0], file: 'a text' },
  }),
  'Mutation.writeJournalProfile': (own) => ({ ...profileOf(own), profile: { version: 1, approvedCodes: ['00'] } }),
  'Mutation.createIncident': ({ atm }) => ({
    incident: { atmId: atm, kind: 'GRAFFITI', severity: 'LOW', title: 'Painted' },
  }),
  'Mutation.createMaintenanceWindow': ({ institution }) => ({
    window: { institutionKey: institution, ...LATER, reason: 'A new floor' },
  }),
  'Mutation.assignIncident': incidentOf,
  'Mutation.handOverIncidents': ({ user }) => ({ handover: { userId: user } }),
  'Mutation.createSavedView': () => ({ view: { page: 'INCIDENTS', name: 'A view', search: '' } }),
  'Mutation.updateSavedView': ({ view }) => ({ id: view, view: { name: 'Another name' } }),
  'Mutation.noteIncident': ({ incident }) => ({ id: incident, text: 'seen' }),
  'Mutation.writeIncidentTargets': ({ institution }) => ({
    institutionKey: institution,
    targets: [{ severity: 'HIGH', resolveMinutes: 60 }],
  }),
  'Mutation.bulkIncidents': ({ incident }) => ({ ids: [incident], action: 'ASSIGN' }),
  'Mutation.addEventType': () => ({ eventType: { eventType: 'LATELY_KNOWN' } }),
  'Mutation.replayEventExceptions': () => ({ eventType: 'CARD_READER_FAIL' }),
  'Mutation.createAtm': ({ institution }) => ({ atm: { agentAtmId: `${institution}-NEW-ATM`, siteName: 'Here' } }),
  'Mutation.updateAtm': ({ atm }) => ({ id: atm, atm: { siteName: 'There' } }),
  'Mutation.importAtms': ({ agentAtm }) => ({ file: `agentAtmId,siteName\n${agentAtm},Here\n`, dryRun: true }),
  'Mutation.createWebhook': ({ institution }) => ({ webhook: { url: `https://8.8.8.8/${institution}` } }),
  'Mutation.updateWebhook': ({ webhook }) => ({ id: webhook, webhook: { severities: ['HIGH'] } }),
  'Mutation.mergeAtm': ({ atm, otherAtm }) => ({ id: otherAtm, intoId: atm }),
  'Mutation.retireAtm': ({ otherAtm }) => ({ id: otherAtm }),
  'Mutation.reactivateAtm': ({ otherAtm }) => ({ id: otherAtm }),
  'Mutation.retireAtms': ({ otherAtm }) => ({ ids: [otherAtm] }),
  'Mutation.postJournalEvent': (own) => ({ event: event(own) }),
  'Mutation.ingestJournalEvent': (own) => ({ event: event(own) }),
  'Mutation.ingestJournalEvents': (own) => ({ events: [event(own)] }),
  'Mutation.setTaskPermissions': ({ institution }) => ({ key: institution, kinds: ['REBOOT'] }),
  'Mutation.createTask': ({ agentAtm }) => ({ task: { agentAtmId: agentAtm, kind: 'REBOOT' } }),
  'Mutation.createRollout': ({ agentAtm }) => ({ rollout: { kind: 'REBOOT', agentAtmIds: [agentAtm] } }),
  'Mutation.updateRollout': ({ rollout }) => ({ id: rollout, change: { pauseAtFailurePct: 50 } }),
  'Mutation.reportAgentTask': ({ task }) => ({ id: task, report: { status: 'ACKED' } }),
  'Mutation.reportTask': ({ task, agentAtm, institution }) => ({
    id: task,
    report: { status: 'ACKED', agentAtmId: agentAtm, institutionKey: institution },
  }),
  'Mutation.mirrorServiceState': ({ agentAtm, atm, institution }) => ({
    agentAtmId: agentAtm,
    change: { serviceState: 'IN_SERVICE', institutionKey: institution, atmId: atm, sequence: 1_000 },
  }),
  'Mutation.mirrorServiceStates': ({ agentAtm, atm, institution }) => ({
    changes: [
      { serviceState: 'IN_SERVICE', institutionKey: institution, atmId: atm, agentAtmId: agentAtm, sequence: 1_000 },
    ],
  }),
  'Mutation.updateAtms': ({ agentAtm, atm, institution }) => ({
    atms: [{ atmId: atm, agentAtmId: agentAtm, institutionKey: institution }],
  }),
  'Mutation.createVendor': () => ({ vendor: { name: 'A company', type: 'SP' } }),
}

/** Names of which a request has one: each says which ATM, or which ATMs, are meant. */
const ALTERNATIVES: readonly (readonly string[])[] = [
  ['atmId', 'agentAtmId', 'attribute', 'value'],
  ['filter', 'agentAtmIds'],
]

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const put = (given: unknown, path: readonly string[], value: unknown): unknown => {
  const [head = '', ...rest] = path
  const name = head.replace('[]', '')
  const object = isObject(given) ? given : {}
  const others = ALTERNATIVES.find((names) => names.includes(name))?.filter((one) => one !== name) ?? []
  const kept = Object.fromEntries(Object.entries(object).filter(([key]) => !others.includes(key)))
  const item = Array.isArray(object[name]) ? object[name][0] : object[name]
  const put1 = rest.length === 0 ? value : put(item, rest, value)
  const beside = name === 'value' ? { attribute: 'siteName' } : {}
  return { ...kept, ...beside, [name]: head.endsWith('[]') ? [put1] : put1 }
}

const withId = (args: Arguments, operation: Operation, position: Position): Arguments =>
  operation.key === 'Query.atm' && position === 'agentAtmId'
    ? Object.fromEntries(Object.entries(args).filter(([name]) => name !== 'id'))
    : args

/** The arguments of an operation with a value in one position. */
export const withValue = (operation: Operation, args: Arguments, position: Position, value: unknown): Arguments =>
  Object(put(withId(args, operation, position), position.split('.'), value))

/** The arguments by which an owner of records asks for an operation. */
export const argumentsFor = (operation: Operation, own: Values, positions: readonly Position[]): Arguments => {
  const required = operation.field.args.filter(
    ({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined,
  )
  const samples = Object.fromEntries(required.map(({ name, type }) => [name, sampleOf(type)]))
  const named = required
    .flatMap(({ name }) => positions.filter((position) => position.replace('[]', '') === name))
    .reduce<Arguments>((args, at) => withValue(operation, args, at, own[kindOf(operation, at)]), samples)
  return { ...named, ...ARGUMENTS[operation.key]?.(own) }
}

/** Operations that the table of arguments has and the platform has not. */
export const strayArguments = (keys: ReadonlySet<string>): readonly string[] =>
  Object.keys(ARGUMENTS).filter((key) => !keys.has(key))
