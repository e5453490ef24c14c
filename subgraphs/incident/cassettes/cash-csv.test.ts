import { beforeAll, describe, expect, it } from 'vitest'
import { createStoreTest } from '../../../tests/support/stores.ts'
import type { CashOrder } from '../schema.gen.ts'
import { createCashCsv } from './cash-csv.ts'

const { stores, run, lines } = createStoreTest()

const CASSETTES = 3_300
const EVERYTHING = { carrier: null, siteName: null, currency: null, emptyBefore: null, text: null }
const ANN = {
  ...{ userId: 'ann', email: null, role: 'CUSTOMER' as const },
  ...{ institutions: ['ACME'], unrestricted: false, agentAtmId: null },
}

// Many are empty at the same instant, to the microsecond; of one in three it is not known when it will be empty.
beforeAll(() =>
  run(
    `insert into incident.atm (id, agent_atm_id, institution_key, site_name, registered_at) overriding system value
     select n, 'ATM-' || n, 'ACME', case when n % 4 > 0 then 'Site ' || n % 7 end, now()
     from generate_series(1, 1650) n`,
    `insert into incident.cassette (atm_id, cassette_no, institution_key, as_of, empty_at)
     select 1 + n / 2, n % 2, 'ACME', '2026-11-20T12:00:00Z',
       case when n % 3 > 0 then timestamptz '2026-11-20T12:59:59.9994Z'
         + (n % 5) * interval '7 minutes 0.0001 seconds' end
     from generate_series(0, ${CASSETTES - 1}) n`,
  ),
)

const ORDERS: Readonly<Record<CashOrder, string>> = {
  EMPTYING: 'c.empty_at, c.atm_id, c.cassette_no',
  SITE: 'a.site_name, a.agent_atm_id, c.cassette_no',
}
const expected = (order: CashOrder) =>
  lines(`select a.agent_atm_id || ' ' || c.cassette_no from incident.cassette c join incident.atm a on a.id = c.atm_id
    where a.retired_at is null order by ${ORDERS[order]}`)
const listed = (text: string) =>
  text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','))
    .map((cells) => `${cells[3]} ${cells[6]}`)

/** Reads a file to its end; `between` is done once, when its first thousand rows are there. */
const read = async (order: CashOrder, between: () => Promise<unknown> = async () => undefined): Promise<string[]> => {
  const answer = await createCashCsv(stores())(EVERYTHING, order, { principal: ANN }, new Date('2026-11-20T12:00:00Z'))
  const parts: Uint8Array[] = []
  for await (const chunk of answer.chunks) {
    if (parts.length === 0) await between()
    parts.push(chunk)
  }
  return listed(Buffer.concat(parts).toString())
}

describe.each(['EMPTYING', 'SITE'] as const)('cassettes as CSV, ordered by %s', (order) => {
  it('are all, each once, in their order', async () => {
    const rows = await read(order)
    expect(rows).toHaveLength(CASSETTES)
    expect(rows).toEqual(await expected(order))
  })

  it('are neither lost nor doubled as others come and go while they are read', async () => {
    const before = await expected(order)
    const [first = ''] = before
    const agentAtmId = first.split(' ')[0]
    const rows = await read(order, () =>
      run(`update incident.atm set retired_at = now() where agent_atm_id = '${agentAtmId}'`),
    )
    await run(`update incident.atm set retired_at = null where agent_atm_id = '${agentAtmId}'`)
    // What had been read of it stays.
    expect(rows).toEqual(before.filter((row, at) => at < 1_000 || row.split(' ')[0] !== agentAtmId))
  })
})
