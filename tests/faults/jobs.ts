import { expect } from 'vitest'
import { openStores } from '../../db/tenancy.ts'
import { type VerifiedChain, verifyAudit } from '../../subgraphs/incident/audit/verify-audit.ts'
import type { Cluster } from './cluster.ts'

/** The jobs that heal what an outage left, or report what differs. */
export const CONSISTENCY_JOBS = [
  'devices.reconcile',
  'journal.gap-detection',
  'journal.gap-reopen',
  'journal.totals-check',
] as const
const WAIT = { timeout: 90_000, interval: 500 }

const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join()

/** Makes jobs due now. */
export const scheduleNow = async ({ rows }: Pick<Cluster, 'rows'>, names: readonly string[]): Promise<void> => {
  const [clock] = await rows('select extract(epoch from now())::int % 20 as days')
  // A due time is handled once, so each call makes up another one.
  await rows(`update jobs.job set scheduled_to = scheduled_to - interval '1 day' * (1 + ${clock?.days})
    where name in (${listOf(names)})`)
}

/** Lets services run jobs now, as if they were due. Returns what each reported. */
export const runJobs = async (
  { rows }: Pick<Cluster, 'rows'>,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> => {
  const listed = names.map((name) => `'${name}'`).join()
  const [clock] = await rows('select now()::text as since, extract(epoch from now())::int % 20 as days')
  // A due time is handled once, so each call makes up another one.
  await rows(`update jobs.job set scheduled_to = scheduled_to - interval '1 day' * (1 + ${clock?.days})
    where name in (${listed})`)
  const list = () =>
    rows(`select distinct on (job) job, message from jobs.run
      where job in (${listed}) and outcome = 'DONE' and started_at >= '${clock?.since}' order by job, id desc`)
  await expect.poll(async () => (await list()).length, WAIT).toBe(names.length)
  return Object.fromEntries((await list()).map(({ job, message }) => [String(job), String(message)]))
}

/** Walks every chain of the audit. */
export async function* verifyChains({ database }: Pick<Cluster, 'database'>): AsyncGenerator<VerifiedChain> {
  const stores = await openStores(database.urls, { name: 'fault-tests', max: 2 })
  try {
    yield* verifyAudit(stores)
  } finally {
    await stores.close()
  }
}
