import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores, type Stores, type Visibility } from '../../../db/tenancy.ts'
import { choicesOf } from '../../../demo/random.ts'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { SEED } from '../../../tests/support/seed.ts'
import { pageRequest } from '../../kit/common/paging.ts'
import { readingsJob } from '../atms/state-history.job.ts'
import { incidentService } from '../service.ts'
import { availabilityJob } from './availability.job.ts'
import { MEASURES } from './availability.rules.ts'
import {
  availabilitySorting,
  findPeriod,
  findTotal,
  type Grouping,
  listAvailability,
  type SumsRow,
} from './availability.store.ts'

const START = Date.parse('2026-11-20T21:00:00Z')
const MINUTES = 360
const MANY = 1_000
const WITHIN = 15
/** The first full hour, midnight and the last full hours. */
const INSTANTS = [0, 180, 240, 300, MINUTES]
const MOVED_UNTIL = 200
const JOB_EVERY = 3
const DAY_MINUTES = 1_440
/** The platform is stopped in these minutes, but for what ATMs send: its job does not run. */
const STOPPED = [
  { from: 99, to: 120 },
  { from: 291, to: 306 },
] as const
/** From the last run on, and as long again, but no longer than an ATM may be silent, no ATM is unreachable. */
const DEAF = STOPPED.map(({ from, to }) => {
  const last = from - JOB_EVERY
  return { from: last, to: to + Math.min(to - last, WITHIN) }
})
/** ATMs that send nothing for hours, by number: one is heard again, the other is not. */
const QUIET: Readonly<Record<number, { readonly from: number; readonly to: number }>> = {
  1: { from: 30, to: 200 },
  5: { from: 150, to: MINUTES + 1 },
}
const NEVER = { from: 0, to: 0 }
const isIn = (spans: readonly { readonly from: number; readonly to: number }[], minute: number) =>
  spans.some(({ from, to }) => from <= minute && minute < to)
let platform: TestPlatform
let acme: string
let beta: string
let admin: string
let stores: Stores

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T21:00:00Z', isClockStopped: true })
  acme = await platform.token({ institutions: ['ACME'] })
  beta = await platform.token({ institutions: ['BETA'] })
  admin = await platform.token({ role: 'ADMIN' })
  stores = await openStores(platform.database.urls, { name: 'availability test' })
})
afterEach(async () => {
  await stores.close()
  await platform.close()
})

const at = (minute: number) => new Date(START + minute * 60_000)
type State = 'IN_SERVICE' | 'OUT_OF_SERVICE' | 'UNKNOWN'
type Measured = { in: number; out: number; unreachable: number; unknown: number }

/**
 * An ATM as somebody with a sheet of paper keeps it: when it was heard, what it said that it does, from when, when it
 * was retired, and whose it is, from when.
 */
type Paper = {
  readonly name: string
  readonly heard: number[]
  readonly said: { at: number; state: State }[]
  readonly retired: { from: number; to: number }[]
  readonly owners: { at: number; institution: string }[]
}
const ownerAt = ({ owners }: Paper, minute: number) => owners.findLast((owner) => owner.at <= minute)?.institution
const isRetired = ({ retired }: Paper, minute: number) => isIn(retired, minute)

const stateAt = ({ said }: Paper, minute: number): State =>
  said
    .filter((one) => one.at <= minute)
    .reduce<(typeof said)[number] | null>(
      (newest, one) => (newest === null || one.at >= newest.at ? one : newest),
      null,
    )?.state ?? 'UNKNOWN'

const isUnreachable = ({ heard }: Paper, minute: number): boolean => {
  const last = Math.max(...heard.filter((one) => one <= minute))
  return minute - last >= WITHIN
}

const measure = (paper: Paper, institution: string, from: number, to: number): Measured => {
  const sums = { in: 0, out: 0, unreachable: 0, unknown: 0 }
  for (let minute = Math.max(from, paper.heard[0] ?? to); minute < to; minute += 1) {
    if (ownerAt(paper, minute) !== institution || isRetired(paper, minute)) continue
    const state = stateAt(paper, minute)
    if (isUnreachable(paper, minute) && !isIn(DEAF, minute)) sums.unreachable += 1
    else if (state === 'IN_SERVICE') sums.in += 1
    else if (state === 'OUT_OF_SERVICE') sums.out += 1
    else sums.unknown += 1
  }
  return sums
}

