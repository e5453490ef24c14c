import { beforeEach, expect, it } from 'vitest'
import { createStoreTest } from '../../../tests/support/stores.ts'
import { listInstitutionsWithWebhooks } from './webhook-queue.store.ts'

const { run, write } = createStoreTest()

const hook = (institutionKey: string, status: string) =>
  run(`insert into incident.webhook (institution_key, url, events, status, created_at, created_by)
    values ('${institutionKey}', 'https://example.org', '{INCIDENT_CREATED}', '${status}', now(), 'ann')`)

beforeEach(() => run('delete from incident.webhook'))

it('The institutions with webhooks are those that have an active one, each once', async () => {
  await hook('ACME', 'ACTIVE')
  await hook('ACME', 'ACTIVE')
  await hook('BETA', 'DISABLED')
  await hook('ZETA', 'ACTIVE')
  const listed = (keys: readonly string[]) => write((tx) => listInstitutionsWithWebhooks(tx, keys))
  expect(await listed(['ACME', 'BETA', 'NONE'])).toEqual(new Set(['ACME']))
  expect(await listed(['BETA', 'NONE'])).toEqual(new Set())
})
