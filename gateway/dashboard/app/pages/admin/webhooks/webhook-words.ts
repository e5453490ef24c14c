import type { WebhookEvent, WebhookRowFragment } from '../../../gql/graphql.gen.ts'
import { t } from '../../../language/texts.ts'
import { commas, words } from '../../../ui/format.ts'
import { kindWords } from '../../incidents/kinds.ts'

export type Webhook = WebhookRowFragment

/** The events of a webhook in words. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  INCIDENT_CREATED: t('Opened'),
  INCIDENT_UPDATED: t('Changed'),
  INCIDENT_RESOLVED: t('Resolved'),
}
export const EVENTS = ['INCIDENT_CREATED', 'INCIDENT_UPDATED', 'INCIDENT_RESOLVED'] as const

/** Which incidents a webhook is notified of, in words. */
export const notifiedOf = ({ events, kinds, severities }: Pick<Webhook, 'events' | 'kinds' | 'severities'>): string => {
  const what = commas(events.map((event) => EVENT_WORDS[event]))
  const which = [
    ...(severities === null ? [] : [commas(severities.map((severity) => words(severity)))]),
    ...(kinds === null ? [] : [commas(kinds.map(kindWords))]),
  ]
  return t('{events}: {incidents}', {
    events: what,
    incidents: which.length === 0 ? t('all incidents') : which.join('; '),
  })
}

/** The name of a webhook: what it is for, else its host. */
export const nameOf = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description ?? URL.parse(url)?.host ?? url
