import { withDeadline } from '../common/deadline.ts'

/** The state of one part of a service; DEGRADED is still UP to the outside. */
export type Component = { readonly status: 'UP' | 'DEGRADED' | 'DOWN'; readonly reason?: string }

export type Health = { readonly status: 'UP' | 'DOWN'; readonly components: Readonly<Record<string, Component>> }

/** The whole from its parts: DOWN where any part is DOWN; degraded parts leave it UP. */
export const healthOf = (components: Readonly<Record<string, Component>>): Health => ({
  status: Object.values(components).some(({ status }) => status === 'DOWN') ? 'DOWN' : 'UP',
  components,
})

/** Runs a check that must not throw or hang: a failure is DOWN with its reason, so is no answer within `timeoutMs`. */
export const guardCheck =
  (check: () => Promise<unknown>, timeoutMs: number): (() => Promise<Component>) =>
  async () => {
    const late = (): Component => ({ status: 'DOWN', reason: `no answer within ${timeoutMs} ms` })
    try {
      return await withDeadline(
        check().then((): Component => ({ status: 'UP' })),
        timeoutMs,
        late,
      )
    } catch (error) {
      return { status: 'DOWN', reason: error instanceof Error ? error.message : String(error) }
    }
  }
