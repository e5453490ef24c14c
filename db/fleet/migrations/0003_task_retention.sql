-- Tasks are kept for a year to look back on, and a month; then the platform deletes them.
grant delete on fleet.task to platform;
