import { useEffect, useState } from 'react'
import { useDocument } from '../api/client.ts'
import {
  FindAtmsDocument,
  type FindAtmsQuery,
  FindIncidentDocument,
  FindTransactionsDocument,
  type FindTransactionsQuery,
  type IncidentRowFragment,
  OwnPermissionsDocument,
  type TaskKind,
} from '../gql/graphql.gen.ts'
import { addDays } from '../pages/journals/days.ts'
import type { Reading, Wanted } from './grammar.rules.ts'

const SETTLE_MS = 180
/** So long a line is left alone that may be a card which is still typed. */
const PAUSE_MS = 1_500
/** How many days of transactions are looked through. */
export const FIND_DAYS = 30
const LEAST_CHARS = 2

/** A value once it has stayed the same for a moment: one question for a word, not for each letter. */
const useSettled = <T>(value: T, afterMs: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}

export type FoundAtm = NonNullable<FindAtmsQuery['atmStatuses']>['content'][number]
export type FoundTransactions = NonNullable<FindTransactionsQuery['journalTransactions']>
export type Found = {
  readonly atms: readonly FoundAtm[]
  /** Undefined where none is looked for or the answer is under way; null where there is none. */
  readonly incident: IncidentRowFragment | null | undefined
  readonly ofCard: FoundTransactions | null
  readonly ofReference: FoundTransactions | null
  /** What the caller may command; null where that is not known. */
  readonly kinds: readonly TaskKind[] | null
  readonly isLooking: boolean
  /** True where a part of the search was not answered: what is missing may exist. */
  readonly hasFailed: boolean
}

const NOTHING: Wanted = { words: null, incident: null, card: null, reference: null }

const wantedOf = (reading: Reading): Wanted => {
  if (reading.type === 'search') return reading
  if (reading.type === 'incident') return { ...NOTHING, incident: reading.id }
  return reading.type === 'task' && reading.atm !== '' ? { ...NOTHING, words: reading.atm } : NOTHING
}

type Asked = ReturnType<typeof useDocument<unknown, never>>

/** Whether the answer to this line is still to come; one that failed and is asked again is no longer waited for. */
const isAwaited = ({ isFetching, isPlaceholderData, data, failureCount }: Asked): boolean =>
  isFetching && failureCount === 0 && (isPlaceholderData || data === undefined)

const hasFailed = ({ isEnabled, failureCount, data, isPlaceholderData }: Asked): boolean =>
  isEnabled && (failureCount > 0 || (!isPlaceholderData && (data?.faults.length ?? 0) > 0))

const useTransactions = (by: 'card' | 'reference', value: string | null, today: string) => {
  const variables = { card: null, reference: null, dateFrom: addDays(today, 1 - FIND_DAYS), dateTo: today }
  const asked = useDocument(
    FindTransactionsDocument,
    { ...variables, [by]: value },
    { everyMs: 0, enabled: value !== null },
  )
  // The answer to the line before stays until the next is there: it is of another number.
  const found = value === null || asked.isPlaceholderData ? null : (asked.data?.data.journalTransactions ?? null)
  return { found, asked }
}

/**
 * What the platform has of what a line asks for; `waits` is true for a line that is left alone for longer. Nothing is
 * asked for before the line has settled, and what is under way is broken off when the line is another one: four small
 * questions at most.
 */
export const useFound = (reading: Reading, today: string, waits: boolean): Found => {
  const wanted = useSettled(JSON.stringify(wantedOf(reading)), waits ? PAUSE_MS : SETTLE_MS)
  const isUnsettled = wanted !== JSON.stringify(wantedOf(reading))
  const { words, incident, card, reference }: Wanted = JSON.parse(wanted)
  const isLookedFor = words !== null && words.length >= LEAST_CHARS
  const atms = useDocument(FindAtmsDocument, { q: words ?? '' }, { everyMs: 0, enabled: isLookedFor })
  const one = useDocument(FindIncidentDocument, { id: incident ?? 0 }, { everyMs: 0, enabled: incident !== null })
  const ofCard = useTransactions('card', card, today)
  const ofReference = useTransactions('reference', reference, today)
  const kinds = useDocument(OwnPermissionsDocument, {}, { everyMs: 0, enabled: reading.type === 'task' })
  const asked = [atms, one, ofCard.asked, ofReference.asked, kinds]
  return {
    atms: isLookedFor && !isUnsettled && !atms.isPlaceholderData ? (atms.data?.data.atmStatuses?.content ?? []) : [],
    incident: incident === null || isUnsettled || one.isPlaceholderData ? undefined : one.data?.data.incident,
    ofCard: isUnsettled ? null : ofCard.found,
    ofReference: isUnsettled ? null : ofReference.found,
    kinds: kinds.data?.data.myTaskKinds ?? null,
    isLooking: isUnsettled || asked.some(isAwaited),
    hasFailed: !isUnsettled && asked.some(hasFailed),
  }
}
