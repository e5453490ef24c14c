import type { Registry } from 'prom-client'
import type { Stores } from '../../../db/tenancy.ts'
import { addToGauge, type Sample } from './metrics.ts'

/** Publishes how the connections of stores are used. `pool`: a name of ours. */
export const watchConnections = (metrics: Registry, pool: string, { usage }: Pick<Stores, 'usage'>): void => {
  if (usage === undefined) return
  addToGauge(
    metrics,
    {
      name: 'fleetops_database_connections',
      help: 'Connections of a pool to the database: busy or idle',
      labelNames: ['pool', 'role', 'state'],
    },
    () =>
      usage().flatMap(({ role, busy, idle }): Sample[] => [
        { labels: { pool, role, state: 'busy' }, value: busy },
        { labels: { pool, role, state: 'idle' }, value: idle },
      ]),
  )
  const labelNames = ['pool', 'role']
  addToGauge(
    metrics,
    { name: 'fleetops_database_connections_max', help: 'Connections that a pool may open', labelNames },
    () => usage().map(({ role, max }) => ({ labels: { pool, role }, value: max })),
  )
  addToGauge(
    metrics,
    {
      name: 'fleetops_database_waiting',
      help: 'Transactions that wait for a connection of a pool, or for the share that their caller has of it',
      labelNames,
    },
    () => usage().map(({ role, waiting }) => ({ labels: { pool, role }, value: waiting })),
  )
}
