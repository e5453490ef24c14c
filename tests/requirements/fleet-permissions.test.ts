import { afterAll, beforeAll } from 'vitest'
import { checkRows, each, openRequirements, pick, type RequirementsPlatform, type Row, refused } from './table.ts'

const NOW = '2026-11-20T10:00:00.000Z'
let platform: RequirementsPlatform

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, start: false })
})
afterAll(() => platform.close())

const ADMIN = { role: 'ADMIN', email: 'root@example.org' } as const
/** Where the requirements have it; `/fleet/api/fleet/task-permissions` is the same. */
const PERMISSIONS = '/fleet/task-permissions'
const PREFIXED = '/fleet/api/fleet/task-permissions'
const NEVER_GRANTABLE = ['CONFIG_UPDATE', 'INSTALL_MODULE', 'UPDATE_AGENT', 'PACKET_CAPTURE'] as const

let keys = 0
/** An institution of its own with these grants, written an hour ago. */
const institutionWith = (kinds: readonly string[]) => async () => {
  keys += 1
  const key = `OWN-${keys}`
  platform.clock.set('2026-11-20T09:00:00.000Z')
  await platform.prepare(
    { role: 'ADMIN', email: 'before@example.org' },
    { call: `PUT ${PERMISSIONS}/${key}`, body: kinds },
  )
  platform.clock.set(NOW)
  return { key }
}
const GRANT = 'institutionKey taskKind grantedBy grantedAt'
const asOnRest = (grants: unknown) =>
  Array.isArray(grants)
    ? grants.map(({ institutionKey, taskKind, grantedBy, grantedAt }) => ({
        institution_key: institutionKey,
        task_kind: taskKind,
        granted_by: grantedBy,
        granted_at: grantedAt,
      }))
    : grants
const withoutKey = (grants: unknown) => pick('task_kind', 'granted_by', 'granted_at')(grants)

/** Writes the set of the given institution, of `key` otherwise. */
const put = (kinds: unknown, key?: string, path = PERMISSIONS): Pick<Row, 'rest' | 'graph'> => ({
  rest: (given) => ({ call: `PUT ${path}/${key ?? given.key}`, body: kinds, value: withoutKey }),
  graph: (given) => ({
    query: `mutation ($key: ID!, $kinds: [TaskKind!]!) { setTaskPermissions(key: $key, kinds: $kinds) { ${GRANT} } }`,
    variables: { key: key ?? given.key, kinds },
    value: (data) => withoutKey(asOnRest(Object(data).setTaskPermissions)),
  }),
})
const get = (key?: string): Pick<Row, 'rest' | 'graph'> => ({
  rest: (given) => ({ call: `GET ${PERMISSIONS}/${key ?? given.key}`, value: each('task_kind') }),
  graph: (given) => ({
    query: `query ($key: ID!) { taskPermissions(key: $key) { ${GRANT} } }`,
    variables: { key: key ?? given.key },
    value: (data) => each('task_kind')(asOnRest(Object(data).taskPermissions)),
  }),
})
const now = (kind: string, by: string) => ({ task_kind: kind, granted_by: by, granted_at: NOW })

