import { describe, expect, it } from 'vitest'
import type { FieldFault } from '../../kit/common/errors.ts'
import { isTooLarge, readContent, readTypedHeader } from './event-body.rules.ts'

const CARD = '4111111111111111'
const said = (faults: readonly FieldFault[]) => faults.map(({ field, message }) => `${field}: ${message}`)
const envelope = (value: unknown) => {
  const faults: FieldFault[] = []
  const read = readTypedHeader(value, faults)
  return faults.length > 0 ? said(faults) : read
}
const content = (value: unknown) => {
  const faults: FieldFault[] = []
  const read = readContent(value, faults)
  return { ...read, faults: said(faults) }
}
const faultsOf = (value: unknown) => content(value).faults
const cassette = (given: object) => faultsOf({ cassettes: [{ cassetteNo: '1', ...given }] })

describe('the envelope of a body', () => {
  it('says who reports, and what sort of event', () => {
    expect(envelope({ agentAtmId: ' A-1 ', eventType: ' POWER_OFF ', institutionKey: 'ACME', more: 1 })).toEqual({
      agentAtmId: 'A-1',
      eventId: null,
      institutionKey: 'ACME',
      eventType: 'POWER_OFF',
    })
    expect(envelope({ agentAtmId: 'A-1', eventType: ' ', institutionKey: '' })).toMatchObject({
      eventType: null,
      institutionKey: null,
    })
    expect(envelope({ agentAtmId: 'A-1', eventType: 5, eventId: 'x' })).toMatchObject({
      eventType: null,
      eventId: null,
    })
  })

  it('is an object without what no store can hold', () => {
    for (const value of [null, [], 'x', 3]) expect(envelope(value)).toEqual(['body: must be a JSON object'])
    expect(envelope({ agentAtmId: 'A-1', message: '\0' })).toEqual([expect.stringMatching(/^message: /)])
  })

  it('names every faulty field', () => {
    expect(envelope({ institutionKey: 'A B' })).toEqual([
      expect.stringMatching(/^agentAtmId: /),
      expect.stringMatching(/^institutionKey: must be .*1 to 64/),
    ])
    expect(envelope({ agentAtmId: 'A-1', institutionKey: 'A'.repeat(129) })).toEqual([
      'institutionKey: must have 128 characters or fewer',
    ])
  })
})

describe('the content of an event', () => {
  it('is nothing where nothing is reported', () => {
    expect(content({})).toEqual({
      sentTime: undefined,
      component: null,
      cassetteNo: null,
      errorCode: null,
      message: null,
      details: null,
      cassettesSent: null,
      cassettes: [],
      faults: [],
    })
    expect(content({ component: '', cassetteNo: null, details: null, cassettes: null })).toMatchObject({
      component: null,
      details: null,
      cassettes: [],
    })
    expect(content(null)).toEqual(content({}))
  })

  it('is what was sent, with card numbers masked', () => {
    const sent = { eventTime: 5, component: 'C', cassetteNo: 7, errorCode: 'E', message: 'M', details: { a: [1] } }
    expect(content(sent)).toMatchObject({
      sentTime: 5,
      component: 'C',
      cassetteNo: '7',
      errorCode: 'E',
      message: 'M',
      details: { a: [1] },
    })
    const masked = content({
      ...{ component: CARD, cassetteNo: CARD, errorCode: CARD, message: CARD, details: { a: CARD } },
      cassettes: [{ cassetteNo: CARD, type: CARD, currency: CARD, status: CARD }],
    })
    expect(JSON.stringify(masked)).not.toContain(CARD)
    expect(masked.faults).toEqual([])
  })

  it('has texts of at most 128 characters, a cassette’s number of 32, and a message cut to 2,000', () => {
    const long = { component: 'x'.repeat(128), errorCode: 'x'.repeat(128), cassetteNo: 'x'.repeat(32) }
    expect(faultsOf(long)).toEqual([])
    expect(faultsOf({ component: 'x'.repeat(129), errorCode: 'x'.repeat(129), cassetteNo: 'x'.repeat(33) })).toEqual([
      'component: must have 128 characters or fewer',
      'cassetteNo: must have 32 characters or fewer',
      'errorCode: must have 128 characters or fewer',
    ])
    expect(faultsOf({ component: 1, errorCode: {}, cassetteNo: 1.5, message: 1 })).toEqual([
      'component: must be a text',
      'cassetteNo: must be a text',
      'errorCode: must be a text',
      'message: must be a text',
    ])
    expect(content({ message: 'x'.repeat(2_001) }).message).toHaveLength(2_000)
  })

  it('has details of at most 16 KiB and cassettes of at most 64 KiB as they were sent', () => {
    expect(faultsOf({ details: 'x'.repeat(16_382) })).toEqual([])
    expect(faultsOf({ details: 'x'.repeat(16_383) })).toEqual(['details: must be 16 KiB of JSON or less'])
    expect(faultsOf({ cassettes: [{ cassetteNo: '1', more: 'x'.repeat(65_536) }] })).toEqual([
      'cassettes: must be 64 KiB of JSON or less',
    ])
  })
})

