-- All data of an institution can be erased.
grant delete on fleet.task_permission_set, fleet.retired_atm to platform;