checkRows('Fleet service: PUT /task-permissions/{key}', () => platform, [
  {
    requirement: 'Rules 4: replaces the whole set; granted_by is the principal, granted_at the time of the last edit',
    as: ADMIN,
    given: institutionWith(['REBOOT']),
    ...put(['RESTART_AGENT', 'REBOOT']),
    expected: [now('REBOOT', 'root@example.org'), now('RESTART_AGENT', 'root@example.org')],
  },
  {
    requirement: 'replaces, does not merge',
    as: ADMIN,
    given: institutionWith(['REBOOT']),
    ...put(['RESTART_AGENT']),
    expected: [now('RESTART_AGENT', 'root@example.org')],
  },
  {
    requirement: 'the empty set revokes all; a revoked grant is deleted',
    as: ADMIN,
    given: institutionWith(['REBOOT', 'RESTART_AGENT']),
    ...put([]),
    expected: [],
  },
  {
    requirement: 'one grant exists per institution and kind',
    as: ADMIN,
    given: institutionWith([]),
    ...put(['REBOOT', 'REBOOT']),
    expected: [now('REBOOT', 'root@example.org')],
  },
  {
    requirement: 'granted_by: the subject where the token has no e-mail',
    as: { role: 'BCOS_ADMIN', userId: '34' },
    given: institutionWith([]),
    ...put(['REBOOT']),
    expected: [now('REBOOT', '34')],
  },
  ...NEVER_GRANTABLE.flatMap((kind) => [
    {
      requirement: `Rules 3: a kind outside the grantable set is rejected with 400; ${kind}`,
      as: ADMIN,
      given: institutionWith(['REBOOT']),
      ...put(['REBOOT', kind]),
      expected: refused(400, kind),
    },
    {
      requirement: `Rules 3: nothing is silently dropped, the set stays as it was; ${kind}`,
      as: ADMIN,
      given: async () => {
        const given = await institutionWith(['RESTART_AGENT'])()
        await platform.rest(ADMIN, { call: `PUT ${PERMISSIONS}/${given.key}`, body: ['REBOOT', kind] })
        return given
      },
      ...get(),
      expected: ['RESTART_AGENT'],
    },
  ]),
  {
    requirement: 'Rules 3: a kind that is not known is rejected with 400',
    as: ADMIN,
    given: institutionWith([]),
    ...put(['SCRIPT_EXECUTION']),
    expected: refused(400, 'SCRIPT_EXECUTION'),
  },
  {
    requirement: 'Rules 4: two edits one after the other, the last write wins with no error',
    as: ADMIN,
    given: async () => {
      const given = await institutionWith([])()
      const call = `PUT ${PERMISSIONS}/${given.key}`
      await Promise.all([
        platform.prepare(ADMIN, { call, body: ['REBOOT'] }),
        platform.prepare(ADMIN, { call, body: ['REBOOT', 'RESTART_AGENT'] }),
      ])
      await platform.prepare(ADMIN, { call, body: ['RESTART_AGENT'] })
      return given
    },
    ...get(),
    expected: ['RESTART_AGENT'],
  },
  ...(['ADMIN', 'BCOS_ADMIN'] as const).map((role) => ({
    requirement: `${role} may write the set of any institution`,
    as: { role, institutions: [], email: 'any@example.org' },
    given: institutionWith([]),
    ...put(['REBOOT'], undefined, PREFIXED),
    expected: [now('REBOOT', 'any@example.org')],
  })),
  {
    requirement: 'MSP_ADMIN may write the set of an institution of its token',
    as: ({ key = '' }: Readonly<Record<string, string>>) => ({
      role: 'MSP_ADMIN' as const,
      institutions: [key],
      email: 'm@example.org',
    }),
    given: institutionWith([]),
    ...put(['REBOOT']),
    expected: [now('REBOOT', 'm@example.org')],
  },
  {
    requirement: 'MSP_ADMIN may not write the set of another institution',
    as: { role: 'MSP_ADMIN', institutions: ['ACME'] },
    ...put(['REBOOT'], 'BETA'),
    expected: refused(403),
  },
  ...(['USER', 'CUSTOMER', 'AGENT'] as const).flatMap((role) => [
    {
      requirement: `${role} may not write a set`,
      as: { role, institutions: ['ACME'] },
      ...put(['REBOOT'], 'ACME'),
      expected: refused(403),
    },
    {
      requirement: `${role} may not read a set`,
      as: { role, institutions: ['ACME'] },
      ...get('ACME'),
      expected: refused(403),
    },
  ]),
  { requirement: 'Errors: missing token, PUT', as: null, ...put(['REBOOT'], 'ACME'), expected: refused(401) },
  { requirement: 'Errors: missing token, GET', as: null, ...get('ACME'), expected: refused(401) },
])
