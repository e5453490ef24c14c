import { devicesService } from '../../subgraphs/devices/service.ts'
import { incidentService } from '../../subgraphs/incident/service.ts'
import type { TestDatabase } from '../support/database.ts'
import { openTestPlatform, type TestPlatform } from '../support/platform.ts'

/** What a process is asked: a route, or a job to run. The clock stands still at `now` until the next one. */
export type Asked =
  | { readonly now: string; readonly job: string }
  | {
      readonly now: string
      readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
      readonly path: string
      /** A token; null for the internal listener. */
      readonly as: string | null
      readonly body?: unknown
    }
export type Answered = { readonly status: number; readonly body: unknown }

const ENVIRONMENT = { MASS_OUTAGE_ATMS: '3', ATM_CONNECTED_WITHIN: '15m' }

/** The services of a history in a process, on a database that is there. */
export const openServices = (database: TestDatabase, now: string): Promise<TestPlatform> =>
  openTestPlatform([incidentService, devicesService], { database, now, isClockStopped: true, env: ENVIRONMENT })

export const answer = async (platform: TestPlatform, asked: Asked): Promise<Answered> => {
  platform.clock.set(asked.now)
  if ('job' in asked) return { status: 200, body: await platform.runJob(asked.job) }
  const { method, path, as, body } = asked
  const given = body === undefined ? {} : { body }
  const { status, body: answered } =
    as === null ? await platform.askInternal(method, path, given) : await platform.ask(method, path, { as, ...given })
  return { status, body: answered }
}
