-- Callers acknowledge and publish insights, which belong to no institution; that is recorded in the audit.
create policy app_audit on analytics.outbox for insert to app
  with check (institution_key is null and topic = 'audit.recorded');
grant insert on analytics.outbox to app;
