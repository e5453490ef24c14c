import { createHmac, generateKeyPairSync } from 'node:crypto'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { choicesOf } from '../../demo/random.ts'
import { createAuthenticate } from '../../subgraphs/kit/auth/principal.ts'
import type { TokenKey } from '../../subgraphs/kit/auth/token-keys.ts'
import { SEED as seed } from '../support/seed.ts'
import { useAttackedPlatform } from './attacked-platform.ts'
import { ATTACK_SECRET } from './platform-process.ts'

const attacked = useAttackedPlatform()

const nowS = () => Math.floor(Date.now() / 1_000)
const base64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const HASHES: Readonly<Record<string, string>> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }

const claims = (more: Readonly<Record<string, unknown>> = {}) => ({
  sub: '7',
  role: 'ADMIN',
  institutionKey: 'ACME',
  exp: nowS() + 600,
  ...more,
})

/** A token with any header and payload, signed with HMAC; by the platform's own secret by default. */
const forged = (
  header: Readonly<Record<string, unknown>>,
  payload: unknown,
  { secret = ATTACK_SECRET, hash = 'sha256' } = {},
): string => {
  const signed = `${base64(header)}.${base64(payload)}`
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
}
const HS256 = { alg: 'HS256', typ: 'JWT' }
const own = (more: Readonly<Record<string, unknown>> = {}) => forged(HS256, claims(more))

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/**
 * Each of them is refused, on REST and in the graph in turns, as 401 with the challenge. 431 is what does not even
 * fit into headers.
 */
const expectRefused = async (tokens: Readonly<Record<string, string>>): Promise<void> => {
  const accepted: unknown[] = []
  for (const [n, [name, token]] of Object.entries(tokens).entries()) {
    const headers = { authorization: `Bearer ${token}` }
    const answers =
      n % 2 === 0
        ? [await attacked.ask('GET', '/claims/api/claims/vendors', { headers })]
        : [await attacked.ask('POST', '/graphql', { headers, body: { query: '{ vendors { uuid } }' } })]
    for (const { status, headers: answered } of answers)
      if (status !== 431 && (status !== 401 || answered.get('www-authenticate') !== 'Bearer'))
        accepted.push({ name, status })
  }
  expect({ seed, accepted }).toEqual({ seed, accepted: [] })
}

describe('a forged token', () => {
  it('is distinguished from a good one', async () => {
    expect((await attacked.ask('GET', '/claims/api/claims/vendors', { as: own() })).status).toBe(200)
    expect((await attacked.graph('{ vendors { uuid } }', own())).status).toBe(200)
  })

  it('is refused whatever algorithm and key its header names', async () => {
    const unsigned = ['none', 'None', 'NONE', 'nOnE', '', 'null'].flatMap((alg) => [
      [`alg ${alg} without a signature`, `${base64({ alg })}.${base64(claims())}.`],
      [`alg ${alg} with one`, forged({ alg }, claims())],
    ])
    const jwk = { kty: 'oct', k: base64(ATTACK_SECRET), alg: 'HS256' }
    const foreign = { secret: 'another secret of thirty-two characters' }
    await expectRefused({
      ...Object.fromEntries(unsigned),
      ...Object.fromEntries(
        ['RS256', 'ES256', 'EdDSA', 'PS256', 'HS257', 'hs256', 'HS256 ', 7, null, ['HS256'], {}].map((alg) => [
          `alg ${JSON.stringify(alg)}`,
          forged({ alg }, claims()),
        ]),
      ),
      'alg HS384': forged({ alg: 'HS384' }, claims(), { hash: HASHES.HS384 ?? '' }),
      'alg HS512': forged({ alg: 'HS512' }, claims(), { hash: HASHES.HS512 ?? '' }),
      'no alg': forged({}, claims()),
      'a key of its own': forged({ ...HS256, jwk }, claims(), foreign),
      'an address of keys': forged({ ...HS256, jku: 'http://127.0.0.1:1/keys' }, claims(), foreign),
      'a certificate': forged({ ...HS256, x5u: 'http://127.0.0.1:1/c', x5c: ['AA=='] }, claims(), foreign),
      'a file as its key': forged({ ...HS256, kid: '../../../../dev/null' }, claims(), { secret: '' }),
      'SQL as its key': forged({ ...HS256, kid: "' union select 'x" }, claims(), { secret: 'x' }),
      'a critical extension': forged({ ...HS256, crit: ['exp2'], exp2: 1 }, claims()),
      'an unencoded payload': forged({ ...HS256, b64: false, crit: ['b64'] }, claims()),
      'an empty secret': forged(HS256, claims(), { secret: '' }),
      'another secret': forged(HS256, claims(), foreign),
    })
  })

  it('is refused in whatever form it comes', async () => {
    const [header = '', payload = '', signature = ''] = own().split('.')
    await expectRefused({
      'no token': '',
      dots: '..',
      'four dots': '....',
      'no signature': `${header}.${payload}.`,
      'half a signature': `${header}.${payload}.${signature.slice(0, 20)}`,
      'two parts': `${header}.${payload}`,
      'four parts': `${header}.${payload}.${signature}.${signature}`,
      'five parts': `${header}.${payload}.${signature}.${header}.${payload}`,
      'parts in another order': `${payload}.${header}.${signature}`,
      'the payload of another': `${header}.${base64(claims({ sub: '8' }))}.${signature}`,
      'the header of another': `${base64({ alg: 'HS256', typ: 'JWS' })}.${payload}.${signature}`,
      'no JSON as payload': forged(HS256, 'hello'),
      'half a JSON': forged(HS256, '{"sub":"7","role":"ADMIN","exp":99999999999'),
      'a list as payload': forged(HS256, [claims()]),
      'a text as payload': forged(HS256, '"ADMIN"'),
      'null as payload': forged(HS256, 'null'),
      'deep nesting': forged(HS256, nested(4_000)),
      'a claim that is nested deeply': forged(HS256, `{"sub":"7","exp":${nowS() + 600},"role":${nested(3_000)}}`),
      'the role of a prototype': forged(HS256, `{"sub":"7","exp":${nowS() + 600},"__proto__":{"role":"ADMIN"}}`),
      'a long claim': own({ padding: 'x'.repeat(13_000) }),
      'a token longer than headers may be': own({ padding: 'x'.repeat(60_000) }),
      'many claims': own(Object.fromEntries(Array.from({ length: 1_500 }, (_one, n) => [`c${n}`, n]))),
    })
  })

  it('is refused outside its time', async () => {
    await expectRefused({
      'ended a minute ago': own({ exp: nowS() - 60 }),
      'ended long ago': own({ exp: 0 }),
      'without an end': own({ exp: undefined }),
      'from in a minute on': own({ nbf: nowS() + 60 }),
      'from in a thousand years on': own({ nbf: nowS() + 31_536_000_000 }),
      'issued in an hour': own({ iat: nowS() + 3_600 }),
    })
  })
})

