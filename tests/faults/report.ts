import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Attempts, Evidence } from './evidence.ts'

/** Whether every scenario is run, each fault for as long as it takes; else the short form. */
export const LONG = process.env.FAULTS === 'all'

/** Whether only the first fault is brought about, as in CI. */
export const CALM = process.env.FAULTS === 'none'

/** Whether the run writes what it found: the long form, or the short one with `FAULTS=short`. */
const WRITES = LONG || process.env.FAULTS === 'short'

const PAGE = new URL('../../docs/faults.md', import.meta.url)

/** What a run found, in the order of its tests. */
export type Report = {
  readonly scenarios: { readonly name: string; readonly evidence: Evidence; readonly violations: number }[]
  readonly cuts: { readonly name: string; readonly cuts: number }[]
}

/** What each kill of a part of the topology did; `readings` where readers are judged. */
export type TopologyReport = {
  readonly name: string
  readonly evidence: Evidence
  readonly violations: number
  readonly readings: readonly { readonly requests: number; readonly failures: readonly string[] }[] | null
}[]

/** Where the part of the page begins that the other suite writes. */
const TOPOLOGY = '## Two processes of each kind, three brokers'

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

const shown = ({ acknowledged, attempted }: Attempts): string => `${acknowledged.size} / ${attempted.size}`

const rowOf = ({ name, evidence, violations }: Report['scenarios'][number]): string => {
  const { events, files, tasks, vendors, incidents, webhooks } = evidence
  const counts = [events, files, tasks, vendors, incidents].map(shown)
  return `| ${[name, ...counts, webhooks.size, violations].join(' | ')} |`
}

const madeAt = (): string => `${new Date().toISOString().slice(0, 10)}, commit ${git('rev-parse', '--short', 'HEAD')},
${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version},
PostgreSQL and Kafka on the same machine.`

const HEADS = 'Events | Journals | Tasks | Vendors | Acknowledged incidents | Webhooks | Violations'

const pageOf = ({ scenarios, cuts }: Report): string => `# Faults

Written by \`FAULTS=${LONG ? 'all' : 'short'} npm run test:faults\`, which [testing](testing.md#faults) describes.

${madeAt()}

Each row is a fault that was brought about while traffic flowed: two gateways and seven services in processes of their
own. The counts are what clients had acknowledged and what they attempted; of webhooks, the messages that were received.
A violation is something acknowledged that is not stored, something stored that was not attempted, or an effect that is
missing or there twice.

| Fault | ${HEADS} |
|---|---|---|---|---|---|---|---|
${scenarios.map(rowOf).join('\n')}

A connection to PostgreSQL is cut after a statement, before its client knows what came of it; the same work is done
again with a cut after the next one, until no statement is left:

| Work | Cuts |
|---|---|
${cuts.map(({ name, cuts: count }) => `| ${name} | ${count} |`).join('\n')}
`

const readersOf = (readings: TopologyReport[number]['readings']): string => {
  if (readings === null) return 'not judged'
  const failures = readings.map((one) => one.failures.length)
  const requests = readings.reduce((sum, one) => sum + one.requests, 0)
  return `${failures.reduce((sum, count) => sum + count, 0)} of ${requests}, ${Math.max(...failures)} of one reader`
}

const topologyOf = (report: TopologyReport): string => `${TOPOLOGY}

Written by \`FAULTS=short npm run test:topology\`.

${madeAt()}

Two gateways and two of each service behind TCP balancers, three Kafka brokers with TLS and SCRAM-SHA-512, one
PostgreSQL. Each part is killed under load and started again 5 s later. Readers send one request at a time and none
again.

| Killed | ${HEADS} | Failed reads |
|---|---|---|---|---|---|---|---|---|
${report.map((row) => `${rowOf(row)} ${readersOf(row.readings)} |`).join('\n')}
`

/** The parts of the page: what this suite writes, and what the other one does. */
const readPage = () => {
  const text = readFileSync(PAGE, 'utf8')
  const at = text.indexOf(TOPOLOGY)
  return at < 0
    ? { faults: `${text.trimEnd()}\n\n`, topology: '' }
    : { faults: text.slice(0, at), topology: text.slice(at) }
}

/** Writes what a run found to `docs/faults.md`, where it is to be written. */
export const writeReport = (report: Report): void => {
  if (!WRITES) return
  const { topology } = readPage()
  writeFileSync(PAGE, `${pageOf(report)}${topology === '' ? '' : `\n${topology}`}`)
}

/** Writes what the topology survived to `docs/faults.md`, where it is to be written. */
export const writeTopology = (report: TopologyReport): void => {
  if (WRITES) writeFileSync(PAGE, `${readPage().faults}${topologyOf(report)}`)
}
