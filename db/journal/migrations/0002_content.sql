-- The masked text of journal files in chunks, kept once an institution however many files hold the same bytes: so a part of a
-- file can be read without the rest, and no statement holds more than a few chunks.

create table journal.content (
  id bigint generated always as identity primary key,
  institution_key text not null,
  -- Of the bytes as they were sent, decompressed, before masking.
  sha256 text not null,
  size_bytes bigint not null,
  unique (institution_key, sha256)
);

-- About 256 KiB of masked bytes each, which end at a line end where there is one; each can be decompressed alone.
create table journal.content_chunk (
  content_id bigint not null references journal.content (id) on delete cascade,
  number int not null check (number >= 0),
  institution_key text not null,
  codec text not null check (codec in ('zstd', 'gzip')),
  encoding text not null check (encoding in ('utf-8', 'latin1', 'utf-16le')),
  -- The number, from 1, of the line that its first byte lies in.
  first_line int not null,
  -- Where its text begins in the whole text as UTF-8, and how long it is there; null where nobody has counted yet.
  text_from bigint not null,
  text_bytes int,
  data bytea not null,
  primary key (content_id, number)
);
-- Already compressed, so PostgreSQL need not try.
alter table journal.content_chunk alter column data set storage external;

alter table journal.journal_file add column content_id bigint references journal.content (id);

do $$
declare
  name text;
begin
  foreach name in array array['content', 'content_chunk'] loop
    execute format('alter table journal.%I enable row level security, force row level security', name);
    execute format('create policy platform_all on journal.%I to platform using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on journal.%I to platform', name);
    execute format($policy$create policy app_own on journal.%I to app
      using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
      with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))$policy$, name);
    execute format('grant select, insert on journal.%I to app', name);
  end loop;
end $$;

-- What is stored already was gzip as a whole: one chunk of it. Files of the same bytes are masked alike, so any one will do.
-- The owner is subject to row-level security too, and is let in for as long as this takes.
do $$
declare
  name text;
begin
  foreach name in array array['journal_file', 'file_content', 'content', 'content_chunk'] loop
    execute format('create policy owner_moves on journal.%I to current_user using (true) with check (true)', name);
  end loop;
  insert into journal.content (institution_key, sha256, size_bytes)
    select distinct on (f.institution_key, f.sha256) f.institution_key, f.sha256, f.size_bytes
    from journal.journal_file f join journal.file_content c on c.file_id = f.id
    order by f.institution_key, f.sha256, f.id;
  insert into journal.content_chunk (content_id, number, institution_key, codec, encoding, first_line, text_from, text_bytes, data)
    select distinct on (k.id) k.id, 0, k.institution_key, 'gzip', c.encoding, 1, 0, null, c.content
    from journal.content k
      join journal.journal_file f on f.institution_key = k.institution_key and f.sha256 = k.sha256
      join journal.file_content c on c.file_id = f.id
    order by k.id, f.id;
  update journal.journal_file f set content_id = k.id
    from journal.content k, journal.file_content c
    where k.institution_key = f.institution_key and k.sha256 = f.sha256 and c.file_id = f.id;
  foreach name in array array['journal_file', 'file_content', 'content', 'content_chunk'] loop
    execute format('drop policy owner_moves on journal.%I', name);
  end loop;
end $$;
drop table journal.file_content;
