import { describe, expect, it } from 'vitest'
import type { TaskRow } from '../../db/fleet/task.ts'
import { faultsOf, refusalOf } from '../../tests/support/refusals.ts'
import { INTERNAL_PRINCIPAL, type Principal } from '../kit/auth/principal.ts'
import type { FieldFault } from '../kit/common/errors.ts'
import type { TaskInput } from './schema.gen.ts'
import { readParams } from './task-params.rules.ts'
import { checkOwnInstitution, grantableSet, mayPushAny, TASK_KINDS, tagOf } from './task-permissions.rules.ts'
import {
  checkBurden,
  checkEverGrantable,
  checkGranted,
  checkSameOrder,
  firstAnswer,
  isSameOrder,
  orderOf,
  visibleAtm,
} from './task-requests.rules.ts'
import { actorOf, changeOf, refuseCancel } from './tasks.rules.ts'

const AT = new Date('2026-11-20T12:00:00Z')
const order = (given: Partial<TaskInput> = {}, key: string | null = null) =>
  orderOf({ agentAtmId: ' A-1 ', kind: 'REBOOT', ...given }, key)
const refused = (given: Partial<TaskInput>, key: string | null = null) => refusalOf(() => order(given, key))
const caller = (given: Partial<Principal> = {}): Principal => ({ ...INTERNAL_PRINCIPAL, role: 'CUSTOMER', ...given })

describe('a task that is asked for', () => {
  it('waits fifteen minutes unless it says otherwise', () => {
    expect(order()).toEqual({
      agentAtmId: 'A-1',
      kind: 'REBOOT',
      params: null,
      reason: null,
      expiresInSeconds: 900,
      idempotencyKey: null,
    })
  })

  it('has no key where none is sent', () => {
    expect(orderOf({ agentAtmId: 'A-1', kind: 'REBOOT' }, undefined).idempotencyKey).toBeNull()
  })

  it('waits from a minute to a day', () => {
    expect([60, 86_400].map((expiresInSeconds) => order({ expiresInSeconds }).expiresInSeconds)).toEqual([60, 86_400])
    for (const expiresInSeconds of [59, 86_401, 0, -1])
      expect(refused({ expiresInSeconds })).toEqual(['BAD_USER_INPUT', 'expiresInSeconds'])
  })

  it('has a reason of at most 500 characters, with card numbers masked; a blank one is none', () => {
    expect(order({ reason: ' ' }).reason).toBeNull()
    expect(order({ reason: 'x'.repeat(500) }).reason).toHaveLength(500)
    expect(refused({ reason: 'x'.repeat(501) })).toEqual(['BAD_USER_INPUT', 'reason'])
    expect(order({ reason: 'card 4111111111111111' }).reason).not.toContain('4111111111111111')
  })

  it('has a key of 1 to 200 printable ASCII characters that shows something', () => {
    expect(order({}, 'k').idempotencyKey).toBe('k')
    expect(order({}, '~'.repeat(200)).idempotencyKey).toHaveLength(200)
    for (const key of ['', ' ', 'k'.repeat(201), 'é', 'a\n', '\tb'])
      expect(refused({}, key)).toEqual(['BAD_USER_INPUT', 'Idempotency-Key'])
  })

  it('is refused with every fault at once', () => {
    const all = { agentAtmId: '', params: 3, reason: 'x'.repeat(501), expiresInSeconds: 1 }
    expect(refused(all, '')).toEqual([
      ...['BAD_USER_INPUT', 'agentAtmId', 'params', 'reason', 'expiresInSeconds', 'Idempotency-Key'],
    ])
  })
})

