import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'
import { live } from '../api/live.ts'
import { readStored, writeStored } from '../storage.ts'

const RELOADED = 'fleetops.reloaded'
const ASK_AGAIN_MS = 2_000

/** Loads the page again, once for each reason: whatever else fails then is shown. */
const reloadOnce = (reason: string): boolean => {
  if (readStored('sessionStorage', RELOADED) === reason) return false
  writeStored('sessionStorage', RELOADED, reason)
  // Where nothing is kept, the page would be loaded without end.
  if (readStored('sessionStorage', RELOADED) !== reason) return false
  location.reload()
  return true
}

const isReachable = async (): Promise<boolean> => {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).status < 500
  } catch {
    return false
  }
}

/** Waits until the platform answers, if it does not. Returns whether it had to. */
const waitForPlatform = async (): Promise<boolean> => {
  if (await isReachable()) return false
  live.lost()
  do await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  while (!(await isReachable()))
  return true
}

/**
 * A load that outlasts a platform that is away: the page stays as it is, with its figures, until the file can be had.
 * Loading all of it again would show nothing at all meanwhile. A file that is not there although the platform answers
 * fails.
 */
export const patiently =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    try {
      return await load()
    } catch (error) {
      if (await waitForPlatform()) return await load()
      throw error
    }
  }

/**
 * A part of the page that is loaded when it is first shown. After a deployment its file may be gone: then the page is
 * loaded again. (The router does the same for pages.)
 */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    try {
      return { default: await patiently(load)() }
    } catch (error) {
      if (reloadOnce(error instanceof Error ? error.message : String(error))) return await new Promise<never>(() => {})
      throw error
    }
  })

/** A part that is loaded before it is asked for, so that what a key opens is there with the key. */
export type PreloadedPart<P> = {
  /** Loads it; where it cannot be had now, it is loaded when it is shown. */
  preload(): void
  /** The part where it is loaded already, else one that loads it. */
  current(): ComponentType<P>
}

export const preloadedPart = <P extends object>(load: () => Promise<ComponentType<P>>): PreloadedPart<P> => {
  let ready: ComponentType<P> | undefined
  const keep = async () => {
    ready = await load()
    return ready
  }
  const later: ComponentType<P> = lazyPart(keep)
  return {
    preload: () => void keep().catch(() => undefined),
    current: () => ready ?? later,
  }
}

type ShownProps<P> = { readonly part: PreloadedPart<P>; readonly props: P }

/** Shows such a part; the same component as long as it is shown, as another one would lose its state. */
export const Preloaded = <P extends object>({ part, props }: ShownProps<P>): ReactNode => {
  const [shown] = useState<ComponentType<P>>(() => part.current())
  return createElement(shown, props)
}