describe('the cassettes of an event', () => {
  it('are read with their denomination in minor units and their status in capitals', () => {
    const [read] = content({
      cassettes: [
        {
          ...{ cassetteNo: 1, type: 'DISPENSE', currency: 'EUR', denomination: 500.29, initialCount: 0 },
          ...{ currentCount: 5, rejectedCount: 2_147_483_647, capacity: 9, status: ' low ' },
        },
      ],
    }).cassettes
    expect(read).toEqual({
      ...{ cassetteNo: '1', type: 'DISPENSE', currency: 'EUR', denominationMinor: 50_029, initialCount: 0 },
      ...{ currentCount: 5, rejectedCount: 2_147_483_647, capacity: 9, status: 'LOW' },
    })
    expect(content({ cassettes: [{ cassetteNo: '2' }] }).cassettes).toEqual([
      {
        ...{ cassetteNo: '2', type: null, currency: null, denominationMinor: null, initialCount: null },
        ...{ currentCount: null, rejectedCount: null, capacity: null, status: null },
      },
    ])
  })

  it('are a list of at most 64 objects, each with its number', () => {
    const some = (count: number) => ({ cassettes: Array.from({ length: count }, (_, n) => ({ cassetteNo: n })) })
    expect(faultsOf(some(64))).toEqual([])
    for (const wrong of [some(65), { cassettes: {} }, { cassettes: 'x' }])
      expect(faultsOf(wrong)).toEqual(['cassettes: must be a list of 64 cassettes or fewer'])
    expect(faultsOf({ cassettes: [{ cassetteNo: '1' }, 3, { cassetteNo: '' }, {}, { cassetteNo: null }] })).toEqual([
      'cassettes[1]: must be a JSON object',
      'cassettes[2].cassetteNo: is required',
      'cassettes[3].cassetteNo: is required',
      'cassettes[4].cassetteNo: is required',
    ])
    expect(content({ cassettes: [3] }).cassettes).toEqual([])
    expect(faultsOf({ cassettes: [{ cassetteNo: true }] })).toEqual(['cassettes[0].cassetteNo: must be a text'])
  })

  it('have whole counts and a denomination, 0 or more', () => {
    for (const field of ['initialCount', 'currentCount', 'rejectedCount', 'capacity']) {
      expect(cassette({ [field]: null })).toEqual([])
      for (const value of [-1, 1.5, '1', 2_147_483_648])
        expect(cassette({ [field]: value })).toEqual([`cassettes[0].${field}: must be a whole number, 0 or more`])
    }
    for (const denomination of [0, 1e12, null]) expect(cassette({ denomination })).toEqual([])
    for (const denomination of [-0.01, 1e12 + 1, '5', Number.NaN])
      expect(cassette({ denomination })).toEqual(['cassettes[0].denomination: must be a number, 0 or more'])
  })
})

describe('a body', () => {
  it('is too large over 64 KiB of JSON, its institution not counted', () => {
    const body = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
    expect(isTooLarge(body(65_536))).toBe(false)
    expect(isTooLarge(body(65_537))).toBe(true)
    expect(isTooLarge({ ...body(65_536), institutionKey: 'ACME' })).toBe(false)
    expect(isTooLarge({ a: 'é'.repeat(32_764) })).toBe(false)
    expect(isTooLarge({ a: 'é'.repeat(32_765) })).toBe(true)
    expect(isTooLarge('x'.repeat(65_535))).toBe(true)
    expect(isTooLarge('€'.repeat(21_845))).toBe(true)
    expect(isTooLarge('€'.repeat(21_844))).toBe(false)
  })
})
