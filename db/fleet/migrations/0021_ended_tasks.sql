-- outside a transaction
create index concurrently if not exists task_by_end on fleet.task (institution_key, finished_at, id)
  include (status, kind) where finished_at is not null;
