import { pathOf } from '../../schema/client/rest.ts'
import { DAY_MS } from '../../subgraphs/kit/common/dates.ts'
import type { Sample } from './fill/fill-operations.ts'

/** What an operator looks at: one request. */
export type Question = {
  readonly name: string
  readonly ask: (sample: Sample) => { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string }
}

const get = (name: string, path: (sample: Sample) => string): Question => ({
  name,
  ask: (sample) => ({ method: 'GET', path: path(sample) }),
})

/** `$atm` and `$incident` are the numbers of the sample. */
const graph = (name: string, text: string): Question => ({
  name: `graph: ${name}`,
  ask: ({ atmId, incidentId }) => {
    const variables = { atm: atmId, incident: incidentId }
    const used = Object.keys(variables).filter((variable) => text.includes(`$${variable}`))
    const head = used.length === 0 ? 'query' : `query (${used.map((variable) => `$${variable}: SafeInt!`).join(', ')})`
    return { method: 'POST', path: '/graphql', body: JSON.stringify({ query: `${head} ${text}`, variables }) }
  },
})

const INCIDENTS = '/incident/api/incidents'
const INVENTORY_OF_FLEET = '/incident/api/journal-events/fleet/cassette-inventory'
const INCIDENT =
  'id atmId agentAtmId kind severity status title component occurrenceCount flapping openedAt lastEventAt version'
const INVENTORY =
  'asOf cassettes { cassetteNo type currency denomination currentCount capacity status hoursLeft } totals { ' +
  'currency amount } hoursLeft'

const QUEUE = `${INCIDENTS}?resolved=false&isPart=false`
const GAPS = '/journal/api/journal/gaps'
const GAP = 'id atmId agentAtmId gapDate status'
const AUDIT = '/incident/api/audit'
const AVAILABILITY = '/incident/api/availability'
/** This month is the default. */
const lastDays = (days: number): string => {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const iso = (at: number) => new Date(at).toISOString()
  return `from=${iso(midnight - days * DAY_MS)}&to=${iso(midnight)}`
}
/** The days up to today. */
const lastDates = (days: number): string => {
  const date = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
  return `dateFrom=${date(days)}&dateTo=${date(0)}`
}
/** Days that begin and end in the middle of one. */
const daysToNoon = (days: number): string => {
  const noon = Math.floor(Date.now() / DAY_MS - 1) * DAY_MS + DAY_MS / 2 + 7 * 60_000
  const iso = (at: number) => new Date(at).toISOString()
  return `from=${iso(noon - days * DAY_MS)}&to=${iso(noon)}`
}
const emptyBefore = (days: number): string => `emptyBefore=${new Date(Date.now() + days * DAY_MS).toISOString()}`
/** As far from sums as can be: neither end is near to a sixth hour. */
const daysToNow = (days: number): string => {
  const now = Date.now() - 60_000
  return `from=${new Date(now - days * DAY_MS).toISOString()}&to=${new Date(now).toISOString()}`
}

/** What a shift works with, and what is read of it later. */
const WORK: readonly Question[] = [
  get('queue', () => `${QUEUE}&size=50`),
  get('queue, by what is due', () => `${QUEUE}&sort=nextDueAt,asc&size=50`),
  get('queue, by what is due, of a vendor', () => `${QUEUE}&sort=nextDueAt,asc&vendor=Vendor%201&size=50`),
  get('queue, by what is due, critical', () => `${QUEUE}&sort=nextDueAt,asc&severity=CRITICAL&size=50`),
  get('queue, what is overdue', () => `${QUEUE}&isOverdue=true&sort=nextDueAt,asc&size=50`),
  get('queue, without an owner, by severity', () => `${QUEUE}&hasOwner=false&sort=severity,desc&size=50`),
  get('queue, of an owner', ({ incidentId }) => `${QUEUE}&ownerUserId=user-${incidentId % 97}&size=50`),
  get('queue, of a kind and region', () => `${QUEUE}&kind=DISPENSER&region=Region%207&size=50`),
  get('queue, by text', () => `${QUEUE}&q=Site%2012&size=50`),
  get('queue, counted by severity', () => `${INCIDENTS}/status/open?view=severity&isPart=false`),
  get('queue, counted by vendor', () => '/incident/api/incident-groups?by=VENDOR'),
  get('queue, counted by site', () => '/incident/api/incident-groups?by=SITE'),
  {
    name: 'bulk of 500, given to somebody',
    ask: ({ openIds, incidentId }) => ({
      method: 'POST',
      path: `${INCIDENTS}/bulk`,
      body: JSON.stringify({ ids: openIds, action: 'ASSIGN', userId: `user-${incidentId % 97}` }),
    }),
  },
  get('availability, month', () => `${AVAILABILITY}?${lastDays(30)}`),
  get('availability, month to date', () => AVAILABILITY),
  get('availability, 30 days from noon to noon', () => `${AVAILABILITY}?${daysToNoon(30)}`),
  get('availability, month by vendor', () => `${AVAILABILITY}?${lastDays(30)}&group=vendor`),
  get('availability, 30 days to now, by region', () => `${AVAILABILITY}?${daysToNow(30)}&group=region`),
  get('availability, months', () => `${AVAILABILITY}/months?months=2`),
  get('availability of an ATM', ({ atmId }) => `/incident/api/atms/${atmId}/availability?${daysToNoon(30)}`),
  get('cash, by when it is empty', () => '/incident/api/cassettes?size=50'),
  get('cash, of a currency, before tomorrow', () => `/incident/api/cassettes?currency=USD&${emptyBefore(1)}&size=50`),
  get('cash, loading list', () => '/incident/api/cassettes?order=SITE&size=50'),
  get('cash, carriers', () => '/incident/api/cash-carriers'),
  get('audit', () => `${AUDIT}?size=50`),
  get('audit of an ATM', ({ atmId }) => `${AUDIT}?subjectId=${atmId}`),
  get('audit of a user', ({ atmId }) => `${AUDIT}?actor=user-${atmId % 50}&size=50`),
  get('audit of an action', () => `${AUDIT}?action=updateAtm&size=50`),
  get('audit of an action that there is not', () => `${AUDIT}?action=retireAtm&size=50`),
  get('audit of a month', () => `${AUDIT}?${lastDays(30)}&size=50`),
  graph('gaps', `{ journalGaps(status: OPEN, limit: 200) { ${GAP} } }`),
  graph('gaps of a vendor', `{ journalGaps(status: OPEN, vendor: "Vendor 1", limit: 200) { ${GAP} } }`),
  graph(
    'gaps of a region, newest first',
    `{ journalGaps(status: OPEN, region: "Region 7", sort: ["gapDate,desc"], limit: 200) { ${GAP} } }`,
  ),
  get('gaps, counted', () => `${GAPS}?view=counts`),
  get('gaps, counted by vendor', () => '/journal/api/journal/gap-groups?by=VENDOR'),
  get('gaps of a month, counted by site', () => `/journal/api/journal/gap-groups?by=SITE&${lastDates(30)}`),
]

