import { expect, it } from 'vitest'
import { atmAttributes, ofEach } from '../../../../../schema/atm-attributes.rules.ts'
import { descriptionOf, machineOf, typedOf } from './attributes.ts'

const atm = {
  ...ofEach(atmAttributes, () => null),
  name: 'Hall',
  vendor: 'NCR',
  latitude: 0,
  longitude: -4.5,
  timeZone: 'Africa/Nairobi',
  criticality: 'HIGH' as const,
  tags: ['24h', 'mall'],
}

it('A machine is its maker, model and serial number, as far as they are known', () => {
  expect(machineOf({ ...atm, model: 'SelfServ 34' })).toBe('NCR SelfServ 34')
  expect(machineOf({ ...atm, serialNumber: 'SN-17' })).toBe('NCR no. SN-17')
  expect(machineOf(atm)).toBe('NCR')
  expect(machineOf({ name: 'Hall' })).toBe('')
})

it('A description that is shown in a form and sent again is the same', () => {
  const typed = typedOf(atm)
  expect(typed).toMatchObject({
    name: 'Hall',
    model: '',
    latitude: '0',
    longitude: '-4.5',
    criticality: 'HIGH',
    tags: '24h, mall',
  })
  expect(descriptionOf(typed, () => true)).toEqual(atm)
})

it('Only what is asked for is sent, trimmed', () => {
  const typed = { ...typedOf(atm), name: '  Lobby ', longitude: ' ' }
  expect(descriptionOf(typed, (name) => name === 'name' || name === 'longitude')).toEqual({
    name: 'Lobby',
    longitude: null,
  })
})
