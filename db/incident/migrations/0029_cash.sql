-- When each cassette will be empty, by the rate of its last reading: lists of cassettes go by it. The store keeps it as readings come.
-- The order of lists goes by the hour, which stays the same from one reading to the next: an index of the instant would be written with
-- each of them.
alter table incident.cassette add column empty_at timestamptz;
alter table incident.cassette add column empty_slot int
  generated always as (floor(extract(epoch from empty_at at time zone 'UTC') / 3600)::int) stored;

-- The readings that are there: the notes that left in the seven days up to the reading, where these cover six hours. Without force the owner
-- is not subject to the policies, so it sees them.
alter table incident.cassette no force row level security;
update incident.cassette c set empty_at = case
    when c.current_count = 0 then c.as_of
    else c.as_of + least(c.current_count / (r.notes / (r.observed_ms / 3600000.0)), 87600) * interval '1 hour' end
from incident.cassette k left join lateral (
  select sum(k.used[n + 1])::float8 as notes, sum(k.used[n + 2])::float8 as observed_ms
  from generate_series(1, cardinality(k.used), 3) n
  where k.used[n] > floor(extract(epoch from k.as_of) / 86400) - 7) r on true
where k.atm_id = c.atm_id and k.cassette_no = c.cassette_no
  and (c.cassette_type is null or c.cassette_type ~* 'DISPENS|RECYCL|CASH_?OUT|WITHDRAW')
  and (c.current_count = 0 or (c.current_count > 0 and r.notes > 0 and r.observed_ms >= 21600000));
alter table incident.cassette force row level security;

create index cassette_by_slot on incident.cassette (empty_slot);
create index cassette_by_institution_slot on incident.cassette (institution_key, empty_slot);
