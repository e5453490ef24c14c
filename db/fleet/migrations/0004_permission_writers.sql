-- Who wrote a set of grants last, and when. Grants tell it themselves, but a set that was emptied has none. Null for sets that were
-- written before; the policies and privileges of the table hold for its new columns.

alter table fleet.task_permission_set
  add column written_by text,
  add column written_at timestamptz;
