-- Each instant of sums has a row of each ATM. With a list of all instants in the statistics, those of an instant that is
-- newer than these, as the newest is nearly always, were expected to be a single row: lists of a large fleet joined
-- 100,000 sums in loops, for seconds. Without the list an instant has the share of any other.
alter table incident.availability_sum alter column at set statistics 1;
analyze incident.availability_sum (at);
