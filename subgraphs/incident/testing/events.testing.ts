import { expect } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')

/** The incident service at noon, with callers of two institutions and of none. Close it. */
export type EventPlatform = TestPlatform & {
  readonly acme: string
  readonly beta: string
  readonly admin: string
  /** A token of a user without an institution. */
  readonly outsider: string
  /** Ids of the ATMs that reported, by agent id. */
  readonly atmIds: ReadonlyMap<string, number>
  /** Stores an event that occurred so many minutes before noon. */
  post(agentAtmId: string, institutionKey: string, eventType: string, minutesAgo: number, more?: object): Promise<void>
}

/** The time so many minutes before noon, as an ATM sends it. */
const minutesBefore = (minutes: number): string => new Date(NOON - minutes * 60_000).toISOString().slice(0, 19)

export const openEventPlatform = async (): Promise<EventPlatform> => {
  const platform = await openTestPlatform([incidentService], { now: new Date(NOON).toISOString() })
  const atmIds = new Map<string, number>()
  return {
    ...platform,
    acme: await platform.token({ role: 'CUSTOMER', institutions: ['ACME'] }),
    beta: await platform.token({ role: 'USER', institutions: ['BETA'] }),
    admin: await platform.token({ role: 'ADMIN' }),
    outsider: await platform.token({ role: 'USER', institutions: [] }),
    atmIds,
    async post(agentAtmId, institutionKey, eventType, minutesAgo, more = {}) {
      const body = { agentAtmId, institutionKey, eventType, eventTime: minutesBefore(minutesAgo), ...more }
      const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
      expect(answer.status).toBe(201)
      atmIds.set(agentAtmId, Object(answer.body).atmId)
    },
  }
}
