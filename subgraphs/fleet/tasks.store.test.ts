import { beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../db/tenancy.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../tests/support/stores.ts'
import {
  deleteTasks,
  findTaskToReport,
  listPlacesWithTasks,
  listTaskedAgents,
  updateCancelled,
  updateExpired,
  updateNextTasks,
  updateReported,
} from './task-delivery.store.ts'
import { deleteTaskKeys, findBurden, findTaskOfKey, insertTaskKey } from './task-requests.store.ts'
import { listTaskPage, listTasksById, listTasksOfAtms, TASK_SORTING, type TaskFilter } from './tasks.store.ts'

const { read, run: sql, write } = createStoreTest()

const EVERY: TaskFilter = {
  status: null,
  kind: null,
  agentAtmId: null,
  atmId: null,
  requestedFrom: null,
  requestedTo: null,
  finishedFrom: null,
  finishedTo: null,
}
const AT = new Date('2026-11-20T12:00:00Z')

/** The id of a task: its number at the end, so that ids sort as numbers do. */
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const numberOf = ({ id }: { id: string }) => Number(id.slice(-2))
const numbersOf = (rows: readonly { id: string }[]) => rows.map(numberOf)
const task = async (n: number) => (await read(ALL, (tx) => listTasksById(tx, [idOf(n)])))[0]

/** Number, institution, ATM, kind, status, and the minutes of eleven o'clock of its request, its expiry and its end. */
const TASKS = [
  [1, 'ACME', 1, 'REBOOT', 'QUEUED', 30, 70, null],
  [2, 'ACME', 1, 'UPDATE_AGENT', 'QUEUED', 10, 60, null],
  [3, 'ACME', 1, 'REBOOT', 'QUEUED', 10, 61, null],
  [4, null, 1, 'REBOOT', 'QUEUED', 20, 65, null],
  [5, 'BETA', 1, 'REBOOT', 'QUEUED', 5, 70, null],
  [6, 'ACME', 2, 'REBOOT', 'SUCCEEDED', 40, 80, 45],
  [7, 'BETA', 3, 'RESTART_AGENT', 'CANCELLED', 10, 70, 50],
  [8, 'ACME', 2, 'REBOOT', 'SENT', 40, 71, null],
  [9, 'BETA', 3, 'REBOOT', 'QUEUED', 15, 59, null],
] as const

beforeEach(async () => {
  const minute = (n: number | null) =>
    n === null ? 'null' : `timestamptz '2026-11-20T11:00:00Z' + interval '${n} minutes'`
  const rows = TASKS.map(
    ([n, key, atm, kind, status, at, until, end]) =>
      `('${idOf(n)}', ${key === null ? 'null' : `'${key}'`}, ${atm}, 'A-${atm}', '${kind}', '${status}', 'ann',
        ${minute(at)}, ${minute(until)}, ${minute(end)}, '[{"to": "QUEUED"}]')`,
  )
  await sql('delete from fleet.task')
  await sql('delete from fleet.task_key')
  await sql(`insert into fleet.task (id, institution_key, atm_id, agent_atm_id, kind, status, requested_by,
    requested_at, expires_at, finished_at, history)
    values ${rows.join(', ')}`)
})

describe('a page of tasks', () => {
  type Paging = { sort?: keyof typeof TASK_SORTING.sortable; descending?: boolean; size?: number; offset?: number }
  const list = async (
    caller: Visibility,
    filter: Partial<TaskFilter> = {},
    { sort = 'requestedAt', descending = true, size = 20, offset = 0 }: Paging = {},
  ) => {
    const column = TASK_SORTING.sortable[sort]
    if (column === undefined) throw new Error(`nothing is sorted by ${sort}`)
    const { tieBreak } = TASK_SORTING
    const order = [
      { column, descending },
      { column: tieBreak.column, descending: tieBreak.descending },
    ]
    const page = await read(caller, (tx) =>
      listTaskPage(tx, caller, { ...EVERY, ...filter }, { page: 0, size, offset, order }),
    )
    return [...numbersOf(page.rows), `of ${page.total}`]
  }

  it('is sorted by any field, a status by its place in a task’s life, and unended tasks are always last', async () => {
    expect(TASK_SORTING.defaultSort).toEqual(['requestedAt,desc'])
    expect(await list(ALL)).toEqual([8, 6, 1, 4, 9, 7, 3, 2, 5, 'of 9'])
    expect(await list(BOTH, {}, { sort: 'status', descending: false })).toEqual([9, 5, 3, 2, 1, 8, 6, 7, 'of 8'])
    expect(await list(BOTH, {}, { sort: 'finishedAt', size: 3 })).toEqual([7, 6, 9, 'of 8'])
    expect(await list(BOTH, {}, { sort: 'finishedAt', size: 3, descending: false })).toEqual([6, 7, 9, 'of 8'])
    expect(await list(ACME, {}, { size: 2, offset: 1 })).toEqual([6, 1, 'of 5'])
    expect(await list({ unrestricted: false, institutions: [] })).toEqual(['of 0'])
  })

  it.each<readonly [Partial<TaskFilter>, readonly number[]]>([
    [{ status: 'SENT' }, [8]],
    [{ kind: 'RESTART_AGENT' }, [7]],
    [{ status: 'QUEUED', kind: 'REBOOT' }, [1, 4, 9, 3, 5]],
    [{ agentAtmId: 'A-2' }, [8, 6]],
    [{ atmId: 2, status: 'SUCCEEDED' }, [6]],
    [{ atmId: 3 }, [9, 7]],
    [{ requestedFrom: new Date('2026-11-20T11:30:00Z') }, [8, 6, 1]],
    [{ requestedTo: new Date('2026-11-20T11:10:00Z') }, [5]],
    [{ finishedFrom: new Date('2026-11-20T11:45:00Z') }, [6, 7]],
    [{ finishedTo: new Date('2026-11-20T11:50:00Z') }, [6]],
    [{ finishedFrom: new Date('2026-11-20T11:46:00Z'), finishedTo: new Date('2026-11-20T12:00:00Z') }, [7]],
  ])('is limited to %o', async (filter, expected) => {
    expect(await list(ALL, filter)).toEqual([...expected, `of ${expected.length}`])
    const own = expected.filter((n) => n !== 4)
    expect(await list(BOTH, filter)).toEqual([...own, `of ${own.length}`])
  })

  it('is the newest of each of many ATMs, too', async () => {
    const ofAtms = async (...given: readonly [readonly number[], 'QUEUED' | null, number]) =>
      numbersOf(await read(ALL, (tx) => listTasksOfAtms(tx, ...given)))
    expect(await ofAtms([1, 2], null, 2)).toEqual([8, 6, 1, 4])
    expect(await ofAtms([3, 1], null, 1)).toEqual([1, 9])
    expect(await ofAtms([1, 2, 3], 'QUEUED', 3)).toEqual([1, 4, 9, 3])
  })
})

describe('what waits for an agent', () => {
  const next = async (institutionKey: string | null) =>
    numbersOf(await write((tx) => updateNextTasks(tx, { agentAtmId: 'A-1', institutionKey, at: AT })))

  it('is handed out oldest first, then by id, of its institution or of none, until the moment it expires', async () => {
    expect(await next('ACME')).toEqual([3, 4, 1])
    expect(await task(3)).toMatchObject({ status: 'SENT', sentAt: AT, finishedAt: null })
    expect((await task(3))?.history).toEqual([
      { to: 'QUEUED' },
      { at: AT.toISOString(), actor: 'A-1', from: 'QUEUED', to: 'SENT' },
    ])
    expect(await task(2)).toMatchObject({ status: 'QUEUED', sentAt: null })
    expect(await next('ACME')).toEqual([])
    expect(await next('BETA')).toEqual([5])
  })

  it('is in the order of ids where it was asked for in one moment', async () => {
    await sql(`update fleet.task set expires_at = '2026-11-21T00:00:00Z'`)
    expect(await next('ACME')).toEqual([2, 3, 4, 1])
  })

  it('is handed out in parts of 200, oldest first', async () => {
    await sql(`insert into fleet.task (id, institution_key, atm_id, agent_atm_id, kind, status, requested_by,
      requested_at, expires_at, history)
      select gen_random_uuid(), 'BETA', 1, 'A-1', 'REBOOT', 'QUEUED', 'ann', '2026-11-20T10:00:00Z',
        '2026-11-21T10:00:00Z', '[]' from generate_series(1, 200)`)
    expect([(await next('BETA')).length, await next('BETA')]).toEqual([200, [5, 4]])
  })

  it('is known for many agents at once, as it would be handed out to each', async () => {
    const asked = [1, 2, 3, 4].flatMap((atm) =>
      ['ACME', 'BETA', null].map((institutionKey) => ({ agentAtmId: `A-${atm}`, institutionKey })),
    )
    const wouldGet = async (collector: (typeof asked)[number]): Promise<number> => {
      let count = 0
      const rolledBack = write(async (tx) => {
        count = (await updateNextTasks(tx, { ...collector, at: AT })).length
        throw new Error('rolled back')
      })
      await expect(rolledBack).rejects.toThrow('rolled back')
      return count
    }
    const counts: number[] = []
    for (const collector of asked) counts.push(await wouldGet(collector))
    expect(counts).toEqual([3, 2, 1, ...Array(9).fill(0)])
    expect(await read(ALL, (tx) => listPlacesWithTasks(tx, asked, AT))).toEqual([0, 1, 2])
    expect(await read(ALL, (tx) => listPlacesWithTasks(tx, [], AT))).toEqual([])
  })

  it('is listed by agent, with the first request since, in the order of these', async () => {
    const agents = async (minute: number, limit = 9) =>
      (await write((tx) => listTaskedAgents(tx, new Date(Date.UTC(2026, 10, 20, 11, minute)), limit))).map(
        ({ agentAtmId, at }) => `${agentAtmId} ${at.toISOString().slice(14, 23)}`,
      )
    expect(await agents(0)).toEqual(['A-1 05:00.000', 'A-3 15:00.000'])
    expect(await agents(15)).toEqual(['A-3 15:00.000', 'A-1 20:00.000'])
    expect(await agents(15, 1)).toEqual(['A-3 15:00.000'])
    expect(await agents(16)).toEqual(['A-1 20:00.000'])
    await sql(`update fleet.task set requested_at = '2026-11-20T11:20:00.123Z' where status = 'QUEUED'`)
    expect(await agents(0)).toEqual(['A-1 20:00.123', 'A-3 20:00.123'])
  })
})

describe('the end of a task', () => {
  const reported = async (n: number, report: Parameters<typeof updateReported>[2]) => {
    await write(async (tx) => {
      const known = await findTaskToReport(tx, idOf(n))
      if (known !== null) await updateReported(tx, known, report, AT)
    })
    return task(n)
  }

  it('is noted with what the agent reported; taking it up is no end', async () => {
    const entry = { at: AT.toISOString(), actor: 'A-2', from: 'SENT', to: 'ACKED' }
    const acked = await reported(8, { status: 'ACKED', result: null, error: null })
    expect(acked).toMatchObject({
      status: 'ACKED',
      finishedAt: null,
      result: null,
      error: null,
      history: [{ to: 'QUEUED' }, entry],
    })
    const failed = await reported(8, { status: 'FAILED', result: { code: 7 }, error: 'busy' })
    expect(failed).toMatchObject({ status: 'FAILED', finishedAt: AT, result: { code: 7 }, error: 'busy' })
    expect((await task(6))?.status).toBe('SUCCEEDED')
  })

  it('comes by hand for one that waits, with who and when', async () => {
    const cancel = (n: number) => write((tx) => updateCancelled(tx, idOf(n), 'bob', AT))
    const entry = { at: AT.toISOString(), actor: 'bob', from: 'QUEUED', to: 'CANCELLED' }
    expect(await cancel(1)).toMatchObject({ status: 'CANCELLED', finishedAt: AT, history: [{ to: 'QUEUED' }, entry] })
    expect([await cancel(1), await cancel(8), await cancel(99)]).toEqual([null, null, null])
    expect((await task(3))?.status).toBe('QUEUED')
  })

  it('comes by time at the moment it expires, those first that expired first', async () => {
    const expire = (limit: number) => write((tx) => updateExpired(tx, 'platform', AT, limit))
    expect(await expire(1)).toBe(1)
    const entry = { at: AT.toISOString(), actor: 'platform', from: 'QUEUED', to: 'EXPIRED' }
    expect(await task(9)).toMatchObject({ status: 'EXPIRED', finishedAt: AT, history: [{ to: 'QUEUED' }, entry] })
    expect([await expire(9), await expire(9)]).toEqual([1, 0])
    expect([(await task(2))?.status, (await task(3))?.status]).toEqual(['EXPIRED', 'QUEUED'])
  })

  it('lets it be forgotten, those first that were asked for first, unless it waits', async () => {
    const before = new Date('2026-11-20T11:40:00Z')
    await sql(`update fleet.task set status = 'FAILED' where id in ('${idOf(3)}', '${idOf(1)}')`)
    expect(await write((tx) => deleteTasks(tx, before, 1))).toBe(1)
    expect(await task(3)).toBeUndefined()
    expect(await write((tx) => deleteTasks(tx, before, 9))).toBe(2)
    expect((await task(6))?.status).toBe('SUCCEEDED')
    expect(await write((tx) => deleteTasks(tx, new Date(before.getTime() + 1), 9))).toBe(2)
  })
})

describe('a caller’s key', () => {
  const row = (n: number, minute: number, key: string | null = 'ACME') => ({
    ...{ hash: 'h', institutionKey: key, taskId: idOf(n), requestedAt: new Date(Date.UTC(2026, 10, 20, 11, minute)) },
  })
  const after = (minute: number) => new Date(Date.UTC(2026, 10, 20, 11, minute))

  it('is of its task until a moment, and may be used again from that moment on', async () => {
    expect(await write((tx) => insertTaskKey(tx, row(1, 10), after(0)))).toBe(true)
    expect(await write((tx) => insertTaskKey(tx, row(2, 20), after(9)))).toBe(false)
    const found = async (minute: number, hash = 'h') =>
      (await write((tx) => findTaskOfKey(tx, hash, after(minute))))?.id ?? null
    expect([await found(9), await found(10), await found(9, 'other')]).toEqual([idOf(1), null, null])
    expect(await write((tx) => insertTaskKey(tx, row(2, 20, 'BETA'), after(10)))).toBe(true)
    expect([await found(19), await found(20)]).toEqual([idOf(2), null])
    const forget = (minute: number) => write((tx) => deleteTaskKeys(tx, after(minute), 5))
    expect([await forget(19), await forget(20), await forget(20)]).toEqual([0, 1, 0])
  })

  it('is forgotten with no more than asked for at once', async () => {
    for (const hash of ['a', 'b', 'c']) await write((tx) => insertTaskKey(tx, { ...row(1, 10), hash }, after(0)))
    expect(await write((tx) => deleteTaskKeys(tx, after(30), 2))).toBe(2)
    expect(await write((tx) => deleteTaskKeys(tx, after(30), 2))).toBe(1)
  })
})

describe('the burden of an ATM', () => {
  it('is what waits and has not expired, and what was asked for after a moment, up to a limit', async () => {
    const burden = (agentAtmId: string, minute: number, most = 9) =>
      write((tx) =>
        findBurden(
          tx,
          { agentAtmId, atmReactivatedAt: null },
          { at: AT, after: new Date(Date.UTC(2026, 10, 20, 11, minute)), most },
        ),
      )
    expect(await burden('A-1', 10)).toEqual({ waiting: 4, recent: 2, isRetired: false })
    expect(await burden('A-1', 9)).toEqual({ waiting: 4, recent: 4, isRetired: false })
    expect(await burden('A-1', 0, 3)).toEqual({ waiting: 3, recent: 3, isRetired: false })
    expect(await burden('A-2', 0)).toEqual({ waiting: 0, recent: 2, isRetired: false })
    expect(await burden('A-9', 0)).toEqual({ waiting: 0, recent: 0, isRetired: false })
  })
})
