import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openInspector } from '../testing/ingest.testing.ts'
import { beat, exception, iso, openTestWriter, type TestWriter } from '../testing/writer.testing.ts'
import type { LaneConnection } from './connection.ts'
import { findLockedAtms, type LockedAre } from './lock-atms.ts'

let test: TestWriter

beforeAll(async () => {
  test = await openTestWriter()
})

afterAll(() => test.close())

const atmsLike = (pattern: string, columns: string) =>
  test.rows(`select ${columns} from incident.atm where agent_atm_id like $1 order by id`, [pattern])
const kindsOf = (outcomes: readonly { readonly kind: string }[]) => outcomes.map(({ kind }) => kind)

describe('the ATMs of a batch', () => {
  it('are registered in the order of their names, so that no two batches wait for each other', async () => {
    await test.store(
      beat('N-3', 0),
      test.event('N-1', 'SUPERVISOR_EXIT', 0),
      beat('N-4', 0),
      exception('N-2', 0),
      beat('N-1', 0),
    )
    const rows = await atmsLike('N-%', 'agent_atm_id as name')
    expect(rows.map((row) => Object(row).name)).toEqual(['N-1', 'N-2', 'N-3', 'N-4'])
  })

  it('use up a number only where they are new', async () => {
    await test.store(beat('ID-1', 0))
    const other = await test.openWriter()
    await other.store(beat('ID-1', 1))
    await other.store(beat('ID-1', 2), beat('ID-2', 2))
    await test.store(beat('ID-1', 3), beat('ID-3', 3))
    const ids = (await atmsLike('ID-%', 'id')).map((row) => Object(row).id)
    expect(ids).toEqual([ids[0], ids[0] + 1, ids[0] + 2])
  })

  it('keep the newest sign of life, and of heartbeats and exceptions apart', async () => {
    const stamps = () => atmsLike('LIFE', 'registered_at, last_heartbeat_at as seen, beat_at as beat')
    await test.store(test.event('LIFE', 'SUPERVISOR_EXIT', 3), test.event('LIFE', 'SUPERVISOR_EXIT', 1))
    expect(await stamps()).toEqual([{ registered_at: iso(3), seen: iso(3), beat: null }])
    await test.store(beat('LIFE', 5), beat('LIFE', 4), exception('LIFE', 2), test.event('LIFE', 'SUPERVISOR_EXIT', 6))
    expect(await stamps()).toEqual([{ registered_at: iso(3), seen: iso(6), beat: iso(5) }])
    await test.store(beat('LIFE', 1))
    expect(await stamps()).toEqual([{ registered_at: iso(3), seen: iso(6), beat: iso(5) }])
    await test.store(exception('LIFE', 7))
    expect(await stamps()).toEqual([{ registered_at: iso(3), seen: iso(7), beat: iso(7) }])
  })

  it('count an earlier heartbeat as a sign of life after a power failure that is reported late', async () => {
    const power = (agentAtmId: string) => test.event(agentAtmId, 'POWER_OFF', 1, { received: 3 })
    await test.store(beat('OLD-1', 2), beat('OLD-2', 0))
    await test.store(power('OLD-1'), power('OLD-2'), power('OLD-3'))
    const rows = await test.rows(
      `select agent_atm_id as name from incident.incident where agent_atm_id like 'OLD-%' order by 1`,
    )
    expect(rows).toEqual([{ name: 'OLD-2' }, { name: 'OLD-3' }])
    // A heartbeat of the same batch that comes behind it is no earlier one.
    const [, outcome] = await test.store(power('OLD-4'), beat('OLD-4', 2))
    expect(outcome?.kind).toBe('heartbeat')
    expect(await test.rows(`select status from incident.incident where agent_atm_id = 'OLD-4'`)).toEqual([
      { status: 'RESOLVED' },
    ])
  })
})

