import { countOf } from '../../search.ts'

/** How many events are shown at first, and when more are asked for. */
export const USUAL_EVENTS = 100
export const MOST_EVENTS = 500

/** What the address of an incident holds beside its number. */
export type IncidentSearch = { readonly events?: typeof MOST_EVENTS }

export const readSearch = (search: Record<string, unknown>): IncidentSearch => ({
  events: countOf(search.events, MOST_EVENTS) === MOST_EVENTS ? MOST_EVENTS : undefined,
})