const text = (length: number) => 'x'.repeat(length)
const MALFORMED: Readonly<Record<string, readonly unknown[]>> = {
  sub: [
    undefined,
    null,
    '',
    '   ',
    0,
    7,
    true,
    ['7'],
    { id: '7' },
    text(256),
    'a\u0000b',
    'a\r\nb',
    '\u200b',
    'a\u2060',
  ],
  role: [undefined, null, '', 'admin', ' ADMIN', 'ADMIN\u0000', 'ROOT', 'INTERNAL', ['ADMIN'], { 0: 'ADMIN' }, 1, true],
  email: [0, 7, true, ['a@b.c'], { a: 1 }, text(321), 'a@b.c\n', '\u0007', 'a\u202e@b.c'],
  institutionKey: [
    7,
    0,
    true,
    {},
    [['ACME']],
    [{ key: 'ACME' }],
    [7],
    'A B',
    '{ACME}',
    '"',
    '\u0000',
    text(65),
    'A\u200b',
  ],
  exp: ['9999999999', 1e18, 1e300, -1, null, [9_999_999_999], true],
  nbf: ['0', 1e300, -1, [0], true],
  iat: ['0', 1e300, -1, [0], true],
}
const AGENT_ATM_ID = [
  '',
  ' ',
  '\t\n',
  '.',
  '..',
  0,
  7,
  true,
  false,
  [],
  ['ATM-1'],
  {},
  { id: 'ATM-1' },
  text(129),
  'A\u0000',
  '\u200bA',
]

