import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import type { Stores, TenantTx } from '../../../db/tenancy.ts'
import type { FindAtm, KnownAtm } from '../../domain/atm-directory.ts'
import { isRetired } from '../../domain/retired-atms.rules.ts'
import { checkAgentAtmId, INSTITUTION_KEY_WORDS, isInstitutionKey } from '../../kit/auth/identifiers.rules.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { soleInstitution } from '../../kit/auth/visibility.rules.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'
import type { Waker } from '../../kit/common/waker.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import type { ByteStream } from '../../kit/rest/answer.ts'
import { createFairGate } from '../../kit/sharing/fair-gate.ts'
import { type Holder, holderOf } from '../../kit/sharing/shares.rules.ts'
import { findContentId, insertChunks, insertContent, updateOutdated } from '../content/content.store.ts'
import { auditedFile } from '../files/file-audit.rules.ts'
import { findFileByHash, insertFile } from '../files/files.store.ts'
import { MASKING_VERSION } from '../formats/masking/masking.ts'
import { isFetchRequested } from '../gaps/gaps.store.ts'
import { insertParseRequest, updateReparseRequested } from '../parse/parse-requests.store.ts'
import { type CurrentProfile, findProfile } from '../profiles/profiles.store.ts'
import type { Intake, TakeIn } from './intake.ts'
import { checkJournalDate, claimedInstitution, journalWindow, placeOf } from './upload.rules.ts'
import { isLastSent, updateSentAgain } from './upload.store.ts'

/**
 * Files that are being stored at once, of one institution half as many: more would keep other requests from the
 * connections to the database.
 */
const MAX_STORING = 6
/** Of large ones, as the driver holds several times of what it is given. */
const MAX_STORING_LARGE = 1
/** How long a file that has been taken in may wait to be stored; it keeps its place of the intake meanwhile. */
const PATIENCE_MS = 60_000

type Env = {
  readonly stores: Stores
  readonly findAtm: FindAtm
  readonly takeIn: TakeIn['takeIn']
  readonly outbox: Waker
  readonly maxAgeDays: number
  readonly platformTimeZone: string
  newId(): string
}

/** What a caller sends. */
export type UploadRequest = {
  readonly agentAtmId: string
  readonly journalDate: string
  readonly institutionKey: string | null
  readonly file: ByteStream
}

/** The file, whether it was there already, and whether anything was stored. */
export type Uploaded = { readonly file: JournalFileRow; readonly known: boolean; readonly changed: boolean }

type Place = Pick<JournalFileRow, 'institutionKey' | 'atmId' | 'agentAtmId' | 'journalDate' | 'timeZone'>

/** @throws DomainError BAD_USER_INPUT for a key that no token can hold; blank is none. */
const checkInstitutionKey = (key: string | null): void => {
  if (key !== null && key.trim() !== '' && !isInstitutionKey(key))
    throw badInput('institutionKey', INSTITUTION_KEY_WORDS)
}

/** Who is charged for an upload's place: the ATM if the agent proxy passed the file on, otherwise the caller. */
const senderOf = (principal: Principal, { institutionKey, agentAtmId }: Omit<Place, 'journalDate'>): Holder =>
  principal.role === 'INTERNAL' ? { group: institutionKey, member: `atm ${agentAtmId}` } : holderOf(principal)

type ForUpload = Pick<Env, 'newId'> & { readonly now: Date }

/**
 * Finds the file that holds the same bytes. Sent again, it is what the day is to show, if another one has taken its
 * place or is about to, and one that could not be read waits to be read again.
 * @throws DomainError CONFLICT where the file is another institution's.
 */
const takeUpKnown = async (tx: TenantTx, of: Place & Pick<Intake, 'sha256'>, env: ForUpload): Promise<Uploaded> => {
  const known = await findFileByHash(tx, of)
  // It is another institution's, whether the caller may see that one or not: the ATM has changed hands since.
  if (known === null || known.institutionKey !== of.institutionKey)
    throw new DomainError('CONFLICT', 'This journal was stored when the ATM was another institution’s.')
  if (await isLastSent(tx, known)) return { file: known, known: true, changed: false }
  await insertParseRequest(tx, known, 'REPARSE', env)
  await updateSentAgain(tx, known.id, env.now)
  return { file: (await updateReparseRequested(tx, known.id, env.now)) ?? known, known: true, changed: true }
}

/** What was taken in, and by which version of its institution's labels it is masked. */
type MaskedIntake = Intake & { readonly labelsVersion: number }

/**
 * Stores the text, unless the institution has the same bytes already. Returns its id. A sender takes minutes: where
 * the labels by which it was masked have been replaced meanwhile, it is marked to be masked again.
 */
