-- Deaf periods in which the platform was there, and refused most heartbeats, as it was overloaded.
alter table incident.deaf_period add column is_refused boolean not null default false;
