import type { AtmQuery, StatusBadge } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { duration } from '../../ui/format.ts'
import { incidentTitle } from '../../ui/incident-title.ts'

export type Atm = NonNullable<AtmQuery['atm']>
export type AtmIncident = Atm['open'][number]

/** Something to do, and how. */
export type Step = {
  readonly tone: 'bad' | 'warn' | 'plain' | 'good'
  readonly title: string
  readonly advice: string
  /** The incident that it is about. */
  readonly incident?: AtmIncident
  /** The command that may help. */
  readonly push?: 'RESTART_AGENT' | 'REBOOT'
}

/** What helps against each kind of incident: the way in which the platform's rules see it end. */
const ADVICE: Readonly<Record<string, { readonly advice: string; readonly push?: Step['push'] }>> = {
  OUT_OF_SERVICE: {
    advice: t('It ends by itself as soon as the ATM reports that it is in service. A restart may bring it back.'),
    push: 'REBOOT',
  },
  POWER: { advice: t('Ask the site for power. It ends as soon as the ATM reports again.') },
  UNREACHABLE: { advice: t('Have power and line checked at the site. It ends as soon as the ATM is heard again.') },
  CONNECTIVITY: { advice: t('Check the line at the site. It ends after 30 minutes without a disconnection.') },
  DISPENSER: { advice: t('Send a technician: it ends when the ATM is back in service after a supervisor visit.') },
  ACCEPTOR: { advice: t('Send a technician: it ends when the ATM is back in service after a supervisor visit.') },
  CARD_READER: { advice: t('Send a technician: it ends when the ATM is back in service after a supervisor visit.') },
  PINPAD: { advice: t('Send a technician: it ends when the ATM is back in service after a supervisor visit.') },
  PRINTER: { advice: t('Check paper and printer on the next visit. It ends after 24 hours without a fault.') },
  SELF_TEST: {
    advice: t('A restart repeats the self-test; it ends when the ATM reports that it is in service.'),
    push: 'REBOOT',
  },
  CASH: { advice: t('Order cash. It ends with an inventory that shows the cassette in order.') },
  SECURITY: { advice: t('Look at its events, and resolve it by hand once the cause is known.') },
  JOURNAL: { advice: t('The journal may be incomplete. It ends after 24 hours without a fault.') },
  APPLICATION: {
    advice: t('A restart of the agent may help. It ends after an hour without errors.'),
    push: 'RESTART_AGENT',
  },
}

const RANKS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const

/** Incidents in the order in which somebody should take them up. */
export const byUrgency = (a: AtmIncident, b: AtmIncident): number =>
  RANKS.indexOf(a.severity) - RANKS.indexOf(b.severity) ||
  Number(a.status !== 'OPEN') - Number(b.status !== 'OPEN') ||
  Date.parse(a.openedAt) - Date.parse(b.openedAt)

const SOON_EMPTY_HOURS = 24
const LONG_VISIT_MS = 4 * 3_600_000

/** The incident that says that the ATM is not heard of. */
const unreachableOf = ({ open, acknowledged }: Atm): AtmIncident | undefined =>
  [...open, ...acknowledged].find(({ kind }) => kind === 'UNREACHABLE')

const withIncident = (incident: AtmIncident | undefined): Pick<Step, 'incident'> =>
  incident === undefined ? {} : { incident }

const ofBadge = (atm: Atm, badge: StatusBadge, since: string | null, now: number): readonly Step[] => {
  const forMs = since === null ? 0 : now - Date.parse(since)
  if (badge === 'AGENT_OFFLINE')
    return atm.lastHeartbeatAt === null
      ? [
          {
            tone: 'plain',
            title: t('Its agent has never reported'),
            advice: t('Install and start the agent at the site, under the name {atm}.', { atm: atm.agentAtmId }),
          },
        ]
      : [
          {
            ...withIncident(unreachableOf(atm)),
            tone: 'bad',
            title: t('Its agent has been silent for {duration}', { duration: duration(forMs) }),
            advice: [
              t('What the ATM does is not known.'),
              t('Have power and line checked at the site; commands wait until it is heard of again.'),
            ].join(' '),
          },
        ]
  if (badge === 'IN_SUPERVISOR' && forMs > LONG_VISIT_MS)
    return [
      {
        tone: 'warn',
        title: t('In supervisor mode for {duration}', { duration: duration(forMs) }),
        advice: t('Ask the site whether the visit is over: the supervisor mode may have been left on.'),
      },
    ]
  if (badge === 'IN_SUPERVISOR')
    return [
      {
        tone: 'plain',
        title: t('In supervisor mode'),
        advice: t('Wait for the visit to end; until then it does not serve.'),
      },
    ]
  if (badge === 'UNKNOWN')
    return [
      {
        tone: 'plain',
        title: t('Its agent is connected, but no state has been reported yet'),
        advice: t('The state is known with its next change.'),
      },
    ]
  return []
}

/** The incidents that no other step is about. */
const ofIncidents = (atm: Atm, told: readonly Step[]): readonly Step[] =>
  [...atm.open, ...atm.acknowledged]
    .filter(({ id }) => told.every(({ incident }) => incident?.id !== id))
    .toSorted(byUrgency)
    .map((incident) => {
      const { severity, kind, status } = incident
      const title = incidentTitle(incident)
      const known = ADVICE[kind]
      return {
        tone: severity === 'CRITICAL' ? 'bad' : severity === 'HIGH' ? 'warn' : 'plain',
        title: status === 'OPEN' ? title : t('{title}: acknowledged', { title }),
        advice: known?.advice ?? t('Look at its events, and resolve it by hand when it is over.'),
        incident,
        ...(known?.push === undefined ? {} : { push: known.push }),
      }
    })

const ofCash = (atm: Atm): readonly Step[] => {
  const { hoursLeft } = atm.inventory ?? {}
  const isTold = [...atm.open, ...atm.acknowledged].some(({ kind }) => kind === 'CASH')
  if (hoursLeft === null || hoursLeft === undefined || hoursLeft > SOON_EMPTY_HOURS || isTold) return []
  const next = atm.inventory?.cassettes.find((cassette) => cassette.hoursLeft === hoursLeft)
  return [
    {
      tone: 'warn',
      title: t('Cassette {no} will be empty in {duration}', {
        no: next?.cassetteNo ?? '',
        duration: duration(hoursLeft * 3_600_000),
      }),
      advice: t('Order cash now, by what left it in the last 7 days.'),
    },
  ]
}

const MOST_STEPS = 3

/** What to do next about an ATM, the most urgent first. */
export const nextSteps = (atm: Atm, badge: StatusBadge, since: string | null, now: number): readonly Step[] => {
  const first = ofBadge(atm, badge, since, now)
  const steps = [...first, ...ofIncidents(atm, first), ...ofCash(atm)]
  if (steps.length > 0) return steps.slice(0, MOST_STEPS)
  if (badge === 'OUT_OF_SERVICE')
    return [
      {
        tone: 'bad',
        title: t('Out of service, and no incident explains it'),
        advice: t('Look at its newest events below. A restart may bring it back.'),
        push: 'REBOOT',
      },
    ]
  return [{ tone: 'good', title: t('Nothing to do'), advice: t('In service, no open incident, enough cash.') }]
}
