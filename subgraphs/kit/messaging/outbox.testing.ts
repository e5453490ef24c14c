import { randomUUID } from 'node:crypto'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { runAs } from '../../../tests/support/sql.ts'
import type { OutgoingMessage, Transport } from './events.ts'

/** An outbox of its own with what consumes it. */
const SCHEMA = `
  create schema demo;
  create table demo.outbox (id bigint generated always as identity primary key, message_id uuid not null,
    topic text not null, key text not null,
    institution_key text, occurred_at timestamptz not null, traceparent text, data jsonb not null);
  create table demo.inbox (consumer text not null, message_id uuid not null,
    received_at timestamptz not null default now(), primary key (consumer, message_id));
  create table demo.total (id int primary key, sum int not null);
  grant usage on schema demo to platform; grant all on all tables in schema demo to platform;
  insert into demo.total values (1, 0)`

/** A database with that outbox. Close it. */
export type DemoOutbox = { readonly database: TestDatabase; readonly stores: Stores; close(): Promise<void> }

/** Makes a database with an outbox `demo`, and runs `more` as its owner. */
export const openDemoOutbox = async (more: readonly string[] = []): Promise<DemoOutbox> => {
  const database = await cloneDatabase()
  await runAs(database.urls.owner, [SCHEMA, ...more])
  const stores = await openStores(database.urls, { name: 'tests', max: 6 })
  return {
    database,
    stores,
    async close() {
      await stores.close()
      await database.drop()
    },
  }
}

export const NOW = new Date('2026-11-20T12:00:00.000Z')
export const from = { newId: () => randomUUID(), now: () => NOW }

/** A transport that keeps what it takes, and fails as often as the test says, before or after taking it. */
export const recorder = () => {
  const published: OutgoingMessage[] = []
  const fails = { before: 0, after: 0 }
  const isDue = (when: keyof typeof fails) => fails[when] > 0 && fails[when]-- > 0
  const transport: Transport = {
    async publish(messages) {
      if (isDue('before')) throw new Error('the broker is down')
      published.push(...messages.filter((message): message is OutgoingMessage => !('id' in message)))
      if (isDue('after')) throw new Error('no acknowledgement')
    },
    subscribe: () => ({ close: async () => {} }),
  }
  return { transport, published, fails, numbers: () => published.map(({ envelope }) => envelope.data.n) }
}
