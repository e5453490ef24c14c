import { describe, expect, it } from 'vitest'
import type { Authenticate, Principal } from '../../subgraphs/kit/auth/principal.ts'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import { CHECKS_AT_ONCE, createTokenChecks } from './token-checks.ts'

const principal: Principal = {
  userId: 'u',
  email: null,
  role: 'USER',
  institutions: [],
  unrestricted: false,
  agentAtmId: null,
}
const MINUTE_MS = 60_000

/** Checks of streams, which are texts here, and what became of them. */
const open = (answer: Authenticate = () => principal) => {
  const checked: string[] = []
  const refused: string[] = []
  const checks = createTokenChecks<string>(
    (authorization) => {
      checked.push(String(authorization))
      return answer(authorization)
    },
    (stream) => refused.push(stream),
  )
  return { checks, checked, refused }
}

describe('the tokens of open streams', () => {
  it('are checked once a minute, as long as their streams are open', () => {
    const { checks, checked } = open()
    checks.add('one', 'token-1', 0)
    checks.add('other', 'token-2', 10_000)
    for (let nowMs = 0; nowMs <= 2 * MINUTE_MS; nowMs += 1_000) checks.run(nowMs)
    expect(checked).toEqual(['Bearer token-1', 'Bearer token-2', 'Bearer token-1'])
    checks.delete('one')
    checks.delete('other')
    checks.run(10 * MINUTE_MS)
    expect(checked).toHaveLength(3)
  })

  it('are checked a part at a time, the ones first that wait longest', () => {
    const { checks, checked } = open()
    const all = Array.from({ length: CHECKS_AT_ONCE + 1 }, (_, n) => n)
    for (const n of all) checks.add(`stream-${n}`, `token-${n}`, 0)
    checks.run(MINUTE_MS)
    expect(checked).toHaveLength(CHECKS_AT_ONCE)
    checks.run(MINUTE_MS + 1_000)
    expect(checked).toEqual(all.map((n) => `Bearer token-${n}`))
  })

  it('are checked after a clock was set back', () => {
    const { checks, checked } = open()
    checks.add('one', 'token-1', 100 * MINUTE_MS)
    checks.run(0)
    expect(checked).toHaveLength(1)
  })

  it.each([
    ['UNAUTHENTICATED', ['one']],
    ['UNAVAILABLE', []],
    ['INTERNAL', ['one']],
  ] as const)('end their streams or not: %s', async (code, ended) => {
    const fail = (): never => {
      throw new DomainError(code, 'no')
    }
    for (const answer of [fail, async () => fail()]) {
      const { checks, refused } = open(answer)
      checks.add('one', 'token-1', 0)
      checks.run(MINUTE_MS)
      await Promise.resolve()
      await Promise.resolve()
      expect(refused).toEqual(ended)
    }
  })
})
