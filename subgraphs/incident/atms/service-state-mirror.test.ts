import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { createHttpPool } from '../../kit/calls/calls.ts'
import { createLog } from '../../kit/observability/log.ts'
import { openLaneConnection } from '../ingest/connection.ts'
import type { KnownType, MirroredStateChange } from '../model/ingest.types.ts'
import { type DevicesDouble, startDevices } from '../testing/devices.testing.ts'
import { eventSignal, type Inspector, openInspector, readTypes, startTestLane } from '../testing/ingest.testing.ts'
import { createOutageLog } from './mirror-endpoint.ts'
import { startStateMirror } from './service-state-mirror.ts'

let db: TestDatabase
let inspector: Inspector
let devices: DevicesDouble
let types: Map<string, KnownType>

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
  devices = await startDevices()
  types = new Map((await readTypes(inspector)).map((type) => [type.eventType, type]))
})

afterAll(async () => {
  devices.close()
  await inspector.close()
  await db.drop()
})

beforeEach(() => devices.forget())

/** A connection whose first commit rolls the batch back instead. */
const rollingBackOnce = () => {
  let done = false
  return async () => {
    const inner = await openLaneConnection(db.urls.platform, 'mirror under test')
    return {
      ...inner,
      command(text: string) {
        const first = text === 'commit' && !done
        done ||= first
        return inner.command(first ? 'rollback' : text)
      },
    }
  }
}

/** Has the partitions of today made, so that the next batch is committed in its first attempt. */
const makePartitions = async (type: KnownType) => {
  const { lane } = startTestLane(db.urls.platform)
  await lane.submit(eventSignal(type, { agentAtmId: 'OTHER' }))
  await lane.close()
}

describe('the mirror', () => {
  it('never sends an attempt that was rolled back', async () => {
    for (const type of types.values()) if (type.eventType === 'CARD_READER_FAIL') await makePartitions(type)
    const pool = createHttpPool()
    const log = createLog({ level: 'silent', name: 'test' })
    const mirror = startStateMirror({
      pool,
      internalUrl: devices.url,
      secret: () => 'secret',
      log,
      now: () => new Date(),
    })
    const { lane } = startTestLane(db.urls.platform, {
      connect: rollingBackOnce(),
      onCommitted: ({ stateChanges }) => mirror.push(stateChanges),
    })
    const post = (name: string) => {
      const type = types.get(name)
      if (type === undefined) throw new Error(`no type ${name}`)
      return lane.submit(eventSignal(type, { agentAtmId: 'ROLLED' }))
    }
    await expect(post('ATM_OUT_OF_SERVICE')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect((await post('SUPERVISOR_ENTER')).kind).toBe('stored')
    await lane.close()
    await mirror.idle()
    const sent = await devices.states(1)
    expect(sent.map(({ body }) => body)).toMatchObject([
      { previousState: 'UNKNOWN', serviceState: 'IN_SUPERVISOR', sequence: 1 },
    ])
    const rows = await inspector.rows('select from_state, to_state from incident.state_history')
    expect(rows).toEqual([{ from_state: 'UNKNOWN', to_state: 'IN_SUPERVISOR' }])
    await mirror.close()
    await pool.close()
  })
})

describe('a flood of state changes', () => {
  const stateChange = (n: number, sequence: number): MirroredStateChange => ({
    atmId: n,
    agentAtmId: `FLOOD-${n}`,
    institutionKey: 'ACME',
    previousState: 'IN_SERVICE',
    serviceState: 'OUT_OF_SERVICE',
    eventType: 'ATM_OUT_OF_SERVICE',
    eventTime: '2026-11-20T12:00:00',
    occurredAt: Date.parse('2026-11-20T12:00:00Z'),
    sequence,
  })
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

  it('is sent in few calls, each ATM by its newest change, while a few go one by one', async () => {
    const pool = createHttpPool()
    const log = createLog({ level: 'silent', name: 'test' })
    const mirror = startStateMirror({
      pool,
      internalUrl: devices.url,
      secret: () => 'secret',
      log,
      now: () => new Date(),
    })
    mirror.push([stateChange(1, 1), stateChange(2, 1)])
    await mirror.idle()
    expect((await devices.states(2)).map(({ body }) => body.atmId)).toEqual([1, 2])
    mirror.push(numbers(1_500).map((n) => stateChange(n, 2)))
    mirror.push(numbers(1_500).map((n) => stateChange(n, 3)))
    await mirror.idle()
    expect(await devices.states(2)).toHaveLength(2)
    const sent = devices.floods()
    expect(sent.map((changes) => changes.length)).toEqual([1_000, 500])
    expect(sent.flat()).toEqual(numbers(1_500).map((n) => expect.objectContaining({ atmId: n, sequence: 3 })))
    await mirror.close()
    await pool.close()
  })

  it('is not set back by a correction that is handed over after a newer change', async () => {
    const pool = createHttpPool()
    const log = createLog({ level: 'silent', name: 'test' })
    const mirror = startStateMirror({
      pool,
      internalUrl: devices.url,
      secret: () => 'secret',
      log,
      now: () => new Date(),
    })
    mirror.push([stateChange(1, 3)])
    mirror.push([{ ...stateChange(1, 2), previousState: null, eventType: null, eventTime: null }])
    await mirror.idle()
    expect((await devices.states(1)).map(({ body }) => body.sequence)).toEqual([3])
    await mirror.close()
    await pool.close()
  })
})

describe('the log of an outage', () => {
  it('has one warning and one end, and no more than one a minute of what fails now and then', () => {
    const lines: string[] = []
    const levels = new Map([
      [30, 'info'],
      [40, 'warn'],
    ])
    const write = (line: string) => {
      lines.push(levels.get(JSON.parse(line).level) ?? line)
    }
    let second = 0
    // The logger counts what repeats within a second of this clock.
    let due: (() => void)[] = []
    const clock = { nowMs: () => second * 1_000, later: (_delayMs: number, work: () => void) => due.push(work) }
    const log = createLog({ level: 'info', name: 'test', clock }, { write })
    const outage = createOutageLog(log, 'it', () => new Date(second * 1_000))
    const at = (seconds: number, what: 'failed' | 'worked') => {
      second = seconds
      const past = due
      due = []
      for (const work of past) work()
      if (what === 'worked') outage.worked()
      else outage.failed(new Error('refused'))
      return lines.splice(0)
    }
    expect(at(0, 'worked')).toEqual([])
    expect(at(1, 'failed')).toEqual(['warn'])
    expect(at(500, 'failed')).toEqual([])
    expect(at(501, 'worked')).toEqual(['info'])
    expect(at(510, 'failed')).toEqual(['warn'])
    expect(at(511, 'worked')).toEqual(['info'])
    expect(at(512, 'failed')).toEqual([])
    expect(at(513, 'worked')).toEqual([])
    expect(at(514, 'failed')).toEqual([])
    expect(at(571, 'failed')).toEqual(['warn'])
    expect(at(572, 'worked')).toEqual(['info'])
  })
})
