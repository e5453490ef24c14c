import type { Visibility } from '../../db/tenancy.ts'
import { type Entry, eventIdOf, type Positions, type Step } from './position.rules.ts'
import { isScoped, type SourceName, type Topic } from './topics.rules.ts'

/** What a listener may receive, and which topics it asked for. */
export type Interest = { readonly visibility: Visibility; readonly topics: ReadonlySet<Topic> }

/** True for an entry of a requested topic that the listener may see. */
export const isFor = ({ visibility, topics }: Interest, { topic, institutionKey }: Entry): boolean =>
  topics.has(topic) &&
  (!isScoped(topic) ||
    visibility.unrestricted ||
    (institutionKey !== null && visibility.institutions.includes(institutionKey)))

/** Listeners with the same key receive the same entries. */
export const interestKey = ({ visibility, topics }: Interest): string =>
  JSON.stringify([visibility.unrestricted ? null : visibility.institutions.toSorted(), [...topics].toSorted()])

const idLine = (positions: Positions): string => `id: ${eventIdOf(positions)}\n`

/** An entry as it is sent. */
export type Frame = { readonly entry: Entry; readonly text: string }

/** Steps of a source as frames for a listener whose positions in the other sources are `others`. */
export const framesOf = (source: SourceName, steps: readonly Step[], others: Positions): Frame[] => {
  const positions = new Map(others)
  return steps.map(({ entry, after }) => {
    positions.set(source, after)
    return { entry, text: `event: ${entry.topic}\n${idLine(positions)}data: ${entry.data}\n\n` }
  })
}

/** The text of the frames that one listener receives. */
export const textFor = (interest: Interest, frames: readonly Frame[]): string =>
  frames
    .filter(({ entry }) => isFor(interest, entry))
    .map(({ text }) => text)
    .join('')

/** An event of the stream itself. */
export const noticeFrame = (event: 'reset' | 'degraded' | 'recovered' | 'expired' | 'replaced', data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** A keep-alive comment with an id, which also advances the listener's position. */
export const keepAliveFrame = (positions: Positions): string => `: beat\n${idLine(positions)}\n`
