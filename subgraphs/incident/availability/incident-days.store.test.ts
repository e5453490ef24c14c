import { expect, it } from 'vitest'
import type { Visibility } from '../../../db/tenancy.ts'
import { choicesOf } from '../../../demo/random.ts'
import { SEED } from '../../../tests/support/seed.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../../tests/support/stores.ts'
import { countResolvedIncidents, findIncidentTimes } from './incident-days.store.ts'

const START = Date.parse('2026-11-01T00:00:00Z')
const HOURS = 120
const { run, read, write } = createStoreTest()
const choices = choicesOf(`${SEED} incident days`)

const at = (hour: number) => new Date(START + hour * 3_600_000)
const text = (hour: number | null) => (hour === null ? 'null' : `'${at(hour).toISOString()}'`)

/** What is known of an incident; hours since the start. */
type Known = {
  readonly id: number
  institution: string | null
  readonly opened: number
  acknowledged: number | null
  resolved: number | null
  readonly isCounted: boolean
}

const insert = async ({ id, institution, opened, resolved, isCounted }: Known) => {
  const status = resolved === null ? 'OPEN' : 'RESOLVED'
  await run(`insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, component, severity,
      status, title, opened_at, first_event_at, last_event_at, resolved_at, suppressed)
    values (${id}, ${id}, 'A-${id}', ${institution === null ? 'null' : `'${institution}'`},
      '${isCounted || id % 2 === 0 ? 'POWER' : 'MASS_OUTAGE'}', '', 'LOW', '${status}', 't',
      ${text(opened)}, ${text(opened)}, ${text(opened)}, ${text(resolved)}, ${!isCounted && id % 2 === 0})`)
}

const update = ({ id, acknowledged, resolved }: Known) =>
  run(`update incident.incident set acknowledged_at = ${text(acknowledged)}, resolved_at = ${text(resolved)},
    status = '${resolved === null ? 'ACKNOWLEDGED' : 'RESOLVED'}' where id = ${id}`)

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)

const expected = (known: readonly Known[], { unrestricted, institutions }: Visibility, from: number, to: number) => {
  const own = known.filter(
    ({ institution, opened, isCounted }) =>
      isCounted &&
      opened >= from &&
      opened < to &&
      (unrestricted || (institution !== null && institutions.includes(institution))),
  )
  const seconds = (of: (one: Known) => number | null) =>
    mean(own.flatMap((one) => (of(one) === null ? [] : [(Number(of(one)) - one.opened) * 3_600])))
  return [own.length, seconds(({ acknowledged }) => acknowledged), seconds(({ resolved }) => resolved)]
}

const found = async (caller: Visibility, from: number, to: number) => {
  const times = await read(caller, (tx) => findIncidentTimes(tx, caller, { from: at(from), to: at(to) }))
  const rounded = (value: number | null) => (value === null ? null : Math.round(value))
  return [times.incidentCount, rounded(times.mttaSeconds), rounded(times.mttrSeconds)]
}

/** Each step something happens to one incident, or the job counts those that were resolved before an hour. */
const step = async (known: Known[], hour: number): Promise<void> => {
  const one: Known = {
    ...{ id: hour + 1, opened: hour, acknowledged: null, isCounted: choices.chance(0.9) },
    // Of a replay as well.
    ...(choices.chance(0.1)
      ? { opened: Math.max(0, hour - 30), resolved: Math.max(0, hour - 20) }
      : { resolved: null }),
    institution: choices.pick([null, 'ACME', 'BETA']),
  }
  known.push(one)
  await insert(one)
  for (const other of known.filter(({ resolved }) => resolved === null)) {
    if (!choices.chance(0.05)) continue
    if (other.acknowledged === null && choices.chance(0.7)) other.acknowledged = hour
    // A replay resolves it at an hour that may have been counted.
    else other.resolved = choices.chance(0.3) ? choices.between(other.opened, hour) : hour
    await update(other)
  }
  if (choices.chance(0.1)) await write((tx) => countResolvedIncidents(tx, at(hour - choices.between(0, 12))))
  const anyOf = () => known[choices.between(0, known.length - 1)] ?? one
  const [moved, gone] = [anyOf(), anyOf()]
  if (moved.institution === null && choices.chance(0.3)) {
    moved.institution = choices.pick(['ACME', 'BETA'])
    await run(`update incident.incident set institution_key = '${moved.institution}' where id = ${moved.id}`)
  }
  if (gone.resolved !== null && choices.chance(0.3)) {
    known.splice(known.indexOf(gone), 1)
    await run(`delete from incident.incident where id = ${gone.id}`)
  }
}

it('incidents are the same by days as one by one, whatever is counted, deleted or gets an institution', async () => {
  console.log(`incident days: TEST_SEED=${SEED}`)
  const known: Known[] = []
  for (let hour = 0; hour < HOURS; hour += 1) {
    await step(known, hour)
    if (hour % 24 > 0) continue
    const edges = [0, 24, hour, choices.between(0, hour) + 0.5]
    for (const from of edges)
      for (const to of edges.filter((edge) => edge > from))
        for (const caller of [ALL, ACME, BOTH])
          expect(await found(caller, from, to), `${from} to ${to} at ${hour}`).toEqual(
            expected(known, caller, from, to),
          )
  }
  const days = await run('select sum(incidents)::int as incidents from incident.incident_day')
  expect(days[0]?.incidents).toBeGreaterThan(10)
  await run('delete from incident.incident')
  expect(await run('select * from incident.incident_day')).toEqual([])
})
