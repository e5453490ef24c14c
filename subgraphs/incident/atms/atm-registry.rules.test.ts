import { describe, expect, it } from 'vitest'
import { atmAttributes, ofEach } from '../../../schema/atm-attributes.rules.ts'
import { INTERNAL_PRINCIPAL, type Principal } from '../../kit/auth/principal.ts'
import type { FieldFault } from '../../kit/common/errors.ts'
import { areAllOf, institutionFor, notOwn, readAgentAtmId, readDescription } from './atm-registry.rules.ts'
import { resolvedInOrder } from './atms.rules.ts'
import type { AtmRow } from './atms.store.ts'

const described = (given: Parameters<typeof readDescription>[0]) => {
  const faults: FieldFault[] = []
  const read = readDescription(given, faults)
  return faults.length > 0 ? faults.map(({ field }) => field) : read
}

describe('what people say of an ATM', () => {
  it('is trimmed, a blank text is none, and what is left out stays out', () => {
    expect(described({})).toStrictEqual({})
    expect(
      described({
        ...{ name: ' N ', vendor: ' ', model: '', siteName: null, latitude: -90, longitude: 180 },
        timeZone: ' Europe/Helsinki ',
      }),
    ).toEqual({
      ...{ name: 'N', vendor: null, model: null, siteName: null, latitude: -90, longitude: 180 },
      timeZone: 'Europe/Helsinki',
    })
    expect(described({ latitude: null, longitude: null, timeZone: null })).toEqual({
      ...{ latitude: null, longitude: null, timeZone: null },
    })
  })

  it('has texts of at most 200 characters, degrees in bounds and a zone with a name', () => {
    expect(described({ name: 'x'.repeat(200) })).toEqual({ name: 'x'.repeat(200) })
    const long = 'x'.repeat(201)
    expect(described({ name: long, vendor: long, model: long, siteName: long })).toEqual([
      ...['name', 'vendor', 'model', 'siteName'],
    ])
    expect(described({ serialNumber: ` ${'9'.repeat(64)} ` })).toEqual({ serialNumber: '9'.repeat(64) })
    for (const serialNumber of ['9'.repeat(65), 'a\nb', 'a\u200bb']) {
      expect(described({ serialNumber })).toEqual(['serialNumber'])
    }
    expect(described({ latitude: 90.1, longitude: -180.1 })).toEqual(['latitude', 'longitude'])
    for (const timeZone of ['+03:00', 'Nowhere/Else', '3']) expect(described({ timeZone })).toEqual(['timeZone'])
  })

  it('names it by an id of at most 128 characters', () => {
    const read = (id: string) => {
      const faults: FieldFault[] = []
      return [readAgentAtmId(id, faults), ...faults.map(({ field }) => field)]
    }
    expect(read(` ${'A'.repeat(128)} `)).toEqual(['A'.repeat(128)])
    for (const id of ['A'.repeat(129), '', '..']) expect(read(id)).toEqual([id, 'agentAtmId'])
  })
})

describe('the institution of an ATM to register', () => {
  const caller = (institutions: readonly string[], unrestricted = false): Principal => ({
    ...INTERNAL_PRINCIPAL,
    institutions,
    unrestricted,
  })
  const institution = (named: string | null | undefined, keys: readonly string[]) => {
    const faults: FieldFault[] = []
    const key = institutionFor(named, caller(keys), faults)
    return faults.length > 0 ? faults.map(({ field }) => field) : key
  }

  it('is the one that is named, else the only one of the token', () => {
    expect(institution('BETA', ['ACME'])).toBe('BETA')
    expect(institution(null, ['ACME'])).toBe('ACME')
    for (const keys of [[], ['ACME', 'BETA']]) expect(institution(undefined, keys)).toEqual(['institutionKey'])
    expect(institution('A B', ['ACME'])).toEqual(['institutionKey'])
  })
})

describe('a report about an ATM that is not the caller’s', () => {
  it('does not reveal whether another institution has the id where ATMs have to be registered', () => {
    expect([notOwn('known').message, notOwn('auto').message]).toEqual([
      'agentAtmId: this ATM is not registered for your institution; register it with POST /incident/api/atms',
      'agentAtmId: this ATM belongs to another institution',
    ])
    expect(notOwn('known').code).toBe('FORBIDDEN')
  })
})

describe('ATMs of an institution', () => {
  const rows = [
    { agentAtmId: 'A-1', institutionKey: 'ACME' },
    { agentAtmId: 'A-2', institutionKey: null },
  ]

  it('are all that are registered, and of that institution where one is named', () => {
    expect(areAllOf(['A-1', 'A-2'], null, rows)).toBe(true)
    expect(areAllOf(['A-1', 'A-3'], null, rows)).toBe(false)
    expect(areAllOf(['A-1'], 'ACME', rows)).toBe(true)
    expect(areAllOf(['A-1', 'A-2'], 'ACME', rows)).toBe(false)
    expect(areAllOf(['A-1'], 'BETA', rows)).toBe(false)
    expect(areAllOf([], 'BETA', rows)).toBe(true)
  })
})

describe('ATMs that are looked up by their agents’ ids', () => {
  it('come in the order in which they were asked for, those that are known', () => {
    const row = (id: number): AtmRow => ({
      ...{ id, agentAtmId: `A-${id}`, institutionKey: 'ACME', edition: 1 },
      ...{
        ...ofEach(atmAttributes, () => null),
        timeZone: 'UTC',
        assignedAt: null,
        registeredAt: new Date(0),
        lastHeartbeatAt: null,
        ...{ retiredAt: null, retiredBy: null, reactivatedAt: null, mergedIntoId: null },
        updatedAt: new Date(0),
        maintenanceFrom: null,
        maintenanceUntil: null,
      },
      ...{ serviceState: 'UNKNOWN', stateSequence: 0 },
      ...{
        rememberedState: null,
        stateAt: null,
        inServiceAt: null,
        supervisorAt: null,
        servicedAt: null,
        beatAt: null,
      },
    })
    expect(resolvedInOrder(['A-2', 'A-9', 'A-1'], [row(1), row(2)])).toEqual([
      { atmId: 2, agentAtmId: 'A-2', institutionKey: 'ACME', timeZone: 'UTC', retired: false, reactivatedAt: null },
      { atmId: 1, agentAtmId: 'A-1', institutionKey: 'ACME', timeZone: 'UTC', retired: false, reactivatedAt: null },
    ])
  })
})