/** Every list and record that operators work with, over REST and the graph. */
export const QUESTIONS: readonly Question[] = [
  get('open list', () => pathOf(`${INCIDENTS}/status/open`, {})),
  get('open list, counted', () => pathOf(`${INCIDENTS}/status/open`, { query: { view: 'counts' } })),
  graph('open list, 200', `{ openIncidents { ${INCIDENT} } }`),
  graph('open list, 200 with ATMs', `{ openIncidents { ${INCIDENT} atm { name siteName status { badge } } } }`),
  get('incidents, page', () => pathOf(INCIDENTS, {})),
  get('incidents, page, open', () => pathOf(INCIDENTS, { query: { page: 0, size: 20, status: 'OPEN' } })),
  get('incidents, page, resolved', () => pathOf(INCIDENTS, { query: { page: 0, size: 20, status: 'RESOLVED' } })),
  get('incidents, page, kind and severity', () =>
    pathOf(INCIDENTS, { query: { kind: 'DISPENSER', severity: 'CRITICAL' } }),
  ),
  get('incidents, page 100', () => pathOf(INCIDENTS, { query: { page: 100, size: 20 } })),
  get('incidents, page, by severity', () => pathOf(INCIDENTS, { query: { sort: ['severity,desc'], size: 20 } })),
  get('incidents of an ATM', ({ atmId }) => pathOf(INCIDENTS, { query: { atmId } })),
  graph('incidents, page with ATMs', `{ incidents { totalElements content { ${INCIDENT} atm { name siteName } } } }`),
  get('incident with events', ({ incidentId }) => pathOf(`${INCIDENTS}/{id}`, { path: { id: incidentId } })),
  graph(
    'incident with events',
    `{ incident(id: $incident) { ${INCIDENT} atm { name } events { id eventType occurredAt message } } }`,
  ),
  get('inventory of an ATM', ({ atmId }) =>
    pathOf('/incident/api/journal-events/atm/{atmId}/cassette-inventory', { path: { atmId } }),
  ),
  get('inventory of the fleet', () => pathOf(INVENTORY_OF_FLEET, {})),
  graph('inventory of the fleet, 200', `{ fleetCassetteInventory { atmId agentAtmId ${INVENTORY} } }`),
  get('cash of the fleet', () => pathOf(INVENTORY_OF_FLEET, { query: { view: 'totals' } })),
  get('ATMs, page', () => pathOf('/incident/api/atms', {})),
  get('ATMs, page, by badge', () => '/incident/api/atms?badge=OUT_OF_SERVICE'),
  get('ATMs, page, by text', () => '/incident/api/atms?q=Site%2012'),
  get('ATMs, counted', () => pathOf('/incident/api/atms/summary', {})),
  graph(
    'ATMs, page with status',
    `{ atms { totalElements content
      { id name siteName status { badge supervisorSince } openIncidentSummary { count worst } } } }`,
  ),
  graph(
    'an ATM with all that hangs on it',
    `{ atm(id: $atm) { name status { badge } events { eventType occurredAt } incidents { ${INCIDENT} } inventory
      { ${INVENTORY} } stateHistory { from to at } openIncidentSummary { count worst } tasks { kind status } } }`,
  ),
  get('state history of an ATM', ({ atmId }) =>
    pathOf('/incident/api/atms/{id}/state-history', { path: { id: atmId } }),
  ),
  get('tasks, page', () => pathOf('/fleet/api/fleet/tasks', {})),
  get('tasks, page, of a status', () => pathOf('/fleet/api/fleet/tasks', { query: { status: 'SUCCEEDED' } })),
  get('tasks of an ATM', ({ atmId }) => pathOf('/fleet/api/fleet/tasks', { query: { atmId } })),
  get('institutions', () => pathOf('/incident/api/institutions', {})),
  ...WORK,
]
