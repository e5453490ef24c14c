import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { DomainError } from '../../kit/common/errors.ts'
import type { KnownType } from '../model/ingest.types.ts'
import { eventSignal, type Inspector, openInspector, readTypes, startTestLane } from '../testing/ingest.testing.ts'
import type { Outcome } from './batch-writer.ts'
import { ConnectionLostError, type LaneConnection, openLaneConnection } from './connection.ts'
import type { Lane, LaneOptions } from './lane.ts'

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

/** A lane that notes how each attempt to store a batch ends. */
const startNoted = (options: Partial<LaneOptions> = {}) => {
  const attempts: string[] = []
  const { lane, faults } = startTestLane(db.urls.platform, {
    ...options,
    wrap: (write) => async (connection, signals) => {
      try {
        const committed = await write(connection, signals)
        attempts.push(`${signals.length} stored`)
        return committed
      } catch (error) {
        attempts.push(`${signals.length} ${Object(error).code}`)
        throw error
      }
    },
  })
  return { lane, faults, attempts }
}

const report = (lane: Lane, agentAtmId: string, message: string | null = null, institutionKey = 'ACME') =>
  lane.submit(eventSignal(typeAt(0), { agentAtmId, institutionKey, message }))
const reportAll = (lane: Lane, names: readonly string[]) => Promise.all(names.map((name) => report(lane, name)))
const namesOf = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${n}`)

/** Holds ATMs in a transaction of another connection until the work has ended or lets go of them. */
const whileHeld = async (names: readonly string[], work: (letGo: () => Promise<unknown>) => Promise<void>) => {
  const holder = await openInspector(db.urls.superuser)
  try {
    await holder.rows('begin')
    await holder.rows('select from incident.atm where agent_atm_id = any($1) for no key update', [names])
    await work(() => holder.rows('commit'))
  } finally {
    await holder.close()
  }
}

describe('ATMs that another transaction holds for long', () => {
  it('are waited for once; all others of the batch are stored together, and so are those of later batches', async () => {
    const { lane, attempts } = startNoted()
    const names = namesOf('FEW', 500)
    await reportAll(lane, names)
    attempts.length = 0
    await whileHeld(['FEW-30', 'FEW-250', 'FEW-499', 'FEW-77'], async (letGo) => {
      const isFree = (name: string) => !['FEW-30', 'FEW-250', 'FEW-499', 'FEW-77'].includes(name)
      const sent = names.filter((name) => name !== 'FEW-77').map((name) => ({ name, outcome: report(lane, name) }))
      await Promise.all(sent.filter(({ name }) => isFree(name)).map(({ outcome }) => outcome))
      expect(attempts).toEqual(['499 55P03', '496 stored'])
      // One that was not met before is not waited for either.
      const late = report(lane, 'FEW-77')
      await reportAll(lane, names.filter(isFree))
      await letGo()
      const outcomes = await Promise.all([...sent.map(({ outcome }) => outcome), late])
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['stored']))
    })
    await lane.close()
    expect(attempts.filter((text) => text.endsWith('55P03'))).toEqual(['499 55P03'])
  })

  it('keep the order of their events, those that wait and those that come meanwhile', async () => {
    const { lane } = startNoted({ maxBatch: 2 })
    await reportAll(lane, ['ORDER', 'FREE'])
    await whileHeld(['ORDER'], async (letGo) => {
      const waiting = ['1', '2', '3'].map((message) => report(lane, 'ORDER', message))
      await report(lane, 'FREE')
      waiting.push(report(lane, 'ORDER', '4'))
      await report(lane, 'FREE')
      await letGo()
      await Promise.all(waiting)
    })
    await lane.close()
    const rows = await inspector.rows<{ messages: string[] }>(
      `select array_agg(message order by id) as messages from incident.event
        where agent_atm_id = 'ORDER' and message is not null`,
    )
    expect(rows).toEqual([{ messages: ['1', '2', '3', '4'] }])
  })

  it('have their events refused after about two seconds, and stored again once they are free', async () => {
    const { lane, attempts, faults } = startNoted()
    await report(lane, 'LONG')
    await whileHeld(['LONG'], async () => {
      await expect(report(lane, 'LONG')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 })
    })
    expect(attempts).toEqual(['1 stored', '1 55P03'])
    expect(faults).toEqual([expect.objectContaining({ message: '1 events were refused' })])
    expect((await report(lane, 'LONG')).kind).toBe('stored')
    await lane.close()
  })

  it('are found too while another transaction registers them, and others are registered meanwhile', async () => {
    const { lane, attempts } = startNoted()
    const names = namesOf('NEW', 500)
    await reportAll(
      lane,
      names.filter((_, n) => n >= 10),
    )
    attempts.length = 0
    const held = ['NEW-3', 'NEW-7']
    const isFree = (name: string) => !held.includes(name)
    const holder = await openInspector(db.urls.superuser)
    await holder.rows('begin')
    await holder.rows(
      // Of no institution yet, as the count of one may be that which the lane needs for all others.
      `insert into incident.atm (agent_atm_id, registered_at) select unnest($1::text[]), now()`,
      [held],
    )
    const waiting = held.map((name) => report(lane, name))
    await reportAll(lane, names.filter(isFree))
    expect(attempts).toEqual(['500 55P03', '498 stored'])
    // For some seconds batches ask first: one that is as new is registered at once, and nothing is waited for.
    await reportAll(lane, ['NEW-500', 'NEW-30'])
    await holder.rows('commit')
    await holder.close()
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(['stored', 'stored'])
    await lane.close()
    expect(attempts.filter((text) => text.endsWith('55P03'))).toEqual(['500 55P03'])
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
