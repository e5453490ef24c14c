import { useSyncExternalStore } from 'react'

/** What the live stream tells of. */
export const TOPICS = ['incidents', 'service-state', 'gaps', 'insights'] as const
export type Topic = (typeof TOPICS)[number]

/**
 * How fresh the page is. `live`: changes arrive by themselves; `polling`: the stream is not there, so it is asked again and again;
 * `reconnecting`: nothing answers; `paused`: on request.
 */
export type LiveState = {
  readonly state: 'live' | 'polling' | 'reconnecting' | 'paused'
  /** When the platform was last heard, in milliseconds of the epoch. */
  readonly lastAt: number
}

let state: LiveState = { state: 'polling', lastAt: Date.now() }
let connection: Exclude<LiveState['state'], 'paused'> = 'polling'
const listeners = new Set<() => void>()

const change = (part: Partial<LiveState>): void => {
  const next = { ...state, ...part }
  if (next.state === state.state && next.lastAt === state.lastAt) return
  state = next
  for (const tell of listeners) tell()
}

export const live = {
  /** Something arrived from the platform. */
  heard(): void {
    if (connection === 'reconnecting') connection = 'polling'
    change({ lastAt: Date.now(), ...(state.state === 'paused' ? {} : { state: connection }) })
  },
  /** The stream opened, or it is not there, or nothing answers at all. */
  connected(to: Exclude<LiveState['state'], 'paused'>): void {
    connection = to
    if (state.state !== 'paused') change({ state: to })
  },
  toggle(): void {
    change({ state: state.state === 'paused' ? connection : 'paused' })
  },
  get: (): LiveState => state,
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}

export const useLive = (): LiveState => useSyncExternalStore(subscribe, live.get)
