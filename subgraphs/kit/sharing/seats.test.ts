import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeats } from './seats.rules.ts'

const holder = (group: string, member = 'one') => ({ group, member })

describe('seats', () => {
  it('are given to all that come while there are any', () => {
    const seats = createSeats<string>({ total: 3, perMember: 3 })
    expect([seats.take(holder('A'), 'a1'), seats.take(holder('A'), 'a2'), seats.take(holder('B'), 'b1')]).toEqual([
      null,
      null,
      null,
    ])
    seats.leave('a1')
    seats.leave('a1')
    expect(seats.count()).toBe(2)
    expect(seats.take(holder('C'), 'c1')).toBeNull()
  })

  it('of a member who has as many as it may are given up from its oldest on', () => {
    const seats = createSeats<string>({ total: 100, perMember: 2 })
    const taken = ['a1', 'a2', 'a3', 'a4'].map((item) => seats.take(holder('A'), item))
    expect(taken).toEqual([null, null, 'a1', 'a2'])
    expect(seats.take(holder('A', 'two'), 'x')).toBeNull()
  })

  it('are taken, where there are no more, from the member with the most in the group with the most', () => {
    const seats = createSeats<string>({ total: 6, perMember: 6 })
    for (const item of ['m1', 'm2', 'm3']) seats.take(holder('A', 'mad'), item)
    seats.take(holder('A', 'calm'), 'c1')
    for (const item of ['b1', 'b2']) seats.take(holder('B'), item)
    expect(seats.take(holder('C'), 'x1')).toBe('m1')
    expect(seats.take(holder('C'), 'x2')).toBe('m2')
    expect(seats.count()).toBe(6)
  })

  it('never let a group or member fall below what others of more have, as they come and go', () => {
    const step = fc.record({ group: fc.nat(3), member: fc.nat(2), leaves: fc.nat(4).map((n) => n === 0) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
        const seats = createSeats<number>({ total: 12, perMember: 5 })
        const held: { id: number; group: number; member: number }[] = []
        const countOf = (group: number, member?: number) =>
          held.filter((one) => one.group === group && (member === undefined || one.member === member)).length
        for (const [id, { group, member, leaves }] of steps.entries()) {
          const first = held[0]
          if (leaves && first !== undefined) {
            seats.leave(first.id)
            held.shift()
            continue
          }
          const victim = seats.take(holder(String(group), String(member)), id)
          const gone = held.find((one) => one.id === victim)
          if (gone !== undefined) {
            const isOwn = gone.group === group && gone.member === member && countOf(group, member) >= 5
            if (!isOwn) {
              for (const other of [0, 1, 2, 3]) expect(countOf(other)).toBeLessThanOrEqual(countOf(gone.group))
              for (const other of [0, 1, 2])
                expect(countOf(gone.group, other)).toBeLessThanOrEqual(countOf(gone.group, gone.member))
            }
            held.splice(held.indexOf(gone), 1)
          }
          held.push({ id, group, member })
          expect(seats.count()).toBe(held.length)
          expect(held.length).toBeLessThanOrEqual(12)
        }
      }),
    )
  })
})
