import { sql } from 'drizzle-orm'
import type { PlatformTx, Stores } from '../db/tenancy.ts'
import { HALF_HOUR_MS } from '../subgraphs/incident/fleet-history/fleet-history.rules.ts'
import { insertFleetCounts } from '../subgraphs/incident/fleet-history/fleet-samples.store.ts'
import { NO_INSTITUTION, WHOLE_FLEET } from '../subgraphs/incident/model/event-counters.rules.ts'
import { DAY_MS } from '../subgraphs/kit/common/dates.ts'

/** What is usual is the median of a week, seen from any moment of the last day. */
const PAST_DAYS = 9
/** The same day last week has a week before it as well. */
const SAMPLE_DAYS = 16

/**
 * Counts for the days before the first event, as many as are usual at that time of day by the events that there are;
 * none where such days are counted already. Then adds them up for the whole fleet, as the job for samples does.
 */
const fillEventCounts = async (tx: PlatformTx, now: Date): Promise<void> => {
  const from = new Date(Math.floor((now.getTime() - PAST_DAYS * DAY_MS) / HALF_HOUR_MS) * HALF_HOUR_MS)
  await tx.execute(sql`
    with recent as (
      select c.institution_key as key, extract(epoch from c.bucket)::bigint % 86400 / 1800 as half, u.type, u.n
      from incident.event_count c, unnest(c.counts) with ordinality u(n, type)
      where u.n > 0 and c.bucket >= ${now.toISOString()}::timestamptz - interval '48 hours'
    ), profile as (
      select r.key, h.half, r.type, sum(r.n) / 10.0 as mean
      from recent r join generate_series(0, 47) h(half) on least(abs(h.half - r.half), 48 - abs(h.half - r.half)) <= 2
      group by 1, 2, 3
    ), slots as (
      select k.key, b.bucket, extract(epoch from b.bucket)::bigint % 86400 / 1800 as half
      from (select distinct key from recent) k,
        generate_series(${from.toISOString()}::timestamptz,
          (select min(bucket) from incident.event_count) - interval '30 minutes', interval '30 minutes') b(bucket)
    ), types as (
      select generate_series(1, (select max(cardinality(counts)) from incident.event_count)) as type
    )
    insert into incident.event_count (institution_key, bucket, counts)
    select s.key, s.bucket, array_agg(
      floor(coalesce(p.mean, 0) * 1.2 * (hashtext(s.key || s.bucket::text || t.type) & 1023) / 1023.0
        + coalesce(p.mean, 0) * 0.4 + (hashtext(t.type || s.bucket::text || s.key) & 1023) / 1024.0
          * sign(coalesce(p.mean, 0)))::int order by t.type)
    from slots s cross join types t left join profile p on p.key = s.key and p.half = s.half and p.type = t.type
    group by s.key, s.bucket
    on conflict do nothing`)
  const [types] = await tx.execute<{ most: number | null }>(sql`select max(id)::int as most from incident.event_type`)
  const until = new Date(Math.floor(now.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS)
  await insertFleetCounts(tx, from, until, until, types?.most ?? 0)
}

/**
 * Gives the demo fleet a past of samples and of counted events, where it has none: ATMs that go off the air mostly at
 * night, and people who work on them by day.
 * Made up from the time and the institution alone, so that it is the same each time. Does nothing where the incident
 * service keeps its data elsewhere.
 */
export const fillSamples = async (stores: Stores, now: Date): Promise<void> => {
  await stores.asPlatform(async (tx) => {
    const [table] = await tx.execute<{ known: boolean }>(
      sql`select to_regclass('incident.fleet_sample') is not null as known`,
    )
    if (table?.known !== true) return
    await tx.execute(sql`
      with fleet as (
        select coalesce(institution_key, ${NO_INSTITUTION}) as key, count(*)::int as total from incident.atm group by 1
      ), moments as (
        select t, extract(hour from t) + extract(minute from t) / 60 as hour from generate_series(
          date_bin('10 minutes', ${now.toISOString()}::timestamptz, 'epoch') - ${`${SAMPLE_DAYS} days`}::text::interval,
          date_bin('10 minutes', ${now.toISOString()}::timestamptz, 'epoch') - interval '10 minutes',
          interval '10 minutes') t
      ), drawn as (
        select f.key, f.total, m.t, m.hour,
          (hashtext(f.key || date_trunc('hour', m.t)::text) & 1023) / 1023.0 as slow,
          (hashtext(f.key || m.t::text) & 1023) / 1023.0 as quick
        from fleet f cross join moments m
      ), parts as (
        select key, t, total,
          round(total
            * (0.07 + 0.05 * (1 + cos(2 * pi() * hour / 24)) / 2 + 0.05 * slow + 0.02 * quick))::int as off_air,
          round(total * (0.05 + 0.05 * slow))::int as out_of_service,
          case when hour between 7 and 17 then round(total * 0.06 * quick)::int else 0 end as in_supervisor
        from drawn
      ), counted as (
        select key, t, total, total - off_air as connected, least(out_of_service, total - off_air) as out_of_service,
          least(in_supervisor, greatest(0, total - off_air - out_of_service)) as in_supervisor
        from parts
      )
      insert into incident.fleet_sample (institution_key, at, total, connected, never_connected, in_service,
        out_of_service, in_supervisor, unknown)
      select case when grouping(key) = 1 then ${WHOLE_FLEET} else key end, t, sum(total), sum(connected), 0,
        sum(connected - out_of_service - in_supervisor), sum(out_of_service), sum(in_supervisor), 0
      from counted group by grouping sets ((key, t), (t))
      on conflict do nothing`)
    await fillEventCounts(tx, now)
  })
}
