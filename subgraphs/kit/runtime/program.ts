import { codeOf, StoreUnavailableError, UserFacingError } from '../../../db/errors.ts'
import { ConfigError } from '../config/config.ts'
import { createLifecycle, type Lifecycle, StoppedError } from './lifecycle.ts'

/** Ctrl-C is to end within 5 s, SIGTERM drains up to 25 s (contract, section 1); the rest is for leaving. */
const BUDGETS_MS: Readonly<Record<string, number>> = { SIGINT: 4_500, SIGHUP: 4_500, SIGTERM: 24_000 }
const FAILURE_BUDGET_MS = 10_000

/** A terminal sends Ctrl-C to npm and to us, and npm passes its own on: what comes this close is the same key press. */
const ECHO_MS = 300

type Output = { on(event: string, listener: () => void): unknown; write(text: string): unknown }

/** What a program has of its process, so that tests can be one. */
export type Host = {
  readonly stdout: Output
  readonly stderr: Output
  on(event: string, listener: (error: unknown) => void): unknown
  exit(code: number): void
}

const sayOn = ({ stderr }: Host, text: string) => void stderr.write(`${text}\n`)

/** One sentence for what an operator can fix, the stack for what only a developer can. */
const describe = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof UserFacingError) return error.message
  if (error instanceof StoreUnavailableError) return error.message
  return `The start failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

const leave = async (host: Host, life: Lifecycle, code: number, budgetMs: number): Promise<void> => {
  const late = await life.stop(budgetMs)
  if (late.length > 0) sayOn(host, `Did not end in time and was cut off: ${late.join(', ')}.`)
  host.exit(late.length > 0 ? 1 : code)
}

const onSignals = (host: Host, life: Lifecycle) => {
  let firstAt: number | null = null
  let hurried = false
  for (const [name, budgetMs] of Object.entries(BUDGETS_MS)) {
    host.on(name, () => {
      if (firstAt === null) {
        firstAt = performance.now()
        sayOn(host, '\nStopping …')
        void leave(host, life, 0, budgetMs)
      } else if (!hurried && performance.now() - firstAt > ECHO_MS) {
        hurried = true
        sayOn(host, 'Stopping at once …')
        life.hurry()
      }
    })
  }
}

/**
 * Runs a program until a signal ends it: `run` opens its parts through the lifecycle. A start that fails closes what
 * is open, says why and exits with 1; a second signal abandons the draining and ends at once.
 */
export const runProgram = async (run: (life: Lifecycle) => Promise<void>, host: Host = process): Promise<void> => {
  const fail = (error: unknown) => {
    sayOn(host, describe(error))
    void leave(host, life, 1, FAILURE_BUDGET_MS)
  }
  const life = createLifecycle({
    onFailure: (name, error) => sayOn(host, `${name} did not close cleanly: ${describe(error)}`),
    onLoss: fail,
  })
  onSignals(host, life)
  // The reader of our output may go away (`npm start | head`): that is no reason to stop, and reporting it would fail
  // again.
  for (const output of [host.stdout, host.stderr]) output.on('error', () => {})
  host.on('uncaughtException', fail)
  host.on('unhandledRejection', fail)
  try {
    await run(life)
  } catch (error) {
    // The signal that stopped the start leaves by itself.
    if (error instanceof StoppedError || life.signal.aborted) return
    fail(error)
  }
}

/** @throws UserFacingError in one sentence when the address cannot be listened on; `variable` is what sets the port. */
export const refuseListening = (error: unknown, host: string, port: number, variable: string): never => {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    throw new UserFacingError(
      `Port ${port} of ${host} is taken by another program: end that one, or set ${variable} to a free port.`,
    )
  if (code === 'EACCES')
    throw new UserFacingError(
      `Port ${port} of ${host} may not be used by this user: set ${variable} to one above 1023.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    throw new UserFacingError(`${host} is not an address of this machine: set another host to listen on.`)
  throw error
}
