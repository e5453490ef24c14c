import { describe, expect, it } from 'vitest'
import {
  addedType,
  CATEGORIES,
  eventTypeFault,
  indexEventTypes,
  MAX_EVENT_TYPE_ID,
  typeIdsOfGroup,
} from './event-types.rules.ts'

describe('an event type', () => {
  const type = (id: number, group: string | null) => ({ id, eventType: `T${id}`, category: 'OTHER', group })

  it('is found by its name, its number and its group', () => {
    const types = indexEventTypes([type(5, 'CASH'), type(2, null), type(9, 'CASH')])
    expect([types.maxId, types.byName.get('T2')?.id, types.byId.get(9)?.eventType]).toEqual([9, 2, 'T9'])
    expect(typeIdsOfGroup(types, 'CASH')).toEqual([5, 9])
    expect(indexEventTypes([]).maxId).toBe(0)
  })

  it('that is added is of no group and no category of its own, unless the requirements know it', () => {
    expect(addedType('SKIMMER_DETECTED')).toEqual({
      ...{ id: null, eventType: 'SKIMMER_DETECTED', category: 'OTHER', group: null },
    })
    expect(addedType('POWER_OFF')).toMatchObject({ id: expect.any(Number), category: 'POWER' })
  })

  it('has a name of 1 to 60 capitals, digits and underscores', () => {
    for (const name of ['A', 'A1_B', 'A'.repeat(60)]) expect(eventTypeFault(name)).toBeNull()
    for (const name of ['', '1A', '_A', 'a', 'A-B', 'A'.repeat(61), 'A ']) expect(eventTypeFault(name)).not.toBeNull()
  })

  it('has one of seven categories, and a number up to 256', () => {
    expect(CATEGORIES).toEqual(['HARDWARE', 'CASH', 'NETWORK', 'POWER', 'AUTH', 'SYSTEM', 'OTHER'])
    expect(MAX_EVENT_TYPE_ID).toBe(256)
  })
})
