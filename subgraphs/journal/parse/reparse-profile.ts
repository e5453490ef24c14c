import type { TenantTx } from '../../../db/tenancy.ts'
import type { Waker } from '../../kit/common/waker.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { checkOwnProfile } from '../profiles/profiles.resolvers.ts'
import { findProfile } from '../profiles/profiles.store.ts'
import type { JournalProfileReparse } from '../schema.gen.ts'
import { insertReparseRequests } from './parse-requests.store.ts'
import { updateFilesToReparse, updateTextsToMask } from './reparse-profile.store.ts'

/** Files that one request queues: their messages are written in its transaction. */
const MAX_FILES = 5_000
/** Texts that one request marks. */
const MAX_TEXTS = 50_000

type Env = { readonly outbox: Waker; newId(): string }

const request = async (
  tx: TenantTx,
  institutionKey: string,
  env: { readonly now: Date; newId(): string },
): Promise<JournalProfileReparse> => {
  const { version, labelsVersion, writtenAt } = await findProfile(tx, institutionKey)
  // Without a profile there is nothing that could have changed.
  if (writtenAt === null) return { version, queued: 0, more: false, textsToMask: 0 }
  const files = await updateFilesToReparse(tx, { institutionKey, version, writtenAt }, env.now, MAX_FILES)
  await insertReparseRequests(tx, files, env)
  const textsToMask = await updateTextsToMask(tx, institutionKey, labelsVersion, MAX_TEXTS)
  return { version, queued: files.length, more: files.length === MAX_FILES || textsToMask === MAX_TEXTS, textsToMask }
}

/** The use case of parsing the files of an institution again by its present profile. */
export const createReparseProfile =
  (env: Env) =>
  async (
    institutionKey: string,
    { principal, write, now, audit }: OperationContext,
  ): Promise<JournalProfileReparse> => {
    checkOwnProfile(principal, institutionKey)
    const reparse = await write(async (tx) => {
      const requested = await request(tx, institutionKey, { newId: env.newId, now: now() })
      const about = { subjectType: 'JournalProfile', subjectId: institutionKey, institutionKey } as const
      await audit(tx, { action: 'reparseJournalProfile', ...about, before: null, after: requested })
      return requested
    })
    if (reparse.queued > 0) env.outbox.wake()
    return reparse
  }
