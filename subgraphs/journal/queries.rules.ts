import { addDays, localDateOf } from '../kit/dates.ts'
import { badInput, badInputs, type FieldFault } from '../kit/errors.ts'
import type { Principal } from '../kit/principal.ts'
import { readAmount } from './amounts.rules.ts'
import type { DateRange, TransactionFilter } from './transactions.store.ts'
import { narrowedAtm } from './visibility.rules.ts'

/** A text filter as it is used: null where it is left out or blank. */
export const textOrNull = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === '' ? null : text.trim()

/** A number in its bounds. @throws DomainError BAD_USER_INPUT naming the argument. */
export const checkBetween = (field: string, value: number, min: number, max: number): number => {
  if (value < min || value > max) throw badInput(field, `must be from ${min} to ${max}`)
  return value
}

type GivenRange = { readonly dateFrom?: string | null | undefined; readonly dateTo?: string | null | undefined }

/** The days that are asked for; today where none are given. @throws DomainError BAD_USER_INPUT if they end before they begin. */
export const dateRange = (given: GivenRange, now: Date, timeZone: string): DateRange => {
  const today = localDateOf(now, timeZone)
  const [dateFrom, dateTo] = [given.dateFrom ?? today, given.dateTo ?? today]
  if (dateFrom > dateTo) throw badInput('dateFrom', `must not be after dateTo (${dateTo})`)
  return { dateFrom, dateTo }
}

type GivenFilter = {
  readonly agentAtmId?: string | null | undefined
  readonly atmId?: number | null | undefined
  readonly verdict?: TransactionFilter['verdict'] | undefined
  readonly card?: string | null | undefined
  readonly amount?: string | null | undefined
}

/** The filter of a list of transactions, within what the caller's token is for. @throws DomainError BAD_USER_INPUT naming each faulty argument. */
export const transactionFilter = (
  given: GivenFilter,
  range: DateRange,
  principal: Pick<Principal, 'agentAtmId'>,
): TransactionFilter => {
  const [card, amount] = [textOrNull(given.card), textOrNull(given.amount)]
  const amountMinor = amount === null ? null : readAmount(amount)
  const faults: FieldFault[] = []
  if (card !== null && !/^\d{4}$/.test(card))
    faults.push({ field: 'card', message: 'must be the last 4 digits of the card' })
  if (amount !== null && amountMinor === null)
    faults.push({ field: 'amount', message: 'must be an amount in major units such as 100.00' })
  if (faults.length > 0) throw badInputs(faults)
  return {
    ...range,
    agentAtmId: narrowedAtm(principal, textOrNull(given.agentAtmId)),
    atmId: given.atmId ?? null,
    verdict: given.verdict ?? null,
    cardLast4: card,
    amountMinor,
  }
}

/** True if the hot table holds the days for sure, without asking: its boundary lies at least a day back. */
export const isSurelyHot = (range: DateRange, now: Date): boolean =>
  range.dateFrom >= addDays(localDateOf(now, 'UTC'), -1)

type GivenPage = {
  readonly page?: number | null | undefined
  readonly size?: number | null | undefined
  readonly sort?: readonly string[] | null | undefined
}

/** Page, size and sort of a list, without the arguments that only it has. */
export const pageArguments = ({ page, size, sort }: GivenPage) => ({
  page: page ?? null,
  size: size ?? null,
  sort: sort ?? null,
})
