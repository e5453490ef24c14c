import { eq, sql } from 'drizzle-orm'
import { pgSchema, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../db/client.ts'
import { UserFacingError } from '../db/errors.ts'
import { openStores, type Stores, type TenantTx } from '../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'

const notes = pgSchema('notes').table('note', { institutionKey: text('institution_key'), body: text('body').notNull() })

const listNotes = async (tx: TenantTx) => (await tx.select().from(notes).orderBy(notes.body)).map((row) => row.body)
const insertNote = (institutionKey: string | null, body: string) => (tx: TenantTx) =>
  tx.insert(notes).values({ institutionKey, body })

const acme = { unrestricted: false, institutions: ['ACME'] }
const both = { unrestricted: false, institutions: ['ACME', 'BANK'] }
const everyone = { unrestricted: true, institutions: [] }
const NONE = { unrestricted: false, institutions: [] }

let database: TestDatabase
let stores: Stores

beforeAll(async () => {
  database = await cloneDatabase()
  const owner = await openConnection({ url: database.urls.owner, name: 'test' })
  await owner.sql.unsafe(`
    create schema notes; create table notes.note (institution_key text, body text not null);
    alter table notes.note enable row level security; alter table notes.note force row level security;
    create policy app on notes.note to app
      using (institution_key
        = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
      with check (institution_key
        = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
    create policy platform on notes.note to platform using (true) with check (true);
    grant usage on schema notes to app, platform; grant select, insert, update on notes.note to app, platform`)
  await owner.close()
  stores = await openStores(database.urls, { name: 'tests', max: 1 })
  await stores.asPlatform(async (tx) => {
    await insertNote('ACME', 'a')(tx)
    await insertNote('BANK', 'b')(tx)
    await insertNote(null, 'n')(tx)
  })
})

afterAll(async () => {
  await stores?.close()
  await database?.drop()
})

describe('row-level security', () => {
  test('a store function sees the rows of its transaction only', async () => {
    expect(await stores.inTenant(acme, listNotes)).toEqual(['a'])
    expect(await stores.inTenant({ unrestricted: false, institutions: ['BANK'] }, listNotes)).toEqual(['b'])
    expect(await stores.inTenant(both, listNotes)).toEqual(['a', 'b'])
    expect(await stores.inTenant(NONE, listNotes)).toEqual([])
    expect(await stores.inTenant({ unrestricted: false, institutions: [''] }, listNotes)).toEqual([])
  })

  test('rows without an institution are seen by the unrestricted only', async () => {
    expect(await stores.inTenant(everyone, listNotes)).toEqual(['a', 'b', 'n'])
    expect(await stores.asPlatform(listNotes)).toEqual(['a', 'b', 'n'])
  })

  test('a row of another institution, or of none, cannot be inserted', async () => {
    await expect(stores.inTenant(acme, insertNote('BANK', 'x'))).rejects.toThrow(/row-level security/)
    await expect(stores.inTenant(acme, insertNote(null, 'x'))).rejects.toThrow(/row-level security/)
    await expect(stores.inTenant(NONE, insertNote('ACME', 'x'))).rejects.toThrow(/row-level security/)
    expect(await stores.asPlatform(listNotes)).toEqual(['a', 'b', 'n'])
  })

  test('a row cannot be moved to another institution, and a foreign one cannot be touched', async () => {
    const move = (tx: TenantTx) => tx.update(notes).set({ institutionKey: 'BANK' }).where(eq(notes.body, 'a'))
    await expect(stores.inTenant(acme, move)).rejects.toThrow(/row-level security/)
    const touched = await stores.inTenant({ unrestricted: false, institutions: ['BANK'] }, (tx) =>
      tx.update(notes).set({ body: 'mine' }).where(eq(notes.body, 'a')).returning(),
    )
    expect(touched).toEqual([])
  })

  test('a connection returned to the pool carries no institution on', async () => {
    // One connection per role, so these follow each other on the same one.
    const readSetting = async (tx: TenantTx) => {
      const [row] = await tx.execute(
        sql`select pg_backend_pid() as pid, current_setting('app.institutions', true) as keys`,
      )
      return row
    }
    const first = await stores.inTenant(acme, readSetting)
    await expect(stores.inTenant(acme, (tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow()
    const second = await stores.inTenant(NONE, readSetting)
    expect(first).toMatchObject({ keys: 'ACME' })
    expect(second).toEqual({ pid: first?.pid, keys: '' })
    expect(await stores.inTenant(NONE, listNotes)).toEqual([])
  })

  test('an institution key with a comma does not name two institutions', async () => {
    const sly = { unrestricted: false, institutions: ['ACME,BANK'] }
    await expect(stores.inTenant(sly, listNotes)).rejects.toThrow(/comma/)
  })

  test('neither role owns or may change a table, or may become the other', async () => {
    for (const statement of [
      'drop table notes.note',
      'alter table notes.note disable row level security',
      'set role owner',
      'create table notes.mine ()',
    ]) {
      await expect(stores.asPlatform((tx) => tx.execute(sql.raw(statement)))).rejects.toThrow(
        /must be owner|permission denied/,
      )
    }
    await expect(stores.inTenant(acme, (tx) => tx.execute(sql`set role platform`))).rejects.toThrow(/permission denied/)
  })
})

describe('a login that could see past row-level security is refused', () => {
  async function openAs(role: 'app' | 'platform', name: string, attributes: string): Promise<Stores> {
    const connection = await openConnection({ url: database.urls.superuser, name: 'test' })
    await connection.sql.unsafe(`drop role if exists ${name}; create role ${name} login password 'p' ${attributes}`)
    await connection.close()
    const url = new URL(database.urls[role])
    url.username = name
    url.password = 'p'
    return openStores({ ...database.urls, [role]: url.toString() }, { name: 'test' })
  }

  test.each([
    [
      'a superuser',
      'login_super',
      'superuser',
      /DATABASE_URL logs in as login_super, which may bypass row-level security/,
    ],
    ['BYPASSRLS', 'login_bypass', 'bypassrls in role app', /may bypass row-level security/],
    ['a member of the owner', 'login_owner', 'in role owner, app', /owns tables/],
    ['a member of platform', 'login_platform', 'in role platform, app', /is a member of the role platform/],
    ['a stranger', 'login_stranger', '', /is not a member of the role app|permission denied/],
  ])('%s as app', async (_, name, attributes, message) => {
    await expect(openAs('app', name, attributes)).rejects.toThrow(message)
  })

  test('the owner itself, as either', async () => {
    const { owner, app, platform } = database.urls
    await expect(openStores({ app: owner, platform }, { name: 'test' })).rejects.toBeInstanceOf(UserFacingError)
    await expect(openStores({ app, platform: owner }, { name: 'test' })).rejects.toThrow(
      /^PLATFORM_DATABASE_URL .* owns tables/,
    )
    await expect(openStores({ app: platform, platform }, { name: 'test' })).rejects.toThrow(/member of the role app/)
  })

  test('but a login of another name that is a member of the role is welcome', async () => {
    const other = await openAs('app', 'login_member', 'in role app')
    expect(await other.inTenant(acme, listNotes)).toEqual(['a'])
    await other.close()
  })
})
