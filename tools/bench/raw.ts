import pg from 'pg'
import { EVENT_TYPES, newEvent } from './common/events.ts'
import type { BenchDatabase } from './common/platform.ts'

/** What every figure is held against: events and ATMs written by plain statements, nothing decided. */
export type RawTables = {
  /** Inserts an event and upserts its ATM in one statement, on the caller's own connection. */
  insert(caller: number, agentAtmId: string, institutionKey: string): Promise<number>
  close(): Promise<void>
}

/** Tables like the platform's, with the same columns, indexes and partitions. */
const DDL = `
drop schema if exists bench_raw cascade;
create schema bench_raw;
create sequence bench_raw.event_id;
create table bench_raw.atm (like incident.atm including all) with (fillfactor = 50);
create table bench_raw.event (like incident.event including all) partition by range (received_at);
do $$ begin
  for day in 0..2 loop
    execute format('create table bench_raw.%I (like bench_raw.event including all)
      with (autovacuum_vacuum_insert_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0)', 'event_' || day);
    execute format('alter table bench_raw.event attach partition bench_raw.%I for values from (%L) to (%L)',
      'event_' || day, current_date + day - 1, current_date + day);
  end loop;
end $$;
grant usage on schema bench_raw to platform;
grant usage on all sequences in schema bench_raw to platform;
grant select, insert, update on all tables in schema bench_raw to platform;`

const INSERT = `
with a as (
  insert into bench_raw.atm as a (agent_atm_id, institution_key, registered_at, last_heartbeat_at)
  values ($1, $2, $3, $3)
  on conflict (agent_atm_id) do update set last_heartbeat_at = greatest(a.last_heartbeat_at, excluded.last_heartbeat_at)
  returning id)
insert into bench_raw.event (id, received_at, occurred_at, atm_id, event_time, type_id, event_time_defaulted,
  institution_key,
  agent_atm_id, event_id, component, cassette_no, error_code, message)
select nextval('bench_raw.event_id'), $3, $4, a.id, $5, $6, false, $2, $1, $7, $8, $9, $10, $11 from a
returning id`

const typeIds = new Map<string, number>(EVENT_TYPES.map((type, n) => [type, n + 1]))

/** Makes the tables, and a connection for each caller. */
export const openRawTables = async ({ urls }: BenchDatabase, callers: number): Promise<RawTables> => {
  const setUp = new pg.Client({ connectionString: urls.superuser, options: '-c TimeZone=UTC' })
  await setUp.connect()
  await setUp.query(DDL)
  await setUp.end()
  const clients = Array.from(
    { length: callers },
    () => new pg.Client({ connectionString: urls.platform, options: '-c TimeZone=UTC' }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  return {
    async insert(caller, agentAtmId, institutionKey) {
      const event = newEvent(agentAtmId)
      const values = [
        agentAtmId,
        institutionKey,
        new Date().toISOString(),
        `${event.eventTime}Z`,
        event.eventTime,
        typeIds.get(event.eventType),
        event.eventId,
        event.component,
        event.cassetteNo,
        event.errorCode,
        event.message,
      ]
      const result = await clients[caller]?.query({ name: 'insert', text: INSERT, values })
      return result?.rowCount ?? 0
    },
    async close() {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}
