import { describe, expect, test } from 'vitest'
import { findFreePort } from '../../../db/server.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { readConfig } from '../config/config.ts'
import { fixedTopicsOf, openTopics, topicPolicyOf } from '../service/topics.ts'

const DEFINITIONS = [
  { topics: { fixed: () => ['journal.file-parsed'], institutional: 'journal.parse-requests.' } },
  { topics: { fixed: ({ platformName }: { platformName: string }) => [`${platformName}.incidents.created`] } },
  {},
]

test('the fixed topics of services have a dead letter each', () => {
  expect(fixedTopicsOf(DEFINITIONS, { platformName: 'acme' })).toEqual([
    'journal.file-parsed',
    'journal.file-parsed.dead-letter',
    'acme.incidents.created',
    'acme.incidents.created.dead-letter',
  ])
})

test('in production a process creates the topics of institutions and no others', () => {
  const policy = topicPolicyOf(DEFINITIONS, true)
  expect(policy.mayCreate('journal.parse-requests.ACME')).toBe(true)
  expect(policy.mayCreate('journal.parse-requests.ACME.dead-letter')).toBe(true)
  expect(policy.mayCreate('journal.file-parsed')).toBe(false)
  expect(topicPolicyOf([], true).mayCreate('journal.parse-requests.ACME')).toBe(false)
  expect(topicPolicyOf(DEFINITIONS, false).mayCreate('journal.file-parsed')).toBe(true)
  expect(policy.isInstitutional('journal.parse-requests.ACME')).toBe(true)
  expect(policy.isInstitutional('journal.file-parsed')).toBe(false)
})

describe('a process whose brokers are away', () => {
  /** A port that nothing listens on. */
  const open = async (production: boolean) => {
    const { log, lines } = recordingLog()
    const broker = `127.0.0.1:${await findFreePort()}`
    const config = { ...readConfig({ KAFKA_BROKERS: broker }), production }
    const database = { app: '', platform: '' }
    const topics = await openTopics({
      config,
      definitions: DEFINITIONS,
      database,
      log,
      newId: () => '',
      kafkaPassword: () => null,
    })
    return { topics, broker, lines: () => lines.map((line) => JSON.parse(line)) }
  }
  // On a machine that is slow the check is over before the refusal has come; the words before these say which it was.
  const reason = expect.stringMatching(/; messages wait in the outbox$/)

  test('is DEGRADED, has no jobs of topics, and says once that it will create its topics', async () => {
    const { topics, broker, lines } = await open(false)
    const warnings = () => lines().filter(({ msg }) => msg === 'topics cannot be created yet; it is tried again')
    topics.start()
    expect(topics.jobs).toEqual([])
    const [[name, check] = []] = topics.checks
    expect([name, await check?.()]).toEqual(['topics', { status: 'DEGRADED', reason }])
    await expect.poll(warnings, { timeout: 20_000 }).toMatchObject([{ level: 40, brokers: [broker] }])
    await topics.close()
    expect(warnings()).toHaveLength(1)
  })

  test('in production says that its topics are not complete', async () => {
    const { topics, lines } = await open(true)
    topics.start()
    const warnings = () => lines().filter(({ level }) => level === 50)
    await expect.poll(warnings, { timeout: 20_000 }).toMatchObject([{ reason, msg: 'topics are not complete' }])
    await topics.close()
  })
})
