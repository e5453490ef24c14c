import { parseArgs } from 'node:util'
import { UserFacingError } from '../db/errors.ts'
import type { Lifecycle } from '../subgraphs/kit/runtime/lifecycle.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'
import { EVENT_MIXES, type EventMix } from './bench/common/events.ts'
import { benchCosts } from './bench/costs.ts'
import { benchDashboards } from './bench/dashboards.ts'
import { benchFlood } from './bench/flood.ts'
import { benchGateway } from './bench/gateway/gateway.ts'
import { benchGraph } from './bench/graph/graph.ts'
import { benchGrowth } from './bench/growth.ts'
import { benchIngest } from './bench/ingest.ts'
import { benchTraces } from './bench/ingest-traces.ts'
import { benchJournals, JOURNAL_PARTS } from './bench/journals/journals.ts'
import { benchOperations } from './bench/operations.ts'
import { benchOutage } from './bench/outage.ts'
import { benchPlans } from './bench/plans/plans.ts'
import { benchIdle } from './bench/soak/idle.ts'
import { benchSoak } from './bench/soak/soak.ts'
import { benchStorm } from './bench/storm.ts'

const USAGE = `Measures the platform on an embedded PostgreSQL of its own, with the settings of production.

  npm run bench -- ingest      events a second through the agents' API, as ratios to raw inserts
  npm run bench -- costs       what an event, a heartbeat and a journal cost: what "npm run capacity" computes with
  npm run bench -- dashboards  both dashboards over a large fleet, while events and heartbeats come in
  npm run bench -- flood       what others notice of an institution that sends far more than it may
  npm run bench -- gateway     the graph over data in memory, beside one Apollo Server with the same schema and data
  npm run bench -- graph       the most expensive operations of the graph that are legal, and what others notice of them
  npm run bench -- growth      time of masking and reading for twice as much, of texts that are made to hurt
  npm run bench -- idle        start, memory, and agents and listeners that wait, while there is nothing to do
  npm run bench -- journals    journals from upload to search; its parts: ${JOURNAL_PARTS.join(', ')}
  npm run bench -- operations  what operators look at, in a fleet with a million incidents
  npm run bench -- outage      what operations of the graph notice of a service that hangs and that they do not need
  npm run bench -- plans       what every question of a user reads, at several ages of a fleet
  npm run bench -- soak        100,000 ATMs and their users for minutes, or at ever higher rates (--knee)
  npm run bench -- storm       what events notice while three tenths of a fleet become unreachable within five minutes

  --seconds N   how long each phase is measured; 8 when left out
  --rounds N    how often the phases take turns; 2 when left out
  --atms A,B    dashboards: the sizes of the fleet, operations, storm: the largest of them; 10000,100000 when left out
  --part A,B    journals: only these parts; operations, plans: only what has one of these texts in its name
  --large       journals: 50 million transactions instead of 5 million; operations: 10 million incidents instead of
                one; plans: up to 1,000 days of 300 ATMs instead of 400 of 100
  --profile     also profiles the platform's process; the profiles are kept for a viewer
  --promoted    soak: who allocates what outlives the young generation, and so makes collections of the old one
  --explain     operations: shows the plans of slow statements
  --mix M       ingest: each type of event alike (all), or as in a usual fleet (fleet); all when left out
  --statements  ingest: PostgreSQL's time by statement, an event; the rates are lower then
  --minutes N   soak: how long; 30 when left out
  --rate N      soak: so many times the usual rates; 1 when left out
  --knee        soak: raises the rates until a goal is missed, and names the bottleneck
  --starve N    soak: lets the platform run for N % of the time for a minute, and says how soon it recovers
  --processes   soak: each service in a process of its own
  --kafka       soak: topics in a Kafka that is started for it
  --traces      ingest: with and without traces at 1 % in turns, and what they cost
  --data DIR    keeps the database in DIR; left out, it is thrown away`

