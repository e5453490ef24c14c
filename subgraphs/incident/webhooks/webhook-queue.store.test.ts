import { beforeEach, expect, it } from 'vitest'
import { createStoreTest } from '../../../tests/support/stores.ts'
import { leaseDeliveries, listInstitutionsWithWebhooks, updateAttempted } from './webhook-queue.store.ts'

const { run, write } = createStoreTest()

const hook = (institutionKey: string, status: string) =>
  run(`insert into incident.webhook (institution_key, url, events, status, created_at, created_by)
    values ('${institutionKey}', 'https://example.org', '{INCIDENT_CREATED}', '${status}', now(), 'ann')`)

beforeEach(() => run('delete from incident.webhook'))

const NOW = new Date('2026-11-20T12:00:00Z')
const TAKEN = { responseStatus: 204, reason: null, retryAt: null, isGone: false }
const LIMITS = { ofWebhook: 4, ofFailing: 1, ofInstitution: 16, mostFailing: 32 }

/** Puts deliveries of an institution into the queue, so many for each of its webhooks. */
const queue = async (institutionKey: string, dueAt: string, { webhooks = 1, each = 1, failures = 0 } = {}) => {
  for (let n = 0; n < webhooks; n += 1) await hook(institutionKey, 'ACTIVE')
  await run(
    `update incident.webhook set consecutive_failures = ${failures} where institution_key = '${institutionKey}'`,
    `insert into incident.webhook_delivery (webhook_id, institution_key, message_id, event, place, body, created_at,
        next_attempt_at, expires_at)
      select id, institution_key, gen_random_uuid(), 'TEST', 0, '{}', '${dueAt}', '${dueAt}', '2026-11-21T12:00:00Z'
      from incident.webhook cross join generate_series(1, ${each}) where institution_key = '${institutionKey}'`,
  )
}
const lease = (most: number, mostFailing = LIMITS.mostFailing) => {
  const until = new Date(NOW.getTime() + 60_000)
  return write((tx) => leaseDeliveries(tx, { ...LIMITS, mostFailing, now: NOW, until, most }))
}
const institutionsOf = (leased: Awaited<ReturnType<typeof lease>>) => leased.map((one) => one.institutionKey).sort()

it('The institutions with webhooks are those that have an active one, each once', async () => {
  await hook('ACME', 'ACTIVE')
  await hook('ACME', 'ACTIVE')
  await hook('BETA', 'DISABLED')
  await hook('ZETA', 'ACTIVE')
  const listed = (keys: readonly string[]) => write((tx) => listInstitutionsWithWebhooks(tx, keys))
  expect(await listed(['ACME', 'BETA', 'NONE'])).toEqual(new Set(['ACME']))
  expect(await listed(['BETA', 'NONE'])).toEqual(new Set())
})

const SLOW = ['SLOW-1', 'SLOW-2', 'SLOW-3', 'SLOW-4']

it('A place that is free goes to the institution with the fewest deliveries under way', async () => {
  for (const key of SLOW) await queue(key, '2026-11-20T10:00:00Z', { webhooks: 4, each: 8 })
  const under = await lease(64)
  expect(institutionsOf(under)).toEqual(SLOW.flatMap((key) => Array.from({ length: 16 }, () => key)))
  await queue('ACME', '2026-11-20T11:59:59Z', { webhooks: 1, each: 2 })
  for (const delivery of under.slice(0, 3)) await write((tx) => updateAttempted(tx, delivery, TAKEN, NOW))
  expect(institutionsOf(await lease(1))).toEqual(['ACME'])
  expect(institutionsOf(await lease(1))).toEqual(['ACME'])
  expect(SLOW).toContain(institutionsOf(await lease(1))[0])
})

it('A place for those that fail does so too, and comes after those that do not', async () => {
  for (const key of SLOW) await queue(key, '2026-11-20T10:00:00Z', { webhooks: 9, each: 2, failures: 1 })
  const under = await lease(64)
  expect(under).toHaveLength(32)
  await queue('ACME', '2026-11-20T11:59:59Z', { failures: 1 })
  await queue('BETA', '2026-11-20T11:59:59Z', { each: 2 })
  for (const delivery of under.slice(0, 3))
    await write((tx) => updateAttempted(tx, delivery, { ...TAKEN, reason: 'no' }, NOW))
  expect(institutionsOf(await lease(3, 1))).toEqual(['ACME', 'BETA', 'BETA'])
})

it('An institution has no more under way than it may, whatever waits', async () => {
  await queue('ACME', '2026-11-20T10:00:00Z', { webhooks: 5, each: 8 })
  const [first] = await lease(64)
  expect(await lease(64)).toEqual([])
  if (first !== undefined) await write((tx) => updateAttempted(tx, first, TAKEN, NOW))
  expect(await lease(64)).toHaveLength(1)
})
