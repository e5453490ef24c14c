import type { Principal } from '../auth/principal.ts'

/**
 * Who takes part of something that all callers share: an institution (or another group of callers), and one caller of
 * it.
 */
export type Holder = { readonly group: string; readonly member: string }

/**
 * The group of callers that see every institution. Keys of institutions are never empty, so no list of them is this
 * text.
 */
const PLATFORM_GROUP = ',platform'

/**
 * What a caller's use of shared resources is charged to. A narrowed caller counts where its token does: otherwise it
 * could take the shares of many institutions. Of an agent's token for one ATM the ATM is the member, for every
 * user.
 */
export const holderOf = ({ role, institutions, narrowed, agentAtmId, userId }: Principal): Holder => {
  const seesAll = role === 'ADMIN' || role === 'BCOS_ADMIN' || role === 'INTERNAL'
  return {
    group: seesAll ? PLATFORM_GROUP : (narrowed?.ofToken ?? institutions).toSorted().join(),
    member: agentAtmId === null ? `user ${userId}` : `atm ${agentAtmId.trim()}`,
  }
}

/** The holder of a caller as one text: the key of what each caller has of their own. */
export const holderKeyOf = (principal: Principal): string => {
  const { group, member } = holderOf(principal)
  return JSON.stringify([group, member])
}

/** An amount that holders share. */
export type Shares = {
  /** True where so much more may be taken. */
  fits(holder: Holder, amount: number): boolean
  /** True where a member of the group that has taken nothing may take so much; if not, none of its members may. */
  fitsGroup(group: Holder['group'], amount: number): boolean
  /** Takes it, whether it fits or not. */
  take(holder: Holder, amount: number): void
  /** Gives back what was taken. */
  give(holder: Holder, amount: number): void
  /** What all together have taken. */
  taken(): number
}

type Group = { taken: number; readonly members: Map<string, number> }

/**
 * Shares an amount out by one rule on two levels: a group may take as much as is left over by all, and a member as
 * much as is left over of its group's part. So one group alone takes half, two take a third each, and there is always
 * something left for the next group; in the same way one member alone takes a quarter, and there is always something
 * left for the next member of its group.
 */
export const createShares = (capacity: number): Shares => {
  const groups = new Map<string, Group>()
  let total = 0
  const fitsGroup = (key: Holder['group'], amount: number): boolean =>
    amount === 0 || (groups.get(key)?.taken ?? 0) + amount <= capacity - total

  return {
    fits({ group: key, member }, amount) {
      if (amount === 0) return true
      if (!fitsGroup(key, amount)) return false
      const group = groups.get(key)
      const ofGroup = group?.taken ?? 0
      const mostOfGroup = Math.ceil((capacity - total + ofGroup) / 2)
      return (group?.members.get(member) ?? 0) + amount <= mostOfGroup - ofGroup
    },
    fitsGroup,
    take({ group: key, member }, amount) {
      const group = groups.get(key) ?? { taken: 0, members: new Map<string, number>() }
      groups.set(key, group)
      group.taken += amount
      group.members.set(member, (group.members.get(member) ?? 0) + amount)
      total += amount
    },
    give({ group: key, member }, amount) {
      const group = groups.get(key)
      if (group === undefined) return
      total -= amount
      group.taken -= amount
      const left = (group.members.get(member) ?? 0) - amount
      if (left > 0) group.members.set(member, left)
      else group.members.delete(member)
      if (group.members.size === 0) groups.delete(key)
    },
    taken: () => total,
  }
}
