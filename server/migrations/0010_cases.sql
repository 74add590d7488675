-- Problems that people report, and what was written and done about each. Only an operator moves a report on.

create table cases (
  user_id text not null references users,
  id text not null check (id ~ '^cas_[0-9a-z]{35}$'),
  -- What a person says to support: no letter in it looks like a digit.
  tracking_number text not null check (tracking_number ~ '^JR-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  -- Made by the page: a repeated request finds the first report.
  request_key text not null check (request_key ~ '^[A-Za-z0-9_-]{16,64}$'),
  topic text not null check (topic in ('payment', 'money-in', 'purchase', 'bpc', 'sign-in', 'fraud', 'other')),
  transaction_id text,
  status text not null default 'received' check (status in ('received', 'in_progress', 'answered', 'closed')),
  -- When an operator did what the status says; at first when it was received.
  status_at timestamptz not null,
  created_at timestamptz not null,
  primary key (user_id, id),
  constraint cases_once unique (user_id, request_key),
  foreign key (user_id, transaction_id) references transactions (user_id, id)
);
create unique index cases_tracking_number on cases (tracking_number);
create index cases_not_closed on cases (created_at) where status <> 'closed';

create table case_messages (
  user_id text not null,
  case_id text not null,
  seq int not null check (seq > 0),
  author text not null check (author in ('you', 'support')),
  -- Who of the operators wrote it.
  operator text check (char_length(operator) between 2 and 80 and operator !~ '[[:cntrl:]]'),
  -- Made by the page: a repeated request finds the first message.
  request_key text check (request_key ~ '^[A-Za-z0-9_-]{16,64}$'),
  text text not null check (char_length(text) between 2 and 2000 and replace(text, chr(10), ' ') !~ '[[:cntrl:]]'),
  at timestamptz not null,
  primary key (user_id, case_id, seq),
  foreign key (user_id, case_id) references cases (user_id, id),
  constraint case_messages_once unique (user_id, case_id, request_key),
  constraint case_messages_author check ((author = 'support') = (operator is not null))
);

-- Everything an operator did with a report, looking at it included.
create table case_actions (
  user_id text not null,
  case_id text not null,
  seq int not null check (seq > 0),
  action text not null check (action in ('show', 'take', 'answer', 'close')),
  operator text not null check (char_length(operator) between 2 and 80 and operator !~ '[[:cntrl:]]'),
  at timestamptz not null,
  primary key (user_id, case_id, seq),
  foreign key (user_id, case_id) references cases (user_id, id)
);

create trigger case_messages_append_only before update or delete on case_messages
  for each row execute function refuse_change();
create trigger case_messages_no_truncate before truncate on case_messages
  for each statement execute function refuse_change();
create trigger case_actions_append_only before update or delete on case_actions
  for each row execute function refuse_change();
create trigger case_actions_no_truncate before truncate on case_actions
  for each statement execute function refuse_change();
create trigger cases_no_delete before delete on cases
  for each row execute function refuse_change();
create trigger cases_no_truncate before truncate on cases
  for each statement execute function refuse_change();

-- Of a report nothing changes but its status, one step at a time; a closed one stays closed.
create function cases_move() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('received', 'in_progress'), ('in_progress', 'answered'), ('answered', 'answered'),
    ('answered', 'in_progress'), ('answered', 'closed')
  ) then
    raise exception 'a report that is % cannot become %', old.status, new.status using errcode = 'JC001';
  end if;
  if to_jsonb(old) - 'status' - 'status_at' <> to_jsonb(new) - 'status' - 'status_at' then
    raise exception 'a report keeps everything but its status' using errcode = 'JC002';
  end if;
  return new;
end $$;
create trigger cases_move before update on cases for each row execute function cases_move();
