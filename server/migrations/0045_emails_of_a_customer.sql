-- The console lists the newest emails to a customer: their kind, state and time, never their text.
create index emails_of_user on emails (user_id, id) where user_id is not null;
