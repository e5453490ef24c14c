import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from './support/sql.ts'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

const PAGE = readFileSync(new URL('../docs/metrics.md', import.meta.url), 'utf8')

type Documented = {
  readonly name: string
  readonly type: string
  readonly unit: string
  readonly labels: readonly string[]
  readonly help: string
}

/** The rows of the page's tables. */
const documented: readonly Documented[] = PAGE.split('\n').flatMap((line) => {
  const [, name, type, unit, labels, help] = line.split('|').map((cell) => cell.trim())
  if (name === undefined || !/^`fleetops_\w+`$/.test(name)) return []
  const labelNames = [...(labels ?? '').matchAll(/`(\w+)`/g)].map(([, label]) => label ?? '')
  return [{ name: name.slice(1, -1), type: type ?? '', unit: unit ?? '', labels: labelNames, help: help ?? '' }]
})

let platform: WholePlatform
let text: string

const scrape = async (): Promise<string> => String(await (await fetch(`${platform.internalUrl}/metrics`)).text())

/** The values of a metric by their labels, as they are served. */
const valuesOf = (name: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => [
      labels,
      Number(value),
    ]),
  )

beforeAll(async () => {
  platform = await openWholePlatform()
  const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-1' })
  const admin = await platform.token({ role: 'BCOS_ADMIN' })
  const path = '/agent-proxy/api/journal-events'
  const event = { agentAtmId: 'ATM-1', eventType: 'CARD_READER_FAIL', eventId: crypto.randomUUID() }
  for (const body of [event, event, { ...event, eventId: null, eventType: 'NONE_OF_OURS' }, { agentAtmId: '' }])
    await platform.ask('POST', path, { as: agent, body })
  await platform.ask('GET', '/incident/api/incidents/999999', { as: admin })
  await platform.query('{ atms { totalElements } }', admin)
  await platform.query('{ nothing }', admin)
  await platform.query('{ atm(id: 999999) { id } }', admin)
  await runAs(platform.database.urls.superuser, [
    `insert into journal.dead_letter (id, topic, consumer_group, identity, key, message, error, attempts,
       first_attempt_at, last_attempt_at, replayed_at)
     select gen_random_uuid(), 't', 'g', n::text, 'k', '{}', 'e', 5, now(), now(), case when n = 1 then now() end
     from generate_series(1, 3) n`,
    `insert into claims.outbox (message_id, topic, key, occurred_at, data)
     select gen_random_uuid(), 'x', 'k', now() - interval '1 hour', '{}' from generate_series(1, 2)`,
  ])
  text = await scrape()
})
afterAll(() => platform.close())

describe('the page of metrics', () => {
  it('lists every metric with its type, labels and meaning, and none that is not there', async () => {
    const { metrics } = platform.gateway
    const labelsOf = new Map(
      metrics.getMetricsAsArray().map((metric) => {
        const names = 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames.map(String) : []
        return [metric.name, names.toSorted()]
      }),
    )
    const described = (await metrics.getMetricsAsJSON())
      .filter(({ name }) => name.startsWith('fleetops_'))
      .map(({ name, help, type }) => ({ name, type: String(type), labels: labelsOf.get(name) ?? [], help }))
    const byName = <T extends { name: string }>(rows: readonly T[]) =>
      rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(
      byName(documented.map(({ unit: _unit, labels, ...row }) => ({ ...row, labels: labels.toSorted() }))),
    ).toEqual(byName(described))
  })

  it('names conventional units and types', () => {
    expect(documented.length).toBeGreaterThan(40)
    for (const { name, type, unit } of documented) {
      expect([name, type === 'counter']).toEqual([name, name.endsWith('_total')])
      expect([name, unit === 'seconds']).toEqual([name, name.endsWith('_seconds')])
      expect([name, unit === 'bytes']).toEqual([name, name.endsWith('_bytes')])
    }
  })

  it('names only metrics and labels that there are in its expressions', () => {
    const expressions = [...PAGE.matchAll(/```promql\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')
    expect(expressions.length).toBeGreaterThan(3)
    for (const [, given = '', suffix = '', selector = ''] of expressions
      .join('\n')
      .matchAll(/(fleetops_\w+?)(_bucket|_count|_sum)?\{([^}]*)\}/g)) {
      const known = documented.find(({ name }) => name === given)
      expect([given, known === undefined, suffix !== '' && known?.type !== 'histogram']).toEqual([given, false, false])
      const labels = [...selector.matchAll(/(\w+)(?:=~|!=|=)"/g)].map(([, label]) => label ?? '')
      for (const label of labels)
        expect([given, [...(known?.labels ?? []), 'le']]).toEqual([given, expect.arrayContaining([label])])
    }
  })
})

describe('the metrics of a platform', () => {
  it('count requests by listener, service, route and class of status', () => {
    const counts = valuesOf('fleetops_http_request_duration_seconds_count')
    const labels = (service: string, method: string, route: string, status: string) =>
      `{listener="edge",service="${service}",method="${method}",route="${route}",status="${status}"}`
    expect(counts).toMatchObject({
      [labels('agent-proxy', 'POST', '/api/journal-events', '2xx')]: 3,
      [labels('agent-proxy', 'POST', '/api/journal-events', '4xx')]: 1,
      [labels('incident', 'GET', '/api/incidents/:id', '4xx')]: 1,
      [labels('gateway', 'POST', '/graphql', '2xx')]: 2,
      [labels('gateway', 'POST', '/graphql', '4xx')]: 1,
    })
  })

  it('count signals by what became of them, and what is done with them', () => {
    expect(valuesOf('fleetops_ingest_signals_total')).toMatchObject({
      '{kind="event",outcome="stored"}': 1,
      '{kind="event",outcome="repeated"}': 1,
      '{kind="exception",outcome="stored"}': 1,
    })
    expect(valuesOf('fleetops_ingest_batch_signals_sum')).toEqual({ '': 3 })
    expect(valuesOf('fleetops_ingest_oldest_waiting_seconds')).toEqual({ '': 0 })
    // How many wait depends on whether the first batch has gone.
    expect(Object.keys(valuesOf('fleetops_mirror_waiting_atms')).toSorted()).toEqual(
      ['descriptions', 'journal', 'states'].map((mirror) => `{mirror="${mirror}"}`),
    )
    expect(valuesOf('fleetops_graph_operation_duration_seconds_count')).toMatchObject({
      '{operation="other",outcome="ok"}': 2,
      '{operation="other",outcome="refused"}': 1,
    })
  })

  it('show what waits in outboxes and dead letters, the connections and the groups', () => {
    expect(valuesOf('fleetops_dead_letters_waiting')).toMatchObject({ '{service="journal"}': 2 })
    expect(valuesOf('fleetops_database_connections_max')).toMatchObject({ '{pool="incident",role="app"}': 8 })
    expect(valuesOf('fleetops_consumer_lag_messages')).toHaveProperty([
      '{group="analytics.snapshots",transport="postgresql"}',
    ])
  })
})
