import { codeOf, StoreUnavailableError, UserFacingError } from '../../../db/errors.ts'
import { ConfigError } from '../config/config.ts'
import { createLifecycle, type Lifecycle, StoppedError } from './lifecycle.ts'

/** Ctrl-C is to end within 5 s, SIGTERM drains up to 25 s (contract, section 1); the rest is for leaving. */
const BUDGETS_MS: Readonly<Record<string, number>> = { SIGINT: 4_500, SIGHUP: 4_500, SIGTERM: 24_000 }
const FAILURE_BUDGET_MS = 10_000

/** A terminal sends Ctrl-C to npm and to us, and npm passes its own on: what comes this close is the same key press. */
const ECHO_MS = 300

const say = (text: string) => process.stderr.write(`${text}\n`)

/** One sentence for what an operator can mend, the stack for what only a developer can. */
const describe = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof UserFacingError) return error.message
  if (error instanceof StoreUnavailableError) return error.message
  return `The start failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

const leave = async (life: Lifecycle, code: number, budgetMs: number): Promise<void> => {
  const late = await life.stop(budgetMs)
  if (late.length > 0) say(`Did not end in time and was cut off: ${late.join(', ')}.`)
  process.exit(late.length > 0 ? 1 : code)
}

const onSignals = (life: Lifecycle) => {
  let firstAt: number | null = null
  let hurried = false
  for (const name of Object.keys(BUDGETS_MS)) {
    process.on(name, () => {
      if (firstAt === null) {
        firstAt = performance.now()
        say('\nStopping …')
        void leave(life, 0, BUDGETS_MS[name] ?? FAILURE_BUDGET_MS)
      } else if (!hurried && performance.now() - firstAt > ECHO_MS) {
        hurried = true
        say('Stopping at once …')
        life.hurry()
      }
    })
  }
}

/**
 * Runs a program until a signal ends it: `run` opens its parts through the lifecycle. A start that fails closes what is open,
 * says why and exits with 1; a second signal abandons the draining and ends at once.
 */
export const runProgram = async (run: (life: Lifecycle) => Promise<void>): Promise<void> => {
  const fail = (error: unknown) => {
    say(describe(error))
    void leave(life, 1, FAILURE_BUDGET_MS)
  }
  const life = createLifecycle({
    onFailure: (name, error) => say(`${name} did not close cleanly: ${describe(error)}`),
    onLoss: fail,
  })
  onSignals(life)
  // Whoever read our output may go away (`npm start | head`): that is no reason to stop, and telling of it would fail again.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
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
