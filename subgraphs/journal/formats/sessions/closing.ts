import { type Answer, type Attempt, currencyOf, hasOutcome, sureAmount } from './attempt.ts'
import { cardsDiffer } from './cards.ts'
import { localDateTime, type Moment } from './dates.ts'
import type { Profile } from './profile.ts'
import type { Session } from './session.ts'
import type {
  CashOutcome,
  Conflict,
  Decision,
  DecisionRule,
  JournalTransaction,
  TransactionKind,
  Verdict,
} from './transaction.ts'

/**
 * Where a verdict may come from: the host's code or words, the card's own check, notes that were taken, notes that were
 * taken after a command to dispense that did not fail, or deposited notes that were stored.
 */
export type Evidence = 'response' | 'offline' | 'taken' | 'dispensed' | 'stored'

/** In hundredths of `currency`, and the kind of its operation; null for what no line shows. */
export type ShownLater = {
  readonly requestedMinor: bigint | null
  readonly kind: TransactionKind | null
  readonly currency: string | null
}

/** The response code that approves in most families: zero, in as many digits as the host prints. */
export const ZERO_CODE = /^0{1,4}$/

/** How a family's sessions are closed. */
export type ClosingRules = {
  /** The order of evidence: the first that says something decides, none of them is no verdict. */
  readonly evidence: readonly Evidence[]
  readonly approvedCode: RegExp
  /**
   * What other lines of the file show of an attempt's request, asked for at the end of the file: an amount whose unit
   * was not known before, a kind that only other receipts name. Left out where a family's lines show all at once.
   */
  readonly shownLater?: (attempt: Attempt) => Omit<ShownLater, 'currency'> & Partial<ShownLater>
  /** The family prints an end mark, so that a session without one is TRUNCATED. */
  readonly printsEnd: boolean
}

/** More than a machine holds in any currency, in hundredths; what adds up to more is no amount. */
const MAX_AMOUNT_MINOR = 1_000_000_000_000n

type Decided = { readonly verdict: Verdict; readonly by: Decision }

const decided = (verdict: Verdict, rule: DecisionRule, line: number): Decided => ({ verdict, by: { rule, line } })

const isApprovedCode = (code: string, rules: ClosingRules, { approvedCodes }: Profile): boolean =>
  approvedCodes === null ? rules.approvedCode.test(code) : approvedCodes.includes(code)

/** What an answer of the host says. */
const verdictOfAnswer = (
  { code, verdict, line }: Answer,
  { reversedLine }: Attempt,
  rules: ClosingRules,
  profile: Profile,
): Verdict => {
  if (line === reversedLine) return 'REVERSED'
  if (code === null) return verdict ?? 'DECLINED'
  return isApprovedCode(code, rules, profile) ? 'APPROVED' : 'DECLINED'
}

/** The answer that counts: the host's last code; its words, which explain a code, only without one. */
const lastAnswer = ({ answers }: Attempt): Answer | null =>
  answers.findLast(({ code }) => code !== null) ?? answers[answers.length - 1] ?? null

/** True where the machine or the host gave up, so that what the card allowed did not come about. */
const hasFailed = (attempt: Attempt): boolean => hasDepositFailed(attempt) || attempt.cash.failed

/** True where notes that were stored show no approval: the machine gave them back, or the host gave up. */
const hasDepositFailed = ({ deposit, timedOutLine, reversedLine, voidedLine }: Attempt): boolean =>
  deposit.failed ||
  deposit.returned ||
  deposit.retracted ||
  [timedOutLine, reversedLine, voidedLine].some((line) => line !== null)

const decideBy: Readonly<
  Record<Evidence, (attempt: Attempt, rules: ClosingRules, profile: Profile) => Decided | null>
