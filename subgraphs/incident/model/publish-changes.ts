import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import type { IncidentChange } from '../../../schema/events/incident-changed.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import { incidentMessages, type PublishedIncident } from './incident-topics.ts'

/** What a job needs that changes incidents. */
export type PublisherEnv = {
  readonly stores: Stores
  readonly platformName: string
  now(): Date
  newId(): string
  /** Wakes the relay of the outbox. */
  wake(): void
}

/** What became of an incident, by its row after the change. */
export const changeOf = ({ status, version }: PublishedIncident): IncidentChange => {
  if (status === 'RESOLVED') return 'resolved'
  return version === 1 ? 'created' : 'updated'
}

/** Changes incidents in one transaction with their messages. Resolves to the incidents as they are now. */
export const publishChanges = async (
  env: PublisherEnv,
  work: (tx: PlatformTx) => Promise<readonly PublishedIncident[]>,
  change?: IncidentChange,
): Promise<readonly PublishedIncident[]> => {
  const changed = await env.stores.asPlatform(async (tx) => {
    const rows = await work(tx)
    const messages = rows.flatMap((row) => incidentMessages(row, change ?? changeOf(row), env.platformName))
    await insertOutbox(tx, 'incident', messages, env)
    return rows
  })
  if (changed.length > 0) env.wake()
  return changed
}
