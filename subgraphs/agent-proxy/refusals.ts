import type { CallAnswer, ServiceName } from '../kit/calls/calls.ts'
import { DomainError, type FieldFault, isErrorCode } from '../kit/common/errors.ts'
import { isRecord } from '../kit/common/records.rules.ts'
import type { Logger } from '../kit/observability/log.ts'

/** Between two lines of the log about the same answers of a service. */
const LOG_EVERY_MS = 60_000

/** A refusal of a called service, as it is passed to the agent. */
export type Refusals = (
  service: ServiceName,
  answer: CallAnswer,
  /** `mayBeMissing`: whether the service answers 404 for a record that is not there, or not the agent's. */
  options?: { readonly mayBeMissing?: boolean },
) => DomainError

const outOfReach = () =>
  new DomainError('UNAVAILABLE', 'A part of the platform cannot be reached right now; try again.', {
    retryAfterSeconds: 2,
  })

const faultsOf = (errors: unknown): readonly FieldFault[] | undefined =>
  Array.isArray(errors)
    ? errors.filter(
        (fault): fault is FieldFault => typeof fault?.field === 'string' && typeof fault?.message === 'string',
      )
    : undefined

/** What is wrong between the two services where nothing is wrong with the request of the agent; else null. */
const mistakeOf = (status: number, mayBeMissing: boolean): string | null => {
  if (status === 401) return 'a service refuses the internal secret: INTERNAL_SERVICE_SECRET differs between the two'
  if (status === 405 || (status === 404 && !mayBeMissing))
    return 'a service does not know a route that is called: its URL may be wrong, or its version another one'
  return null
}

/** Same code, same message. */
const passedOn = (answer: CallAnswer): DomainError => {
  const problem = isRecord(answer.body) ? answer.body : {}
  if (!isErrorCode(problem.code) || typeof problem.detail !== 'string') {
    // A proxy between the services answers in its own words when it does not reach the called one.
    if (answer.status >= 502) return outOfReach()
    throw new Error(`the service behind answered ${answer.status} without a problem`)
  }
  const errors = faultsOf(problem.errors)
  const retryAfterSeconds = Number(answer.headers['retry-after'])
  return new DomainError(problem.code, problem.detail, {
    ...(errors === undefined ? {} : { errors }),
    ...(Number.isFinite(retryAfterSeconds) && retryAfterSeconds > 0 ? { retryAfterSeconds } : {}),
  })
}

/**
 * Makes our own refusals of those of called services. One that is no fault of the agent's, as of a wrong internal
 * secret, is UNAVAILABLE: told that its token is not accepted, an agent would give up what it was to send. It is logged
 * once a minute at most. `nowMs`: monotonic milliseconds since any moment.
 */
export const createRefusals = (log: Pick<Logger, 'error'>, nowMs: () => number): Refusals => {
  const loggedAtMs = new Map<string, number>()
  return (service, answer, { mayBeMissing = false } = {}) => {
    const { status } = answer
    const mistake = mistakeOf(status, mayBeMissing)
    if (mistake === null) return passedOn(answer)
    const key = `${service} ${status}`
    if (nowMs() - (loggedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) >= LOG_EVERY_MS) {
      loggedAtMs.set(key, nowMs())
      log.error({ service, status }, mistake)
    }
    return outOfReach()
  }
}
