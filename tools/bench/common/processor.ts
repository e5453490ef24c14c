import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Processor time that was used so far, in ms; null where the system does not say. */
export type ProcessorTime = {
  readonly platformMs: number | null
  readonly databaseMs: number | null
  readonly clientMs: number
}

const TICK_MS = 10

type Stat = { readonly parent: number; readonly ownMs: number; readonly endedChildrenMs: number }

/** `/proc/<pid>/stat`; null for a process that is gone. */
const statOf = (pid: number): Stat | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold spaces; what follows it begins with the third field.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (field: number) => (fields[field - 3] ?? 0) * TICK_MS
    return { parent: fields[1] ?? 0, ownMs: at(14) + at(15), endedChildrenMs: at(16) + at(17) }
  } catch {
    return null
  }
}

/** A server and the processes it started, those that have ended included. */
const familyMs = (pid: number): number => {
  const father = statOf(pid)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
  return children.reduce(
    (sum, child) => sum + (child?.parent === pid ? child.ownMs : 0),
    (father?.ownMs ?? 0) + (father?.endedChildrenMs ?? 0),
  )
}

/** Reads the processor time of the platform, of the database, and of this process. */
export const readProcessorTime = (platformPid: number, databasePid: number | null): ProcessorTime => {
  const { user, system } = process.cpuUsage()
  const isLinux = existsSync('/proc/self/stat')
  return {
    platformMs: isLinux ? (statOf(platformPid)?.ownMs ?? null) : null,
    databaseMs: isLinux && databasePid !== null ? familyMs(databasePid) : null,
    clientMs: (user + system) / 1_000,
  }
}