describe('an ATM without an institution', () => {
  const owners = () => atmsLike('OWN-%', 'agent_atm_id as name, institution_key as owner, edition')

  it('becomes that of the first who names one, in its batch too, with all that is stored then', async () => {
    await test.store(beat('OWN-1', 0, null), beat('OWN-2', 0, null), beat('OWN-3', 0), beat('OWN-4', 0, null))
    await test.store(beat('OWN-4', 1, null))
    const outcomes = await test.store(
      test.event('OWN-1', 'CARD_READER_FAIL', 1, { institutionKey: 'BETA' }),
      test.event('OWN-2', 'CARD_READER_FAIL', 1, { institutionKey: null }),
      test.event('OWN-3', 'CARD_READER_FAIL', 1, { institutionKey: 'BETA' }),
      test.event('OWN-4', 'CARD_READER_FAIL', 1, { institutionKey: 'ACME' }),
    )
    expect(kindsOf(outcomes)).toEqual(['stored', 'stored', 'foreign', 'stored'])
    expect(await owners()).toEqual([
      { name: 'OWN-1', owner: 'BETA', edition: 1 },
      { name: 'OWN-2', owner: null, edition: 0 },
      { name: 'OWN-3', owner: 'ACME', edition: 0 },
      { name: 'OWN-4', owner: 'ACME', edition: 1 },
    ])
    const ownersIn = (table: string) =>
      test.rows(`select agent_atm_id as name, institution_key as owner from incident.${table}
        where agent_atm_id like 'OWN-%' order by 1`)
    const stored = [
      { name: 'OWN-1', owner: 'BETA' },
      { name: 'OWN-2', owner: null },
      { name: 'OWN-4', owner: 'ACME' },
    ]
    expect(await ownersIn('event')).toEqual(stored)
    expect(await ownersIn('incident')).toEqual(stored)
    test.sent()
    await test.store(beat('OWN-2', 2, null), beat('OWN-1', 2, 'BETA'))
    expect(test.sent()).toEqual(['begin', 'lock-atms', 'read-incident-states', 'commit'])
  })

  it('stays so where ATMs have to be registered, and reports for itself only', async () => {
    await test.store(beat('KNOWN-1', 0, null), beat('KNOWN-2', 0))
    const { store, sent } = await test.openWriter({ registration: 'known' })
    await store(beat('KNOWN-2', 1))
    sent()
    const signals = [
      test.event('KNOWN-1', 'CARD_READER_FAIL', 1),
      test.event('KNOWN-1', 'CARD_READER_FAIL', 1, { institutionKey: null }),
      test.event('KNOWN-2', 'CARD_READER_FAIL', 1),
      test.event('KNOWN-3', 'CARD_READER_FAIL', 1),
      test.event('KNOWN-2', 'CARD_READER_FAIL', 1, { institutionKey: null }),
    ]
    expect(kindsOf(await store(...signals.slice(0, 1), ...signals.slice(2)))).toEqual([
      'foreign',
      'stored',
      'foreign',
      'stored',
    ])
    expect(sent().slice(0, 3)).toEqual(['find-atms', 'begin', 'lock-known-atms'])
    expect(kindsOf(await store(...signals.slice(1, 2)))).toEqual(['stored'])
    expect(sent()).not.toContain('adopt-atms')
    expect(await atmsLike('KNOWN-%', 'agent_atm_id as name, institution_key as owner')).toEqual([
      { name: 'KNOWN-1', owner: null },
      { name: 'KNOWN-2', owner: 'ACME' },
    ])
  })

  it('whose batch holds no ATM of its caller stores nothing', async () => {
    const { store, sent } = await test.openWriter({ registration: 'known' })
    await store(beat('KNOWN-9', 0))
    sent()
    expect(kindsOf(await store(test.event('KNOWN-9', 'CARD_READER_FAIL', 1)))).toEqual(['foreign'])
    expect(sent()).toEqual(['find-atms', 'begin', 'lock-known-atms', 'incident-ids', 'commit'])
    expect(await atmsLike('KNOWN-9', 'id')).toEqual([])
  })
})

