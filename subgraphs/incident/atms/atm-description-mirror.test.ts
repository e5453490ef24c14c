import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { atmAttributes, listedAttributes, ofEach, unlistedOf } from '../../../schema/atm-attributes.rules.ts'
import { createHttpPool } from '../../kit/calls/calls.ts'
import { createLog } from '../../kit/observability/log.ts'
import { type DevicesDouble, startDevices } from '../testing/devices.testing.ts'
import { type DescriptionMirror, type HandedAtm, pushHeard, startDescriptionMirror } from './atm-description-mirror.ts'

/** Nothing listens there: a call is refused at once. */
const NOWHERE = 'http://127.0.0.1:9'

let devices: DevicesDouble
let pool: ReturnType<typeof createHttpPool>
let mirror: DescriptionMirror
/** What the log says. */
let lines: string[]
let internalUrl: string

beforeAll(async () => {
  devices = await startDevices()
  pool = createHttpPool()
})
afterAll(async () => {
  devices.close()
  await pool.close()
})

beforeEach(() => {
  // The mirror's clock is stopped: it goes on by `advance` only. Calls go over the network all the same.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  devices.forget()
  lines = []
  internalUrl = devices.url
  mirror = open()
})
afterEach(async () => {
  await mirror.close()
  vi.useRealTimers()
})

const open = (): DescriptionMirror => {
  const log = createLog({ level: 'info', name: 'test' }, { write: (line) => lines.push(JSON.parse(line).msg) })
  return startDescriptionMirror({
    pool,
    get internalUrl() {
      return internalUrl
    },
    secret: () => 'secret',
    log,
    now: () => new Date('2026-11-20T08:00:00Z'),
  })
}

const atm = (id: number, given: Partial<HandedAtm> = {}): HandedAtm => ({
  id,
  agentAtmId: `ATM-${id}`,
  institutionKey: 'ACME',
  ...ofEach(listedAttributes, () => null),
  edition: 1,
  lastHeartbeatAt: null,
  ...given,
})
const advance = (ms: number) => vi.advanceTimersByTime(ms)
/** The first batch with this ATM, by the ids of its ATMs. */
const batchWith = async (id: number): Promise<readonly unknown[]> => {
  const { body } = await devices.batch(({ atmId }) => atmId === id)
  return Array.isArray(body) ? body.map(({ atmId }) => atmId) : []
}

