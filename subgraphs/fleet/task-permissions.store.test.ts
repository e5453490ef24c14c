import { beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../db/tenancy.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../tests/support/stores.ts'
import {
  findVersionToWrite,
  type GrantSet,
  listAllGrants,
  listGrantedKinds,
  listGrantSets,
  listGrants,
  listWrittenSets,
  updateGrants,
} from './task-permissions.store.ts'

const { read, run } = createStoreTest()

const AT = new Date('2026-11-20T10:00:00.250Z')
const BETA: Visibility = { unrestricted: false, institutions: ['BETA'] }

/**
 * ACME was given both kinds in its fourth set, BETA one in its first; GAMMA's set is empty, and DELTA's was never
 * written as a set.
 */
beforeEach(() =>
  run(
    'truncate fleet.task_permission, fleet.task_permission_set',
    `insert into fleet.task_permission_set (institution_key, version, written_by, written_at) values
      ('GAMMA', 2, 'gus', '2026-11-20T12:00:00.999Z'), ('ACME', 4, 'ann', '2026-11-20T11:00:00.250Z'),
      ('BETA', 1, null, null)`,
    `insert into fleet.task_permission (institution_key, task_kind, granted_by, granted_at) values
      ('BETA', 'REBOOT', 'bob', '2026-11-20T09:00:00.500Z'),
      ('ACME', 'RESTART_AGENT', 'amy', '2026-11-20T10:00:00.250Z'),
      ('ACME', 'REBOOT', 'ann', '2026-11-20T10:00:00.250Z'), ('DELTA', 'RESTART_AGENT', 'dan', '2026-11-20T08:00:00Z'),
      ('DELTA', 'REBOOT', 'dee', '2026-11-20T08:30:00Z')`,
  ),
)

const lines = (rows: readonly { institutionKey: string; taskKind: string; grantedBy: string; grantedAt: Date }[]) =>
  rows.map(({ institutionKey, taskKind, grantedBy, grantedAt }) =>
    [institutionKey, taskKind, grantedBy, grantedAt.toISOString().slice(11, -1)].join(' '),
  )

const OF_ACME = ['ACME REBOOT ann 10:00:00.250', 'ACME RESTART_AGENT amy 10:00:00.250']
const OF_BETA = ['BETA REBOOT bob 09:00:00.500']
const OF_DELTA = ['DELTA REBOOT dee 08:30:00.000', 'DELTA RESTART_AGENT dan 08:00:00.000']

describe('grants', () => {
  it('of an institution are sorted by kind, and those of others are not seen', async () => {
    const grants = async (caller: Visibility, key: string) => lines(await read(caller, (tx) => listGrants(tx, key)))
    expect(await grants(ALL, 'ACME')).toEqual(OF_ACME)
    expect([await grants(ALL, 'GAMMA'), await grants(ACME, 'BETA')]).toEqual([[], []])
  })

  it('of all institutions of the caller are sorted by institution and kind', async () => {
    const all = async (caller: Visibility) => lines(await read(caller, (tx) => listAllGrants(tx, caller)))
    expect(await all(ALL)).toEqual([...OF_ACME, ...OF_BETA, ...OF_DELTA])
    expect(await all(BOTH)).toEqual([...OF_ACME, ...OF_BETA])
    expect(await all(BETA)).toEqual(OF_BETA)
  })

  it('give the kinds that any institution of the caller has, each once', async () => {
    const kinds = (caller: Visibility) => read(caller, (tx) => listGrantedKinds(tx, caller))
    expect(await kinds(ALL)).toEqual(['REBOOT', 'RESTART_AGENT'])
    expect(await kinds(BOTH)).toEqual(['REBOOT', 'RESTART_AGENT'])
    expect(await kinds(BETA)).toEqual(['REBOOT'])
  })
})

describe('sets of grants', () => {
  it('of many institutions have a version each, 0 where none was written', async () => {
    const sets = await read(ALL, (tx) => listGrantSets(tx, ['DELTA', 'ACME', 'GAMMA', 'NONE']))
    const all = [...sets].sort(([a], [b]) => a.localeCompare(b))
    expect(all.map(([key, { version, grants }]) => [key, version, lines(grants)])).toEqual([
      ['ACME', 4, OF_ACME],
      ['DELTA', 0, OF_DELTA],
      ['GAMMA', 2, []],
      ['NONE', 0, []],
    ])
  })

  it('say who wrote them last and when, or else the last of their grants, by institution', async () => {
    const sets = async (caller: Visibility) =>
      (await read(caller, (tx) => listWrittenSets(tx, caller))).map(
        ({ institutionKey, version, kinds, writtenBy, writtenAt }) =>
          [institutionKey, version, kinds.join('+'), writtenBy, writtenAt?.toISOString().slice(11, -1)].join(' '),
      )
    const ofAcme = 'ACME 4 REBOOT+RESTART_AGENT ann 11:00:00.250'
    const ofBeta = 'BETA 1 REBOOT bob 09:00:00.500'
    expect(await sets(ALL)).toEqual([
      ofAcme,
      ofBeta,
      'DELTA 0 REBOOT+RESTART_AGENT dee 08:30:00.000',
      'GAMMA 2  gus 12:00:00.999',
    ])
    expect([await sets(BOTH), await sets(ACME)]).toEqual([[ofAcme, ofBeta], [ofAcme]])
    await run(
      'delete from fleet.task_permission',
      `delete from fleet.task_permission_set where institution_key <> 'BETA'`,
    )
    expect(await read(ALL, (tx) => listWrittenSets(tx, ALL))).toEqual([
      { institutionKey: 'BETA', version: 1, kinds: [], writtenBy: null, writtenAt: null },
    ])
  })

  it('are replaced as a whole, those of others untouched', async () => {
    const replace = (key: string, set: GrantSet) =>
      read(ALL, (tx) => updateGrants(tx, key, { ...set, writtenBy: 'eve', writtenAt: AT }))
    const reboot = { institutionKey: 'ACME', taskKind: 'REBOOT', grantedBy: 'eve', grantedAt: AT } as const
    await replace('ACME', { version: 5, grants: [reboot] })
    await replace('NEW', { version: 1, grants: [] })
    expect(lines(await read(ALL, (tx) => listAllGrants(tx, ALL)))).toEqual([
      'ACME REBOOT eve 10:00:00.250',
      ...OF_BETA,
      ...OF_DELTA,
    ])
    const written = await run(
      'select institution_key as key, version::int, written_by as by from fleet.task_permission_set order by 1',
    )
    expect(written.map(({ key, version, by }) => `${key} ${version} ${by}`)).toEqual([
      'ACME 5 eve',
      'BETA 1 null',
      'GAMMA 2 gus',
      'NEW 1 eve',
    ])
  })

  it('have one writer at a time, who knows their version', async () => {
    const version = (key: string) => read(ALL, (tx) => findVersionToWrite(tx, key))
    expect([await version('ACME'), await version('GAMMA'), await version('NONE')]).toEqual([4, 2, 0])
    const locked = (key: string) =>
      run(`select pg_try_advisory_lock(hashtextextended('fleet.task_permission:${key}', 0)) as free`)
    await read(ALL, async (tx) => {
      await findVersionToWrite(tx, 'ACME')
      expect([await locked('ACME'), await locked('BETA')]).toEqual([[{ free: false }], [{ free: true }]])
    })
  })
})
