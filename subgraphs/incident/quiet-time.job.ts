import type { Stores } from '../../db/tenancy.ts'
import { type IncidentChanged, incidentTopic } from '../../schema/events/incident-changed.ts'
import type { JobDefinition } from '../kit/jobs.ts'
import { insertOutbox, type OutboxRow } from '../kit/outbox.ts'
import { type QuietChange, resolveQuietIncidents } from './quiet-time.store.ts'

export type QuietTimeEnv = {
  readonly stores: Stores
  readonly platformName: string
  now(): Date
  newId(): string
  /** Wakes the relay of the outbox. */
  wake(): void
}

const messageOf = ({ id, institutionKey, ...incident }: QuietChange, platformName: string): OutboxRow => {
  const data: IncidentChanged = { incidentId: id, ...incident }
  const change = incident.status === 'RESOLVED' ? 'resolved' : 'updated'
  return { topic: incidentTopic(platformName, change), key: incident.agentAtmId, institutionKey, data }
}

/** Each minute: ends the incidents of which nothing was heard for the time of their rule. */
export const quietTimeJob = (env: QuietTimeEnv): JobDefinition => ({
  name: 'incident.quiet-time',
  cron: '* * * * *',
  timeZone: 'UTC',
  async run({ now, progress }) {
    let resolved = 0
    let calmed = 0
    for (;;) {
      const changed = await env.stores.asPlatform(async (tx) => {
        const rows = await resolveQuietIncidents(tx, now)
        await insertOutbox(
          tx,
          'incident',
          rows.map((row) => messageOf(row, env.platformName)),
          env,
        )
        return rows
      })
      if (changed.length === 0) break
      env.wake()
      const over = changed.filter(({ status }) => status === 'RESOLVED').length
      resolved += over
      calmed += changed.length - over
      progress(`${resolved} incidents resolved`)
    }
    return `${resolved} incidents resolved, ${calmed} no longer flapping`
  },
})
