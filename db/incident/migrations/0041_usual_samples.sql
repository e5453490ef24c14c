-- ATMs that had not been heard of, or not been in service, for a day when the sample was taken: what is usual leaves
-- them out, or else what is broken for a week would be as it should be.
alter table incident.fleet_sample
  add column silent int not null default 0,
  add column down int not null default 0;
