import type { Visibility } from '../../db/tenancy.ts'
import { type Entry, eventIdOf, type Positions, type Step } from './stream-position.rules.ts'
import { isScoped, type SourceName, type Topic } from './stream-topics.rules.ts'

/** What a listener may be told, and wants to be. */
export type Interest = { readonly visibility: Visibility; readonly topics: ReadonlySet<Topic> }

/** True for an entry that is of interest and not another institution's. */
export const isFor = ({ visibility, topics }: Interest, { topic, institutionKey }: Entry): boolean =>
  topics.has(topic) &&
  (!isScoped(topic) ||
    visibility.unrestricted ||
    (institutionKey !== null && visibility.institutions.includes(institutionKey)))

/** Listeners with the same key are told the very same. */
export const interestKey = ({ visibility, topics }: Interest): string =>
  JSON.stringify([visibility.unrestricted ? null : visibility.institutions.toSorted(), [...topics].toSorted()])

const idLine = (positions: Positions): string => `id: ${eventIdOf(positions)}\n`

/** An entry as it is sent. */
export type Frame = { readonly entry: Entry; readonly text: string }

/** Steps of a source as they are sent to a listener who stands at `others` elsewhere. */
export const framesOf = (source: SourceName, steps: readonly Step[], others: Positions): Frame[] => {
  const positions = new Map(others)
  return steps.map(({ entry, after }) => {
    positions.set(source, after)
    return { entry, text: `event: ${entry.topic}\n${idLine(positions)}data: ${entry.data}\n\n` }
  })
}

/** The part of some frames that one listener gets. */
export const textFor = (interest: Interest, frames: readonly Frame[]): string =>
  frames
    .filter(({ entry }) => isFor(interest, entry))
    .map(({ text }) => text)
    .join('')

/** An event of the stream itself. */
export const noticeFrame = (event: 'reset' | 'degraded' | 'recovered' | 'expired' | 'replaced', data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** A sign of life that moves the listener's cursor on. */
export const beatFrame = (positions: Positions): string => `: beat\n${idLine(positions)}\n`
