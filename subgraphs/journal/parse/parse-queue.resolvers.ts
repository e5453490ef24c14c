import type { MutationResolvers, QueryResolvers } from '../schema.gen.ts'
import { listWaitingFiles } from './parse-queue.store.ts'
import { createReparse } from './reparse.ts'

/** Having files read: what waits, and asking for it. */
export const createParseQueueResolvers = (env: Parameters<typeof createReparse>[0]) => {
  const reparse = createReparse(env)
  const queries: Pick<QueryResolvers, 'journalParseQueue'> = {
    journalParseQueue: async (_source, _args, { read, now }) => {
      const waiting = await read(listWaitingFiles)
      const waitedSeconds = (since: Date) => Math.max(0, Math.floor((now().getTime() - since.getTime()) / 1_000))
      return waiting.map((files) => ({ ...files, oldestWaitSeconds: waitedSeconds(files.oldestReceivedAt) }))
    },
  }
  const mutations: Pick<MutationResolvers, 'reparseJournalFile'> = {
    reparseJournalFile: (_source, { id }, context) => reparse(id, context),
  }
  return { Query: queries, Mutation: mutations }
}
