import { expect } from 'vitest'
import type { ModelIncident } from '../../subgraphs/incident/testing/model.testing.ts'
import { type Minutes, type ModelAtm, msOf, noMinutes } from './model-atm.ts'
import type { Entry, ModelFleet, ModelOutage } from './model-fleet.ts'
import type { RealFleet } from './real-fleet.ts'

type Stored = { id: number; agent: string; kind: string; parent: number | null }

/** The number of each incident and outage of the model, once both are found to be the same. */
export type Numbers = ReadonlyMap<ModelIncident | ModelOutage, number>

const STORED = `
  select id, agent_atm_id as agent, kind, component, source, severity, status, version, occurrence_count as count,
    flapping, owner_user_id as owner, suppressed, parent_id as parent, cause,
    (select count(*)::int from incident.incident_entry e where e.incident_id = i.id and e.kind = 'NOTE') as notes,
    round(extract(epoch from opened_at) * 1000)::float8 as opened,
    round(extract(epoch from first_event_at) * 1000)::float8 as first,
    round(extract(epoch from last_event_at) * 1000)::float8 as last
  from incident.incident i order by id`

const workOn = (model: ModelFleet, of: object) => ({ cause: model.causeOf(of), notes: model.notesOf(of) })

/** Compares every incident as it is stored. */
export const compareIncidents = async (model: ModelFleet, real: RealFleet): Promise<Numbers> => {
  const stored = await real.inspector.rows<Stored>(STORED)
  const numbers = new Map<ModelIncident | ModelOutage, number>()
  const outages = stored.filter(({ kind }) => kind === 'MASS_OUTAGE')
  const expected = model.outages()
  for (const [place, outage] of expected.entries())
    outage.atm = outage.firsts.find(({ name }) => name === outages[place]?.agent) ?? outage.atm
  expect(outages).toMatchObject(
    expected.map((outage) => {
      const { atm, status, version, count, owner } = outage
      return { agent: atm.name, status, version, count, owner, ...workOn(model, outage) }
    }),
  )
  for (const [place, outage] of expected.entries()) numbers.set(outage, outages[place]?.id ?? 0)
  for (const atm of model.atms) {
    const own = stored.filter(({ agent, kind }) => agent === atm.name && kind !== 'MASS_OUTAGE')
    expect(
      own.map(({ id: _id, agent: _agent, ...one }) => one),
      atm.name,
    ).toEqual(
      atm.model.incidents().map((incident) => {
        const { cleared: _cleared, ...seen } = incident
        const { opened, owner, suppressed, outage } = atm.model.workOf(incident)
        const parent = expected.find((one) => one === outage)
        const work = { opened, owner, suppressed, ...workOn(model, incident) }
        return { ...seen, ...work, parent: parent === undefined ? null : numbers.get(parent) }
      }),
    )
    for (const [place, incident] of atm.model.incidents().entries()) numbers.set(incident, own[place]?.id ?? 0)
  }
  return numbers
}

/** What is not resolved, in the order of the numbers: outages instead of their parts. */
export const queueOf = (model: ModelFleet, numbers: Numbers): Entry[] => {
  const entries: Entry[] = model.atms.flatMap((atm) =>
    atm.model
      .incidents()
      .flatMap((incident) => (atm.model.workOf(incident).outage === null ? [{ atm, incident }] : [])),
  )
  for (const outage of model.outages()) entries.push({ atm: outage.atm, outage })
  const subject = (entry: Entry) => ('outage' in entry ? entry.outage : entry.incident)
  return entries
    .filter((entry) => subject(entry).status !== 'RESOLVED')
    .sort((a, b) => (numbers.get(subject(a)) ?? 0) - (numbers.get(subject(b)) ?? 0))
}

const OPEN = ['OPEN', 'ACKNOWLEDGED']
const rows = (body: Record<string, unknown>): Record<string, unknown>[] => Object(body).content

