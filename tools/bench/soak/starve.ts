import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { msText, percentile, tableOf, verdict } from '../common/figures.ts'
import { summariseProfile } from '../common/profile.ts'
import type { Program } from '../common/program.ts'
import type { Meter, Period } from './meter.ts'
import { errorsOf, failuresText, lineOf } from './report.ts'

/** A process is stopped for a part of each slice, as one is that shares its core with others. */
const SLICE_MS = 100
const USUAL_SECONDS = 30
const STARVED_SECONDS = 60
/** What follows is measured in parts of so many seconds. */
const PART_SECONDS = 10
const PARTS = 8
/** Ingest has recovered when its p99 is below that again. */
const RECOVERED_P99_MS = 1_000
const GOAL_SECONDS = 20

/** Lets processes run for `percent` of the time only until `work` is done. They run on whatever happens. */
export const starved = async <T>(programs: readonly Program[], percent: number, work: Promise<T>): Promise<T> => {
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const { pid } of programs) process.kill(pid, signal)
  }
  const runsMs = (SLICE_MS * percent) / 100
  let isOver = false
  const end = () => {
    isOver = true
  }
  void work.then(end, end)
  try {
    while (!isOver) {
      send('SIGSTOP')
      await delay(SLICE_MS - runsMs)
      send('SIGCONT')
      await delay(runsMs)
    }
  } finally {
    send('SIGCONT')
  }
  return work
}

const rowOf = (period: Period): string[] => {
  const { name, seconds, eventsMs, heartbeatsMs } = period
  return [
    name,
    (eventsMs.length / seconds).toFixed(0),
    msText(percentile(eventsMs, 0.5)),
    msText(percentile(eventsMs, 0.99)),
    (heartbeatsMs.length / seconds).toFixed(0),
    msText(percentile(heartbeatsMs, 0.99)),
    msText(period.behindMs),
    msText(Math.max(0, ...period.loopP99Ms)),
    String(errorsOf(period)),
  ]
}

const HEADS = ['', 'events/s', 'p50 ms', 'p99 ms', 'beats/s', 'p99 ms', 'unsent ms', 'loop p99', 'errors']

type Options = { readonly percent: number; readonly profile: boolean; print(line: string): void }

/** How soon ingest is itself again after a minute in which the platform had a part of its time only. */
export const measureStarved = async (
  meter: Meter,
  programs: readonly Program[],
  { percent, profile, print }: Options,
): Promise<void> => {
  const periods: Period[] = []
  const note = (period: Period) => {
    print(`${lineOf(period)}; ${failuresText([period])}`)
    periods.push(period)
  }
  const measure = (name: string, seconds: number) => meter.measure(name, seconds, { collects: false })
  note(await measure('usual', USUAL_SECONDS))
  const file = join(tmpdir(), `fleetops-starved-${process.pid}.cpuprofile`)
  const [first] = programs
  if (profile) await first?.startProfile()
  note(await starved(programs, percent, measure(`at ${percent} %`, STARVED_SECONDS)))
  if (profile) await first?.stopProfile(file)
  if (profile) print(summariseProfile(file, first?.name ?? ''))
  const after: Period[] = []
  for (let part = 1; part <= PARTS; part += 1) {
    const period = await measure(`${(part - 1) * PART_SECONDS} s after`, PART_SECONDS)
    after.push(period)
    note(period)
  }
  print(`\n${tableOf([HEADS, ...periods.map(rowOf)])}\n`)
  const late = after.findLastIndex(({ eventsMs }) => !(percentile(eventsMs, 0.99) < RECOVERED_P99_MS))
  const seconds = (late + 1) * PART_SECONDS
  const found = late === PARTS - 1 ? `not within ${PARTS * PART_SECONDS} s` : `after ${seconds} s at most`
  const met = verdict(late < PARTS - 1 && seconds <= GOAL_SECONDS)
  print(`ingest p99 below ${RECOVERED_P99_MS} ms again: ${found}, goal ${GOAL_SECONDS} s: ${met}`)
}
