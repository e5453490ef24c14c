import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Attempts, Evidence } from './evidence.ts'

/** Whether every scenario is run, each fault for as long as it takes; else the short form. */
export const LONG = process.env.FAULTS === 'all'

/** Whether only what `inCi` names is brought about. */
export const IN_CI = process.env.FAULTS === 'ci'

/** Whether the run writes what it found: the long form, or the short one with `FAULTS=short`. */
const WRITES = LONG || process.env.FAULTS === 'short'

const PAGE = new URL('../../docs/faults.md', import.meta.url)

/** What a run found, in the order of its tests. */
export type Report = {
  readonly scenarios: { readonly name: string; readonly evidence: Evidence; readonly violations: number }[]
  readonly cuts: { readonly name: string; readonly cuts: number }[]
}

/**
 * What each kill of a part of the topology did; `readings` where readers are judged, `cut` how many requests waited for
 * the answer of a process when it was killed.
 */
export type TopologyReport = {
  readonly name: string
  readonly evidence: Evidence
  readonly violations: number
  readonly readings: readonly { readonly requests: number; readonly failures: readonly string[] }[] | null
  readonly cut: number | null
}[]

/** The alerts that fired, each with its fault, in how many minutes of the rules; and for how many none did. */
export type AlertReport = {
  readonly fired: readonly (readonly [alert: string, fault: string])[]
  readonly minutes: number
  readonly calmMinutes: number
}

/** How an upgrade went: the traffic of each institution, and what readers and others were refused. */
export type UpgradeReport = {
  readonly from: string
  readonly migrations: number
  readonly rows: { readonly name: string; readonly evidence: Evidence; readonly violations: number }[]
  readonly during: Pick<Evidence, 'failed'>
  readonly readings: NonNullable<TopologyReport[number]['readings']>
}

/** The headings of the sections that other suites write. */
const UPGRADE = '## An upgrade under load'
const TOPOLOGY = '## Two processes of each kind, three brokers'
const ALERTS = '## Alerts'

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
PostgreSQL. Each part is killed under load, a process while requests wait for its answer, and started again 5 s later.
Readers send one request at a time and none again.

| Killed | ${HEADS} | Requests cut off | Failed reads |
|---|---|---|---|---|---|---|---|---|---|
${report.map((row) => `${rowOf(row)} ${row.cut ?? '–'} | ${readersOf(row.readings)} |`).join('\n')}
`

const alertsOf = ({ fired, minutes, calmMinutes }: AlertReport): string => `${ALERTS}

Written by \`FAULTS=short npm run test:faults\`.

${madeAt()}

The metrics of each process were recorded while faults lasted, a second as a minute, and promtool judged the rules of
\`deploy/monitoring\` on them, for ${minutes} minutes of the rules. Each alert fired by its fault. In the first
${calmMinutes} minutes, without a fault, none did; objectives on speed were not judged then.

| Alert | Fault |
|---|---|
${fired.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`

const upgradeOf = ({ from, migrations, rows, during, readings }: UpgradeReport): string => `${UPGRADE}

Written by \`FAULTS=short npm run test:upgrade\`.

${madeAt()}

From commit ${from}: while it serves, ${migrations} migrations run, the services of this release start beside its own,
which are stopped in order, then the gateways are replaced in the same way. One process of each kind of both releases,
behind balancers that give each request to the next process.
Requests of readers that failed: ${readersOf(readings)}. Of agents and of the operator: ${during.failed.length}.

| Traffic | ${HEADS} |
|---|---|---|---|---|---|---|---|
${rows.map(rowOf).join('\n')}
`

/** The page with one of its sections written anew; at the end where it has none of this heading. */
const withSection = (page: string, heading: string, section: string): string => {
  const at = page.indexOf(`\n${heading}\n`)
  if (at < 0) return `${page.trimEnd()}\n\n${section}`
  const next = page.indexOf('\n## ', at + 1)
  return `${page.slice(0, at + 1)}${section}${next < 0 ? '' : page.slice(next)}`
}

/** Writes what a run found to `docs/faults.md`, where it is to be written: all before the sections of other suites. */
export const writeReport = (report: Report): void => {
  if (!WRITES) return
  const page = readFileSync(PAGE, 'utf8')
  const sections = page.indexOf('\n## ')
  writeFileSync(PAGE, `${pageOf(report)}${sections < 0 ? '' : page.slice(sections)}`)
}

/** Writes what the topology survived to `docs/faults.md`, where it is to be written. */
export const writeTopology = (report: TopologyReport): void => {
  if (WRITES) writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), TOPOLOGY, topologyOf(report)))
}

/** Writes which alerts fired to `docs/faults.md`, where it is to be written. */
export const writeAlerts = (report: AlertReport): void => {
  if (WRITES) writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), ALERTS, alertsOf(report)))
}

/** Writes how an upgrade went to `docs/faults.md`, where it is to be written. */
export const writeUpgrade = (report: UpgradeReport): void => {
  if (WRITES) writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), UPGRADE, upgradeOf(report)))
}
