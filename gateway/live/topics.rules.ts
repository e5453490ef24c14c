import type { ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { badInput } from '../../subgraphs/kit/common/errors.ts'

/** The topics of a stream, and whether their records belong to an institution. */
const TOPICS = {
  incidents: { source: 'incident', scoped: true },
  'service-state': { source: 'incident', scoped: true },
  gaps: { source: 'journal', scoped: true },
  insights: { source: 'analytics', scoped: false },
  rollouts: { source: 'fleet', scoped: true },
} as const

export type Topic = keyof typeof TOPICS
export type SourceName = Extract<ServiceName, (typeof TOPICS)[Topic]['source']>

export const ALL_TOPICS: readonly Topic[] = ['incidents', 'service-state', 'gaps', 'insights', 'rollouts']
export const SOURCES: readonly SourceName[] = ['incident', 'journal', 'analytics', 'fleet']

export const isTopic = (word: string): word is Topic => Object.hasOwn(TOPICS, word)
export const sourceOf = (topic: Topic): SourceName => TOPICS[topic].source
export const isScoped = (topic: Topic): boolean => TOPICS[topic].scoped

/** Those of the given topics that belong to a source. */
export const topicsFrom = (source: SourceName, topics: Iterable<Topic>): Topic[] =>
  [...topics].filter((topic) => sourceOf(topic) === source)

/**
 * The requested topics; each text may hold several, separated by commas. All topics where none are requested.
 * @throws DomainError BAD_USER_INPUT.
 */
export const topicsOf = (given: readonly string[]): ReadonlySet<Topic> => {
  const words = given.flatMap((text) => text.split(',')).map((word) => word.trim())
  const asked = words.filter((word) => word !== '')
  const unknown = asked.find((word) => !isTopic(word))
  if (unknown !== undefined) throw badInput('topics', `must be of ${ALL_TOPICS.join(', ')}`)
  return new Set(asked.length === 0 ? ALL_TOPICS : asked.filter(isTopic))
}
