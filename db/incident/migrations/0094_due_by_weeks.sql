-- As before (0031), and whole weeks at once after the first: an hour of business a week and a target of 30 days took 5,000 turns for each
-- due time. A week in which clocks are turned is looked at day by day.
create or replace function incident.due_in_business(since timestamptz, target jsonb, minutes int) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  zone text := target ->> 'timeZone';
  missing interval := make_interval(mins => minutes);
  day date;
  last_day date;
  weekday int;
  opens timestamptz;
  closes timestamptz;
  week interval;
  monday timestamptz;
  next_monday timestamptz;
begin
  day := (since at time zone zone)::date;
  -- An hour of business a week is the least, 30 days are the longest target: 730 weeks at most.
  last_day := day + 5200;
  weekday := extract(isodow from day)::int - 1;
  while day <= last_day loop
    if weekday = 0 and day > (since at time zone zone)::date then
      week := coalesce(week, (
        select make_interval(mins => sum(c.at::int - o.at::int)::int)
        from jsonb_array_elements_text(target -> 'opens') with ordinality o(at, n)
          join jsonb_array_elements_text(target -> 'closes') with ordinality c(at, n) using (n)
        where o.at::int >= 0 and c.at::int > o.at::int));
      monday := day::timestamp at time zone zone;
      while missing > week loop
        next_monday := (day + 7)::timestamp at time zone zone;
        exit when next_monday - monday <> interval '168 hours';
        missing := missing - week;
        monday := next_monday;
        day := day + 7;
      end loop;
    end if;
    if (target -> 'opens' ->> weekday)::int >= 0 then
      opens := greatest(since, (day + make_interval(mins => (target -> 'opens' ->> weekday)::int)) at time zone zone);
      closes := (day + make_interval(mins => (target -> 'closes' ->> weekday)::int)) at time zone zone;
      if closes > opens then
        if opens + missing <= closes then return opens + missing; end if;
        missing := missing - (closes - opens);
      end if;
    end if;
    day := day + 1;
    weekday := (weekday + 1) % 7;
  end loop;
  return null;
exception when invalid_parameter_value then
  -- A zone that this server does not know must not keep incidents from being stored.
  return null;
end $$;
