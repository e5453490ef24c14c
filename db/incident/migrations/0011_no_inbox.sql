-- The service consumes no topic, and nothing has ever written here.
drop table incident.inbox;
