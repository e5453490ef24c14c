-- A plan that was made for any words walks through all incidents; one session's frequent words could lead to it.
alter function incident.incidents_with_words(text, int) set plan_cache_mode = 'force_custom_plan';