const refuse = (fault: string) => new UserFacingError(`${fault}\n\n${USAGE}`)

const options = {
  seconds: { type: 'string', default: '8' },
  rounds: { type: 'string', default: '2' },
  atms: { type: 'string', default: '10000,100000' },
  part: { type: 'string' },
  large: { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
  promoted: { type: 'boolean', default: false },
  explain: { type: 'boolean', default: false },
  mix: { type: 'string', default: 'all' },
  statements: { type: 'boolean', default: false },
  minutes: { type: 'string', default: '30' },
  rate: { type: 'string', default: '1' },
  knee: { type: 'boolean', default: false },
  starve: { type: 'string' },
  processes: { type: 'boolean', default: false },
  kafka: { type: 'boolean', default: false },
  traces: { type: 'boolean', default: false },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const readArguments = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
}

const numberOf = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text)
  if (!Number.isFinite(value) || value < min || value > max) throw refuse(`--${name} must be from ${min} to ${max}.`)
  return value
}

const partsOf = (name: string | undefined, text: string | undefined): readonly string[] => {
  const parts = text?.split(',') ?? (name === 'journals' ? JOURNAL_PARTS : [])
  if (name !== 'journals') return parts
  const unknown = parts.find((part) => !JOURNAL_PARTS.includes(part))
  if (unknown !== undefined) throw refuse(`--part must be of ${JOURNAL_PARTS.join(', ')}, not ${unknown}.`)
  return parts
}

const mixOf = (text: string): EventMix => {
  const mix = EVENT_MIXES.find((one) => one === text)
  if (mix === undefined) throw refuse(`--mix must be ${EVENT_MIXES.join(' or ')}, not ${text}.`)
  return mix
}

const work = async (life: Lifecycle, args: readonly string[]): Promise<void> => {
  const { values, positionals } = readArguments(args)
  const [name] = positionals
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return
  }
  const settings = {
    seconds: numberOf('seconds', values.seconds, 0.5, 3_600),
    rounds: numberOf('rounds', values.rounds, 1, 100),
    atms: values.atms.split(',').map((text) => numberOf('atms', text, 1_000, 1_000_000)),
    parts: partsOf(name, values.part),
    large: values.large,
    profile: values.profile,
    promoted: values.promoted,
    explain: values.explain,
    mix: mixOf(values.mix),
    statements: values.statements,
    minutes: numberOf('minutes', values.minutes, 1, 10_000),
    rate: numberOf('rate', values.rate, 0.01, 100),
    knee: values.knee,
    starve: values.starve === undefined ? null : numberOf('starve', values.starve, 1, 99),
    separate: values.processes,
    kafka: values.kafka,
    traces: values.traces,
    dataDir: values.data ?? null,
    print: (line: string) => void process.stdout.write(`${line}\n`),
  }
  if (name === 'ingest') await (settings.traces ? benchTraces : benchIngest)(life, settings)
  else if (name === 'costs') await benchCosts(life, settings)
  else if (name === 'dashboards') await benchDashboards(life, settings)
  else if (name === 'flood') await benchFlood(life, settings)
  else if (name === 'gateway') await benchGateway(life, settings)
  else if (name === 'graph') await benchGraph(life, settings)
  else if (name === 'growth') await benchGrowth(settings)
  else if (name === 'idle') await benchIdle(life, settings)
  else if (name === 'journals') await benchJournals(life, settings)
  else if (name === 'operations') await benchOperations(life, settings)
  else if (name === 'outage') await benchOutage(life, settings)
  else if (name === 'plans') await benchPlans(life, settings)
  else if (name === 'soak') await benchSoak(life, settings)
  else if (name === 'storm') await benchStorm(life, settings)
  else throw refuse(name === undefined ? 'What is to be measured?' : `There is no benchmark ${name}.`)
}

await runProgram(async (life) => {
  await work(life, process.argv.slice(2))
  await life.stop(20_000)
  process.exit(0)
})
