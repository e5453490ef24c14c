import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choicesOf } from '../../../demo/random.ts'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { SEED } from '../../../tests/support/seed.ts'
import { incidentService } from '../service.ts'

const START = Date.parse('2026-11-20T21:00:00Z')
const MINUTES = 360
const WITHIN = 15
let platform: TestPlatform
let acme: string

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T21:00:00Z' })
  acme = await platform.token({ institutions: ['ACME'] })
})
afterAll(() => platform.close())

const at = (minute: number) => new Date(START + minute * 60_000)
type State = 'IN_SERVICE' | 'OUT_OF_SERVICE' | 'UNKNOWN'
type Measured = { in: number; out: number; unreachable: number; unknown: number }

/** An ATM as somebody with a sheet of paper keeps it: when it was heard, and what it said that it does, from when. */
type Paper = { readonly name: string; readonly heard: number[]; readonly said: { at: number; state: State }[] }

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

const measure = (paper: Paper, from: number, to: number): Measured => {
  const sums = { in: 0, out: 0, unreachable: 0, unknown: 0 }
  for (let minute = Math.max(from, paper.heard[0] ?? to); minute < to; minute += 1) {
    const state = stateAt(paper, minute)
    if (isUnreachable(paper, minute)) sums.unreachable += 1
    else if (state === 'IN_SERVICE') sums.in += 1
    else if (state === 'OUT_OF_SERVICE') sums.out += 1
    else sums.unknown += 1
  }
  return sums
}

const beat = async (paper: Paper, minute: number) => {
  platform.clock.set(at(minute))
  const body = { agentAtmId: paper.name, institutionKey: 'ACME' }
  expect((await platform.askInternal('POST', '/incident/api/internal/heartbeats', { body })).status).toBe(204)
  paper.heard.push(minute)
}

const say = async (paper: Paper, minute: number, occurred: number, state: Exclude<State, 'UNKNOWN'>) => {
  platform.clock.set(at(minute))
  const eventTime = at(occurred).toISOString().slice(0, 19)
  const body = { agentAtmId: paper.name, institutionKey: 'ACME', eventType: `ATM_${state}`, eventTime }
  const { status } = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  expect(status).toBe(201)
  paper.heard.push(minute)
  paper.said.push({ at: occurred, state })
}

const asked = async (from: number, to: number): Promise<Map<string, Measured>> => {
  const path = `/incident/api/availability?from=${at(from).toISOString()}&to=${at(to).toISOString()}&size=200`
  const { status, body } = await platform.ask('GET', path, { as: acme })
  expect(status).toBe(200)
  const content: Record<string, number | string>[] = Object(body).content
  const minutes = (seconds: unknown) => Math.round(Number(seconds) / 60)
  return new Map(
    content.map((row) => [
      String(row.agentAtmId),
      {
        in: minutes(row.inServiceSeconds),
        out: minutes(row.outOfServiceSeconds),
        unreachable: minutes(row.unreachableSeconds),
        unknown: minutes(row.unknownSeconds),
      },
    ]),
  )
}

describe('the time of ATMs against a sheet of paper', () => {
  it('is the same for any period, whatever comes late and whenever it is summed up', async () => {
    console.log(`availability: TEST_SEED=${SEED}`)
    const choices = choicesOf(`${SEED} availability`)
    const papers = Array.from({ length: 6 }, (_value, n): Paper => ({ name: `P-${n}`, heard: [], said: [] }))
    for (let minute = 0; minute <= MINUTES; minute += 1) {
      for (const paper of papers) {
        if (choices.chance(0.08)) await beat(paper, minute)
        if (!choices.chance(0.03)) continue
        const first = paper.heard[0] ?? minute
        const occurred = choices.chance(0.4) ? choices.between(first, minute) : minute
        await say(paper, minute, occurred, choices.pick(['IN_SERVICE', 'OUT_OF_SERVICE']))
      }
      platform.clock.set(at(minute))
      if (minute % 3 === 0) await platform.runJob('incident.availability')
    }
    platform.clock.set(at(MINUTES + 1))
    await platform.runJob('incident.availability')
    for (let tries = 0; tries < 30; tries += 1) {
      const from = choices.between(0, MINUTES - 1)
      const to = choices.between(from + 1, MINUTES)
      const found = await asked(from, to)
      const expected = papers
        .filter(({ heard }) => (heard[0] ?? MINUTES) <= to)
        .map((paper): [string, Measured] => [paper.name, measure(paper, from, to)])
      expect(
        [...found].sort(([a], [b]) => (a < b ? -1 : 1)),
        `${from} to ${to}`,
      ).toEqual(expected)
    }
  }, 240_000)
})
