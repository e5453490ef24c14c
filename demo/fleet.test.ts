import { describe, expect, it } from 'vitest'
import { readDescription } from '../subgraphs/incident/atms/atm-registry.rules.ts'
import type { FieldFault } from '../subgraphs/kit/common/errors.ts'
import { DEMO_FLEET, DEMO_INSTITUTIONS } from './fleet.ts'

describe('the ATMs of the demo fleet', () => {
  it('are described as people could have entered it', () => {
    for (const { region, costCentre, criticality, tags } of DEMO_FLEET) {
      const faults: FieldFault[] = []
      const given = { region, costCentre, criticality, tags }
      expect(readDescription(given, faults)).toEqual(given)
      expect(faults).toEqual([])
    }
  })

  it('are in several groups of each kind in every institution', () => {
    for (const institution of DEMO_INSTITUTIONS) {
      const own = DEMO_FLEET.filter((atm) => atm.institution === institution)
      const groups = [
        own.map(({ region }) => region),
        own.map(({ costCentre }) => costCentre),
        own.map(({ criticality }) => criticality),
        own.flatMap(({ tags }) => tags ?? []),
      ]
      for (const values of groups) {
        expect(new Set(values).size).toBeGreaterThan(1)
        expect(new Set(values).size, 'a group has several ATMs').toBeLessThan(values.length)
      }
    }
  })
})
