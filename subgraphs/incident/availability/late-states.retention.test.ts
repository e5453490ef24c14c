import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { readingsJob } from '../atms/state-history.job.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const HOUR_OF_DAY = 1 / 24
let platform: TestPlatform
let stores: Stores
let inspector: Inspector
let acme: string

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z', isClockStopped: true })
  stores = await openStores(platform.database.urls, { name: 'late states test' })
  inspector = await openInspector(platform.database.urls.superuser)
  acme = await platform.token({ institutions: ['ACME'] })
})

afterEach(async () => {
  await inspector.close()
  await stores.close()
  await platform.close()
})

const at = (minutes: number) => new Date(NOON + minutes * 60_000)
/** An event that occurred at one minute and was received at another. Resolves to the number of its ATM. */
const post = async (agentAtmId: string, eventType: string, minutes: number, received = minutes): Promise<number> => {
  platform.clock.set(at(received))
  const body = { agentAtmId, institutionKey: 'ACME', eventType, eventTime: at(minutes).toISOString().slice(0, 19) }
  const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  expect(answer.status).toBe(201)
  return Object(answer.body).atmId
}
/** Sums up from one minute to another, and has ATMs heard all the time. */
const goOn = async (from: number, to: number, agentAtmIds: readonly string[]) => {
  for (let minutes = from; minutes <= to; minutes += 3) {
    platform.clock.set(at(minutes))
    for (const agentAtmId of agentAtmIds) {
      const body = { agentAtmId, institutionKey: 'ACME' }
      expect((await platform.askInternal('POST', '/incident/api/internal/heartbeats', { body })).status).toBe(204)
    }
    await platform.runJob('incident.availability')
  }
}
/** Deletes changes of state that are older than an hour. */
const age = (minutes: number) =>
  readingsJob(stores, HOUR_OF_DAY).run({ now: at(minutes), log: platform.process.log, progress: () => {} })
/** As a release did that kept no change of an ATM that was older than the retention. */
const forget = (atmId: number) => inspector.rows('delete from incident.state_history where atm_id = $1', [atmId])

const historyOf = async (atmId: number) => {
  const rows = await inspector.rows<{ change: string }>(
    `select from_state || ' to ' || to_state as change from incident.state_history where atm_id = $1
     order by occurred_at, sequence`,
    [atmId],
  )
  return rows.map(({ change }) => change)
}
/** Minutes in service, in supervisor, out of service, unreachable and unknown. */
const spent = async (atmId: number, from: number, to: number) => {
  const period = `from=${at(from).toISOString()}&to=${at(to).toISOString()}`
  const { body } = await platform.ask('GET', `/incident/api/atms/${atmId}/availability?${period}`, { as: acme })
  const { inServiceSeconds, inSupervisorSeconds, outOfServiceSeconds, unreachableSeconds, unknownSeconds } =
    Object(body)
  return [inServiceSeconds, inSupervisorSeconds, outOfServiceSeconds, unreachableSeconds, unknownSeconds].map(
    (seconds) => seconds / 60,
  )
}

describe('a late event of an ATM whose last change of state is older than the retention', () => {
  const cases = [
    ['ATM_IN_SERVICE', 'ATM_OUT_OF_SERVICE', 'IN_SERVICE to OUT_OF_SERVICE', [114, 0, 6, 0, 0]],
    ['ATM_OUT_OF_SERVICE', 'SUPERVISOR_ENTER', 'OUT_OF_SERVICE to IN_SUPERVISOR', [0, 6, 114, 0, 0]],
    ['ATM_IN_SERVICE', 'SUPERVISOR_ENTER', 'IN_SERVICE to IN_SUPERVISOR', [114, 6, 0, 0, 0]],
  ] as const

  for (const [first, late, change, minutes] of cases) {
    it(`changes ${change}, and its time by no more`, async () => {
      const kept = await post('A-1', first, 0)
      const forgotten = await post('A-2', first, 0)
      await goOn(3, 117, ['A-1', 'A-2'])
      await age(117)
      await forget(forgotten)
      await post('A-1', late, 114, 120)
      await post('A-2', late, 114, 120)
      await goOn(120, 135, ['A-1', 'A-2'])
      expect((await historyOf(kept)).at(-1)).toBe(change)
      expect(await historyOf(forgotten)).toEqual([change])
      expect([await spent(kept, 0, 120), await spent(forgotten, 0, 120)]).toEqual([minutes, minutes])
      expect(await platform.runJob('incident.availability-check')).toMatch(/^0 of [1-9]\d* sums .* 0 of [1-9]\d* that/)
    }, 60_000)
  }

  it('begins with the state before a supervisor visit that lasts since then', async () => {
    const atmId = await post('A-1', 'ATM_OUT_OF_SERVICE', 0)
    await post('A-1', 'SUPERVISOR_ENTER', 3)
    await goOn(6, 117, ['A-1'])
    await age(117)
    await post('A-1', 'SUPERVISOR_EXIT', 114, 120)
    await goOn(120, 135, ['A-1'])
    expect(await historyOf(atmId)).toEqual([
      'UNKNOWN to OUT_OF_SERVICE',
      'OUT_OF_SERVICE to IN_SUPERVISOR',
      'IN_SUPERVISOR to OUT_OF_SERVICE',
    ])
    expect(await spent(atmId, 60, 120)).toEqual([0, 54, 6, 0, 0])
  }, 60_000)
})

it('sums up the fleet beside an ATM whose history contradicts its sums', async () => {
  const wrong = await post('A-1', 'ATM_OUT_OF_SERVICE', 0)
  const right = await post('A-2', 'ATM_IN_SERVICE', 0)
  await goOn(3, 75, ['A-1', 'A-2'])
  await forget(wrong)
  await inspector.rows(
    `insert into incident.state_history (atm_id, occurred_at, sequence, institution_key, from_state, to_state)
     values ($1, $2, 1, 'ACME', 'UNKNOWN', 'IN_SUPERVISOR')`,
    [wrong, at(90)],
  )
  await goOn(78, 135, ['A-1', 'A-2'])
  const sums = await inspector.rows(
    'select atm_id, state from incident.availability_sum where at = $1 order by atm_id',
    [at(120)],
  )
  expect(sums).toEqual([
    { atm_id: wrong, state: 'IN_SUPERVISOR' },
    { atm_id: right, state: 'IN_SERVICE' },
  ])
}, 60_000)
