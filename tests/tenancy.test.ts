import { pgSchema, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../db/client.ts'
import { openStores, type Stores, type TenantTx } from '../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'

const notes = pgSchema('notes').table('note', { institutionKey: text('institution_key'), body: text('body').notNull() })

const listNotes = async (tx: TenantTx) => (await tx.select().from(notes).orderBy(notes.body)).map((row) => row.body)
const insertNote = (institutionKey: string | null, body: string) => (tx: TenantTx) =>
  tx.insert(notes).values({ institutionKey, body })

const acme = { unrestricted: false, institutions: ['ACME'] }
const both = { unrestricted: false, institutions: ['ACME', 'BANK'] }
const nobody = { unrestricted: false, institutions: [] }

let database: TestDatabase
let stores: Stores

beforeAll(async () => {
  database = await cloneDatabase()
  const owner = await openConnection({ url: database.urls.owner, name: 'test' })
  await owner.sql.unsafe(`
    create schema notes; create table notes.note (institution_key text, body text not null);
    alter table notes.note enable row level security; alter table notes.note force row level security;
    create policy app on notes.note to app
      using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
      with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
    create policy platform on notes.note to platform using (true) with check (true);
    grant usage on schema notes to app, platform; grant select, insert on notes.note to app, platform`)
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
    expect(await stores.inTenant(nobody, listNotes)).toEqual([])
    expect(await stores.inTenant({ unrestricted: false, institutions: [''] }, listNotes)).toEqual([])
  })
})
