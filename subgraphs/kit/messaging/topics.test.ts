import { expect, test } from 'vitest'
import { fixedTopicsOf, topicPolicyOf } from '../service/topics.ts'

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
