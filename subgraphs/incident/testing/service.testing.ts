import { Registry } from 'prom-client'
import { openStores } from '../../../db/tenancy.ts'
import { TEST_CONFIG } from '../../../tests/support/hosted-service.ts'
import { callerOf } from '../../kit/auth/principal.testing.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { type Calls, createCalls } from '../../kit/calls/calls.ts'
import { createWaker } from '../../kit/common/waker.ts'
import { createLog } from '../../kit/observability/log.ts'
import { type HostedService, openService } from '../../kit/service/service.ts'
import { incidentService } from '../service.ts'

export type TestService = {
  readonly service: HostedService
  /** Runs an operation as a customer of ACME by default. */
  execute: (
    query: string,
    variables: Record<string, unknown>,
    as?: Partial<Principal>,
  ) => ReturnType<HostedService['execute']>
  runJob(name: string, now: Date): Promise<string>
  close(): Promise<void>
}

const CUSTOMER: Principal = callerOf({ userId: '12', role: 'CUSTOMER' })

/**
 * The incident service on a test database, with a clock that is stopped until the test moves it. `calls` are the other
 * services; none can be reached by default.
 */
export const openTestService = async (
  urls: { readonly app: string; readonly platform: string },
  now: () => Date,
  calls: Calls = createCalls(new Map()),
): Promise<TestService> => {
  const stores = await openStores(urls, { name: 'incident service under test' })
  const log = createLog({ level: 'silent', name: 'test' })
  const service = await openService(incidentService, {
    config: TEST_CONFIG,
    log,
    now,
    newId: () => crypto.randomUUID(),
    stores,
    urls,
    calls,
    topics: { publish: async () => {}, subscribe: () => ({ close: async () => {} }) },
    metrics: new Registry(),
    outbox: createWaker(),
  })
  return {
    service,
    execute: (query, variables, as = {}) =>
      service.execute({ query, variables }, { principal: { ...CUSTOMER, ...as }, token: null, traceId: 't' }),
    async runJob(name, at) {
      const job = service.jobs.find((one) => one.name === name)
      if (job === undefined) throw new Error(`there is no job ${name}`)
      return job.run({ now: at, log, progress: () => {} })
    },
    async close() {
      await service.close()
      await stores.close()
    },
  }
}
