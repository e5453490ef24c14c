import { DomainError } from './errors.ts'

/** How many a gate lets in and has wait, in all. */
export type GateLimits = {
  readonly atOnce: number
  readonly waiting: number
  /** What part of either one party may take, from 0 to 1, so that it cannot shut others out; all, unless it is given. */
  readonly share?: number
}

/** Lets a bounded number through at once, and a bounded number wait for their turn. */
export type Gate = {
  /** Rejects with DomainError UNAVAILABLE if too many wait already. Whoever came in leaves, as the same party. */
  enter(party?: string): Promise<void>
  leave(party?: string): void
  /** True if somebody waits for the place that one of this party has. */
  isWanted(party?: string): boolean
  /** Resolves when nobody is inside. */
  empty(): Promise<void>
}

type Waiter = { readonly party: string; readonly come: () => void }

export const createGate = ({ atOnce, waiting: maxWaiting, share = 1 }: GateLimits): Gate => {
  const insideOf = new Map<string, number>()
  const waiting: Waiter[] = []
  let inside = 0
  let onEmpty: () => void = () => {}

  const mayEnter = (party: string) => inside < atOnce && (insideOf.get(party) ?? 0) < atOnce * share
  const isWaitedFor = (party: string) => waiting.filter((waiter) => waiter.party === party).length
  const count = (party: string, step: 1 | -1): void => {
    inside += step
    const left = (insideOf.get(party) ?? 0) + step
    if (left === 0) insideOf.delete(party)
    else insideOf.set(party, left)
  }
  return {
    async enter(party = '') {
      if (mayEnter(party)) return count(party, 1)
      if (waiting.length >= maxWaiting || isWaitedFor(party) >= maxWaiting * share)
        throw new DomainError('UNAVAILABLE', 'Too many requests of this kind are under way right now; try again.', {
          retryAfterSeconds: 5,
        })
      await new Promise<void>((come) => waiting.push({ party, come }))
    },
    leave(party = '') {
      count(party, -1)
      const next = waiting.find((waiter) => mayEnter(waiter.party))
      if (next !== undefined) {
        waiting.splice(waiting.indexOf(next), 1)
        count(next.party, 1)
        next.come()
      } else if (inside === 0) onEmpty()
    },
    isWanted: (party = '') => (inside >= atOnce ? waiting.length > 0 : isWaitedFor(party) > 0),
    async empty() {
      if (inside > 0)
        await new Promise<void>((resolve) => {
          onEmpty = resolve
        })
    },
  }
}
