-- Most messages of incidents only raise the version, which no index has: with room in its page a row stays where its
-- index entries are. For pages from now on.
alter table analytics.incident set (fillfactor = 70);
