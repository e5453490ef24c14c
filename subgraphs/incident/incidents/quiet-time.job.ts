import type { Stores } from '../../../db/tenancy.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import { incidentMessages } from '../model/incident-topics.ts'
import { resolveQuietIncidents } from './quiet-time.store.ts'

export type QuietTimeEnv = {
  readonly stores: Stores
  readonly platformName: string
  now(): Date
  newId(): string
  /** Wakes the relay of the outbox. */
  wake(): void
}

/** Each minute: ends the incidents without an event for the time of their rule. */
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
          rows.flatMap((row) =>
            incidentMessages(row, row.status === 'RESOLVED' ? 'resolved' : 'updated', env.platformName),
          ),
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
