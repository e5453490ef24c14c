-- What of the graph clients use: their operations, and how often they sent them on each day. A break of the contract is judged by it.

-- By what it asks for, not by its text. Without an institution ('') where the caller sees several, or all.
create table graph.operation (
  institution_key text not null,
  -- SHA-256 of the name and the coordinates; '' for all that are beyond those recorded one by one, with what any of them uses.
  id text not null check (id ~ '^([0-9a-f]{64})?$'),
  name text not null check (char_length(name) <= 100),
  coordinates text[] not null check (cardinality(coordinates) <= 10000),
  primary key (institution_key, id)
);

create table graph.use (
  institution_key text not null,
  -- '' for all that are beyond those recorded one by one.
  operation_id text not null,
  day date not null,
  calls bigint not null check (calls > 0),
  primary key (institution_key, operation_id, day)
);
create index use_by_day on graph.use (day);

alter table graph.operation enable row level security;
alter table graph.operation force row level security;
alter table graph.use enable row level security;
alter table graph.use force row level security;

create policy platform_all on graph.operation to platform using (true) with check (true);
create policy platform_all on graph.use to platform using (true) with check (true);
create policy app_own on graph.operation for select to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
create policy app_own on graph.use for select to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));

grant usage on schema graph to app, platform;
grant select on graph.operation, graph.use to app;
grant select, insert, update, delete on graph.operation, graph.use to platform;
