import { addDays, DAY_MS } from '../../kit/common/dates.ts'
import { badInput } from '../../kit/common/errors.ts'
import { listKey, loadLists, parseKey } from '../../kit/graphql/batched-lists.ts'
import type { LoadMany, OperationContext } from '../../kit/graphql/context.ts'
import { mayRead } from '../model/visibility.rules.ts'
import type { AtmJournalDay, AtmResolvers, FleetJournalDay, QueryResolvers } from '../schema.gen.ts'
import { type AtmDay, findAtmId, listAtmDays, listFleetDays, type Span } from './calendar-days.store.ts'

const MAX_DAYS = 400

/** @throws DomainError BAD_USER_INPUT for days that are none, or too many. */
const spanOf = (from: string, to: string): Span => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (days < 0) throw badInput('to', 'must not be before `from`')
  if (days >= MAX_DAYS) throw badInput('to', `must be at most ${MAX_DAYS} days, \`from\` included`)
  return { from, to }
}

const eachDay = <T>({ from, to }: Span, dayOf: (date: string) => T): T[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, day) => dayOf(addDays(from, day)))

const NO_JOURNAL = { transactions: 0, successful: 0, failed: 0 }

const fleetDays = (span: Span, known: readonly FleetJournalDay[]): FleetJournalDay[] => {
  const byDate = new Map(known.map((day) => [day.date, day]))
  return eachDay(
    span,
    (date) => byDate.get(date) ?? { date, atmsWithJournal: 0, atmsWithGap: 0, atmsRequested: 0, ...NO_JOURNAL },
  )
}

const atmDays = (span: Span, known: readonly AtmDay[]): AtmJournalDay[] => {
  const byDate = new Map(known.map((day) => [day.date, day]))
  return eachDay(
    span,
    (date) => byDate.get(date) ?? { date, files: 0, fileStatus: null, ...NO_JOURNAL, gapId: null, gapStatus: null },
  )
}

/** Days of an ATM; key of `listKey(atmId, Span)`. */
const loadDays: LoadMany<string, AtmJournalDay[]> = async (keys, context) => {
  const known = await loadLists(
    keys,
    parseKey<number, Span>,
    async (atmIds, span) => {
      const rows = await context.read((tx) => listAtmDays(tx, atmIds, span))
      return rows.filter((row) => mayRead(context.principal, row))
    },
    (row) => row.atmId,
  )
  return keys.map((key, index) => atmDays(parseKey<number, Span>(key).args, known[index] ?? []))
}

const daysOfAtm = async (atmId: number, span: Span, { loader }: OperationContext): Promise<AtmJournalDay[]> =>
  (await loader(loadDays).load(listKey(atmId, span))) ?? []

/** Journals day by day. */
export const dayQueries: Pick<QueryResolvers, 'journalDays' | 'atmJournalDays'> = {
  async journalDays(_source, { from, to }, { principal, read }) {
    const span = spanOf(from, to)
    return fleetDays(span, await read((tx) => listFleetDays(tx, principal, span)))
  },
  async atmJournalDays(_source, { from, to, atmId = null, agentAtmId = null }, context) {
    const span = spanOf(from, to)
    if (atmId === null && agentAtmId === null) throw badInput('atmId', 'or `agentAtmId` is required')
    const id = await context.read((tx) => findAtmId(tx, { atmId, agentAtmId }))
    return id === null ? null : daysOfAtm(id, span, context)
  },
}

/** From an ATM to its journals day by day. */
export const dayFields: Pick<AtmResolvers, 'journalCalendar'> = {
  journalCalendar: ({ id }, { from, to }, context) => daysOfAtm(id, spanOf(from, to), context),
}