describe('ATMs that another transaction holds', () => {
  const startHolder = async () => {
    const holder = await openInspector(test.db.urls.superuser)
    onTestFinished(() => holder.close())
    await holder.rows('begin')
    return holder
  }
  const find = (names: readonly string[], institutionKey: string | null = 'ACME', lockedAre: LockedAre = 'atms') =>
    findLockedAtms(
      test.connection,
      names.map((name) => beat(name, 0, institutionKey)),
      lockedAre,
    )

  it('are found without a wait, and nothing stays locked', async () => {
    await test.store(beat('HELD-1', 0), beat('HELD-2', 0), beat('HELD-3', 0))
    const holder = await startHolder()
    await holder.rows(`select from incident.atm where agent_atm_id = 'HELD-2' for no key update`)
    // What only keeps an ATM from being deleted holds up no batch.
    await holder.rows(`select from incident.atm where agent_atm_id = 'HELD-3' for key share`)
    const names = ['HELD-1', 'HELD-2', 'HELD-3', 'HELD-4', 'quote " {x}']
    expect(await find(names)).toEqual(new Set(['HELD-2']))
    await holder.rows('rollback')
    expect(await find(names)).toEqual(new Set())
    const free = `select from incident.atm where agent_atm_id like 'HELD-%' for update skip locked`
    expect(await test.inspector.rows(free)).toHaveLength(3)
  })

  it('are found that it has registered, and not committed; none is registered by the question', async () => {
    await test.store(beat('MADE-1', 0))
    const countAtms = () =>
      test.rows(`select sum(atms)::int as atms from incident.institution_atms where institution_key = 'ACME'`)
    const before = await countAtms()
    const holder = await startHolder()
    await holder.rows(
      `insert into incident.atm (agent_atm_id, institution_key, registered_at)
        values ('MADE-2', 'BANK', now()), ('MADE-5', 'BANK', now())`,
    )
    await holder.rows(`select from incident.atm where agent_atm_id = 'MADE-1' for no key update`)
    const names = ['MADE-5', 'MADE-4', 'MADE-3', 'MADE-2', 'MADE-1', 'quote " {x}']
    expect(await find(names)).toEqual(new Set(['MADE-1', 'MADE-2', 'MADE-5']))
    expect(await find(names, null)).toEqual(new Set(['MADE-1', 'MADE-2', 'MADE-5']))
    expect(await find(names, 'ACME', 'atms-or-counts')).toEqual(new Set(['MADE-1', 'MADE-2', 'MADE-5']))
    await holder.rows('rollback')
    expect(await find(names)).toEqual(new Set())
    expect(await atmsLike('MADE-%', 'agent_atm_id as name')).toEqual([{ name: 'MADE-1' }])
    expect(await countAtms()).toEqual(before)
    expect(await test.connection.run('limit', `select current_setting('lock_timeout') as set`, [])).toEqual([
      { set: '250ms' },
    ])
  })

  it('are found where the count of the institution of new ones is locked, if a batch waited in vain', async () => {
    await test.store(beat('COUNTED-1', 0, 'COUNTED'))
    const holder = await startHolder()
    await holder.rows(`select from incident.institution_atms where institution_key = 'COUNTED' for update`)
    const names = ['COUNTED-1', 'COUNTED-2']
    expect(await find(names, 'COUNTED', 'atms-or-counts')).toEqual(new Set(['COUNTED-2']))
    expect(await find(names, 'ACME', 'atms-or-counts')).toEqual(new Set())
    // Before an attempt: whoever registers another ATM of the institution holds the count for moments.
    expect(await find(names, 'COUNTED', 'atms')).toEqual(new Set())
  })

  it('are found with few others where hundreds are new', async () => {
    const holder = await startHolder()
    await holder.rows(
      `insert into incident.atm (agent_atm_id, registered_at) values ('MANY-017', now()), ('MANY-333', now())`,
    )
    const names = Array.from({ length: 500 }, (_, n) => `MANY-${String(n).padStart(3, '0')}`)
    const found = await find(names)
    expect([found.has('MANY-017'), found.has('MANY-333'), found.size]).toEqual([true, true, 64])
  })
})

describe('what is remembered of an ATM', () => {
  const timesOf = async (agentAtmId: string) => {
    const rows = await test.rows(
      `select occurred_at from incident.event where agent_atm_id = $1 order by occurred_at`,
      [agentAtmId],
    )
    return rows.map((row) => Object(row).occurred_at)
  }

  it('is its time zone, which is read anew by the batch that finds it changed', async () => {
    const report = (minutes: number) => test.store(test.event('ZONE', 'SUPERVISOR_EXIT', minutes, { received: 600 }))
    await report(0)
    await test.inspector.rows(`update incident.atm set time_zone = 'Africa/Addis_Ababa' where agent_atm_id = 'ZONE'`)
    test.sent()
    await report(200)
    expect(test.sent().filter((name) => name === 'read-incident-states')).toHaveLength(2)
    await report(210)
    expect(test.sent().filter((name) => name === 'read-incident-states')).toHaveLength(1)
    const other = await test.openWriter()
    await other.store(test.event('ZONE', 'SUPERVISOR_EXIT', 220, { received: 600 }))
    expect(other.sent().filter((name) => name === 'read-incident-states')).toHaveLength(1)
    expect(await timesOf('ZONE')).toEqual([iso(0), iso(20), iso(30), iso(40)])
  })

  it('is corrected where another process registers the ATM at the same moment', async () => {
    const other = await test.openWriter()
    const { connection, write } = await test.openWriter()
    const late: LaneConnection = {
      ...connection,
      async run(name, text, values) {
        const rows = await connection.run<never>(name, text, values)
        if (name === 'find-atms') {
          await other.store(test.event('RACE', 'CARD_READER_FAIL', 0))
          await test.inspector.rows(
            `update incident.atm set time_zone = 'Africa/Addis_Ababa' where agent_atm_id = 'RACE'`,
          )
        }
        return rows
      },
    }
    await write(late, [test.event('RACE', 'CARD_READER_FAIL', 190, { received: 200 })])
    expect(await timesOf('RACE')).toEqual([iso(0), iso(10)])
    expect(await test.rows(`select occurrence_count as n from incident.incident where agent_atm_id = 'RACE'`)).toEqual([
      { n: 2 },
    ])
  })
})