/** Every incident that counts, parts of outages and outages too. */
const counted = (model: ModelFleet) =>
  [
    ...model.atms.flatMap((atm) =>
      atm.model.incidents().map((incident) => ({
        atm,
        status: String(incident.status),
        severity: String(incident.severity),
        isPart: atm.model.workOf(incident).outage !== null,
      })),
    ),
    ...model.outages().map(({ atm, status }) => ({ atm, status: String(status), severity: 'CRITICAL', isPart: false })),
  ].filter(({ status }) => OPEN.includes(status))

/** Compares the queue and what is counted of it, as people see them. */
export const compareQueue = async (model: ModelFleet, real: RealFleet, numbers: Numbers, minute: number) => {
  const listed = await real.get(minute, '/incident/api/incidents?isPart=false&sort=id,asc&size=200')
  const queue = rows(listed).filter(({ status }) => status !== 'RESOLVED')
  expect(queue.map(({ id, agentAtmId, status, ownerUserId }) => [id, agentAtmId, status, ownerUserId])).toEqual(
    queueOf(model, numbers).map((entry) => {
      if ('outage' in entry) {
        const { outage } = entry
        return [numbers.get(outage), entry.atm.name, outage.status, outage.owner]
      }
      const { incident, atm } = entry
      return [numbers.get(incident), atm.name, incident.status, atm.model.workOf(incident).owner]
    }),
  )
  const open = counted(model)
  expect(await real.get(minute, '/incident/api/incidents/status/open?view=counts')).toMatchObject({
    count: open.length,
  })
  const bySeverity = await real.get(minute, '/incident/api/incidents/status/open?view=severity')
  const severities: Record<string, unknown>[] = Object(bySeverity).severities
  expect([bySeverity.total, bySeverity.unacknowledged, bySeverity.atms]).toEqual([
    open.length,
    open.filter(({ status }) => status === 'OPEN').length,
    new Set(open.map(({ atm }) => atm)).size,
  ])
  for (const { severity, count } of severities)
    expect([severity, count]).toEqual([severity, open.filter((one) => one.severity === severity).length])
  const groups = await real.get(minute, '/incident/api/incident-groups?by=REGION')
  const regions = Map.groupBy(
    open.filter(({ isPart }) => !isPart),
    ({ atm }) => atm.region,
  )
  expect(Object.fromEntries(Object.values(groups).map((row) => [Object(row).value, Object(row).incidents]))).toEqual(
    Object.fromEntries([...regions].map(([region, ofIt]) => [region, ofIt.length])),
  )
}

/** Compares badges and totals of the fleet. */
export const compareFleet = async (model: ModelFleet, real: RealFleet, minute: number) => {
  await real.runJob(minute, 'devices.reconcile')
  const inUse = model.atms.filter((atm) => !atm.isRetired(minute))
  const badges = { agentOffline: 0, inSupervisor: 0, outOfService: 0, inService: 0, unknown: 0 }
  for (const atm of inUse) badges[atm.badge(minute)] += 1
  expect(await real.get(minute, '/devices/api/badges')).toEqual({ total: inUse.length, ...badges })
  // What a retired ATM reported stays counted, also among those with the most of it.
  const events = model.atms.flatMap((atm) => atm.told())
  const activity = await real.get(minute, '/incident/api/journal-events/activity?view=counts&hoursBack=24')
  const byType = Map.groupBy(events, ({ type }) => type)
  const shown: Record<string, unknown>[] = Object(activity).byType
  expect([activity.total, Object.fromEntries(shown.map((row) => [row.eventType, row.eventCount]))]).toEqual([
    events.length,
    Object.fromEntries([...byType].map(([type, ofType]) => [type, ofType.length])),
  ])
  const top: Record<string, unknown>[] = Object(activity).topAtms
  expect(Object.fromEntries(top.map((row) => [row.agentAtmId, row.eventCount]))).toEqual(
    Object.fromEntries(model.atms.flatMap((atm) => (atm.told().length === 0 ? [] : [[atm.name, atm.told().length]]))),
  )
}