> = {
  response: (attempt, rules, profile) => {
    const answer = lastAnswer(attempt)
    if (answer === null) return null
    const rule = answer.code === null ? 'HOST_WORDS' : 'HOST_CODE'
    return decided(verdictOfAnswer(answer, attempt, rules, profile), rule, answer.line)
  },
  offline: (attempt) => {
    const { offline } = attempt
    if (offline?.verdict === undefined || offline.verdict === null || attempt.closing) return null
    // The host's own answer is printed, and not understood.
    if (attempt.unread) return null
    // A cryptogram says that the card agreed, not that the machine did what was asked.
    if (offline.verdict === 'APPROVED' ? hasFailed(attempt) : attempt.timedOutLine !== null) return null
    return decided(offline.verdict, 'CRYPTOGRAM', offline.line)
  },
  taken: ({ cash, takenLine, unread }) =>
    cash.taken && !unread ? decided('APPROVED', 'NOTES_TAKEN', takenLine) : null,
  dispensed: ({ cash, takenLine, unread }) =>
    cash.requested && cash.taken && !cash.failed && !unread ? decided('APPROVED', 'NOTES_TAKEN', takenLine) : null,
  // Notes that were stored without the host's answer may not have been credited.
  stored: (attempt) =>
    attempt.deposit.stored && !hasFailed(attempt) && !attempt.unread
      ? decided('APPROVED', 'NOTES_STORED', attempt.storedLine)
      : null,
}

const byEvidence = (attempt: Attempt, rules: ClosingRules, profile: Profile): Decided | null => {
  for (const source of rules.evidence) {
    const found = decideBy[source](attempt, rules, profile)
    if (found !== null) return found
  }
  return null
}

/**
 * The verdict of an attempt before its conflicts. Giving up decides only what the host never answered: a cancel at the
 * end of a session is about the next choice, not about what was done.
 */
const decide = (attempt: Attempt, rules: ClosingRules, profile: Profile): Decided | null => {
  const found = byEvidence(attempt, rules, profile)
  const { reversedLine, voidedLine, cancelledLine, timedOutLine, replied, cash } = attempt
  if (reversedLine !== null && (found === null || found.verdict !== 'DECLINED' || attempt.answers.length === 0))
    return decided('REVERSED', 'REVERSAL', reversedLine)
  if (found !== null) return found
  if (voidedLine !== null) return decided('CANCELLED', 'CANCELLATION', voidedLine)
  const isGivenUp = cancelledLine !== null && timedOutLine === null && !replied && !cash.presented && !cash.taken
  return isGivenUp && attempt.offline === null ? decided('CANCELLED', 'CANCELLATION', cancelledLine) : null
}

const kindOf = ({ cash, deposit, named, operationKind }: Attempt): TransactionKind => {
  if (cash.requested || cash.presented || cash.taken) return 'WITHDRAWAL'
  return deposit.begun ? 'DEPOSIT' : (named ?? operationKind ?? 'OTHER')
}

/** What the notes that came out are worth; null where a line is missing. */
const presentedWorth = ({ cash: { presentedMinor, unpriced } }: Attempt): bigint | null =>
  unpriced || presentedMinor === 0n ? null : presentedMinor

/** The receipt first, then the request, then the notes. */
const amountOf = (attempt: Attempt): { readonly minor: bigint | null; readonly currency: string | null } => {
  const { amountMinor, currency, cash, deposit } = attempt
  if (amountMinor !== null) return { minor: amountMinor, currency: currencyOf(attempt) }
  const notes = kindOf(attempt) === 'DEPOSIT' ? (deposit.storedMinor ?? deposit.countedMinor) : presentedWorth(attempt)
  return { minor: cash.requestedMinor ?? notes, currency: cash.currency ?? deposit.currency ?? currency }
}

const MAY_DISPENSE: readonly TransactionKind[] = ['WITHDRAWAL', 'OTHER']
/** How an attempt ends in the journal. `isCut`: power or service was lost; `isOpen`: its end mark is missing. */
type Ending = { readonly isCut: boolean; readonly isOpen: boolean }

