import { DAY_MS } from '../../kit/common/dates.ts'
import type { JournalParseQueue, MutationResolvers, QueryResolvers } from '../schema.gen.ts'
import { listPartialReasons, listWaitingFiles, type PartialReason, type WaitingFiles } from './parse-queue.store.ts'
import { createReparse } from './reparse.ts'
import { createReparseProfile } from './reparse-profile.ts'

/** For how long files count that are PARTIAL. */
const PARTIAL_DAYS = 7

/** Each institution with what waits and what is PARTIAL; those with nothing that waits come last. */
const parseQueues = (
  waiting: readonly WaitingFiles[],
  partial: readonly PartialReason[],
  at: number,
): JournalParseQueue[] => {
  const reasons = Map.groupBy(partial, ({ institutionKey }) => institutionKey)
  const waits = new Set(waiting.map(({ institutionKey }) => institutionKey))
  const others = [...reasons.keys()].filter((key) => !waits.has(key))
  return [
    ...waiting.map((files) => ({
      ...files,
      oldestWaitSeconds: Math.max(0, Math.floor((at - files.oldestReceivedAt.getTime()) / 1_000)),
      partial: reasons.get(files.institutionKey) ?? [],
    })),
    ...others.map((institutionKey) => ({
      ...{ institutionKey, waiting: 0, oldestReceivedAt: null, oldestWaitSeconds: null },
      partial: reasons.get(institutionKey) ?? [],
    })),
  ]
}

/** Having files read: what waits, and asking for it. */
export const createParseQueueResolvers = (env: Parameters<typeof createReparse>[0]) => {
  const reparse = createReparse(env)
  const reparseProfile = createReparseProfile(env)
  const queries: Pick<QueryResolvers, 'journalParseQueue'> = {
    journalParseQueue: async (_source, _args, { read, now }) => {
      const at = now().getTime()
      const since = new Date(at - PARTIAL_DAYS * DAY_MS)
      const [waiting, partial] = await read((tx) => Promise.all([listWaitingFiles(tx), listPartialReasons(tx, since)]))
      return parseQueues(waiting, partial, at)
    },
  }
  const mutations: Pick<MutationResolvers, 'reparseJournalFile' | 'reparseJournalProfile'> = {
    reparseJournalFile: (_source, { id }, context) => reparse(id, context),
    reparseJournalProfile: (_source, { institutionKey }, context) => reparseProfile(institutionKey, context),
  }
  return { Query: queries, Mutation: mutations }
}
