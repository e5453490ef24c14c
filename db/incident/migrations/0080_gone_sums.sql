-- outside a transaction
create index concurrently if not exists availability_sum_gone
  on incident.availability_sum (at, institution_key, atm_id) where state = 'GONE';
