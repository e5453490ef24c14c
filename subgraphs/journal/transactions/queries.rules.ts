import type { Principal } from '../../kit/auth/principal.ts'
import { localDateOf } from '../../kit/common/dates.ts'
import { badInput, badInputs, type FieldFault } from '../../kit/common/errors.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import { readAmount } from '../model/amounts.rules.ts'
import { narrowedAtm } from '../model/visibility.rules.ts'
import type { DateRange, TransactionFilter } from './transactions.store.ts'

type GivenRange = { readonly dateFrom?: string | null | undefined; readonly dateTo?: string | null | undefined }

/**
 * The days that are asked for; today where none are given.
 * @throws DomainError BAD_USER_INPUT if they end before they begin.
 */
export const dateRange = (given: GivenRange, now: Date, timeZone: string): DateRange => {
  const today = localDateOf(now, timeZone)
  const [dateFrom, dateTo] = [given.dateFrom ?? today, given.dateTo ?? today]
  if (dateFrom <= dateTo) return { dateFrom, dateTo }
  if (given.dateFrom) throw badInput('dateFrom', `must not be after dateTo (${dateTo})`)
  throw badInput('dateTo', `must not be before dateFrom, which is today (${today}) where it is left out`)
}

type GivenFilter = {
  readonly agentAtmId?: string | null | undefined
  readonly atmId?: number | null | undefined
  readonly kind?: TransactionFilter['kind'] | undefined
  readonly verdict?: TransactionFilter['verdict'] | undefined
  readonly cashOutcome?: TransactionFilter['cashOutcome'] | undefined
  readonly card?: string | null | undefined
  readonly reference?: string | null | undefined
  readonly rrn?: string | null | undefined
  readonly stan?: string | null | undefined
  readonly authorisationCode?: string | null | undefined
  readonly serial?: string | null | undefined
  readonly terminalId?: string | null | undefined
  readonly hostDate?: string | null | undefined
  readonly accountTail?: string | null | undefined
  readonly sessionId?: number | null | undefined
  readonly conflict?: TransactionFilter['conflict'] | undefined
  readonly hostCode?: string | null | undefined
  readonly fileId?: number | null | undefined
  readonly amount?: string | null | undefined
  readonly amountFrom?: string | null | undefined
  readonly amountTo?: string | null | undefined
}

const readAmounts = (given: GivenFilter, faults: FieldFault[]) => {
  const read = (field: 'amount' | 'amountFrom' | 'amountTo'): bigint | null => {
    const text = textOrNull(given[field])
    const minor = text === null ? null : readAmount(text)
    if (text !== null && minor === null)
      faults.push({ field, message: 'must be an amount in major units such as 100.00' })
    return minor
  }
  const amounts = { amountMinor: read('amount'), amountFromMinor: read('amountFrom'), amountToMinor: read('amountTo') }
  const { amountFromMinor: from, amountToMinor: to } = amounts
  if (from !== null && to !== null && from > to)
    faults.push({ field: 'amountFrom', message: 'must not be more than amountTo' })
  return amounts
}

/**
 * The filter of a list of transactions, within what the caller's token is for.
 * @throws DomainError BAD_USER_INPUT naming each faulty argument.
 */
export const transactionFilter = (
  given: GivenFilter,
  range: DateRange,
  principal: Pick<Principal, 'agentAtmId'>,
): TransactionFilter => {
  const card = textOrNull(given.card)
  const faults: FieldFault[] = []
  if (card !== null && !/^\d{4}$/.test(card))
    faults.push({ field: 'card', message: 'must be the last 4 digits of the card' })
  const amounts = readAmounts(given, faults)
  if (faults.length > 0) throw badInputs(faults)
  return {
    ...range,
    ...amounts,
    agentAtmId: narrowedAtm(principal, textOrNull(given.agentAtmId)),
    atmId: given.atmId ?? null,
    kind: given.kind ?? null,
    verdict: given.verdict ?? null,
    cashOutcome: given.cashOutcome ?? null,
    cardLast4: card,
    reference: textOrNull(given.reference),
    rrn: textOrNull(given.rrn),
    stan: textOrNull(given.stan),
    authorisationCode: textOrNull(given.authorisationCode),
    serial: textOrNull(given.serial),
    terminalId: textOrNull(given.terminalId),
    hostDate: given.hostDate ?? null,
    accountTail: textOrNull(given.accountTail),
    sessionId: given.sessionId ?? null,
    conflict: given.conflict ?? null,
    hostCode: textOrNull(given.hostCode),
    fileId: given.fileId ?? null,
  }
}

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
