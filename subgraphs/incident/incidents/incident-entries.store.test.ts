import { beforeEach, describe, expect, it } from 'vitest'
import { ACME, createStoreTest } from '../../../tests/support/stores.ts'
import { insertEntries } from './incident-entries.store.ts'

const { run, stores } = createStoreTest()

beforeEach(() =>
  run(
    'delete from incident.incident',
    `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, title, opened_at,
       first_event_at, last_event_at)
     select id, id, 'A-' || id, case id when 3 then 'BETA' else 'ACME' end, 'CASH', 'LOW', 'Cash', '2026-11-20',
       '2026-11-20', '2026-11-20'
     from generate_series(1, 3) id`,
  ),
)

const entriesOf = (...incidentIds: readonly number[]) =>
  incidentIds.map((incidentId) => ({
    incidentId,
    institutionKey: 'ACME',
    at: new Date('2026-11-20T12:00:00Z'),
    kind: 'ASSIGNED' as const,
    userId: 'ann',
    toUserId: 'bob',
  }))

const add = (...incidentIds: readonly number[]) =>
  stores().inTenant(ACME, (tx) => insertEntries(tx, entriesOf(...incidentIds)))
const addAsPlatform = (...incidentIds: readonly number[]) =>
  stores().asPlatform((tx) => insertEntries(tx, entriesOf(...incidentIds)))
const listStored = () => run('select incident_id::int as id from incident.incident_entry order by id')

describe('entries', () => {
  it('are of incidents: of one that there is not, none of a statement is stored', async () => {
    await expect(addAsPlatform(1, 4)).rejects.toMatchObject({ code: '23503' })
    expect(await listStored()).toEqual([])
  })

  it('are written of incidents that the writer may see only', async () => {
    await expect(add(1, 3)).rejects.toMatchObject({ code: '23503' })
    expect(await listStored()).toEqual([])
    await add(1, 2, 2)
    expect(await listStored()).toEqual([{ id: 1 }, { id: 2 }, { id: 2 }])
  })

  it('go with their incidents, whoever deletes these', async () => {
    await addAsPlatform(1, 2, 3)
    await stores().asPlatform((tx) => tx.execute('delete from incident.incident where id <> 2'))
    expect(await listStored()).toEqual([{ id: 2 }])
  })

  it('keep their incident from being deleted until they are stored', async () => {
    await stores().inTenant(ACME, async (tx) => {
      await insertEntries(tx, entriesOf(1))
      await expect(
        run(`set lock_timeout = '50ms'`, 'delete from incident.incident where id = 1'),
      ).rejects.toMatchObject({ code: '55P03' })
    })
    expect(await listStored()).toEqual([{ id: 1 }])
  })
})
