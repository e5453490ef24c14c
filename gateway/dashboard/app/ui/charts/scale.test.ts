import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

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
