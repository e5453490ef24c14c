import { setTimeout as delay } from 'node:timers/promises'
import { addDays, localDateOf } from '../../../subgraphs/kit/common/dates.ts'
import { journalOf } from '../../../tests/support/journal-day.ts'
import type { HttpClient } from '../common/callers.ts'
import { withClient } from '../common/client.ts'
import type { BenchPlatform } from '../common/platform.ts'
import { FILLING } from '../fill/fill.ts'
import type { PlanSample } from './plan-questions.ts'

const SAMPLES = 8
const PARSED_WITHIN_MS = 60_000

/** A journal that was sent and parsed, so that there is a text to show, and one of its transactions. */
export type Printed = { readonly file: string; readonly printed: string }

const READ_PRINTED = `
  select f.id as file, min(t.id) as printed from journal.journal_file f
  join journal.transaction_all t on t.file_id = f.id
  where f.agent_atm_id = $1 and f.content_id is not null and f.parsed_at is not null group by f.id`

/** Sends the journal of an ATM as its agent does, and waits until it is parsed. */
export const sendJournal = async (
  { url }: BenchPlatform,
  token: string,
  databaseUrl: string,
  agentAtmId: string,
): Promise<Printed> => {
  const day = addDays(localDateOf(new Date(), 'UTC'), -1)
  const answer = await fetch(`${url}/agent-proxy/api/journal-files?agentAtmId=${agentAtmId}&journalDate=${day}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: journalOf(day),
  })
  if (!answer.ok) throw new Error(`a journal was answered with ${answer.status}: ${await answer.text()}`)
  return withClient(databaseUrl, FILLING, async (client) => {
    for (const until = Date.now() + PARSED_WITHIN_MS; Date.now() < until; await delay(200)) {
      const { rows } = await client.query<Printed>(READ_PRINTED, [agentAtmId])
      if (rows[0] !== undefined) return rows[0]
    }
    throw new Error('a journal was not parsed in time')
  })
}

/** Some of everything that these institutions have, of all days; of all institutions where none is named. */
const READ = `
  with mine as materialized (select id, agent_atm_id, institution_key from incident.atm
    where institution_key is not null and ($1 = '{}' or institution_key = any ($1::text[])) order by random()
    limit ${SAMPLES})
  select m.id::text as atm, m.agent_atm_id as "agentAtm", m.institution_key as institution, i.id::text as incident,
    t.*, k.id::text as task, r.id::text as rollout, w.id::text as webhook, s.id::text as insight,
    s.snapshot_id::text as snapshot
  from mine m
  cross join lateral (select id from incident.incident where atm_id = m.id order by random() limit 1) i
  cross join lateral (select id::text as transaction, file_id::text as "filledFile", started_at::date::text as day,
    card_last4 as card, reference, stan, authorisation_code as "authorisationCode", serial,
    terminal_id as "terminalId", account_tail as "accountTail"
    from journal.transaction_all where atm_id = m.id and serial is not null order by random() limit 1) t
  cross join lateral (select id from fleet.task where atm_id = m.id order by random() limit 1) k
  cross join lateral (select id from fleet.rollout where institutions && array[m.institution_key]
    order by random() limit 1) r
  cross join lateral (select id from incident.webhook where institution_key = m.institution_key limit 1) w
  cross join lateral (select id, snapshot_id from analytics.insight where snapshot_id is not null limit 1) s`

/** What a caller asks for. */
export const readSamples = (
  databaseUrl: string,
  institutions: readonly string[],
  printed: Printed,
): Promise<readonly PlanSample[]> =>
  withClient(databaseUrl, FILLING, async (client) => {
    const { rows } = await client.query<Omit<PlanSample, keyof Printed>>(READ, [institutions])
    if (rows.length === 0) throw new Error(`there is nothing to ask for of ${institutions.join(', ')}`)
    return rows.map((row) => ({ ...row, ...printed }))
  })

/** What an answer is, where it is no success. */
export const failureOf = async (
  http: HttpClient,
  token: string,
  {
    method,
    path,
    body,
  }: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string | undefined },
): Promise<{ readonly status: number; readonly text: string } | null> => {
  const { status, body: answer } = await http.request(method, path, token, body)
  const isError = status >= 300 || (path === '/graphql' && answer.subarray(0, 40).includes('"errors"'))
  return isError ? { status, text: answer.subarray(0, 300).toString() } : null
}
