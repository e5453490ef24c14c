import { describe, expect, it } from 'vitest'
import { createLog } from '../observability/log.ts'
import { callerOf } from './principal.testing.ts'
import type { Principal } from './principal.ts'
import { createSeenUsers, type SeenUser } from './seen-users.ts'

const log = createLog({ level: 'silent', name: 'test' })
const NOON = Date.parse('2026-11-20T12:00:00Z')

const principal = (userId: string, given: Partial<Principal> = {}): Principal =>
  callerOf({ userId, role: 'CUSTOMER', ...given })

const open = (send = async (_users: readonly SeenUser[]) => {}) => {
  const sent: SeenUser[][] = []
  let now = NOON
  const users = createSeenUsers(
    async (portion) => {
      sent.push([...portion])
      await send(portion)
    },
    () => new Date(now),
    log,
  )
  return { users, sent, later: (minutes: number) => (now += minutes * 60_000) }
}

describe('the users who call a process', () => {
  it('are reported once, with what their token says, and agents and the platform never', async () => {
    const { users, sent } = open()
    users.see(principal('ann', { name: 'Ann', email: 'ann@example.org', institutions: ['ACME', 'BETA'] }))
    users.see(principal('ann'))
    users.see(principal('agent', { role: 'AGENT' }))
    users.see(principal('internal', { role: 'INTERNAL' }))
    await users.close()
    expect(sent).toEqual([
      [
        {
          userId: 'ann',
          name: 'Ann',
          email: 'ann@example.org',
          institutions: ['ACME', 'BETA'],
          unrestricted: false,
          lastSeenAt: '2026-11-20T12:00:00.000Z',
        },
      ],
    ])
  })

  it('are noted again after five minutes', async () => {
    const { users, sent, later } = open()
    users.see(principal('ann'))
    later(4)
    users.see(principal('ann'))
    later(1)
    users.see(principal('ann'))
    await users.close()
    expect(sent.flat().map(({ lastSeenAt }) => lastSeenAt)).toEqual(['2026-11-20T12:05:00.000Z'])
  })

  it('are noted again at once where the clock was set back', async () => {
    const { users, sent, later } = open()
    later(57_600)
    users.see(principal('ann'))
    later(-57_600)
    users.see(principal('ann'))
    await users.close()
    expect(sent.flat().map(({ lastSeenAt }) => lastSeenAt)).toEqual(['2026-11-20T12:00:00.000Z'])
  })

  it('are noted by their next call where they could not be reported', async () => {
    let isDown = true
    const { users, sent } = open(async ([first]) => {
      if (isDown && first?.userId !== 'user 0') throw new Error('down')
    })
    const all = Array.from({ length: 501 }, (_, n) => principal(`user ${n}`))
    for (const one of all) users.see(one)
    await users.close()
    isDown = false
    for (const one of all) users.see(one)
    await users.close()
    expect(sent.map(([first, ...others]) => [first?.userId, others.length])).toEqual([
      ...[
        ['user 0', 499],
        ['user 500', 0],
        ['user 500', 0],
      ],
    ])
  })

  it('are reported 500 at a time, and 5,000 at most wait', async () => {
    const { users, sent } = open()
    for (let n = 0; n < 5_001; n += 1) users.see(principal(`user ${n}`))
    await users.close()
    expect(sent.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 500))
  })

  it('do not keep a process from closing where they cannot be reported', async () => {
    const { users } = open(async () => {
      throw new Error('down')
    })
    users.see(principal('ann'))
    await expect(users.close()).resolves.toBeUndefined()
  })
})
