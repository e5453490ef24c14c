import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../tests/support/refusals.ts'
import { agentAtmIdFault, checkAgentAtmId, institutionKeyFault, isInstitutionKey } from './identifiers.rules.ts'

describe('the key of an institution', () => {
  it('has 1 to 64 characters that separate no entries of a list', () => {
    for (const key of ['A', 'é-1_.', 'A'.repeat(64)]) expect(isInstitutionKey(key)).toBe(true)
    for (const key of ['', 'A'.repeat(65), 'A,B', 'A B', 'A"', 'A\\', '{A', 'A}', 'A\n'])
      expect(isInstitutionKey(key)).toBe(false)
  })

  it('is refused with the rule that it breaks', () => {
    expect([institutionKeyFault('A'.repeat(64)), institutionKeyFault('A'.repeat(65))]).toEqual([
      null,
      expect.any(String),
    ])
  })
})

describe('the textual id of an ATM', () => {
  it('is a text of 128 characters at most', () => {
    for (const id of ['A', ' A ', 'a'.repeat(128), '...']) expect(agentAtmIdFault(id)).toBeNull()
    for (const id of ['', '  ']) expect(agentAtmIdFault(id)).toBe("is required: the agent's textual ATM id")
    for (const id of ['.', '..', ' .. ']) expect(agentAtmIdFault(id)).toBe('must not be "." or ".."')
    expect(agentAtmIdFault('a'.repeat(129))).toBe('must have 128 characters or fewer')
  })

  it('names its ATM with 1 to 128 characters', () => {
    expect(refusalOf(() => checkAgentAtmId('A'.repeat(128)))).toBeNull()
    for (const id of ['', ' ', 'A'.repeat(129)])
      expect(refusalOf(() => checkAgentAtmId(id))).toEqual(['BAD_USER_INPUT', 'agentAtmId'])
  })
})
