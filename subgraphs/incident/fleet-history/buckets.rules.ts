import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kit/common/dates.ts'
import { badInput } from '../../kit/common/errors.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'

const MAX_BUCKET_MINUTES = 1_440
const MAX_BUCKETS = 672
const MAX_HOURS = 720
const MAX_PERIOD_MS = 32 * DAY_MS

/** Equal parts of a period; the last one may hold now. */
export type Buckets = { readonly from: Date; readonly widthMs: number; readonly buckets: number }

/** The period of a chart: the last hours, or from an instant to another one, which is now where it is left out. */
export type Period = {
  readonly hoursBack: number
  readonly from: Date | null
  readonly to: Date | null
  readonly bucketMinutes: number
}

type Given = { readonly [K in keyof Period]?: Period[K] | null | undefined }

/** A period as it was asked for: a day in half hours, unless it says otherwise. @throws DomainError BAD_USER_INPUT. */
export const periodOf = ({ hoursBack, from, to, bucketMinutes }: Given): Period => ({
  hoursBack: checkBetween('hoursBack', hoursBack ?? 24, 1, MAX_HOURS),
  from: from ?? null,
  to: to ?? null,
  bucketMinutes: bucketMinutes ?? 30,
})

const floorTo = (instantMs: number, widthMs: number): number => Math.floor(instantMs / widthMs) * widthMs

const checkWidth = (bucketMinutes: number, unitMinutes: number): number => {
  if (bucketMinutes < unitMinutes || bucketMinutes > MAX_BUCKET_MINUTES || bucketMinutes % unitMinutes !== 0) {
    throw badInput('bucketMinutes', `must be a multiple of ${unitMinutes}, up to ${MAX_BUCKET_MINUTES}`)
  }
  return bucketMinutes * MINUTE_MS
}

const checkCount = (buckets: number): number => {
  if (buckets > MAX_BUCKETS) throw badInput('bucketMinutes', `must be more: the period has over ${MAX_BUCKETS} buckets`)
  return buckets
}

/**
 * The buckets of a period: those of the last hours end with the one under way, others begin at the unit of time in
 * which the period does.
 * @throws DomainError BAD_USER_INPUT for a width that `unitMinutes` does not divide, and for a period that is too long
 * or ends before it begins.
 */
export const bucketsOf = ({ hoursBack, from, to, bucketMinutes }: Period, now: Date, unitMinutes: number): Buckets => {
  const widthMs = checkWidth(bucketMinutes, unitMinutes)
  if (from === null) {
    if (to !== null) throw badInput('from', 'must be given where `to` is')
    const buckets = checkCount(Math.ceil((hoursBack * HOUR_MS) / widthMs))
    return { from: new Date(floorTo(now.getTime(), widthMs) - (buckets - 1) * widthMs), widthMs, buckets }
  }
  const startMs = floorTo(from.getTime(), unitMinutes * MINUTE_MS)
  const endMs = Math.min((to ?? now).getTime(), now.getTime())
  if (endMs <= startMs) throw badInput(to === null ? 'from' : 'to', 'the period must begin before it ends, in the past')
  if (endMs - startMs > MAX_PERIOD_MS) throw badInput('from', 'the period must be at most 32 days long')
  return { from: new Date(startMs), widthMs, buckets: checkCount(Math.ceil((endMs - startMs) / widthMs)) }
}

/** Where the last bucket ends. */
export const endOf = ({ from, widthMs, buckets }: Buckets): Date => new Date(from.getTime() + buckets * widthMs)
