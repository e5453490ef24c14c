import { sql } from 'drizzle-orm'
import type { Stores } from '../../db/tenancy.ts'

/** What is usual is the mean of a week, seen from any moment of the last day. */
const PAST_DAYS = 9

/**
 * Gives the demo fleet a past of samples, where it has none: ATMs that go off the air mostly at night, and people who work on them by day.
 * Made up from the time and the institution alone, so that it is the same each time. Does nothing where the incident service keeps its
 * data elsewhere.
 */
export const fillSamples = async (stores: Stores, now: Date): Promise<void> => {
  await stores.asPlatform(async (tx) => {
    const [table] = await tx.execute<{ known: boolean }>(
      sql`select to_regclass('incident.fleet_sample') is not null as known`,
    )
    if (table?.known !== true) return
    await tx.execute(sql`
      with fleet as (
        select coalesce(institution_key, ',') as key, count(*)::int as total from incident.atm group by 1
      ), moments as (
        select t, extract(hour from t) + extract(minute from t) / 60 as hour from generate_series(
          date_bin('10 minutes', ${now.toISOString()}::timestamptz, 'epoch') - ${`${PAST_DAYS} days`}::text::interval,
          date_bin('10 minutes', ${now.toISOString()}::timestamptz, 'epoch') - interval '10 minutes', interval '10 minutes') t
      ), drawn as (
        select f.key, f.total, m.t, m.hour,
          (hashtext(f.key || date_trunc('hour', m.t)::text) & 1023) / 1023.0 as slow,
          (hashtext(f.key || m.t::text) & 1023) / 1023.0 as quick
        from fleet f cross join moments m
      ), parts as (
        select key, t, total,
          round(total * (0.07 + 0.05 * (1 + cos(2 * pi() * hour / 24)) / 2 + 0.05 * slow + 0.02 * quick))::int as off_air,
          round(total * (0.05 + 0.05 * slow))::int as out_of_service,
          case when hour between 7 and 17 then round(total * 0.06 * quick)::int else 0 end as in_supervisor
        from drawn
      ), counted as (
        select key, t, total, total - off_air as connected, least(out_of_service, total - off_air) as out_of_service,
          least(in_supervisor, greatest(0, total - off_air - out_of_service)) as in_supervisor
        from parts
      )
      insert into incident.fleet_sample (institution_key, at, total, connected, never_connected, in_service, out_of_service, in_supervisor, unknown)
      select case when grouping(key) = 1 then ',*' else key end, t, sum(total), sum(connected), 0,
        sum(connected - out_of_service - in_supervisor), sum(out_of_service), sum(in_supervisor), 0
      from counted group by grouping sets ((key, t), (t))
      on conflict do nothing`)
  })
}
