import type { IncidentRowFragment as Incident } from '../../../gql/graphql.gen.ts'
import { t, tn } from '../../../language/texts.ts'
import { SEVERITY_ORDER } from '../../../ui/badge.tsx'
import { words } from '../../../ui/format.ts'

/** What happened to an incident since it was seen, in sentences, for a reader who wanted to change it. */
export const changesSince = (
  seen: Incident,
  now: Incident,
  who: (userId: string | null) => string,
): readonly string[] => {
  const said: string[] = []
  if (now.status !== seen.status) {
    if (now.status === 'ACKNOWLEDGED')
      said.push(t('It is acknowledged by another person: {person}.', { person: who(now.acknowledgedByUserId) }))
    else if (now.status === 'SUPPRESSED') said.push(t('A maintenance window suppresses it.'))
    else if (now.resolution === 'MANUAL') said.push(t('It is resolved by another person.'))
    else if (now.status === 'RESOLVED') said.push(t('It has ended by the rules.'))
  }
  const more = now.occurrenceCount - seen.occurrenceCount
  if (more > 0) said.push(tn(more, 'The ATM has sent {n} more event of it.', 'The ATM has sent {n} more events of it.'))
  if (SEVERITY_ORDER.indexOf(now.severity) < SEVERITY_ORDER.indexOf(seen.severity))
    said.push(t('It has become worse: {severity}.', { severity: words(now.severity).toLowerCase() }))
  if (now.ownerUserId !== seen.ownerUserId)
    said.push(
      now.ownerUserId === null
        ? t('It has no owner any more.')
        : t('Its owner is {person} now.', { person: who(now.ownerUserId) }),
    )
  if (now.flapping && !seen.flapping) said.push(t('It has begun to flap.'))
  return said.length === 0 ? [t('Something of it has changed.')] : said
}
