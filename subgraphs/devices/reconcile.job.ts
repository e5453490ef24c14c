import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Stores } from '../../db/tenancy.ts'
import {
  ATM_ATTRIBUTES,
  choiceAttributes,
  degreesAttributes,
  ofEach,
  textAttributes,
  unlistedOf,
  wordsAttributes,
} from '../../schema/atm-attributes.rules.ts'
import type { Calls } from '../kit/calls/calls.ts'
import type { JobDefinition } from '../kit/jobs/jobs.ts'
import { updateDescriptions, updateStates } from './status.store.ts'

/** Few enough that other work in the process does not wait long for one page to be read and compared. */
const PAGE = 500
/** Between two pages the database and the process are left to the requests of users: a large fleet has many pages. */
const PAUSE_MS = 50
const TIMEOUT_MS = 30_000

const instant = z.iso
  .datetime()
  .nullable()
  .default(null)
  .transform((text) => (text === null ? null : new Date(text)))

const atmPage = z.array(
  z.object({
    atmId: z.number(),
    agentAtmId: z.string(),
    institutionKey: z.string().nullable(),
    ...ofEach(textAttributes, () => z.string().nullable().default(null)),
    ...ofEach(degreesAttributes, () => z.number().nullable().default(null)),
    ...ofEach(choiceAttributes, (name) => z.enum(ATM_ATTRIBUTES[name].choices).nullable().default(null)),
    ...ofEach(wordsAttributes, () => z.array(z.string()).nullable().default(null)),
    registeredAt: z.iso.datetime().nullable().default(null),
    retiredAt: z.iso.datetime().nullable().default(null),
    mergedIntoId: z.number().nullable().default(null),
    lastHeartbeatAt: instant,
    serviceState: z.enum(['IN_SERVICE', 'OUT_OF_SERVICE', 'IN_SUPERVISOR', 'UNKNOWN']),
    sequence: z.number(),
    serviceStateChangedAt: instant,
    stateAt: instant,
    edition: z.number(),
  }),
)

type Env = { readonly calls: Calls; readonly stores: Stores; now(): Date }

const readPage = async (env: Env, afterId: number) => {
  const answer = await env.calls.request('incident', {
    method: 'GET',
    path: '/api/internal/atms',
    query: { afterId, limit: PAGE },
    as: { kind: 'internal' },
    timeoutMs: TIMEOUT_MS,
  })
  if (answer.status !== 200) throw new Error(`the incident service answered ${answer.status}`)
  return atmPage.parse(answer.body).map(({ serviceStateChangedAt, stateAt, ...atm }) => ({
    ...atm,
    occurredAt: serviceStateChangedAt,
    reportedAt: stateAt,
    record:
      atm.registeredAt === null
        ? null
        : {
            ...unlistedOf(atm),
            ...{ registeredAt: atm.registeredAt, retiredAt: atm.retiredAt, mergedIntoId: atm.mergedIntoId },
          },
  }))
}

/**
 * Asks the incident service for its ATMs and their states, and takes over what differs or is missing, so that a mirror
 * lost in an outage heals. Each run looks at every ATM: nearly all send a heartbeat between two runs anyway, and so it
 * rests on no clock, no memory of a process and no mark of what changed.
 */
export const reconcileJob = (env: Env): JobDefinition => ({
  name: 'devices.reconcile',
  cron: '*/5 * * * *',
  timeZone: 'UTC',
  async run({ progress, signal }) {
    const sum = { seen: 0, states: 0, descriptions: 0 }
    for (let afterId = 0; ; ) {
      signal?.throwIfAborted()
      const atms = await readPage(env, afterId)
      const last = atms.at(-1)
      if (last === undefined) break
      const withState = atms.filter(({ sequence }) => sequence > 0)
      // Apart: each locks its rows in the order of the ids, and one after the other they might cross a flood of
      // states that does the same.
      sum.states += await env.stores.asPlatform((tx) => updateStates(tx, withState, env.now()))
      sum.descriptions += await env.stores.asPlatform((tx) => updateDescriptions(tx, atms))
      sum.seen += atms.length
      progress(`${sum.seen} ATMs looked at`)
      if (atms.length < PAGE) break
      afterId = last.atmId
      await delay(PAUSE_MS, undefined, { signal })
    }
    return `${sum.seen} ATMs looked at, ${sum.states} states and ${sum.descriptions} descriptions taken over`
  },
})
