-- All data of an institution can be erased.
grant delete on devices.atm to platform;
