-- What is shown of an ATM and not searched: vendor, model, latitude, longitude, timeZone, registeredAt. Null until the
-- incident service has sent it.
alter table devices.atm add column record jsonb;
