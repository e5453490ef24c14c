import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import { DomainError } from '../../kit/common/errors.ts'
import type { Waker } from '../../kit/common/waker.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { auditedFile } from '../files/file-audit.rules.ts'
import { findFile } from '../files/files.store.ts'
import { findStandingId, insertReparseRequests, updateReparseRequested } from './parse-requests.store.ts'

type Env = { readonly outbox: Waker; newId(): string }

/**
 * @throws DomainError CONFLICT for a file whose day has another standing file: to read it would put it in the other's
 * place, which is what sending it again is for, and not what reading many files again is for.
 */
const requestReparse = async (tx: TenantTx, id: number, env: Env & { now: Date }): Promise<JournalFileRow | null> => {
  const file = await findFile(tx, id)
  if (file === null) return null
  const standing = await findStandingId(tx, file)
  // A misdated file stands for no day: there is nothing that it could take the place of.
  const hasRival = standing !== null && standing !== id && file.status !== 'RECEIVED' && file.status !== 'MISDATED'
  if (hasRival)
    throw new DomainError(
      'CONFLICT',
      `File ${standing} has taken the place of this one for the ATM and day. Have that one read again, ` +
        'or send this one again if it is to stand for the day.',
    )
  await insertReparseRequests(tx, [file], env)
  return updateReparseRequested(tx, id, env.now)
}

/** The use case of having a file read again; null for a file that does not exist or is not the caller's. */
export const createReparse =
  (env: Env) =>
  async (id: number, { write, now, audit }: OperationContext): Promise<JournalFileRow | null> => {
    const file = await write(async (tx) => {
      const requested = await requestReparse(tx, id, { ...env, now: now() })
      if (requested !== null) await audit(tx, auditedFile('reparseJournalFile', requested))
      return requested
    })
    if (file !== null) env.outbox.wake()
    return file
  }
