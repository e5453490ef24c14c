import type { GapRow, GapStatus } from '../../../db/journal/gap.ts'
import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import { addDays, localDateOf } from '../../kit/common/dates.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import type { Batch, OperationContext } from '../../kit/graphql/context.ts'
import { mayRead } from '../model/visibility.rules.ts'
import type { Atm, AtmResolvers, JournalDay, JournalDayState } from '../schema.gen.ts'
import { listFilesByAtm, listGapsByAtm, listKnownDays } from './atm-journals.store.ts'

/** What is asked of one ATM; those that ask the same are answered by one statement. */
type AtmKey = `${number}|${string}`

const keyOf = (atmId: number, argument: string | number): AtmKey => `${atmId}|${argument}`

/** Keys by their argument, each with the ATMs that are asked for. */
const groupKeys = (keys: readonly AtmKey[]): Map<string, number[]> => {
  const groups = new Map<string, number[]>()
  for (const key of keys) {
    const [atmId, argument = ''] = key.split('|')
    const group = groups.get(argument)
    if (group === undefined) groups.set(argument, [Number(atmId)])
    else group.push(Number(atmId))
  }
  return groups
}

/** Runs one statement for each distinct argument and hands the rows to the keys: those that the caller may read. */
const loadByAtm = async <Row extends { readonly atmId: number; readonly agentAtmId: string }>(
  keys: readonly AtmKey[],
  { principal }: OperationContext,
  list: (atmIds: readonly number[], argument: string) => Promise<readonly Row[]>,
): Promise<Row[][]> => {
  const found = new Map<AtmKey, Row[]>(keys.map((key) => [key, []]))
  for (const [argument, atmIds] of groupKeys(keys)) {
    for (const row of await list(atmIds, argument))
      if (mayRead(principal, row)) found.get(keyOf(row.atmId, argument))?.push(row)
  }
  return keys.map((key) => found.get(key) ?? [])
}

/** The argument of a list of gaps: how many, and of which state, `ANY` for each. */
const gapArgument = (first: number, status: GapStatus | null | undefined): string => `${first} ${status ?? 'ANY'}`

const isGapStatus = (text: string): text is GapStatus =>
  text === 'OPEN' || text === 'FETCH_REQUESTED' || text === 'CLOSED'

const loadGaps: Batch<AtmKey, GapRow[]> = (keys, context) =>
  loadByAtm(keys, context, (atmIds, argument) => {
    const [first, status = ''] = argument.split(' ')
    return context.read((tx) => listGapsByAtm(tx, atmIds, isGapStatus(status) ? status : null, Number(first)))
  })

const loadFiles: Batch<AtmKey, JournalFileRow[]> = (keys, context) =>
  loadByAtm(keys, context, (atmIds, limit) => context.read((tx) => listFilesByAtm(tx, atmIds, Number(limit))))

const createLoadDays =
  (platformTimeZone: string): Batch<AtmKey, JournalDay[]> =>
  async (keys, context) => {
    const today = localDateOf(context.now(), platformTimeZone)
    const known = await loadByAtm(keys, context, (atmIds, days) =>
      context.read((tx) => listKnownDays(tx, atmIds, addDays(today, 1 - Number(days)), today)),
    )
    return keys.map((key, index) => {
      const days = Number(key.split('|')[1])
      const states = new Map<string, JournalDayState>()
      // A file that has come since stands above the gap that it is about to close.
      for (const { day, state } of known[index] ?? []) if (states.get(day) !== 'FILE') states.set(day, state)
      return Array.from({ length: days }, (_, at) => {
        const date = addDays(today, at - days + 1)
        return { date, state: states.get(date) ?? 'NONE' }
      })
    })
  }

/** The reference to an ATM: its lists have resolvers of their own, so nothing is asked for until they are selected. */
export const atmOf = ({ atmId }: { readonly atmId: number }): Atm => ({
  id: atmId,
  journalCalendar: [],
  journalDays: [],
  journalFiles: [],
  journalGaps: [],
})

/** The journal's part of an ATM; each list is one statement, however many ATMs ask for it. */
export const createAtmResolvers = (platformTimeZone: string): AtmResolvers => {
  const loadDays = createLoadDays(platformTimeZone)
  return {
    __resolveReference: ({ id }) => atmOf({ atmId: id }),
    journalGaps: async ({ id }, { status, first }, { loader }) =>
      (await loader(loadGaps).load(keyOf(id, gapArgument(checkBetween('first', first, 1, 400), status)))) ?? [],
    journalFiles: async ({ id }, { limit }, { loader }) =>
      (await loader(loadFiles).load(keyOf(id, checkBetween('limit', limit, 1, 100)))) ?? [],
    journalDays: async ({ id }, { days }, { loader }) =>
      (await loader(loadDays).load(keyOf(id, checkBetween('days', days, 1, 366)))) ?? [],
  }
}
