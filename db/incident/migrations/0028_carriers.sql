-- The company that carries the cash of an ATM: loading lists are made for each.
alter table incident.atm add column carrier text;
