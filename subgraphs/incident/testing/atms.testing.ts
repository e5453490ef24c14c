import { expect } from 'vitest'
import { openTestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { openInspector } from './ingest.testing.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')

/** The instant so many minutes after noon of the tests. */
export const at = (minutes: number): Date => new Date(NOON + minutes * 60_000)

export type More = {
  readonly occurred?: number
  readonly cassetteNo?: string
  readonly cassettes?: readonly object[]
}

/** The service with ATMs that report in minutes after noon. */
export const openTestAtms = async () => {
  const platform = await openTestPlatform([incidentService], { now: at(0).toISOString() })
  const inspector = await openInspector(platform.database.urls.superuser)
  const as = await platform.token({ role: 'USER', institutions: ['ACME'] })
  let atms = 0
  return {
    /** An ATM of its own. */
    newAtm() {
      atms += 1
      const agentAtmId = `R-${atms}`
      return {
        /** Posts an event; returns the incident that it opened or joined. */
        async post(
          eventType: string,
          minutes: number,
          { occurred = minutes, ...more }: More = {},
        ): Promise<number | null> {
          platform.clock.set(at(minutes))
          const eventTime = at(occurred).toISOString().slice(0, 19)
          const body = { agentAtmId, institutionKey: 'ACME', eventType, eventTime, ...more }
          const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
          expect(answer.status).toBe(201)
          return Object(answer.body).incidentId
        },
        async beat(minutes: number): Promise<void> {
          platform.clock.set(at(minutes))
          const body = { agentAtmId, institutionKey: 'ACME' }
          const answer = await platform.askInternal('POST', '/incident/api/internal/heartbeats', { body })
          expect(answer.status).toBe(204)
        },
        /** Its incidents as the API shows them, oldest first. */
        async incidents() {
          const query = 'select id from incident.atm where agent_atm_id = $1'
          const [atm] = await inspector.rows<{ id: number }>(query, [agentAtmId])
          const path = `/incident/api/incidents?atmId=${atm?.id}&sort=id,asc&size=200`
          return Object((await platform.ask('GET', path, { as })).body).content
        },
      }
    },
    /** The events of an incident, as the API shows them. */
    async eventsOf(incidentId: number | null) {
      return Object((await platform.ask('GET', `/incident/api/incidents/${incidentId}`, { as })).body).events
    },
    /** Runs the quiet-time job. */
    async quiet(minutes: number): Promise<void> {
      const job = platform.process.jobs.find(({ name }) => name === 'incident.quiet-time')
      await job?.run({ now: at(minutes), log: platform.process.log, progress: () => {} })
    },
    async close(): Promise<void> {
      await inspector.close()
      await platform.close()
    },
  }
}
export type TestAtms = Awaited<ReturnType<typeof openTestAtms>>
