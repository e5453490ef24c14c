import { z } from 'zod'
import type { Stores } from '../../db/tenancy.ts'
import type { Calls } from '../kit/calls.ts'
import type { JobDefinition } from '../kit/jobs.ts'
import { updateDescriptions, updateStates } from './status.store.ts'

const PAGE = 2_000
const TIMEOUT_MS = 30_000
/** Looked back beyond the last run, so that what was committed late or stamped by another clock is not missed. */
const OVERLAP_MS = 120_000

const atmPage = z.array(
  z.object({
    atmId: z.number(),
    agentAtmId: z.string(),
    institutionKey: z.string().nullable(),
    name: z.string().nullable(),
    siteName: z.string().nullable(),
    lastHeartbeatAt: z.iso
      .datetime()
      .nullable()
      .transform((text) => (text === null ? null : new Date(text))),
    serviceState: z.enum(['IN_SERVICE', 'OUT_OF_SERVICE', 'IN_SUPERVISOR', 'UNKNOWN']),
    sequence: z.number(),
  }),
)

type Env = { readonly calls: Calls; readonly stores: Stores; now(): Date }

const readPage = async (env: Env, changedSince: Date | null, afterId: number) => {
  const answer = await env.calls.request('incident', {
    method: 'GET',
    path: '/api/internal/atms',
    query: { changedSince: changedSince?.toISOString(), afterId, limit: PAGE },
    as: { kind: 'internal' },
    timeoutMs: TIMEOUT_MS,
  })
  if (answer.status !== 200) throw new Error(`the incident service answered ${answer.status}`)
  return atmPage.parse(answer.body)
}

/**
 * Asks the incident service for ATMs and states that changed and takes over what differs or is missing,
 * so that a mirror lost in an outage heals. The first run of a process looks at every ATM.
 */
export const reconcileJob = (env: Env): JobDefinition => {
  let reconciledTo: Date | null = null
  return {
    name: 'devices.reconcile',
    cron: '*/5 * * * *',
    timeZone: 'UTC',
    async run({ progress }) {
      const startedAt = env.now()
      const changedSince = reconciledTo === null ? null : new Date(reconciledTo.getTime() - OVERLAP_MS)
      const sum = { seen: 0, states: 0, descriptions: 0 }
      for (let afterId = 0; ; ) {
        const atms = await readPage(env, changedSince, afterId)
        const last = atms.at(-1)
        if (last === undefined) break
        const taken = await env.stores.asPlatform(async (tx) => ({
          states: await updateStates(
            tx,
            atms.filter(({ sequence }) => sequence > 0),
            env.now(),
          ),
          descriptions: await updateDescriptions(tx, atms),
        }))
        sum.seen += atms.length
        sum.states += taken.states
        sum.descriptions += taken.descriptions
        progress(`${sum.seen} ATMs looked at`)
        if (atms.length < PAGE) break
        afterId = last.atmId
      }
      reconciledTo = startedAt
      return `${sum.seen} ATMs looked at, ${sum.states} states and ${sum.descriptions} descriptions taken over`
    },
  }
}
