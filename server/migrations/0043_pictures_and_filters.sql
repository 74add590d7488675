-- Pictures in reports, and filters that operators save: docs/decisions/0064-pictures-in-reports-and-saved-filters.md.

-- How many pictures were sent with a message. They are removed earlier than its text.
alter table case_messages add column pictures smallint not null default 0
  constraint case_messages_pictures_check check (pictures between 0 and 3);

create table case_pictures (
  -- Of the customer whose report it is.
  user_id text not null references users (id),
  id text primary key check (id ~ '^pic_[0-9a-z]{35}$'),
  -- Null: the customer's own.
  operator_id text references operators (id),
  -- Null until the customer sends it. An operator's belongs to one report from the start.
  case_id text,
  -- The message it was sent with, and where in it. Null: not sent yet.
  seq int,
  ordinal int check (ordinal between 0 and 2),
  width int not null check (width between 1 and 2000),
  height int not null check (height between 1 and 2000),
  -- Drawn by the server itself: a WebP with nothing of the file that was sent.
  image bytea not null check (octet_length(image) between 12 and 1048576 and substring(image from 1 for 4) = 'RIFF'::bytea),
  created_at timestamptz not null,
  foreign key (user_id, case_id) references cases (user_id, id),
  foreign key (case_id, seq) references case_messages (case_id, seq),
  constraint case_pictures_sent check ((seq is null) = (ordinal is null) and (seq is null or case_id is not null)),
  constraint case_pictures_by check (operator_id is null or case_id is not null)
);
create unique index case_pictures_ordinal on case_pictures (case_id, seq, ordinal);
create index case_pictures_of_user on case_pictures (user_id, id);

-- A picture is sent once, in the report it was made for, and is never replaced.
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

create table operator_filters (
  id text primary key check (id ~ '^flt_[0-9a-z]{35}$'),
  operator_id text not null references operators (id),
  screen text not null check (screen in ('search', 'cases', 'audit', 'reports')),
  name text not null check (char_length(name) between 1 and 40 and name !~ '[[:cntrl:]]'),
  -- The query of the screen's address.
  query text not null check (query ~ '^[A-Za-z0-9_=&-]{1,200}$'),
  saved_at timestamptz not null
);
create unique index operator_filters_name on operator_filters (operator_id, screen, lower(name));
