import { describe, expect, test } from 'vitest'
import { principalOf } from './claims.rules.ts'

const NOW_S = 1_795_176_000
const claims = { sub: '7', role: 'AGENT', institutionKey: 'ACME', exp: NOW_S + 3_600 }
const read = (more: Record<string, unknown>) => principalOf({ ...claims, ...more }, NOW_S + 30)
const keys = (count: number) => Array.from({ length: count }, (_one, n) => `K${n}`)

describe('the claims of a token', () => {
  test.each([
    [
      'sub',
      [undefined, null, '', ' ', 7, true, ['7'], { id: 7 }, 'x'.repeat(256), 'a\u0000', 'a\nb', 'a\u200bb', '\ud800'],
    ],
    ['role', [undefined, null, '', 'agent', ' AGENT', 'INTERNAL', 'ROOT', ['AGENT'], { AGENT: 1 }, 7, true]],
    ['email', [7, true, ['a@b.c'], {}, `${'x'.repeat(320)}@b`, 'a@b.c\r\nx', 'a\u202eb', '\u0000']],
    [
      'institutionKey',
      [7, true, {}, [['ACME']], [{}], [7], 'A B', 'a"b', '\u0000', 'x'.repeat(65), keys(1_001), keys(1_001).join()],
    ],
    [
      'agentAtmId',
      ['', ' ', '.', '..', 7, 0, true, false, ['ATM-7'], [], {}, 'x'.repeat(129), 'A\u0000', 'A\u200b1', '\ufeffx'],
    ],
    ['exp', ['1', 1e300, -1, Number.POSITIVE_INFINITY, Number.NaN, [1], 253_402_300_800]],
    ['nbf', ['1', 1e300, -1, [1]]],
    ['iat', ['1', 1e300, -1, NOW_S + 31, NOW_S + 1e9]],
  ])('are refused with a reason that names %s where it is malformed', (claim, values) => {
    for (const value of values) expect(() => read({ [claim]: value }), JSON.stringify(value)).toThrow(claim)
  })

  test('name an ATM as events do, and none where the claim is absent or null', () => {
    expect(read({ agentAtmId: ' ATM-7 ' }).agentAtmId).toBe('ATM-7')
    expect(read({ agentAtmId: 'Geschäft 7/ä' }).agentAtmId).toBe('Geschäft 7/ä')
    for (const agentAtmId of [undefined, null]) expect(read({ agentAtmId }).agentAtmId).toBeNull()
    expect(read({ role: 'USER', agentAtmId: 'ATM-7' }).agentAtmId).toBeNull()
  })

  test('of an agent name one institution at most', () => {
    for (const institutionKey of [['A', 'B'], 'A,B']) {
      expect(() => read({ institutionKey })).toThrow('institutionKey')
      expect(read({ role: 'USER', institutionKey }).institutions).toEqual(['A', 'B'])
    }
    expect(read({ institutionKey: 'A,,A ' }).institutions).toEqual(['A'])
    expect(read({ institutionKey: null }).institutions).toEqual([])
  })

  test('of many institutions are read', () => {
    expect(read({ role: 'MSP_ADMIN', institutionKey: keys(1_000) }).institutions).toHaveLength(1_000)
  })

  test('may leave out the e-mail address', () => {
    for (const email of [undefined, null, '', ' ']) expect(read({ email }).email).toBeNull()
    expect(read({ email: 'é@b.c' }).email).toBe('é@b.c')
  })

  test('may have times with fractions', () => {
    expect(read({ iat: NOW_S + 0.5, nbf: NOW_S - 0.5, exp: NOW_S + 0.5 }).userId).toBe('7')
  })
})