const beat = async (paper: Paper, minute: number) => {
  platform.clock.set(at(minute))
  const body = { agentAtmId: paper.name, institutionKey: ownerAt(paper, minute) }
  expect((await platform.askInternal('POST', '/incident/api/internal/heartbeats', { body })).status).toBe(204)
  paper.heard.push(minute)
}

const say = async (paper: Paper, minute: number, occurred: number, state: Exclude<State, 'UNKNOWN'>) => {
  platform.clock.set(at(minute))
  const eventTime = at(occurred).toISOString().slice(0, 19)
  const institutionKey = ownerAt(paper, minute)
  const body = { agentAtmId: paper.name, institutionKey, eventType: `ATM_${state}`, eventTime }
  const { status } = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  expect(status).toBe(201)
  paper.heard.push(minute)
  paper.said.push({ at: occurred, state })
}

const ids = new Map<string, number>()

/** Changes an ATM that is known: moves it to the other institution, or retires or reactivates it. */
const change = async (paper: Paper, minute: number, isMove: boolean) => {
  platform.clock.set(at(minute))
  const { body } = await platform.ask('GET', '/incident/api/atms', { as: admin })
  const { content } = Object(body)
  // Those that are retired are not listed.
  for (const { agentAtmId, id } of content) ids.set(agentAtmId, id)
  const path = `/incident/api/atms/${ids.get(paper.name)}`
  const last = paper.retired.at(-1)
  const isInUse = last === undefined || last.to <= minute
  const institutionKey = ownerAt(paper, minute) === 'ACME' ? 'BETA' : 'ACME'
  const { status } = isMove
    ? await platform.ask('PATCH', path, { as: admin, body: { institutionKey } })
    : await platform.ask('POST', `${path}/${isInUse ? 'retire' : 'reactivate'}`, { as: admin })
  expect(status).toBe(200)
  if (isMove) paper.owners.push({ at: minute, institution: institutionKey })
  else if (isInUse) paper.retired.push({ from: minute, to: Number.POSITIVE_INFINITY })
  else last.to = minute
}

const isSome = ({ in: inService, out, unreachable, unknown }: Measured) => inService + out + unreachable + unknown > 0

