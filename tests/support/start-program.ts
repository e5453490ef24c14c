import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isServing } from '../../db/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A program of the platform in a process group of its own, as a terminal gives it. */
export type Program = {
  readonly pid: number
  /** Everything printed so far. */
  output(): string
  /** Resolves to the output once it holds `text`; rejects when the program ends before. */
  prints(text: string): Promise<string>
  /** A signal to the whole group, as a terminal's Ctrl-C is. */
  signal(name: NodeJS.Signals): void
  /**
   * Resolves when every process of the group has ended, to the exit code: null where npm ended by the signal itself.
   */
  readonly ended: Promise<number | null>
}

/** Starts a command with the environment given on top of ours. */
export const startProgram = (
  [command, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): Program => {
  const child: ChildProcess = spawn(command, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, NODE_ENV: 'development', npm_config_update_notifier: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${command} cannot be started`)
  let printed = ''
  const waiting = new Set<() => void>()
  const hear = (chunk: Buffer) => {
    printed += chunk.toString()
    for (const check of waiting) check()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const ended = once(child, 'close').then(async ([code]): Promise<number | null> => {
    // npm may end a moment before what it started.
    while (groupLives(pid)) await delay(20)
    return typeof code === 'number' ? code : null
  })
  return {
    pid,
    output: () => printed,
    prints: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!printed.includes(text)) return
          waiting.delete(check)
          resolve(printed)
        }
        waiting.add(check)
        check()
        ended.then(() => reject(new Error(`ended without printing "${text}":\n${printed}`)))
      }),
    signal: (name) => void process.kill(-pid, name),
    ended,
  }
}

/** True while any process of the program's group lives; one that has ended and was not yet collected does not. */
export const groupLives = (pid: number): boolean => {
  if (!existsSync('/proc/self/stat')) return processLives(-pid)
  return readdirSync('/proc').some((entry) => {
    if (!/^\d+$/.test(entry)) return false
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(group) === pid && state !== 'Z' && state !== 'X'
    } catch {
      return false
    }
  })
}

const processLives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The process id of the PostgreSQL server on a data folder; null where none runs. */
export const serverOn = (dataDir: string): number | null => {
  const path = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(path)) return null
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0])
  // A stale file may name a program that has got the number since, even the one that runs the tests.
  return pid > 0 && isServing(pid, join(dataDir, 'postgres')) ? pid : null
}

/** Ends whatever a failed test left behind on a data folder, and removes it. */
export const sweep = (dataDir: string, programs: readonly Program[]): void => {
  for (const { pid } of programs) if (groupLives(pid)) process.kill(-pid, 'SIGKILL')
  const server = serverOn(dataDir)
  if (server !== null) process.kill(server, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
}