describe('the params of a task', () => {
  const params = (kind: TaskInput['kind'], given: unknown) => {
    const faults: FieldFault[] = []
    const read = readParams(kind, given, faults)
    return faults.length > 0 ? faults.map(({ field, message }) => `${field}: ${message}`) : read
  }

  it('are those of its kind, in their bounds', () => {
    for (const delaySeconds of [0, 86_400]) expect(params('REBOOT', { delaySeconds })).toEqual({ delaySeconds })
    for (const delaySeconds of [-1, 86_401, 1.5, '1'])
      expect(params('REBOOT', { delaySeconds })).toEqual([
        'params.delaySeconds: must be a whole number from 0 to 86400',
      ])
    for (const seconds of [1, 600]) expect(params('PACKET_CAPTURE', { seconds })).toEqual({ seconds })
    for (const seconds of [0, 601])
      expect(params('PACKET_CAPTURE', { seconds })).toEqual(['params.seconds: must be a whole number from 1 to 600'])
    const names = { module: 'm', version: 'v'.repeat(100) }
    expect(params('INSTALL_MODULE', names)).toEqual(names)
    for (const version of ['', ' ', 'v'.repeat(101), 5])
      expect(params('UPDATE_AGENT', { version })).toEqual(['params.version: must be a text of 1 to 100 characters'])
    expect(params('CONFIG_UPDATE', { config: { a: [1] } })).toEqual({ config: { a: [1] } })
    for (const config of [[], 'x', 3])
      expect(params('CONFIG_UPDATE', { config })).toEqual(['params.config: must be a JSON object'])
    const bytes = (n: number) => ({ config: { a: 'x'.repeat(n - '{"a":""}'.length) } })
    expect(params('CONFIG_UPDATE', bytes(16_384))).toEqual(bytes(16_384))
    expect(params('CONFIG_UPDATE', bytes(16_385))).toEqual(['params.config: must be 16 KiB of JSON or less'])
  })

  it('are none when left out, and one that is null is left out', () => {
    expect([params('REBOOT', undefined), params('REBOOT', null)]).toEqual([null, null])
    expect(params('REBOOT', { delaySeconds: null })).toEqual({})
    for (const given of [[], 'x', 3]) expect(params('REBOOT', given)).toEqual(['params: must be a JSON object'])
  })

  it('that the kind does not know are refused, with those that it takes', () => {
    expect(params('RESTART_AGENT', { force: true })).toEqual([
      'params.force: is not known: RESTART_AGENT takes no params',
    ])
    expect(params('INSTALL_MODULE', { toString: 1 })).toEqual([
      'params.toString: is not known: INSTALL_MODULE takes module and version only',
    ])
  })

  it('hold no card number', () => {
    expect(params('UPDATE_AGENT', { version: '4111111111111111' })).toEqual(['params: must not hold a card number'])
    expect(params('RESTART_AGENT', { '4111111111111111': 1 })).not.toContain('4111111111111111')
  })
})

describe('who may ask for a task', () => {
  it('is for what can never be granted no customer', () => {
    const refusals = TASK_KINDS.filter((kind) => refusalOf(() => checkEverGrantable(caller(), kind)) !== null)
    expect(refusals).toEqual(['CONFIG_UPDATE', 'INSTALL_MODULE', 'PACKET_CAPTURE', 'UPDATE_AGENT'])
    expect(refusalOf(() => checkEverGrantable(caller({ role: 'USER' }), 'UPDATE_AGENT'))).toBeNull()
  })

  it('is a customer whose institution was granted the kind', () => {
    expect(refusalOf(() => checkGranted('REBOOT', ['REBOOT']))).toBeNull()
    expect(refusalOf(() => checkGranted('REBOOT', ['RESTART_AGENT']))).toEqual(['FORBIDDEN'])
  })

  it('sees the ATM', () => {
    const atm = {
      ...{ atmId: 1, agentAtmId: 'A-1', institutionKey: 'ACME', timeZone: null, retired: false, reactivatedAt: null },
    }
    const acme = caller({ unrestricted: false, institutions: ['ACME'] })
    expect([visibleAtm(acme, atm), visibleAtm(caller(), { ...atm, institutionKey: null })]).toMatchObject([
      { institutionKey: 'ACME' },
      { institutionKey: null },
    ])
    for (const other of [null, { ...atm, institutionKey: 'BETA' }, { ...atm, institutionKey: null }])
      expect(refusalOf(() => visibleAtm(acme, other))).toEqual(['NOT_FOUND'])
    expect(refusalOf(() => visibleAtm(caller(), null))).toEqual(['NOT_FOUND'])
  })

  it('has not asked for too many: a hundred wait, three hundred an hour', () => {
    const free = { waiting: 0, recent: 0, isRetired: false }
    expect(faultsOf(() => checkBurden({ ...free, isRetired: true }))?.code).toBe('CONFLICT')
    expect(faultsOf(() => checkBurden({ ...free, waiting: 99, recent: 299 }))).toBeNull()
    expect(faultsOf(() => checkBurden({ ...free, waiting: 100, recent: 0 }))?.code).toBe('CONFLICT')
    expect(faultsOf(() => checkBurden({ ...free, waiting: 100, recent: 300 }))).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 60,
    })
  })

  it('needs no grant as a service provider or an administrator', () => {
    const roles = ['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN', 'AGENT', 'INTERNAL'] as const
    expect(roles.filter((role) => mayPushAny(caller({ role })))).toEqual(['ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN'])
  })
})

