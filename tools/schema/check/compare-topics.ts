import type { Json } from '../json.types.ts'
import type { TopicContract } from '../topic-contracts.ts'
import { type ContractChange, collectChanges, type Report } from './changes.ts'
import { compareSchemas, comparisonOf } from './compare-schemas.ts'

const FILE = 'schema/events'

const inPlace = (schema: Json) => ({ document: schema, schema })

const compareTopic = (was: TopicContract, is: TopicContract): readonly ContractChange[] => {
  const { breaks: report, list } = collectChanges(FILE, was.name)
  if (was.key !== is.key) report('key', `is ${is.key} and was ${was.key}: messages keep their order within a key`)
  // Consumers of others read what is written; ours read what is in the topic since before.
  compareSchemas(inPlace(was.written), inPlace(is.written), 'data', comparisonOf('received', report))
  const asRead: Report = (path, message) => {
    if (message !== 'is no longer read') report(path, `${message}: messages from before are still in the topic`)
  }
  compareSchemas(inPlace(was.read), inPlace(is.read), 'data', comparisonOf('sent', asRead))
  return list()
}

/** The differences between two versions of the topics: for those who read them, and for messages written before. */
export const compareTopics = (
  before: readonly TopicContract[],
  after: readonly TopicContract[],
): readonly ContractChange[] => {
  const found = (topics: readonly TopicContract[], name: string) => topics.find((topic) => topic.name === name)
  return [
    ...before.flatMap((was): readonly ContractChange[] => {
      const is = found(after, was.name)
      if (is !== undefined) return compareTopic(was, is)
      return [{ file: FILE, path: was.name, breaking: true, message: `the topic ${was.name} is gone` }]
    }),
    ...after
      .filter(({ name }) => found(before, name) === undefined)
      .map(({ name }) => ({ file: FILE, path: name, breaking: false, message: `the topic ${name} is new` })),
  ]
}
