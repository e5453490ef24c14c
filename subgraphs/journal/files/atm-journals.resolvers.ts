import type { GapRow, GapStatus } from '../../../db/journal/gap.ts'
import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import { addDays, localDateOf } from '../../kit/common/dates.ts'
import { listKey, loadLists, parseKey } from '../../kit/graphql/batched-lists.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import type { LoadMany, OperationContext } from '../../kit/graphql/context.ts'
import type { AtmMapper } from '../mappers.ts'
import { mayRead } from '../model/visibility.rules.ts'
import type { AtmResolvers, JournalDay, JournalDayState } from '../schema.gen.ts'
import { listFilesByAtm, listGapsByAtm, listKnownDays } from './atm-journals.store.ts'

/** The rows that the caller may read. */
const readable = <Row extends { readonly agentAtmId: string }>(
  { principal }: OperationContext,
  rows: readonly Row[],
): readonly Row[] => rows.filter((row) => mayRead(principal, row))

const atmIdOf = ({ atmId }: { readonly atmId: number }): number => atmId

type GapArgs = { readonly first: number; readonly status: GapStatus | null }

/** The gaps of an ATM; key of `listKey(atmId, GapArgs)`. */
const loadGaps: LoadMany<string, GapRow[]> = (keys, context) =>
  loadLists(
    keys,
    parseKey<number, GapArgs>,
    async (atmIds, { first, status }) =>
      readable(context, await context.read((tx) => listGapsByAtm(tx, atmIds, status, first))),
    atmIdOf,
  )

/** The files of an ATM; key of `listKey(atmId, limit)`. */
const loadFiles: LoadMany<string, JournalFileRow[]> = (keys, context) =>
  loadLists(
    keys,
    parseKey<number, number>,
    async (atmIds, limit) => readable(context, await context.read((tx) => listFilesByAtm(tx, atmIds, limit))),
    atmIdOf,
  )

/** The last days of an ATM; key of `listKey(atmId, days)`. */
const createLoadDays =
  (platformTimeZone: string): LoadMany<string, JournalDay[]> =>
  async (keys, context) => {
    const today = localDateOf(context.now(), platformTimeZone)
    const known = await loadLists(
      keys,
      parseKey<number, number>,
      async (atmIds, days) =>
        readable(context, await context.read((tx) => listKnownDays(tx, atmIds, addDays(today, 1 - days), today))),
      atmIdOf,
    )
    return keys.map((key, index) => {
      const { args: days } = parseKey<number, number>(key)
      const states = new Map<string, JournalDayState>()
      // A file that has come since takes precedence over the gap that it is about to close.
      for (const { day, state } of known[index] ?? []) if (states.get(day) !== 'FILE') states.set(day, state)
      return Array.from({ length: days }, (_, at) => {
        const date = addDays(today, at - days + 1)
        return { date, state: states.get(date) ?? 'NONE' }
      })
    })
  }

/** The reference to an ATM: its lists have resolvers of their own, so nothing is asked for until they are selected. */
export const atmOf = ({ atmId }: { readonly atmId: number }): AtmMapper => ({ id: atmId })

/** The journal's part of an ATM; each list is one statement, however many ATMs ask for it. */
export const createAtmResolvers = (platformTimeZone: string): AtmResolvers => {
  const loadDays = createLoadDays(platformTimeZone)
  return {
    __resolveReference: ({ id }) => atmOf({ atmId: id }),
    journalGaps: async ({ id }, { status, first }, { loader }) =>
      (await loader(loadGaps).load(
        listKey(id, { first: checkBetween('first', first, 1, 400), status: status ?? null }),
      )) ?? [],
    journalFiles: async ({ id }, { limit }, { loader }) =>
      (await loader(loadFiles).load(listKey(id, checkBetween('limit', limit, 1, 100)))) ?? [],
    journalDays: async ({ id }, { days }, { loader }) =>
      (await loader(loadDays).load(listKey(id, checkBetween('days', days, 1, 366)))) ?? [],
  }
}
