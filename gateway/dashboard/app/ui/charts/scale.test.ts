import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { timeTicks } from './scale.ts'

const SCALE = new URL('scale.ts', import.meta.url).href

/** The ticks of a day's chart as a browser in that zone, which a process has for good, writes them. */
const ticksIn = (zone: string, from: string): unknown => {
  const program = `const { hourTicks } = await import('${SCALE}')
    const from = Date.parse('${from}')
    const ticks = hourTicks(from, from + 86_400_000, 6)
    console.log(JSON.stringify(ticks.map((at) => new Date(at).toTimeString().slice(0, 5))))`
  const args = ['--input-type=module', '--eval', program]
  return JSON.parse(execFileSync(process.execPath, args, { env: { TZ: zone }, encoding: 'utf8' }))
}

describe('the hours under a chart', () => {
  it('are those of the clock on the wall, also where it changes', () => {
    const hours = ['00:00', '06:00', '12:00', '18:00']
    expect(ticksIn('Europe/Berlin', '2026-10-24T20:00:00Z')).toEqual(hours)
    expect(ticksIn('Europe/Berlin', '2026-03-28T20:00:00Z')).toEqual(hours)
    // The clock goes on by half an hour.
    expect(ticksIn('Australia/Lord_Howe', '2026-10-03T12:00:00Z')).toEqual(hours)
  })
})

describe('the marks of an axis of time', () => {
  const HOUR = 3_600_000
  const from = new Date(2026, 10, 18, 21, 10).getTime()
  const labels = (hours: number, most: number) =>
    timeTicks(from, from + hours * HOUR, most).map(({ at, isDay }) => {
      const date = new Date(at)
      return isDay ? `${date.getDate()}.` : `${date.getHours()}:${String(date.getMinutes()).padStart(2, '0')}`
    })

  it('are as many as there is room for, at times that people expect', () => {
    expect(labels(1, 4)).toEqual(['21:15', '21:30', '21:45', '22:00'])
    expect(labels(6, 6)).toEqual(['22:00', '23:00', '0:00', '1:00', '2:00', '3:00'])
    expect(labels(24, 4)).toEqual(['0:00', '6:00', '12:00', '18:00'])
    expect(labels(24, 2)).toEqual(['0:00', '12:00'])
    expect(labels(24 * 7, 7)).toEqual(['19.', '20.', '21.', '22.', '23.', '24.', '25.'])
    expect(labels(24 * 30, 7)).toEqual(['19.', '24.', '29.', '4.', '9.', '14.'])
    expect(labels(24 * 30, 1)).toEqual(['19.'])
  })
})
