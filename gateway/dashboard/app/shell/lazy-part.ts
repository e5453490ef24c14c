import { type ComponentType, lazy } from 'react'

const RELOADED = 'fleetops.reloaded'

/** Loads the page anew, once for each reason: whatever else fails then is shown. */
const reloadOnce = (reason: string): boolean => {
  if (sessionStorage.getItem(RELOADED) === reason) return false
  sessionStorage.setItem(RELOADED, reason)
  location.reload()
  return true
}

/**
 * A part of the page that is loaded when it is first shown. After a deployment its file may be gone: then the page is loaded anew. (The
 * router does the same for pages.)
 */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      if (reloadOnce(error instanceof Error ? error.message : String(error))) return await new Promise<never>(() => {})
      throw error
    }
  })
