import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores } from '../../db/tenancy.ts'
import { openTestPlatform, TEST_SECRET, type TestPlatform } from '../../tests/support/platform.ts'
import { runAs } from '../../tests/support/sql.ts'
import { claimsService } from './service.ts'
import { listVendors } from './vendors.store.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform([claimsService])
  const outsider = await platform.token({ role: 'CUSTOMER', institutions: [] })
  await create(outsider, { name: 'Pooled', type: 'SP' })
  const ties = ['c', 'a', 'b'].map(
    (digit) =>
      `insert into claims.vendor (uuid, institution_key, name, type, created_at)
       values ('${digit.repeat(8)}-0000-4000-8000-000000000000', 'TIES', '${digit}', 'SP', '2026-03-01T10:00:00Z')`,
  )
  await runAs(platform.database.urls.superuser, ties)
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

  it('of one moment are listed in the order of their ids', async () => {
    expect(await list(await platform.token({ institutions: ['TIES'] }))).toMatchObject([
      ...[{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    ])
  })

  it('are listed to the last, in parts, each with its fields in their order', async () => {
    const insert = `insert into claims.vendor (uuid, institution_key, name, type, created_at)
      select gen_random_uuid(), 'MANY', n::text, case when n % 2 = 0 then 'SP' else 'CIT' end,
        '2026-03-01T10:00:00Z'::timestamptz + n / 700 * interval '1 ms' from generate_series(1, 2500) n`
    await runAs(platform.database.urls.superuser, [insert])
    const many = await platform.token({ institutions: ['MANY', 'NONE'] })
    const whole = await list(many)
    const rows = Array.isArray(whole) ? whole : []
    const places = rows.map(({ createdAt, uuid }) => `${createdAt} ${uuid}`)
    expect(places).toEqual(places.toSorted())
    expect(new Set(rows.map(({ name }) => name)).size).toBe(2_500)
    const fields = ['uuid', 'name', 'type', 'contactName', 'contactEmail', 'contactPhone', 'createdAt']
    expect(Object.keys(rows[0])).toEqual(fields)
    const { text } = await platform.ask('GET', '/claims/api/claims/vendors?type=SP', { as: many })
    expect(JSON.parse(text)).toEqual(rows.filter(({ type }) => type === 'SP'))
  })

  it('are kept to the caller by the statement too', async () => {
    const stores = await openStores(platform.database.urls, { name: 'vendors' })
    try {
      const of = (...institutions: readonly string[]) =>
        stores.asPlatform((tx) => listVendors(tx, { unrestricted: false, institutions }, null), { mode: 'read' })
      expect((await of()).map(({ name }) => name)).toEqual(['Pooled'])
      expect(new Set((await of('TIES')).map(({ institutionKey }) => institutionKey))).toEqual(new Set(['TIES']))
    } finally {
      await stores.close()
    }
  })

  it('may have the same name twice', async () => {
    const twice = await platform.token({ institutions: ['TWICE'] })
    await create(twice, { name: 'Same', type: 'CIT' })
    await create(twice, { name: 'Same', type: 'CIT' })
    expect(await list(twice)).toHaveLength(2)
  })

  it('of a token without a key are a pool that such tokens see, whatever their role, and no others', async () => {
    for (const role of ['USER', 'CUSTOMER', 'MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN', 'AGENT'] as const) {
      const blank = await platform.token({ role, institutions: [' '] })
      expect(await list(blank)).toMatchObject([{ name: 'Pooled' }])
      const keyed = await platform.token({ role, institutions: ['KEYED'] })
      await create(keyed, { name: role, type: 'SP' })
      expect(await list(keyed)).not.toContainEqual(expect.objectContaining({ name: 'Pooled' }))
      expect(await list(blank)).toHaveLength(1)
    }
  })

  it.each([undefined, null, '', '  ', ' , ', [], [''], [null]])('take the claim %j for a blank key', async (claim) => {
    const claims = claim === undefined ? {} : { institutionKey: claim }
    const token = await new SignJWT({ sub: '7', role: 'USER', ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(TEST_SECRET))
    expect(await list(token)).toMatchObject([{ name: 'Pooled' }])
  })

  it.each([42, true, { key: 'ACME' }, [7]])('take no token whose claim is %j', async (claim) => {
    const token = await new SignJWT({ sub: '7', role: 'USER', institutionKey: claim })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(TEST_SECRET))
    expect((await platform.ask('GET', '/claims/api/claims/vendors', { as: token })).status).toBe(401)
  })

  it('are refused with 400 naming the field when the name is blank or missing, or the type is unknown', async () => {
    const acme = await platform.token({ institutions: ['ACME'] })
    expect((await create(acme, { name: '  ', type: 'CIT' })).body).toMatchObject({
      status: 400,
      errors: [{ field: 'name' }],
    })
    for (const name of ['', '\u00a0', '\u200b\u2060', '\u3164'])
      expect((await create(acme, { name, type: 'CIT' })).status).toBe(400)
    for (const type of ['cit', 'Cit', 'CIT ', '', null, 1])
      expect((await create(acme, { name: 'X', type })).body).toMatchObject({ status: 400, errors: [{ field: 'type' }] })
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

  it.each(['cit', 'sp'])(
    'that a claim refers to as its %s vendor cannot be deleted from the data, others can',
    async (as) => {
      const acme = await platform.token({ institutions: ['CLAIMED'] })
      const uuidOf = async (name: string) => String(Object((await create(acme, { name, type: 'CIT' })).body).uuid)
      const [referred, free] = [await uuidOf('Referred'), await uuidOf('Free')]
      const { platform: url, app } = platform.database.urls
      await runAs(url, [
        `insert into claims.claim (uuid, institution_key, ${as}_vendor_uuid, created_at)
          values ('${referred}', 'CLAIMED', '${referred}', now())`,
      ])
      await expect(runAs(url, [`delete from claims.vendor where uuid = '${referred}'`])).rejects.toThrow(
        `claim_${as}_vendor_fkey`,
      )
      expect(await runAs(url, [`delete from claims.vendor where uuid = '${free}' returning name`])).toEqual([
        { name: 'Free' },
      ])
      await expect(runAs(app, [`delete from claims.vendor where uuid = '${referred}'`])).rejects.toThrow(
        'permission denied',
      )
    },
  )
})
