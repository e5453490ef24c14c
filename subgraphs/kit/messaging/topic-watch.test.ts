import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Stores } from '../../../db/tenancy.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { createStoreTest } from '../../../tests/support/stores.ts'
import { createPostgresTransport } from './events-postgres.ts'
import { createTopicWatch, type Watcher } from './topic-watch.ts'
import { insertCursors } from './topics.store.ts'

const { run, stores } = createStoreTest()

/** Counts the transactions of a process: looks for all workers together only read. */
const counting = (all: Stores) => {
  const counted = { looks: 0, others: 0, faults: 0 }
  const asPlatform: Stores['asPlatform'] = async (work, options) => {
    if (options?.mode === 'read') counted.looks += 1
    else counted.others += 1
    if (counted.faults > 0) {
      counted.faults -= 1
      throw new Error('out of reach')
    }
    return all.asPlatform(work, options)
  }
  const until = async (isReached: () => boolean) => {
    while (!isReached()) await delay(10)
  }
  return { counted, until, stores: { ...all, asPlatform } }
}

const open = () => {
  const { log, lines } = recordingLog()
  const { stores: counted, ...rest } = counting(stores())
  return { ...rest, lines, env: { stores: counted, log, newId: randomUUID } }
}
const optionsOf = (group: string, topic: string) => ({ group, topics: [topic], concurrency: 1, handle: async () => {} })

beforeEach(() =>
  run(
    'truncate topics.topic, topics.cursor, topics.message restart identity',
    'update topics.made set topics = 0',
    `insert into topics.topic (name) values ('a'), ('b')`,
  ),
)

describe('the workers of a process', () => {
  it('are woken when another process has published for their group, or has made a topic', async () => {
    const { env, counted, until } = open()
    for (const topic of ['a', 'b']) await insertCursors(env, optionsOf(topic, topic))
    const woken: string[] = []
    const watcherOf = (group: string, known = '2'): Watcher => ({
      group,
      waker: { wake: () => woken.push(group), wait: async () => {} },
      knownTopics: () => known,
    })
    const watch = createTopicWatch(env)
    const watchers = [watcherOf('a'), watcherOf('b')]
    for (const watcher of watchers) watch.add(watcher)
    await until(() => counted.looks >= 2)
    expect(woken).toEqual([])
    await run(`insert into topics.message (topic, id, key, envelope) values ('b', gen_random_uuid(), 'k', '{}')`)
    await until(() => woken.length > 0)
    expect(new Set(woken)).toEqual(new Set(['b']))
    await run('update topics.cursor set seq = head', `insert into topics.topic (name) values ('c')`)
    await until(() => woken.includes('a'))
    for (const watcher of watchers) await watch.drop(watcher)
    const { looks } = counted
    watch.wakeAll()
    await delay(0)
    expect(counted.looks).toBe(looks)
  })

  it('look for news together while there are none, and go on after a failure', async () => {
    const { env, counted, until, lines } = open()
    const transport = createPostgresTransport(env)
    const subscriptions = ['a', 'b', 'a', 'b'].map((topic, n) => transport.subscribe(optionsOf(`g${n}`, topic)))
    await until(() => counted.looks >= 3)
    const before = { ...counted }
    await until(() => counted.looks >= before.looks + 4)
    // Each worker for itself would have looked sixteen times.
    expect(counted.others - before.others).toBeLessThanOrEqual(subscriptions.length)
    counted.faults = 2
    await until(() => counted.faults === 0)
    const { looks } = counted
    await until(() => counted.looks >= looks + 1)
    expect(lines.filter((line) => line.includes('news of topics cannot be read'))).toHaveLength(1)
    await Promise.all(subscriptions.map((subscription) => subscription.close()))
  })
})
