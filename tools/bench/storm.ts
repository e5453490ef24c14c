import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Lifecycle } from '../../subgraphs/kit/runtime/lifecycle.ts'
import { createHttpClient, type HttpClient } from './common/callers.ts'
import { withClient } from './common/client.ts'
import { countText, msText, percentile, tableOf, verdict } from './common/figures.ts'
import { LARGE, shapeOf } from './common/fleet.ts'
import { type BenchDatabase, openDatabase, openPlatform, SETTLING_MS, tokenFor } from './common/platform.ts'
import type { BenchSettings } from './common/settings.ts'
import {
  createWebhook,
  startWebhookReceiver,
  WEBHOOKS_TO_THIS_MACHINE,
  type WebhookReceiver,
} from './common/webhook-receiver.ts'
import { FILLING, runAll } from './fill/fill.ts'
import { fillAtms, makePartitions, TRUNCATE_INCIDENT } from './fill/fill-incident.ts'
import { agentsOf, type Calm, runCalm } from './flood.ts'

const EVENTS_PER_SECOND = 167
const STORM_SECONDS = 300
/** After the last ATM was lost: the job that opens its incident runs each minute. */
const TAIL_SECONDS = 75
const CONNECTED_WITHIN_SECONDS = 15 * 60
const GOALS = { openedWithinSeconds: 60, moreMs: 2_000 }

/** Where the institution whose ATMs are lost is told of it: of what opens and ends, and of every change. */
const WEBHOOKS = ['/first', '/second', '/third']
const WEBHOOK_OF_CHANGES = '/changes'

const createWebhooks = async (http: HttpClient, receiver: WebhookReceiver): Promise<void> => {
  const token = await tokenFor({ role: 'MSP_ADMIN', institutions: [LARGE] })
  const webhook = (path: string) => ({ institutionKey: LARGE, url: `${receiver.url}${path}` })
  for (const path of WEBHOOKS) await createWebhook(http, token, webhook(path))
  const events = ['INCIDENT_CREATED', 'INCIDENT_UPDATED', 'INCIDENT_RESOLVED']
  await createWebhook(http, token, { ...webhook(WEBHOOK_OF_CHANGES), events })
}

/** Every ATM was heard just now, but for those of the large institution: they were lost from `quietSeconds` on. */
const silence = (quietSeconds: number): string => `
  update incident.atm set last_heartbeat_at = now() + case when institution_key = '${LARGE}'
    then (${quietSeconds} - ${CONNECTED_WITHIN_SECONDS} + random() * ${STORM_SECONDS}) * interval '1 second'
    else interval '0' end`

/** What became of the ATMs that were lost. */
type Outcome = {
  readonly lost: number
  readonly opened: number
  readonly parts: number
  /** Incidents that a list without parts shows. */
  readonly lines: number
  readonly slowestSeconds: number
}

const readOutcome = (database: BenchDatabase): Promise<Outcome> =>
  withClient(database.urls.superuser, FILLING, async (client) => {
    const { rows } = await client.query<Record<keyof Outcome, string | null>>(`
      select (select count(*) from incident.atm where institution_key = '${LARGE}') as lost,
        count(*) filter (where kind = 'UNREACHABLE') as opened, count(parent_id) as parts,
        count(*) filter (where parent_id is null) as lines,
        extract(epoch from max(opened_at - last_event_at) filter (where kind = 'UNREACHABLE')) as "slowestSeconds"
      from incident.incident where institution_key = '${LARGE}'`)
    const [row] = rows
    if (row === undefined) throw new Error('nothing was counted')
    const number = (name: keyof Outcome) => Number(row[name] ?? 0)
    return {
      lost: number('lost'),
      opened: number('opened'),
      parts: number('parts'),
      lines: number('lines'),
      slowestSeconds: number('slowestSeconds'),
    }
  })

type Results = {
  readonly before: Calm
  readonly during: Calm
  readonly outcome: Outcome
  readonly messages: WebhookReceiver['messages']
}

const report = ({ before, during, outcome, messages }: Results, { print }: BenchSettings): void => {
  const cells = ({ latenciesMs, failed }: Calm) => [
    ...[0.5, 0.99, 1].map((share) => msText(percentile(latenciesMs, share))),
    String(failed),
  ]
  print(
    `\n${tableOf([
      [`${EVENTS_PER_SECOND} events/s`, 'p50 ms', 'p99 ms', 'slowest ms', 'failed'],
      ['before', ...cells(before)],
      ['while ATMs are lost', ...cells(during)],
    ])}\n`,
  )
  const { lost, opened, parts, lines, slowestSeconds } = outcome
  print(
    `${countText(lost)} ATMs lost, ${countText(opened)} incidents, ${countText(parts)} of them parts; ` +
      `${lines} in the list; the slowest was opened after ${slowestSeconds.toFixed(0)} s`,
  )
  const told = WEBHOOKS.map((path) => messages.get(path) ?? 0)
  print(
    `Messages to ${WEBHOOKS.length} webhooks: ${told.join(', ')}; ` +
      `to one that is told of every change: ${messages.get(WEBHOOK_OF_CHANGES) ?? 0}`,
  )
  const moreMs = percentile(during.latenciesMs, 1) - percentile(before.latenciesMs, 1)
  const goals = [
    [
      `every incident within ${GOALS.openedWithinSeconds} s`,
      opened === lost && slowestSeconds <= GOALS.openedWithinSeconds,
    ],
    ['one line', lines === 1 && parts === opened],
    ['one message to each webhook', told.every((count) => count === 1)],
    [`an event at most ${GOALS.moreMs} ms later: ${msText(moreMs)}`, moreMs <= GOALS.moreMs && during.failed === 0],
  ] as const
  for (const [goal, isMet] of goals) print(`${goal}: ${verdict(isMet)}`)
}

/** Three tenths of the fleet become unreachable within five minutes, while events come in and webhooks are sent. */
export const benchStorm = async (life: Lifecycle, settings: BenchSettings): Promise<void> => {
  const { print, seconds } = settings
  const shape = shapeOf(Math.max(...settings.atms), Math.max(...settings.atms))
  const database = await openDatabase(life, settings.dataDir)
  const quietSeconds = SETTLING_MS / 1_000 + 5 + seconds
  print(`Filling ${countText(shape.atms)} ATMs`)
  await runAll(database.urls.superuser, [[TRUNCATE_INCIDENT, ...makePartitions(2), ...fillAtms(shape)]])
  // Last: time in which no platform hears anything does not count as silence.
  await runAll(database.urls.superuser, [['vacuum (analyze) incident.atm', silence(quietSeconds)]])
  const platform = await openPlatform(life, database.urls, WEBHOOKS_TO_THIS_MACHINE)
  const receiver = await startWebhookReceiver()
  await delay(SETTLING_MS)
  const http = createHttpClient(platform.url, 64)
  await createWebhooks(http, receiver)
  const agents = await agentsOf('CALM', 100)
  await runCalm(http, agents, 5, EVENTS_PER_SECOND)
  print(`Measuring; load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  const before = await runCalm(http, agents, seconds, EVENTS_PER_SECOND)
  print(`${countText(shape.large)} ATMs are lost within ${STORM_SECONDS} s`)
  const during = await runCalm(http, agents, STORM_SECONDS + TAIL_SECONDS, EVENTS_PER_SECOND)
  await http.close()
  report({ before, during, outcome: await readOutcome(database), messages: receiver.messages }, settings)
  await platform.stop()
  await receiver.close()
}
