import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Stores } from '../../db/tenancy.ts'
import type { Principal } from '../kit/auth/principal.ts'
import type { CallAnswer, Calls } from '../kit/calls/calls.ts'
import { openOperation } from '../kit/graphql/context.ts'
import { createInternalCalls } from './internal-calls.ts'
import { createRefusals } from './refusals.ts'

const stores: Stores = {
  inTenant: () => Promise.reject(new Error('no store')),
  asPlatform: () => Promise.reject(new Error('no store')),
  check: async () => {},
  close: async () => {},
}
const agentOf = (institution: string, n: number): Principal => ({
  userId: 'agents',
  email: null,
  role: 'AGENT',
  institutions: [institution],
  unrestricted: false,
  agentAtmId: `ATM-${n}`,
})

/** Calls of a service that answers none of them. */
const open = () => {
  const begun: string[] = []
  const calls: Calls = {
    request: (_service, { path }) => {
      begun.push(path)
      return new Promise<CallAnswer>(() => {})
    },
  }
  const pass = createInternalCalls(
    calls,
    createRefusals({ error() {} }, () => 0),
  )
  const send = (path: string, n: number, kind?: 'event' | 'batch') => {
    const caller = { principal: agentOf('ACME', n), token: null, traceId: '' }
    const { context } = openOperation(stores, caller, () => new Date())
    const sent = pass('incident', { method: 'POST', path, timeoutMs: 60_000, ...(kind && { kind }) }, context)
    return sent.catch(({ code, retryAfterSeconds }) => ({ code, retryAfterSeconds }))
  }
  return { begun, send }
}

describe('calls of agents', () => {
  it('with events and batches do not wait behind the heartbeats of their institution', async () => {
    const { begun, send } = open()
    for (let n = 0; n < 400; n += 1) void send('heartbeat', n)
    await delay(0)
    const heartbeats = begun.splice(0).length
    expect(heartbeats).toBeLessThan(400)
    void send('event', 401, 'event')
    void send('batch', 402, 'batch')
    void send('heartbeat', 403)
    await delay(0)
    expect(begun).toEqual(['event', 'batch'])
  })

  it('without an event are refused at once where too many wait, and come again later', async () => {
    const { send } = open()
    const answers: unknown[] = []
    for (let n = 0; n < 8_000; n += 1) void send('heartbeat', n).then((answer) => answers.push(answer))
    await delay(0)
    expect(answers.length).toBeGreaterThan(5_900)
    expect(answers[0]).toEqual({ code: 'UNAVAILABLE', retryAfterSeconds: 10 })
  })
})
