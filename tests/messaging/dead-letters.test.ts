import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAs } from '../support/sql.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'
import { describeReplay, START } from './dead-letter-replay.ts'

const root = new URL('../..', import.meta.url)

// A story of one whole platform: what was given up is replayed, listed and forgotten.
describe('dead letters of topics as tables', { shuffle: false }, () => {
  let platform: WholePlatform
  const startedMs = Date.now()
  beforeAll(async () => {
    platform = await openWholePlatform({ now: () => new Date(START + Date.now() - startedMs) })
  })
  afterAll(() => platform?.close())

  describeReplay(() => platform)

  const run = (sql: string) => runAs(platform.database.urls.superuser, [sql])
  const tool = (...args: string[]) => {
    const { app, platform: login } = platform.database.urls
    const secrets = {
      JWT_SECRET: 'a secret of thirty-two characters or more',
      INTERNAL_SERVICE_SECRET: 'the internal secret of the tests',
    }
    const env = { PATH: process.env.PATH, DATABASE_URL: app, PLATFORM_DATABASE_URL: login, ...secrets }
    return promisify(execFile)(process.execPath, ['tools/dead-letters.ts', ...args], { cwd: root, env })
  }

  test('an operator lists them and has one replayed beside the running platform', async () => {
    const [letter] = await run(
      `update analytics.dead_letter set replayed_at = null, replayed_by = null where topic = 'journal.file-parsed'
        returning id, message_id`,
    )
    const { id, message_id: messageId } = Object(letter)
    const listed = (await tool('list', 'journal.file-parsed')).stdout
    expect(listed).toContain(
      `${id}  journal.file-parsed  key ATM-1\n    analytics, group analytics.snapshots: 5 attempts`,
    )
    expect(listed).toMatch(/error {5}card 411111XXXXXX1111 is broken\n {4}replayed {2}no\n/)
    expect(listed).toMatch(/^analytics: 1 dead letters$/m)
    expect((await tool('replay', id)).stdout).toContain(
      `analytics: journal.file-parsed gets the message ${messageId} once more`,
    )
    const sent = `select count(*)::int as n from topics.message where topic = 'journal.file-parsed'
      and id = '${messageId}'`
    await expect.poll(() => run(sent), { timeout: 10_000 }).toEqual([{ n: 5 }])
    await expect(tool('replay', randomUUID())).rejects.toMatchObject({ code: 1, stderr: /There is no dead letter/ })
  }, 90_000)

  test('they are forgotten 90 days after their last attempt', async () => {
    await run(`update journal.dead_letter set last_attempt_at = '2026-02-12T19:00:00Z'`)
    await run(`insert into journal.dead_letter (id, topic, consumer_group, identity, key, message, error, attempts,
      first_attempt_at, last_attempt_at)
        values (gen_random_uuid(), 't', 'g', 'x', 'k', '1', 'e', 1, now(), '2026-02-12T21:00:00Z')`)
    const job = platform.gateway.jobs.find(({ name }) => name === 'journal.dead-letter-retention')
    expect(await job?.run({ now: new Date(START), progress: () => {}, log: platform.gateway.log })).toBe(
      '2 dead letters deleted',
    )
    expect(await run('select topic from journal.dead_letter')).toEqual([{ topic: 't' }])
  })
})
