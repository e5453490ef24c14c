import { afterAll, beforeAll } from 'vitest'
import { registerAtms } from './journals.ts'
import { type BothCalls, checkRows, openRequirements, pick, type RequirementsPlatform, refused } from './table.ts'

const NOW = '2026-11-20T10:00:00.000Z'
let platform: RequirementsPlatform

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, start: false })
  await registerAtms(platform, 'ACME', ['A-1'])
  await registerAtms(platform, 'NONE', ['N-1'])
  await platform.prepare(ADMIN, { call: `PUT ${PERMISSIONS}/ACME`, body: ['REBOOT'] })
  await platform.prepare(ADMIN, { call: `PUT ${PERMISSIONS}/BETA`, body: ['RESTART_AGENT'] })
  await platform.prepare(ADMIN, { call: `PUT ${PERMISSIONS}/BOTH`, body: ['RESTART_AGENT', 'REBOOT'] })
})
afterAll(() => platform.close())

const ADMIN = { role: 'ADMIN', email: 'root@example.org' } as const
const TASKS = 'POST /fleet/api/fleet/tasks'
/** Where the requirements have it; `/fleet/api/fleet/task-permissions` is the same. */
const PERMISSIONS = '/fleet/task-permissions'
const PREFIXED = '/fleet/api/fleet/task-permissions'
const NEVER_GRANTABLE = ['CONFIG_UPDATE', 'INSTALL_MODULE', 'UPDATE_AGENT', 'PACKET_CAPTURE'] as const
const ALL_KINDS = ['CONFIG_UPDATE', 'INSTALL_MODULE', 'PACKET_CAPTURE', 'REBOOT', 'RESTART_AGENT', 'UPDATE_AGENT']

const push = (task: Record<string, unknown>, ...fields: readonly string[]): BothCalls => ({
  rest: { call: TASKS, body: task, status: 201, value: pick(...fields) },
  graph: {
    query: 'mutation ($task: TaskInput!) { createTask(task: $task) { kind status requestedAt expiresAt } }',
    variables: { task },
    value: (data) => pick(...fields)(Object(data).createTask),
  },
})
const pushKind = (kind: string, agentAtmId = 'A-1') => push({ agentAtmId, kind }, 'kind', 'status')
const customer = (...institutions: readonly string[]) => ({
  role: 'CUSTOMER' as const,
  institutions: [...institutions],
})

checkRows('Fleet service: POST /api/fleet/tasks', () => platform, [
  ...(['ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN'] as const).flatMap((role) =>
    ALL_KINDS.map((kind) => ({
      requirement: `${role} may push ${kind}`,
      as: { role, institutions: ['ACME'] },
      ...pushKind(kind),
      expected: { kind, status: 'QUEUED' },
    })),
  ),
  {
    requirement: 'CUSTOMER may push a grantable kind that is granted to its institution',
    as: customer('ACME'),
    ...pushKind('REBOOT'),
    expected: { kind: 'REBOOT', status: 'QUEUED' },
  },
  {
    requirement: 'Errors: a grantable kind not granted to the institution is 403: it is not permitted',
    as: customer('ACME'),
    ...pushKind('RESTART_AGENT'),
    expected: refused(403, 'Your institution is not permitted'),
  },
  {
    requirement: 'Errors: a grantable kind not granted to the institution is 403: ask the service provider',
    as: customer('ACME'),
    ...pushKind('RESTART_AGENT'),
    expected: refused(403, 'ask your service provider'),
  },
  {
    requirement: 'Task permission grant: no row means denied',
    as: customer('NONE'),
    ...pushKind('REBOOT', 'N-1'),
    expected: refused(403, 'ask your service provider'),
  },
  ...NEVER_GRANTABLE.map((kind) => ({
    requirement: `Errors: a kind outside the grantable set is 403: it can never be pushed by a customer; ${kind}`,
    as: customer('ACME'),
    ...pushKind(kind),
    expected: refused(403, 'can never be pushed by a customer'),
  })),
  ...(['USER', 'AGENT'] as const).map((role) => ({
    requirement: `Errors: role not permitted for POST /api/fleet/tasks, 403; ${role}`,
    as: { role, institutions: ['ACME'] },
    ...pushKind('REBOOT'),
    expected: refused(403),
  })),
  { requirement: 'Errors: missing token', as: null, ...pushKind('REBOOT'), expected: refused(401) },
  ...['SCRIPT_EXECUTION', 'reboot', '', null, undefined].map((kind) => ({
    requirement: `a kind that is not known is 400; ${JSON.stringify(kind)}`,
    as: ADMIN,
    ...push({ agentAtmId: 'A-1', kind }),
    expected: refused(400, 'kind'),
  })),
  ...(
    [
      [undefined, '2026-11-20T10:15:00.000Z'],
      [null, '2026-11-20T10:15:00.000Z'],
      [60, '2026-11-20T10:01:00.000Z'],
      [86_400, '2026-11-21T10:00:00.000Z'],
    ] as const
  ).map(([expiresInSeconds, expiresAt]) => ({
    requirement: `expiresInSeconds: 900 by default, 60 to 86400; ${expiresInSeconds}`,
    as: ADMIN,
    ...push({ agentAtmId: 'A-1', kind: 'REBOOT', expiresInSeconds }, 'requestedAt', 'expiresAt'),
    expected: { requestedAt: NOW, expiresAt },
  })),
  ...[59, 86_401].map((expiresInSeconds) => ({
    requirement: `expiresInSeconds: 60 to 86400; ${expiresInSeconds} is refused`,
    as: ADMIN,
    ...push({ agentAtmId: 'A-1', kind: 'REBOOT', expiresInSeconds }),
    expected: refused(400, 'expiresInSeconds'),
  })),
])

const mine: BothCalls = { rest: { call: `GET ${PERMISSIONS}/mine` }, graph: { query: '{ myTaskKinds }' } }

checkRows('Fleet service: GET /task-permissions/mine', () => platform, [
  ...(['ADMIN', 'BCOS_ADMIN'] as const).map((role) => ({
    requirement: `Rules 5: all kinds for unrestricted callers; ${role}`,
    as: { role },
    ...mine,
    expected: ALL_KINDS,
  })),
  {
    requirement: 'Rules 5: all kinds for a non-customer scoped caller; MSP_ADMIN',
    as: { role: 'MSP_ADMIN', institutions: ['NONE'] },
    ...mine,
    expected: ALL_KINDS,
  },
  ...(
    [
      [['ACME'], ['REBOOT']],
      [['BETA'], ['RESTART_AGENT']],
      [
        ['ACME', 'BETA'],
        ['REBOOT', 'RESTART_AGENT'],
      ],
      [
        ['ACME', 'BOTH'],
        ['REBOOT', 'RESTART_AGENT'],
      ],
      [['NONE'], []],
      [[], []],
    ] as const
  ).map(([institutions, kinds]) => ({
    requirement: `Rules 5: for CUSTOMER the union of grants of ${institutions.join(' and ') || 'no institution'}`,
    as: customer(...institutions),
    ...mine,
    expected: kinds,
  })),
  ...(['USER', 'AGENT'] as const).map((role) => ({
    requirement: `any authenticated caller, only the kinds that are allowed; ${role}`,
    as: { role, institutions: ['ACME'] },
    ...mine,
    expected: [],
  })),
  {
    requirement: 'under the prefix of the service too',
    as: ADMIN,
    rest: { call: `GET ${PREFIXED}/mine` },
    expected: ALL_KINDS,
  },
  { requirement: 'Errors: missing token', as: null, ...mine, expected: refused(401) },
])
