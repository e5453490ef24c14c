import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { untilDone } from '../../kit/jobs/portions.ts'
import { type PublisherEnv, publishChanges } from '../model/publish-changes.ts'
import { resolveQuietIncidents } from './quiet-time.store.ts'

/** Each minute: ends the incidents without an event for the time of their rule. */
export const quietTimeJob = (env: PublisherEnv): JobDefinition => ({
  name: 'incident.quiet-time',
  cron: '* * * * *',
  timeZone: 'UTC',
  async run({ now, progress, signal }) {
    let resolved = 0
    const changed = await untilDone(
      async () => {
        const rows = await publishChanges(env, (tx) => resolveQuietIncidents(tx, now))
        resolved += rows.filter(({ status }) => status === 'RESOLVED').length
        return rows.length
      },
      { signal, progress: () => progress(`${resolved} incidents resolved`) },
    )
    return `${resolved} incidents resolved, ${changed - resolved} no longer flapping`
  },
})
