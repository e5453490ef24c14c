import { execFile, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { codeOf, UserFacingError } from './errors.ts'
import type { ServerPrograms, ServerUser } from './server-user.ts'

/** One PostgreSQL server of this machine: its data folder, its log, and what it runs as. */
export type Server = {
  readonly dataFolder: string
  readonly logFile: string
  readonly programs: ServerPrograms
  readonly user: ServerUser | undefined
}

/** What the server's own `postmaster.pid` says. */
export type RunningServer = { readonly pid: number; readonly port: number; readonly status: string }

export const SERVER_MAJOR = 18
export const SUPERUSER = 'postgres'
const POLL_MS = 25

/** Makes the data folder, whole or not at all. `durable: false` leaves out the wait for the disk (tests). */
export async function initialise(server: Server, password: string, { durable }: { durable: boolean }): Promise<void> {
  const draft = `${server.dataFolder}.draft-${process.pid}`
  const passwordFile = `${draft}.password`
  removeDrafts(server.dataFolder)
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (server.user !== undefined) {
    for (const path of [draft, passwordFile]) chownSync(path, server.user.uid, server.user.gid)
  }
  try {
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C']
    const access = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    const sync = durable ? [] : ['--no-sync']
    const options = { ...server.user, cwd: draft, env: serverEnvironment() }
    await promisify(execFile)(server.programs.initdb, ['-D', draft, ...locale, ...access, ...sync], options)
    renameSync(draft, server.dataFolder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw new UserFacingError(`PostgreSQL could not make its data folder ${server.dataFolder}: ${lastLine(error)}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** What a start that was killed in the middle left lying beside the folder. */
function removeDrafts(dataFolder: string): void {
  const prefix = `${basename(dataFolder)}.draft-`
  for (const name of readdirSync(dirname(dataFolder)).filter((entry) => entry.startsWith(prefix))) {
    rmSync(join(dirname(dataFolder), name), { recursive: true, force: true })
  }
}

function lastLine(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const text = output.trim() === '' && error instanceof Error ? error.message : output
  return text.trim().split('\n').at(-1) ?? 'unknown reason'
}

/** The caller's environment could carry PGDATA, PGPORT or a locale; the server gets none of it. */
function serverEnvironment(): NodeJS.ProcessEnv | undefined {
  return process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/** Reads `postmaster.pid`; undefined when there is none or it is half written. */
export function readPidFile(dataFolder: string): RunningServer | undefined {
  const path = join(dataFolder, 'postmaster.pid')
  if (!existsSync(path)) return undefined
  const [pid, , , port, , , , status = ''] = readFileSync(path, 'utf8').split('\n')
  if (!(Number(pid) > 0)) return undefined
  return { pid: Number(pid), port: Number(port ?? 0), status: status.trim() }
}

/** True when that process runs and, as far as the system shows, is a server on this data folder. */
export function isServing(pid: number, dataFolder: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  if (!existsSync('/proc/self/stat')) return true
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    if (!stat.includes('(postgres)') || /\) [ZX] /.test(stat)) return false
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataFolder)
  } catch (error) {
    // Another user's process hides its folder: then its name has to do.
    return codeOf(error) === 'EACCES'
  }
}

/**
 * Starts the server and waits until it takes connections; resolves to its process id.
 * It gets a session of its own, so that a Ctrl-C in the terminal does not reach it before those who still need it.
 * Throws UserFacingError with the server's own reason.
 */
export async function startServer(
  server: Server,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<number> {
  disownPidFile(server.dataFolder)
  for (let attempt = 1; ; attempt += 1) {
    const failure = await trySpawn(server, port, settings)
    if (typeof failure === 'number') return failure
    // Processes of a server that was killed let go of their shared memory a moment later.
    if (!failure.includes('shared memory block') || attempt > 50) {
      throw new UserFacingError(`PostgreSQL did not start: ${failure} (its log: ${server.logFile})`)
    }
    await delay(200)
  }
}

/**
 * After a reboot another program may have got the process id in a stale `postmaster.pid`. With our own id in it the
 * server takes the file for stale and still checks the old shared memory.
 */
function disownPidFile(dataFolder: string): void {
  const stale = readPidFile(dataFolder)
  if (stale === undefined || isServing(stale.pid, dataFolder)) return
  const path = join(dataFolder, 'postmaster.pid')
  const text = readFileSync(path, 'utf8').replace(/^\d+/, String(process.pid))
  // Beside it first: cut short by a full disk, the file would keep the server from starting for ever.
  const draft = `${path}.draft`
  try {
    writeFileSync(draft, text, { mode: 0o644 })
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

async function trySpawn(
  server: Server,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<number | string> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const address = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const log = openSync(server.logFile, 'a')
  const logStart = readFileSync(server.logFile).length
  const child = spawn(server.programs.postgres, ['-D', server.dataFolder, ...address, ...flags], {
    ...server.user,
    cwd: server.dataFolder,
    detached: true,
    env: serverEnvironment(),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  const onExit = () => {
    ended ??= fatalLine(readFileSync(server.logFile, 'utf8').slice(logStart))
  }
  child.once('exit', onExit)
  child.unref()
  for (;;) {
    if (ended !== undefined) return ended
    const running = readPidFile(server.dataFolder)
    if (running !== undefined && running.pid === child.pid && running.status === 'ready') {
      child.off('exit', onExit)
      return running.pid
    }
    await delay(POLL_MS)
  }
}

/** What the processes of a server that was killed write into the same log, a moment later. */
const LEFT_BEHIND = 'terminating connection due to unexpected postmaster exit'

/** Why a server did not start, in its own words. `log` is what was written since. */
export function fatalLine(log: string): string {
  const lines = log
    .trim()
    .split('\n')
    .filter((entry) => !entry.includes(LEFT_BEHIND))
  const line = lines.find((entry) => /\b(FATAL|PANIC):/.test(entry)) ?? lines.at(-1) ?? ''
  const message = line.replace(/^.*?(FATAL|PANIC):\s*/, '')
  return message === '' ? 'it ended without a word' : message
}

/** Waits for a server that somebody else started; undefined when it went away or does not get ready in time. */
export async function waitUntilReady(dataFolder: string, timeoutMs: number): Promise<RunningServer | undefined> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await delay(POLL_MS)) {
    const running = readPidFile(dataFolder)
    if (running === undefined || !isServing(running.pid, dataFolder)) return undefined
    if (running.status === 'ready') return running
  }
  return undefined
}

/**
 * Stops the server: a fast shutdown, after `patienceMs` one without a last checkpoint (its next start recovers), and
 * for one that hangs even then, the end. Resolves when the process is gone.
 */
export async function stopServer(pid: number, dataFolder: string, patienceMs: number): Promise<void> {
  const startedAt = performance.now()
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 0],
    ['SIGQUIT', patienceMs],
    ['SIGKILL', patienceMs + 5_000],
  ]
  while (isServing(pid, dataFolder)) {
    const [next] = steps
    if (next !== undefined && performance.now() - startedAt >= next[1]) {
      signal(pid, next[0])
      steps.shift()
    }
    await delay(POLL_MS)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

/** The wanted port of 127.0.0.1 if it is free, else one that the system picks. */
export async function findFreePort(wanted = 0): Promise<number> {
  const listener = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject)
      listener.listen(wanted, '127.0.0.1', resolve)
    })
    const address = listener.address()
    if (address === null || typeof address === 'string') throw new Error('A TCP listener has an address.')
    return address.port
  } catch (error) {
    if (wanted !== 0 && codeOf(error) === 'EADDRINUSE') return findFreePort()
    throw error
  } finally {
    listener.close()
  }
}
