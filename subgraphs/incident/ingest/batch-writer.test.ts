import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Signal } from '../model/ingest.types.ts'
import { at, beat, exception, idOf, noting, openTestWriter, type TestWriter, uuid } from '../testing/writer.testing.ts'
import { CommitUnknownError } from './batch-writer.ts'
import { ConnectionLostError, type LaneConnection } from './connection.ts'

let test: TestWriter

beforeAll(async () => {
  test = await openTestWriter()
})

afterAll(() => test.close())

const countOf = async (agentAtmId: string) => {
  const [row] = await test.rows(
    `select (select count(*) from incident.atm where agent_atm_id = $1) as atms,
      (select count(*) from incident.event where agent_atm_id = $1) as events,
      (select count(*) from incident.event_exception where agent_atm_id = $1) as exceptions`,
    [agentAtmId],
  )
  return row
}
const NOTHING = { atms: 0, events: 0, exceptions: 0 }

describe('what is returned of a batch', () => {
  it('is each outcome in order, the ATMs, the changes of state and whether messages wait', async () => {
    const { outcomes, atms, stateChanges, hasMessages } = await test.commit(
      test.event('T-1', 'SUPERVISOR_ENTER', 0, { eventId: uuid(1) }),
      beat('T-2', 0),
      test.event('T-1', 'SELF_TEST_FAILED', 1, { institutionKey: 'OTHER', agentAtmId: 'T-3' }),
      exception('T-1', 0),
      test.event('T-2', 'ATM_OUT_OF_SERVICE', 2),
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(['stored', 'heartbeat', 'stored', 'exception', 'stored'])
    const linked = outcomes.map((one) => (one.kind === 'stored' ? one.event.incidentId : null))
    const idsOf = async (table: string) =>
      (await test.rows(`select id from incident.${table} where agent_atm_id like 'T-_' order by id`)).map(
        (row) => Object(row).id,
      )
    const ids = await idsOf('incident')
    expect(linked).toEqual([null, null, ids[0], null, ids[1]])
    expect(await idsOf('event')).toEqual([0, 2, 4].map((n) => idOf(outcomes[n])))
    expect([...atms].map(({ agentAtmId, institutionKey }) => [agentAtmId, institutionKey])).toEqual([
      ['T-1', 'ACME'],
      ['T-2', 'ACME'],
      ['T-3', 'OTHER'],
    ])
    expect(stateChanges).toMatchObject([
      { agentAtmId: 'T-1', previousState: 'UNKNOWN', serviceState: 'IN_SUPERVISOR', sequence: 1, index: 0 },
      { agentAtmId: 'T-2', previousState: 'UNKNOWN', serviceState: 'OUT_OF_SERVICE', sequence: 1, index: 4 },
    ])
    expect(hasMessages).toBe(true)
  })

  it('leaves out of all effects what is known already or of another institution', async () => {
    await test.store(test.event('K-1', 'SUPERVISOR_ENTER', 0, { eventId: uuid(2) }), beat('K-2', 0, 'OTHER'))
    const { outcomes, stateChanges, hasMessages } = await test.commit(
      test.event('K-1', 'ATM_OUT_OF_SERVICE', 1, { eventId: uuid(2) }),
      test.event('K-2', 'ATM_OUT_OF_SERVICE', 1),
      test.event('K-1', 'SUPERVISOR_EXIT', 2),
      test.event('K-1', 'CARD_READER_FAIL', 2),
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(['known', 'foreign', 'stored', 'stored'])
    expect(stateChanges).toMatchObject([{ serviceState: 'IN_SERVICE', index: 0 }])
    const moves = await test.ofAtm('state_history', 'K-1', '1', 't.sequence, t.event_id')
    expect(moves.slice(1)).toEqual([{ sequence: 2, event_id: idOf(outcomes[2]) }])
    expect(outcomes[3]).toMatchObject({ event: { incidentId: expect.any(Number) } })
    expect(hasMessages).toBe(true)
  })

  it.each<[string, boolean, (name: string) => Signal]>([
    ['opens an incident', true, (name) => test.event(name, 'CARD_READER_FAIL', 1)],
    ['changes one', true, (name) => beat(name, 1)],
    ['does neither', false, (name) => exception(name, 0)],
  ])('says that messages wait where it %s: %s', async (_what, hasMessages, signalOf) => {
    const name = `MESSAGES-${hasMessages}-${_what}`
    await test.store(test.event(name, 'POWER_OFF', 0))
    expect((await test.commit(signalOf(name))).hasMessages).toBe(hasMessages)
  })
})

describe('days without partitions', () => {
  const partitions = async () =>
    (
      await test.rows(`select relname as name from pg_class where relname ~ '^event_2027' and relkind = 'r' order by 1`)
    ).map((row) => Object(row).name)

  it('get theirs from the batch that misses them, and the batch is stored once', async () => {
    const { store, sent } = await test.openWriter()
    const day = (n: number) => 24 * 60 * n
    await store(beat('DAYS', 0))
    sent()
    const [first] = await store(
      test.event('DAYS', 'SUPERVISOR_EXIT', day(100) + 719),
      test.event('DAYS', 'SUPERVISOR_EXIT', day(101) + 720),
      test.event('DAYS', 'SUPERVISOR_EXIT', day(100) + 719),
    )
    expect(first?.kind).toBe('stored')
    expect(sent().filter((name) => name === 'make-partitions' || name === 'commit')).toEqual([
      'commit',
      'make-partitions',
      'make-partitions',
      'commit',
    ])
    expect(await partitions()).toEqual(['event_2027_02_28', 'event_2027_03_02'])
    expect(await countOf('DAYS')).toEqual({ atms: 1, events: 3, exceptions: 0 })
  })
})

describe('a batch that fails', () => {
  it('on a locked ATM is rolled back, and the connection goes on', async () => {
    const { store, sent } = await test.openWriter()
    await store(beat('LOCKED', 0))
    sent()
    await test.inspector.rows('begin')
    await test.inspector.rows(`select 1 from incident.atm where agent_atm_id = 'LOCKED' for update`)
    await expect(store(test.event('LOCKED', 'CARD_READER_FAIL', 0), beat('BESIDE', 0))).rejects.toMatchObject({
      code: '55P03',
    })
    await test.inspector.rows('rollback')
    expect(sent()).toEqual(['find-atms', 'begin', 'lock-atms', 'incident-ids', 'read-incident-states', 'rollback'])
    expect([await countOf('LOCKED'), await countOf('BESIDE')]).toEqual([{ ...NOTHING, atms: 1 }, NOTHING])
    expect((await store(test.event('LOCKED', 'CARD_READER_FAIL', 0)))[0]?.kind).toBe('stored')
  })

  it('in its writes stores nothing, makes no partitions, and the connection goes on', async () => {
    const { store, sent } = await test.openWriter()
    await store(beat('WRITES', 0))
    sent()
    const bad = test.event('WRITES', 'CARD_READER_FAIL', 0, { message: 'nul \u0000' })
    await expect(store(bad, exception('WRITES', 0))).rejects.toMatchObject({ code: '22021' })
    expect(sent()).not.toContain('make-partitions')
    expect(await countOf('WRITES')).toEqual({ ...NOTHING, atms: 1 })
    expect((await store(exception('WRITES', 0)))[0]?.kind).toBe('exception')
  })

  /** A writer whose connection behaves as `changes` say. */
  const openChanged = async (changes: (connection: LaneConnection) => Partial<LaneConnection>) => {
    const { connection, write } = await test.openWriter({ registration: 'auto' })
    const sent: string[] = []
    const changed = noting({ ...connection, ...changes(connection) }, sent)
    return { sent, connection, commit: (...signals: readonly Signal[]) => write(changed, signals) }
  }

  it('is not stored where its writes would fall into another transaction than its locks', async () => {
    const { commit } = await openChanged((connection) => ({
      async run(name, text, values) {
        if (name === 'guard') for (const command of ['commit', 'begin']) connection.command(command)
        return connection.run(name, text, values)
      },
    }))
    await expect(commit(test.event('GUARD', 'CARD_READER_FAIL', 0))).rejects.toMatchObject({ code: '22012' })
    expect(await countOf('GUARD')).toEqual({ ...NOTHING, atms: 1 })
  })

  it('is a failure where the server answers its commit with a rollback', async () => {
    const { commit } = await openChanged((connection) => ({
      command: (text) => connection.command(text === 'commit' ? 'rollback' : text),
    }))
    await expect(commit(beat('ROLLED', 0))).rejects.toThrow('the batch was not committed but answered ROLLBACK')
    expect(await countOf('ROLLED')).toEqual(NOTHING)
  })

  it('in its commit is unknown where the connection was lost, with its transaction and what it stored', async () => {
    let isOpen = true
    const { commit } = await openChanged((connection) => ({
      isOpen: () => isOpen,
      async command(text) {
        const tag = await connection.command(text)
        if (text !== 'commit') return tag
        isOpen = false
        throw new ConnectionLostError('lost')
      },
    }))
    const failure: unknown = await commit(test.event('UNKNOWN', 'CARD_READER_FAIL', 0)).catch((error) => error)
    expect(failure).toBeInstanceOf(CommitUnknownError)
    expect(failure).toMatchObject({
      name: 'CommitUnknownError',
      committed: { outcomes: [{ kind: 'stored' }], hasMessages: true },
      cause: { message: 'lost' },
    })
    const [row] = await test.rows(
      `select pg_xact_status($1::text::xid8) as status, xmin::text::int8 = $2::int8 as own
      from incident.event where agent_atm_id = 'UNKNOWN'`,
      [Reflect.get(Object(failure), 'transaction'), Reflect.get(Object(failure), 'transaction')],
    )
    expect(row).toEqual({ status: 'committed', own: true })
  })

  it('in its commit is none of doubt where it has no ATM of its own', async () => {
    await test.store(beat('DOUBT', 0, 'OTHER'))
    let isOpen = true
    const { commit } = await openChanged((connection) => ({
      isOpen: () => isOpen,
      async command(text) {
        const tag = await connection.command(text)
        if (text !== 'commit') return tag
        isOpen = false
        throw new ConnectionLostError('lost')
      },
    }))
    await expect(commit(beat('DOUBT', 0))).rejects.toBeInstanceOf(ConnectionLostError)
  })

  it('before its commit is not rolled back over a connection that is gone', async () => {
    let isOpen = true
    const {
      commit,
      connection: real,
      sent,
    } = await openChanged((connection) => ({
      isOpen: () => isOpen,
      async run(name, text, values) {
        const rows = await connection.run<never>(name, text, values)
        if (name !== 'lock-atms') return rows
        isOpen = false
        throw new ConnectionLostError('lost')
      },
    }))
    await expect(commit(beat('GONE', 0))).rejects.toBeInstanceOf(ConnectionLostError)
    expect(sent).not.toContain('rollback')
    // The server, which was not gone in truth, still holds its locks, among them one that other connections share.
    await real.command('rollback')
  })
})

it('a time of an ATM without a zone is read in that of the platform', async () => {
  const { store } = await test.openWriter({ platformTimeZone: 'Africa/Addis_Ababa' })
  const [outcome] = await store(test.event('ZONE', 'SUPERVISOR_EXIT', 180, { received: 300 }))
  expect(outcome).toMatchObject({ event: { time: { occurredAt: at(0) } } })
})
