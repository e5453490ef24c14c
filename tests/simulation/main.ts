import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { PLANTS, type Plant, plantFaults, switchOn } from './planted.ts'

// The deterministic simulation: `npm run test:simulation -- --minutes 5`, `--runs 1000`, `--planted`; SEED=… plays one
// run again. `--json` is what the test of the main suite reads, and `--record FILE` writes what the test reads that
// repeats the statements of runs on PostgreSQL.

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string' },
    runs: { type: 'string' },
    planted: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    record: { type: 'string' },
  },
})

const BASE = process.env.TEST_SEED ?? String(Date.now())
/** What the seeds of runs with planted faults begin with: each is found in the same run every time. */
const PLANTED_BASE = 'planted'
/** In so many runs a planted fault has to be found. */
const FOUND_WITHIN = 1_000
const USUAL_RUNS = 2_000
const MINUTE_MS = 60_000

// Before the modules of the product are loaded.
if (options.planted) plantFaults()
const { openScheduler } = await import('./scheduler.ts')
const { playMessages } = await import('./messages.ts')
const { playRollouts } = await import('./rollouts.ts')

type Plays = Plant['plays']
type Played = {
  readonly seed: string
  readonly wrong: readonly string[]
  readonly steps: number
  readonly digest: string
  readonly last: readonly string[]
}
type Found = { readonly name: string; readonly run: number | null; readonly wrong: string | null }

const print = (line: string) => process.stdout.write(`${line}\n`)
const seedOf = (plays: Plays, base: string, run: number) => `${plays}-${base}-${run}`

/** Plays one run; its seed begins with what is played. */
const play = async (seed: string): Promise<Played> => {
  const scheduler = openScheduler(seed)
  const playSeed = seed.startsWith('rollouts-') ? playRollouts : playMessages
  const wrong = await playSeed(scheduler).catch((error: unknown) => [
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  ])
  scheduler.close()
  return { seed, wrong, steps: scheduler.steps(), digest: scheduler.digest(), last: scheduler.lastSteps() }
}

/** Plays runs of messages, and writes what their database did, and what was in it in the end: a run a line. */
const record = async (file: string): Promise<boolean> => {
  const lines: string[] = []
  for (let run = 0; run < Number(options.runs ?? 1); run += 1) {
    const seed = seedOf('messages', BASE, run)
    const scheduler = openScheduler(seed)
    const executed: string[] = []
    let tables: (() => Readonly<Record<string, readonly object[]>>) | undefined
    await playMessages(scheduler, (database) => {
      tables = database.tables
      // Written at once: the product changes rows that it was answered.
      database.onExecuted = (one) => executed.push(JSON.stringify(one))
    })
    scheduler.close()
    lines.push(`{"seed":"${seed}","tables":${JSON.stringify(tables?.())},"executed":[${executed.join(',')}]}`)
  }
  writeFileSync(file, lines.join('\n'))
  return true
}

/** The run that finds a planted fault, and nothing wrong without it; it begins with the one that found it last. */
const find = async ({ name, plays, foundIn }: Plant): Promise<Found> => {
  for (const run of [foundIn, ...Array.from({ length: FOUND_WITHIN }, (_, n) => n + 1)]) {
    const seed = seedOf(plays, PLANTED_BASE, run)
    switchOn(name)
    const [wrong] = (await play(seed)).wrong
    switchOn(null)
    if (wrong === undefined) continue
    const [otherwise] = (await play(seed)).wrong
    return otherwise === undefined ? { name, run, wrong } : { name, run: null, wrong: `also without it: ${otherwise}` }
  }
  return { name, run: null, wrong: null }
}

/** Four of five runs are of messages, as those of rollouts are longer. */
const playMany = async () => {
  const beganMs = performance.now()
  const limitMs = options.minutes === undefined ? Number.POSITIVE_INFINITY : Number(options.minutes) * MINUTE_MS
  const most = Number(options.runs ?? (options.minutes === undefined ? USUAL_RUNS : Number.POSITIVE_INFINITY))
  const failed: Played[] = []
  let runs = 0
  let steps = 0
  for (; runs < most && performance.now() - beganMs < limitMs; runs += 1) {
    const played = await play(seedOf(runs % 5 === 4 ? 'rollouts' : 'messages', BASE, runs))
    steps += played.steps
    if (played.wrong.length > 0) failed.push(played)
  }
  return { runs, steps, failed, perMinute: Math.round((runs / (performance.now() - beganMs)) * MINUTE_MS) }
}

/** Plays one seed, with every step of it. */
const playAgain = async (seed: string): Promise<boolean> => {
  const { wrong, last, digest } = await play(seed)
  print([...last, '', ...(wrong.length === 0 ? ['nothing is wrong'] : wrong), `digest ${digest}`].join('\n'))
  return wrong.length === 0
}

const playAll = async (): Promise<boolean> => {
  const { runs, steps, failed, perMinute } = await playMany()
  const found: Found[] = []
  if (options.planted) for (const plant of PLANTS) found.push(await find(plant))
  if (options.json) {
    const digests = []
    for (const plays of ['messages', 'messages', 'rollouts', 'rollouts'] as const)
      digests.push((await play(seedOf(plays, BASE, 0))).digest)
    print(JSON.stringify({ runs, failed: failed.map(({ seed, wrong }) => ({ seed, wrong })), found, digests }))
    return true
  }
  for (const { seed, wrong } of failed) print(`SEED=${seed} npm run test:simulation\n  ${wrong.join('\n  ')}`)
  for (const { name, run, wrong } of found)
    print(
      run === null
        ? `NOT FOUND: ${name}${wrong === null ? '' : ` (${wrong})`}`
        : `found in run ${run}: ${name} (${wrong?.split('\n')[0]})`,
    )
  print(`${runs} interleavings, ${steps} steps, ${perMinute} a minute; ${failed.length} failed. TEST_SEED=${BASE}`)
  return failed.length === 0 && found.every(({ run }) => run !== null)
}

const { SEED: seed } = process.env
const isGood = await (options.record !== undefined
  ? record(options.record)
  : seed === undefined
    ? playAll()
    : playAgain(seed))
// What was played has loops that wait for ever.
process.exit(isGood ? 0 : 1)