describe('the descriptions of ATMs', () => {
  it('go to the devices service at once where none went before, with the secret', async () => {
    mirror.push([
      atm(1, { name: 'Hall', siteName: 'North', edition: 3, lastHeartbeatAt: Date.UTC(2026, 10, 20, 7, 59) }),
    ])
    advance(0)
    expect(await devices.batch()).toEqual({
      path: '/devices/api/internal/atms/batch',
      secret: 'secret',
      body: [
        {
          atmId: 1,
          agentAtmId: 'ATM-1',
          institutionKey: 'ACME',
          name: 'Hall',
          siteName: 'North',
          serialNumber: null,
          edition: 3,
          lastHeartbeatAt: '2026-11-20T07:59:00.000Z',
        },
      ],
    })
  })

  it('go ten seconds after the batch before, with all that changed until then', async () => {
    mirror.push([atm(1)])
    advance(0)
    await batchWith(1)
    mirror.push([atm(2)])
    advance(9_999)
    mirror.push([atm(3)])
    advance(1)
    expect(await batchWith(2)).toEqual([2, 3])
  })

  it('go by their newest edition, and of that by the last one', async () => {
    mirror.push([atm(1, { edition: 2, name: 'b' }), atm(1, { edition: 1, name: 'a' }), atm(2, { name: 'c' })])
    mirror.push([atm(2, { name: 'd' })])
    advance(0)
    expect((await devices.batch()).body).toMatchObject([
      { atmId: 1, edition: 2, name: 'b', lastHeartbeatAt: null },
      { atmId: 2, edition: 1, name: 'd' },
    ])
  })

  it('go in calls of 2,000', async () => {
    mirror.push(Array.from({ length: 4_001 }, (_, n) => atm(n + 1)))
    advance(0)
    expect([await batchWith(1), await batchWith(2_001), await batchWith(4_001)].map(({ length }) => length)).toEqual([
      2_000, 2_000, 1,
    ])
  })

  it('that could not be sent go with the next batch, but for those of which a newer one came', async () => {
    internalUrl = NOWHERE
    mirror.push(Array.from({ length: 2_001 }, (_, n) => atm(n + 1)))
    advance(0)
    await expect.poll(() => lines).toEqual(['the mirror of ATM descriptions fails; the changes themselves are stored'])
    internalUrl = devices.url
    mirror.push([atm(2, { edition: 2 }), atm(3, { edition: 0 })])
    advance(10_000)
    const { body } = await devices.batch()
    expect(body).toHaveLength(2_000)
    expect(body).toMatchObject({ 0: { atmId: 1 }, 1: { atmId: 2, edition: 2 }, 2: { atmId: 3, edition: 1 } })
    expect(await batchWith(2_001)).toEqual([2_001])
    await expect.poll(() => lines[1]).toBe('the mirror of ATM descriptions works again')
  })

  it('that a person changes are there when that is answered, and wait for nothing while they cannot be sent', async () => {
    await mirror.pushNow([atm(1)])
    expect(devices.batches()).toMatchObject([[{ atmId: 1 }]])
    internalUrl = NOWHERE
    await mirror.pushNow([atm(2)])
    expect(lines).toEqual(['the mirror of ATM descriptions fails; the changes themselves are stored'])
    // It is known to fail: this one is not even tried, or it would be there.
    internalUrl = devices.url
    await mirror.pushNow([atm(2, { edition: 2 })])
    expect(devices.batches()).toHaveLength(1)
    advance(10_000)
    expect(await batchWith(2)).toEqual([2])
    await expect.poll(() => lines[1]).toBe('the mirror of ATM descriptions works again')
    await mirror.pushNow([atm(3)])
    expect(devices.batches()).toHaveLength(3)
  })

  it('that wait while a newer edition is sent wait no longer, but for what that one did not have', async () => {
    const unlisted = unlistedOf(ofEach(atmAttributes, () => null))
    const record = { ...unlisted, registeredAt: '', retiredAt: null, mergedIntoId: null }
    const sending = mirror.pushNow([atm(1, { edition: 6 }), atm(2, { edition: 6 }), atm(3, { edition: 6 })])
    mirror.push([atm(1, { edition: 5 }), atm(2, { edition: 5, record }), atm(3, { edition: 6, lastHeartbeatAt: 7 })])
    await sending
    advance(0)
    await expect.poll(() => devices.batches()).toHaveLength(2)
    expect(devices.batches()[1]).toMatchObject([{ atmId: 2, edition: 6, record: { registeredAt: '' } }])
    await expect.poll(() => devices.heartbeats()).toEqual([{ atmIds: [3], heardAtMs: [7] }])
  })

  it('go once: of an ATM that is heard again only that is sent, until it changes', async () => {
    const heard = (id: number, ms: number, edition = 1) => atm(id, { edition, lastHeartbeatAt: ms })
    await mirror.pushNow([heard(1, 10), heard(2, 20)])
    mirror.push([heard(1, 11), heard(2, 21, 2), heard(3, 30), heard(1, 12)])
    advance(0)
    expect(await batchWith(3)).toEqual([2, 3])
    await expect.poll(() => devices.heartbeats()).toEqual([{ atmIds: [1], heardAtMs: [12] }])
    internalUrl = NOWHERE
    mirror.push([heard(1, 13), heard(2, 23, 2), heard(3, 33)])
    advance(10_000)
    await expect.poll(() => lines).toHaveLength(1)
    internalUrl = devices.url
    mirror.push([heard(1, 14)])
    advance(10_000)
    await expect.poll(() => devices.heartbeats()[1]).toEqual({ atmIds: [1, 2, 3], heardAtMs: [14, 23, 33] })
    expect(devices.batches()).toHaveLength(2)
  })

  it('of an ATM that ingest registers go at once with its record, one call at a time, but for a flood of them', async () => {
    const heard = (id: number, registered: boolean) => ({ ...atm(id), lastHeartbeatAt: 1_000 * id, registered })
    const calls = () => devices.batches().map((batch) => batch.map((one) => Object(one).atmId))
    mirror.push([atm(1)])
    advance(0)
    await batchWith(1)
    pushHeard(mirror, [heard(2, false), heard(3, true)])
    pushHeard(mirror, [heard(4, true)])
    await expect.poll(calls).toEqual([[1], [3, 4]])
    expect(devices.batches()[1]?.[0]).toMatchObject({
      lastHeartbeatAt: '1970-01-01T00:00:03.000Z',
      record: { vendor: null, tags: null, registeredAt: '1970-01-01T00:00:03.000Z', retiredAt: null },
    })
    pushHeard(
      mirror,
      Array.from({ length: 2_001 }, (_, n) => heard(n + 5, true)),
    )
    pushHeard(mirror, [heard(9_000, true)])
    await expect.poll(calls).toEqual([[1], [3, 4], [9_000]])
    advance(10_000)
    await expect.poll(() => calls().flat().length).toBe(2_006)
  })

  it('go whole to a devices service of an earlier release, which takes no heartbeats alone', async () => {
    const some = (count: number, lastHeartbeatAt: number) =>
      Array.from({ length: count }, (_, n) => atm(n + 1, { edition: 1, lastHeartbeatAt }))
    await mirror.pushNow(some(1_000, 1))
    devices.forget()
    devices.beEarlier()
    mirror.push(some(4_500, 2))
    advance(0)
    await expect
      .poll(
        () =>
          new Set(
            devices
              .batches()
              .flat()
              .map((one) => Object(one).atmId),
          ).size,
      )
      .toBe(4_500)
    expect(lines).toEqual([])
  })

  it('that come after the end go nowhere, and those that wait neither', async () => {
    mirror.push([atm(1)])
    advance(0)
    await batchWith(1)
    mirror.push([atm(2)])
    await mirror.close()
    mirror.push([atm(3)])
    advance(20_000)
    mirror = open()
    mirror.push([atm(4)])
    advance(0)
    await batchWith(4)
    expect(devices.batches()).toMatchObject([[{ atmId: 1 }], [{ atmId: 4 }]])
  })
})
