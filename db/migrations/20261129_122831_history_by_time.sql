-- Nodes of the version before may go on.
create index audit_log_by_action on audit_log (action, at, id);
create index audit_log_by_actor on audit_log (actor_id, at, id);
create index audit_log_by_entity on audit_log (entity, at, id);
create index audit_log_by_time on audit_log (at, id);
