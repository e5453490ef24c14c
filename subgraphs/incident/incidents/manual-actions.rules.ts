import { agentAtmIdFault } from '../../kit/auth/identifiers.rules.ts'
import { maskCardNumbers } from '../../kit/cards/card-numbers.ts'
import { SECOND_MS } from '../../kit/common/dates.ts'
import { badInput, badInputs, DomainError, type FieldFault, type JsonRecord } from '../../kit/common/errors.ts'
import { isLongerThan, longTextFaults } from '../../kit/common/text-faults.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import { FLAPPING, isKindShaped, KIND_WORDS, type Kind } from '../model/incident-kinds.rules.ts'
import { changesWith } from '../model/incident-state.rules.ts'
import type { IncidentInput, MutationBulkIncidentsArgs } from '../schema.gen.ts'
import { checkSees, type Receiver } from '../users/receivers.rules.ts'
import { causesOf } from './causes.rules.ts'
import type { NewEntry } from './incident-entries.store.ts'
import { incidentItemOf } from './incident-view.rules.ts'
import type { IncidentRow, NewIncident } from './incidents.store.ts'

/**
 * What a person does to an incident. Two things hold throughout:
 *
 * - What is already as it was asked for stays as it is, with its first time and user, and is no conflict even where the
 *   caller's version is an old one: a caller who repeats a request whose answer was lost cannot know the new version.
 * - A person has the last word. Flapping does not keep an incident open that a person resolves, although opening and
 *   resolving by hand count among the changes that make the next one flap; and what a person opened, the rules never
 *   resolve. An incident of kind POWER, opened by hand because the supply hums, would otherwise be resolved by the next
 *   heartbeat, a minute later. So the rules leave a manual incident open: events of its kind join it, as there is one
 *   open incident of a kind, and a person ends it.
 */

const MAX_TITLE_CHARS = 200

/**
 * A person's action on the clock of devices, which counts whole seconds. An event of the same second is taken for
 * later than what was done by hand: it is news, and who did it had not seen it.
 */
const deviceTimeOf = (now: Date): Date => new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS)

/** The kind that only the platform opens: what an outage is, and when it ends, comes from the incidents of its ATMs. */
const NEVER_BY_HAND: Kind = 'MASS_OUTAGE'

const kindFault = (kind: string): string | null => {
  if (!isKindShaped(kind)) return KIND_WORDS
  if (kind !== NEVER_BY_HAND) return null
  return `must not be ${NEVER_BY_HAND}, which only the platform opens; take a word of your own such as HOST_OUTAGE`
}

/** A manual incident as it was asked for, checked. */
export type WantedIncident = Pick<IncidentRow, 'kind' | 'severity' | 'title'> & {
  readonly atmId: number | null
  readonly agentAtmId: string | null
}

/** Checks the input of a manual incident. @throws DomainError BAD_USER_INPUT naming every faulty field. */
export const wantedIncidentOf = ({ atmId, agentAtmId, kind, severity, title }: IncidentInput): WantedIncident => {
  const faults: FieldFault[] = []
  const fault = (field: string, message: string) => faults.push({ field, message })
  const agent = textOrNull(agentAtmId)
  const agentFault = agent === null ? null : agentAtmIdFault(agent)
  if (agentFault !== null) fault('agentAtmId', agentFault)
  if (agent === null && typeof atmId !== 'number') fault('agentAtmId', 'is required, or atmId')
  const faultOfKind = kindFault(kind)
  if (faultOfKind !== null) fault('kind', faultOfKind)
  const shown = title.trim()
  if (shown === '') fault('title', 'must not be blank')
  if (isLongerThan(shown, MAX_TITLE_CHARS)) fault('title', `must have ${MAX_TITLE_CHARS} characters or fewer`)
  if (faults.length > 0) throw badInputs(faults)
  return { atmId: atmId ?? null, agentAtmId: agent, kind, severity, title: maskCardNumbers(shown) }
}

/** What was there before in the place of a new incident, and is carried on. */
export type PlaceBefore = { readonly clearedAt: Date | null; readonly changes: readonly number[] }

/** The record of a manual incident. It has no events yet; what occurred before it was opened cannot resolve it. */
export const openedByHand = (
  wanted: WantedIncident,
  atm: { readonly id: number; readonly agentAtmId: string; readonly institutionKey: string | null },
  before: PlaceBefore | null,
  now: Date,
): Omit<NewIncident, 'id'> => {
  const changes = changesWith(before?.changes ?? [], now.getTime())
  const occurred = deviceTimeOf(now)
  return {
    atmId: atm.id,
    agentAtmId: atm.agentAtmId,
    institutionKey: atm.institutionKey,
    kind: wanted.kind,
    severity: wanted.severity,
    title: wanted.title,
    source: 'MANUAL',
    occurrenceCount: 0,
    flapping: changes.length >= FLAPPING.changes,
    openedAt: now,
    firstEventAt: occurred,
    lastEventAt: occurred,
    clearedAt: before?.clearedAt ?? null,
    changes: [...changes],
  }
}

