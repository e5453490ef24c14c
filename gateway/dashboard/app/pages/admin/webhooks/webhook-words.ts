import type { WebhookEvent, WebhookRowFragment } from '../../../gql/graphql.gen.ts'
import { words } from '../../../ui/format.ts'
import { kindWords } from '../../incidents/kinds.ts'

export type Webhook = WebhookRowFragment

/** The events of a webhook in words. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  INCIDENT_CREATED: 'Opened',
  INCIDENT_UPDATED: 'Changed',
  INCIDENT_RESOLVED: 'Resolved',
}
export const EVENTS = ['INCIDENT_CREATED', 'INCIDENT_UPDATED', 'INCIDENT_RESOLVED'] as const

/** Which incidents a webhook is told of, in words. */
export const toldOf = ({ events, kinds, severities }: Pick<Webhook, 'events' | 'kinds' | 'severities'>): string => {
  const what = events.map((event) => EVENT_WORDS[event]).join(', ')
  const which = [
    ...(severities === null ? [] : [severities.map((severity) => words(severity)).join(', ')]),
    ...(kinds === null ? [] : [kinds.map(kindWords).join(', ')]),
  ]
  return which.length === 0 ? `${what}: all incidents` : `${what}: ${which.join('; ')}`
}

/** The name of a webhook: what it is for, else its host. */
export const nameOf = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description ?? URL.parse(url)?.host ?? url
