import { describe, expect, it } from 'vitest'
import type { FieldFault } from '../kit/common/errors.ts'
import { findBodyFault, readEventIds } from './event-body.rules.ts'

describe('the body of an event', () => {
  it('can be stored, or its first fault is named by its path', () => {
    expect(findBodyFault({ a: ['x'] })).toBeNull()
    expect(findBodyFault({ a: ['x', '\u0000'] })).toEqual({
      field: 'a[1]',
      message: 'must not contain the NUL character',
    })
    expect(findBodyFault('\ud800')).toEqual({ field: 'body', message: 'must be well-formed Unicode' })
    const long = 'k'.repeat(300)
    expect(findBodyFault({ [long]: '\u0000' })?.field).toHaveLength(200)
    expect(findBodyFault({ [`${'k'.repeat(199)}😀`]: '\u0000' })?.field.isWellFormed()).toBe(true)
    expect(findBodyFault({ '4111 1111 1111 1111': '\u0000' })?.field).toBe('4111 11XX XXXX 1111')
  })

  it.each([
    [{ agentAtmId: ' A ' }, { agentAtmId: 'A', eventId: null }, []],
    [{ agentAtmId: 'A', eventId: null }, { agentAtmId: 'A', eventId: null }, []],
    [{ agentAtmId: 'A', eventId: '' }, { agentAtmId: 'A', eventId: null }, []],
    [
      { agentAtmId: 'A', eventId: '0D5C2A2E-6B1E-4A77-9F53-0D8F2C1F7A11' },
      { agentAtmId: 'A', eventId: '0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11' },
      [],
    ],
    [{ agentAtmId: 'A', eventId: 7 }, { agentAtmId: 'A', eventId: null }, ['eventId']],
    [
      { agentAtmId: 'A', eventId: 'x0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11' },
      { agentAtmId: 'A', eventId: null },
      ['eventId'],
    ],
    [
      { agentAtmId: 'A', eventId: '0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11x' },
      { agentAtmId: 'A', eventId: null },
      ['eventId'],
    ],
    [{}, { agentAtmId: '', eventId: null }, ['agentAtmId']],
    [{ agentAtmId: 7 }, { agentAtmId: '', eventId: null }, ['agentAtmId']],
    [{ agentAtmId: '..', eventId: 'x' }, { agentAtmId: '', eventId: null }, ['agentAtmId', 'eventId']],
  ])('tells its ids: %j', (event, ids, fields) => {
    const faults: FieldFault[] = []
    expect(readEventIds(event, faults)).toEqual(ids)
    expect(faults.map(({ field }) => field)).toEqual(fields)
  })
})
