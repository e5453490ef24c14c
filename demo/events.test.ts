import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../subgraphs/kit/common/dates.ts'
import { type DemoEvent, eventsBetween, firstReports, heartbeatsBetween, lastOnAir } from './events.ts'
import { DEMO_FLEET, DEMO_INSTITUTIONS } from './fleet.ts'

const FROM = Date.parse('2026-11-19T13:30:00Z')
const TO = FROM + 2 * DAY_MS
const events = eventsBetween(DEMO_FLEET, FROM, TO)

const countBy = (key: (event: DemoEvent) => string) =>
  new Map(Object.entries(Object.groupBy(events, key)).map(([name, list]) => [name, list?.length ?? 0]))

/** Types as the migration of the incident service lists them. */
const knownTypes = new Set(
  [
    ...readFileSync(new URL('../db/incident/migrations/0001_incident.sql', import.meta.url), 'utf8').matchAll(
      /^ {2}\(\d+, '([A-Z_]+)'/gm,
    ),
  ].map((match) => match[1]),
)

describe('the demo fleet', () => {
  it('has 60 ATMs of three institutions, each with an id of its own', () => {
    expect(DEMO_FLEET).toHaveLength(60)
    expect(new Set(DEMO_FLEET.map(({ agentAtmId }) => agentAtmId)).size).toBe(60)
    expect(DEMO_INSTITUTIONS.map(({ key }) => DEMO_FLEET.filter((atm) => atm.institution.key === key).length)).toEqual([
      30, 20, 10,
    ])
    expect(DEMO_FLEET.some(({ timeZone }) => timeZone === null)).toBe(true)
  })

  it('has an ATM of each institution that is heard of seldom and is silent, at any hour', () => {
    for (let hour = 0; hour < 4 * 24; hour += 1) {
      const at = FROM + hour * HOUR_MS
      const silent = DEMO_FLEET.filter((atm) => atm.reachability === 'SELDOM' && lastOnAir(atm, at) !== at)
      expect(new Set(silent.map(({ institution }) => institution.key)).size).toBe(DEMO_INSTITUTIONS.length)
    }
  })

  it('is never wholly connected and never wholly silent, at any hour', () => {
    for (let hour = 0; hour < 21 * 24; hour += 5) {
      const at = FROM + hour * HOUR_MS
      const heard = DEMO_FLEET.map((atm) => lastOnAir(atm, at))
      const connected = heard.filter((last) => last !== null && at - last <= 15 * 60_000).length
      expect(connected).toBeGreaterThan(40)
      expect(connected).toBeLessThan(58)
      expect(heard.filter((last) => last === null)).toHaveLength(3)
      expect(heard.every((last) => last === null || last > at - 2 * DAY_MS)).toBe(true)
    }
  })
})

describe('its signs of life', () => {
  it('come from each ATM that is on the air, and from no other', () => {
    const everyMs = HOUR_MS / 4
    const beats = heartbeatsBetween(DEMO_FLEET, FROM, FROM + 6 * HOUR_MS, everyMs)
    const expected = Array.from({ length: 24 }, (_, n) => FROM + (n + 1) * everyMs).flatMap((at) =>
      DEMO_FLEET.filter((atm) => lastOnAir(atm, at) === at).map(({ agentAtmId }) => `${agentAtmId} ${at}`),
    )
    expect(beats.map(({ atm, at }) => `${atm.agentAtmId} ${at}`)).toEqual(expected)
  })

  it('begin with what nearly every ATM that is on the air does then', () => {
    const reports = firstReports(DEMO_FLEET, FROM)
    const onAir = DEMO_FLEET.filter((atm) => lastOnAir(atm, FROM) === FROM)
    expect(reports.length).toBeGreaterThan(onAir.length * 0.9)
    expect(reports.filter(({ eventType }) => eventType === 'ATM_IN_SERVICE').length).toBeGreaterThan(35)
    expect(new Set(reports.map(({ eventId }) => eventId)).size).toBe(reports.length)
    expect(firstReports(DEMO_FLEET, FROM)).toEqual(reports)
  })
})

describe('its events', () => {
  it('are the same at every call, and in pieces of any size', () => {
    expect(eventsBetween(DEMO_FLEET, FROM, TO)).toEqual(events)
    const pieces = [0, 7, 24, 25, 47].map((hour, n, hours) =>
      eventsBetween(DEMO_FLEET, FROM + hour * HOUR_MS, FROM + (hours[n + 1] ?? 48) * HOUR_MS),
    )
    expect(pieces.flat()).toEqual(events)
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length)
  })

  it('are known types, sent after they occurred, by ATMs that are heard of', () => {
    expect(knownTypes.size).toBe(27)
    for (const event of events) {
      expect(knownTypes).toContain(event.eventType)
      expect(event.sentAt).toBeGreaterThanOrEqual(event.occurredAt)
      expect(event.eventId).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/)
      expect(event.atm.reachability).not.toBe('NEVER')
    }
    expect(events.length).toBeGreaterThan(1_500)
    expect(events.length).toBeLessThan(6_000)
  })

  it('come by day rather than by night, and from some ATMs far more than from others', () => {
    const byHour = countBy(({ atm, occurredAt }) =>
      String(new Date(occurredAt + atm.institution.utcOffsetHours * HOUR_MS).getUTCHours()),
    )
    const sum = (hours: readonly number[]) => hours.reduce((total, hour) => total + (byHour.get(String(hour)) ?? 0), 0)
    expect(sum([10, 11, 12, 13])).toBeGreaterThan(1.5 * sum([0, 1, 2, 3]))
    const counts = [...countBy(({ atm }) => atm.agentAtmId).values()].sort((a, b) => b - a)
    expect(counts[4] ?? 0).toBeGreaterThan(4 * (counts[30] ?? 0))
  })

  it('show cassettes that run low and are full again after a refill', () => {
    const low = events.filter(({ eventType }) => eventType === 'CASSETTE_LOW')
    const empty = events.filter(({ eventType }) => eventType === 'CASSETTE_EMPTY')
    expect(low.length).toBeGreaterThan(10)
    expect(empty.length).toBeGreaterThan(0)
    const statusOf = ({ cassettes, cassetteNo }: DemoEvent) =>
      cassettes?.find((one) => one.cassetteNo === cassetteNo)?.status
    expect(new Set(low.map(statusOf))).toEqual(new Set(['LOW']))
    expect(new Set(empty.map(statusOf))).toEqual(new Set(['EMPTY']))
    const refilled = events.filter(({ eventType, cassettes }) => eventType === 'ATM_IN_SERVICE' && cassettes !== null)
    const full = refilled.filter(({ cassettes }) => cassettes?.every(({ status }) => status === 'OK'))
    expect(full.length).toBeGreaterThan(refilled.length * 0.8)
  })
})
