import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf, UserFacingError } from './errors.ts'

/** A start may have to recover a large write-ahead log. */
const PATIENCE_MS = 120_000
const STALE_LOCK_MS = 300_000

/**
 * Waits until this process is the only one that starts, attaches to or stops the server of a data folder; resolves to
 * what lets go again.
 * Throws UserFacingError when another one holds it for two minutes.
 */
export async function lockFolder(dataDir: string): Promise<() => void> {
  const path = join(realpathSync(dataDir), 'starting.lock')
  for (const deadline = performance.now() + PATIENCE_MS; ; await delay(50)) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      // On a full disk the file is made and stays empty: left behind, it would hold everybody up.
      if (codeOf(error) === 'ENOSPC') rmSync(path, { force: true })
      if (codeOf(error) !== 'EEXIST') throw error
    }
    if (isStale(path)) rmSync(path, { force: true })
    else if (performance.now() > deadline)
      throw new UserFacingError(`Another process is starting on ${dataDir} and does not come to an end (${path}).`)
  }
}

function isStale(path: string): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > STALE_LOCK_MS) return true
    const text = readFileSync(path, 'utf8')
    // Just made, and its process id not yet written.
    if (text === '') return false
    process.kill(Number(text), 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}
