-- Of what a caller changes, also what belongs to no institution is recorded in the audit.
create policy app_audit on journal.outbox for insert to app with check (institution_key is null and topic = 'audit.recorded');
