import { badInput, badInputs } from '../../kit/common/errors.ts'
import { longTextFaults } from '../../kit/common/text-faults.ts'
import { isGivenSince, type ManualAction, namedUser, noteOf } from '../incidents/manual-actions.rules.ts'
import type { HandoverInput } from '../schema.gen.ts'
import { checkSees, type Receiver } from '../users/receivers.rules.ts'

/** Incidents that are handed over at once. */
export const MAX_HANDED = 1_000

/** Characters of the texts of a filter: no incident has a longer one. */
const MAX_FILTER_CHARS = { ownerUserId: 200, kind: 40, agentAtmId: 128, site: 200, region: 200, vendor: 200 } as const

/** To whom and with what note, checked with the filter. @throws DomainError BAD_USER_INPUT */
export const wantedHandoverOf = ({ userId, note, filter }: HandoverInput, callerId: string, isOwn: boolean) => {
  const faults = longTextFaults(filter ?? {}, MAX_FILTER_CHARS, 'filter.')
  if (faults.length > 0) throw badInputs(faults)
  const toUserId = namedUser(userId)
  if (isOwn && toUserId === callerId) throw badInput('userId', 'is yourself: name somebody else')
  return { toUserId, note: note === null || note === undefined || note.trim() === '' ? null : noteOf(note) }
}

/**
 * Gives an incident to who takes over. Null where it is theirs, where it is resolved by now, where it has another owner
 * by now than `from`, the one whose queue is handed over, and for a part that was given away since its outage was.
 * @throws DomainError BAD_USER_INPUT for one that they do not see.
 */
export const handTo =
  (receiver: Receiver, note: string | null, from: string | null): ManualAction =>
  (row, _version, by) => {
    const { userId } = receiver
    if (row.status === 'RESOLVED' || row.status === 'SUPPRESSED' || row.ownerUserId === userId) return null
    if (from === null ? isGivenSince(row, by) : row.ownerUserId !== from) return null
    checkSees(receiver, row.institutionKey)
    return {
      changes: { ownerUserId: userId, ownedSince: by.now, version: row.version + 1 },
      entry: { kind: 'HANDED_OVER', toUserId: userId, text: note },
    }
  }
