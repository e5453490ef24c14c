import { INSTITUTION_KEY_WORDS, isInstitutionKey } from '../../kit/auth/identifiers.rules.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { seesInstitution } from '../../kit/auth/visibility.rules.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import type { JournalProfileInput, MutationResolvers, QueryResolvers } from '../schema.gen.ts'
import { isSameLabels, profileContent } from './profile-input.rules.ts'
import {
  type CurrentProfile,
  findProfile,
  insertProfile,
  listProfiles,
  listProfileVersions,
  lockProfile,
} from './profiles.store.ts'

/** @throws DomainError BAD_USER_INPUT for what is no key, FORBIDDEN for an institution that is not the caller's. */
export const checkOwnProfile = (principal: Principal, institutionKey: string): void => {
  if (!isInstitutionKey(institutionKey)) throw badInput('institutionKey', INSTITUTION_KEY_WORDS)
  if (seesInstitution(principal, institutionKey)) return
  throw new DomainError('FORBIDDEN', 'You may see and write the profiles of your own institutions only.')
}

/** A profile as REST gives it. */
const recordOf = ({ labelsVersion: _version, writtenAt, ...profile }: CurrentProfile) => ({
  ...profile,
  writtenAt: writtenAt?.toISOString() ?? null,
})

const overtaken = (present: CurrentProfile): DomainError =>
  new DomainError(
    'CONFLICT',
    `The profile has version ${present.version} by now. Read it, and write your change with that version.`,
    { current: recordOf(present) },
  )

const writeProfile = (
  institutionKey: string,
  input: JournalProfileInput,
  { principal, write, now, audit }: OperationContext,
) => {
  const content = profileContent(input)
  return write(async (tx) => {
    await lockProfile(tx, institutionKey)
    const present = await findProfile(tx, institutionKey)
    if (present.version !== input.version) throw overtaken(present)
    const version = present.version + 1
    const isSame = isSameLabels(present.customerLabels, content.customerLabels)
    const labelsVersion = isSame ? present.labelsVersion : version
    const written = { writtenBy: principal.email ?? principal.userId, writtenAt: now() }
    const row = await insertProfile(tx, { institutionKey, version, ...content, labelsVersion, ...written })
    // Another one wrote the same version at the same time.
    if (row === null) throw overtaken(await findProfile(tx, institutionKey))
    await audit(tx, {
      action: 'writeJournalProfile',
      subjectType: 'JournalProfile',
      subjectId: institutionKey,
      institutionKey,
      before: present.version === 0 ? null : recordOf(present),
      after: { ...content, version },
    })
    return row
  })
}

/** Profiles of institutions: reads. */
export const profileQueries: Pick<QueryResolvers, 'journalProfiles' | 'journalProfile' | 'journalProfileVersions'> = {
  journalProfiles: (_source, _args, { principal, read }) => read((tx) => listProfiles(tx, principal)),
  journalProfile: (_source, { institutionKey }, { principal, read }) => {
    checkOwnProfile(principal, institutionKey)
    return read((tx) => findProfile(tx, institutionKey))
  },
  journalProfileVersions: (_source, { institutionKey, before, limit }, { principal, read }) => {
    checkOwnProfile(principal, institutionKey)
    const most = checkBetween('limit', limit, 1, 100)
    return read((tx) => listProfileVersions(tx, institutionKey, before ?? null, most))
  },
}

/** Profiles of institutions: writes. */
export const profileMutations: Pick<MutationResolvers, 'writeJournalProfile'> = {
  writeJournalProfile: (_source, { institutionKey, profile }, context) => {
    checkOwnProfile(context.principal, institutionKey)
    return writeProfile(institutionKey, profile, context)
  },
}
