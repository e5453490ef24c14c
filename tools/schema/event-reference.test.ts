import { expect, test } from 'vitest'
import { SERVICES } from '../../gateway/services.ts'
import { listEventTopics } from '../../schema/events/topics.ts'
import { isDeadLetterTopic } from '../../subgraphs/kit/messaging/topic-names.rules.ts'
import { fixedTopicsOf } from '../../subgraphs/kit/service/topics.ts'
import { eventReference } from './event-reference.ts'

test('the reference has every topic that a service writes to, and no other', () => {
  const written = [
    ...fixedTopicsOf(SERVICES, { platformName: 'acme' }).filter((topic) => !isDeadLetterTopic(topic)),
    ...SERVICES.flatMap(({ topics }) => topics?.institutional ?? []),
  ]
  expect(
    listEventTopics('acme')
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...new Set(written)].sort())
})

test('the reference shows every field with its type and meaning', () => {
  const text = eventReference()
  expect(text).toContain('| `reason` | UPLOAD, GAP_FETCH, REPARSE | Why the file is to be parsed.')
  expect(text).toContain('| `institutionKey` | string or null | ')
  expect(text).toContain('| `closedGapIds` | list of integer | ')
  expect(text).toContain('| `version` | 1 | ')
  expect(text).toMatch(/^## `<platform>\.incidents\.resolved`$/m)
})