describe('a signed token with a malformed claim', () => {
  it.each(Object.keys(MALFORMED))('%s is refused, and the answer names it', async (claim) => {
    for (const value of MALFORMED[claim] ?? []) {
      const answer = await attacked.ask('GET', '/claims/api/claims/vendors', { as: own({ [claim]: value }) })
      expect([JSON.stringify(value), answer.status]).toEqual([JSON.stringify(value), 401])
      const named = claim === 'nbf' ? /nbf|not valid yet/ : new RegExp(claim)
      expect(String(Object(answer.body).detail)).toMatch(named)
    }
  })

  it('agentAtmId is refused, and never one for every ATM', async () => {
    for (const agentAtmId of AGENT_ATM_ID) {
      const as = own({ role: 'AGENT', agentAtmId })
      const body = { eventType: 'ATM_IN_SERVICE', agentAtmId: 'CLAIM-1' }
      const answer = await attacked.ask('POST', '/agent-proxy/api/journal-events', { as, body })
      expect([JSON.stringify(agentAtmId), answer.status]).toEqual([JSON.stringify(agentAtmId), 401])
      expect(String(Object(answer.body).detail)).toContain('agentAtmId')
    }
  })

  it('of an agent with several institutions, or of thousands of them, is refused', async () => {
    const many = Array.from({ length: 1_001 }, (_one, n) => `K${n}`)
    await expectRefused({
      'an agent of two': own({ role: 'AGENT', institutionKey: ['A', 'B'] }),
      'an agent of two in a text': own({ role: 'AGENT', institutionKey: 'A,B' }),
      'a list of many': own({ role: 'USER', institutionKey: many }),
      'a text of many': own({ role: 'USER', institutionKey: many.join() }),
      'an administrator of many': own({ institutionKey: many }),
    })
  })
})

describe('generated tokens', () => {
  it('are refused for whichever characters were changed', async () => {
    const random = choicesOf(seed)
    const token = own()
    const tokens: Record<string, string> = {}
    const bytesOf = (given: string) =>
      given
        .split('.')
        .map((part) => Buffer.from(part, 'base64url').toString('hex'))
        .join('.')
    const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~+/='
    for (let n = 0; n < 200; n += 1) {
      const at = random.below(token.length)
      const letter = ALPHABET[random.below(ALPHABET.length)] ?? 'A'
      const changes = [
        `${token.slice(0, at)}${letter}${token.slice(at + 1)}`,
        `${token.slice(0, at)}${token.slice(at + 1)}`,
        `${token.slice(0, at)}${letter}${token.slice(at)}`,
        `${token.slice(at)}${token.slice(0, at)}`,
      ]
      const changed = changes[random.below(changes.length)] ?? ''
      // The last character of a part has bits without a meaning; what decodes to the same is the same token.
      if (bytesOf(changed) !== bytesOf(token)) tokens[`change ${n} at ${at}`] = changed
    }
    await expectRefused(tokens)
  })

  it('are refused for any kind of value in a claim', async () => {
    const random = choicesOf(seed)
    const values: readonly (() => unknown)[] = [
      () => random.below(1_000_000),
      () => -random.below(1_000_000) - 1,
      () => random.below(2) === 0,
      () => [random.below(10)],
      () => ({ [`k${random.below(10)}`]: random.below(10) }),
      () => `\u0000${random.below(10)}`,
      () => `a\u200b${random.below(10)}`,
    ]
    const tokens: Record<string, string> = {}
    for (let n = 0; n < 120; n += 1) {
      const claim = ['sub', 'role', 'email', 'institutionKey', 'agentAtmId'][random.below(5)] ?? ''
      const value = values[random.below(values.length)]?.()
      tokens[`${n}: ${claim} ${JSON.stringify(value)}`] = own({ role: 'AGENT', [claim]: value })
    }
    await expectRefused(tokens)
  })
})

describe('a platform with a public key', () => {
  const outcomeOf = async (key: TokenKey, token: string): Promise<string> => {
    try {
      const authenticate = createAuthenticate({ keys: () => [key], issuer: null, audience: null }, () => new Date())
      return (await authenticate(`Bearer ${token}`)).role
    } catch (error) {
      return String(Object(error).code)
    }
  }

  it('takes no token that is signed with the text of the key, or by a key of another kind', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const pem = await exportSPKI(publicKey)
    const key = { kind: 'pem', pem } as const
    const signed = (alg: string, by: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims()).setProtectedHeader({ alg }).sign(by)
    expect(await outcomeOf(key, await signed('RS256', privateKey))).toBe('ADMIN')
    for (const secret of [pem, pem.trim(), pem.replaceAll('\n', ''), base64(pem)])
      for (const [alg, hash] of Object.entries(HASHES))
        expect(await outcomeOf(key, forged({ alg }, claims(), { secret, hash }))).toBe('UNAUTHENTICATED')
    for (const alg of ['ES256', 'EdDSA', 'RS384', 'PS256', 'none'])
      expect([alg, await outcomeOf(key, forged({ alg }, claims(), { secret: pem }))]).toEqual([alg, 'UNAUTHENTICATED'])
    const other = await generateKeyPair('ES256')
    expect(await outcomeOf(key, await signed('ES256', other.privateKey))).toBe('UNAUTHENTICATED')
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' })
    expect(await outcomeOf({ kind: 'pem', pem: String(ec) }, await signed('RS256', privateKey))).toBe('UNAUTHENTICATED')
  })
})
