import { DomainError } from '../kit/errors.ts'

/** Lets a bounded number through at once, and a bounded number wait for their turn. */
export type Gate = {
  /** Rejects with DomainError UNAVAILABLE if too many wait already. Whoever came in leaves. */
  enter(): Promise<void>
  leave(): void
  /** Resolves when nobody is inside. */
  empty(): Promise<void>
}

export const createGate = (maxAtOnce: number, maxWaiting: number): Gate => {
  const waiting: (() => void)[] = []
  let inside = 0
  let onEmpty: () => void = () => {}
  return {
    async enter() {
      if (inside < maxAtOnce) {
        inside += 1
        return
      }
      if (waiting.length >= maxWaiting)
        throw new DomainError('UNAVAILABLE', 'Too many files are being uploaded right now; try again.', {
          retryAfterSeconds: 5,
        })
      // Whoever leaves hands its place on.
      await new Promise<void>((resolve) => waiting.push(resolve))
    },
    leave() {
      const next = waiting.shift()
      if (next !== undefined) return next()
      inside -= 1
      if (inside === 0) onEmpty()
    },
    async empty() {
      if (inside > 0)
        await new Promise<void>((resolve) => {
          onEmpty = resolve
        })
    },
  }
}
