import type { Stores } from '../../../db/tenancy.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import { incidentMessage } from '../model/incident-topics.ts'
import { deafMsAt, type Hearing } from './unreachable.rules.ts'
import { openUnreachable, type Silence } from './unreachable.store.ts'

export type UnreachableEnv = Hearing & {
  readonly stores: Stores
  readonly platformName: string
  now(): Date
  newId(): string
  /** Wakes the relay of the outbox. */
  wake(): void
}

const silenceAt = (env: UnreachableEnv, now: Date): Silence => ({
  silentBefore: new Date(now.getTime() - env.connectedWithinMs - deafMsAt(env, now)),
  withinMs: env.connectedWithinMs,
})

/** Each minute: opens incidents of the ATMs whose heartbeats stopped. The next heartbeat of each resolves it. */
export const unreachableJob = (env: UnreachableEnv): JobDefinition => ({
  name: 'incident.unreachable',
  cron: '* * * * *',
  timeZone: 'UTC',
  async run({ now, progress }) {
    const silence = silenceAt(env, now)
    let lost = 0
    for (;;) {
      const changed = await env.stores.asPlatform(async (tx) => {
        const rows = await openUnreachable(tx, silence, now)
        const messages = rows.map((row) =>
          incidentMessage(row, row.version === 1 ? 'created' : 'updated', env.platformName),
        )
        await insertOutbox(tx, 'incident', messages, env)
        return rows
      })
      if (changed.length === 0) break
      env.wake()
      lost += changed.length
      progress(`${lost} ATMs are unreachable`)
    }
    return `${lost} ATMs became unreachable`
  },
})