const storeContent = async (tx: TenantTx, institutionKey: string, intake: MaskedIntake): Promise<number> => {
  const { sha256, sizeBytes, labelsVersion } = intake
  const masked = { maskingVersion: MASKING_VERSION, labelsVersion }
  const contentId = await insertContent(tx, { institutionKey, sha256, sizeBytes, ...masked })
  if (contentId === null) {
    const known = await findContentId(tx, { institutionKey, sha256 })
    if (known === null) throw new Error('a content is there already and cannot be found')
    return known
  }
  for (const chunks of intake.batches()) await insertChunks(tx, { contentId, institutionKey }, chunks)
  await updateOutdated(tx, { id: contentId, institutionKey })
  return contentId
}

/** Stores a file, its text and the request to parse it; or finds the file that holds the same bytes. */
const storeFile = async (tx: TenantTx, place: Place, intake: MaskedIntake, env: ForUpload): Promise<Uploaded> => {
  const { sha256, sizeBytes } = intake
  const contentId = await storeContent(tx, place.institutionKey, intake)
  const file = await insertFile(tx, { ...place, sha256, sizeBytes, contentId, receivedAt: env.now })
  if (file === null) return takeUpKnown(tx, { ...place, sha256 }, env)
  const reason = (await isFetchRequested(tx, file.atmId, file.journalDate)) ? 'GAP_FETCH' : 'UPLOAD'
  await insertParseRequest(tx, file, reason, env)
  return { file, known: false, changed: true }
}

const sentOf = ({ file: { agentAtmId, journalDate, sizeBytes, sha256 }, known }: Uploaded) =>
  ({ agentAtmId, journalDate, sizeBytes, sha256, known }) as const

/** The labels of an institution; in a transaction of its own, as a sender may take its time after it. */
const findLabels = (stores: Stores, principal: Principal, institutionKey: string): Promise<CurrentProfile> =>
  stores.inTenant(principal, (tx) => findProfile(tx, institutionKey), { mode: 'read' })

/** The use case of an upload, the same for both endpoints. */
export const createUpload = (env: Env) => {
  const small = createFairGate({ places: MAX_STORING })
  const large = createFairGate({ places: MAX_STORING_LARGE })
  const store = (
    intake: MaskedIntake,
    to: { place: Place; holder: Holder; now: Date },
    context: OperationContext,
  ): Promise<Uploaded> => {
    const { place, holder, now } = to
    const storing = intake.isLarge() ? large : small
    return storing.through({ holder, patienceMs: PATIENCE_MS }, () =>
      context.write(async (tx) => {
        const uploaded = await storeFile(tx, place, intake, { newId: env.newId, now })
        if (uploaded.changed)
          await context.audit(tx, { ...auditedFile('uploadJournalFile', uploaded.file), after: sentOf(uploaded) })
        return uploaded
      }),
    )
  }
  /** The ATM; one of no institution, such as a new one, gets that of a token that names one; a retired one none. */
  const find = async (agentAtmId: string, claimed: string | null, principal: Principal): Promise<KnownAtm | null> => {
    const known = await env.findAtm(agentAtmId, claimed)
    const only = soleInstitution(principal)
    const isOfNone = claimed === null && (known === null || (known.institutionKey === null && !known.retired))
    return isOfNone && only !== null ? env.findAtm(agentAtmId, only) : known
  }
  return async (request: UploadRequest, context: OperationContext): Promise<Uploaded> => {
    const { journalDate, file } = request
    const { principal } = context
    const agentAtmId = request.agentAtmId.trim()
    checkAgentAtmId(agentAtmId)
    checkInstitutionKey(request.institutionKey)
    const now = context.now()
    // No place on earth is further from UTC than this; asked before a new ATM is registered for nothing.
    const widest = {
      from: journalWindow(now, 'Etc/GMT+12', env.maxAgeDays).from,
      to: journalWindow(now, 'Etc/GMT-14', 0).to,
    }
    checkJournalDate(journalDate, widest)
    const claimed = claimedInstitution(principal, request.institutionKey)
    const atm = placeOf(await find(agentAtmId, claimed, principal), claimed, principal)
    checkJournalDate(journalDate, journalWindow(now, atm.timeZone ?? env.platformTimeZone, env.maxAgeDays))
    if (atm.retired) throw isRetired()
    const holder = senderOf(principal, atm)
    const { customerLabels: labels, labelsVersion } = await findLabels(env.stores, principal, atm.institutionKey)
    const to = { place: { ...atm, journalDate }, holder, now }
    const uploaded = await env.takeIn(file, { holder, labels }, (intake) =>
      store({ ...intake, labelsVersion }, to, context),
    )
    env.outbox.wake()
    return uploaded
  }
}
