import { useSyncExternalStore } from 'react'

/** The topics of the live stream. */
export const TOPICS = ['incidents', 'service-state', 'gaps', 'insights', 'rollouts'] as const
export type Topic = (typeof TOPICS)[number]

/**
 * How fresh the page is. `live`: changes arrive by themselves; `polling`: the stream is not there, so it is asked
 * again and again;
 * `reconnecting`: nothing answers; `paused`: on request.
 */
export type LiveState = {
  readonly state: 'live' | 'polling' | 'reconnecting' | 'paused'
  /** When the platform last answered, in milliseconds of the epoch. */
  readonly lastAt: number
}

let state: LiveState = { state: 'polling', lastAt: Date.now() }
/** What the state is made of. */
let parts = { streaming: false, lost: false, paused: false }
const listeners = new Set<() => void>()

const nameOf = ({ streaming, lost, paused }: typeof parts): LiveState['state'] =>
  paused ? 'paused' : lost ? 'reconnecting' : streaming ? 'live' : 'polling'

const change = (part: Partial<typeof parts>, lastAt = state.lastAt): void => {
  parts = { ...parts, ...part }
  const name = nameOf(parts)
  if (name === state.state && lastAt === state.lastAt) return
  state = { state: name, lastAt }
  for (const listener of listeners) listener()
}

export const live = {
  /**
   * Figures arrived from the platform, or that they have not changed. While updates are paused the figures are of
   * when that began.
   */
  heard: (): void => change({ lost: false }, parts.paused ? state.lastAt : Date.now()),
  /** The platform answered, if only that it gives nothing. */
  reached: (): void => change({ lost: false }),
  /** The platform could not be reached. */
  lost: (): void => change({ lost: true }),
  /** The live stream opened, or ended. */
  streaming: (streaming: boolean): void => change({ streaming }),
  toggle: (): void => change({ paused: !parts.paused }),
  get: (): LiveState => state,
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useLive = (): LiveState => useSyncExternalStore(subscribe, live.get)

/** Whether updates are paused. */
export const usePaused = (): boolean => useSyncExternalStore(subscribe, () => parts.paused)
