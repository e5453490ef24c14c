import { createFairGate, type FairGate } from '../sharing/fair-gate.ts'
import { MAX_CONNECTIONS } from './calls.ts'

/** How many requests may wait for a connection to one address. */
const MAX_WAITING = 4_000

/**
 * The gate before the connections of a pool to the address of a URL. Callers share them, whether the graph calls a
 * service for them or their requests are forwarded: one caller's slow or many requests leave some to others.
 */
export type ServiceGates = (url: string) => FairGate

/** Creates the gates of one pool, one for each address that services are configured with. */
export const createServiceGates = (): ServiceGates => {
  const known = new Map<string, FairGate>()
  return (url) => {
    const { origin } = new URL(url)
    const gate = known.get(origin) ?? createFairGate({ places: MAX_CONNECTIONS, maxWaiting: MAX_WAITING })
    known.set(origin, gate)
    return gate
  }
}
