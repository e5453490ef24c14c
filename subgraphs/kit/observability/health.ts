import { withDeadline } from '../common/deadline.ts'

/** The state of one part of a service; DEGRADED is still UP to the outside. */
export type Component = { readonly status: 'UP' | 'DEGRADED' | 'DOWN'; readonly reason?: string }

export type Health = { readonly status: 'UP' | 'DOWN'; readonly components: Readonly<Record<string, Component>> }

/** The whole from its parts: DOWN where any part is DOWN; degraded parts leave it UP. */
export const healthOf = (components: Readonly<Record<string, Component>>): Health => ({
  status: Object.values(components).some(({ status }) => status === 'DOWN') ? 'DOWN' : 'UP',
  components,
})

/** A part of a process by its name, and how its state is asked for. */
export type Check = readonly [name: string, check: () => Promise<Component>]

/** How long a part may take to say how it is. */
export const CHECK_TIMEOUT_MS = 2_000

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Asks once for all that ask at the same time. It is not begun again before it has ended, so that those who ask again
 * and again pile up nothing behind a database that hangs.
 */
const sharing = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let asking: Promise<T> | null = null
  return () => {
    asking ??= Promise.try(ask).finally(() => {
      asking = null
    })
    return asking
  }
}

/**
 * Runs a check that must not throw or hang: a failure is DOWN with its reason, so is no answer within `timeoutMs`.
 * A check that is late goes on, and those who ask meanwhile wait for the same one.
 */
export const guardCheck = (check: () => Promise<unknown>, timeoutMs: number): (() => Promise<Component>) => {
  const shared = sharing(async (): Promise<Component> => {
    await check()
    return { status: 'UP' }
  })
  const late = (): Component => ({ status: 'DOWN', reason: `no answer within ${timeoutMs} ms` })
  return async () => {
    try {
      return await withDeadline(shared(), timeoutMs, late)
    } catch (error) {
      return { status: 'DOWN', reason: reasonOf(error) }
    }
  }
}

/**
 * A check that answers in time whatever `check` does. What cannot be known is DEGRADED, not DOWN: a check that is to
 * take a process out of use when nothing answers says so itself.
 */
const settling = (check: () => Promise<Component>): (() => Promise<Component>) => {
  const unknown = (reason: string): Component => ({ status: 'DEGRADED', reason: `not known: ${reason}` })
  const shared = sharing(async (): Promise<Component> => {
    try {
      return await check()
    } catch (error) {
      return unknown(reasonOf(error))
    }
  })
  return () => withDeadline(shared(), CHECK_TIMEOUT_MS, () => unknown(`no answer within ${CHECK_TIMEOUT_MS} ms`))
}

/** Asks for the state of all parts at once. The answer neither throws nor hangs, whatever the checks do. */
export const createHealth = (checks: readonly Check[]): (() => Promise<Readonly<Record<string, Component>>>) => {
  const all = checks.map(([name, check]) => [name, settling(check)] as const)
  return async () =>
    Object.fromEntries(await Promise.all(all.map(async ([name, check]) => [name, await check()] as const)))
}
