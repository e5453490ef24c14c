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
    const held = ['FEW-30', 'FEW-250', 'FEW-499']
    attempts.length = 0
    await whileHeld([...held, 'FEW-77'], async (letGo) => {
      const waiting = reportAll(lane, held)
      const free = names.filter((name) => !held.includes(name) && name !== 'FEW-77')
      await reportAll(lane, free)
      expect(attempts).toEqual(['499 55P03', '496 stored'])
      // One that was not met before is not waited for either.
      const late = report(lane, 'FEW-77')
      await reportAll(lane, free)
      expect(attempts.filter((text) => text.endsWith('55P03'))).toHaveLength(1)
      await letGo()
      expect((await Promise.all([waiting, late])).flat().map(({ kind }) => kind)).toEqual(Array(4).fill('stored'))
    })
    await lane.close()
  })
})
