import type { StoredTarget, StoredTargets } from '../../../db/incident/incident-target.ts'
import { isNamedTimeZone } from '../../kit/common/dates.ts'
import { badInput, badInputs, type FieldFault } from '../../kit/common/errors.ts'
import { isGiven } from '../../kit/common/records.rules.ts'
import { SEVERITIES } from '../model/incident-kinds.rules.ts'
import type {
  BusinessDay,
  BusinessHours,
  BusinessHoursInput,
  IncidentTarget,
  IncidentTargetInput,
} from '../schema.gen.ts'

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
const CLOSED = -1
const LEAST_MINUTES_A_WEEK = 60
const MAX_MINUTES = 30 * 24 * 60
const OPENS = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const CLOSES = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The faults of hours of business: `field` is their place in the request. */
const hoursFaults = (field: string, { timeZone, days }: BusinessHoursInput): FieldFault[] => {
  const faults: FieldFault[] = []
  if (!isNamedTimeZone(timeZone))
    faults.push({ field: `${field}.timeZone`, message: 'must be an IANA time zone, such as Asia/Kolkata' })
  if (days.length === 0 || days.length > DAYS.length)
    return [...faults, { field: `${field}.days`, message: `must be 1 to ${DAYS.length} days` }]
  for (const [place, { day, opens, closes }] of days.entries()) {
    if (days.findIndex((other) => other.day === day) !== place)
      faults.push({ field: `${field}.days[${place}].day`, message: `${day} is given more than once` })
    if (!OPENS.test(opens))
      faults.push({ field: `${field}.days[${place}].opens`, message: 'must be a time of day, such as 08:00' })
    else if (!CLOSES.test(closes))
      faults.push({ field: `${field}.days[${place}].closes`, message: 'must be a time of day, such as 17:00 or 24:00' })
    else if (minutesOf(closes) <= minutesOf(opens))
      faults.push({ field: `${field}.days[${place}].closes`, message: 'must be later than `opens`' })
  }
  const week = days.reduce((total, { opens, closes }) => total + minutesOf(closes) - minutesOf(opens), 0)
  if (faults.length === 0 && week < LEAST_MINUTES_A_WEEK)
    faults.push({ field: `${field}.days`, message: 'must be an hour a week at least' })
  return faults
}

const storedHours = (
  hours: BusinessHoursInput | null | undefined,
): Pick<StoredTarget, 'timeZone' | 'opens' | 'closes'> => {
  if (hours === null || hours === undefined) return { timeZone: null, opens: null, closes: null }
  const ofDay = (name: 'opens' | 'closes') =>
    DAYS.map((day) => {
      const given = hours.days.find((one) => one.day === day)
      return given === undefined ? CLOSED : minutesOf(given[name])
    })
  return { timeZone: hours.timeZone, opens: ofDay('opens'), closes: ofDay('closes') }
}

/** Targets as they are stored. @throws DomainError BAD_USER_INPUT naming every faulty field. */
export const storedTargets = (targets: readonly IncidentTargetInput[]): StoredTargets => {
  if (targets.length > SEVERITIES.length) throw badInput('targets', `must be ${SEVERITIES.length} at most`)
  const faults = targets.flatMap(({ severity, acknowledgeMinutes, resolveMinutes, businessHours }, place) => {
    const field = `targets[${place}]`
    const found: FieldFault[] = businessHours ? hoursFaults(`${field}.businessHours`, businessHours) : []
    if (targets.findIndex((other) => other.severity === severity) !== place)
      found.push({ field: `${field}.severity`, message: `${severity} is given more than once` })
    for (const [name, minutes] of Object.entries({ acknowledgeMinutes, resolveMinutes }))
      if (typeof minutes === 'number' && (minutes < 1 || minutes > MAX_MINUTES))
        found.push({ field: `${field}.${name}`, message: `must be 1 to ${MAX_MINUTES}` })
    if (!isGiven(acknowledgeMinutes) && !isGiven(resolveMinutes))
      found.push({ field: `${field}.acknowledgeMinutes`, message: 'is required, or resolveMinutes' })
    if (isGiven(acknowledgeMinutes) && isGiven(resolveMinutes) && resolveMinutes < acknowledgeMinutes)
      found.push({ field: `${field}.resolveMinutes`, message: 'must not be less than acknowledgeMinutes' })
    return found
  })
  if (faults.length > 0) throw badInputs(faults)
  return Object.fromEntries(
    targets.map(({ severity, acknowledgeMinutes = null, resolveMinutes = null, businessHours }) => [
      severity,
      { acknowledgeMinutes, resolveMinutes, ...storedHours(businessHours) },
    ]),
  )
}

const hoursOf = ({ timeZone, opens, closes }: StoredTarget): BusinessHours | null => {
  if (timeZone === null || opens === null || closes === null) return null
  const days = DAYS.flatMap((day, place): BusinessDay[] => {
    const from = opens[place] ?? CLOSED
    const to = closes[place] ?? CLOSED
    return from === CLOSED ? [] : [{ day, opens: timeOf(from), closes: timeOf(to) }]
  })
  return { timeZone, days }
}

/** Targets as the API shows them, the worst severity first. */
export const shownTargets = (stored: StoredTargets): IncidentTarget[] =>
  SEVERITIES.toReversed().flatMap((severity) => {
    const target = stored[severity]
    if (target === undefined) return []
    const { acknowledgeMinutes, resolveMinutes } = target
    return [{ severity, acknowledgeMinutes, resolveMinutes, businessHours: hoursOf(target) }]
  })
