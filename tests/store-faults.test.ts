import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isMissingPartition, StoreUnavailableError, storeFaultOf } from '../db/errors.ts'
import { claimsService } from '../subgraphs/claims/service.ts'
import { openTestPlatform, type TestPlatform } from './support/platform.ts'
import { faultsOnInsert, runAs } from './support/sql.ts'

let platform: TestPlatform
const logged: string[] = []

beforeAll(async () => {
  platform = await openTestPlatform([claimsService], { logTo: { write: (line) => logged.push(line) } })
  await runAs(platform.database.urls.superuser, faultsOnInsert('claims.vendor'))
})

afterEach(async () => {
  await runAs(platform.database.urls.superuser, ['truncate fault.code'])
  logged.length = 0
})

afterAll(() => platform.close())

const create = async (code: string | null) => {
  if (code !== null) await runAs(platform.database.urls.superuser, [`insert into fault.code values ('${code}')`])
  const as = await platform.token({ institutions: ['ACME'] })
  return platform.ask('POST', '/claims/api/claims/vendors', { as, body: { name: 'Brinks', type: 'CIT' } })
}

describe('a write that the database refuses', () => {
  it.each([
    '08006',
    '40000',
    '40001',
    '40P01',
    '53100',
    '53200',
    '53300',
    '55006',
    '55P03',
    '57014',
    '57P03',
    '58030',
    '25006',
    '25P04',
    '23514',
  ])('as it cannot store anything now (%s) is 503 with Retry-After', async (code) => {
    const answer = await create(code)
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.text).not.toContain('fault under test')
  })

  it.each(['22003', '22008', '22001', '54000'])(
    'for a value that no check refused (%s) is 400, and logged',
    async (code) => {
      expect(await create(code)).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } })
      expect(logged.join()).toContain(code)
    },
  )

  it.each(['22021', '22P05'])('for a character that it cannot hold (%s) is 400 with the cure', async (code) => {
    expect(await create(code)).toMatchObject({ status: 400, body: { detail: expect.stringContaining('leave it out') } })
  })

  it.each(['42P01', '23505', '23502', '22012', '0A000', 'XX000', 'P0001'])(
    'for a fault of ours (%s) is 500, and logged',
    async (code) => {
      expect(await create(code)).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
      expect(logged.join()).toContain(code)
    },
  )

  it('is taken again as soon as the fault is gone', async () => {
    expect((await create(null)).status).toBe(201)
  })
})

describe('the kinds of faults of the store', () => {
  const failure = (code: string, fields: object = {}) => Object.assign(new Error('refused'), { code, ...fields })

  it('distinguish a row without a partition from one that violates a constraint, whichever driver reports it', () => {
    expect(isMissingPartition(failure('23514'))).toBe(true)
    expect(isMissingPartition(new StoreUnavailableError('wrapped', { cause: failure('23514') }))).toBe(true)
    expect(isMissingPartition(failure('23514', { constraint_name: 'vendor_type_check' }))).toBe(false)
    expect(isMissingPartition(failure('23514', { constraint: 'vendor_type_check' }))).toBe(false)
    expect(storeFaultOf(failure('23514', { constraint: 'vendor_type_check' }))).toBe('defect')
  })

  it('leave errors alone that are none of the store', () => {
    expect(
      [new Error('no code'), failure('EPERM'), failure('ERR_STREAM_PREMATURE_CLOSE'), 'text'].map(storeFaultOf),
    ).toEqual([null, null, null, null])
  })
})
