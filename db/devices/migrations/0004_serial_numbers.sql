alter table devices.atm add column serial_number text;
