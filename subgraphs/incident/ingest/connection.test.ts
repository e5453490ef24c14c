import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { tapDatabase } from '../../../tests/support/statement-tap.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'
import { ConnectionLostError, type LaneConnection, openLaneConnection, settleAll } from './connection.ts'

let db: TestDatabase
let inspector: Inspector
let connection: LaneConnection

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
})

beforeEach(async () => {
  connection = await openLaneConnection(db.urls.platform, 'lane under test')
})

afterEach(() => connection.close().catch(() => {}))

afterAll(async () => {
  await inspector.close()
  await db.drop()
})

const backends = () =>
  inspector.rows<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'lane under test' and datname = current_database()`,
  )
const terminate = () =>
  inspector.rows(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'lane under test' and datname = current_database()`,
  )

describe('a connection of the lane', () => {
  it('keeps its plans, and has limits of its own', async () => {
    const names = {
      enable_seqscan: 'off',
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
      jit: 'off',
      plan_cache_mode: 'force_generic_plan',
      lock_timeout: '250',
      statement_timeout: '10000',
      idle_in_transaction_session_timeout: '10000',
      TimeZone: 'UTC',
      application_name: 'lane under test',
    }
    const rows = await connection.run<{ name: string; setting: string }>(
      'settings',
      'select name, setting from pg_settings where name = any($1::text[])',
      [`{${Object.keys(names).join()}}`],
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(names)
    // What the server has by itself would not show that a setting was left out.
    const defaults = await inspector.rows<{ name: string }>(
      'select name from pg_settings where name = any($1) and boot_val = $2',
      [['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'], '0'],
    )
    expect(defaults).toHaveLength(3)
  })

  it('reads bigints as numbers and leaves the other types as they are', async () => {
    const [row] = await connection.run(
      'types',
      `select 9007199254740991::bigint as big, 7::int as small, 'x'::text as text, 1.5::float8 as float,
        2.50::numeric as exact, true as yes, '2026-11-20T12:00:00Z'::timestamptz as at, null::bigint as none,
        $1::text as given, $2::bigint as number`,
      ['{1,2}', 4_000_000_000],
    )
    expect(row).toEqual({
      big: 9_007_199_254_740_991,
      small: 7,
      text: 'x',
      float: 1.5,
      exact: '2.50',
      yes: true,
      at: new Date('2026-11-20T12:00:00Z'),
      none: null,
      given: '{1,2}',
      number: 4_000_000_000,
    })
  })

  it('prepares a statement under its name, once', async () => {
    for (const n of [1, 2, 3]) expect(await connection.run('thrice', 'select $1::int as n', [n])).toEqual([{ n }])
    const prepared = await connection.run(
      'prepared',
      `select name, statement from pg_prepared_statements where name <> 'prepared'`,
      [],
    )
    expect(prepared).toEqual([{ name: 'thrice', statement: 'select $1::int as n' }])
  })

  it('returns what became of a command', async () => {
    expect(await connection.command('begin')).toBe('BEGIN')
    await expect(connection.run('broken', 'select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
    expect(await connection.command('commit')).toBe('ROLLBACK')
    expect(connection.isOpen()).toBe(true)
  })

  it('sends what goes together in one piece, and hands back what was sent, also where sending fails', async () => {
    const answers = connection.together(() => [
      connection.command('begin'),
      connection.run('first', 'select 1 as n', []),
      connection.run('second', 'select 2 as n', []),
      connection.command('commit'),
    ])
    expect(await Promise.all<unknown>(answers)).toEqual(['BEGIN', [{ n: 1 }], [{ n: 2 }], 'COMMIT'])
    const failing = () =>
      connection.together(() => {
        throw new Error('cannot be sent')
      })
    expect(failing).toThrow('cannot be sent')
    expect(await connection.command('select 1')).toBe('SELECT')
  })

  it('sends a statement while those before it have no answer yet', async () => {
    const tapped = await tapDatabase(db)
    const pipelined = await openLaneConnection(tapped.urls.platform, 'lane under test')
    onTestFinished(async () => {
      await pipelined.close()
      await tapped.close()
    })
    let isAnswered = false
    const slow = 'select pg_sleep(60) from incident.event_type'
    const first = pipelined.command(slow).finally(() => {
      isAnswered = true
    })
    const refused = expect(first).rejects.toMatchObject({ code: '57014' })
    const next = pipelined.command('select count(*) from incident.event_type')
    const sent: string[] = []
    await expect.poll(() => sent.push(...tapped.take())).toBe(2)
    expect([isAnswered, sent[0]]).toEqual([false, slow])
    await expect
      .poll(() => inspector.rows(`select pg_cancel_backend(pid) from pg_stat_activity where query = $1`, [slow]))
      .toHaveLength(1)
    await refused
    expect(await next).toBe('SELECT')
  })

  it('stays open when the server refuses a statement', async () => {
    await expect(connection.command('selec')).rejects.toMatchObject({ code: '42601', severity: 'ERROR' })
    await expect(connection.run('none', 'select * from nothing', [])).rejects.toMatchObject({ code: '42P01' })
    expect([connection.isOpen(), await connection.command('select 1')]).toEqual([true, 'SELECT'])
  })

  it('is lost where the server ends it in a statement, and says so of all that were sent', async () => {
    const answers = [connection.run('slow', 'select pg_sleep(30)', []), connection.command('select 1')]
    const settled = Promise.allSettled(answers)
    await expect
      .poll(() =>
        inspector.rows(`select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`),
      )
      .toHaveLength(1)
    await terminate()
    for (const answer of await settled) {
      const reason = answer.status === 'rejected' ? answer.reason : null
      expect(reason).toBeInstanceOf(ConnectionLostError)
      expect(reason).toMatchObject({
        name: 'ConnectionLostError',
        message: 'the connection of the ingest lane was lost',
        cause: expect.any(Error),
      })
    }
    expect(connection.isOpen()).toBe(false)
    await expect(connection.command('select 1')).rejects.toBeInstanceOf(ConnectionLostError)
  })

  it('knows that it is lost where the server ends it between statements', async () => {
    expect(connection.isOpen()).toBe(true)
    await terminate()
    await expect.poll(() => connection.isOpen()).toBe(false)
  })

  it('is gone once it is closed', async () => {
    await expect.poll(backends).toHaveLength(1)
    const closing = connection.close()
    expect(connection.isOpen()).toBe(false)
    await closing
    await expect.poll(backends).toEqual([])
    await expect(connection.command('select 1')).rejects.toBeInstanceOf(ConnectionLostError)
  })

  it('is ended where the server does not say which one it is', async () => {
    await connection.close()
    await expect.poll(backends).toEqual([])
    await inspector.rows('revoke execute on function pg_control_system() from public')
    onTestFinished(async () => void (await inspector.rows('grant execute on function pg_control_system() to public')))
    await expect(openLaneConnection(db.urls.platform, 'lane under test')).rejects.toMatchObject({ code: '42501' })
    await expect.poll(backends).toEqual([])
  })

  it('is not made where no server answers', async () => {
    await expect(openLaneConnection('postgres://u@127.0.0.1:1/none', 'nobody')).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    })
  })
})

describe('promises that are settled together', () => {
  it('fail with the first of them, once all have ended', async () => {
    const order: string[] = []
    const slow = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      order.push('slow')
    })
    const failed = settleAll([slow, Promise.reject(new Error('first')), Promise.reject(new Error('second'))])
    await expect(failed.finally(() => order.push('failed'))).rejects.toThrow('first')
    expect(order).toEqual(['slow', 'failed'])
  })

  it('give their values in order', async () => {
    expect(await settleAll([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
  })
})
