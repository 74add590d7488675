-- By when a report is answered next, and the pauses while it waits for who reported it: docs/decisions/0059-case-clocks.md.

-- Null: nothing is due, because support wrote last.
alter table cases add column answer_by timestamptz;

-- A pause begins with a question, and ends once: with the reporter's next message or with an answer all the same.
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

alter table case_actions drop constraint case_actions_action_check;
alter table case_actions add constraint case_actions_action_check
  check (action in ('show', 'take', 'ask', 'answer', 'close'));

-- As before, and the deadline may move alone: a message of the reporter's moves it and no status.
create or replace function cases_move() returns trigger language plpgsql as $$
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

-- What is open waits since the first message that has no answer or, where support wrote last, since it was taken up again.
update cases c set answer_by = waits.since + case
    when c.topic = 'fraud' then interval '4 hours'
    when c.topic in ('payment', 'money-in', 'purchase', 'bpc') or c.transaction_id is not null then interval '24 hours'
    when c.topic = 'sign-in' then interval '48 hours'
    else interval '120 hours'
  end
from (
  select c.id, coalesce(min(m.at), max(c.status_at)) as since, min(m.at) is not null as unanswered
  from cases c left join case_messages m on m.case_id = c.id and m.author = 'you'
    and m.seq > coalesce((select max(seq) from case_messages where case_id = c.id and author = 'support'), 0)
  group by c.id
) waits
where waits.id = c.id and (c.status in ('received', 'in_progress') or c.status = 'answered' and waits.unanswered);

alter table cases add constraint cases_answer_by check (
  case when status = 'closed' then answer_by is null
    when status = 'answered' then true
    else answer_by is not null end
);
create index cases_next on cases (answer_by) where status <> 'closed';
