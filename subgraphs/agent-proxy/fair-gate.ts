import { DomainError } from '../kit/errors.ts'

/** Lets so much work through at once. Whoever waits takes turns with others of another key. */
export type FairGate = {
  /** Runs `work` when it is its turn. @throws DomainError UNAVAILABLE when that does not come in time; then it was not begun. */
  through<T>(turn: Waiter, work: () => Promise<T>): Promise<T>
}

export type Waiter = {
  readonly key: string
  /** How long it may wait before its work begins. */
  readonly patienceMs: number
}

export type FairGateOptions = { readonly places: number }

const RETRY_AFTER_S = 2

type Turn = { begin(): void }

/**
 * Opens a gate. A key may take as many places as are left over: one alone has half of them, and there is always one for whoever comes next.
 * It bounds what is under way only; what waits is bounded where it came in.
 */
export const createFairGate = ({ places }: FairGateOptions): FairGate => {
  const taken = new Map<string, number>()
  const waiting = new Map<string, Set<Turn>>()
  let total = 0

  const hasPlace = (key: string): boolean => (taken.get(key) ?? 0) < places - total
  const count = (key: string, by: 1 | -1): void => {
    total += by
    const own = (taken.get(key) ?? 0) + by
    if (own === 0) taken.delete(key)
    else taken.set(key, own)
  }
  const drop = (key: string, turn: Turn): void => {
    const turns = waiting.get(key)
    if (turns?.delete(turn) === true && turns.size === 0) waiting.delete(key)
  }
  const letIn = (): void => {
    for (const [key, turns] of [...waiting]) {
      const [first] = turns
      if (first === undefined || !hasPlace(key)) continue
      turns.delete(first)
      // Behind all others, with what it has left.
      waiting.delete(key)
      if (turns.size > 0) waiting.set(key, turns)
      first.begin()
      return
    }
  }
  const ownTurn = ({ key, patienceMs }: Waiter): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        drop(key, turn)
        reject(
          new DomainError('UNAVAILABLE', 'Too much is waiting right now; wait, then send it again.', {
            retryAfterSeconds: RETRY_AFTER_S,
          }),
        )
      }, patienceMs)
      const turn: Turn = {
        begin() {
          clearTimeout(timer)
          count(key, 1)
          resolve()
        },
      }
      const turns = waiting.get(key)
      if (turns === undefined) waiting.set(key, new Set([turn]))
      else turns.add(turn)
    })

  return {
    async through(waiter, work) {
      const { key } = waiter
      if (!waiting.has(key) && hasPlace(key)) count(key, 1)
      else await ownTurn(waiter)
      try {
        return await work()
      } finally {
        count(key, -1)
        letIn()
      }
    },
  }
}
