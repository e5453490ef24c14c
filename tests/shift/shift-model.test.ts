import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTally } from '../../subgraphs/incident/testing/model-tally.testing.ts'
import { SEED, SEED_NUMBER } from '../support/seed.ts'
import { compareAvailability, compareFleet, compareIncidents, compareQueue, type Numbers, queueOf } from './compare.ts'
import { ATMS, historyOf, REGIONS, type Step } from './histories.ts'
import { atSameTime, createModelAtm } from './model-atm.ts'
import { type Action, createModelFleet, type Entry, type ModelFleet } from './model-fleet.ts'
import { isoOf, openRealFleet, type RealFleet, USER } from './real-fleet.ts'

/** `npm run test:model` sets more. */
const HISTORIES = Number(process.env.MODEL_HISTORIES ?? 2)
const STEPS = Number(process.env.MODEL_STEPS ?? 25)
/** The jobs run so often, in minutes: an ATM gets a maintenance window three minutes before. */
const JOBS_EVERY = 2
const BEAT_EVERY = 4
const WITHIN = 15

const tally = createTally()
type Playing = { readonly model: ModelFleet; readonly real: RealFleet; minute: number; numbers: Numbers }

/** What each process knows of the time in which the platform did not hear. */
type Hearing = { startedAt: number; lastHeard: number | null }
const deafAt = ({ startedAt, lastHeard }: Hearing, minute: number): number => {
  if (lastHeard === null || minute - startedAt >= WITHIN) return 0
  return Math.max(0, startedAt - lastHeard)
}

const open = async (): Promise<Playing & { readonly hearings: Hearing[] }> => {
  const atms = Array.from({ length: ATMS }, (_, n) => ({
    name: `ATM-${n}`,
    institution: n === ATMS - 1 ? 'BETA' : 'ACME',
    region: REGIONS[n % REGIONS.length] ?? '',
  }))
  const model = createModelFleet(
    atms.map(({ name, ...place }) => createModelAtm(name, place, tally.note)),
    tally.note,
  )
  const hearing = (): Hearing => ({ startedAt: 0, lastHeard: null })
  return {
    model,
    real: await openRealFleet(model.atms),
    minute: 0,
    numbers: new Map(),
    hearings: [hearing(), hearing()],
  }
}

const send = async (
  { model, real, minute }: Playing,
  things: readonly { atm: number; type: string; age: number }[],
) => {
  const inTime = things.map((thing) => ({ ...thing, age: Math.min(thing.age, minute) }))
  const statuses = await real.send(minute, inTime)
  for (const [n, { atm: place, type, age }] of inTime.entries()) {
    const atm = model.atms[place]
    if (atm === undefined) continue
    const isRefused = atm.isRetired(minute)
    expect([type, statuses[n]]).toEqual([type, isRefused ? 409 : type === 'BEAT' ? 204 : 201])
    if (isRefused) continue
    atm.hear(type, age, minute)
    if (type.startsWith('SUPERVISOR')) tally.note('a visit')
    if (type.startsWith('ATM_') && age > 0) tally.note('a late state')
  }
}

/** The jobs, in either process. */
const work = async ({ model, real, minute }: Playing, hearing: Hearing) => {
  await real.runJob(minute, 'incident.maintenance')
  model.maintain(minute)
  await real.runJob(minute, 'incident.outages')
  model.search(minute, deafAt(hearing, minute))
  await real.runJob(minute, 'incident.quiet-time')
  model.quiet(minute)
  await real.runJob(minute, 'incident.availability')
}

const ROUTES = {
  ACKNOWLEDGE: 'acknowledge',
  RESOLVE: 'resolve',
  ASSIGN: 'assign',
  RELEASE: 'release',
  NOTE: 'notes',
} as const

const idOf = (numbers: Numbers, entry: Entry) => numbers.get('outage' in entry ? entry.outage : entry.incident)

