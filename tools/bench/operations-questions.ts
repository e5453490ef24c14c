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
const EVENTS = '/incident/api/journal-events'
const INCIDENT =
  'id atmId agentAtmId kind severity status title component occurrenceCount flapping openedAt lastEventAt version'
const INVENTORY =
  'asOf cassettes { cassetteNo type currency denomination currentCount capacity status hoursLeft } totals { ' +
  'currency amount } hoursLeft'

/** Every list and record that operators work with, over REST and the graph. */
export const QUESTIONS: readonly Question[] = [
  get('open list', () => `${INCIDENTS}/status/open`),
  get('open list, counted', () => `${INCIDENTS}/status/open?view=counts`),
  graph('open list, 200', `{ openIncidents { ${INCIDENT} } }`),
  graph('open list, 200 with ATMs', `{ openIncidents { ${INCIDENT} atm { name siteName status { badge } } } }`),
  get('incidents, page', () => INCIDENTS),
  get('incidents, page, open', () => `${INCIDENTS}?page=0&size=20&status=OPEN`),
  get('incidents, page, resolved', () => `${INCIDENTS}?page=0&size=20&status=RESOLVED`),
  get('incidents, page, kind and severity', () => `${INCIDENTS}?kind=DISPENSER&severity=CRITICAL`),
  get('incidents, page 100', () => `${INCIDENTS}?page=100&size=20`),
  get('incidents, page, by severity', () => `${INCIDENTS}?sort=severity,desc&size=20`),
  get('incidents of an ATM', ({ atmId }) => `${INCIDENTS}?atmId=${atmId}`),
  graph('incidents, page with ATMs', `{ incidents { totalElements content { ${INCIDENT} atm { name siteName } } } }`),
  get('incident with events', ({ incidentId }) => `${INCIDENTS}/${incidentId}`),
  graph(
    'incident with events',
    `{ incident(id: $incident) { ${INCIDENT} atm { name } events { id eventType occurredAt message } } }`,
  ),
  get('inventory of an ATM', ({ atmId }) => `${EVENTS}/atm/${atmId}/cassette-inventory`),
  get('inventory of the fleet', () => `${EVENTS}/fleet/cassette-inventory`),
  graph('inventory of the fleet, 200', `{ fleetCassetteInventory { atmId agentAtmId ${INVENTORY} } }`),
  get('cash of the fleet', () => `${EVENTS}/fleet/cassette-inventory?view=totals`),
  get('ATMs, page', () => '/incident/api/atms'),
  get('ATMs, page, by badge', () => '/incident/api/atms?badge=OUT_OF_SERVICE'),
  get('ATMs, page, by text', () => '/incident/api/atms?q=Site%2012'),
  get('ATMs, counted', () => '/incident/api/atms/summary'),
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
  get('state history of an ATM', ({ atmId }) => `/incident/api/atms/${atmId}/state-history`),
  get('tasks, page', () => '/fleet/api/fleet/tasks'),
  get('tasks, page, of a status', () => '/fleet/api/fleet/tasks?status=SUCCEEDED'),
  get('tasks of an ATM', ({ atmId }) => `/fleet/api/fleet/tasks?atmId=${atmId}`),
  get('institutions', () => '/incident/api/institutions'),
]
