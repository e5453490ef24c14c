import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import type { KnownType } from '../model/ingest.types.ts'
import { eventSignal, type Inspector, openInspector, readTypes, startTestLane } from '../testing/ingest.testing.ts'
import type { Lane, LaneOptions } from './lane.ts'

let db: TestDatabase
let inspector: Inspector
let type: KnownType

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
  const [first] = await readTypes(inspector)
  if (first === undefined) throw new Error('no types')
  type = first
})

afterAll(async () => {
  await inspector.close()
  await db.drop()
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
  lane.submit(eventSignal(type, { agentAtmId, institutionKey, message }))
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

describe('ATMs that another transaction holds', () => {
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

  it('are not found while another transaction registers them: only they wait then', async () => {
    const { lane, attempts } = startNoted()
    const holder = await openInspector(db.urls.superuser)
    await holder.rows('begin')
    await holder.rows(
      `insert into incident.atm (agent_atm_id, institution_key, registered_at) values ('NEW', 'ACME', now())`,
    )
    const waiting = report(lane, 'NEW')
    await reportAll(lane, ['BESIDE-1', 'BESIDE-2'])
    await holder.rows('rollback')
    await holder.close()
    expect((await waiting).kind).toBe('stored')
    expect(attempts.at(-1)).toBe('1 stored')
    await lane.close()
  })
})
