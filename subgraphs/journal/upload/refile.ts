import { codeOf } from '../../../db/errors.ts'
import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'
import type { Waker } from '../../kit/common/waker.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { auditedFile } from '../files/file-audit.rules.ts'
import { findFile } from '../files/files.store.ts'
import { isFetchRequested } from '../gaps/gaps.store.ts'
import { mainDayOf } from '../parse/misdated.rules.ts'
import { lockJournal } from '../parse/parse.store.ts'
import { insertParseRequest } from '../parse/parse-requests.store.ts'
import { updateJournalDate } from './refile.store.ts'
import { checkJournalDate, journalWindow } from './upload.rules.ts'
import { updateSentAgain } from './upload.store.ts'

type Env = {
  readonly outbox: Waker
  readonly maxAgeDays: number
  readonly platformTimeZone: string
  newId(): string
}

const UNIQUE_VIOLATION = '23505'

/** @throws DomainError BAD_USER_INPUT for a day that nothing of the file is of. */
const dayOf = ({ daysFound }: JournalFileRow, asked: string | null): string => {
  const day = asked ?? mainDayOf(daysFound)
  if (day === null || !daysFound.some(({ date }) => date === day))
    throw badInput('journalDate', `must be one of the days found: ${daysFound.map(({ date }) => date).join(', ')}`)
  return day
}

const updateDay = async (tx: TenantTx, { id }: JournalFileRow, day: string): Promise<JournalFileRow | null> => {
  try {
    return await updateJournalDate(tx, id, day)
  } catch (error) {
    // Perhaps of another institution, whose files the caller does not see.
    if (codeOf(error) === UNIQUE_VIOLATION)
      throw new DomainError('CONFLICT', `The journal of ${day} has the same bytes already; there is nothing to do.`)
    throw error
  }
}

const refile = async (tx: TenantTx, id: number, asked: string | null, env: Env & { readonly now: Date }) => {
  const known = await findFile(tx, id)
  if (known === null) return null
  // A parse that is under way would write what it found of the former day.
  await lockJournal(tx, known.atmId)
  const file = await findFile(tx, id)
  if (file === null) return null
  if (file.status !== 'MISDATED')
    throw new DomainError('CONFLICT', `The file is ${file.status}; only a MISDATED one is filed under another day.`)
  const day = dayOf(file, asked)
  checkJournalDate(day, journalWindow(env.now, file.timeZone ?? env.platformTimeZone, env.maxAgeDays))
  const refiled = await updateDay(tx, file, day)
  if (refiled === null) return null
  await updateSentAgain(tx, id, env.now)
  const reason = (await isFetchRequested(tx, file.atmId, day)) ? 'GAP_FETCH' : 'UPLOAD'
  await insertParseRequest(tx, refiled, reason, env)
  return refiled
}

/** The use case of filing a misdated journal under its own day; null for a file that is not the caller's. */
export const createRefile =
  (env: Env) =>
  async (
    id: number,
    journalDate: string | null,
    { write, now, audit }: OperationContext,
  ): Promise<JournalFileRow | null> => {
    const file = await write(async (tx) => {
      const before = await findFile(tx, id)
      const refiled = await refile(tx, id, journalDate, { ...env, now: now() })
      if (refiled !== null)
        await audit(tx, {
          ...auditedFile('refileJournalFile', refiled),
          before: { journalDate: before?.journalDate },
          after: { journalDate: refiled.journalDate },
        })
      return refiled
    })
    if (file !== null) env.outbox.wake()
    return file
  }
