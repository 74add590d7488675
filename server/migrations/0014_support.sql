-- Reports of problems, with their messages and what operators did.

-- People who write to support without signing in.
create table visitors (
  id text primary key check (id ~ '^vis_[0-9a-z]{35}$'),
  -- Proved by a code sent to it. In lower case, so that a mailbox is one visitor.
  email text not null check (
    char_length(email) between 3 and 254 and email = lower(email) and email !~ '[[:cntrl:][:space:]]'
  ),
  -- Hash of the pass that a browser gets for a correct code. Only the newest pass counts.
  pass_hash bytea check (octet_length(pass_hash) = 32),
  pass_expires_at timestamptz,
  created_at timestamptz not null,
  constraint visitors_pass check ((pass_hash is null) = (pass_expires_at is null))
);
create unique index visitors_email on visitors (email);
create unique index visitors_pass_hash on visitors (pass_hash);
create index visitors_pass_expires_at on visitors (pass_expires_at);

-- A report by a customer or a visitor. Only an operator changes its status.
create table cases (
  user_id text references users,
  visitor_id text references visitors,
  id text primary key check (id ~ '^cas_[0-9a-z]{35}$'),
  -- The number that people say to support: none of its letters looks like a digit.
  tracking_number text not null check (tracking_number ~ '^JR-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  -- Made by the page: a repeated request finds the first report.
  request_key text not null check (request_key ~ '^[A-Za-z0-9_-]{16,64}$'),
  topic text not null check (topic in ('payment', 'money-in', 'purchase', 'bpc', 'sign-in', 'fraud', 'other')),
  transaction_id text,
  status text not null default 'received' check (status in ('received', 'in_progress', 'answered', 'closed')),
  -- When an operator made this status; at first, when the report was received.
  status_at timestamptz not null,
  created_at timestamptz not null,
  -- Null: nothing is due, because support wrote last.
  answer_by timestamptz,
  constraint cases_once unique (user_id, request_key),
  foreign key (user_id, transaction_id) references transactions (user_id, id),
  constraint cases_of_user unique (user_id, id),
  constraint cases_of_visitor unique (visitor_id, request_key),
  constraint cases_reporter check ((user_id is null) <> (visitor_id is null)),
  -- A visitor has no history that a report could be about.
  constraint cases_visitor_payment check (visitor_id is null or transaction_id is null),
  constraint cases_answer_by check (
    case when status = 'closed' then answer_by is null
      when status = 'answered' then true
      else answer_by is not null end
  )
);
create unique index cases_tracking_number on cases (tracking_number);
create index cases_not_closed on cases (created_at) where status <> 'closed';
create index cases_next on cases (answer_by) where status <> 'closed';

-- Only a report's status, one step at a time, and its deadline can change; a closed report stays closed. A message of the
-- reporter changes only the deadline.
create function cases_move() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('received', 'in_progress'), ('in_progress', 'answered'), ('answered', 'answered'),
    ('answered', 'in_progress'), ('answered', 'closed')
  ) and not (
    old.status = new.status and old.status_at = new.status_at and old.answer_by is distinct from new.answer_by
  ) then
    raise exception 'a report that is % cannot become %', old.status, new.status using errcode = 'JC001';
  end if;
  if to_jsonb(old) - 'status' - 'status_at' - 'answer_by' <> to_jsonb(new) - 'status' - 'status_at' - 'answer_by' then
    raise exception 'a report keeps everything but its status and deadline' using errcode = 'JC002';
  end if;
  return new;
end $$;

create trigger cases_no_delete before delete on cases
  for each row execute function refuse_change();
create trigger cases_no_truncate before truncate on cases
  for each statement execute function refuse_change();
create trigger cases_move before update on cases for each row execute function cases_move();

-- Messages. The report's owner is in each row that belongs to a person.
create table case_messages (
  user_id text,
  case_id text not null references cases (id),
  seq int not null check (seq > 0),
  author text not null check (author in ('you', 'support')),
  -- The operator who wrote it.
  operator text check (char_length(operator) between 2 and 80 and operator !~ '[[:cntrl:]]'),
  -- Made by the page: a repeated request finds the first message.
  request_key text check (request_key ~ '^[A-Za-z0-9_-]{16,64}$'),
  text text not null check (char_length(text) between 2 and 2000 and replace(text, chr(10), ' ') !~ '[[:cntrl:]]'),
  at timestamptz not null,
  -- How many pictures were sent with it. They are removed earlier than its text.
  pictures smallint not null default 0 check (pictures between 0 and 3),
  primary key (case_id, seq),
  foreign key (user_id, case_id) references cases (user_id, id),
  constraint case_messages_author check ((author = 'support') = (operator is not null)),
  constraint case_messages_once unique (case_id, request_key)
);
create index case_messages_of_user on case_messages (user_id, case_id, seq);
create trigger case_messages_append_only before update or delete on case_messages
  for each row execute function refuse_change();
