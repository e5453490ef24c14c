import type {
  BusinessHoursInput,
  IncidentSeverity,
  IncidentTargetInput,
  TargetsRowFragment,
  Weekday,
} from '../../../gql/graphql.gen.ts'
import { t } from '../../../language/texts.ts'
import { commas, weekday } from '../../../ui/format.ts'

/** The severities, the worst first. */
export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const satisfies readonly IncidentSeverity[]
export const WEEKDAYS = [
  ...(['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const),
  ...(['SATURDAY', 'SUNDAY'] as const),
] satisfies readonly Weekday[]
const WORKDAYS: readonly Weekday[] = WEEKDAYS.slice(0, 5)

export type Target = TargetsRowFragment['targets'][number]

/** A day as it is typed; one that is not `on` has no business. */
export type DayDraft = { readonly on: boolean; readonly opens: string; readonly closes: string }
export type HoursDraft = { readonly timeZone: string; readonly days: Readonly<Record<Weekday, DayDraft>> }
/** Durations as they are typed, blank for no target; `hours` is a place among the hours, null for all hours. */
export type TargetDraft = { readonly acknowledge: string; readonly resolve: string; readonly hours: number | null }
/** Targets as they are typed. Most institutions have one set of hours; severities can have sets of their own. */
export type Draft = {
  readonly targets: Readonly<Record<IncidentSeverity, TargetDraft>>
  readonly hours: readonly HoursDraft[]
}

const MAX_MINUTES = 30 * 24 * 60
const LEAST_MINUTES_A_WEEK = 60
const DURATION = /^(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,5})(?:min|m)?)?$/
const OPENS = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const CLOSES = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

const unitsOf = (minutes: number) => ({
  days: Math.floor(minutes / 1_440),
  hours: Math.floor((minutes % 1_440) / 60),
  minutes: minutes % 60,
})

/** `1 h 30 min`, `2 d`, as it is typed: nothing is rounded. */
export const minutesText = (total: number): string => {
  const { days, hours, minutes } = unitsOf(total)
  const parts = [
    [days, 'd'],
    [hours, 'h'],
    [minutes, 'min'],
  ] as const
  return parts.flatMap(([n, unit]) => (n === 0 ? [] : [`${n} ${unit}`])).join(' ')
}

/** The same as it is read. */
export const minutesWords = (total: number): string => {
  const { days, hours, minutes } = unitsOf(total)
  return [
    ...(days === 0 ? [] : [t('{days}\u00a0d', { days })]),
    ...(hours === 0 ? [] : [t('{hours}\u00a0h', { hours })]),
    ...(minutes === 0 ? [] : [t('{minutes}\u00a0min', { minutes })]),
  ].join(' ')
}

/** The minutes of `90`, `1 h 30 min` or `2 d`; null for a blank text, NaN for what is no duration. */
export const minutesOf = (text: string): number | null => {
  const typed = text.toLowerCase().replaceAll(/\s/g, '')
  if (typed === '') return null
  const found = DURATION.exec(typed)
  if (found === null) return Number.NaN
  const [, days = '0', hours = '0', minutes = '0'] = found
  return Number(days) * 1_440 + Number(hours) * 60 + Number(minutes)
}

const bySeverity = <V>(make: (severity: IncidentSeverity) => V): Record<IncidentSeverity, V> => ({
  CRITICAL: make('CRITICAL'),
  HIGH: make('HIGH'),
  MEDIUM: make('MEDIUM'),
  LOW: make('LOW'),
})

const byWeekday = <V>(make: (day: Weekday) => V): Record<Weekday, V> => ({
  MONDAY: make('MONDAY'),
  TUESDAY: make('TUESDAY'),
  WEDNESDAY: make('WEDNESDAY'),
  THURSDAY: make('THURSDAY'),
  FRIDAY: make('FRIDAY'),
  SATURDAY: make('SATURDAY'),
  SUNDAY: make('SUNDAY'),
})

/** Monday to Friday, 08:00 to 17:00: what a form of hours begins with. */
export const usualHours = (timeZone: string): HoursDraft => ({
  timeZone,
  days: byWeekday((day) => ({ on: WORKDAYS.includes(day), opens: '08:00', closes: '17:00' })),
})

const hoursDraftOf = ({ timeZone, days }: NonNullable<Target['businessHours']>): HoursDraft => ({
  timeZone,
  days: byWeekday((day) => {
    const given = days.find((one) => one.day === day)
    return { on: given !== undefined, opens: given?.opens ?? '08:00', closes: given?.closes ?? '17:00' }
  }),
})

const textOf = (minutes: number | null | undefined): string => (minutes ? minutesText(minutes) : '')

/** Targets as a form shows them. */
export const draftOf = (targets: readonly Target[], timeZone: string): Draft => {
  const keyOf = (hours: Target['businessHours']): string => JSON.stringify(hours)
  const distinct = new Map(
    targets.flatMap(({ businessHours: one }) => (one === null ? [] : [[keyOf(one), one] as const])),
  )
  const keys = [...distinct.keys()]
  return {
    hours: distinct.size === 0 ? [usualHours(timeZone)] : [...distinct.values()].map(hoursDraftOf),
    targets: bySeverity((severity) => {
      const target = targets.find((one) => one.severity === severity)
      const place = target?.businessHours ? keys.indexOf(keyOf(target.businessHours)) : -1
      return {
        acknowledge: textOf(target?.acknowledgeMinutes),
        resolve: textOf(target?.resolveMinutes),
        hours: place === -1 ? null : place,
      }
    }),
  }
}

