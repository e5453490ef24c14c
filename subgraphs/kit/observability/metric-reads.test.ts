import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createMetricRead } from './metric-reads.ts'

test('a read that fails keeps its value, is counted, and is logged once a minute with name and reason', async () => {
  let nowMs = 0
  let answer: () => Promise<number> = async () => 7
  const lines: Record<string, unknown>[] = []
  // Not the platform's log, which gathers lines that are the same within a second.
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const metrics = new Registry()
  const read = createMetricRead(
    { metrics, log },
    'outbox of journal',
    () => answer(),
    () => nowMs,
  )
  expect([await read(), lines]).toEqual([7, []])
  answer = () => Promise.reject(new Error('no database'))
  for (const atSeconds of [10, 20, 69]) {
    nowMs = atSeconds * 1_000
    expect(await read()).toBe(7)
  }
  const line = { level: 40, read: 'outbox of journal', err: { message: 'no database' } }
  expect(lines).toMatchObject([line])
  nowMs = 75_000
  await read()
  expect(lines).toMatchObject([line, line])
  expect(await metrics.metrics()).toContain('fleetops_metric_read_failures_total{read="outbox of journal"} 4')
})
