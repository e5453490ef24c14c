-- ATMs by what they are grouped by. These columns change when a person edits an ATM, and heartbeats stay HOT updates.
create index atm_by_vendor on devices.atm ((record ->> 'vendor'));
create index atm_by_model on devices.atm ((record ->> 'model'));
create index atm_by_site on devices.atm (site_name);
create index atm_by_region on devices.atm ((record ->> 'region'));
create index atm_by_cost_centre on devices.atm ((record ->> 'costCentre'));
create index atm_by_criticality on devices.atm ((record ->> 'criticality'));
create index atm_by_tag on devices.atm using gin ((record -> 'tags'));