/** The incident as a conflict shows it. */
const currentOf = (row: IncidentRow): JsonRecord => JSON.parse(JSON.stringify(incidentItemOf(row)))

const conflict = (message: string, row: IncidentRow | null): DomainError =>
  new DomainError('CONFLICT', message, row === null ? {} : { current: currentOf(row) })

/** The refusal of a second open incident. `row` is null where the first is not the caller's to see. */
export const alreadyOpen = (kind: string, row: IncidentRow | null): DomainError =>
  conflict(`The ATM has an open incident of kind ${kind} already; there is one at a time.`, row)

/** @throws DomainError CONFLICT with the incident as it is. */
const checkVersion = (row: IncidentRow, version: number | null): void => {
  if (version === null || version === row.version) return
  throw conflict(`The incident has version ${row.version} by now, not ${version}; look at it again.`, row)
}

/** What an action changes of an incident, and what is kept of it; null where it changes nothing. */
export type IncidentChanges = Partial<IncidentRow> & Pick<IncidentRow, 'version'>
/** A missed target has no author. */
type ManualEntry = Pick<NewEntry, 'toUserId' | 'text'> & {
  readonly kind: Exclude<NewEntry['kind'], 'TARGET_MISSED' | `WEBHOOK_${string}`>
}
export type Done = { readonly changes: IncidentChanges; readonly entry: ManualEntry }
/**
 * Who acts, and when. `repeated`: for a part, its mass outage, where that was as it was asked for already; of one
 * without an owner `ownedSince` is when it was released.
 */
export type Actor = { readonly userId: string; readonly now: Date; readonly repeated?: IncidentRow | undefined }
export type ManualAction = (row: IncidentRow, version: number | null, by: Actor) => Done | null

/**
 * Whether somebody was given a part after its outage got the owner that it has, or lost the last one: a
 * request that is repeated completes
 * what the first one left, and takes nothing back.
 */
export const isGivenSince = ({ ownedSince }: IncidentRow, { repeated }: Actor): boolean =>
  repeated !== undefined && ownedSince !== null && (repeated.ownedSince === null || ownedSince > repeated.ownedSince)

/**
 * Acknowledges an incident; null where it is acknowledged already.
 * @throws DomainError CONFLICT for another version, or one that is resolved or suppressed.
 */
export const acknowledge: ManualAction = (row, version, { userId, now }) => {
  if (row.status === 'RESOLVED') throw conflict('The incident is resolved; there is nothing to take up.', row)
  if (row.status === 'SUPPRESSED')
    throw conflict('A maintenance window suppresses the incident; it can be taken up when that is over.', row)
  if (row.status === 'ACKNOWLEDGED') return null
  checkVersion(row, version)
  return {
    changes: { status: 'ACKNOWLEDGED', acknowledgedAt: now, acknowledgedByUserId: userId, version: row.version + 1 },
    entry: { kind: 'ACKNOWLEDGED' },
  }
}

const later = (a: Date | null, b: Date): Date => (a === null || a < b ? b : a)

/** The cause of an incident, as the user who resolves it gives it. */
export type Cause = { readonly cause: string | null; readonly causeText: string | null }

const MAX_TEXT_CHARS = 4_000

/** A text of somebody's, without card numbers; null for none. @throws DomainError BAD_USER_INPUT for a long one. */
const wordsOf = (field: string, text: string | null): string | null => {
  const shown = text?.trim() ?? ''
  if (isLongerThan(shown, MAX_TEXT_CHARS)) throw badInput(field, `must have ${MAX_TEXT_CHARS} characters or fewer`)
  return shown === '' ? null : maskCardNumbers(shown)
}

/**
 * Resolves an incident; null where it is resolved already. The action throws CONFLICT for another version, and
 * BAD_USER_INPUT for a cause that its kind does not have.
 * @throws DomainError BAD_USER_INPUT for a long text.
 */
