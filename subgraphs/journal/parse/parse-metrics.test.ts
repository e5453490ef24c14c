import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { ALL, createStoreTest } from '../../../tests/support/stores.ts'
import { createLog } from '../../kit/observability/log.ts'
import { createParseMetrics } from './parse-metrics.ts'
import { countWaitingFiles } from './parse-queue.store.ts'

const { run, stores, read } = createStoreTest()
const NOW = '2026-05-20T12:00:00Z'

it('the queue counts a bounded number of files that wait, and says how long one has', async () => {
  await run(`insert into journal.journal_file (atm_id, agent_atm_id, institution_key, journal_date, sha256, size_bytes,
      status, received_at, reparse_requested_at)
    select 1, 'ATM-1', 'ACME', '2026-05-01'::date + n, n::text, 1,
      case n when 5 then 'PARSED' else 'RECEIVED' end, timestamptz '${NOW}' - n * interval '1 minute',
      case n when 4 then timestamptz '${NOW}' end
    from generate_series(1, 5) n`)
  const oldestReceivedAt = new Date('2026-05-20T11:57:00Z')
  expect(await read(ALL, (tx) => countWaitingFiles(tx))).toEqual({ waiting: 4, oldestReceivedAt })
  expect(await read(ALL, (tx) => countWaitingFiles(tx, 2))).toEqual({ waiting: 2, oldestReceivedAt })
})

it('its metrics count and log a read that fails, and keep what was known', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'warn', name: 'tests' }, { write: (line) => void lines.push(line) })
  const metrics = new Registry()
  const asPlatform = () => Promise.reject(new Error('no database'))
  createParseMetrics({ metrics, log, stores: { ...stores(), asPlatform }, now: () => new Date(NOW) })
  // Those that are counted come after those that count.
  await metrics.metrics()
  const text = await metrics.metrics()
  expect(text).toContain('fleetops_metric_read_failures_total{read="parse queue"} 1')
  expect(text).toContain('fleetops_journal_parse_queue_files 0')
  expect(lines).toEqual([expect.stringContaining('"read":"parse queue"')])
})
