import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

let journal: TestJournal

beforeAll(async () => {
  journal = await openTestJournal([{ agentAtmId: 'ATM-1', institutionKey: 'ACME' }], { now: '2026-05-10T11:00:00Z' })
  await journal.uploadParsed('ATM-1', '2026-05-09', recyclerDay('2026-05-09', ['000']))
})
afterAll(() => journal.close())

it('an ATM is as its newest edition says, whichever comes last', async () => {
  const given = (number: number, body: object) => ({
    ...{ atmId: 1, agentAtmId: 'ATM-1', timeZone: null, edition: number, ...body },
  })
  const send = async (body: readonly unknown[]) => {
    const { status } = await journal.askInternal('POST', '/journal/api/internal/atms', { body })
    expect(status).toBeLessThan(300)
  }
  const edition = (number: number, body: object) => send([given(number, body)])
  const held = () =>
    runAs(journal.database.urls.superuser, [
      `select a.institution_key, a.retired, count(g.id)::int as gaps, min(g.institution_key) as gaps_of
       from journal.atm_journal a left join journal.gap g on g.atm_id = a.atm_id and g.status <> 'CLOSED'
       where a.atm_id = 1 group by 1, 2`,
    ])
  await runAs(journal.database.urls.superuser, [
    `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at)
     values ('ACME', 1, 'ATM-1', '2026-05-01', 'OPEN', now())`,
  ])
  const newest = { institutionKey: 'BETA', retiredAt: null }
  await edition(1_006, newest)
  const after = [{ institution_key: 'BETA', retired: false, gaps: 1, gaps_of: 'BETA' }]
  expect(await held()).toEqual(after)
  // It was retired, then moved and taken back; the first of the two changes comes late.
  await edition(1_005, { institutionKey: 'ACME', retiredAt: '2026-05-09T00:00:00Z' })
  expect(await held()).toEqual(after)
  // The same edition is taken again.
  await edition(1_006, newest)
  expect(await held()).toEqual(after)
  await edition(1_007, { institutionKey: 'ACME', retiredAt: '2026-05-10T00:00:00Z' })
  expect(await held()).toEqual([{ institution_key: 'ACME', retired: true, gaps: 0, gaps_of: null }])
  // Two editions of it at once.
  await send([given(1_009, newest), given(1_008, { institutionKey: 'ACME', retiredAt: '2026-05-10T00:00:00Z' })])
  expect(await held()).toEqual([{ institution_key: 'BETA', retired: false, gaps: 0, gaps_of: null }])
})