const asked = async (from: number, to: number, as: string): Promise<[string, Measured][]> => {
  const path = `/incident/api/availability?from=${at(from).toISOString()}&to=${at(to).toISOString()}&size=200`
  const { status, body } = await platform.ask('GET', path, { as })
  expect(status).toBe(200)
  const content: Record<string, number | string>[] = Object(body).content
  const minutes = (seconds: unknown) => Math.round(Number(seconds) / 60)
  return content
    .map((row): [string, Measured] => [
      `${row.agentAtmId} of ${row.institutionKey}`,
      {
        in: minutes(row.inServiceSeconds),
        out: minutes(row.outOfServiceSeconds),
        unreachable: minutes(row.unreachableSeconds),
        unknown: minutes(row.unknownSeconds),
      },
    ])
    .filter(([, measured]) => isSome(measured))
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

const ALL: Visibility = { unrestricted: true, institutions: [] }
const ofInstitution = (key: string): Visibility => ({ unrestricted: false, institutions: [key] })

const valuesOf = (row: SumsRow) => [row.name, row.atms, ...MEASURES.map(({ column }) => Math.round(row[column]))]

/** The ATMs of a caller together and in lists, by totals and by the sums of each. */
const totals = (from: number, to: number, caller: Visibility) =>
  stores.inTenant(caller, async (tx) => {
    const period = await findPeriod(tx, { from: at(from), to: at(to) }, at(MINUTES + 1))
    if (period === null) throw new Error('there are no sums')
    const fleet = { ...caller, connectedWithinMs: WITHIN * 60_000 }
    const list = async (grouping: Grouping, fewAtms: number) => {
      const page = pageRequest({ page: 0, size: 5, sort: null }, availabilitySorting(grouping))
      const { rows, count, total } = await listAvailability(tx, fleet, { period, grouping, page, fewAtms })
      return [...rows, total].map(valuesOf).concat([[count]])
    }
    const of = async (fewAtms: number) => [
      valuesOf(await findTotal(tx, fleet, period, { fewAtms })),
      await list('atm', fewAtms),
      await list('institution', fewAtms),
      await list('vendor', fewAtms),
    ]
    return { kept: await of(0), added: await of(MANY) }
  })

/** Sums up as the service does, but with a retention of minutes. */
const sumUp = async (minute: number, keptMinutes: number) => {
  const keptDays = keptMinutes / DAY_MINUTES
  const job = availabilityJob({
    ...{ stores, platformTimeZone: 'UTC', connectedWithinMs: WITHIN * 60_000, keptDays },
    ...{ startedAt: at(0), lastHeardAt: null, mirrorStates: () => {} },
  })
  const context = { now: at(minute), log: platform.process.log, progress: () => {} }
  await job.run(context)
  await readingsJob(stores, keptDays).run(context)
}

describe('the time of ATMs against a sheet of paper', () => {
  const cases = [
    ['whatever comes late and whenever it is summed up', MINUTES * 2],
    ['of the time for which anything is kept', 130],
  ] as const
  it.each(cases)(
    'is the same for any period and institution, %s',
    async (title, keptMinutes) => {
      console.log(`availability: TEST_SEED=${SEED}`)
      const choices = choicesOf(`${SEED} availability ${title}`)
      // The sums begin with the first full hour that is kept.
      const oldest = (minute: number) => Math.ceil(Math.max(0, minute - keptMinutes) / 60) * 60
      const papers = Array.from(
        { length: 6 },
        (_value, n): Paper => ({
          ...{ name: `P-${n}`, heard: [], said: [], retired: [] },
          owners: [{ at: 0, institution: n % 2 === 0 ? 'ACME' : 'BETA' }],
        }),
      )
      for (let minute = 0; minute <= MINUTES; minute += 1) {
        for (const [n, paper] of papers.entries()) {
          const isKnown = paper.heard.length > 0
          // Lists of the time after that are made by totals.
          if (isKnown && minute < MOVED_UNTIL && choices.chance(0.009)) await change(paper, minute, true)
          if (isKnown && choices.chance(isRetired(paper, minute) ? 0.1 : 0.003)) await change(paper, minute, false)
          if (isRetired(paper, minute) || isIn([QUIET[n] ?? NEVER], minute)) continue
          if (choices.chance(0.08)) await beat(paper, minute)
          if (!choices.chance(0.03)) continue
          const first = paper.heard[0] ?? minute
          const occurred = choices.chance(0.4) ? choices.between(Math.max(first, oldest(minute)), minute) : minute
          await say(paper, minute, occurred, choices.pick(['IN_SERVICE', 'OUT_OF_SERVICE']))
        }
        platform.clock.set(at(minute))
        if (minute % JOB_EVERY === 0 && !isIn(STOPPED, minute)) await sumUp(minute, keptMinutes)
      }
      platform.clock.set(at(MINUTES + 1))
      await sumUp(MINUTES + 1, keptMinutes)
      expect(await platform.runJob('incident.availability-check')).toMatch(/^0 of \d+ sums .* 0 of [1-9]\d* that/)
      for (let tries = 0; tries < 40; tries += 1) {
        // Every other edge is an instant of sums.
        const edge = (least: number, most: number) => {
          const instants = INSTANTS.filter((minute) => least <= minute && minute <= most)
          const [first, ...others] = choices.chance(0.5) ? instants : []
          return first === undefined ? choices.between(least, most) : choices.pick([first, ...others])
        }
        const from = edge(oldest(MINUTES + 1), MINUTES - 1)
        const to = edge(from + 1, MINUTES)
        const expected = papers.flatMap((paper) =>
          ['ACME', 'BETA'].map((institution): [string, Measured] => [
            `${paper.name} of ${institution}`,
            measure(paper, institution, from, to),
          ]),
        )
        const some = expected.filter(([, measured]) => isSome(measured))
        for (const [as, end] of [[acme, 'ACME'] as const, [beta, 'BETA'] as const, [admin, ''] as const])
          expect(await asked(from, to, as), `${from} to ${to} of ${end}`).toEqual(
            some.filter(([name]) => name.endsWith(end)),
          )
        for (const caller of [ALL, ofInstitution('ACME'), ofInstitution('BETA')]) {
          const { kept, added } = await totals(from, to, caller)
          expect(kept, `${from} to ${to} together`).toEqual(added)
        }
      }
    },
    240_000,
  )
})
