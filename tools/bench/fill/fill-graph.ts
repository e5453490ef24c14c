import { withClient } from '../common/client.ts'
import { FILLING, runAll } from './fill.ts'
import { fillOperations, type OperationsShape } from './fill-operations.ts'

const BUSY_ATMS = 800
const EVENTS_EACH = 250
const FIRST_ID = 10_000_000

/** Events of the last three weeks of some ATMs, so that each fills a list of the largest size. */
const FILL_BUSY = `insert into incident.event (id, received_at, occurred_at, atm_id, event_time, type_id,
    event_time_defaulted, institution_key,
    agent_atm_id, event_id, component, error_code, message)
  select ${FIRST_ID} + a.id * ${EVENTS_EACH} + n, o.at, o.at, a.id, o.at at time zone 'UTC', 1 + n % 27, false,
    a.institution_key, a.agent_atm_id,
    gen_random_uuid(), 'unit 1', 'E-1042', 'The unit reported a fault while it was in use'
  from incident.atm a cross join generate_series(0, ${EVENTS_EACH - 1}) n
  cross join lateral (select now() - interval '1 minute' - n * interval '2 hours' as at) o where a.id <= ${BUSY_ATMS}`

const isFilled = (url: string): Promise<boolean> =>
  withClient(url, FILLING, async (client) => {
    const { rows } = await client.query<{ n: string }>(
      `select count(*) as n from incident.event where id >= ${FIRST_ID}`,
    )
    return Number(rows[0]?.n) >= BUSY_ATMS * EVENTS_EACH
  })

/** A fleet with long lists of every kind: what operators look at, journals, and ATMs with many events. */
export const fillGraph = async (url: string, shape: OperationsShape, print: (line: string) => void): Promise<void> => {
  await fillOperations(url, shape, print)
  if (await isFilled(url)) return
  await runAll(url, [[FILL_BUSY]])
  await runAll(url, [[`select setval('incident.event_block', 5000)`, 'vacuum (analyze)']])
  print('  the events of busy ATMs')
}