const withdrawalOutcome = (attempt: Attempt, { isCut, isOpen }: Ending, verdict: Verdict | null): CashOutcome => {
  const { asked, cash, interrupted } = attempt
  if (cash.presented) return interrupted || isCut ? 'UNKNOWN' : 'NOT_TAKEN'
  if (cash.failed) return 'NONE'
  if (interrupted) return 'UNKNOWN'
  if (cash.requested) return verdict === 'DECLINED' || verdict === 'REVERSED' ? 'NONE' : 'UNKNOWN'
  // Approved, and not a word about notes: whether any came out is not in the journal.
  const isMissing = verdict === 'APPROVED' && kindOf(attempt) === 'WITHDRAWAL'
  // The session has no end in the journal, or is cut short without a verdict: nor does it say whether any came out.
  const isLost = asked && verdict === null && (isOpen || isCut)
  return isMissing || (isLost && MAY_DISPENSE.includes(kindOf(attempt))) ? 'UNKNOWN' : 'NONE'
}

const cashOutcome = (attempt: Attempt, ending: Ending, verdict: Verdict | null): CashOutcome => {
  const { cash, deposit, amountMinor, interrupted } = attempt
  if (cash.retracted || deposit.retracted) return 'RETRACTED'
  if (cash.taken) {
    const wanted = amountMinor ?? cash.requestedMinor
    const given = presentedWorth(attempt)
    return cash.short || (wanted !== null && given !== null && given < wanted) ? 'PARTIAL' : 'DISPENSED'
  }
  if (kindOf(attempt) !== 'DEPOSIT') return withdrawalOutcome(attempt, ending, verdict)
  return interrupted || (ending.isCut && !deposit.stored && verdict === null) ? 'UNKNOWN' : 'NONE'
}

/** What the notes of the attempt came to, where they and the receipt can be compared. */
const comparedNotes = (attempt: Attempt): bigint | null => {
  if (kindOf(attempt) === 'WITHDRAWAL')
    return attempt.cash.presented || attempt.cash.taken ? presentedWorth(attempt) : null
  return kindOf(attempt) === 'DEPOSIT' ? attempt.deposit.storedMinor : null
}

const conflictsOf = (attempt: Attempt, rules: ClosingRules, profile: Profile): Conflict[] => {
  const { answers, offline, amountMinor, cash, deposit, timedOutLine, reversedLine, voidedLine } = attempt
  const verdicts = new Set(answers.map((answer) => verdictOfAnswer(answer, attempt, rules, profile)))
  const notes = comparedNotes(attempt)
  const isReturned = deposit.returned || deposit.retracted
  const found: Conflict[] = []
  const isRefused = verdicts.has('DECLINED') || (verdicts.size === 0 && offline?.verdict === 'DECLINED')
  // A receipt of a cancelled transaction takes back what a code beside it approves.
  const isVoided = voidedLine !== null && reversedLine === null && !cash.taken
  if (isRefused && cash.taken) found.push('DECLINED_WITH_CASH')
  if (verdicts.has('APPROVED') && (verdicts.has('DECLINED') || isVoided)) found.push('APPROVED_AND_DECLINED')
  if (amountMinor !== null && notes !== null && notes !== amountMinor) found.push('AMOUNT_AND_NOTES')
  if (timedOutLine !== null && reversedLine !== null) found.push('TIMEOUT_REVERSED')
  if (verdicts.has('APPROVED') && isReturned && !deposit.stored) found.push('NOTES_RETURNED')
  return found
}

/**
 * Whether the order of evidence leaves these conflicts open, so that there is no verdict. Notes taken after a refusal
 * leave it open only under an authorisation: else the refusal is the one answer there is.
 */
const isOpenConflict = (conflicts: readonly Conflict[], { numbers }: Attempt): boolean =>
  conflicts.some(
    (conflict) =>
      conflict === 'TIMEOUT_REVERSED' ||
      conflict === 'APPROVED_AND_DECLINED' ||
      (conflict === 'DECLINED_WITH_CASH' && numbers.authorisationCode !== null),
  )

