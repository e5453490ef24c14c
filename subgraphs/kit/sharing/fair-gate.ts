import { DomainError } from '../common/errors.ts'
import { createShares, type Holder, type Shares } from './shares.rules.ts'

/** Lets so much work through at once. Groups take turns with one another, and members with others of their group. */
export type FairGate = {
  /**
   * Runs `work` when it is its turn.
   * @throws DomainError UNAVAILABLE when that does not come in time, too much waits, or the client has gone
   * meanwhile; then it was not begun.
   */
  through<T>(turn: Waiter, work: () => Promise<T>): Promise<T>
  /** How many wait for their turn just now. */
  waiting(): number
}

export type Waiter = {
  readonly holder: Holder
  /** How long it may wait before its work begins. */
  readonly patienceMs: number
  /** Continues what was let in before: it waits however much does, as it would be cut short otherwise. */
  readonly isUnderWay?: boolean
  /** Aborts when the client goes. Asked for where the work has to wait only. */
  readonly hungUp?: (() => AbortSignal) | undefined
}

export type FairGateOptions = {
  /** How many are let through at once. */
  readonly places: number
  /** How many may wait; any number, unless it is given: then what waits is bounded where it came in. */
  readonly maxWaiting?: number
  /** When those that are refused are to come again; 2 when left out. */
  readonly retryAfterSeconds?: number
}

const RETRY_AFTER_S = 2

type Turn = { begin(): void }

/** What waits: turns by member, members by group, each in the order in which they are let in. */
const createWaiting = () => {
  const groups = new Map<string, Map<string, Set<Turn>>>()
  const putBehind = <V>(map: Map<string, V>, key: string, value: V, isEmpty: boolean): void => {
    map.delete(key)
    if (!isEmpty) map.set(key, value)
  }
  return {
    has: ({ group, member }: Holder): boolean => groups.get(group)?.has(member) === true,
    add({ group: key, member }: Holder, turn: Turn): void {
      const group = groups.get(key) ?? new Map<string, Set<Turn>>()
      groups.set(key, group)
      const turns = group.get(member)
      if (turns === undefined) group.set(member, new Set([turn]))
      else turns.add(turn)
    },
    drop({ group: key, member }: Holder, turn: Turn): void {
      const group = groups.get(key)
      const turns = group?.get(member)
      if (group === undefined || turns?.delete(turn) !== true) return
      if (turns.size === 0) group.delete(member)
      if (group.size === 0) groups.delete(key)
    },
    /**
     * Takes the next turn of those whose holder has a place; it goes behind all others with what else it has. The
     * members of a group without a place are not gone through: of agents, thousands may wait.
     */
    takeNext(shares: Shares): { readonly holder: Holder; readonly turn: Turn } | null {
      for (const [key, group] of groups) {
        if (!shares.fitsGroup(key, 1)) continue
        for (const [member, turns] of group) {
          const holder = { group: key, member }
          const [turn] = turns
          if (turn === undefined || !shares.fits(holder, 1)) continue
          turns.delete(turn)
          putBehind(group, member, turns, turns.size === 0)
          putBehind(groups, key, group, group.size === 0)
          return { holder, turn }
        }
      }
      return null
    },
  }
}

const refusalOf = (retryAfterSeconds: number) =>
  new DomainError('UNAVAILABLE', 'Too much is waiting right now; wait, then send it again.', { retryAfterSeconds })

/** Creates a gate whose places holders share as `createShares` says: there is always one for the next that comes. */
export const createFairGate = ({
  places,
  maxWaiting = Number.POSITIVE_INFINITY,
  retryAfterSeconds = RETRY_AFTER_S,
}: FairGateOptions): FairGate => {
  const refusal = () => refusalOf(retryAfterSeconds)
  const shares = createShares(places)
  const queueing = createShares(maxWaiting)
  const waiting = createWaiting()

  const letIn = (): void => {
    if (shares.taken() >= places) return
    const next = waiting.takeNext(shares)
    if (next === null) return
    shares.take(next.holder, 1)
    next.turn.begin()
  }
  const ownTurn = ({ holder, patienceMs, isUnderWay = false, hungUp }: Waiter): Promise<void> =>
    new Promise((resolve, reject) => {
      const gone = hungUp?.()
      const hasRoom = isUnderWay || queueing.fits(holder, 1)
      if (gone?.aborted === true || !hasRoom) return reject(refusal())
      queueing.take(holder, 1)
      const end = () => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', leave)
        queueing.give(holder, 1)
      }
      const leave = () => {
        end()
        waiting.drop(holder, turn)
        reject(refusal())
      }
      const timer = setTimeout(leave, patienceMs)
      gone?.addEventListener('abort', leave, { once: true })
      const turn: Turn = {
        begin() {
          end()
          resolve()
        },
      }
      waiting.add(holder, turn)
    })

  return {
    waiting: () => queueing.taken(),
    async through(waiter, work) {
      const { holder } = waiter
      if (!waiting.has(holder) && shares.fits(holder, 1)) shares.take(holder, 1)
      else await ownTurn(waiter)
      try {
        return await work()
      } finally {
        shares.give(holder, 1)
        letIn()
      }
    },
  }
}
