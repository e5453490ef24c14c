import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { DomainError } from '../../kit/common/errors.ts'
import type { KnownType } from '../model/ingest.types.ts'
import { eventSignal, type Inspector, openInspector, readTypes, startTestLane } from '../testing/ingest.testing.ts'
import type { Outcome } from './batch-writer.ts'
import { ConnectionLostError, type LaneConnection, openLaneConnection } from './connection.ts'

let db: TestDatabase
let inspector: Inspector
let types: readonly KnownType[]

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
  types = await readTypes(inspector)
})

afterAll(async () => {
  await inspector.close()
  await db.drop()
})

const LANE = 'incident lane under test'
const typeAt = (place: number): KnownType => {
  const type = types[place % types.length]
  if (type === undefined) throw new Error('no types')
  return type
}
const killLane = () =>
  inspector.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1
      and datname = current_database()`,
    [LANE],
  )
const storedOf = async (agents: string) => {
  const rows = await inspector.rows<{ event_id: string }>(
    `select event_id from incident.event where agent_atm_id like $1`,
    [agents],
  )
  return rows.map((row) => row.event_id)
}

/** A connection whose first `commit` goes another way. */
const withFirstCommit = (instead: (inner: LaneConnection) => Promise<string>) => {
  let done = false
  return async (): Promise<LaneConnection> => {
    const inner = await openLaneConnection(db.urls.platform, LANE)
    return {
      ...inner,
      command(text) {
        if (text !== 'commit' || done) return inner.command(text)
        done = true
        return instead(inner)
      },
    }
  }
}

describe('when the backend of the lane dies', () => {
  it('nothing that was acknowledged is lost, and nothing is stored twice', async () => {
    const { lane } = startTestLane(db.urls.platform, { maxBatch: 25 })
    const acknowledged: string[] = []
    let refused = 0
    const caller = async (place: number): Promise<void> => {
      for (let n = 0; n < 60; n += 1) {
        const eventId = randomUUID()
        // Half of them could not be distinguished from a repeat, were they sent again by mistake.
        const signal = eventSignal(typeAt(n + place), {
          agentAtmId: `KILL-${place % 7}`,
          eventId: n % 2 === 0 ? eventId : null,
          message: eventId,
        })
        try {
          const outcome = await lane.submit(signal)
          expect(outcome.kind).toBe('stored')
          acknowledged.push(eventId)
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError)
          refused += 1
        }
        if (acknowledged.length % 150 === 149) await killLane()
      }
    }
    await Promise.all(Array.from({ length: 20 }, (_, place) => caller(place)))
    await lane.close()
    const rows = await inspector.rows<{ message: string }>(
      `select message from incident.event where agent_atm_id like 'KILL-%'`,
    )
    const stored = rows.map((row) => row.message)
    expect(new Set(stored).size).toBe(stored.length)
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([])
    expect(stored.length).toBeLessThanOrEqual(acknowledged.length + refused)
    const [sums] = await inspector.rows(
      `select (select sum(occurrence_count) from incident.incident where agent_atm_id like 'KILL-%') as occurrences,
        (select count(*) from incident.event where agent_atm_id like 'KILL-%' and incident_id is not null) as linked,
        (select sum(total) from incident.atm_activity b join incident.atm a on a.id = b.atm_id
          where a.agent_atm_id like 'KILL-%') as counted`,
    )
    expect(sums).toEqual({ occurrences: Object(sums).linked, linked: expect.any(Number), counted: stored.length })
  })

  it('before the commit, the batch is stored by the next connection', async () => {
    const connect = withFirstCommit(async (inner) => {
      await killLane()
      return inner.command('commit')
    })
    const { lane } = startTestLane(db.urls.platform, { connect })
    const outcome = await lane.submit(eventSignal(typeAt(0), { agentAtmId: 'BEFORE', eventId: randomUUID() }))
    await lane.close()
    expect(outcome.kind).toBe('stored')
    expect(await storedOf('BEFORE')).toHaveLength(1)
  })

  it('after the commit but before its answer, the server is asked, and nothing is stored again', async () => {
    const connect = withFirstCommit(async (inner) => {
      await inner.command('commit')
      await inner.close()
      throw new ConnectionLostError('the answer got lost')
    })
    const { lane } = startTestLane(db.urls.platform, { connect })
    const outcome = await lane.submit(eventSignal(typeAt(0), { agentAtmId: 'AFTER' }))
    await lane.close()
    expect(outcome.kind).toBe('stored')
    expect(await storedOf('AFTER')).toHaveLength(1)
  })
})

describe('when the store is out of reach', () => {
  it('events are refused with UNAVAILABLE, and taken again once it is back', async () => {
    let down = true
    let clockMs = Date.now()
    const { lane } = startTestLane(db.urls.platform, {
      now: () => new Date(clockMs),
      connect: () =>
        down ? Promise.reject(new Error('connection refused')) : openLaneConnection(db.urls.platform, LANE),
    })
    const post = () => lane.submit(eventSignal(typeAt(0), { agentAtmId: 'DOWN' }))
    const refusals = await Promise.allSettled([post(), post(), post()])
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE', retryAfterSeconds: 1 } })
    expect(await lane.check()).toEqual({ status: 'DOWN', reason: 'connection refused' })
    await expect(post()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    down = false
    clockMs += 1_000
    expect((await post()).kind).toBe('stored')
    expect(await lane.check()).toEqual({ status: 'UP' })
    await lane.close()
  })

  it('no more events wait than the queue holds, and those of one institution in half of it', async () => {
    const { lane } = startTestLane(db.urls.platform, { maxWaiting: 6 })
    const post = (institutionKey: string, n: number) =>
      lane.submit(eventSignal(typeAt(0), { agentAtmId: `FULL-${institutionKey}-${n}`, institutionKey }))
    const posts = [...Array.from({ length: 5 }, (_, n) => post('A', n)), post('B', 0)]
    const answers = await Promise.allSettled(posts)
    await lane.close()
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    await expect(lane.submit(eventSignal(typeAt(0)))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('when another transaction holds an ATM', () => {
  it('its events wait and are tried again, and those of other ATMs do not wait for them', async () => {
    const { lane } = startTestLane(db.urls.platform)
    await lane.submit(eventSignal(typeAt(0), { agentAtmId: 'HELD' }))
    const holder = await openInspector(db.urls.superuser)
    await holder.rows('begin')
    await holder.rows(`select * from incident.atm where agent_atm_id = 'HELD' for update`)
    const order: string[] = []
    const post = async (agentAtmId: string): Promise<Outcome> => {
      const outcome = await lane.submit(eventSignal(typeAt(0), { agentAtmId }))
      order.push(agentAtmId)
      return outcome
    }
    const held = post('HELD')
    await Promise.all([post('FREE-1'), post('FREE-2')])
    await holder.rows('commit')
    expect((await held).kind).toBe('stored')
    expect(order.at(-1)).toBe('HELD')
    await holder.close()
    await lane.close()
  })
})

describe('when a batch takes too long', () => {
  it('what waits behind it is refused while it is certain that it is not stored, and what comes then too', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    let isHeld = true
    const { lane, faults } = startTestLane(db.urls.platform, {
      stalledAfterMs: 50,
      maxBatch: 2,
      wrap: (write) => async (connection, signals) => {
        if (isHeld) await held
        return write(connection, signals)
      },
    })
    const post = (n: number) => lane.submit(eventSignal(typeAt(0), { agentAtmId: `STALL-${n}` }))
    const posts = Array.from({ length: 10 }, (_, n) => post(n))
    const refused = await Promise.allSettled(posts.slice(2))
    expect(refused.map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
    await expect(post(99)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 })
    isHeld = false
    letGo()
    expect(await Promise.all(posts.slice(0, 2))).toMatchObject([{ kind: 'stored' }, { kind: 'stored' }])
    await vi.waitFor(async () => expect((await post(10)).kind).toBe('stored'))
    expect(faults).toHaveLength(1)
    await lane.close()
  })
})