/** True if what a line says about money cannot be true. */
export const isBeyondBelief = ({ amountMinor, cash, deposit }: Attempt): boolean =>
  [amountMinor, cash.requestedMinor, cash.presentedMinor, deposit.countedMinor, deposit.storedMinor].some(
    (minor) => (minor ?? 0n) > MAX_AMOUNT_MINOR,
  )

/** Whether what began within a session became an attempt. */
const isPresent = (attempt: Attempt, lastLine: number): boolean =>
  attempt.firstLine <= lastLine && ((attempt.asked && !attempt.closing) || hasOutcome(attempt))

/**
 * The attempts that a session comes to: a closing request, or what was prepared for one, is none if nothing came of it,
 * nor is one that was printed late, among the lines of the next session.
 */
const attemptsOf = ({ attempts, lastLine }: Session<unknown>): readonly Attempt[] =>
  attempts.filter((attempt, index) => index === 0 || isPresent(attempt, lastLine))

/** What is common to the attempts of a session that is closed. */
type Closed = {
  readonly session: Session<unknown>
  readonly rules: ClosingRules
  readonly profile: Profile
  readonly ended: boolean
}

/** Where an attempt ends, and its number. */
type Place = {
  readonly attemptNo: number
  readonly lastLine: number
  readonly isLast: boolean
  readonly endedAt: Moment | null
}

/** The card as the machine read it; as the receipt prints it where the machine hides its last digits. */
const cardOf = ({ card }: Session<unknown>, { receiptCard }: Attempt): string | null =>
  card === null || (card.endsWith('*') && receiptCard?.endsWith('*') === false) ? receiptCard : card

const transactionOf = (
  { session, rules, profile, ended }: Closed,
  attempt: Attempt,
  place: Place,
): JournalTransaction => {
  const conflict = conflictsOf(attempt, rules, profile)
  const found = isOpenConflict(conflict, attempt) ? null : decide(attempt, rules, profile)
  const { minor, currency } = amountOf(attempt)
  const isAmount = minor !== null && minor <= MAX_AMOUNT_MINOR
  const isOpen = place.isLast && !ended && rules.printsEnd
  const ending = { isCut: place.isLast && session.broken && !ended, isOpen }
  const { numbers } = attempt
  return {
    sessionLine: session.firstLine,
    attemptNo: place.attemptNo,
    startedAt: localDateTime(attempt.startedAt),
    endedAt: place.endedAt === null ? null : localDateTime(place.endedAt),
    kind: kindOf(attempt),
    verdict: found?.verdict ?? null,
    decidedBy: found?.by ?? null,
    conflict,
    hostCode: attempt.answers.findLast(({ code }) => code !== null)?.code ?? null,
    amountMinor: isAmount ? minor : null,
    currency: isAmount ? (currency ?? profile.currency) : null,
    card: cardOf(session, attempt),
    reference: numbers.rrn ?? numbers.stan,
    ...numbers,
    cashOutcome: cashOutcome(attempt, ending, found?.verdict ?? null),
    notes: attempt.notes,
    completeness: ended || !rules.printsEnd ? 'COMPLETE' : 'TRUNCATED',
    firstLine: attempt.firstLine,
    lastLine: place.lastLine,
  }
}

/** A session whose request was not printed has one all the same where the host answered or notes moved. */
const isRequest = (attempt: Attempt): boolean => attempt.asked || hasOutcome(attempt)

/** An attempt as it is handed to the containment. */
export type ClosedAttempt = {
  readonly transaction: JournalTransaction
  /** The card as the host's receipt prints it, and as the machine read it; null where they cannot be compared. */
  readonly receiptCard: string | null
  readonly sessionCard: string | null
  /** What the file shows of the request by its end; null where nothing is missing. */
  readonly shownLater: (() => ShownLater) | null
  /** The time on the receipt less the machine's, in seconds; null where they cannot be compared. */
  readonly hostAhead: number | null
  /** How long the session lasted. */
  readonly sessionSeconds: number
  /** Cards of two customers are in the session. */
  readonly mixed: boolean
}

