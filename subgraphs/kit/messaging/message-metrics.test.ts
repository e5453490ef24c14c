import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { createStoreTest } from '../../../tests/support/stores.ts'
import { insertDeadLetter, updateReplayed } from './dead-letters.store.ts'
import { watchDeadLetters } from './message-metrics.ts'

const { run, stores, write } = createStoreTest()

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const keep = (n: number, at: string) => {
  const [firstAttemptAt, lastAttemptAt] = [new Date('2026-11-20T09:00:00Z'), new Date(at)]
  const letter = { topic: 'demo.made', group: 'demo', key: 'A-1', message: { id: idOf(n) }, error: 'no', attempts: 3 }
  return write((tx) => insertDeadLetter(tx, 'analytics', { ...letter, firstAttemptAt, lastAttemptAt }, idOf(n + 50)))
}
/** What a process shows that has just begun to watch. */
const shown = async () => {
  const metrics = new Registry()
  watchDeadLetters({ metrics, log: recordingLog().log, stores: stores() }, 'demo', 'analytics')
  const text = await metrics.metrics()
  return [...text.matchAll(/^fleetops_dead_letters_(\w+)\{service="demo"\} (\S+)$/gm)].map(([, name, n]) => [name, n])
}
const NEWEST = 'newest_timestamp_seconds'

test('dead letters are shown by how many wait, and when the newest of those failed', async () => {
  expect(await shown()).toEqual([['waiting', '0']])
  for (const [n, minute] of ['20', '40', '30'].entries()) await keep(n, `2026-11-20T10:${minute}:00.500Z`)
  const secondsAt = (text: string) => String(Date.parse(text) / 1_000)
  expect(await shown()).toEqual([
    ['waiting', '3'],
    [NEWEST, secondsAt('2026-11-20T10:40:00.500Z')],
  ])
  await write((tx) => updateReplayed(tx, 'analytics', idOf(51), { at: new Date(), by: 'ada' }))
  expect(await shown()).toEqual([
    ['waiting', '2'],
    [NEWEST, secondsAt('2026-11-20T10:30:00.500Z')],
  ])
})

test('nothing is said of dead letters that could not be read yet', async () => {
  await run('alter table analytics.dead_letter rename to hidden')
  expect(await shown()).toEqual([])
  await run('alter table analytics.hidden rename to dead_letter')
})
