import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../tests/platform.ts'
import { runAs } from '../../tests/sql.ts'
import { claimsService } from './service.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform([claimsService])
})
afterAll(() => platform.close())

const list = async (as: string, query = '') =>
  (await platform.ask('GET', `/claims/api/claims/vendors${query}`, { as })).body
const create = (as: string, body: unknown) => platform.ask('POST', '/claims/api/claims/vendors', { as, body })

describe('vendors', () => {
  it('are created with 201 and listed for their institution only, oldest first', async () => {
    const acme = await platform.token({ institutions: ['ACME'] })
    const first = await create(acme, { name: 'Brinks', type: 'CIT', contactName: 'Ann' })
    await create(acme, { name: 'Fixers', type: 'SP' })
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Brinks',
      type: 'CIT',
      contactName: 'Ann',
      contactEmail: null,
      contactPhone: null,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(await list(acme)).toMatchObject([{ name: 'Brinks' }, { name: 'Fixers' }])
    expect(await list(acme, '?type=SP')).toMatchObject([{ name: 'Fixers' }])
    expect(await list(await platform.token({ institutions: ['BETA'] }))).toEqual([])
  })

  it('may have the same name twice', async () => {
    const twice = await platform.token({ institutions: ['TWICE'] })
    await create(twice, { name: 'Same', type: 'CIT' })
    await create(twice, { name: 'Same', type: 'CIT' })
    expect(await list(twice)).toHaveLength(2)
  })

  it('of a token without a key are a pool that only such tokens see, administrators included', async () => {
    const nobody = await platform.token({ role: 'CUSTOMER', institutions: [] })
    const blank = await platform.token({ role: 'ADMIN', institutions: [''] })
    const keyed = await platform.token({ role: 'ADMIN', institutions: ['ACME'] })
    await create(nobody, { name: 'Pooled', type: 'SP' })
    expect(await list(nobody)).toMatchObject([{ name: 'Pooled' }])
    expect(await list(blank)).toMatchObject([{ name: 'Pooled' }])
    expect(await list(keyed)).not.toContainEqual(expect.objectContaining({ name: 'Pooled' }))
  })

  it('are refused with 400 naming the field when the name is blank or missing, or the type is unknown', async () => {
    const acme = await platform.token({ institutions: ['ACME'] })
    expect((await create(acme, { name: '  ', type: 'CIT' })).body).toMatchObject({
      status: 400,
      errors: [{ field: 'name' }],
    })
    expect((await create(acme, { type: 'CIT' })).body).toMatchObject({ status: 400, errors: [{ field: 'name' }] })
    expect((await create(acme, { name: 'X', type: 'BANK' })).body).toMatchObject({
      status: 400,
      errors: [{ field: 'type' }],
    })
    expect((await platform.ask('GET', '/claims/api/claims/vendors?type=BANK', { as: acme })).status).toBe(400)
  })

  it('need a caller of several institutions to name one of its own', async () => {
    const both = await platform.token({ role: 'MSP_ADMIN', institutions: ['ONE', 'TWO'] })
    expect((await create(both, { name: 'X', type: 'SP' })).body).toMatchObject({
      status: 400,
      errors: [{ field: 'institutionKey' }],
    })
    expect((await create(both, { name: 'X', type: 'SP', institutionKey: 'THREE' })).status).toBe(403)
    expect((await create(both, { name: 'X', type: 'SP', institutionKey: 'TWO' })).status).toBe(201)
    expect(await list(await platform.token({ institutions: ['TWO'] }))).toMatchObject([{ name: 'X' }])
  })

  it('need a token, and never refuse by role', async () => {
    expect((await platform.ask('GET', '/claims/api/claims/vendors')).status).toBe(401)
    expect((await create('not-a-token', { name: 'X', type: 'SP' })).status).toBe(401)
    expect(
      (await platform.ask('GET', '/claims/api/claims/vendors', { as: await platform.token({ role: 'AGENT' }) })).status,
    ).toBe(200)
  })

  it('that a claim refers to cannot be deleted from the data', async () => {
    const acme = await platform.token({ institutions: ['CLAIMED'] })
    const { body } = await create(acme, { name: 'Referred', type: 'CIT' })
    const uuid = String(Object(body).uuid)
    await runAs(platform.database.urls.platform, [
      `insert into claims.claim (uuid, institution_key, cit_vendor_uuid, created_at) values ('${uuid}', 'CLAIMED', '${uuid}', now())`,
    ])
    await expect(
      runAs(platform.database.urls.platform, [`delete from claims.vendor where uuid = '${uuid}'`]),
    ).rejects.toThrow(/claim_cit_vendor_fkey/)
  })
})