const act = async (
  playing: Playing,
  { act: action, picks, to, cause }: Extract<Step['does'], { act: string }>,
  isKilled: boolean,
) => {
  const { model, real, minute, numbers } = playing
  const all = model.atms.flatMap((atm) => atm.model.incidents().map((incident): Entry => ({ atm, incident })))
  const entries = [...model.outages().map((outage): Entry => ({ atm: outage.atm, outage })), ...all]
  const queue = queueOf(model, numbers)
  // Mostly what lists show; now and then a part, or something that is resolved.
  const picked = new Set(picks.map((pick) => (pick < 9 ? queue[pick % queue.length] : entries[pick % entries.length])))
  const wanted = [...picked].filter((entry) => entry !== undefined)
  const ids = [...new Set(wanted.map((entry) => idOf(numbers, entry)))]
  if (ids.length === 0) return
  const how: Action =
    action === 'ASSIGN'
      ? { what: action, to: to ?? USER }
      : action === 'RESOLVE'
        ? { what: action, cause }
        : { what: action }
  // All that are named first, then the parts of outages among them.
  const outcomes = model.act(
    ids.flatMap((id) => wanted.filter((entry) => idOf(numbers, entry) === id).slice(0, 1)),
    how,
    minute,
  )
  const given = {
    ...(action === 'ASSIGN' && to !== null ? { userId: to } : {}),
    ...(action === 'RESOLVE' && cause !== null ? { cause } : {}),
    ...(action === 'NOTE' ? { text: 'looked at it' } : {}),
  }
  const [id, ...others] = ids
  if (others.length === 0) {
    const path = `/incident/api/incidents/${id}/${ROUTES[action]}`
    const { status } = await real.ask(minute, action === 'NOTE' ? 'POST' : 'PATCH', path, given)
    const done = action === 'NOTE' ? 201 : 200
    const expected = { DONE: done, UNCHANGED: done, CONFLICT: 409, INVALID: 400 }
    if (!isKilled) expect([action, status]).toEqual([action, expected[outcomes[0] ?? 'DONE']])
    return
  }
  const { status, body } = await real.ask(minute, 'POST', '/incident/api/incidents/bulk', { ids, action, ...given })
  expect(status).toBe(200)
  if (isKilled) return
  expect(Object.values(Object(body)).map((row) => [Object(row).id, Object(row).outcome])).toEqual(
    ids.map((id, n) => [id, outcomes[n]]),
  )
}

const windows = async ({ model, real, minute }: Playing, does: Extract<Step['does'], { window: unknown }>) => {
  const wanted = Math.max(0, minute + does.from)
  const { dayBefore, day } = atSameTime(wanted)
  const from = does.recurs ? day : wanted
  const lasts = minute + Math.max(1, does.from) + does.lasts - wanted
  const { window } = does
  const scope =
    typeof window === 'number'
      ? { atmId: real.idOf(window) }
      : { institutionKey: 'ACME', ...(window === null ? {} : { attribute: 'region', value: window }) }
  const first = does.recurs ? dayBefore : wanted
  const recurs = {
    ...{ weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] },
    ...{ timeZone: 'Europe/Helsinki', until: isoOf(wanted + 180).slice(0, 10) },
  }
  const times = { from: isoOf(first), to: isoOf(first + lasts), ...(does.recurs ? recurs : {}) }
  const body = { ...scope, ...times, reason: 'works' }
  const isOver = from + lasts <= minute
  const { status } = await real.ask(minute, 'POST', '/incident/api/maintenance-windows', body)
  const own = typeof window === 'number' ? model.atms[window] : undefined
  const isOut = own?.isRetired(minute) === true
  // Of two faults either may be named.
  expect(isOver || isOut ? [...(isOver ? [400] : []), ...(isOut ? [409] : [])] : [201]).toContain(status)
  if (isOver || isOut) return
  if (does.recurs) tally.note('a window that recurs')
  const institution = own?.institution ?? 'ACME'
  model.openWindow(
    (atm) =>
      atm.institution === institution && (own === undefined ? window === null || atm.region === window : atm === own),
    ...[from, from + lasts, minute],
  )
}

const endWindow = async ({ model, real, minute }: Playing, pick: number) => {
  const place = pick % Math.max(1, model.windows().length)
  const window = model.windows()[place]
  if (window === undefined || window.isEnded) return
  const [row] = await real.inspector.rows<{ id: number }>(
    `select id from incident.maintenance_window order by id offset ${place} limit 1`,
  )
  expect((await real.ask(minute, 'DELETE', `/incident/api/maintenance-windows/${row?.id}`)).status).toBe(204)
  model.endWindow(window, minute)
}

const merge = async (
  { model, real, minute }: Playing,
  { merge: from, into }: Extract<Step['does'], { merge: number }>,
) => {
  const body = { intoId: real.idOf(into) }
  const { status } = await real.ask(minute, 'POST', `/incident/api/atms/${real.idOf(from)}/merge`, body)
  const [entry, atm] = [model.atms[from], model.atms[into]]
  if (entry === undefined || atm === undefined) return
  const isRefused = entry === atm || atm.isRetired(minute) || entry.institution !== atm.institution
  expect(status >= 400).toBe(isRefused)
  if (isRefused) return
  tally.note('merged')
  entry.retire(minute)
  entry.isMerged = true
}

