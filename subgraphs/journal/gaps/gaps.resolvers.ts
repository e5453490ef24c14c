import type { GapRow, GapStatus } from '../../../db/journal/gap.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import type { AtmGroupFilter } from '../../../schema/atm-attributes.rules.ts'
import { checkAgentsAsked, readAgentChanges } from '../../domain/agent-changes.ts'
import { checkGroupFilter } from '../../domain/atm-groups.rules.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { badInput } from '../../kit/common/errors.ts'
import { pageRequest, type Sorting } from '../../kit/common/paging.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { csvFileName } from '../../kit/rest/csv.rules.ts'
import { type CsvSource, checkFormat, createCsvAnswers } from '../../kit/rest/csv.ts'
import { atmOf } from '../files/atm-journals.resolvers.ts'
import { mayRead, narrowedAtm } from '../model/visibility.rules.ts'
import type { Resolvers } from '../schema.gen.ts'
import { countGapGroups } from './gap-groups.store.ts'
import { checkRequester, fetchIds, fetchResults, requestable, requestedOf } from './gaps.rules.ts'
import {
  findFetchProgress,
  findGap,
  findGapCounts,
  type GapCursor,
  type GapFilter,
  type GapOrder,
  listFetchChanges,
  listFetches,
  listGaps,
  listGapsToRequest,
  listPlacesWithFetches,
  ofState,
  updateGapRequested,
  updateGapsRequested,
} from './gaps.store.ts'

const MAX_GAPS = 10_000
const TOP_ATMS = 20
/** Gaps that a list of any length holds in memory at a time. */
const BATCH = 1_000

async function* allGaps(filter: GapFilter, { principal, read }: OperationContext): AsyncGenerator<GapRow> {
  let after: GapRow | null = null
  for (;;) {
    const cursor: GapRow | null = after
    const rows: GapRow[] = await read((tx) => listGaps(tx, principal, filter, BATCH, cursor))
    yield* rows
    after = rows.at(-1) ?? null
    if (rows.length < BATCH) return
  }
}

/** Whom a request is said to be of. */
const requesterOf = ({ email, userId }: Principal): string => email ?? userId

/** What the audit says of requests for the files of gaps. */
const fetchesOf = (action: string, gaps: readonly GapRow[]) =>
  gaps.map(({ id, institutionKey, agentAtmId, gapDate, fetchAttempts }) => ({
    action,
    subjectType: 'JournalGap',
    subjectId: id,
    institutionKey,
    before: null,
    after: { agentAtmId, gapDate, fetchAttempts },
  }))

const requestFetch = (id: number, { principal, write, now, audit }: OperationContext): Promise<GapRow | null> =>
  write(async (tx) => {
    const gap = await findGap(tx, id)
    if (gap === null) return null
    checkRequester(principal, gap)
    const marked = requestedOf(await updateGapRequested(tx, id, { at: now(), by: requesterOf(principal) }))
    await audit(tx, ...fetchesOf('requestJournalFetch', [marked]))
    return marked
  })

const requestFetches = async (ids: readonly number[], { principal, write, now, audit }: OperationContext) => {
  const distinct = fetchIds(ids)
  const outcome = await write(async (tx) => {
    const found = await listGapsToRequest(tx, distinct)
    const request = { at: now(), by: requesterOf(principal) }
    const marked = await updateGapsRequested(tx, requestable(principal, found), request)
    await audit(tx, ...fetchesOf('requestJournalFetch', marked))
    return { found, marked }
  })
  return fetchResults(ids, principal, outcome)
}

type GivenFilter = AtmGroupFilter & {
  readonly status?: GapStatus | null | undefined
  readonly agentAtmId?: string | null | undefined
  readonly atmId?: number | null | undefined
  readonly dateFrom?: string | null | undefined
  readonly dateTo?: string | null | undefined
}

/** @throws DomainError BAD_USER_INPUT for days that end before they begin. */
const filterOf = (given: GivenFilter, principal: Principal): GapFilter => {
  const [dateFrom, dateTo] = [given.dateFrom ?? null, given.dateTo ?? null]
  if (dateFrom !== null && dateTo !== null && dateFrom > dateTo)
    throw badInput('dateFrom', `must not be after dateTo (${dateTo})`)
  const { vendor, model, site, region, costCentre, criticality, tag, without } = given
  const group = { vendor, model, site, region, costCentre, criticality, tag, without }
  checkGroupFilter(group)
  return {
    status: given.status ?? null,
    agentAtmId: narrowedAtm(principal, textOrNull(given.agentAtmId)),
    atmId: given.atmId ?? null,
    dateFrom,
    dateTo,
    group,
  }
}

const SORTING: Sorting<GapOrder['by']> = {
  sortable: { gapDate: 'gapDate', agentAtmId: 'agentAtmId' },
  defaultSort: ['gapDate,asc'],
  tieBreak: { column: 'gapDate', descending: false },
}

