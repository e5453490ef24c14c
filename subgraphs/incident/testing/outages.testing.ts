import { expect } from 'vitest'
import type { TestPlatform } from '../../../tests/support/platform.ts'
import type { JobContext } from '../../kit/jobs/jobs.ts'
import type { Inspector } from './ingest.testing.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')

/** The instant so many minutes after noon of the tests. */
export const at = (minutes: number): Date => new Date(NOON + minutes * 60_000)
/** The agent ids of an institution's first ATMs. */
export const namesOf = (institutionKey: string, count: number): string[] =>
  Array.from({ length: count }, (_value, n) => `${institutionKey}-${String(n + 1).padStart(3, '0')}`)

/** How tests have ATMs go down and look at the mass outages; `current` gives the platform of the test at hand. */
export const outagesOf = (current: () => { readonly platform: TestPlatform; readonly inspector: Inspector }) => {
  const beat = async (names: readonly string[], minutes: number) => {
    const { platform } = current()
    platform.clock.set(at(minutes))
    const answers = names.map((agentAtmId) => {
      const body = { agentAtmId, institutionKey: agentAtmId.slice(0, -4) }
      return platform.askInternal('POST', '/incident/api/internal/heartbeats', { body })
    })
    for (const { status } of await Promise.all(answers)) expect(status).toBe(204)
  }
  const post = async (names: readonly string[], eventType: string, minutes: number) => {
    const { platform } = current()
    platform.clock.set(at(minutes))
    const answers = names.map((agentAtmId) => {
      const eventTime = at(minutes).toISOString().slice(0, 19)
      const body = { agentAtmId, institutionKey: agentAtmId.slice(0, -4), eventType, eventTime }
      return platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
    })
    for (const { status } of await Promise.all(answers)) expect(status).toBe(201)
  }
  const runJob = async (minutes: number, more: Partial<JobContext> = {}) => {
    const { platform } = current()
    const job = platform.process.jobs.find((one) => one.name === 'incident.outages')
    return job?.run({ now: at(minutes), log: platform.process.log, progress: () => {}, ...more })
  }
  /** The mass outages: institution, status, ATMs that were taken in, and how many incidents are open parts of it. */
  const outages = async () => {
    const { inspector } = current()
    const rows = await inspector.rows<{ line: string }>(
      `select concat_ws(' ', institution_key, severity, status, occurrence_count,
         (select count(*) from incident.incident c where c.parent_id = i.id and c.status <> 'RESOLVED'),
         agent_atm_id) as line
       from incident.incident i where kind = 'MASS_OUTAGE' order by id`,
    )
    return rows.map(({ line }) => line)
  }

  /** What the people of an institution see of its queue: what is open and no part. */
  const queueOf = async (institutionKey: string): Promise<string[]> => {
    const { platform } = current()
    const as = await platform.token({ institutions: [institutionKey] })
    const path = '/incident/api/incidents?resolved=false&isPart=false&size=100&sort=id,asc'
    const content: Record<string, unknown>[] = Object((await platform.ask('GET', path, { as })).body).content
    return content.map(({ agentAtmId, status }) => `${agentAtmId} ${status}`)
  }
  return { beat, post, runJob, outages, queueOf }
}