export const resolveWith = ({ cause, causeText }: Cause): ManualAction => {
  const text = wordsOf('causeText', causeText)
  return (row, version, { now }) => {
    if (row.status === 'RESOLVED') return null
    checkVersion(row, version)
    const causes = causesOf(row.kind)
    if (cause !== null && !causes.includes(cause))
      throw badInput('cause', `must be one of ${causes.join(', ')} for an incident of kind ${row.kind}`)
    return {
      changes: {
        status: 'RESOLVED',
        resolution: 'MANUAL',
        resolvedAt: now,
        clearedAt: later(row.clearedAt, deviceTimeOf(now)),
        changes: [...changesWith(row.changes, now.getTime())],
        cause,
        causeText: text,
        version: row.version + 1,
      },
      entry: { kind: 'RESOLVED', text },
    }
  }
}

/**
 * Resolves a part that was left open by the request that resolved its mass outage, as of that instant. Null where it is
 * resolved, and where something came since, or a person did something to it: who resolved the outage had not seen that.
 * `touched`: the parts to which persons did something since.
 */
export const resolveLeftOf =
  (
    { cause, causeText, resolvedAt }: Cause & { readonly resolvedAt: Date },
    touched: ReadonlySet<number>,
  ): ManualAction =>
  (row, version, by) => {
    const { id, lastEventAt, kind } = row
    if (touched.has(id) || lastEventAt >= deviceTimeOf(resolvedAt)) return null
    if (cause !== null && !causesOf(kind).includes(cause)) return null
    const done = resolveWith({ cause, causeText })(row, version, { ...by, now: resolvedAt })
    return done === null ? null : { ...done, changes: { ...done.changes, resolvedAt: by.now } }
  }

/**
 * Gives an incident to a user; null where it is theirs, or a part that was given away since.
 * @throws DomainError CONFLICT for another version, or a resolved one; BAD_USER_INPUT for one that they do not see.
 */
export const assignTo =
  (receiver: Receiver): ManualAction =>
  (row, version, by) => {
    const { userId: ownerUserId } = receiver
    if (row.status === 'RESOLVED') throw conflict('The incident is resolved; there is nothing to work on.', row)
    if (row.ownerUserId === ownerUserId || isGivenSince(row, by)) return null
    checkVersion(row, version)
    checkSees(receiver, row.institutionKey)
    return {
      changes: { ownerUserId, ownedSince: by.now, version: row.version + 1 },
      entry: { kind: 'ASSIGNED', toUserId: ownerUserId },
    }
  }

/**
 * Takes the owner away; null where there is none, or of a part that was given away since.
 * @throws DomainError CONFLICT for another version, or a resolved incident, whose owner is who worked on it.
 */
export const release: ManualAction = (row, version, by) => {
  if (row.ownerUserId === null || isGivenSince(row, by)) return null
  if (row.status === 'RESOLVED') throw conflict('The incident is resolved; it keeps the owner that it had.', row)
  checkVersion(row, version)
  return { changes: { ownerUserId: null, ownedSince: null, version: row.version + 1 }, entry: { kind: 'RELEASED' } }
}

/** The text of a note as it is kept. @throws DomainError BAD_USER_INPUT for a blank or a long one. */
export const noteOf = (given: string): string => {
  const text = wordsOf('text', given)
  if (text === null) throw badInput('text', 'must not be blank')
  return text
}

const MAX_USER_ID_CHARS = 200

/** The user whom somebody names as an owner. @throws DomainError BAD_USER_INPUT */
export const namedUser = (given: string): string => {
  const userId = given.trim()
  if (userId === '') throw badInput('userId', 'must not be blank; leave it out to take the incident yourself')
  if (isLongerThan(userId, MAX_USER_ID_CHARS))
    throw badInput('userId', `must have ${MAX_USER_ID_CHARS} characters or fewer`)
  return userId
}

const MAX_BULK_CHARS = { userId: MAX_USER_ID_CHARS, text: MAX_TEXT_CHARS, causeText: MAX_TEXT_CHARS } as const

/** Checks the texts of a bulk action, those that it does not use too. @throws DomainError BAD_USER_INPUT */
export const checkBulkTexts = (given: Pick<MutationBulkIncidentsArgs, keyof typeof MAX_BULK_CHARS>): void => {
  const faults = longTextFaults(given, MAX_BULK_CHARS)
  if (faults.length > 0) throw badInputs(faults)
}

const MAX_IDS = 500

/** The distinct incidents of a bulk action. @throws DomainError BAD_USER_INPUT for none, or too many. */
export const namedIncidents = (ids: readonly number[]): readonly number[] => {
  if (ids.length === 0 || ids.length > MAX_IDS) throw badInput('ids', `must name 1 to ${MAX_IDS} incidents`)
  return [...new Set(ids)]
}
