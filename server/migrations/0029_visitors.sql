-- People who write to support without signing in. A report belongs to a person with an account or to a visitor, never to both.

create table visitors (
  id text primary key check (id ~ '^vis_[0-9a-z]{35}$'),
  -- Proved by a code that was sent to it. In small letters, so that a mailbox is one visitor.
  email text not null check (char_length(email) between 3 and 254 and email = lower(email) and email !~ '[[:cntrl:][:space:]]'),
  -- What a browser holds after the code was right. Only the newest one counts.
  pass_hash bytea check (octet_length(pass_hash) = 32),
  pass_expires_at timestamptz,
  created_at timestamptz not null,
  constraint visitors_pass check ((pass_hash is null) = (pass_expires_at is null))
);
create unique index visitors_email on visitors (email);
create unique index visitors_pass_hash on visitors (pass_hash);
create index visitors_pass_expires_at on visitors (pass_expires_at);

alter table case_messages drop constraint case_messages_user_id_case_id_fkey;
alter table case_actions drop constraint case_actions_user_id_case_id_fkey;

alter table cases add column visitor_id text references visitors;
alter table cases drop constraint cases_pkey;
alter table cases add constraint cases_pkey primary key (id);
alter table cases alter column user_id drop not null;
alter table cases add constraint cases_of_user unique (user_id, id);
alter table cases add constraint cases_of_visitor unique (visitor_id, request_key);
alter table cases add constraint cases_reporter check ((user_id is null) <> (visitor_id is null));
-- A visitor has no history for a report to be about.
alter table cases add constraint cases_visitor_payment check (visitor_id is null or transaction_id is null);

-- Messages and actions hang on their report alone; whose it is stands beside for what belongs to a person.
alter table case_messages drop constraint case_messages_pkey;
alter table case_messages add constraint case_messages_pkey primary key (case_id, seq);
alter table case_messages alter column user_id drop not null;
alter table case_messages drop constraint case_messages_once;
alter table case_messages add constraint case_messages_once unique (case_id, request_key);
alter table case_messages add constraint case_messages_case_id_fkey foreign key (case_id) references cases (id);
alter table case_messages add constraint case_messages_user_id_case_id_fkey
  foreign key (user_id, case_id) references cases (user_id, id);
create index case_messages_of_user on case_messages (user_id, case_id, seq);

alter table case_actions drop constraint case_actions_pkey;
alter table case_actions add constraint case_actions_pkey primary key (case_id, seq);
alter table case_actions alter column user_id drop not null;
alter table case_actions add constraint case_actions_case_id_fkey foreign key (case_id) references cases (id);
alter table case_actions add constraint case_actions_user_id_case_id_fkey
  foreign key (user_id, case_id) references cases (user_id, id);
create index case_actions_of_user on case_actions (user_id, case_id, seq);
