-- What an order went through, and what operators were told, is evidence: it is added to and never changed or removed.
create trigger order_steps_no_truncate before truncate on order_steps
  for each statement execute function refuse_change();
create trigger alarms_append_only before update or delete on alarms
  for each row execute function refuse_change();
create trigger alarms_no_truncate before truncate on alarms
  for each statement execute function refuse_change();
