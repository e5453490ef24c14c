import { asBeginning, whoIs } from '../../api/people.ts'
import type { IncidentQuery, IncidentTasksQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { SEVERITIES } from '../../ui/badge.tsx'
import { words } from '../../ui/format.ts'
import { isCounted } from '../incidents/kinds.ts'

export type Detail = NonNullable<IncidentQuery['incident']>
export type Event = Detail['events'][number]
export type Command = NonNullable<IncidentTasksQuery['tasks']>['content'][number]

/** What a step says by its sign. */
export type Tone = 'bad' | 'plain' | 'ok' | 'note'

/** An entry of the timeline of an incident. */
export type Entry = { readonly at: string; readonly key: string } & (
  | { readonly what: 'event'; readonly event: Event }
  | { readonly what: 'command'; readonly command: Command }
  | { readonly what: 'step'; readonly tone: Tone; readonly words: string; readonly more: string | null }
)

type Done = Detail['entries'][number]

/** How an incident was resolved, with its cause where one is known. */
const withCause = (said: string, { cause }: Detail): string => (cause === null ? said : `${said}: ${words(cause)}`)

/** A webhook by its name and host. */
const webhookOf = ({ webhook }: Done): string =>
  webhook === null
    ? t('A webhook')
    : t('Webhook {name}', { name: webhook.name === null ? webhook.host : `${webhook.name}, ${webhook.host}` })

type WebhookEvent = NonNullable<Done['webhook']>['event'] | 'UNKNOWN'

const eventOf = ({ webhook }: Done): WebhookEvent => webhook?.event ?? 'UNKNOWN'

const TOLD: Readonly<Record<WebhookEvent, string>> = {
  INCIDENT_CREATED: t('{webhook} was notified that it was opened'),
  INCIDENT_UPDATED: t('{webhook} was notified that it changed'),
  INCIDENT_RESOLVED: t('{webhook} was notified that it was resolved'),
  UNKNOWN: t('{webhook} was notified'),
}
const FAILED: Readonly<Record<WebhookEvent, string>> = {
  INCIDENT_CREATED: t('{webhook} could not be notified that it was opened; it is tried again'),
  INCIDENT_UPDATED: t('{webhook} could not be notified that it changed; it is tried again'),
  INCIDENT_RESOLVED: t('{webhook} could not be notified that it was resolved; it is tried again'),
  UNKNOWN: t('{webhook} could not be notified; it is tried again'),
}
const GIVEN_UP: Readonly<Record<WebhookEvent, string>> = {
  INCIDENT_CREATED: t('{webhook} was not notified that it was opened'),
  INCIDENT_UPDATED: t('{webhook} was not notified that it changed'),
  INCIDENT_RESOLVED: t('{webhook} was not notified that it was resolved'),
  UNKNOWN: t('{webhook} was not notified'),
}
const toldOf = (done: Done, texts: Readonly<Record<WebhookEvent, string>>): string =>
  texts[eventOf(done)].replace('{webhook}', () => webhookOf(done))

/** What a person or the platform did, in words; `more` is what they wrote. */
const wordsOfDone = (done: Done, incident: Detail, me: string): Pick<Entry & { what: 'step' }, 'tone' | 'words'> => {
  const { kind, userId, user, toUserId, toUser } = done
  const who = whoIs(userId, me, user)
  switch (kind) {
    case 'OPENED':
      return { tone: 'bad', words: t('Opened by {person}', { person: who }) }
    case 'ACKNOWLEDGED':
      return { tone: 'plain', words: t('Acknowledged by {person}', { person: who }) }
    case 'ASSIGNED':
      return {
        tone: 'plain',
        words:
          toUserId === userId
            ? t('Taken by {person}', { person: who })
            : t('Given to {receiver} by {person}', { receiver: whoIs(toUserId, me, toUser), person: who }),
      }
    case 'HANDED_OVER':
      return {
        tone: 'plain',
        words: t('Handed over to {receiver} by {person}', { receiver: whoIs(toUserId, me, toUser), person: who }),
      }
    case 'RELEASED':
      return { tone: 'plain', words: t('Released by {person}', { person: who }) }
    case 'RESOLVED':
      return { tone: 'ok', words: withCause(t('Resolved by {person}', { person: who }), incident) }
    case 'TARGET_MISSED':
      return {
        tone: 'bad',
        words: done.text === 'ACKNOWLEDGE' ? t('Not acknowledged in time') : t('Not resolved in time'),
      }
    case 'WEBHOOK_DELIVERED':
      return { tone: 'plain', words: toldOf(done, TOLD) }
    case 'WEBHOOK_FAILED':
      return {
        tone: 'bad',
        words: toldOf(done, FAILED),
      }
    case 'WEBHOOK_GIVEN_UP':
      return { tone: 'bad', words: toldOf(done, GIVEN_UP) }
    case 'NOTE':
      return { tone: 'note', words: t('{person} wrote', { person: asBeginning(who) }) }
  }
}

/** Of these the text says more; of the others it is in the words. */
const WITH_TEXT: readonly Done['kind'][] = ['NOTE', 'RESOLVED', 'HANDED_OVER', 'WEBHOOK_FAILED', 'WEBHOOK_GIVEN_UP']

const step = (at: string | null, tone: Tone, said: string, more: string | null = null): readonly Entry[] =>
  at === null ? [] : [{ what: 'step', at, key: said, tone, words: said, more }]

/** What the record alone says happened: where a person did it, the entries say it better. */
const stepsOf = (incident: Detail, me: string): readonly Entry[] => {
  const { openedAt, acknowledgedAt, acknowledgedByUserId, acknowledgedBy, resolvedAt, resolution, source } = incident
  const has = (kind: Done['kind']) => incident.entries.some((done) => done.kind === kind)
  return [
    ...(has('RESOLVED')
      ? []
      : step(
          resolvedAt,
          'ok',
          resolution === 'MANUAL' ? withCause(t('Resolved by hand'), incident) : t('Resolved by the rules'),
        )),
    ...(has('ACKNOWLEDGED')
      ? []
      : step(
          acknowledgedAt,
          'plain',
          t('Acknowledged by {person}', { person: whoIs(acknowledgedByUserId, me, acknowledgedBy) }),
        )),
    ...(has('OPENED')
      ? []
      : step(openedAt, 'bad', source === 'MANUAL' ? t('Opened by hand') : t('Opened by the rules'))),
  ]
}

/**
 * The timeline of an incident, newest first: its events, when it became worse, what people did and wrote, and the
 * commands that its ATM was given meanwhile. At one time a step lies above the event that led to it.
 */
export const timelineEntriesOf = (incident: Detail, commands: readonly Command[], me: string): readonly Entry[] => {
  const people = incident.entries.map(
    (done): Entry => ({
      what: 'step',
      at: done.at,
      key: `entry ${done.id}`,
      ...wordsOfDone(done, incident, me),
      more: WITH_TEXT.includes(done.kind) ? done.text : null,
    }),
  )
  const worse = incident.severityChanges.flatMap(({ at, from, to }) =>
    step(
      at,
      'bad',
      t('Became worse: {severity}, after {before}', {
        severity: SEVERITIES[to].label.toLowerCase(),
        before: SEVERITIES[from].label.toLowerCase(),
      }),
    ),
  )
  const given = commands.map(
    (command): Entry => ({ what: 'command', at: command.requestedAt, key: `command ${command.id}`, command }),
  )
  const events = incident.events.map(
    (event): Entry => ({ what: 'event', at: event.occurredAt, key: `event ${event.id}`, event }),
  )
  return [...stepsOf(incident, me), ...people, ...worse, ...given, ...events].toSorted(
    (a, b) => Date.parse(b.at) - Date.parse(a.at),
  )
}

/** Without an event for so long, the timeline says so. */
export const QUIET_MS = 60 * 60_000

/** The entries of one day of the ATM. */
export type Day = { readonly day: string; readonly entries: readonly Entry[] }

/** Entries by days; `dayOf` names the day of an instant. */
export const daysOf = (all: readonly Entry[], dayOf: (at: string) => string): readonly Day[] =>
  [...Map.groupBy(all, ({ at }) => dayOf(at))].map(([day, entries]) => ({ day, entries }))

/**
 * How many of its events are not shown. What opens by silence has none of its own, and a mass outage counts its ATMs.
 */
export const eventsLeft = (incident: Detail): number =>
  isCounted(incident) ? Math.max(0, incident.occurrenceCount - incident.events.length) : 0
