import {
  FLAPPING,
  KIND_RULES,
  type Kind,
  type KindRule,
  MASS_OUTAGE,
  OPENING_RULES,
  type OpeningRule,
  type Resolver,
} from '../../subgraphs/incident/model/incident-kinds.rules.ts'
import { DAY_MS, MINUTE_MS } from '../../subgraphs/kit/common/dates.ts'

const minutesOf = (ms: number): string => (ms < DAY_MS ? `${ms / MINUTE_MS} min` : `${ms / 60 / MINUTE_MS} h`)

const resolvedBy = (resolver: Resolver): string => {
  if (resolver.by === 'QUIET') return `${minutesOf(resolver.quietMs)} without one`
  return {
    IN_SERVICE: 'ATM_IN_SERVICE',
    SERVICED: 'ATM_IN_SERVICE after a supervisor visit that came after the last event',
    SIGN_OF_LIFE: 'any later event or heartbeat',
    CONTACT: 'the next heartbeat or event that it sends',
    CHILDREN: `fewer than ${MASS_OUTAGE.endsBelow} of its incidents are open`,
    CASSETTE_OK: 'an inventory that shows that cassette OK',
    HAND: 'by hand only',
  }[resolver.by]
}

const typeOf = (eventType: string, { threshold }: OpeningRule): string =>
  threshold === null ? eventType : `${eventType} (${threshold.count} in ${minutesOf(threshold.withinMs)})`

/** What opens the kinds that no event opens, and their severities. */
const UNOPENED: Partial<Readonly<Record<Kind, string>>> = {
  UNREACHABLE: 'no heartbeat for `ATM_CONNECTED_WITHIN` | HIGH',
  MASS_OUTAGE:
    '`MASS_OUTAGE_ATMS` ATMs of an institution, or `MASS_OUTAGE_PERCENT` of those of a site or vendor, become ' +
    'unreachable or go out of service within ' +
    `${minutesOf(MASS_OUTAGE.withinMs)}; their incidents are its parts | CRITICAL`,
}

/** A kind with the event types that open it. */
const rowOf = (kind: Kind, { title, resolver, perCassette }: KindRule): string => {
  const opening = [...OPENING_RULES].filter(([, rule]) => rule.kind === kind)
  const types = opening.map(([eventType, rule]) => typeOf(eventType, rule)).join('<br>')
  const severities = opening.map(([, { severity }]) => severity).join('<br>')
  if (UNOPENED[kind] !== undefined) return `| ${UNOPENED[kind]} | ${kind} | ${title} | ${resolvedBy(resolver)} |`
  const each = perCassette ? `${kind}, one for each cassette` : kind
  return `| ${types} | ${severities} | ${each} | ${title} | ${resolvedBy(resolver)} |`
}

const kinds = Object.keys(KIND_RULES).filter((kind): kind is Kind => kind in KIND_RULES)

const HEAD = `# The rules of incidents

Generated from the rule table of the incident service by \`npm run codegen\`; do not edit it. Ingest uses that table,
and \`incident-rules.test.ts\` and \`incident-endings.test.ts\` try every row.

| Event | Severity | Kind | Title | Resolved by |
|---|---|---|---|---|
`

const TAIL = `
- An event type with a number in brackets opens an incident once so many of its events occurred within the time; each
  of them is then linked to it.
- An open incident of the ATM and kind takes each further event of the kind: it is counted, and the severity only rises.
- An event that occurred before what last resolved its kind on the ATM, or would have, opens nothing: it is stored
  without an incident.
- Any incident can be resolved by hand. One that was opened by hand takes events of its kind as well, but is resolved by
  hand only.
- An incident that opened or resolved ${FLAPPING.changes} times within ${minutesOf(FLAPPING.withinMs)} is \`flapping\`:
  the rules leave it open until ${minutesOf(FLAPPING.quietMs)} have passed without an event of it.
`

/** The rule table, as Markdown. */
export const incidentRules = (): string =>
  `${HEAD}${kinds.map((kind) => rowOf(kind, KIND_RULES[kind])).join('\n')}\n${TAIL}`
