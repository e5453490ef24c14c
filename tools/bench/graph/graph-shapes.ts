import { DAY_MS } from '../../../subgraphs/kit/common/dates.ts'
import { type Contract, type CostlyOperation, legalCost } from './graph-operations.ts'

const EVENT = 'id eventType category eventTime occurredAt receivedAt component errorCode message details'
const CALENDAR = 'date files fileStatus transactions successful failed gapId gapStatus'
const ATM = 'id agentAtmId name siteName vendor model status { badge } openIncidentSummary { count worst }'
const FROM_TO = (days: number) => {
  const day = (before: number) => new Date(Date.now() - before * DAY_MS).toISOString().slice(0, 10)
  return `from: "${day(days)}", to: "${day(0)}"`
}
const times = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_value, n) => text(n)).join(' ')

/** Operations whose size is `n`: the largest legal one of each is run. */
const SHAPES: Readonly<Record<string, (n: number) => string>> = {
  'events of a page of ATMs': (n) =>
    `{ atms(size: 200) { content { events(first: ${n}, hoursBack: 8784) { ${EVENT} } } } }`,
  'events and ids': (n) => `{ atms(size: 200) { content { events(first: ${n}, hoursBack: 8784) { id } } } }`,
  'events, their ATMs, their events': (n) =>
    `{ atms(size: ${n})
      { content { events(first: ${n}, hoursBack: 8784) { atm { events(first: ${n}, hoursBack: 8784) { id } } } } } }`,
  'calendars of a page of ATMs': (n) =>
    `{ atms(size: ${n}) { content { journalCalendar(${FROM_TO(399)}) { ${CALENDAR} } } } }`,
  'days of a page of ATMs': (n) => `{ atms(size: ${n}) { content { journalDays(days: 366) { date state } } } }`,
  'calendars under aliases': (n) =>
    `{ atms(size: 20) { content { ${times(n, (at) => `c${at}: journalCalendar(${FROM_TO(20 + at)}) { date }`)} } } }`,
  gaps: (n) => `{ journalGaps(limit: ${n}) { id gapDate atmId agentAtmId status detectedAt } }`,
  'gaps with ATMs': (n) => `{ journalGaps(limit: ${n}) { id atm { ${ATM} } } }`,
  'open incidents with ATMs': (n) => `{ openIncidents(first: ${Math.min(n, 1_000)}) { id title atm { ${ATM} } } }`,
  'incidents with events': (n) => `{ incidents(size: ${n}) { content { id events(first: 500) { ${EVENT} } } } }`,
  inventories: (n) =>
    `{ fleetCassetteInventory(first: ${n})
      { atmId cassettes { cassetteNo type currentCount capacity status } totals { currency amount } } }`,
  'pages of ATMs under aliases': (n) =>
    `{ ${times(n, (at) => `a${at}: atms(size: 200, page: ${at}) { content { ${ATM} } }`)} }`,
  'dashboards under aliases': (n) =>
    `{ ${times(
      n,
      (at) => `a${at}: fleetHealth { topProblematicAtms { atm { name } } openIncidents }
      b${at}: journalCoverage { openGapsTotal }`,
    )} }`,
  'activity under aliases': (n) =>
    `{ ${times(
      n,
      (at) => `a${at}: journalEventActivity(hoursBack: ${8_784 - at})
      { total topAtms { atmId } byType { eventCount } }`,
    )} }`,
  'counts of events under aliases': (n) =>
    `{ ${times(n, (at) => `a${at}: atmEventCounts(atmId: ${at + 1}, hoursBack: 8784) { eventCount }`)} }`,
  'series under aliases': (n) =>
    `{ ${times(
      n,
      (at) => `a${at}: journalEventSeries(hoursBack: ${168 - at}, bucketMinutes: 15)
      { categories { counts usual } }`,
    )} }`,
  'typename under aliases': (n) => `{ atms(size: 200) { content { ${times(n, (at) => `t${at}: __typename`)} } } }`,
  'fields of ATMs under aliases': (n) =>
    `{ atms(size: 200) { content { ${times(n, (at) => `t${at}: status { badge }`)} } } }`,
  'ATMs one by one': (n) =>
    `{ ${times(n, (at) => `a${at}: atm(id: ${at + 1}) { ${ATM} events(first: 20) { ${EVENT} } }`)} }`,
}

/** The largest `n` for which the shape is legal, found by halving. */
const largestOf = (contract: Contract, shape: (n: number) => string): number => {
  let [low, high] = [1, 10_000]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (legalCost(contract, shape(middle)) === null) high = middle - 1
    else low = middle
  }
  return low
}

/** Operations that were thought of: each as large as is legal. */
export const shapedOperations = (contract: Contract): CostlyOperation[] =>
  Object.entries(SHAPES).flatMap(([name, shape]) => {
    const n = largestOf(contract, shape)
    const text = shape(n)
    const values = legalCost(contract, text)
    return values === null ? [] : [{ name: `${name}, ${n}`, text, values }]
  })
