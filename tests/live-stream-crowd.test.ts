import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type LivePlatform, namesOf, openLivePlatform, untilName } from './support/live-platform.ts'

let platform: LivePlatform

beforeAll(async () => {
  platform = await openLivePlatform()
})
afterAll(() => platform?.close())

/** Written directly: so many changes at once come of no request. */
const insertMany = (name: string, atmIdsAbove: number, count: number) =>
  platform.inspector.rows(`insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity,
      title, opened_at, first_event_at, last_event_at)
      select nextval('incident.incident_id'), ${atmIdsAbove} + n, '${name}-' || n, 'ACME', 'POWER', 'HIGH',
        repeat('x', 180), now(), now(), now() from generate_series(1, ${count}) n`)

// Apart from the other tests of streams: after so many changes a new gateway no longer knows what happened before it
// began.
describe('a live stream continues', { timeout: 60_000 }, () => {
  it('with a reset when more changes at once than are sent one by one', async () => {
    const client = await connect(await platform.openGateway(), platform.admin, {}, '?topics=incidents')
    await insertMany('MANY', 1_000_000, 2_500)
    await client.until((events) => events.some(({ event }) => event === 'reset'))
    expect(namesOf(client)).toEqual([])
    await platform.post('MANY-AFTER', 'ACME', 'DISPENSER_JAM')
    await untilName(client, 'MANY-AFTER')
    client.kill()
  })

  it('for others when one reads too slowly; that one is cut off', async () => {
    await insertMany('SLOW', 2_000_000, 1_500)
    const small = await platform.openGateway({ maxBytes: 200_000 })
    const fast = await connect(small, platform.admin, {}, '?topics=incidents')
    const slow = await fetch(`${small.url}/api/stream?topics=incidents`, {
      headers: { authorization: `Bearer ${platform.admin}` },
    })
    expect(small.streams.count()).toBe(2)
    for (let round = 1; small.streams.count() > 1 && round < 60; round += 1) {
      await platform.inspector.rows(
        `update incident.incident set occurrence_count = ${round + 1} where agent_atm_id ~ '^SLOW'`,
      )
      await fast.until((events) => events.some(({ data }) => data.occurrenceCount === round + 1))
    }
    expect(small.streams.count()).toBe(1)
    await expect(slow.text()).rejects.toThrow()
    await platform.post('FAST-1', 'ACME', 'DISPENSER_JAM')
    await untilName(fast, 'FAST-1')
    fast.kill()
  })
})
