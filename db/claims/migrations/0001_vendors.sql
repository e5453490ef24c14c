-- Vendors, and the claims that refer to them (no API of their own yet).

create table claims.vendor (
  uuid uuid primary key,
  institution_key text, -- null: the pool of tokens without a key
  name text not null check (btrim(name) <> ''),
  type text not null check (type in ('CIT', 'SP')),
  contact_name text,
  contact_email text,
  contact_phone text,
  created_at timestamptz not null
);
create index vendor_by_institution on claims.vendor (institution_key, created_at, uuid);

create table claims.claim (
  uuid uuid primary key,
  institution_key text,
  cit_vendor_uuid uuid constraint claim_cit_vendor_fkey references claims.vendor (uuid) on delete restrict,
  sp_vendor_uuid uuid constraint claim_sp_vendor_fkey references claims.vendor (uuid) on delete restrict,
  created_at timestamptz not null
);
create index claim_by_cit_vendor on claims.claim (cit_vendor_uuid) where cit_vendor_uuid is not null;
create index claim_by_sp_vendor on claims.claim (sp_vendor_uuid) where sp_vendor_uuid is not null;

grant usage on schema claims to app, platform;
grant select, insert on claims.vendor to app;
grant select, insert, update, delete on claims.vendor, claims.claim to platform;

alter table claims.vendor enable row level security;
alter table claims.vendor force row level security;
alter table claims.claim enable row level security;
alter table claims.claim force row level security;

create policy platform_all on claims.vendor to platform using (true) with check (true);
create policy platform_all on claims.claim to platform using (true) with check (true);
-- A caller without any key sees exactly the pool without a key, and nobody else does.
create policy app_own on claims.vendor to app
  using (
    institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[])
    or (institution_key is null and (select nullif(current_setting('app.institutions', true), '')) is null)
  )
  with check (
    institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[])
    or (institution_key is null and (select nullif(current_setting('app.institutions', true), '')) is null)
  );
