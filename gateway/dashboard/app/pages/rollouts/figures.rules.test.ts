import { describe, expect, it } from 'vitest'
import { endedOf, idsOf, partsOf, stagesOf } from './figures.rules.ts'

describe('the figures of a rollout', () => {
  const counts = {
    ...{ waiting: 9, queued: 1, sent: 4, acked: 2, succeeded: 5, failed: 1, expired: 2, cancelled: 3, overdue: 3 },
  }

  it('count what is overdue as failed and not as under way', () => {
    const parts = partsOf(counts, 'RUNNING')
    expect(parts).toEqual({ succeeded: 5, failed: 6, cancelled: 3, underWay: 4, waiting: 9, notSent: 0 })
    expect(endedOf(parts)).toBe(14)
  })

  it('say of a cancelled one what was not sent, and that nothing waits', () => {
    expect(partsOf(counts, 'PAUSED')).toMatchObject({ waiting: 9, notSent: 0 })
    expect(partsOf(counts, 'CANCELLED')).toMatchObject({ waiting: 0, notSent: 9, cancelled: 3, underWay: 4 })
  })
})

describe('what is typed', () => {
  it('is read as stages and as ids', () => {
    expect(stagesOf(' 5, 25 %;100')).toEqual([5, 25, 100])
    expect(stagesOf('')).toEqual([])
    expect(idsOf('A-1, A-2\n\n A 3\t;A-4')).toEqual(['A-1', 'A-2', 'A 3', 'A-4'])
  })
})
