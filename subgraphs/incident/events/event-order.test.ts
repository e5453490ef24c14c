import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EventPlatform, openEventPlatform } from '../testing/events.testing.ts'

let platform: EventPlatform

beforeAll(async () => {
  platform = await openEventPlatform()
})
afterAll(() => platform.close())

it('is by when events occurred, however far ahead the clock of an ATM runs', async () => {
  await platform.post('F-1', 'ACME', 'CARD_READER_FAIL', -90)
  platform.clock.set('2026-11-20T12:02:00Z')
  await platform.post('F-1', 'ACME', 'POWER_OFF', 1)
  await platform.post('F-1', 'ACME', 'ATM_IN_SERVICE', -1)
  const path = `/incident/api/journal-events/atm/${platform.atmIds.get('F-1')}/paginated`
  for (const sort of ['', '?sort=eventTime,desc', '?sort=occurredAt,desc']) {
    const { body } = await platform.ask('GET', `${path}${sort}`, { as: platform.acme })
    expect(Object(body).content.map(({ eventType }: { eventType: string }) => eventType)).toEqual([
      'ATM_IN_SERVICE',
      'CARD_READER_FAIL',
      'POWER_OFF',
    ])
  }
})
