-- Commands and permissions are signed with the address of a token, where it has one.
create index app_user_by_email on incident.app_user (email) where email is not null;
