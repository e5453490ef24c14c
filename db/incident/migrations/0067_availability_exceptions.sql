-- outside a transaction
create index concurrently if not exists availability_sum_exceptions
  on incident.availability_sum (at, institution_key, atm_id) where interrupted or state = 'GONE';
