import { describe, expect, it } from 'vitest'
import { draftOf, faultsOf, hoursWords, inputOf, minutesOf, minutesText, usualHours, WEEKDAYS } from './draft.rules.ts'

const isZone = (name: string) => name.includes('/')
const ZONE = 'Africa/Nairobi'
const office = {
  timeZone: ZONE,
  days: WEEKDAYS.slice(0, 5).map((day) => ({ day, opens: '08:00', closes: '17:00' })),
}

describe('a duration that is typed', () => {
  it.each([
    ['90', 90],
    ['30 min', 30],
    ['4h', 240],
    ['1 h 30 min', 90],
    ['2 D 4 H', 3_120],
    ['1h30', 90],
    ['', null],
    ['   ', null],
  ])('%j is read', (text, minutes) => {
    expect(minutesOf(text)).toBe(minutes)
  })

  it.each(['soon', '1.5 h', '-5', '4 h 1 d', '1 w'])('%j is none', (text) => {
    expect(minutesOf(text)).toBeNaN()
  })

  it.each([1, 59, 60, 90, 1_440, 1_501, 43_200])('is written so that it is read as %i minutes again', (minutes) => {
    expect(minutesOf(minutesText(minutes))).toBe(minutes)
  })
})

describe('targets in a form', () => {
  it('are sent as they were, where nothing is changed', () => {
    const targets = [
      { severity: 'CRITICAL' as const, acknowledgeMinutes: 15, resolveMinutes: 240, businessHours: null },
      { severity: 'MEDIUM' as const, acknowledgeMinutes: null, resolveMinutes: 1_500, businessHours: office },
      {
        severity: 'LOW' as const,
        acknowledgeMinutes: 60,
        resolveMinutes: null,
        businessHours: {
          timeZone: 'Asia/Kolkata',
          days: [{ day: 'SUNDAY' as const, opens: '00:00', closes: '24:00' }],
        },
      },
    ]
    const draft = draftOf(targets, ZONE)
    expect(faultsOf(draft, isZone).size).toBe(0)
    expect(inputOf(draft)).toEqual(targets)
  })

  it('begin with none, and with usual hours that nothing goes by', () => {
    const draft = draftOf([], ZONE)
    expect(draft.hours).toEqual([usualHours(ZONE)])
    expect(inputOf(draft)).toEqual([])
  })

  it('are faulty at the field where they are', () => {
    const { targets } = draftOf([], ZONE)
    const monday = { on: true, opens: '09:00', closes: '08:00' }
    const sunday = { on: true, opens: '9', closes: '10:00' }
    const hours = usualHours('here')
    const draft = {
      targets: {
        ...targets,
        CRITICAL: { acknowledge: 'soon', resolve: '31 d', hours: null },
        HIGH: { acknowledge: '2 h', resolve: '1 h', hours: 0 },
        LOW: { acknowledge: '', resolve: '', hours: 0 },
      },
      hours: [{ ...hours, days: { ...hours.days, MONDAY: monday, SUNDAY: sunday } }],
    }
    expect(Object.fromEntries(faultsOf(draft, isZone))).toEqual({
      'CRITICAL.acknowledge': 'Write a duration, such as 30 min, 4 h or 2 d.',
      'CRITICAL.resolve': 'Must be 1 minute to 30 days.',
      'HIGH.resolve': 'Must not be shorter than the time to acknowledge.',
      'LOW.acknowledge': 'Business hours need a time to acknowledge or to resolve.',
      '0.timeZone': 'Must be a time zone, such as Africa/Nairobi.',
      '0.MONDAY': 'Must end later than it begins.',
      '0.SUNDAY': 'Write times of day, such as 08:00 and 17:00 or 24:00.',
    })
  })

  it('need a day, and an hour a week', () => {
    const { targets } = draftOf([], ZONE)
    const hours = usualHours(ZONE)
    const closed = Object.fromEntries(WEEKDAYS.map((day) => [day, { ...hours.days[day], on: false }]))
    const days = { ...hours.days, ...closed }
    const high = { acknowledge: '1 h', resolve: '', hours: 0 }
    const draft = { targets: { ...targets, HIGH: high }, hours: [{ ...hours, days }] }
    expect([...faultsOf(draft, isZone)]).toEqual([['0.days', 'Choose a day at least.']])
    const short = { ...days, FRIDAY: { on: true, opens: '08:00', closes: '08:59' } }
    expect([...faultsOf({ ...draft, hours: [{ ...hours, days: short }] }, isZone)]).toEqual([
      ['0.days', 'Must be an hour a week at least.'],
    ])
  })

  it('do not mind hours that no severity goes by', () => {
    const { targets } = draftOf([], ZONE)
    expect(faultsOf({ targets, hours: [usualHours('nowhere')] }, isZone).size).toBe(0)
  })
})

describe('business hours in words', () => {
  it('join days that have the same times', () => {
    const saturday = { day: 'SATURDAY' as const, opens: '09:00', closes: '12:00' }
    expect(hoursWords({ timeZone: ZONE, days: [...office.days, saturday] })).toBe(
      'Mon–Fri 08:00–17:00, Sat 09:00–12:00 Africa/Nairobi',
    )
  })

  it('do not join days between which one is left out', () => {
    const days = office.days.filter(({ day }) => day !== 'WEDNESDAY')
    expect(hoursWords({ timeZone: ZONE, days })).toBe('Mon–Tue 08:00–17:00, Thu–Fri 08:00–17:00 Africa/Nairobi')
  })
})
