import { PeopleDocument } from '../gql/graphql.gen.ts'
import { t } from '../language/texts.ts'
import { useDocument } from './client.ts'
import { useAuth } from './session.ts'

/** A person as the directory of users has them; null for one whom the caller does not see. */
export type Person = { readonly name: string | null; readonly email: string | null } | null | undefined

/** What a person is called: their name, else their address; `user 2` for one who is not known. */
export const personName = (userId: string, person?: Person): string =>
  person?.name ?? person?.email ?? (userId.includes('@') ? userId : t('user {id}', { id: userId }))

/** Who did something: `you`, or a name. */
export const whoIs = (userId: string | null, me: string, person?: Person): string =>
  userId === null ? t('a person') : userId === me ? t('you') : personName(userId, person)

/** The first letter as at the beginning of a sentence; an address stays as it is written. */
export const asBeginning = (words: string): string =>
  words.includes('@') ? words : words.replace(/^./, (letter) => letter.toUpperCase())

/** More at once the directory is not asked for; the others are called by their ids. */
const AT_ONCE = 200

/**
 * Who people are, by their ids or addresses, for records that have nothing else. A name appears as soon as the
 * directory answers.
 */
export const useWho = (userIds: readonly (string | null | undefined)[]): ((userId: string | null) => string) => {
  const { session } = useAuth()
  const me = session?.userId ?? ''
  const asked = [...new Set(userIds.filter((id): id is string => typeof id === 'string' && id !== me))]
  const variables = { named: asked.toSorted().slice(0, AT_ONCE) }
  const { data } = useDocument(PeopleDocument, variables, { everyMs: 0, enabled: asked.length > 0 })
  const people = data?.data.users?.content ?? []
  const known = new Map(
    people.flatMap((person) => [person.userId, person.email].map((name) => [name, person] as const)),
  )
  // Commands are signed with an address, where the token has one.
  return (userId) => (userId !== null && userId === session?.email ? t('you') : whoIs(userId, me, known.get(userId)))
}