const MEASURES = ['inService', 'inSupervisor', 'outOfService', 'unreachable', 'unknown', 'maintenance'] as const

const minutesOf = (row: Record<string, unknown>): Minutes => {
  const minutes = noMinutes()
  for (const measure of MEASURES) minutes[measure] = Number(row[`${measure}Seconds`]) / 60
  return minutes
}
const isSome = (minutes: Minutes) => MEASURES.some((measure) => minutes[measure] > 0)

const together = (all: readonly Minutes[]): Minutes => {
  const sum = noMinutes()
  for (const one of all) for (const measure of MEASURES) sum[measure] += one[measure]
  return sum
}

const INSTITUTIONS = ['ACME', 'BETA']

type Spent = { readonly atm: ModelAtm; readonly institution: string; readonly minutes: Minutes }

/** How ATMs spent a period, each for the institutions that had it. */
const spentBy = (atms: readonly ModelAtm[], from: number, to: number): Spent[] =>
  atms
    .flatMap((atm) =>
      INSTITUTIONS.map((institution) => ({ atm, institution, minutes: atm.spent(institution, from, to) })),
    )
    .filter(({ minutes }) => isSome(minutes))

/** The number of ATMs of a group and how they spent their time together. */
const summed = (spent: readonly Spent[]) => [
  new Set(spent.map(({ atm }) => atm)).size,
  together(spent.map(({ minutes }) => minutes)),
]

/** Compares how the time of a period was spent: by each ATM, by groups, and by all of them. */
export const compareAvailability = async (
  model: ModelFleet,
  real: RealFleet,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
) => {
  const iso = (minute: number) => new Date(msOf(minute)).toISOString()
  const path = `/incident/api/availability?from=${iso(from)}&to=${iso(to)}&size=200&sort=name`
  const expected = spentBy(model.atms, from, to)
  for (const caller of [undefined, ...INSTITUTIONS]) {
    const own = expected.filter(({ institution }) => caller === undefined || institution === caller)
    const seen = await real.get(now, path, caller)
    expect(
      Object.fromEntries(rows(seen).map((row) => [`${row.agentAtmId} of ${row.institutionKey}`, minutesOf(row)])),
      `ATMs, ${from} to ${to} at ${now}, seen by ${caller ?? 'both'}`,
    ).toEqual(
      Object.fromEntries(own.map(({ atm, institution, minutes }) => [`${atm.name} of ${institution}`, minutes])),
    )
    expect([Object(seen.total).atms, minutesOf(Object(seen.total))]).toEqual(summed(own))
  }
  for (const [by, groupOf] of [
    ['institution', ({ institution }: Spent) => institution] as const,
    ['region', ({ atm }: Spent) => atm.region] as const,
  ]) {
    const groups = Map.groupBy(expected, groupOf)
    expect(
      Object.fromEntries(
        rows(await real.get(now, `${path}&group=${by}`)).map((row) => [row.group, [row.atms, minutesOf(row)]]),
      ),
    ).toEqual(Object.fromEntries([...groups].map(([name, ofIt]) => [name, summed(ofIt)])))
  }
  // Each ATM has the tag of its region and one that all have.
  const tagged = rows(await real.get(now, `${path}&group=tags`)).filter(({ group }) => group === 'all')
  expect(tagged.map((row) => [row.atms, minutesOf(row)])).toEqual(expected.length === 0 ? [] : [summed(expected)])
  const [one] = expected
  if (one === undefined) return
  const of = real.idOf(model.atms.indexOf(one.atm))
  expect(
    minutesOf(await real.get(now, `/incident/api/atms/${of}/availability?from=${iso(from)}&to=${iso(to)}`)),
  ).toEqual(together(expected.filter(({ atm }) => atm === one.atm).map(({ minutes }) => minutes)))
}
