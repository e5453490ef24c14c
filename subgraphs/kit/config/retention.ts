import { z } from 'zod'

/**
 * How long each kind of data is kept, in days; null: not deleted by age. `docs/retention.md` has the tables of each.
 */
export type Retention = {
  readonly eventDays: number | null
  /** After the end of an incident. */
  readonly incidentDays: number | null
  /** After the day of a journal; whole months go. */
  readonly journalDays: number | null
  /** Counters of days and insights. */
  readonly analyticsDays: number | null
  /** After a person was last seen. */
  readonly userDays: number | null
  /** History of service states, and availability. */
  readonly stateDays: number
  /** Tasks and rollouts. */
  readonly taskDays: number
  /** Event exceptions that were not replayed. */
  readonly exceptionDays: number
  readonly webhookDays: number
  readonly topicDays: number
  readonly deadLetterDays: number
  /** Whole months besides the current one. */
  readonly auditMonths: number
}

const MOST_DAYS = 36_500

const whole = (unit: string, least: number, most: number) =>
  z.coerce
    .number(`must be a number of ${unit}`)
    .int('must be a whole number')
    .min(least, `must be ${least} or more`)
    .max(most, `must be ${most} or less`)
const days = (least: number) => whole('days', least, MOST_DAYS)

/** The variables of retention. */
export const retentionEnvironment = {
  EVENT_RETENTION_DAYS: days(70).optional(),
  INCIDENT_RETENTION_DAYS: days(90).optional(),
  JOURNAL_RETENTION_DAYS: days(93).optional(),
  // Messages are folded again from an inbox of 90 days.
  ANALYTICS_RETENTION_DAYS: days(120).optional(),
  USER_RETENTION_DAYS: days(30).optional(),
  // Sums of availability of the last 70 days are kept in more detail.
  STATE_RETENTION_DAYS: days(70).default(400),
  TASK_RETENTION_DAYS: days(30).default(400),
  EXCEPTION_RETENTION_DAYS: days(30).default(400),
  WEBHOOK_RETENTION_DAYS: days(7).default(30),
  TOPIC_RETENTION_DAYS: days(1).default(7),
  DEAD_LETTER_RETENTION_DAYS: days(7).default(90),
  AUDIT_RETENTION_MONTHS: whole('months', 12, 1_200).default(84),
}

const environment = z.object(retentionEnvironment)
type Values = z.infer<typeof environment>

/** The retention as the variables say. */
export const retentionOf = (values: Values): Retention => ({
  eventDays: values.EVENT_RETENTION_DAYS ?? null,
  incidentDays: values.INCIDENT_RETENTION_DAYS ?? null,
  journalDays: values.JOURNAL_RETENTION_DAYS ?? null,
  analyticsDays: values.ANALYTICS_RETENTION_DAYS ?? null,
  userDays: values.USER_RETENTION_DAYS ?? null,
  stateDays: values.STATE_RETENTION_DAYS,
  taskDays: values.TASK_RETENTION_DAYS,
  exceptionDays: values.EXCEPTION_RETENTION_DAYS,
  webhookDays: values.WEBHOOK_RETENTION_DAYS,
  topicDays: values.TOPIC_RETENTION_DAYS,
  deadLetterDays: values.DEAD_LETTER_RETENTION_DAYS,
  auditMonths: values.AUDIT_RETENTION_MONTHS,
})

/** The retention of an environment that sets none. */
export const RETENTION: Retention = retentionOf(environment.parse({}))

/** Months are dropped from the cold table, which one reaches up to a month after its last hot day. */
const HOT_SLACK_DAYS = 62

/** Faults of the retention with itself and with what is accepted. */
export const retentionFaults = (
  values: Values & { readonly JOURNAL_MAX_AGE_DAYS: number; readonly HOT_DAYS: number },
): string[] => {
  const faults: string[] = []
  const { EVENT_RETENTION_DAYS: events, STATE_RETENTION_DAYS: states, JOURNAL_RETENTION_DAYS: journals } = values
  if (events !== undefined && events < states)
    faults.push(
      `EVENT_RETENTION_DAYS must not be less than STATE_RETENTION_DAYS (${states}): ` +
        'events that come late correct the history of service states',
    )
  if (events !== undefined && events < values.EXCEPTION_RETENTION_DAYS)
    faults.push(
      `EVENT_RETENTION_DAYS must not be less than EXCEPTION_RETENTION_DAYS (${values.EXCEPTION_RETENTION_DAYS}): ` +
        'an exception that is replayed becomes an event of the day of its receipt',
    )
  if (journals !== undefined && journals < values.JOURNAL_MAX_AGE_DAYS)
    faults.push(
      `JOURNAL_RETENTION_DAYS must not be less than JOURNAL_MAX_AGE_DAYS (${values.JOURNAL_MAX_AGE_DAYS}): ` +
        'a journal that is accepted must be kept',
    )
  if (journals !== undefined && journals < values.HOT_DAYS + HOT_SLACK_DAYS)
    faults.push(`JOURNAL_RETENTION_DAYS must be ${HOT_SLACK_DAYS} more than HOT_DAYS (${values.HOT_DAYS}) or more`)
  return faults
}
