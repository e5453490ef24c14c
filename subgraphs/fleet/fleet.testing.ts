import { openTestPlatform, type TestOptions, type TestPlatform } from '../../tests/support/platform.ts'
import { incidentService } from '../incident/service.ts'
import { fleetService } from './service.ts'

/** The fleet service beside the incident service, which owns the ATMs, on a database of their own. */
export type TestFleet = TestPlatform & {
  /** Registers ATMs of an institution; answers their numeric ids. */
  register(institutionKey: string | null, agentAtmIds: readonly string[]): Promise<number[]>
}

/** Opens the services for a test file. */
export const openTestFleet = async (options: TestOptions = {}): Promise<TestFleet> => {
  const platform = await openTestPlatform([fleetService, incidentService], options)
  return {
    ...platform,
    async register(institutionKey, agentAtmIds) {
      const body = { agentAtmIds, institutionKey, register: true }
      const resolved = await platform.askInternal('POST', '/incident/api/internal/atms/resolve', { body })
      if (!Array.isArray(resolved.body) || resolved.body.length !== agentAtmIds.length)
        throw new Error(`unexpected answer: ${resolved.text}`)
      return resolved.body.map((atm) => Number(Object(atm).atmId))
    },
  }
}