const does = async (playing: Playing, step: Step['does'], isKilled: boolean): Promise<void> => {
  const { model, real, minute } = playing
  if ('send' in step) {
    await send(playing, step.send)
    for (const atm of await real.repeat(minute, step.again)) model.atms[atm]?.hearAgain(minute)
  } else if ('act' in step) await act(playing, step, isKilled)
  else if ('window' in step) await windows(playing, step)
  else if ('endWindow' in step) await endWindow(playing, step.endWindow)
  else if ('retire' in step) {
    const ids = step.retire.map(real.idOf)
    expect((await real.ask(minute, 'POST', '/incident/api/atms/retire', { ids })).status).toBe(200)
    for (const place of step.retire)
      if (model.atms[place]?.isRetired(minute) === false) {
        tally.note('retired')
        model.atms[place]?.retire(minute)
      }
  } else if ('reactivate' in step) {
    const { status } = await real.ask(minute, 'POST', `/incident/api/atms/${real.idOf(step.reactivate)}/reactivate`)
    const atm = model.atms[step.reactivate]
    expect(status).toBe(atm?.isMerged === true ? 409 : 200)
    if (atm?.isMerged === false) atm.reactivate(minute)
  } else if ('merge' in step) await merge(playing, step)
  else {
    const atm = model.atms[step.move]
    if (atm === undefined) return
    const to = atm.institution === 'ACME' ? 'BETA' : 'ACME'
    // Its events are those of the ATM that it was merged into.
    expect(await real.move(minute, real.idOf(step.move), to)).toBe(atm.isMerged ? 409 : 200)
    if (atm.isMerged) return
    model.move(atm, to, minute)
    tally.note('moved')
  }
}

const play = async (history: readonly Step[]): Promise<void> => {
  const playing = await open()
  const { model, real, hearings } = playing
  const own: Hearing = hearings[0] ?? { startedAt: 0, lastHeard: null }
  const other: Hearing = hearings[1] ?? { startedAt: 0, lastHeard: null }
  const heardAt = () => Math.max(...model.atms.map((atm) => atm.lastHeard(playing.minute)))
  try {
    for (const { waited, beating, second, does: what } of history) {
      for (let passed = 0; passed < waited; passed += 1) {
        playing.minute += 1
        const isSecond = playing.minute % 3 === 0
        real.by(isSecond)
        if (playing.minute % BEAT_EVERY === 0)
          await send(
            playing,
            beating.map((atm) => ({ atm, type: 'BEAT', age: 0 })),
          )
        if (playing.minute % JOBS_EVERY === 0) await work(playing, isSecond ? other : own)
      }
      // What comes at one minute comes to one process: two have no order of their own for it.
      if (waited > 0) real.by(second !== null)
      playing.numbers = await compareIncidents(model, real)
      const canKill =
        waited > 0 &&
        second !== null &&
        second.killedAfter !== null &&
        ('send' in what || ('act' in what && what.act !== 'NOTE'))
      if (canKill) real.member.killAfter('act' in what ? 0 : (second.killedAfter ?? 1))
      const starts = real.member.starts().length
      await does(playing, what, canKill)
      await real.member.settled()
      if (real.member.starts().length > starts) {
        tally.note('killed')
        const last = heardAt()
        Object.assign(other, { startedAt: playing.minute, lastHeard: Number.isFinite(last) ? last : null })
      }
      playing.numbers = await compareIncidents(model, real)
      await compareQueue(model, real, playing.numbers, playing.minute)
    }
    real.by(false)
    await work(playing, own)
    playing.numbers = await compareIncidents(model, real)
    await compareFleet(model, real, playing.minute)
    expect(await real.runJob(playing.minute, 'incident.availability-check')).toMatch(/^0 of \d+ sums .* 0 of \d+ that/)
    const end = playing.minute
    const edges = [0, 0.31, 0.5, 0.77, 1].map((share) => Math.floor(end * share)).concat(60, 120, 180)
    for (const from of edges)
      for (const to of edges) if (from < to && to <= end) await compareAvailability(model, real, { from, to, now: end })
  } finally {
    await real.close()
  }
}

/** What many histories must have come to once, whatever the seed: else they would prove nothing of it. */
const CASES = [
  ...['a mass outage', 'more parts of a mass outage', 'a mass outage ended', 'lost', 'killed', 'retired'],
  ...['ACKNOWLEDGE an outage', 'RESOLVE an outage', 'ASSIGN an outage', 'RELEASE an outage'],
  ...['opened in a window', 'outlasted its window', 'flapping instead of resolved', 'a visit', 'a late state'],
  ...['a window that recurs', 'moved', 'merged', 'down after its mass outage', 'moved out of a mass outage'],
]
const HISTORIES_OF_CASES = 20
/** A limit for what hangs: a long history takes a minute, and several where the machine has other work. */
const LONGEST_MS = 600_000
const LIMIT_MS = HISTORIES * LONGEST_MS

test(
  'queue, badges, availability and counts are those of a plain model, whatever ATMs and people do',
  async () => {
    console.info(`shifts: TEST_SEED=${SEED}`)
    await fc.assert(fc.asyncProperty(historyOf(STEPS), play), {
      seed: SEED_NUMBER % 2_147_483_647,
      numRuns: HISTORIES,
      unbiased: true,
      // A failure is shown as it came up: making its history short would take minutes.
      endOnFailure: process.env.MODEL_SHRINK !== 'true',
    })
    if (HISTORIES >= HISTORIES_OF_CASES) expect(tally.missing(CASES, 1)).toEqual([])
  },
  LIMIT_MS,
)