const isSet = ({ acknowledge, resolve }: TargetDraft): boolean => acknowledge.trim() !== '' || resolve.trim() !== ''

/** The places of the hours that some severity goes by. */
export const usedHours = ({ targets }: Draft): readonly number[] => [
  ...new Set(SEVERITIES.flatMap((severity) => targets[severity].hours ?? [])),
]

const durationFault = (text: string): string | undefined => {
  const minutes = minutesOf(text)
  if (minutes === null) return undefined
  if (Number.isNaN(minutes)) return t('Write a duration, such as 30 min, 4 h or 2 d.')
  return minutes < 1 || minutes > MAX_MINUTES ? t('Must be 1 minute to 30 days.') : undefined
}

const clock = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const dayFault = ({ on, opens, closes }: DayDraft): string | undefined => {
  if (!on) return undefined
  if (!OPENS.test(opens) || !CLOSES.test(closes)) return t('Write times of day, such as 08:00 and 17:00 or 24:00.')
  return clock(closes) <= clock(opens) ? t('Must end later than it begins.') : undefined
}

/** What is wrong with what was typed, by field: `HIGH.resolve`, `0.timeZone`, `0.MONDAY`, `0.days`. */
export const faultsOf = (draft: Draft, isZone: (name: string) => boolean): ReadonlyMap<string, string> => {
  const faults = new Map<string, string>()
  const note = (field: string, fault: string | undefined) => {
    if (fault !== undefined) faults.set(field, fault)
  }
  for (const severity of SEVERITIES) {
    const { acknowledge, resolve, hours } = draft.targets[severity]
    note(`${severity}.acknowledge`, durationFault(acknowledge))
    note(`${severity}.resolve`, durationFault(resolve))
    const [first, second] = [minutesOf(acknowledge), minutesOf(resolve)]
    if (first !== null && second !== null && second < first)
      note(`${severity}.resolve`, t('Must not be shorter than the time to acknowledge.'))
    if (hours !== null && !isSet(draft.targets[severity]))
      note(`${severity}.acknowledge`, t('Business hours need a time to acknowledge or to resolve.'))
  }
  for (const place of usedHours(draft)) {
    const hours = draft.hours[place]
    if (hours === undefined) continue
    if (!isZone(hours.timeZone.trim())) note(`${place}.timeZone`, t('Must be a time zone, such as Africa/Nairobi.'))
    for (const day of WEEKDAYS) note(`${place}.${day}`, dayFault(hours.days[day]))
    const open = WEEKDAYS.map((day) => hours.days[day]).filter(({ on }) => on)
    const minutes = open.reduce((sum, { opens, closes }) => sum + clock(closes) - clock(opens), 0)
    if (open.length === 0) note(`${place}.days`, t('Choose a day at least.'))
    else if (minutes < LEAST_MINUTES_A_WEEK && open.every((day) => dayFault(day) === undefined))
      note(`${place}.days`, t('Must be an hour a week at least.'))
  }
  return faults
}

const hoursInputOf = ({ timeZone, days }: HoursDraft): BusinessHoursInput => ({
  timeZone: timeZone.trim(),
  days: WEEKDAYS.flatMap((day) => {
    const { on, opens, closes } = days[day]
    return on ? [{ day, opens, closes }] : []
  }),
})

/** What the platform is sent: severities without a time are left out. */
export const inputOf = ({ targets, hours }: Draft): IncidentTargetInput[] =>
  SEVERITIES.flatMap((severity) => {
    const target = targets[severity]
    const chosen = target.hours === null ? undefined : hours[target.hours]
    if (!isSet(target)) return []
    return [
      {
        severity,
        acknowledgeMinutes: minutesOf(target.acknowledge),
        resolveMinutes: minutesOf(target.resolve),
        businessHours: chosen === undefined ? null : hoursInputOf(chosen),
      },
    ]
  })

/** 5 January 1970 was a Monday. */
const shortDay = (day: Weekday): string => weekday((4 + WEEKDAYS.indexOf(day)) * 86_400_000, 'UTC')

/** `Mon–Fri 08:00–17:00 Europe/Helsinki`; days whose times differ are listed one after the other. */
export const hoursWords = ({ timeZone, days }: NonNullable<Target['businessHours']>): string => {
  const runs: { first: Weekday; last: Weekday; times: string }[] = []
  for (const { day, opens, closes } of days) {
    const times = `${opens}\u2013${closes}`
    const last = runs.at(-1)
    if (last?.times === times && WEEKDAYS.indexOf(last.last) === WEEKDAYS.indexOf(day) - 1) last.last = day
    else runs.push({ first: day, last: day, times })
  }
  const words = runs.map(({ first, last, times }) =>
    first === last ? `${shortDay(first)} ${times}` : `${shortDay(first)}\u2013${shortDay(last)} ${times}`,
  )
  return `${commas(words)} ${timeZone}`
}
