import type { GapRow } from '../../db/journal/gap.ts'
import type { OperationContext } from '../kit/context.ts'
import { badInput } from '../kit/errors.ts'
import { atmOf } from './atm.resolvers.ts'
import { checkRequester, requestedOf } from './gaps.rules.ts'
import { findGap, findGapCounts, type GapFilter, listFetches, listGaps, updateGapRequested } from './gaps.store.ts'
import { checkBetween, textOrNull } from './queries.rules.ts'
import type { Resolvers } from './schema.gen.ts'
import { narrowedAtm } from './visibility.rules.ts'

const MAX_GAPS = 10_000
const TOP_ATMS = 20
/** Gaps that a list of any length holds in memory at a time. */
const BATCH = 1_000

async function* allGaps(filter: GapFilter, { read }: OperationContext): AsyncGenerator<GapRow> {
  let after: GapRow | null = null
  for (;;) {
    const cursor: GapRow | null = after
    const rows: GapRow[] = await read((tx) => listGaps(tx, filter, BATCH, cursor))
    yield* rows
    after = rows.at(-1) ?? null
    if (rows.length < BATCH) return
  }
}

const requestFetch = (id: number, { principal, write, now }: OperationContext): Promise<GapRow | null> =>
  write(async (tx) => {
    const gap = await findGap(tx, id)
    if (gap === null) return null
    checkRequester(principal, gap)
    return requestedOf(await updateGapRequested(tx, id, { at: now(), by: principal.email ?? principal.userId }))
  })

/** Gaps: lists, counts, and the request for a file. */
export const gapResolvers = {
  Query: {
    journalGaps: async (_source, { status, agentAtmId, limit }, { principal, read }) => {
      const filter = { status: status ?? null, agentAtmId: narrowedAtm(principal, textOrNull(agentAtmId)) }
      const most = checkBetween('limit', limit, 1, MAX_GAPS)
      return read((tx) => listGaps(tx, filter, most))
    },
    allJournalGaps: (_source, { status, agentAtmId, view }, context) => {
      // The form that is counted is another field.
      if (textOrNull(view) !== null) throw badInput('view', 'must be counts, or be left out for the list')
      return allGaps(
        { status: status ?? null, agentAtmId: narrowedAtm(context.principal, textOrNull(agentAtmId)) },
        context,
      )
    },
    journalGapCounts: async (_source, { status, agentAtmId }, { principal, read }) => {
      const filter = { status: status ?? ('OPEN' as const), agentAtmId: narrowedAtm(principal, textOrNull(agentAtmId)) }
      const counts = await read((tx) => findGapCounts(tx, filter, TOP_ATMS))
      return { ...counts, top: counts.top.map((atm) => ({ ...atm, deviceId: atm.atmId })) }
    },
    journalFetches: (_source, { agentAtmId }, { read }) => read((tx) => listFetches(tx, agentAtmId)),
  },
  Mutation: {
    requestJournalFetch: (_source, { id }, context) => requestFetch(id, context),
  },
  JournalGap: { atm: atmOf },
  JournalGapCount: { atm: atmOf },
} satisfies Resolvers
