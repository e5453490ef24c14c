import { expect, test } from 'vitest'
import { createStoreTest } from '../../../tests/support/stores.ts'
import { listJobs } from './job-list.ts'
import { insertJobs } from './jobs.store.ts'

const { run, stores, write } = createStoreTest()

const NOW = new Date('2026-11-20T12:00:00Z')

test('a job is listed until others of its service were seen to two days later, and while none is', async () => {
  const seenTo = {
    'up.one': ['0 6 * * *', '2026-11-20T06:00:00Z'],
    'up.late': ['0 6 * * *', '2026-11-18T06:00:00Z'],
    'up.removed': ['0 6 * * *', '2026-11-18T05:59:59Z'],
    'up.by-hand': [null, '2026-10-01T00:00:00Z'],
    'down.one': ['0 6 * * *', '2026-11-01T06:00:00Z'],
  } as const
  for (const [name, [cron, at]] of Object.entries(seenTo)) {
    const service = name.split('.')[0] ?? ''
    await write((tx) => insertJobs(tx, [{ name, service, cron, timeZone: 'UTC' }], new Date(at)))
  }
  const names = (await listJobs(stores(), NOW)).map(({ name }) => name)
  expect(names).toEqual(['down.one', 'up.by-hand', 'up.late', 'up.one'])
  await run('truncate jobs.job')
})
