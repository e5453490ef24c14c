-- outside a transaction
create index concurrently if not exists deaf_period_by_end on incident.deaf_period (to_at);
