-- Tables get the names of the field. Nothing in them changes but the names of three kinds of job. docs/glossary.md.

alter table money_stops rename to payment_suspensions;
alter table payment_suspensions rename constraint money_stops_pkey to payment_suspensions_pkey;
alter table payment_suspensions rename constraint money_stops_reason_check to payment_suspensions_reason_check;
alter table payment_suspensions rename constraint money_stops_since to payment_suspensions_since;
alter table payment_suspensions rename constraint money_stops_lifted to payment_suspensions_lifted;
alter table payment_suspensions rename constraint money_stops_two_people to payment_suspensions_two_people;
alter table payment_suspensions rename constraint money_stops_seen to payment_suspensions_seen;
alter index money_stops_one_open rename to payment_suspensions_one_open;
alter trigger money_stops_stay on payment_suspensions rename to payment_suspensions_no_delete;
alter trigger money_stops_no_truncate on payment_suspensions rename to payment_suspensions_no_truncate;
alter trigger money_stops_take_two on payment_suspensions rename to payment_suspensions_take_two;

alter table work rename to jobs;
alter table jobs rename column hints to wake_count;
alter table jobs rename constraint work_pkey to jobs_pkey;
alter index work_due rename to jobs_due;
update jobs set kind = case kind
  when 'tidy' then 'purge-expired' when 'forget-person' then 'erase-user' when 'reseal' then 're-encrypt' when 'mail' then 'email'
end
where kind in ('tidy', 'forget-person', 'reseal', 'mail');

alter table mails rename to emails;
alter table emails rename constraint mails_pkey to emails_pkey;
alter table emails rename constraint mails_id_check to emails_id_check;
alter table emails rename constraint mails_user_id_fkey to emails_user_id_fkey;
alter table emails rename constraint mails_kind_check to emails_kind_check;
alter table emails rename constraint mails_box_check to emails_box_check;
alter table emails rename constraint mails_state_check to emails_state_check;
alter table emails rename constraint mails_key_id_check to emails_key_id_check;
alter table emails rename constraint mails_done to emails_done;
alter table emails rename constraint mails_emptied to emails_emptied;
alter index mails_done_at rename to emails_done_at;

alter table sign_in_waits rename to sign_in_throttles;
alter table sign_in_throttles rename constraint sign_in_waits_pkey to sign_in_throttles_pkey;
alter table sign_in_throttles rename constraint sign_in_waits_account_key_check to sign_in_throttles_account_key_check;
alter table sign_in_throttles rename constraint sign_in_waits_failures_check to sign_in_throttles_failures_check;
alter index sign_in_waits_old rename to sign_in_throttles_old;

alter table provider_own_money rename to provider_opening_balances;
alter table provider_opening_balances rename constraint provider_own_money_pkey to provider_opening_balances_pkey;
