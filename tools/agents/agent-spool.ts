import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSpool, type Spool, type Spooled } from '../../demo/spool.ts'
import type { KeptEvent } from './agent.ts'

/** What all agents of a run keep together while the platform is away. */
const MAX_KEPT = 200_000

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Makes a folder this process's own; false where another one that is alive has it. */
const claim = (folder: string): boolean => {
  const lock = join(folder, 'lock')
  mkdirSync(folder, { recursive: true })
  const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
  if (owner !== 0 && owner !== process.pid && isAlive(owner)) return false
  rmSync(lock, { force: true })
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

/** The first folder of a place that no other run has: runs side by side have one each. */
const claimFolder = (place: string): string => {
  for (let n = 1; ; n += 1) {
    const folder = join(place, String(n))
    if (claim(folder)) return folder
  }
}

const readKept = (value: unknown): KeptEvent | null => {
  const { agentAtmId, institution, body } = Object(value)
  if (typeof agentAtmId !== 'string' || typeof institution !== 'string' || typeof body !== 'object') return null
  return { agentAtmId, institution, body: { ...body } }
}

/** Opens what the agents of a run keep, with all that an earlier run was killed over. Close it. */
export const openKept = (place: string, onDropped: (count: number) => void): Spool<KeptEvent> => {
  const folder = claimFolder(place)
  const spool = openSpool({ folder, maxItems: MAX_KEPT, read: readKept, onDropped })
  return {
    ...spool,
    close() {
      spool.close()
      rmSync(join(folder, 'lock'), { force: true })
    },
  }
}

/** What is kept, by the ATM that it happened at. */
export const byAtm = (kept: readonly Spooled<KeptEvent>[]): ReadonlyMap<string, readonly Spooled<KeptEvent>[]> =>
  Map.groupBy(kept, ({ item }) => item.agentAtmId)
