import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../tests/support/refusals.ts'
import type { FieldFault } from '../kit/common/errors.ts'
import { checkEventCount, eventIdFault, readEventHeader } from './event-header.rules.ts'

describe('the header of an event', () => {
  it.each([
    [{ agentAtmId: ' A ' }, { agentAtmId: 'A', eventId: null }, []],
    [{ agentAtmId: 'A', eventId: null }, { agentAtmId: 'A', eventId: null }, []],
    [{ agentAtmId: 'A', eventId: '' }, { agentAtmId: 'A', eventId: null }, []],
    [
      { agentAtmId: 'A', eventId: '0D5C2A2E-6B1E-4A77-9F53-0D8F2C1F7A11' },
      { agentAtmId: 'A', eventId: '0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11' },
      [],
    ],
    [{ agentAtmId: 'A', eventId: 7 }, { agentAtmId: 'A', eventId: null }, []],
    [{ agentAtmId: 'A', eventId: 'x' }, { agentAtmId: 'A', eventId: null }, []],
    [{}, { agentAtmId: '', eventId: null }, ['agentAtmId']],
    [{ agentAtmId: 7 }, { agentAtmId: '', eventId: null }, ['agentAtmId']],
    [{ agentAtmId: '..', eventId: 'x' }, { agentAtmId: '', eventId: null }, ['agentAtmId']],
  ])('holds its ids: %j', (event, ids, fields) => {
    const faults: FieldFault[] = []
    expect(readEventHeader(event, faults)).toEqual({ ...ids, fields: event })
    expect(faults.map(({ field }) => field)).toEqual(fields)
  })

  it('is read of a JSON object that can be stored', () => {
    const read = (body: unknown) => {
      const faults: FieldFault[] = []
      return [readEventHeader(body, faults), faults]
    }
    for (const body of [null, [], 'x', 3, undefined])
      expect(read(body)).toEqual([null, [{ field: 'body', message: 'must be a JSON object' }]])
    expect(read({ message: '\u0000', eventId: 'x' })).toEqual([
      null,
      [{ field: 'message', message: 'must not contain the NUL character' }],
    ])
  })
})

it('an eventId is a UUID, or there is none', () => {
  const uuid = '0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11'
  for (const eventId of [undefined, null, '', uuid, uuid.toUpperCase()]) expect(eventIdFault(eventId)).toBeNull()
  for (const eventId of [7, {}, 'x', ' ', `x${uuid}`, `${uuid}x`])
    expect(eventIdFault(eventId)).toMatch(/^must be a UUID/)
})

it('a request brings at most 500 events', () => {
  expect(refusalOf(() => checkEventCount(new Array(500)))).toBeNull()
  expect(refusalOf(() => checkEventCount(new Array(501)))).toEqual(['BAD_USER_INPUT', 'body'])
})
