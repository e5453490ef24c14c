import type { Holder } from './shares.rules.ts'

/**
 * Seats for something that lasts, such as a stream: each that comes is seated, and another may have to make way.
 */
export type Seats<T> = {
  /** Seats an item. Returns the one that has to make way for it, which has lost its seat; null where there was room. */
  take(holder: Holder, item: T): T | null
  /** Gives the seat of an item back, if it still has one. */
  leave(item: T): void
  count(): number
}

/** Keys by size; the largest is found without a search. Sizes change by one at a time. */
const createRanking = () => {
  const bySize = new Map<number, Set<string>>()
  let largest = 0
  return {
    move(key: string, from: number, to: number): void {
      bySize.get(from)?.delete(key)
      if (to > 0) {
        const peers = bySize.get(to)
        if (peers === undefined) bySize.set(to, new Set([key]))
        else peers.add(key)
      }
      if (to > largest) largest = to
      if (bySize.get(from)?.size === 0) {
        bySize.delete(from)
        if (from === largest && to < from) largest = to
      }
    },
    /** One of the keys with the largest size; undefined where there are none. */
    largest: (): string | undefined => bySize.get(largest)?.values().next().value,
  }
}

type Member<T> = Set<T>
type Group<T> = {
  count: number
  readonly members: Map<string, Member<T>>
  readonly ranking: ReturnType<typeof createRanking>
}

const firstOf = <T>(items: Iterable<T>): T | null => {
  for (const item of items) return item
  return null
}

/**
 * Creates seats: `total` of them, and at most `perMember` for one member of a group. A member who has as many gives
 * up its oldest one for a new one. Where all are taken the oldest one goes of the member with the most, in the group
 * with the most: one that has fewer is never kept out by those who have more.
 */
export const createSeats = <T>(limits: { readonly total: number; readonly perMember: number }): Seats<T> => {
  const groups = new Map<string, Group<T>>()
  const ranking = createRanking()
  const holders = new Map<T, Holder>()

  const leave = (item: T): void => {
    const holder = holders.get(item)
    const group = holder === undefined ? undefined : groups.get(holder.group)
    if (holder === undefined || group === undefined) return
    holders.delete(item)
    const member = group.members.get(holder.member)
    if (member?.delete(item) !== true) return
    group.ranking.move(holder.member, member.size + 1, member.size)
    ranking.move(holder.group, group.count, group.count - 1)
    group.count -= 1
    if (member.size === 0) group.members.delete(holder.member)
    if (group.count === 0) groups.delete(holder.group)
  }
  const seat = (holder: Holder, item: T): void => {
    const group = groups.get(holder.group) ?? { count: 0, members: new Map(), ranking: createRanking() }
    const member = group.members.get(holder.member) ?? new Set<T>()
    groups.set(holder.group, group)
    group.members.set(holder.member, member)
    member.add(item)
    holders.set(item, holder)
    group.ranking.move(holder.member, member.size - 1, member.size)
    ranking.move(holder.group, group.count, group.count + 1)
    group.count += 1
  }
  /** The oldest item of the largest member in the largest group. */
  const oldestOfLargest = (): T | null => {
    const group = groups.get(ranking.largest() ?? '')
    return firstOf(group?.members.get(group.ranking.largest() ?? '') ?? [])
  }
  const victimFor = ({ group, member }: Holder): T | null => {
    const own = groups.get(group)?.members.get(member)
    if (own !== undefined && own.size >= limits.perMember) return firstOf(own)
    return holders.size >= limits.total ? oldestOfLargest() : null
  }

  return {
    take(holder, item) {
      const victim = victimFor(holder)
      if (victim !== null) leave(victim)
      seat(holder, item)
      return victim
    },
    leave,
    count: () => holders.size,
  }
}