describe('grants', () => {
  it('are of the two kinds that can be granted, sorted and each once', () => {
    expect(grantableSet(['RESTART_AGENT', 'REBOOT', 'RESTART_AGENT'])).toEqual(['REBOOT', 'RESTART_AGENT'])
    expect(faultsOf(() => grantableSet(['REBOOT', 'UPDATE_AGENT', 'PACKET_CAPTURE']))).toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [
        'kinds[1]: UPDATE_AGENT can never be granted; the grantable kinds are REBOOT, RESTART_AGENT',
        'kinds[2]: PACKET_CAPTURE can never be granted; the grantable kinds are REBOOT, RESTART_AGENT',
      ],
    })
  })

  it('are set for the caller’s own institutions', () => {
    const acme = caller({ unrestricted: false, institutions: ['ACME'] })
    expect(refusalOf(() => checkOwnInstitution(acme, 'ACME'))).toBeNull()
    expect(refusalOf(() => checkOwnInstitution(acme, 'BETA'))).toEqual(['FORBIDDEN'])
    expect(refusalOf(() => checkOwnInstitution(caller(), 'BETA'))).toBeNull()
    expect(tagOf(3)).toBe('"3"')
  })
})

describe('a request that comes again', () => {
  const known: TaskRow = {
    id: 'b0000000-0000-4000-8000-000000000001',
    institutionKey: 'ACME',
    atmId: 1,
    agentAtmId: 'A-1',
    kind: 'REBOOT',
    params: { delaySeconds: 5 },
    reason: 'why',
    status: 'SUCCEEDED',
    requestedBy: 'ann',
    requestedAt: AT,
    expiresAt: new Date('2026-11-20T12:15:00Z'),
    sentAt: AT,
    finishedAt: AT,
    result: { ok: true },
    error: 'none',
    history: [changeOf(AT, 'ann', null, 'QUEUED'), changeOf(AT, 'A-1', 'QUEUED', 'SENT')],
    rolloutId: null,
    rolloutStage: null,
    atmReactivatedAt: null,
  }
  const same = order({ params: { delaySeconds: 5 }, reason: 'why' }, 'k')

  it('is the same with the same ATM, kind, params, reason and time to wait', () => {
    expect(isSameOrder(known, same)).toBe(true)
    for (const other of [
      { agentAtmId: 'A-2' },
      { kind: 'RESTART_AGENT' as const },
      { params: null },
      { params: { delaySeconds: 6 } },
      { reason: null },
      { expiresInSeconds: 901 },
    ]) {
      expect(isSameOrder(known, { ...same, ...other })).toBe(false)
      expect(refusalOf(() => checkSameOrder(known, { ...same, ...other }))).toEqual(['CONFLICT'])
    }
    expect(refusalOf(() => checkSameOrder(known, same))).toBeNull()
  })

  it('is answered with the task as it was when it was made', () => {
    expect(firstAnswer(known)).toEqual({
      ...known,
      status: 'QUEUED',
      sentAt: null,
      finishedAt: null,
      result: null,
      error: null,
      history: [{ at: '2026-11-20T12:00:00.000Z', actor: 'ann', from: null, to: 'QUEUED' }],
    })
  })
})

describe('a task', () => {
  it('is done by the e-mail address of who asked, else by the id', () => {
    expect([actorOf(caller({ email: 'a@b.c' })), actorOf(caller({ userId: '7' }))]).toEqual(['a@b.c', '7'])
  })

  it('is cancelled while it waits only, and else names its status', () => {
    const standing = [
      ['SENT', 'has been sent to its agent'],
      ['ACKED', 'has been taken up by its agent'],
      ['SUCCEEDED', 'is done'],
      ['FAILED', 'has failed'],
      ['EXPIRED', 'has expired'],
      ['CANCELLED', 'was cancelled'],
    ] as const
    for (const [status, how] of standing)
      expect(() => refuseCancel({ status })).toThrow(
        `The task is ${status}: it ${how}. Only a QUEUED one can be cancelled.`,
      )
    expect(refusalOf(() => refuseCancel({ status: 'EXPIRED' }))).toEqual(['CONFLICT'])
  })
})