create trigger case_messages_no_truncate before truncate on case_messages
  for each statement execute function refuse_change();

-- Everything an operator did with a report, including looking at it.
create table case_actions (
  user_id text,
  case_id text not null references cases (id),
  seq int not null check (seq > 0),
  action text not null check (action in ('show', 'take', 'ask', 'answer', 'close')),
  operator text not null check (char_length(operator) between 2 and 80 and operator !~ '[[:cntrl:]]'),
  at timestamptz not null,
  -- The operator; `operator` is their name at that time.
  operator_id text references operators,
  primary key (case_id, seq),
  foreign key (user_id, case_id) references cases (user_id, id)
);
create index case_actions_of_user on case_actions (user_id, case_id, seq);
create trigger case_actions_append_only before update or delete on case_actions
  for each row execute function refuse_change();
create trigger case_actions_no_truncate before truncate on case_actions
  for each statement execute function refuse_change();

-- While support waits for the reporter, the deadline is paused. A pause starts with a question and ends once: with the
-- reporter's next message, or with an answer by support. docs/why/decisions/0059-case-clocks.md.
create table case_pauses (
  user_id text,
  case_id text not null references cases (id),
  seq int not null check (seq > 0),
  from_at timestamptz not null,
  until_at timestamptz,
  ended_by text check (ended_by in ('you', 'support')),
  primary key (case_id, seq),
  foreign key (user_id, case_id) references cases (user_id, id),
  constraint case_pauses_forward check (until_at >= from_at),
  constraint case_pauses_ended check ((until_at is null) = (ended_by is null))
);
create unique index case_pauses_open on case_pauses (case_id) where until_at is null;
create index case_pauses_of_user on case_pauses (user_id, case_id, seq);

create function case_pauses_end() returns trigger language plpgsql as $$
begin
  if old.until_at is not null or new.until_at is null
    or to_jsonb(old) - 'until_at' - 'ended_by' <> to_jsonb(new) - 'until_at' - 'ended_by' then
    raise exception 'a pause ends once, as it began' using errcode = 'JC003';
  end if;
  return new;
end $$;

create trigger case_pauses_end before update on case_pauses for each row execute function case_pauses_end();
create trigger case_pauses_no_delete before delete on case_pauses for each row execute function refuse_change();
create trigger case_pauses_no_truncate before truncate on case_pauses for each statement execute function refuse_change();

-- Pictures in reports: docs/why/decisions/0064-pictures-in-reports-and-saved-filters.md.
create table case_pictures (
  -- The customer whose report it is for.
  user_id text not null references users (id),
  id text primary key check (id ~ '^pic_[0-9a-z]{35}$'),
  -- The operator who uploaded it. Null: the customer.
  operator_id text references operators (id),
  -- Null until the customer sends it. An operator's picture belongs to one report from the start.
  case_id text,
  -- The message it was sent with; `ordinal` is its place there. Null: not sent yet.
  seq int,
  ordinal int check (ordinal between 0 and 2),
  width int not null check (width between 1 and 2000),
  height int not null check (height between 1 and 2000),
  -- Drawn by the server: a WebP that contains nothing of the uploaded file.
  image bytea not null check (octet_length(image) between 12 and 1048576 and substring(image from 1 for 4) = 'RIFF'::bytea),
  created_at timestamptz not null,
  foreign key (user_id, case_id) references cases (user_id, id),
  foreign key (case_id, seq) references case_messages (case_id, seq),
  constraint case_pictures_sent check ((seq is null) = (ordinal is null) and (seq is null or case_id is not null)),
  constraint case_pictures_by check (operator_id is null or case_id is not null)
);
create unique index case_pictures_ordinal on case_pictures (case_id, seq, ordinal);
create index case_pictures_of_user on case_pictures (user_id, id);

-- A picture is sent once, in its report, and is never replaced.
create function case_pictures_send() returns trigger language plpgsql as $$
begin
  if old.seq is not null or new.seq is null or old.case_id <> new.case_id
    or row(old.user_id, old.id, old.operator_id, old.width, old.height, old.image, old.created_at)
      is distinct from row(new.user_id, new.id, new.operator_id, new.width, new.height, new.image, new.created_at) then
    raise exception 'a picture is sent once, as it was drawn' using errcode = 'JC004';
  end if;
  return new;
end $$;

create trigger case_pictures_send before update on case_pictures for each row execute function case_pictures_send();
