import { MINUTE_MS } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { untilDone } from '../../kit/jobs/portions.ts'
import { deafMsAt, type ProcessStart } from '../model/deaf-periods.rules.ts'
import { type PublisherEnv, publishChanges } from '../model/publish-changes.ts'
import { findDeafMs, insertDeafUntil } from './deaf-periods.store.ts'
import { type Judged, writeJudged } from './incident-changes.ts'
import { listTouchedSince } from './incident-entries.store.ts'
import { resolveLeftOf } from './manual-actions.rules.ts'
import { listIncidentsLocked } from './manual-actions.store.ts'
import {
  endOutages,
  listHitGroups,
  listHitInstitutions,
  OUTAGE_GROUPS,
  type OutageGroup,
  type OutageScope,
  type OutageSearch,
  takeIntoOutage,
  updateSearchBegun,
  updateSearchFinished,
} from './mass-outages.store.ts'
import { listOpenParts, listResolvedWithParts, type ResolvedOutage, updateFreed } from './outage-parts.store.ts'
import { openUnreachable, type SilenceLimit } from './unreachable.store.ts'

export type OutagesEnv = ProcessStart &
  PublisherEnv & {
    /** MASS_OUTAGE_ATMS: as many ATMs of an institution that go down together are a mass outage. */
    readonly massOutageAtms: number
    /** MASS_OUTAGE_PERCENT: such a share of a site's or a vendor's ATMs is one as well. */
    readonly massOutagePercent: number
  }

const PORTION = 1_000
/** No request is still at the parts of an outage that it resolved so long ago. */
const LEFT_AFTER_MS = 5 * MINUTE_MS

/** ATMs may be silent for longer where the platform was stopped, or could not hear them. */
const readSilenceLimit = async (env: OutagesEnv, now: Date): Promise<SilenceLimit> => {
  const { stores, connectedWithinMs: withinMs } = env
  const deafMs = await stores.asPlatform(async (tx) => {
    await insertDeafUntil(tx, now, withinMs)
    return findDeafMs(tx, now, withinMs)
  })
  const longerMs = Math.max(deafMsAt(env, now), deafMs)
  return { silentBefore: new Date(now.getTime() - withinMs - longerMs), withinMs }
}

/** Finds ATMs that became unreachable, and gathers those that went down together. */
const createSearch = (env: OutagesEnv, begun: OutageSearch, limit: SilenceLimit) => ({
  /** Opens the incidents of a portion of the ATMs; resolves to how many. */
  async openLost(): Promise<number> {
    return (await publishChanges(env, (tx) => openUnreachable(tx, limit, begun.begunAt))).length
  },
  hitGroups: (by: OutageGroup) => env.stores.asPlatform((tx) => listHitGroups(tx, by, env.massOutagePercent, begun)),
  hitInstitutions: () => env.stores.asPlatform((tx) => listHitInstitutions(tx, env.massOutageAtms, begun)),
  /** Takes a portion of the incidents into their mass outage; resolves to how many. */
  async gather(scope: OutageScope): Promise<number> {
    const changed = await publishChanges(env, async (tx) => {
      const taken = await takeIntoOutage(tx, scope, begun)
      return taken === null ? [] : [taken.outage, ...taken.children]
    })
    return Math.max(0, changed.length - 1)
  },
  finish: () => env.stores.asPlatform((tx) => updateSearchFinished(tx, begun)),
  endOver: () => publishChanges(env, (tx) => endOutages(tx, begun.begunAt)),
})

/**
 * Does to a portion of the open parts of a resolved mass outage what the request left that resolved it, in the name of
 * the same person; frees those to which something happened since, or whose outage ended by itself. Resolves to how
 * many.
 */
