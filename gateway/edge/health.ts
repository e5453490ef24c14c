import type { Dispatcher } from 'undici'
import type { ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { CHECK_TIMEOUT_MS, type Component, guardCheck } from '../../subgraphs/kit/observability/health.ts'

type Components = Readonly<Record<string, Component>>

/** A standalone service that is down makes the gateway degraded, never down: the other services continue. */
const remoteCheck = (pool: Dispatcher, url: string) => async (): Promise<Component> => {
  const target = new URL(url)
  const check = guardCheck(async () => {
    const answer = await pool.request({
      origin: target.origin,
      path: `${target.pathname.replace(/\/$/, '')}/actuator/health/liveness`,
      method: 'GET',
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
  }, CHECK_TIMEOUT_MS)
  const { status, ...rest } = await check()
  return { status: status === 'UP' ? 'UP' : 'DEGRADED', ...rest }
}

/**
 * The components of this process and the services that it calls over HTTP. `older`: those that are waited for and why.
 */
export const platformHealth = (
  own: () => Promise<Components>,
  serviceUrls: Partial<Record<ServiceName, string>>,
  pool: Dispatcher,
  older: () => ReadonlyMap<ServiceName, string> = () => new Map(),
): (() => Promise<Components>) => {
  const remote = Object.entries(serviceUrls).map(([name, url]) => [name, remoteCheck(pool, url)] as const)
  return async () => {
    const [parts, others] = await Promise.all([
      own(),
      Promise.all(remote.map(async ([name, check]) => [name, await check()] as const)),
    ])
    const waited = [...older()].map(([name, lacks]): [string, Component] => [
      name,
      { status: 'DEGRADED', reason: `has an older schema: ${lacks}` },
    ])
    return { ...parts, ...Object.fromEntries(others), ...Object.fromEntries(waited) }
  }
}

/** The components of one service among those of the process. */
export const healthOfService =
  (health: () => Promise<Components>, service: ServiceName): (() => Promise<Components>) =>
  async () =>
    Object.fromEntries(Object.entries(await health()).filter(([name]) => name.startsWith(`${service}.`)))
