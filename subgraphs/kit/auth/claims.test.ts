import { describe, expect, test } from 'vitest'
import { refusalOf } from '../../../tests/support/refusals.ts'
import { principalOf, USER_ROLES } from './claims.rules.ts'

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

  test.each([
    [{ sub: undefined }, 'the token has no claim sub'],
    [{ sub: '' }, 'the token has no claim sub'],
    [{ sub: null }, 'the claim sub is not a text'],
    [{ sub: ' ' }, 'the claim sub is blank'],
    [{ sub: 'x'.repeat(256) }, 'the claim sub has more than 255 characters'],
    [{ sub: 'a\n' }, 'the claim sub has control or invisible characters'],
    [{ role: 'ROOT' }, 'the token has no known role'],
    [{ email: 'x'.repeat(321) }, 'the claim email has more than 320 characters'],
    [{ institutionKey: keys(1_001) }, 'the claim institutionKey holds more than 1000 keys'],
    [{ institutionKey: 7 }, 'the claim institutionKey is neither a text nor a list of texts'],
    [{ institutionKey: 'A,B C' }, 'the claim institutionKey holds a key with characters that no institution has'],
    [{ institutionKey: 'A,B' }, "the claim institutionKey holds several keys; an agent's token has one"],
    [{ agentAtmId: 7 }, 'the claim agentAtmId is not a text'],
    [{ agentAtmId: 'A\u200b1' }, 'the claim agentAtmId has control or invisible characters'],
    [{ exp: -1 }, 'the claim exp is not a time in seconds since 1970, up to the year 9999'],
    [{ iat: NOW_S + 31 }, 'the claim iat is in the future'],
  ])('are refused as unauthenticated, with the reason: %j', (more, reason) => {
    expect(refusalOf(() => read(more))).toEqual(['UNAUTHENTICATED'])
    expect(() => read(more)).toThrow(`${reason}; send "Authorization: Bearer <token>" with a valid token`)
  })

  test('are read up to their longest and latest', () => {
    expect(read({ sub: 'x'.repeat(255) }).userId).toHaveLength(255)
    expect(read({ email: 'x'.repeat(320) }).email).toHaveLength(320)
    expect(read({ iat: 0, nbf: 0, exp: 253_402_300_799 }).userId).toBe('7')
    expect(read({ iat: NOW_S + 30 }).userId).toBe('7')
  })

  test('see every institution in the roles of the platform alone', () => {
    const seesAll = USER_ROLES.filter((role) => read({ role }).unrestricted)
    expect(seesAll).toEqual(['ADMIN', 'BCOS_ADMIN'])
    expect(read({}).unrestricted).toBe(false)
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
    for (const institutionKey of [null, undefined, []]) expect(read({ institutionKey }).institutions).toEqual([])
    expect(read({ institutionKey: [null, 'A', undefined] }).institutions).toEqual(['A'])
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