const completeParts = async (env: PublisherEnv, outage: ResolvedOutage, now: Date): Promise<number> => {
  const { id, resolvedBy: userId } = outage
  let completed = 0
  await publishChanges(env, async (tx) => {
    const rows = await listIncidentsLocked(tx, await listOpenParts(tx, id, 0, PORTION))
    const left = rows.filter(({ parentId, status }) => parentId === id && status !== 'RESOLVED')
    const ids = left.map((row) => row.id)
    const resolve = resolveLeftOf(outage, await listTouchedSince(tx, ids, outage.resolvedAt))
    const judged: Judged[] = []
    const freed: number[] = []
    for (const row of left) {
      const done = userId === null ? null : resolve(row, null, { userId, now })
      if (done === null) freed.push(row.id)
      else judged.push({ row, done })
    }
    if (userId !== null) await writeJudged(tx, judged, { userId, now }, env)
    completed = left.length
    return updateFreed(tx, freed)
  })
  if (completed > 0) env.wake()
  return completed
}

/**
 * Completes what was done to resolved mass outages, but not to all of their parts; resolves to how many these were.
 * `onFault` is called for an outage whose parts cannot be completed now; the others are not held up.
 */
const completeResolved = async (
  env: OutagesEnv,
  now: Date,
  { signal, onFault }: { readonly signal: AbortSignal | undefined; onFault(error: unknown): void },
): Promise<number> => {
  const before = new Date(now.getTime() - LEFT_AFTER_MS)
  let completed = 0
  for (const outage of await env.stores.asPlatform((tx) => listResolvedWithParts(tx, before)))
    try {
      completed += await untilDone(() => completeParts(env, outage, now), { signal })
    } catch (error) {
      signal?.throwIfAborted()
      onFault(error)
    }
  return completed
}

/**
 * Opens incidents of the ATMs whose heartbeats stopped, which the next heartbeat of each resolves; makes the incidents
 * of many ATMs that went down together parts of one mass outage; ends the mass outages that are over; and completes
 * what was done to resolved ones, but not to all of their parts.
 */
export const outagesJob = (env: OutagesEnv): JobDefinition => ({
  name: 'incident.outages',
  // Twice a minute: with the time until a run is queued and taken, an incident opens within a minute.
  cron: '*/30 * * * * *',
  timeZone: 'UTC',
  async run({ now, log, progress, signal }) {
    const begun = await env.stores.asPlatform((tx) => updateSearchBegun(tx, now))
    const search = createSearch(env, begun, await readSilenceLimit(env, begun.begunAt))
    const lost = await untilDone(search.openLost, {
      signal,
      progress: (total) => progress(`${total} ATMs are unreachable`),
    })
    const counts = { searched: 0, failed: 0, gathered: 0 }
    const gather = async (affected: readonly OutageScope[]) => {
      for (const outage of affected) {
        counts.searched += 1
        try {
          counts.gathered += await untilDone(() => search.gather(outage), {
            signal,
            progress: (total) => progress(`${total} incidents of ${outage.institutionKey} are parts of a mass outage`),
          })
        } catch (error) {
          signal?.throwIfAborted()
          // The others are not held up, nor are webhooks, which wait for the end of the search.
          counts.failed += 1
          log.warn({ err: error, institutionKey: outage.institutionKey }, 'the search for a mass outage failed')
        }
      }
    }
    // What is part of the outage of an institution is no part of a group's: each search sees what the one before left.
    await gather(await search.hitInstitutions())
    for (const by of OUTAGE_GROUPS) await gather(await search.hitGroups(by))
    await search.finish()
    const ended = await search.endOver()
    let incomplete = 0
    const completed = await completeResolved(env, begun.begunAt, {
      signal,
      onFault(error) {
        incomplete += 1
        log.warn({ err: error }, 'the parts of a resolved mass outage could not be completed')
      },
    })
    const outcome =
      `${lost} ATMs became unreachable, ${counts.gathered} incidents became parts of mass outages, ` +
      `${ended.filter(({ status }) => status === 'RESOLVED').length} of these ended` +
      (completed === 0 ? '' : `, ${completed} parts were open that a request had left`)
    if (counts.failed + incomplete === 0) return outcome
    throw new Error(
      `failed for ${counts.failed} of ${counts.searched} institutions and groups of ATMs` +
        `${incomplete === 0 ? '' : ` and for the parts of ${incomplete} resolved outages`}; ${outcome}`,
    )
  },
})
