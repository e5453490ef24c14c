import type { Incident } from './kinds.ts'
import type { Cause } from './work-dialogs.tsx'

/** What is to be done, with what belongs to it. */
export type Wanted =
  | { readonly what: 'acknowledge' | 'release' }
  | { readonly what: 'assign'; readonly userId: string }
  | ({ readonly what: 'resolve' } & Cause)

/** A question before an action, or after one that met somebody else's. */
export type Asked =
  | { readonly what: 'resolve' | 'assign' | 'note'; readonly incident: Incident }
  | { readonly what: 'conflict'; readonly wanted: Wanted; readonly seen: Incident; readonly current: Incident }

export type Do = (wanted: Wanted, incident: Incident) => void
