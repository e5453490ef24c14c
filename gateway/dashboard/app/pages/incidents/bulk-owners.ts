import type { ChosenIncident } from './bulk-work.ts'

/** What `users` takes at most of institutions that somebody has to see. */
const MOST_SEEN = 200

/** The institutions that one has to see who is to work on all of these; none for people who see all institutions. */
export const institutionsToSee = (chosen: Iterable<ChosenIncident>): readonly string[] => {
  const keys = new Set<string>()
  for (const { institutionKey } of chosen) {
    if (institutionKey === null) return []
    keys.add(institutionKey)
  }
  return keys.size > MOST_SEEN ? [] : [...keys]
}