/** The time on its receipt less the machine's; null where either is unknown. */
const hostAheadOf = ({ startedAt, startKnown, endedAt }: Session<unknown>, attempt: Attempt): number | null => {
  const { hostAt, hostReadAt } = attempt
  if (hostAt === null) return null
  // Without a time before it in its attempt, the receipt is compared with the attempt's start.
  const isStartKnown = (startKnown || endedAt !== null) && attempt.startedAt >= startedAt
  const readAt = hostReadAt ?? (isStartKnown ? attempt.startedAt : null)
  return readAt === null ? null : hostAt - readAt
}

/**
 * Whether what became no attempt shows lines of another customer: receipts of two cards, or such lines among its own.
 * Receipts of a session whose card the machine read are compared with that.
 */
const isMixedBeside = ({ card, attempts }: Session<unknown>, made: readonly Attempt[]): boolean => {
  const left = attempts.filter((attempt) => !made.includes(attempt))
  const cards = (card === null ? attempts : left).flatMap(({ receiptCard }) => receiptCard ?? [])
  const [own = card] = card === null ? cards : []
  return left.some((attempt) => attempt.mixed) || (own !== null && cards.some((each) => cardsDiffer(own, each)))
}

/** What the file shows of an attempt's request by its end; null where the family has no such lines. */
const laterOf = ({ rules: { shownLater }, profile }: Closed, attempt: Attempt): (() => ShownLater) | null =>
  shownLater === undefined
    ? null
    : () => {
        const shown = shownLater(attempt)
        return { ...shown, currency: attempt.currency ?? shown.currency ?? profile.currency }
      }

/**
 * Reads the amount whose currency no line of the attempt has named with what is known of it by now. Where nothing is,
 * three digits behind a point are thousands, as in the currencies whose fractions nobody prints.
 */
const settleAmount = (attempt: Attempt, { currency }: Profile): void => {
  const { unsureAmount } = attempt
  if (unsureAmount === null || (currencyOf(attempt) ?? currency) === null) return
  attempt.amountMinor = sureAmount(attempt, currency)
  attempt.unsureAmount = null
}

/**
 * What a session comes to, one transaction an attempt, in their order. An amount beyond belief is left out. What has no
 * request has the number 0, and then it is the only one.
 */
export const closeSession = (
  session: Session<unknown>,
  rules: ClosingRules,
  profile: Profile,
  ended: boolean,
): ClosedAttempt[] => {
  for (const attempt of session.attempts) settleAmount(attempt, profile)
  const attempts = attemptsOf(session)
  const closed = { session, rules, profile, ended }
  const [first] = attempts
  const made = attempts.length > 1 && first !== undefined && !isRequest(first) ? attempts.slice(1) : attempts
  const mixed = session.mixed || isMixedBeside(session, made)
  return made.map((attempt, index) => {
    const next = made[index + 1]
    const from = index === 0 ? { ...attempt, firstLine: session.firstLine, startedAt: session.startedAt } : attempt
    const transaction = transactionOf(closed, from, {
      attemptNo: made.length === 1 && !isRequest(attempt) ? 0 : index + 1,
      lastLine: next === undefined ? session.lastLine : Math.max(from.firstLine, next.firstLine - 1),
      isLast: next === undefined,
      endedAt: next === undefined ? session.endedAt : (attempt.endedAt ?? attempt.startedAt),
    })
    const isMissing = transaction.amountMinor === null || transaction.kind === 'OTHER'
    return {
      transaction,
      shownLater: isMissing ? laterOf(closed, attempt) : null,
      receiptCard: attempt.receiptCard,
      sessionCard: session.card,
      hostAhead: hostAheadOf(session, attempt),
      sessionSeconds: (session.endedAt ?? session.startedAt) - session.startedAt,
      mixed: mixed || attempt.mixed,
    }
  })
}
