-- `clock`: the clock of a process cannot be right. No money moves until it is, or until two people say that it is.
alter table money_stops drop constraint money_stops_reason_check;
alter table money_stops add constraint money_stops_reason_check check (reason in ('books', 'restored', 'clock'));
alter table money_stops drop constraint money_stops_since;
-- restored: the last moment the backup knows of. clock: the newest entry, where that one lies ahead of the clock.
alter table money_stops add constraint money_stops_since check (
  (reason = 'restored' and since is not null) or (reason = 'books' and since is null) or reason = 'clock'
);
alter table money_stops drop constraint money_stops_two_people;
alter table money_stops add constraint money_stops_two_people check (
  lifted_at is null
  or (reason in ('books', 'clock') and confirmed_by is not null and lower(lifted_by) <> lower(confirmed_by))
  or (reason = 'restored' and lifted_by = 'reconciliation' and confirmed_by is null)
  or (reason = 'clock' and lifted_by = 'clock' and confirmed_by is null)
);
drop trigger money_stops_take_two on money_stops;
create trigger money_stops_take_two after update on money_stops for each row
  when (new.reason in ('books', 'clock') and new.lifted_at is not null and new.confirmed_by is not null)
  execute function take_two_operators('resume-money', 'id', 'lifted_at', 'lifted_by', 'confirmed_by');
-- clock: when a process last found the reason there, by the database's own clock, which all of them share.
alter table money_stops add column seen_at timestamptz;
alter table money_stops add constraint money_stops_seen check ((reason = 'clock') = (seen_at is not null));