/** @throws DomainError BAD_USER_INPUT for an order that there is no index for. */
const orderOf = (sort: readonly string[] | null | undefined): GapOrder | undefined => {
  if ((sort?.length ?? 0) > 1) throw badInput('sort', 'must be one order only')
  const [first] = pageRequest({ sort: sort ?? null }, SORTING).order
  return first === undefined ? undefined : { by: first.column, descending: first.descending }
}

/** @throws DomainError BAD_USER_INPUT for an id that is no gap of the caller's. */
const cursorOf = async (
  tx: TenantTx,
  principal: Principal,
  after: number | null | undefined,
): Promise<GapCursor | null> => {
  if (after === null || after === undefined) return null
  const found = await findGap(tx, after)
  if (found === null || !mayRead(principal, found))
    throw badInput('after', 'must be the id of a gap that is visible to you')
  return found
}

const COLUMNS: CsvSource<GapRow>['columns'] = [
  ['id', ({ id }) => id],
  ['institutionKey', ({ institutionKey }) => institutionKey],
  ['agentAtmId', ({ agentAtmId }) => agentAtmId],
  ['atmId', ({ atmId }) => atmId],
  ['gapDate', ({ gapDate }) => gapDate],
  ['status', ({ status }) => status],
  ['detectedAt', ({ detectedAt }) => detectedAt],
  ['fetchRequestedAt', ({ fetchRequestedAt }) => fetchRequestedAt],
  ['fetchRequestedBy', ({ fetchRequestedBy }) => fetchRequestedBy],
  ['fetchAttempts', ({ fetchAttempts }) => fetchAttempts],
  ['closedAt', ({ closedAt }) => closedAt],
  ['closedByFileId', ({ closedByFileId }) => closedByFileId],
]

/** Gaps: lists, counts, and the requests for files. */
const gapResolvers = {
  Query: {
    journalGaps: async (_source, { limit, after, sort, ...given }, { principal, read }) => {
      const filter = filterOf(given, principal)
      const most = checkBetween('limit', limit, 1, MAX_GAPS)
      const order = orderOf(sort)
      return read(async (tx) => listGaps(tx, principal, filter, most, await cursorOf(tx, principal, after), order))
    },
    journalGap: (_source, { id }, { principal, read }) =>
      read(async (tx) => {
        const found = await findGap(tx, id)
        return found !== null && mayRead(principal, found) ? found : null
      }),
    allJournalGaps: (_source, { view, format, ...given }, context) => {
      // The form that is counted is another field.
      if (textOrNull(view) !== null) throw badInput('view', 'must be counts, or be left out for the list')
      checkFormat(format, 'list')
      return allGaps(filterOf(given, context.principal), context)
    },
    journalGapCounts: async (_source, given, { principal, read }) => {
      const filter = filterOf(given, principal)
      const counts = await read((tx) =>
        findGapCounts(tx, principal, { ...filter, status: filter.status ?? 'OPEN' }, TOP_ATMS),
      )
      return { ...counts, top: counts.top.map((atm) => ({ ...atm, deviceId: atm.atmId })) }
    },
    journalGapGroups: (_source, { by, ...given }, { principal, read }) => {
      const { status, ...filter } = filterOf(given, principal)
      const state = status === null ? undefined : ofState(status)
      return read((tx) => countGapGroups(tx, principal, by, { ...filter, state }))
    },
    journalFetchProgress: (_source, { since, mine }, { principal, read }) =>
      read((tx) => findFetchProgress(tx, since, mine === true ? requesterOf(principal) : null)),
    journalFetches: (_source, { agentAtmId }, { read }) => read((tx) => listFetches(tx, agentAtmId)),
    agentsWithFetches: (_source, { agentAtmIds }, { read }) => {
      checkAgentsAsked('agentAtmIds', agentAtmIds)
      return read((tx) => listPlacesWithFetches(tx, agentAtmIds))
    },
    journalFetchChanges: (_source, asked, context) => readAgentChanges(asked, context, listFetchChanges),
  },
  Mutation: {
    requestJournalFetch: (_source, { id }, context) => requestFetch(id, context),
    requestJournalFetches: (_source, { ids }, context) => requestFetches(ids, context),
  },
  JournalGap: { atm: atmOf },
  JournalGapCount: { atm: atmOf },
} satisfies Resolvers

/** Gaps: lists, CSV, counts, and the requests for files. */
export const createGapResolvers = () => {
  const answerCsv = createCsvAnswers()
  return {
    ...gapResolvers,
    Query: {
      ...gapResolvers.Query,
      journalGapsCsv: (_source, given, context) => {
        const { principal, read, now } = context
        const filter = filterOf(given, principal)
        return answerCsv<GapRow>(
          {
            fileName: csvFileName('gaps', now()),
            columns: COLUMNS,
            read: (after, size) => read((tx) => listGaps(tx, principal, filter, size, after)),
          },
          context,
        )
      },
    },
  } satisfies Resolvers
}
