-- Made from server/migrations by npm run schema: what all of them together make. Nothing runs it.

CREATE TABLE account_events (
  user_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  device_id text,
  browser text,
  at timestamptz NOT NULL,
  CONSTRAINT account_events_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT account_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT account_events_browser_check CHECK ((((char_length(browser) >= 1) AND (char_length(browser) <= 40)) AND (browser ~ '^[ -~]+$'::text))),
  CONSTRAINT account_events_id_check CHECK ((id ~ '^aev_[0-9a-z]{35}$'::text)),
  CONSTRAINT account_events_kind_check CHECK ((kind ~ '^[a-z-]{1,40}$'::text))
);
CREATE TRIGGER account_events_append_only BEFORE DELETE OR UPDATE ON account_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_events_no_truncate BEFORE TRUNCATE ON account_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE account_recoveries (
  user_id text NOT NULL,
  id text NOT NULL,
  new_email text NOT NULL,
  reason text NOT NULL,
  opened_by text NOT NULL,
  opened_at timestamptz NOT NULL,
  confirmed_by text,
  confirmed_at timestamptz,
  announced_at timestamptz,
  stopped_at timestamptz,
  stopped_by text,
  done_at timestamptz,
  CONSTRAINT account_recoveries_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT account_recoveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT account_recoveries_announced CHECK (((announced_at IS NULL) OR (confirmed_at IS NOT NULL))),
  CONSTRAINT account_recoveries_confirmed CHECK (((confirmed_by IS NULL) = (confirmed_at IS NULL))),
  CONSTRAINT account_recoveries_confirmed_by_check CHECK ((((char_length(confirmed_by) >= 2) AND (char_length(confirmed_by) <= 80)) AND (confirmed_by !~ '[[:cntrl:]]'::text))),
  CONSTRAINT account_recoveries_ended_once CHECK (((stopped_at IS NULL) OR (done_at IS NULL))),
  CONSTRAINT account_recoveries_id_check CHECK ((id ~ '^rcv_[0-9a-z]{35}$'::text)),
  CONSTRAINT account_recoveries_new_email_check CHECK (((new_email ~ '^[!-~]+@[!-~]+$'::text) AND (char_length(new_email) <= 254))),
  CONSTRAINT account_recoveries_opened_by_check CHECK ((((char_length(opened_by) >= 2) AND (char_length(opened_by) <= 80)) AND (opened_by !~ '[[:cntrl:]]'::text))),
  CONSTRAINT account_recoveries_reason_check CHECK ((((char_length(reason) >= 10) AND (char_length(reason) <= 500)) AND (reason !~ '[[:cntrl:]]'::text))),
  CONSTRAINT account_recoveries_stopped CHECK (((stopped_at IS NULL) = (stopped_by IS NULL))),
  CONSTRAINT account_recoveries_stopped_by_check CHECK ((stopped_by = ANY (ARRAY['owner'::text, 'operator'::text, 'program'::text]))),
  CONSTRAINT account_recoveries_two_people CHECK ((lower(confirmed_by) <> lower(opened_by))),
  CONSTRAINT account_recoveries_waited CHECK (((done_at IS NULL) OR ((announced_at IS NOT NULL) AND (done_at >= (announced_at + '72:00:00'::interval)))))
);
CREATE UNIQUE INDEX account_recoveries_one_open ON account_recoveries USING btree (user_id) WHERE ((stopped_at IS NULL) AND (done_at IS NULL));
CREATE TRIGGER account_recoveries_fixed BEFORE UPDATE ON account_recoveries FOR EACH ROW EXECUTE FUNCTION account_recoveries_fixed();
CREATE TRIGGER account_recoveries_no_delete BEFORE DELETE ON account_recoveries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_recoveries_no_truncate BEFORE TRUNCATE ON account_recoveries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_recoveries_take_two AFTER UPDATE ON account_recoveries FOR EACH ROW WHEN (((new.confirmed_by IS DISTINCT FROM old.confirmed_by) OR (new.confirmed_at IS DISTINCT FROM old.confirmed_at))) EXECUTE FUNCTION take_two_operators('recover-account', 'id', 'confirmed_at', 'opened_by', 'confirmed_by');

CREATE TABLE alarm_webhooks (
  id text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT alarm_webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT alarm_webhooks_body_check CHECK (((char_length(body) >= 2) AND (char_length(body) <= 8192))),
  CONSTRAINT alarm_webhooks_id_check CHECK ((id ~ '^alw_[0-9a-hjkmnp-tv-z]{35}$'::text))
);

CREATE TABLE alarms (
  kind text NOT NULL,
  subject_id text NOT NULL,
  detail text NOT NULL,
  raised_at timestamptz NOT NULL,
  CONSTRAINT alarms_pkey PRIMARY KEY (kind, subject_id)
);
CREATE TRIGGER alarms_append_only BEFORE DELETE OR UPDATE ON alarms FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER alarms_no_truncate BEFORE TRUNCATE ON alarms FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE alert_phones (
  user_id text NOT NULL,
  phone text NOT NULL,
  proved_at timestamptz NOT NULL,
  CONSTRAINT alert_phones_pkey PRIMARY KEY (user_id),
  CONSTRAINT alert_phones_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT alert_phones_phone_check CHECK ((phone ~ '^0[789][0-9]{9}$'::text))
);

CREATE TABLE alert_preferences (
  user_id text NOT NULL,
  shows_amounts boolean NOT NULL,
  quiet_from integer,
  quiet_until integer,
  changed_at timestamptz NOT NULL,
  CONSTRAINT alert_preferences_pkey PRIMARY KEY (user_id),
  CONSTRAINT alert_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT alert_preferences_quiet CHECK (
CASE
    WHEN (quiet_from IS NULL) THEN (quiet_until IS NULL)
    ELSE ((quiet_until IS NOT NULL) AND (quiet_from <> quiet_until))
END),
  CONSTRAINT alert_preferences_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
  CONSTRAINT alert_preferences_quiet_until_check CHECK (((quiet_until >= 0) AND (quiet_until <= 1439)))
);

CREATE TABLE alert_rounds (
  id text NOT NULL,
  last_user_id text NOT NULL DEFAULT ''::text,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT alert_rounds_pkey PRIMARY KEY (id),
  CONSTRAINT alert_rounds_id_check CHECK (((char_length(id) >= 1) AND (char_length(id) <= 120))),
  CONSTRAINT alert_rounds_span CHECK ((ended_at >= began_at))
);
CREATE INDEX alert_rounds_by_age ON alert_rounds USING btree (began_at);

CREATE TABLE alert_settings (
  user_id text NOT NULL,
  category text NOT NULL,
  channel text NOT NULL,
  is_on boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT alert_settings_pkey PRIMARY KEY (user_id, category, channel),
  CONSTRAINT alert_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT alert_settings_category_check CHECK ((category = ANY (ARRAY['money'::text, 'late'::text, 'security'::text, 'bpc'::text, 'case'::text, 'statement'::text, 'notice'::text]))),
  CONSTRAINT alert_settings_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'push'::text, 'sms'::text])))
);

CREATE TABLE alerts (
  user_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  subject_id text NOT NULL,
  seq integer NOT NULL,
  facts jsonb NOT NULL,
  at timestamptz NOT NULL,
  seen_at timestamptz,
  email_state text NOT NULL DEFAULT 'waiting'::text,
  push_state text NOT NULL DEFAULT 'waiting'::text,
  sms_state text NOT NULL DEFAULT 'waiting'::text,
  CONSTRAINT alerts_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT alerts_in_order UNIQUE (user_id, subject_id, seq),
  CONSTRAINT alerts_email_state_check CHECK ((email_state = ANY (ARRAY['waiting'::text, 'sent'::text, 'off'::text, 'dropped'::text, 'given-up'::text]))),
  CONSTRAINT alerts_id_check CHECK ((id ~ '^alr_[0-9a-z]{35}$'::text)),
  CONSTRAINT alerts_kind_check CHECK ((kind ~ '^[a-z-]{1,40}$'::text)),
  CONSTRAINT alerts_push_state_check CHECK ((push_state = ANY (ARRAY['waiting'::text, 'sent'::text, 'off'::text, 'dropped'::text, 'given-up'::text]))),
  CONSTRAINT alerts_seq_check CHECK ((seq >= 1)),
  CONSTRAINT alerts_sms_state_check CHECK ((sms_state = ANY (ARRAY['waiting'::text, 'sent'::text, 'off'::text, 'dropped'::text, 'given-up'::text]))),
  CONSTRAINT alerts_subject_id_check CHECK (((char_length(subject_id) >= 1) AND (char_length(subject_id) <= 120)))
);
CREATE INDEX alerts_by_age ON alerts USING btree (at);
CREATE UNIQUE INDEX alerts_once ON alerts USING btree (user_id, subject_id, kind) WHERE (kind <> ALL (ARRAY['case-question'::text, 'case-answer'::text]));
CREATE INDEX alerts_unseen ON alerts USING btree (user_id) WHERE (seen_at IS NULL);
CREATE TRIGGER alerts_stay BEFORE UPDATE ON alerts FOR EACH ROW EXECUTE FUNCTION alerts_stay();

CREATE TABLE authenticators (
  user_id text NOT NULL,
  secret_box bytea NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0,
  key_id text,
  CONSTRAINT authenticators_pkey PRIMARY KEY (user_id),
  CONSTRAINT authenticators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT authenticators_key_id_check CHECK ((key_id ~ '^[0-9a-f]{8}$'::text)),
  CONSTRAINT authenticators_last_step_check CHECK ((last_step >= 0)),
  CONSTRAINT authenticators_secret_box_check CHECK (((octet_length(secret_box) >= 29) AND (octet_length(secret_box) <= 200)))
);

CREATE TABLE bank_notices (
  id text NOT NULL,
  bank text NOT NULL,
  meaning text NOT NULL,
  source text NOT NULL,
  starts_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  set_at timestamptz NOT NULL,
  set_by text NOT NULL,
  confirmed_by text NOT NULL,
  ended_at timestamptz,
  ended_by text,
  end_confirmed_by text,
  CONSTRAINT bank_notices_pkey PRIMARY KEY (id),
  CONSTRAINT bank_notices_bank_check CHECK ((((char_length(bank) >= 2) AND (char_length(bank) <= 100)) AND (bank !~ '[[:cntrl:]]'::text))),
  CONSTRAINT bank_notices_end_two_people CHECK ((lower(end_confirmed_by) <> lower(ended_by))),
  CONSTRAINT bank_notices_ended CHECK ((((ended_at IS NULL) = (ended_by IS NULL)) AND ((ended_at IS NULL) = (end_confirmed_by IS NULL)))),
  CONSTRAINT bank_notices_ended_in_time CHECK (((ended_at >= set_at) AND (ended_at < expires_at))),
  CONSTRAINT bank_notices_id_check CHECK ((id ~ '^bkn_[0-9a-z]{35}$'::text)),
  CONSTRAINT bank_notices_meaning_check CHECK ((((char_length(meaning) >= 10) AND (char_length(meaning) <= 300)) AND (meaning !~ '[[:cntrl:]]'::text))),
  CONSTRAINT bank_notices_source_check CHECK ((((char_length(source) >= 2) AND (char_length(source) <= 100)) AND (source !~ '[[:cntrl:]]'::text))),
  CONSTRAINT bank_notices_span CHECK (((starts_at >= set_at) AND (expires_at > starts_at) AND (expires_at <= (starts_at + '24:00:00'::interval)))),
  CONSTRAINT bank_notices_two_people CHECK ((lower(confirmed_by) <> lower(set_by)))
);
CREATE INDEX bank_notices_expires_at ON bank_notices USING btree (expires_at);
CREATE TRIGGER bank_notices_end_takes_two AFTER UPDATE ON bank_notices FOR EACH ROW EXECUTE FUNCTION take_two_operators('end-bank-notice', 'id', 'ended_at', 'ended_by', 'end_confirmed_by');
CREATE TRIGGER bank_notices_fixed BEFORE UPDATE ON bank_notices FOR EACH ROW EXECUTE FUNCTION bank_notices_fixed();
CREATE TRIGGER bank_notices_no_delete BEFORE DELETE ON bank_notices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_notices_no_truncate BEFORE TRUNCATE ON bank_notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_notices_take_two AFTER INSERT ON bank_notices FOR EACH ROW EXECUTE FUNCTION take_two_operators('set-bank-notice', 'id', 'set_at', 'set_by', 'confirmed_by');

CREATE TABLE beneficiaries (
  user_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  details jsonb NOT NULL,
  last_used_at timestamptz NOT NULL,
  name text,
  CONSTRAINT beneficiaries_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT beneficiaries_once UNIQUE (user_id, kind, key),
  CONSTRAINT beneficiaries_kind_check CHECK ((kind = ANY (ARRAY['bank'::text, 'phone'::text, 'meter'::text, 'smartcard'::text]))),
  CONSTRAINT beneficiaries_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 80)) AND (name !~ '[[:cntrl:]]'::text))),
  CONSTRAINT beneficiaries_named CHECK (((name IS NULL) OR (kind = 'phone'::text)))
);

CREATE TABLE book_check (
  only_row boolean NOT NULL DEFAULT true,
  checked_at timestamptz NOT NULL,
  after_owner text,
  round_began_at timestamptz NOT NULL,
  round_ended_at timestamptz,
  CONSTRAINT book_check_pkey PRIMARY KEY (only_row),
  CONSTRAINT book_check_only_row_check CHECK (only_row)
);

CREATE TABLE bpc_charges (
  user_id text NOT NULL,
  order_id text NOT NULL,
  provider text NOT NULL,
  reference text NOT NULL,
  account_number text,
  bank_name text,
  account_name text,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT bpc_charges_pkey PRIMARY KEY (provider, reference),
  CONSTRAINT bpc_charges_issued CHECK ((((account_number IS NULL) = (expires_at IS NULL)) AND ((account_number IS NULL) = (account_name IS NULL))))
);
CREATE INDEX bpc_charges_by_number ON bpc_charges USING btree (account_number) WHERE (account_number IS NOT NULL);
CREATE INDEX bpc_charges_number ON bpc_charges USING btree (provider, account_number);
CREATE INDEX bpc_charges_of_order ON bpc_charges USING btree (user_id, order_id);

CREATE TABLE bpc_codes (
  user_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'active'::text,
  code_hash bytea NOT NULL,
  code_box bytea NOT NULL,
  created_at timestamptz NOT NULL,
  returned_at timestamptz,
  order_id text,
  key_id text,
  CONSTRAINT bpc_codes_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT bpc_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT bpc_codes_bought_by_order CHECK (((kind = 'bought'::text) = (order_id IS NOT NULL))),
  CONSTRAINT bpc_codes_code_box_check CHECK (((octet_length(code_box) >= 29) AND (octet_length(code_box) <= 200))),
  CONSTRAINT bpc_codes_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  CONSTRAINT bpc_codes_id_check CHECK ((id ~ '^bpc_[0-9a-z]{35}$'::text)),
  CONSTRAINT bpc_codes_key_id_check CHECK ((key_id ~ '^[0-9a-f]{8}$'::text)),
  CONSTRAINT bpc_codes_kind_check CHECK ((kind = ANY (ARRAY['starter'::text, 'bought'::text]))),
  CONSTRAINT bpc_codes_returned CHECK (((status = 'returned'::text) = (returned_at IS NOT NULL))),
  CONSTRAINT bpc_codes_starter_stays CHECK (((kind <> 'starter'::text) OR (status = 'active'::text))),
  CONSTRAINT bpc_codes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'returned'::text])))
);
CREATE UNIQUE INDEX bpc_codes_hash ON bpc_codes USING btree (user_id, code_hash);
CREATE UNIQUE INDEX bpc_codes_one_per_order ON bpc_codes USING btree (user_id, order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX bpc_codes_one_starter ON bpc_codes USING btree (user_id) WHERE (kind = 'starter'::text);

CREATE TABLE bpc_rejections (
  user_id text NOT NULL,
  provider text NOT NULL,
  provider_transaction_id text NOT NULL,
  amount_kobo bigint NOT NULL,
  reported_at timestamptz NOT NULL,
  CONSTRAINT bpc_rejections_pkey PRIMARY KEY (provider, provider_transaction_id),
  CONSTRAINT bpc_rejections_amount_kobo_check CHECK (((amount_kobo >= 1) AND (amount_kobo <= '1000000000000'::bigint)))
);
CREATE INDEX bpc_rejections_of_user ON bpc_rejections USING btree (user_id, reported_at);

CREATE TABLE bpc_wrong_codes (
  user_id text NOT NULL,
  window_started_at timestamptz NOT NULL,
  wrong integer NOT NULL,
  CONSTRAINT bpc_wrong_codes_pkey PRIMARY KEY (user_id),
  CONSTRAINT bpc_wrong_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT bpc_wrong_codes_wrong_check CHECK ((wrong > 0))
);

CREATE TABLE case_actions (
  user_id text,
  case_id text NOT NULL,
  seq integer NOT NULL,
  action text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  operator_id text,
  CONSTRAINT case_actions_pkey PRIMARY KEY (case_id, seq),
  CONSTRAINT case_actions_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id),
  CONSTRAINT case_actions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT case_actions_user_id_case_id_fkey FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id),
  CONSTRAINT case_actions_action_check CHECK ((action = ANY (ARRAY['show'::text, 'take'::text, 'ask'::text, 'answer'::text, 'close'::text]))),
  CONSTRAINT case_actions_operator_check CHECK ((((char_length(operator) >= 2) AND (char_length(operator) <= 80)) AND (operator !~ '[[:cntrl:]]'::text))),
  CONSTRAINT case_actions_seq_check CHECK ((seq > 0))
);
CREATE INDEX case_actions_of_user ON case_actions USING btree (user_id, case_id, seq);
CREATE TRIGGER case_actions_append_only BEFORE DELETE OR UPDATE ON case_actions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER case_actions_no_truncate BEFORE TRUNCATE ON case_actions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE case_messages (
  user_id text,
  case_id text NOT NULL,
  seq integer NOT NULL,
  author text NOT NULL,
  operator text,
  request_key text,
  text text NOT NULL,
  at timestamptz NOT NULL,
  pictures smallint NOT NULL DEFAULT 0,
  CONSTRAINT case_messages_pkey PRIMARY KEY (case_id, seq),
  CONSTRAINT case_messages_once UNIQUE (case_id, request_key),
  CONSTRAINT case_messages_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id),
  CONSTRAINT case_messages_user_id_case_id_fkey FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id),
  CONSTRAINT case_messages_author CHECK (((author = 'support'::text) = (operator IS NOT NULL))),
  CONSTRAINT case_messages_author_check CHECK ((author = ANY (ARRAY['you'::text, 'support'::text]))),
  CONSTRAINT case_messages_operator_check CHECK ((((char_length(operator) >= 2) AND (char_length(operator) <= 80)) AND (operator !~ '[[:cntrl:]]'::text))),
  CONSTRAINT case_messages_pictures_check CHECK (((pictures >= 0) AND (pictures <= 3))),
  CONSTRAINT case_messages_request_key_check CHECK ((request_key ~ '^[A-Za-z0-9_-]{16,64}$'::text)),
  CONSTRAINT case_messages_seq_check CHECK ((seq > 0)),
  CONSTRAINT case_messages_text_check CHECK ((((char_length(text) >= 2) AND (char_length(text) <= 2000)) AND (replace(text, chr(10), ' '::text) !~ '[[:cntrl:]]'::text)))
);
CREATE INDEX case_messages_of_user ON case_messages USING btree (user_id, case_id, seq);
CREATE TRIGGER case_messages_append_only BEFORE DELETE OR UPDATE ON case_messages FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER case_messages_no_truncate BEFORE TRUNCATE ON case_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE case_pauses (
  user_id text,
  case_id text NOT NULL,
  seq integer NOT NULL,
  from_at timestamptz NOT NULL,
  until_at timestamptz,
  ended_by text,
  CONSTRAINT case_pauses_pkey PRIMARY KEY (case_id, seq),
  CONSTRAINT case_pauses_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id),
  CONSTRAINT case_pauses_user_id_case_id_fkey FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id),
  CONSTRAINT case_pauses_ended CHECK (((until_at IS NULL) = (ended_by IS NULL))),
  CONSTRAINT case_pauses_ended_by_check CHECK ((ended_by = ANY (ARRAY['you'::text, 'support'::text]))),
  CONSTRAINT case_pauses_forward CHECK ((until_at >= from_at)),
  CONSTRAINT case_pauses_seq_check CHECK ((seq > 0))
);
CREATE INDEX case_pauses_of_user ON case_pauses USING btree (user_id, case_id, seq);
CREATE UNIQUE INDEX case_pauses_open ON case_pauses USING btree (case_id) WHERE (until_at IS NULL);
CREATE TRIGGER case_pauses_end BEFORE UPDATE ON case_pauses FOR EACH ROW EXECUTE FUNCTION case_pauses_end();
CREATE TRIGGER case_pauses_no_delete BEFORE DELETE ON case_pauses FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER case_pauses_no_truncate BEFORE TRUNCATE ON case_pauses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE case_pictures (
  user_id text NOT NULL,
  id text NOT NULL,
  operator_id text,
  case_id text,
  seq integer,
  ordinal integer,
  width integer NOT NULL,
  height integer NOT NULL,
  image bytea NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT case_pictures_pkey PRIMARY KEY (id),
  CONSTRAINT case_pictures_case_id_seq_fkey FOREIGN KEY (case_id, seq) REFERENCES case_messages(case_id, seq),
  CONSTRAINT case_pictures_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT case_pictures_user_id_case_id_fkey FOREIGN KEY (user_id, case_id) REFERENCES cases(user_id, id),
  CONSTRAINT case_pictures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT case_pictures_by CHECK (((operator_id IS NULL) OR (case_id IS NOT NULL))),
  CONSTRAINT case_pictures_height_check CHECK (((height >= 1) AND (height <= 2000))),
  CONSTRAINT case_pictures_id_check CHECK ((id ~ '^pic_[0-9a-z]{35}$'::text)),
  CONSTRAINT case_pictures_image_check CHECK ((((octet_length(image) >= 12) AND (octet_length(image) <= 1048576)) AND (SUBSTRING(image FROM 1 FOR 4) = '\x52494646'::bytea))),
  CONSTRAINT case_pictures_ordinal_check CHECK (((ordinal >= 0) AND (ordinal <= 2))),
  CONSTRAINT case_pictures_sent CHECK ((((seq IS NULL) = (ordinal IS NULL)) AND ((seq IS NULL) OR (case_id IS NOT NULL)))),
  CONSTRAINT case_pictures_width_check CHECK (((width >= 1) AND (width <= 2000)))
);
CREATE INDEX case_pictures_of_user ON case_pictures USING btree (user_id, id);
CREATE UNIQUE INDEX case_pictures_ordinal ON case_pictures USING btree (case_id, seq, ordinal);
CREATE TRIGGER case_pictures_send BEFORE UPDATE ON case_pictures FOR EACH ROW EXECUTE FUNCTION case_pictures_send();

CREATE TABLE cases (
  user_id text,
  visitor_id text,
  id text NOT NULL,
  tracking_number text NOT NULL,
  request_key text NOT NULL,
  topic text NOT NULL,
  transaction_id text,
  status text NOT NULL DEFAULT 'received'::text,
  status_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  answer_by timestamptz,
  CONSTRAINT cases_pkey PRIMARY KEY (id),
  CONSTRAINT cases_of_user UNIQUE (user_id, id),
  CONSTRAINT cases_of_visitor UNIQUE (visitor_id, request_key),
  CONSTRAINT cases_once UNIQUE (user_id, request_key),
  CONSTRAINT cases_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT cases_user_id_transaction_id_fkey FOREIGN KEY (user_id, transaction_id) REFERENCES transactions(user_id, id),
  CONSTRAINT cases_visitor_id_fkey FOREIGN KEY (visitor_id) REFERENCES visitors(id),
  CONSTRAINT cases_answer_by CHECK (
CASE
    WHEN (status = 'closed'::text) THEN (answer_by IS NULL)
    WHEN (status = 'answered'::text) THEN true
    ELSE (answer_by IS NOT NULL)
END),
  CONSTRAINT cases_id_check CHECK ((id ~ '^cas_[0-9a-z]{35}$'::text)),
  CONSTRAINT cases_reporter CHECK (((user_id IS NULL) <> (visitor_id IS NULL))),
  CONSTRAINT cases_request_key_check CHECK ((request_key ~ '^[A-Za-z0-9_-]{16,64}$'::text)),
  CONSTRAINT cases_status_check CHECK ((status = ANY (ARRAY['received'::text, 'in_progress'::text, 'answered'::text, 'closed'::text]))),
  CONSTRAINT cases_topic_check CHECK ((topic = ANY (ARRAY['payment'::text, 'money-in'::text, 'purchase'::text, 'bpc'::text, 'sign-in'::text, 'fraud'::text, 'other'::text]))),
  CONSTRAINT cases_tracking_number_check CHECK ((tracking_number ~ '^JR-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'::text)),
  CONSTRAINT cases_visitor_payment CHECK (((visitor_id IS NULL) OR (transaction_id IS NULL)))
);
CREATE INDEX cases_next ON cases USING btree (answer_by) WHERE (status <> 'closed'::text);
CREATE INDEX cases_not_closed ON cases USING btree (created_at) WHERE (status <> 'closed'::text);
CREATE UNIQUE INDEX cases_tracking_number ON cases USING btree (tracking_number);
CREATE TRIGGER cases_move BEFORE UPDATE ON cases FOR EACH ROW EXECUTE FUNCTION cases_move();
CREATE TRIGGER cases_no_delete BEFORE DELETE ON cases FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cases_no_truncate BEFORE TRUNCATE ON cases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE challenges (
  user_id text NOT NULL,
  challenge text NOT NULL,
  session_id text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT challenges_pkey PRIMARY KEY (user_id, challenge),
  CONSTRAINT challenges_user_id_session_id_fkey FOREIGN KEY (user_id, session_id) REFERENCES sessions(user_id, id),
  CONSTRAINT challenges_challenge_check CHECK ((challenge ~ '^[A-Za-z0-9_-]{43}$'::text))
);

CREATE TABLE channel_versions (
  id text NOT NULL,
  number integer NOT NULL,
  starts_at timestamptz NOT NULL,
  support_email text,
  support_telegram text,
  support_whatsapp text,
  support_live_chat text,
  support_always boolean NOT NULL,
  community_chat text,
  community_telegram text,
  community_whatsapp text,
  set_at timestamptz NOT NULL,
  set_by text NOT NULL,
  confirmed_by text NOT NULL,
  CONSTRAINT channel_versions_pkey PRIMARY KEY (id),
  CONSTRAINT channel_versions_always CHECK (((NOT support_always) OR (COALESCE(support_email, support_telegram, support_whatsapp, support_live_chat) IS NOT NULL))),
  CONSTRAINT channel_versions_community_chat_check CHECK (((community_chat ~ '^https://[!-~]+$'::text) AND (char_length(community_chat) <= 500))),
  CONSTRAINT channel_versions_community_telegram_check CHECK (((community_telegram ~ '^https://[!-~]+$'::text) AND (char_length(community_telegram) <= 500))),
  CONSTRAINT channel_versions_community_whatsapp_check CHECK (((community_whatsapp ~ '^https://[!-~]+$'::text) AND (char_length(community_whatsapp) <= 500))),
  CONSTRAINT channel_versions_id_check CHECK ((id ~ '^chv_[0-9a-z]{35}$'::text)),
  CONSTRAINT channel_versions_number_check CHECK ((number > 0)),
  CONSTRAINT channel_versions_start CHECK ((starts_at >= set_at)),
  CONSTRAINT channel_versions_support_email_check CHECK (((char_length(support_email) >= 3) AND (char_length(support_email) <= 254))),
  CONSTRAINT channel_versions_support_live_chat_check CHECK (((support_live_chat ~ '^https://[!-~]+$'::text) AND (char_length(support_live_chat) <= 500))),
  CONSTRAINT channel_versions_support_telegram_check CHECK (((support_telegram ~ '^https://[!-~]+$'::text) AND (char_length(support_telegram) <= 500))),
  CONSTRAINT channel_versions_support_whatsapp_check CHECK (((support_whatsapp ~ '^https://[!-~]+$'::text) AND (char_length(support_whatsapp) <= 500))),
  CONSTRAINT channel_versions_two_people CHECK ((lower(confirmed_by) <> lower(set_by)))
);
CREATE UNIQUE INDEX channel_versions_number ON channel_versions USING btree (number);
CREATE TRIGGER channel_versions_append_only BEFORE DELETE OR UPDATE ON channel_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER channel_versions_no_truncate BEFORE TRUNCATE ON channel_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER channel_versions_take_two AFTER INSERT ON channel_versions FOR EACH ROW EXECUTE FUNCTION take_two_operators('set-channels', 'id', 'set_at', 'set_by', 'confirmed_by');

CREATE TABLE contact_phones (
  user_id text NOT NULL,
  phone text NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT contact_phones_pkey PRIMARY KEY (user_id),
  CONSTRAINT contact_phones_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT contact_phones_phone_check CHECK ((phone ~ '^\+234[789][0-9]{9}$'::text))
);

CREATE TABLE customer_limits (
  id text NOT NULL,
  user_id text NOT NULL,
  number integer NOT NULL,
  daily_kobo bigint,
  reason text NOT NULL,
  set_at timestamptz NOT NULL,
  set_by text NOT NULL,
  confirmed_by text NOT NULL,
  CONSTRAINT customer_limits_pkey PRIMARY KEY (id),
  CONSTRAINT customer_limits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT customer_limits_daily_kobo_check CHECK ((((daily_kobo >= 10000) AND (daily_kobo <= 500000000)) AND ((daily_kobo % (100)::bigint) = 0))),
  CONSTRAINT customer_limits_id_check CHECK ((id ~ '^clm_[0-9a-z]{35}$'::text)),
  CONSTRAINT customer_limits_number_check CHECK ((number > 0)),
  CONSTRAINT customer_limits_reason_check CHECK ((((char_length(reason) >= 10) AND (char_length(reason) <= 300)) AND (reason !~ '[[:cntrl:]]'::text))),
  CONSTRAINT customer_limits_two_people CHECK ((lower(confirmed_by) <> lower(set_by)))
);
CREATE UNIQUE INDEX customer_limits_number ON customer_limits USING btree (user_id, number);
CREATE TRIGGER customer_limits_append_only BEFORE DELETE OR UPDATE ON customer_limits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER customer_limits_no_truncate BEFORE TRUNCATE ON customer_limits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER customer_limits_take_two AFTER INSERT ON customer_limits FOR EACH ROW EXECUTE FUNCTION take_two_operators('set-customer-limit', 'id', 'set_at', 'set_by', 'confirmed_by');

CREATE TABLE customers (
  user_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  network text,
  note text,
  created_at timestamptz NOT NULL,
  CONSTRAINT customers_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT customers_once UNIQUE (user_id, phone, name),
  CONSTRAINT customers_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 80)) AND (name !~ '[[:cntrl:]]'::text))),
  CONSTRAINT customers_network_check CHECK ((network = ANY (ARRAY['mtn'::text, 'airtel'::text, 'glo'::text, '9mobile'::text]))),
  CONSTRAINT customers_note_check CHECK ((((char_length(note) >= 1) AND (char_length(note) <= 200)) AND (note !~ '[[:cntrl:]]'::text))),
  CONSTRAINT customers_phone_check CHECK ((phone ~ '^0[0-9]{10}$'::text))
);

CREATE TABLE deposits (
  provider text NOT NULL,
  provider_transaction_id text NOT NULL,
  id text NOT NULL,
  user_id text,
  reference text NOT NULL,
  state text NOT NULL,
  reason text,
  amount_kobo bigint NOT NULL,
  provider_fee_kobo bigint NOT NULL,
  sender_name text,
  account_number text,
  transaction_id text,
  paid_at timestamptz,
  created_at timestamptz NOT NULL,
  order_id text,
  stray text,
  credited_at timestamptz,
  credited_by text,
  confirmed_by text,
  given_again_at timestamptz,
  restored_by_request text,
  CONSTRAINT deposits_pkey PRIMARY KEY (provider, provider_transaction_id),
  CONSTRAINT deposits_id_key UNIQUE (id),
  CONSTRAINT deposits_amount_kobo_check CHECK (((amount_kobo >= 1) AND (amount_kobo <= '1000000000000'::bigint))),
  CONSTRAINT deposits_credited CHECK ((((credited_at IS NULL) = (credited_by IS NULL)) AND ((credited_at IS NULL) = (confirmed_by IS NULL)))),
  CONSTRAINT deposits_credited_state CHECK (
CASE state
    WHEN 'credited_by_operators'::text THEN ((credited_at IS NOT NULL) AND (user_id IS NOT NULL))
    WHEN 'recalled'::text THEN true
    WHEN 'restored'::text THEN true
    ELSE (credited_at IS NULL)
END),
  CONSTRAINT deposits_given_again CHECK (((given_again_at IS NULL) OR (state = ANY (ARRAY['recalled'::text, 'sent_back'::text])))),
  CONSTRAINT deposits_paid_in CHECK (((state <> 'paid_in'::text) OR (order_id IS NOT NULL))),
  CONSTRAINT deposits_provider_fee_kobo_check CHECK ((provider_fee_kobo >= 0)),
  CONSTRAINT deposits_restored CHECK ((((restored_by_request IS NOT NULL) = (state = 'restored'::text)) AND ((state <> 'restored'::text) OR (user_id IS NOT NULL)))),
  CONSTRAINT deposits_state_check CHECK ((state = ANY (ARRAY['credited'::text, 'paid_in'::text, 'quarantined'::text, 'credited_by_operators'::text, 'recalled'::text, 'sent_back'::text, 'restored'::text]))),
  CONSTRAINT deposits_stray_check CHECK ((stray = ANY (ARRAY['less'::text, 'more'::text, 'second'::text, 'late'::text]))),
  CONSTRAINT deposits_two_people CHECK ((lower(confirmed_by) <> lower(credited_by)))
);
CREATE INDEX deposits_of_amount ON deposits USING btree (amount_kobo, id);
CREATE INDEX deposits_of_order ON deposits USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX deposits_of_reference ON deposits USING btree (provider, reference);
CREATE INDEX deposits_of_user ON deposits USING btree (user_id, id);
CREATE TRIGGER deposits_credited_by_two AFTER UPDATE ON deposits FOR EACH ROW EXECUTE FUNCTION deposits_credited_by_two();
CREATE TRIGGER deposits_not_credited_yet AFTER INSERT ON deposits FOR EACH ROW WHEN ((new.credited_at IS NOT NULL)) EXECUTE FUNCTION deposits_credited_by_two();
CREATE TRIGGER deposits_not_restored_yet AFTER INSERT ON deposits FOR EACH ROW WHEN ((new.restored_by_request IS NOT NULL)) EXECUTE FUNCTION deposits_restored_by_two();
CREATE TRIGGER deposits_restored_by_two AFTER UPDATE ON deposits FOR EACH ROW WHEN ((new.restored_by_request IS DISTINCT FROM old.restored_by_request)) EXECUTE FUNCTION deposits_restored_by_two();

CREATE TABLE devices (
  user_id text NOT NULL,
  id text NOT NULL,
  key_x text NOT NULL,
  key_y text NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  CONSTRAINT devices_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT devices_id_check CHECK ((id ~ '^dev_[0-9a-z]{35}$'::text)),
  CONSTRAINT devices_key_x_check CHECK ((key_x ~ '^[A-Za-z0-9_-]{43}$'::text)),
  CONSTRAINT devices_key_y_check CHECK ((key_y ~ '^[A-Za-z0-9_-]{43}$'::text))
);
CREATE UNIQUE INDEX devices_one_active ON devices USING btree (user_id) WHERE (revoked_at IS NULL);

CREATE TABLE email_proofs (
  proof_key bytea NOT NULL,
  code_hash bytea NOT NULL,
  wrong smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  CONSTRAINT email_proofs_pkey PRIMARY KEY (proof_key),
  CONSTRAINT email_proofs_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  CONSTRAINT email_proofs_proof_key_check CHECK ((octet_length(proof_key) = 32)),
  CONSTRAINT email_proofs_wrong_check CHECK (((wrong >= 0) AND (wrong <= 5)))
);
CREATE INDEX email_proofs_old ON email_proofs USING btree (expires_at);

CREATE TABLE emails (
  id text NOT NULL,
  user_id text,
  kind text NOT NULL,
  box bytea,
  state text NOT NULL DEFAULT 'waiting'::text,
  created_at timestamptz NOT NULL,
  done_at timestamptz,
  key_id text,
  CONSTRAINT emails_pkey PRIMARY KEY (id),
  CONSTRAINT emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT emails_box_check CHECK (((octet_length(box) >= 29) AND (octet_length(box) <= 8192))),
  CONSTRAINT emails_done CHECK (((state = 'waiting'::text) = (done_at IS NULL))),
  CONSTRAINT emails_emptied CHECK (((state = 'waiting'::text) = (box IS NOT NULL))),
  CONSTRAINT emails_id_check CHECK ((id ~ '^mai_[0-9a-z]{35}$'::text)),
  CONSTRAINT emails_key_id_check CHECK ((key_id ~ '^[0-9a-f]{8}$'::text)),
  CONSTRAINT emails_kind_check CHECK ((kind ~ '^[a-z-]{1,40}$'::text)),
  CONSTRAINT emails_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'dropped'::text, 'given-up'::text])))
);
CREATE INDEX emails_done_at ON emails USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX emails_of_user ON emails USING btree (user_id, id) WHERE (user_id IS NOT NULL);

CREATE TABLE funding_accounts (
  user_id text NOT NULL,
  provider text NOT NULL,
  status text NOT NULL,
  customer_code text,
  provider_account_id text,
  account_number text,
  bank_name text,
  account_name text,
  created_at timestamptz NOT NULL,
  refused_for text,
  refused_at timestamptz,
  asked_at timestamptz,
  CONSTRAINT funding_accounts_pkey PRIMARY KEY (user_id),
  CONSTRAINT funding_accounts_ready CHECK (((status <> 'ready'::text) OR ((account_number IS NOT NULL) AND (customer_code IS NOT NULL)))),
  CONSTRAINT funding_accounts_refused CHECK ((((status = 'refused'::text) = (refused_for IS NOT NULL)) AND ((refused_for IS NULL) = (refused_at IS NULL)))),
  CONSTRAINT funding_accounts_refused_for_check CHECK ((refused_for = ANY (ARRAY['bad-phone'::text, 'not-validated'::text, 'limit-reached'::text, 'not-enabled'::text, 'refused'::text]))),
  CONSTRAINT funding_accounts_status_check CHECK ((status = ANY (ARRAY['not-asked'::text, 'issuing'::text, 'refused'::text, 'ready'::text])))
);
CREATE INDEX funding_accounts_by_number ON funding_accounts USING btree (account_number) WHERE (account_number IS NOT NULL);
CREATE INDEX funding_accounts_customer ON funding_accounts USING btree (provider, customer_code);
CREATE UNIQUE INDEX funding_accounts_number ON funding_accounts USING btree (provider, account_number);

CREATE TABLE installation (
  only_row boolean NOT NULL DEFAULT true,
  mode text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT installation_pkey PRIMARY KEY (only_row),
  CONSTRAINT installation_mode_check CHECK ((mode = ANY (ARRAY['sandbox'::text, 'live'::text]))),
  CONSTRAINT installation_only_row_check CHECK (only_row)
);
CREATE TRIGGER installation_fixed BEFORE DELETE OR UPDATE ON installation FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER installation_no_truncate BEFORE TRUNCATE ON installation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE jobs (
  kind text NOT NULL,
  subject_id text NOT NULL,
  user_id text,
  due_at timestamptz NOT NULL,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  wake_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  set_at timestamptz,
  CONSTRAINT jobs_pkey PRIMARY KEY (kind, subject_id)
);
CREATE INDEX jobs_due ON jobs USING btree (due_at);

CREATE TABLE kind_pauses (
  id text NOT NULL,
  kind text NOT NULL,
  service text,
  service_name text,
  reason text NOT NULL,
  set_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  set_by text NOT NULL,
  confirmed_by text NOT NULL,
  lifted_at timestamptz,
  lifted_by text,
  lift_confirmed_by text,
  CONSTRAINT kind_pauses_pkey PRIMARY KEY (id),
  CONSTRAINT kind_pauses_id_check CHECK ((id ~ '^pau_[0-9a-z]{35}$'::text)),
  CONSTRAINT kind_pauses_kind_check CHECK (is_order_kind(kind)),
  CONSTRAINT kind_pauses_lift_two_people CHECK ((lower(lift_confirmed_by) <> lower(lifted_by))),
  CONSTRAINT kind_pauses_lifted CHECK ((((lifted_at IS NULL) = (lifted_by IS NULL)) AND ((lifted_at IS NULL) = (lift_confirmed_by IS NULL)))),
  CONSTRAINT kind_pauses_lifted_in_time CHECK (((lifted_at >= set_at) AND (lifted_at < ends_at))),
  CONSTRAINT kind_pauses_reason_check CHECK ((((char_length(reason) >= 10) AND (char_length(reason) <= 300)) AND (reason !~ '[[:cntrl:]]'::text))),
  CONSTRAINT kind_pauses_service CHECK ((((service IS NULL) = (service_name IS NULL)) AND ((kind <> 'bpc'::text) OR (service IS NULL)))),
  CONSTRAINT kind_pauses_service_check CHECK ((service ~ '^[!-~]{1,80}$'::text)),
  CONSTRAINT kind_pauses_service_name_check CHECK ((((char_length(service_name) >= 1) AND (char_length(service_name) <= 100)) AND (service_name !~ '[[:cntrl:]]'::text))),
  CONSTRAINT kind_pauses_span CHECK (((ends_at > set_at) AND (ends_at <= (set_at + '24:00:00'::interval)))),
  CONSTRAINT kind_pauses_two_people CHECK ((lower(confirmed_by) <> lower(set_by)))
);
CREATE INDEX kind_pauses_ends_at ON kind_pauses USING btree (ends_at);
CREATE TRIGGER kind_pauses_fixed BEFORE UPDATE ON kind_pauses FOR EACH ROW EXECUTE FUNCTION kind_pauses_fixed();
CREATE TRIGGER kind_pauses_lift_takes_two AFTER UPDATE ON kind_pauses FOR EACH ROW EXECUTE FUNCTION take_two_operators('resume-kind', 'id', 'lifted_at', 'lifted_by', 'lift_confirmed_by');
CREATE TRIGGER kind_pauses_no_delete BEFORE DELETE ON kind_pauses FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kind_pauses_no_truncate BEFORE TRUNCATE ON kind_pauses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kind_pauses_take_two AFTER INSERT ON kind_pauses FOR EACH ROW EXECUTE FUNCTION take_two_operators('pause-kind', 'id', 'set_at', 'set_by', 'confirmed_by');

CREATE TABLE ledger_accounts (
  user_id text NOT NULL,
  id text NOT NULL,
  sign_rule smallint NOT NULL,
  balance bigint NOT NULL DEFAULT 0,
  entry_count bigint NOT NULL DEFAULT 0,
  last_hash bytea NOT NULL DEFAULT '\x'::bytea,
  last_posted_at timestamptz,
  ordered_from_seq bigint NOT NULL DEFAULT 1,
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT ledger_accounts_ordered_from_seq_check CHECK ((ordered_from_seq >= 1)),
  CONSTRAINT ledger_accounts_sign CHECK ((((sign_rule = 1) AND (balance >= 0)) OR ((sign_rule = '-1'::integer) AND (balance <= 0)) OR (sign_rule = 0))),
  CONSTRAINT ledger_accounts_sign_rule_check CHECK ((sign_rule = ANY (ARRAY['-1'::integer, 0, 1])))
) WITH (fillfactor=50);
CREATE TRIGGER ledger_accounts_no_delete BEFORE DELETE ON ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_accounts_no_truncate BEFORE TRUNCATE ON ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE ledger_closed_days (
  through_day date NOT NULL,
  newest_posted_at timestamptz NOT NULL,
  CONSTRAINT ledger_closed_days_pkey PRIMARY KEY (through_day),
  CONSTRAINT ledger_closed_days_over CHECK ((newest_posted_at >= ((((through_day + 1))::timestamp without time zone AT TIME ZONE 'Africa/Lagos'::text) + '01:00:00'::interval)))
);
CREATE TRIGGER ledger_closed_days_append_only BEFORE DELETE OR UPDATE ON ledger_closed_days FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_closed_days_no_truncate BEFORE TRUNCATE ON ledger_closed_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE ledger_entries (
  user_id text NOT NULL,
  transfer_id text NOT NULL,
  leg smallint NOT NULL,
  account_id text NOT NULL,
  amount bigint NOT NULL,
  posted_at timestamptz NOT NULL,
  seq bigint,
  balance_after bigint,
  hash bytea,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (user_id, transfer_id, leg),
  CONSTRAINT ledger_entries_amount_check CHECK (((amount <> 0) AND (abs(amount) <= '1000000000000'::bigint))),
  CONSTRAINT ledger_entries_kept CHECK ((((seq IS NULL) = (balance_after IS NULL)) AND ((seq IS NULL) = (hash IS NULL))))
);
CREATE UNIQUE INDEX ledger_entries_of_account ON ledger_entries USING btree (user_id, account_id, seq) WHERE (seq IS NOT NULL);
CREATE INDEX ledger_entries_of_house ON ledger_entries USING btree (account_id, posted_at) WHERE (seq IS NULL);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE ledger_house_balances (
  account_id text NOT NULL,
  through_day date NOT NULL,
  balance bigint NOT NULL,
  CONSTRAINT ledger_house_balances_pkey PRIMARY KEY (account_id, through_day)
);
CREATE TRIGGER ledger_house_balances_append_only BEFORE DELETE OR UPDATE ON ledger_house_balances FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_house_balances_no_truncate BEFORE TRUNCATE ON ledger_house_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE ledger_transfers (
  user_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  input_hash bytea NOT NULL,
  subject_id text,
  posted_at timestamptz NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT ledger_transfers_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT ledger_transfers_key UNIQUE (user_id, key),
  CONSTRAINT ledger_transfers_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'deposit'::text, 'pay-in'::text, 'quarantine'::text, 'hold'::text, 'settle'::text, 'release'::text, 'return'::text, 'late-success'::text, 'recall'::text, 'restore'::text, 'repay'::text, 'sms'::text]))),
  CONSTRAINT ledger_transfers_one_line CHECK ((POSITION((chr(10)) IN ((((user_id || id) || key) || COALESCE(subject_id, ''::text)))) = 0)),
  CONSTRAINT ledger_transfers_subject CHECK (((subject_id <> ''::text) AND ((subject_id IS NOT NULL) OR (kind <> ALL (ARRAY['hold'::text, 'settle'::text, 'release'::text, 'return'::text, 'late-success'::text, 'sms'::text])))))
);
CREATE INDEX ledger_transfers_by_time ON ledger_transfers USING btree (posted_at);
CREATE UNIQUE INDEX ledger_transfers_one_deposit ON ledger_transfers USING btree (user_id, subject_id) WHERE (kind = 'deposit'::text);
CREATE UNIQUE INDEX ledger_transfers_one_hold ON ledger_transfers USING btree (user_id, subject_id) WHERE (kind = 'hold'::text);
CREATE UNIQUE INDEX ledger_transfers_one_late_success ON ledger_transfers USING btree (user_id, subject_id) WHERE (kind = 'late-success'::text);
CREATE UNIQUE INDEX ledger_transfers_one_pay_in ON ledger_transfers USING btree (user_id, subject_id) WHERE (kind = 'pay-in'::text);
CREATE UNIQUE INDEX ledger_transfers_one_quarantine ON ledger_transfers USING btree (user_id, subject_id) WHERE (kind = 'quarantine'::text);
CREATE UNIQUE INDEX ledger_transfers_one_recall ON ledger_transfers USING btree (user_id, subject_id) WHERE (kind = 'recall'::text);
CREATE UNIQUE INDEX ledger_transfers_one_repay ON ledger_transfers USING btree (user_id, subject_id) WHERE (kind = 'repay'::text);
CREATE UNIQUE INDEX ledger_transfers_one_resolution ON ledger_transfers USING btree (user_id, subject_id) WHERE (kind = ANY (ARRAY['settle'::text, 'release'::text]));
CREATE UNIQUE INDEX ledger_transfers_one_restore ON ledger_transfers USING btree (user_id, subject_id) WHERE (kind = 'restore'::text);
CREATE UNIQUE INDEX ledger_transfers_one_return ON ledger_transfers USING btree (user_id, subject_id) WHERE (kind = 'return'::text);
CREATE UNIQUE INDEX ledger_transfers_one_sms ON ledger_transfers USING btree (user_id, subject_id) WHERE (kind = 'sms'::text);
CREATE TRIGGER ledger_transfers_append_only BEFORE DELETE OR UPDATE ON ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfers_no_truncate BEFORE TRUNCATE ON ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE limit_versions (
  id text NOT NULL,
  number integer NOT NULL,
  starts_at timestamptz NOT NULL,
  daily_kobo bigint NOT NULL,
  per_bpc_kobo bigint NOT NULL,
  max_kobo bigint NOT NULL,
  set_at timestamptz NOT NULL,
  set_by text NOT NULL,
  confirmed_by text NOT NULL,
  CONSTRAINT limit_versions_pkey PRIMARY KEY (id),
  CONSTRAINT limit_versions_daily_kobo_check CHECK (((daily_kobo >= 10000) AND ((daily_kobo % (100)::bigint) = 0))),
  CONSTRAINT limit_versions_id_check CHECK ((id ~ '^lmv_[0-9a-z]{35}$'::text)),
  CONSTRAINT limit_versions_max_kobo_check CHECK (((max_kobo <= 500000000) AND ((max_kobo % (100)::bigint) = 0))),
  CONSTRAINT limit_versions_number_check CHECK ((number > 0)),
  CONSTRAINT limit_versions_order CHECK (((daily_kobo + per_bpc_kobo) <= max_kobo)),
  CONSTRAINT limit_versions_per_bpc_kobo_check CHECK (((per_bpc_kobo >= 10000) AND ((per_bpc_kobo % (100)::bigint) = 0))),
  CONSTRAINT limit_versions_start CHECK ((starts_at >= set_at)),
  CONSTRAINT limit_versions_two_people CHECK ((lower(confirmed_by) <> lower(set_by)))
);
CREATE UNIQUE INDEX limit_versions_number ON limit_versions USING btree (number);
CREATE TRIGGER limit_versions_append_only BEFORE DELETE OR UPDATE ON limit_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER limit_versions_no_truncate BEFORE TRUNCATE ON limit_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER limit_versions_take_two AFTER INSERT ON limit_versions FOR EACH ROW EXECUTE FUNCTION take_two_operators('set-limits', 'id', 'set_at', 'set_by', 'confirmed_by');

CREATE TABLE open_alarms (
  kind text NOT NULL,
  subject_id text NOT NULL,
  raised_at timestamptz NOT NULL,
  told_at timestamptz,
  CONSTRAINT open_alarms_pkey PRIMARY KEY (kind, subject_id)
);

CREATE TABLE operator_audit (
  number bigint NOT NULL,
  at timestamptz NOT NULL,
  operator_id text,
  role text,
  session_id text,
  act text NOT NULL,
  subject text,
  reason text,
  before text,
  after text,
  request_id text,
  hash bytea NOT NULL,
  CONSTRAINT operator_audit_pkey PRIMARY KEY (number),
  CONSTRAINT operator_audit_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT operator_audit_act_check CHECK ((act ~ '^[a-z-]{1,40}$'::text)),
  CONSTRAINT operator_audit_after_check CHECK ((((char_length(after) >= 2) AND (char_length(after) <= 2000)) AND (after !~ '[[:cntrl:]]'::text))),
  CONSTRAINT operator_audit_before_check CHECK ((((char_length(before) >= 2) AND (char_length(before) <= 2000)) AND (before !~ '[[:cntrl:]]'::text))),
  CONSTRAINT operator_audit_hash_check CHECK ((octet_length(hash) = 32)),
  CONSTRAINT operator_audit_number_check CHECK ((number > 0)),
  CONSTRAINT operator_audit_reason_check CHECK ((((char_length(reason) >= 1) AND (char_length(reason) <= 300)) AND (reason !~ '[[:cntrl:]]'::text))),
  CONSTRAINT operator_audit_request_id_check CHECK ((request_id ~ '^[\w-]{1,40}$'::text)),
  CONSTRAINT operator_audit_role CHECK (((operator_id IS NULL) = (role IS NULL))),
  CONSTRAINT operator_audit_role_check CHECK ((role = ANY (ARRAY['support'::text, 'finance'::text, 'risk'::text, 'manager'::text]))),
  CONSTRAINT operator_audit_session CHECK (((session_id IS NULL) OR (operator_id IS NOT NULL))),
  CONSTRAINT operator_audit_session_id_check CHECK ((session_id ~ '^ops_[0-9a-z]{35}$'::text)),
  CONSTRAINT operator_audit_subject_check CHECK ((((char_length(subject) >= 1) AND (char_length(subject) <= 60)) AND (subject !~ '[[:cntrl:]]'::text)))
);
CREATE INDEX operator_audit_at ON operator_audit USING btree (at);
CREATE INDEX operator_audit_of_act ON operator_audit USING btree (act, number);
CREATE INDEX operator_audit_of_operator ON operator_audit USING btree (operator_id, number);
CREATE INDEX operator_audit_of_subject ON operator_audit USING btree (subject, number) WHERE (subject IS NOT NULL);
CREATE TRIGGER operator_audit_append_only BEFORE DELETE OR UPDATE ON operator_audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_audit_chain BEFORE INSERT ON operator_audit FOR EACH ROW WHEN ((new.number IS NULL)) EXECUTE FUNCTION operator_audit_chain();
CREATE TRIGGER operator_audit_no_truncate BEFORE TRUNCATE ON operator_audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operator_audit_head (
  one_row boolean NOT NULL DEFAULT true,
  number bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT operator_audit_head_pkey PRIMARY KEY (one_row),
  CONSTRAINT operator_audit_head_hash_check CHECK ((octet_length(hash) = 32)),
  CONSTRAINT operator_audit_head_number_check CHECK ((number > 0)),
  CONSTRAINT operator_audit_head_one_row CHECK (one_row)
);
CREATE TRIGGER operator_audit_head_no_delete BEFORE DELETE ON operator_audit_head FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_audit_head_no_truncate BEFORE TRUNCATE ON operator_audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operator_challenges (
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT operator_challenges_pkey PRIMARY KEY (challenge),
  CONSTRAINT operator_challenges_challenge_check CHECK ((char_length(challenge) = 86))
);
CREATE INDEX operator_challenges_expires_at ON operator_challenges USING btree (expires_at);

CREATE TABLE operator_filters (
  id text NOT NULL,
  operator_id text NOT NULL,
  screen text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  saved_at timestamptz NOT NULL,
  CONSTRAINT operator_filters_pkey PRIMARY KEY (id),
  CONSTRAINT operator_filters_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT operator_filters_id_check CHECK ((id ~ '^flt_[0-9a-z]{35}$'::text)),
  CONSTRAINT operator_filters_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 40)) AND (name !~ '[[:cntrl:]]'::text))),
  CONSTRAINT operator_filters_query_check CHECK ((query ~ '^[A-Za-z0-9_=&-]{1,200}$'::text)),
  CONSTRAINT operator_filters_screen_check CHECK ((screen = ANY (ARRAY['search'::text, 'cases'::text, 'audit'::text, 'reports'::text])))
);
CREATE UNIQUE INDEX operator_filters_name ON operator_filters USING btree (operator_id, screen, lower(name));

CREATE TABLE operator_links (
  id text NOT NULL,
  operator_id text,
  token_hash bytea NOT NULL,
  made_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT operator_links_pkey PRIMARY KEY (id),
  CONSTRAINT operator_links_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT operator_links_id_check CHECK ((id ~ '^opl_[0-9a-z]{35}$'::text)),
  CONSTRAINT operator_links_lifetime CHECK (((expires_at > made_at) AND (expires_at <= (made_at + '00:15:00'::interval)))),
  CONSTRAINT operator_links_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX operator_links_expires_at ON operator_links USING btree (expires_at);
CREATE UNIQUE INDEX operator_links_token ON operator_links USING btree (token_hash);

CREATE TABLE operator_passkeys (
  id text NOT NULL,
  operator_id text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  removed_at timestamptz,
  last_used_at timestamptz,
  CONSTRAINT operator_passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT operator_passkeys_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT operator_passkeys_counter_check CHECK (((counter >= 0) AND (counter <= '4294967295'::bigint))),
  CONSTRAINT operator_passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  CONSTRAINT operator_passkeys_id_check CHECK ((id ~ '^opk_[0-9a-z]{35}$'::text)),
  CONSTRAINT operator_passkeys_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 40)) AND (name !~ '[[:cntrl:]]'::text))),
  CONSTRAINT operator_passkeys_public_key_check CHECK (((octet_length(public_key) >= 32) AND (octet_length(public_key) <= 1200))),
  CONSTRAINT operator_passkeys_transports_check CHECK ((cardinality(transports) <= 10))
);
CREATE UNIQUE INDEX operator_passkeys_credential ON operator_passkeys USING btree (credential_id);
CREATE INDEX operator_passkeys_of_operator ON operator_passkeys USING btree (operator_id);
CREATE TRIGGER operator_passkeys_change BEFORE UPDATE ON operator_passkeys FOR EACH ROW EXECUTE FUNCTION operator_passkeys_change();
CREATE TRIGGER operator_passkeys_no_delete BEFORE DELETE ON operator_passkeys FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_passkeys_no_truncate BEFORE TRUNCATE ON operator_passkeys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operator_proofs (
  id text NOT NULL,
  operator_id text,
  act text NOT NULL,
  subject text NOT NULL,
  is_right boolean NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT operator_proofs_pkey PRIMARY KEY (id),
  CONSTRAINT operator_proofs_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT operator_proofs_act_check CHECK ((act ~ '^[a-z-]{1,40}$'::text)),
  CONSTRAINT operator_proofs_id_check CHECK ((id ~ '^opp_[0-9a-z]{35}$'::text)),
  CONSTRAINT operator_proofs_of_somebody CHECK (((operator_id IS NOT NULL) OR (NOT is_right))),
  CONSTRAINT operator_proofs_subject_check CHECK (((char_length(subject) <= 60) AND (subject !~ '[[:cntrl:]]'::text)))
);
CREATE TRIGGER operator_proofs_append_only BEFORE DELETE OR UPDATE ON operator_proofs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_proofs_no_truncate BEFORE TRUNCATE ON operator_proofs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operator_requests (
  id text NOT NULL,
  act text NOT NULL,
  subject text NOT NULL,
  content jsonb NOT NULL,
  requested_by text NOT NULL,
  requested_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  confirmed_by text,
  confirmed_at timestamptz,
  request_evidence jsonb,
  confirm_evidence jsonb,
  CONSTRAINT operator_requests_pkey PRIMARY KEY (id),
  CONSTRAINT operator_requests_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES operators(id),
  CONSTRAINT operator_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES operators(id),
  CONSTRAINT operator_requests_act_check CHECK ((act = ANY (ARRAY['resume-money'::text, 'close-difference'::text, 'close-differences'::text, 'recover-account'::text, 'add-operator'::text, 'revoke-operator'::text, 'change-role'::text, 'enrol-passkey'::text, 'set-bank-notice'::text, 'end-bank-notice'::text, 'set-channels'::text, 'set-prices'::text, 'set-limits'::text, 'set-customer-limit'::text, 'pause-kind'::text, 'resume-kind'::text, 'credit-deposit'::text, 'end-review'::text, 'refund-bpc'::text, 'unfreeze-customer'::text, 'end-all-sessions'::text]))),
  CONSTRAINT operator_requests_confirm_evidence_check CHECK ((jsonb_typeof(confirm_evidence) = 'object'::text)),
  CONSTRAINT operator_requests_confirmed CHECK (((confirmed_by IS NULL) = (confirmed_at IS NULL))),
  CONSTRAINT operator_requests_content_check CHECK ((jsonb_typeof(content) = 'object'::text)),
  CONSTRAINT operator_requests_id_check CHECK ((id ~ '^orq_[0-9a-z]{35}$'::text)),
  CONSTRAINT operator_requests_in_time CHECK (((confirmed_at >= requested_at) AND (confirmed_at < expires_at))),
  CONSTRAINT operator_requests_lifetime CHECK (((expires_at > requested_at) AND (expires_at <= (requested_at + '24:00:00'::interval)))),
  CONSTRAINT operator_requests_request_evidence_check CHECK ((jsonb_typeof(request_evidence) = 'object'::text)),
  CONSTRAINT operator_requests_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 60))),
  CONSTRAINT operator_requests_two_people CHECK ((confirmed_by <> requested_by))
);
CREATE UNIQUE INDEX operator_requests_once ON operator_requests USING btree (act, subject, COALESCE((content ->> 'contradicted'::text), ''::text)) WHERE ((confirmed_at IS NOT NULL) AND (act <> 'change-role'::text));
CREATE INDEX operator_requests_waiting ON operator_requests USING btree (expires_at) WHERE (confirmed_at IS NULL);
CREATE TRIGGER operator_requests_confirm AFTER UPDATE ON operator_requests FOR EACH ROW EXECUTE FUNCTION operator_requests_confirm();
CREATE TRIGGER operator_requests_no_delete BEFORE DELETE ON operator_requests FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_requests_no_truncate BEFORE TRUNCATE ON operator_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operator_sessions (
  id text NOT NULL,
  operator_id text NOT NULL,
  passkey_id text NOT NULL,
  token_hash bytea NOT NULL,
  browser text,
  created_at timestamptz NOT NULL,
  touched_at timestamptz NOT NULL,
  locked_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  CONSTRAINT operator_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT operator_sessions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT operator_sessions_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES operator_passkeys(id),
  CONSTRAINT operator_sessions_browser_check CHECK ((((char_length(browser) >= 1) AND (char_length(browser) <= 40)) AND (browser ~ '^[ -~]+$'::text))),
  CONSTRAINT operator_sessions_ended CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  CONSTRAINT operator_sessions_ended_by_check CHECK ((ended_by = ANY (ARRAY['sign-out'::text, 'other-browser'::text]))),
  CONSTRAINT operator_sessions_id_check CHECK ((id ~ '^ops_[0-9a-z]{35}$'::text)),
  CONSTRAINT operator_sessions_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX operator_sessions_created_at ON operator_sessions USING btree (created_at);
CREATE UNIQUE INDEX operator_sessions_one ON operator_sessions USING btree (operator_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX operator_sessions_token ON operator_sessions USING btree (token_hash);

CREATE TABLE operators (
  id text NOT NULL,
  name text NOT NULL,
  passphrase_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  created_by text,
  admitted_at timestamptz,
  revoked_at timestamptz,
  role text NOT NULL,
  role_since timestamptz NOT NULL,
  CONSTRAINT operators_pkey PRIMARY KEY (id),
  CONSTRAINT operators_created_by_fkey FOREIGN KEY (created_by) REFERENCES operators(id),
  CONSTRAINT operators_id_check CHECK ((id ~ '^opr_[0-9a-z]{35}$'::text)),
  CONSTRAINT operators_name_check CHECK ((((char_length(name) >= 2) AND (char_length(name) <= 80)) AND (name !~ '[[:cntrl:]]'::text) AND (lower(name) <> 'reconciliation'::text))),
  CONSTRAINT operators_passphrase_hash_check CHECK ((passphrase_hash ~~ '$argon2id$%'::text)),
  CONSTRAINT operators_revoked CHECK (((revoked_at IS NULL) OR (admitted_at IS NOT NULL))),
  CONSTRAINT operators_role_check CHECK ((role = ANY (ARRAY['support'::text, 'finance'::text, 'risk'::text, 'manager'::text])))
);
CREATE UNIQUE INDEX operators_name ON operators USING btree (lower(name)) WHERE (admitted_at IS NOT NULL);
CREATE TRIGGER operators_change BEFORE UPDATE ON operators FOR EACH ROW EXECUTE FUNCTION operators_change();
CREATE TRIGGER operators_no_delete BEFORE DELETE ON operators FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operators_no_truncate BEFORE TRUNCATE ON operators FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE order_attempts (
  user_id text NOT NULL,
  order_id text NOT NULL,
  number integer NOT NULL,
  provider text NOT NULL,
  reference text NOT NULL,
  at timestamptz NOT NULL,
  earlier_absent_at timestamptz[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  found_by_people boolean NOT NULL DEFAULT false,
  CONSTRAINT order_attempts_pkey PRIMARY KEY (user_id, order_id, number),
  CONSTRAINT order_attempts_number CHECK ((number >= 1)),
  CONSTRAINT order_attempts_proved CHECK ((((number = 1) AND (cardinality(earlier_absent_at) = 0)) OR found_by_people OR (cardinality(earlier_absent_at) >= 3)))
);
CREATE UNIQUE INDEX order_attempts_reference ON order_attempts USING btree (provider, reference);
CREATE TRIGGER order_attempts_append_only BEFORE DELETE OR UPDATE ON order_attempts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_attempts_no_truncate BEFORE TRUNCATE ON order_attempts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE order_batches (
  user_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  terms text NOT NULL,
  challenge text NOT NULL,
  rows jsonb NOT NULL,
  quote_ids text[] NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT order_batches_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT order_batches_kind_check CHECK ((kind = ANY (ARRAY['airtime'::text, 'data'::text]))),
  CONSTRAINT order_batches_quote_ids_check CHECK (((cardinality(quote_ids) >= 1) AND (cardinality(quote_ids) <= 200)))
);
CREATE TRIGGER order_batches_fixed BEFORE UPDATE ON order_batches FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE order_steps (
  user_id text NOT NULL,
  order_id text NOT NULL,
  seq integer NOT NULL,
  state text NOT NULL,
  event text NOT NULL,
  evidence text,
  at timestamptz NOT NULL,
  CONSTRAINT order_steps_pkey PRIMARY KEY (user_id, order_id, seq)
);
CREATE TRIGGER order_steps_append_only BEFORE DELETE OR UPDATE ON order_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_steps_by_two BEFORE INSERT ON order_steps FOR EACH ROW WHEN ((new.event = ANY (ARRAY['paid-by-operators'::text, 'not-paid-by-operators'::text, 'refunded-by-operators'::text]))) EXECUTE FUNCTION order_steps_by_two();
CREATE TRIGGER order_steps_no_truncate BEFORE TRUNCATE ON order_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE orders (
  user_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  quote_id text NOT NULL,
  state text NOT NULL,
  amount_kobo bigint NOT NULL,
  fee_kobo bigint NOT NULL,
  duty_kobo bigint NOT NULL,
  discount_kobo bigint NOT NULL,
  total_kobo bigint NOT NULL,
  recipient jsonb NOT NULL,
  terms text NOT NULL,
  approval jsonb NOT NULL,
  provider text NOT NULL,
  reference text NOT NULL,
  transaction_id text NOT NULL,
  lagos_day date NOT NULL,
  send_count integer NOT NULL DEFAULT 0,
  provider_fee_kobo bigint NOT NULL DEFAULT 0,
  provider_word text,
  failure text,
  not_found_count integer NOT NULL DEFAULT 0,
  not_found_since timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  price_list text NOT NULL DEFAULT 'standard'::text,
  bpc_id text,
  cost_kobo bigint NOT NULL DEFAULT 0,
  sale jsonb,
  token text,
  units text,
  paid_by text NOT NULL DEFAULT 'wallet'::text,
  recipient_key text NOT NULL DEFAULT ''::text,
  sent_at timestamptz,
  absent_at timestamptz[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  earlier_sends integer NOT NULL DEFAULT 0,
  maybe_elsewhere boolean NOT NULL DEFAULT false,
  delivery_box bytea,
  key_id text,
  ended_by_request text,
  returned_late boolean NOT NULL DEFAULT false,
  contradicted_at timestamptz,
  undone_by_request text,
  CONSTRAINT orders_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT orders_one_per_quote UNIQUE (user_id, quote_id),
  CONSTRAINT orders_amount_kobo_check CHECK (((amount_kobo >= 1) AND (amount_kobo <= '1000000000000'::bigint))),
  CONSTRAINT orders_by_transfer CHECK ((((paid_by = 'wallet'::text) AND (state <> ALL (ARRAY['awaiting_payment'::text, 'expired'::text]))) OR ((paid_by = 'transfer'::text) AND (kind = 'bpc'::text) AND (state = ANY (ARRAY['awaiting_payment'::text, 'expired'::text, 'settled'::text, 'returned'::text]))))),
  CONSTRAINT orders_check CHECK (((total_kobo = (((amount_kobo + fee_kobo) + duty_kobo) - discount_kobo)) AND (total_kobo > 0))),
  CONSTRAINT orders_contradicted CHECK (((contradicted_at IS NULL) OR (state = ANY (ARRAY['settled'::text, 'late_success'::text])))),
  CONSTRAINT orders_cost_kobo_check CHECK ((cost_kobo >= 0)),
  CONSTRAINT orders_delivery_box_check CHECK (((octet_length(delivery_box) >= 29) AND (octet_length(delivery_box) <= 4096))),
  CONSTRAINT orders_delivery_sealed CHECK (((delivery_box IS NULL) = (key_id IS NULL))),
  CONSTRAINT orders_discount_kobo_check CHECK ((discount_kobo >= 0)),
  CONSTRAINT orders_duty_kobo_check CHECK ((duty_kobo >= 0)),
  CONSTRAINT orders_earlier_sends CHECK (((earlier_sends >= 0) AND (earlier_sends <= send_count))),
  CONSTRAINT orders_ended_state CHECK (((ended_by_request IS NULL) OR (state = ANY (ARRAY['settled'::text, 'released'::text, 'returned'::text, 'late_success'::text])))),
  CONSTRAINT orders_fee_kobo_check CHECK ((fee_kobo >= 0)),
  CONSTRAINT orders_key_id_check CHECK ((key_id ~ '^[0-9a-f]{8}$'::text)),
  CONSTRAINT orders_kind_check CHECK (is_order_kind(kind)),
  CONSTRAINT orders_paid_by_check CHECK ((paid_by = ANY (ARRAY['wallet'::text, 'transfer'::text]))),
  CONSTRAINT orders_price_list_check CHECK ((price_list = ANY (ARRAY['standard'::text, 'bpc'::text]))),
  CONSTRAINT orders_provider_fee_kobo_check CHECK ((provider_fee_kobo >= 0)),
  CONSTRAINT orders_returned_late CHECK (((NOT returned_late) OR (state = 'returned'::text))),
  CONSTRAINT orders_state_check CHECK ((state = ANY (ARRAY['awaiting_payment'::text, 'expired'::text, 'held'::text, 'in_flight'::text, 'pending'::text, 'unknown'::text, 'manual_review'::text, 'settled'::text, 'released'::text, 'returned'::text, 'late_success'::text]))),
  CONSTRAINT orders_undone_state CHECK (((undone_by_request IS NULL) OR (state = 'returned'::text)))
);
CREATE INDEX orders_awaiting ON orders USING btree (user_id) WHERE (state = 'awaiting_payment'::text);
CREATE INDEX orders_by_day ON orders USING btree (user_id, lagos_day);
CREATE INDEX orders_by_id ON orders USING btree (id);
CREATE INDEX orders_delivery ON orders USING btree (user_id, id) WHERE (delivery_box IS NOT NULL);
CREATE INDEX orders_of_amount ON orders USING btree (amount_kobo, id);
CREATE INDEX orders_of_code ON orders USING btree (user_id, bpc_id) WHERE (bpc_id IS NOT NULL);
CREATE INDEX orders_of_number ON orders USING btree (split_part(recipient_key, ':'::text, 3), id) WHERE (recipient_key <> ''::text);
CREATE INDEX orders_of_recipient ON orders USING btree (user_id, recipient_key, created_at) WHERE (recipient_key <> ''::text);
CREATE UNIQUE INDEX orders_reference ON orders USING btree (provider, reference);
CREATE INDEX orders_sold ON orders USING btree (user_id, id) WHERE (sale IS NOT NULL);
CREATE TRIGGER orders_ended_by_two AFTER UPDATE ON orders FOR EACH ROW WHEN ((new.ended_by_request IS DISTINCT FROM old.ended_by_request)) EXECUTE FUNCTION orders_ended_by_two();
CREATE TRIGGER orders_not_ended_yet AFTER INSERT ON orders FOR EACH ROW WHEN ((new.ended_by_request IS NOT NULL)) EXECUTE FUNCTION orders_ended_by_two();
CREATE TRIGGER orders_not_undone_yet AFTER INSERT ON orders FOR EACH ROW WHEN ((new.undone_by_request IS NOT NULL)) EXECUTE FUNCTION orders_undone_by_two();
CREATE TRIGGER orders_undone_by_two AFTER UPDATE ON orders FOR EACH ROW WHEN ((new.undone_by_request IS DISTINCT FROM old.undone_by_request)) EXECUTE FUNCTION orders_undone_by_two();

CREATE TABLE passkeys (
  user_id text NOT NULL,
  id text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  last_signed bytea,
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CONSTRAINT passkeys_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT passkeys_counter_check CHECK (((counter >= 0) AND (counter <= '4294967295'::bigint))),
  CONSTRAINT passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  CONSTRAINT passkeys_id_check CHECK ((id ~ '^pky_[0-9a-z]{35}$'::text)),
  CONSTRAINT passkeys_last_signed_check CHECK ((octet_length(last_signed) = 32)),
  CONSTRAINT passkeys_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 40)) AND (name !~ '[[:cntrl:]]'::text))),
  CONSTRAINT passkeys_public_key_check CHECK (((octet_length(public_key) >= 32) AND (octet_length(public_key) <= 1200))),
  CONSTRAINT passkeys_transports_check CHECK ((cardinality(transports) <= 10))
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys USING btree (credential_id);

CREATE TABLE password_resets (
  user_id text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (user_id),
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT password_resets_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE UNIQUE INDEX password_resets_token ON password_resets USING btree (token_hash);

CREATE TABLE payment_suspensions (
  id text NOT NULL,
  reason text NOT NULL,
  detail text NOT NULL,
  since timestamptz,
  stopped_at timestamptz NOT NULL,
  lifted_at timestamptz,
  lifted_by text,
  confirmed_by text,
  seen_at timestamptz,
  seen_count bigint NOT NULL DEFAULT 1,
  CONSTRAINT payment_suspensions_pkey PRIMARY KEY (id),
  CONSTRAINT payment_suspensions_lifted CHECK ((((lifted_at IS NULL) = (lifted_by IS NULL)) AND ((lifted_at IS NOT NULL) OR (confirmed_by IS NULL)))),
  CONSTRAINT payment_suspensions_reason_check CHECK ((reason = ANY (ARRAY['books'::text, 'restored'::text, 'clock'::text]))),
  CONSTRAINT payment_suspensions_seen CHECK (((reason = 'clock'::text) = (seen_at IS NOT NULL))),
  CONSTRAINT payment_suspensions_seen_count_check CHECK ((seen_count > 0)),
  CONSTRAINT payment_suspensions_since CHECK ((((reason = 'restored'::text) AND (since IS NOT NULL)) OR ((reason = 'books'::text) AND (since IS NULL)) OR (reason = 'clock'::text))),
  CONSTRAINT payment_suspensions_two_people CHECK (((lifted_at IS NULL) OR ((reason = ANY (ARRAY['books'::text, 'clock'::text])) AND (confirmed_by IS NOT NULL) AND (lower(lifted_by) <> lower(confirmed_by))) OR ((reason = 'restored'::text) AND (lifted_by = 'reconciliation'::text) AND (confirmed_by IS NULL)) OR ((reason = 'clock'::text) AND (lifted_by = 'clock'::text) AND (confirmed_by IS NULL))))
);
CREATE UNIQUE INDEX payment_suspensions_one_open ON payment_suspensions USING btree (reason) WHERE (lifted_at IS NULL);
CREATE TRIGGER payment_suspensions_no_delete BEFORE DELETE ON payment_suspensions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_suspensions_no_truncate BEFORE TRUNCATE ON payment_suspensions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_suspensions_take_two AFTER UPDATE ON payment_suspensions FOR EACH ROW WHEN (((new.reason = ANY (ARRAY['books'::text, 'clock'::text])) AND (new.lifted_at IS NOT NULL) AND (new.confirmed_by IS NOT NULL))) EXECUTE FUNCTION take_two_operators('resume-money', 'id', 'lifted_at', 'lifted_by', 'confirmed_by');

CREATE TABLE pins (
  user_id text NOT NULL,
  device_id text NOT NULL,
  pin_hash bytea,
  wrong_in_row smallint NOT NULL DEFAULT 0,
  wait_until timestamptz,
  wrong_at timestamptz[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  key_id text,
  CONSTRAINT pins_pkey PRIMARY KEY (user_id),
  CONSTRAINT pins_user_id_device_id_fkey FOREIGN KEY (user_id, device_id) REFERENCES devices(user_id, id),
  CONSTRAINT pins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT pins_key_id_check CHECK ((key_id ~ '^[0-9a-f]{8}$'::text)),
  CONSTRAINT pins_pin_hash_check CHECK ((octet_length(pin_hash) = 32)),
  CONSTRAINT pins_wrong_at_check CHECK ((cardinality(wrong_at) <= 10)),
  CONSTRAINT pins_wrong_in_row_check CHECK (((wrong_in_row >= 0) AND (wrong_in_row <= 5)))
);

CREATE TABLE price_versions (
  id text NOT NULL,
  number integer NOT NULL,
  starts_at timestamptz NOT NULL,
  list jsonb NOT NULL,
  set_at timestamptz NOT NULL,
  set_by text NOT NULL,
  confirmed_by text NOT NULL,
  CONSTRAINT price_versions_pkey PRIMARY KEY (id),
  CONSTRAINT price_versions_id_check CHECK ((id ~ '^prv_[0-9a-z]{35}$'::text)),
  CONSTRAINT price_versions_list_check CHECK ((list ?& ARRAY['discounts'::text, 'commissions'::text, 'transferFees'::text])),
  CONSTRAINT price_versions_number_check CHECK ((number > 0)),
  CONSTRAINT price_versions_start CHECK ((starts_at >= set_at)),
  CONSTRAINT price_versions_two_people CHECK ((lower(confirmed_by) <> lower(set_by)))
);
CREATE UNIQUE INDEX price_versions_number ON price_versions USING btree (number);
CREATE TRIGGER price_versions_append_only BEFORE DELETE OR UPDATE ON price_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER price_versions_no_truncate BEFORE TRUNCATE ON price_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER price_versions_take_two AFTER INSERT ON price_versions FOR EACH ROW EXECUTE FUNCTION take_two_operators('set-prices', 'id', 'set_at', 'set_by', 'confirmed_by');

CREATE TABLE profile_images (
  user_id text NOT NULL,
  version text NOT NULL,
  image bytea NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT profile_images_pkey PRIMARY KEY (user_id),
  CONSTRAINT profile_images_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT profile_images_image_check CHECK ((((octet_length(image) >= 12) AND (octet_length(image) <= 262144)) AND (SUBSTRING(image FROM 1 FOR 4) = '\x52494646'::bytea))),
  CONSTRAINT profile_images_version_check CHECK ((version ~ '^[A-Za-z0-9_-]{16}$'::text))
);

CREATE TABLE provider_opening_balances (
  provider text NOT NULL,
  own_kobo bigint NOT NULL,
  set_at timestamptz NOT NULL,
  CONSTRAINT provider_opening_balances_pkey PRIMARY KEY (provider)
);

CREATE TABLE provider_positions (
  provider text NOT NULL,
  held_kobo bigint NOT NULL,
  ledger_kobo bigint NOT NULL,
  read_at timestamptz NOT NULL,
  CONSTRAINT provider_positions_pkey PRIMARY KEY (provider)
);

CREATE TABLE push_keys (
  id integer NOT NULL DEFAULT 1,
  public_key text NOT NULL,
  box bytea NOT NULL,
  key_id text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT push_keys_pkey PRIMARY KEY (id),
  CONSTRAINT push_keys_box_check CHECK (((octet_length(box) >= 29) AND (octet_length(box) <= 200))),
  CONSTRAINT push_keys_id_check CHECK ((id = 1)),
  CONSTRAINT push_keys_key_id_check CHECK ((key_id ~ '^[0-9a-f]{8}$'::text)),
  CONSTRAINT push_keys_public_key_check CHECK ((public_key ~ '^[A-Za-z0-9_-]{87}$'::text))
);

CREATE TABLE push_subscriptions (
  user_id text NOT NULL,
  id text NOT NULL,
  device_id text NOT NULL,
  endpoint_hash bytea NOT NULL,
  box bytea NOT NULL,
  key_id text NOT NULL,
  browser text,
  created_at timestamptz NOT NULL,
  last_sent_at timestamptz,
  wait_until timestamptz,
  ended_at timestamptz,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT push_subscriptions_user_id_device_id_fkey FOREIGN KEY (user_id, device_id) REFERENCES devices(user_id, id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT push_subscriptions_box_check CHECK (((octet_length(box) >= 29) AND (octet_length(box) <= 4096))),
  CONSTRAINT push_subscriptions_browser_check CHECK ((((char_length(browser) >= 1) AND (char_length(browser) <= 40)) AND (browser ~ '^[ -~]+$'::text))),
  CONSTRAINT push_subscriptions_endpoint_hash_check CHECK ((octet_length(endpoint_hash) = 32)),
  CONSTRAINT push_subscriptions_id_check CHECK ((id ~ '^psh_[0-9a-z]{35}$'::text)),
  CONSTRAINT push_subscriptions_key_id_check CHECK ((key_id ~ '^[0-9a-f]{8}$'::text))
);
CREATE UNIQUE INDEX push_subscriptions_endpoint ON push_subscriptions USING btree (endpoint_hash);

CREATE TABLE quotes (
  user_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  terms text NOT NULL,
  challenge text NOT NULL,
  amount_kobo bigint NOT NULL,
  fee_kobo bigint NOT NULL,
  duty_kobo bigint NOT NULL,
  discount_kobo bigint NOT NULL,
  total_kobo bigint NOT NULL,
  available_after_kobo bigint NOT NULL,
  recipient jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  provider text NOT NULL DEFAULT 'paystack'::text,
  price_list text NOT NULL DEFAULT 'standard'::text,
  bpc_id text,
  cost_kobo bigint NOT NULL DEFAULT 0,
  sale jsonb,
  batch_id text,
  CONSTRAINT quotes_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT quotes_amount_kobo_check CHECK (((amount_kobo >= 1) AND (amount_kobo <= '1000000000000'::bigint))),
  CONSTRAINT quotes_bpc_prices CHECK (((price_list = 'standard'::text) OR (bpc_id IS NOT NULL))),
  CONSTRAINT quotes_check CHECK (((total_kobo = (((amount_kobo + fee_kobo) + duty_kobo) - discount_kobo)) AND (total_kobo > 0))),
  CONSTRAINT quotes_cost_kobo_check CHECK ((cost_kobo >= 0)),
  CONSTRAINT quotes_discount_kobo_check CHECK ((discount_kobo >= 0)),
  CONSTRAINT quotes_duty_kobo_check CHECK ((duty_kobo >= 0)),
  CONSTRAINT quotes_fee_kobo_check CHECK ((fee_kobo >= 0)),
  CONSTRAINT quotes_kind_check CHECK (is_order_kind(kind)),
  CONSTRAINT quotes_never_below_cost CHECK (((kind = ANY (ARRAY['withdrawal'::text, 'bpc'::text])) OR ((amount_kobo - discount_kobo) >= cost_kobo))),
  CONSTRAINT quotes_price_list_check CHECK ((price_list = ANY (ARRAY['standard'::text, 'bpc'::text])))
);
CREATE INDEX quotes_expiry ON quotes USING btree (expires_at);
CREATE INDEX quotes_of_batch ON quotes USING btree (user_id, batch_id) WHERE (batch_id IS NOT NULL);

CREATE TABLE receipts (
  user_id text NOT NULL,
  transaction_id text NOT NULL,
  code text NOT NULL,
  created_at timestamptz NOT NULL,
  shows_names boolean NOT NULL DEFAULT false,
  CONSTRAINT receipts_pkey PRIMARY KEY (user_id, transaction_id),
  CONSTRAINT receipts_user_id_transaction_id_fkey FOREIGN KEY (user_id, transaction_id) REFERENCES transactions(user_id, id),
  CONSTRAINT receipts_code_check CHECK ((code ~ '^[0-9a-hjkmnp-tv-z]{24}([0-9a-hjkmnp-tv-z]{2})?$'::text))
);
CREATE UNIQUE INDEX receipts_code ON receipts USING btree (code);

CREATE TABLE reconciliation_exceptions (
  provider text NOT NULL,
  kind text NOT NULL,
  reference text NOT NULL,
  number bigint NOT NULL,
  detail text NOT NULL,
  difference_kobo bigint,
  found_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  closed_at timestamptz,
  evidence text,
  closed_by text,
  confirmed_by text,
  ledger_kobo bigint,
  provider_kobo bigint,
  came_late boolean NOT NULL DEFAULT false,
  CONSTRAINT reconciliation_exceptions_pkey PRIMARY KEY (provider, kind, reference),
  CONSTRAINT reconciliation_exceptions_number_key UNIQUE (number),
  CONSTRAINT reconciliation_exceptions_came_late CHECK (((NOT came_late) OR ((closed_by IS NOT NULL) AND (closed_by = 'reconciliation'::text)))),
  CONSTRAINT reconciliation_exceptions_closed CHECK ((((closed_at IS NULL) = (closed_by IS NULL)) AND ((closed_at IS NULL) = (evidence IS NULL)) AND ((closed_at IS NOT NULL) OR (confirmed_by IS NULL)))),
  CONSTRAINT reconciliation_exceptions_evidence_check CHECK (((char_length(evidence) >= 4) AND (char_length(evidence) <= 500))),
  CONSTRAINT reconciliation_exceptions_sides CHECK (((ledger_kobo IS NULL) OR (provider_kobo IS NULL) OR (difference_kobo = (provider_kobo - ledger_kobo)))),
  CONSTRAINT reconciliation_exceptions_two_people CHECK (((closed_at IS NULL) OR ((closed_by = 'reconciliation'::text) AND (confirmed_by IS NULL)) OR ((confirmed_by IS NOT NULL) AND (lower(closed_by) <> lower(confirmed_by)))))
);
CREATE INDEX reconciliation_exceptions_open ON reconciliation_exceptions USING btree (number) WHERE (closed_at IS NULL);
CREATE TRIGGER reconciliation_exceptions_no_truncate BEFORE TRUNCATE ON reconciliation_exceptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_exceptions_stay BEFORE DELETE ON reconciliation_exceptions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_exceptions_take_two AFTER UPDATE ON reconciliation_exceptions FOR EACH ROW WHEN (((new.confirmed_by IS NOT NULL) AND ((((new.closed_at IS DISTINCT FROM old.closed_at) OR (new.closed_by IS DISTINCT FROM old.closed_by)) OR (new.confirmed_by IS DISTINCT FROM old.confirmed_by)) OR (new.evidence IS DISTINCT FROM old.evidence)))) EXECUTE FUNCTION reconciliation_exceptions_take_two();

CREATE TABLE reconciliation_run_differences (
  run_id text NOT NULL,
  number bigint NOT NULL,
  detail text NOT NULL,
  ledger_kobo bigint,
  provider_kobo bigint,
  difference_kobo bigint,
  CONSTRAINT reconciliation_run_differences_pkey PRIMARY KEY (run_id, number),
  CONSTRAINT reconciliation_run_differences_number_fkey FOREIGN KEY (number) REFERENCES reconciliation_exceptions(number),
  CONSTRAINT reconciliation_run_differences_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconciliation_runs(id),
  CONSTRAINT reconciliation_run_differences_sides CHECK (((ledger_kobo IS NULL) OR (provider_kobo IS NULL) OR (difference_kobo = (provider_kobo - ledger_kobo))))
);
CREATE TRIGGER reconciliation_run_differences_append_only BEFORE DELETE OR UPDATE ON reconciliation_run_differences FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_run_differences_no_truncate BEFORE TRUNCATE ON reconciliation_run_differences FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE reconciliation_runs (
  id text NOT NULL,
  window_from timestamptz NOT NULL,
  window_to timestamptz NOT NULL,
  began_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  lines integer NOT NULL,
  matched integer NOT NULL,
  pending integer NOT NULL,
  exceptions integer NOT NULL,
  fresh integer NOT NULL,
  gaps text[] NOT NULL,
  reached text[] NOT NULL,
  not_ours integer NOT NULL,
  set_aside text[] NOT NULL,
  CONSTRAINT reconciliation_runs_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliation_runs_check CHECK ((window_to >= window_from)),
  CONSTRAINT reconciliation_runs_exceptions_check CHECK ((exceptions >= 0)),
  CONSTRAINT reconciliation_runs_fresh_check CHECK ((fresh >= 0)),
  CONSTRAINT reconciliation_runs_lines_check CHECK ((lines >= 0)),
  CONSTRAINT reconciliation_runs_matched_check CHECK ((matched >= 0)),
  CONSTRAINT reconciliation_runs_not_ours_check CHECK ((not_ours >= 0)),
  CONSTRAINT reconciliation_runs_pending_check CHECK ((pending >= 0))
);
CREATE INDEX reconciliation_runs_latest ON reconciliation_runs USING btree (ended_at);
CREATE TRIGGER reconciliation_runs_append_only BEFORE DELETE OR UPDATE ON reconciliation_runs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_runs_no_truncate BEFORE TRUNCATE ON reconciliation_runs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE recovery_codes (
  user_id text NOT NULL,
  code_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  key_id text,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  CONSTRAINT recovery_codes_key_id_check CHECK ((key_id ~ '^[0-9a-f]{8}$'::text))
);

CREATE TABLE secret_check (
  only_row boolean NOT NULL DEFAULT true,
  check_value bytea NOT NULL,
  kept_at timestamptz NOT NULL,
  CONSTRAINT secret_check_pkey PRIMARY KEY (only_row),
  CONSTRAINT secret_check_check_value_check CHECK ((octet_length(check_value) = 32)),
  CONSTRAINT secret_check_only_row_check CHECK (only_row)
);
CREATE TRIGGER secret_check_no_delete BEFORE DELETE ON secret_check FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER secret_check_no_truncate BEFORE TRUNCATE ON secret_check FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE sessions (
  user_id text NOT NULL,
  id text NOT NULL,
  device_id text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  password_at timestamptz NOT NULL,
  unlocked_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  locked_at timestamptz,
  ended_at timestamptz,
  browser text,
  previous_token_hash bytea,
  previous_until timestamptz,
  CONSTRAINT sessions_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT sessions_user_id_device_id_fkey FOREIGN KEY (user_id, device_id) REFERENCES devices(user_id, id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT sessions_browser_check CHECK ((((char_length(browser) >= 1) AND (char_length(browser) <= 40)) AND (browser ~ '^[ -~]+$'::text))),
  CONSTRAINT sessions_id_check CHECK ((id ~ '^ses_[0-9a-z]{35}$'::text)),
  CONSTRAINT sessions_previous CHECK (((previous_token_hash IS NULL) = (previous_until IS NULL))),
  CONSTRAINT sessions_previous_token_hash_check CHECK ((octet_length(previous_token_hash) = 32)),
  CONSTRAINT sessions_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE UNIQUE INDEX sessions_previous_token ON sessions USING btree (previous_token_hash);
CREATE UNIQUE INDEX sessions_token ON sessions USING btree (token_hash);

CREATE TABLE sign_in_throttles (
  account_key bytea NOT NULL,
  failures integer NOT NULL,
  wait_until timestamptz NOT NULL,
  last_try_at timestamptz NOT NULL,
  CONSTRAINT sign_in_throttles_pkey PRIMARY KEY (account_key),
  CONSTRAINT sign_in_throttles_account_key_check CHECK ((octet_length(account_key) = 32)),
  CONSTRAINT sign_in_throttles_failures_check CHECK ((failures > 0))
);
CREATE INDEX sign_in_throttles_old ON sign_in_throttles USING btree (last_try_at);

CREATE TABLE sign_ins (
  user_id text NOT NULL,
  token_hash bytea NOT NULL,
  key_x text NOT NULL,
  key_y text NOT NULL,
  password_hash text NOT NULL,
  challenge text NOT NULL,
  mail_code_hash bytea,
  mailed_at timestamptz,
  wrong smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT sign_ins_pkey PRIMARY KEY (user_id, token_hash),
  CONSTRAINT sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT sign_ins_challenge_check CHECK ((challenge ~ '^[A-Za-z0-9_-]{43}$'::text)),
  CONSTRAINT sign_ins_key_x_check CHECK ((key_x ~ '^[A-Za-z0-9_-]{43}$'::text)),
  CONSTRAINT sign_ins_key_y_check CHECK ((key_y ~ '^[A-Za-z0-9_-]{43}$'::text)),
  CONSTRAINT sign_ins_mail_code_hash_check CHECK ((octet_length(mail_code_hash) = 32)),
  CONSTRAINT sign_ins_mailed CHECK (((mail_code_hash IS NULL) = (mailed_at IS NULL))),
  CONSTRAINT sign_ins_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  CONSTRAINT sign_ins_wrong_check CHECK (((wrong >= 0) AND (wrong <= 5)))
);
CREATE UNIQUE INDEX sign_ins_token ON sign_ins USING btree (token_hash);

CREATE TABLE sms_code_counts (
  count_key bytea NOT NULL,
  sent smallint NOT NULL,
  window_started_at timestamptz NOT NULL,
  CONSTRAINT sms_code_counts_pkey PRIMARY KEY (count_key),
  CONSTRAINT sms_code_counts_count_key_check CHECK ((octet_length(count_key) = 32)),
  CONSTRAINT sms_code_counts_sent_check CHECK (((sent >= 1) AND (sent <= 100)))
);

CREATE TABLE sms_consents (
  user_id text NOT NULL,
  id text NOT NULL,
  is_on boolean NOT NULL,
  shown text NOT NULL,
  price_kobo bigint,
  at timestamptz NOT NULL,
  CONSTRAINT sms_consents_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT sms_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT sms_consents_id_check CHECK ((id ~ '^sco_[0-9a-z]{35}$'::text)),
  CONSTRAINT sms_consents_price CHECK (((price_kobo IS NOT NULL) OR (NOT is_on))),
  CONSTRAINT sms_consents_price_kobo_check CHECK (((price_kobo >= 1) AND (price_kobo <= 10000))),
  CONSTRAINT sms_consents_shown_check CHECK (((char_length(shown) >= 20) AND (char_length(shown) <= 1000)))
);
CREATE TRIGGER sms_consents_append_only BEFORE DELETE OR UPDATE ON sms_consents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sms_consents_no_truncate BEFORE TRUNCATE ON sms_consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE sms_messages (
  user_id text NOT NULL,
  alert_id text NOT NULL,
  state text NOT NULL,
  provider text NOT NULL,
  phone text,
  text text,
  parts smallint NOT NULL,
  price_kobo bigint NOT NULL,
  attempts smallint NOT NULL,
  created_at timestamptz NOT NULL,
  asked_at timestamptz NOT NULL,
  done_at timestamptz,
  provider_message_id text,
  charged_kobo bigint,
  transaction_id text,
  CONSTRAINT sms_messages_pkey PRIMARY KEY (user_id, alert_id),
  CONSTRAINT sms_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT sms_messages_alert_id_check CHECK ((alert_id ~ '^alr_[0-9a-z]{35}$'::text)),
  CONSTRAINT sms_messages_attempts_check CHECK (((attempts >= 1) AND (attempts <= 100))),
  CONSTRAINT sms_messages_charged CHECK ((((charged_kobo IS NULL) OR ((charged_kobo = 0) OR (charged_kobo = price_kobo))) AND ((COALESCE(charged_kobo, (0)::bigint) > 0) = (transaction_id IS NOT NULL)))),
  CONSTRAINT sms_messages_done CHECK (((state = 'sending'::text) = (done_at IS NULL))),
  CONSTRAINT sms_messages_emptied CHECK ((((state = 'sending'::text) = (phone IS NOT NULL)) AND ((state = 'sending'::text) = (text IS NOT NULL)))),
  CONSTRAINT sms_messages_parts_check CHECK ((parts = 1)),
  CONSTRAINT sms_messages_phone_check CHECK ((phone ~ '^0[789][0-9]{9}$'::text)),
  CONSTRAINT sms_messages_price_kobo_check CHECK (((price_kobo >= 1) AND (price_kobo <= 10000))),
  CONSTRAINT sms_messages_proved CHECK ((((state = 'sent'::text) = (provider_message_id IS NOT NULL)) AND ((state = 'sent'::text) = (charged_kobo IS NOT NULL)))),
  CONSTRAINT sms_messages_provider_check CHECK ((provider ~ '^[a-z]+$'::text)),
  CONSTRAINT sms_messages_provider_message_id_check CHECK (((char_length(provider_message_id) >= 1) AND (char_length(provider_message_id) <= 200))),
  CONSTRAINT sms_messages_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'sent'::text, 'given-up'::text]))),
  CONSTRAINT sms_messages_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 160)))
);
CREATE INDEX sms_messages_sending ON sms_messages USING btree (asked_at) WHERE (state = 'sending'::text);

CREATE TABLE transactions (
  user_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  counterparty text,
  counterparty_detail text,
  amount_kobo bigint NOT NULL,
  fee_kobo bigint NOT NULL DEFAULT 0,
  duty_kobo bigint NOT NULL DEFAULT 0,
  status text NOT NULL,
  order_id text,
  deposit_id text,
  search text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  discount_kobo bigint NOT NULL DEFAULT 0,
  is_second_refund boolean NOT NULL DEFAULT false,
  CONSTRAINT transactions_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT transactions_amount_kobo_check CHECK ((amount_kobo <> 0)),
  CONSTRAINT transactions_discount_kobo_check CHECK ((discount_kobo >= 0)),
  CONSTRAINT transactions_duty_kobo_check CHECK ((duty_kobo >= 0)),
  CONSTRAINT transactions_fee_kobo_check CHECK ((fee_kobo >= 0)),
  CONSTRAINT transactions_kind_check CHECK ((is_order_kind(kind) OR (kind = ANY (ARRAY['deposit'::text, 'recall'::text, 'refund'::text, 'grant'::text, 'sms'::text])))),
  CONSTRAINT transactions_second_refund CHECK (((NOT is_second_refund) OR (kind = 'refund'::text))),
  CONSTRAINT transactions_status_check CHECK ((status = ANY (ARRAY['completed'::text, 'pending'::text, 'failed'::text, 'reversed'::text])))
);
CREATE UNIQUE INDEX transactions_one_recall ON transactions USING btree (user_id, deposit_id) WHERE (kind = 'recall'::text);
CREATE UNIQUE INDEX transactions_one_refund ON transactions USING btree (user_id, order_id, is_second_refund) WHERE (kind = 'refund'::text);

CREATE TABLE users (
  id text NOT NULL,
  email text NOT NULL,
  full_name text NOT NULL,
  password_hash text NOT NULL,
  money_out_frozen_until timestamptz,
  created_at timestamptz NOT NULL,
  frozen_at timestamptz,
  name_changed_at timestamptz,
  new_since timestamptz NOT NULL,
  closed_at timestamptz,
  operator_freeze_id text,
  operator_frozen_at timestamptz,
  operator_freeze_heading text,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_check CHECK (((email ~ '^[!-~]+@[!-~]+$'::text) AND (char_length(email) <= 254))),
  CONSTRAINT users_full_name_check CHECK ((((char_length(full_name) >= 2) AND (char_length(full_name) <= 100)) AND (full_name !~ '[[:cntrl:]]'::text))),
  CONSTRAINT users_id_check CHECK ((id ~ '^usr_[0-9a-z]{35}$'::text)),
  CONSTRAINT users_operator_freeze CHECK ((((operator_freeze_id IS NULL) = (operator_frozen_at IS NULL)) AND ((operator_freeze_id IS NULL) = (operator_freeze_heading IS NULL)))),
  CONSTRAINT users_operator_freeze_heading_check CHECK ((operator_freeze_heading = ANY (ARRAY['wish'::text, 'safety'::text, 'review'::text]))),
  CONSTRAINT users_operator_freeze_id_check CHECK ((operator_freeze_id ~ '^frz_[0-9a-z]{35}$'::text)),
  CONSTRAINT users_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text))
);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));
CREATE INDEX users_email_prefix ON users USING btree (lower(email) COLLATE "C");
CREATE INDEX users_name ON users USING btree (lower(full_name) COLLATE "C");
CREATE TRIGGER users_operator_freeze_lifted AFTER UPDATE ON users FOR EACH ROW WHEN (((old.operator_freeze_heading <> 'wish'::text) AND (((new.operator_freeze_id IS DISTINCT FROM old.operator_freeze_id) OR (new.operator_frozen_at IS DISTINCT FROM old.operator_frozen_at)) OR (new.operator_freeze_heading IS DISTINCT FROM old.operator_freeze_heading)))) EXECUTE FUNCTION users_operator_freeze_lifted();

CREATE TABLE visitors (
  id text NOT NULL,
  email text NOT NULL,
  pass_hash bytea,
  pass_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT visitors_pkey PRIMARY KEY (id),
  CONSTRAINT visitors_email_check CHECK ((((char_length(email) >= 3) AND (char_length(email) <= 254)) AND (email = lower(email)) AND (email !~ '[[:cntrl:][:space:]]'::text))),
  CONSTRAINT visitors_id_check CHECK ((id ~ '^vis_[0-9a-z]{35}$'::text)),
  CONSTRAINT visitors_pass CHECK (((pass_hash IS NULL) = (pass_expires_at IS NULL))),
  CONSTRAINT visitors_pass_hash_check CHECK ((octet_length(pass_hash) = 32))
);
CREATE UNIQUE INDEX visitors_email ON visitors USING btree (email);
CREATE INDEX visitors_pass_expires_at ON visitors USING btree (pass_expires_at);
CREATE UNIQUE INDEX visitors_pass_hash ON visitors USING btree (pass_hash);

CREATE TABLE webhook_events (
  provider text NOT NULL,
  event_key text NOT NULL,
  about text NOT NULL,
  reference text NOT NULL,
  received_at timestamptz NOT NULL,
  times integer NOT NULL DEFAULT 1,
  CONSTRAINT webhook_events_pkey PRIMARY KEY (provider, event_key)
);
CREATE INDEX webhook_events_of_reference ON webhook_events USING btree (provider, reference);
CREATE INDEX webhook_events_received_at ON webhook_events USING btree (received_at);

CREATE FUNCTION account_recoveries_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if row(old.user_id, old.id, old.new_email, old.reason, old.opened_by, old.opened_at)
    is distinct from row(new.user_id, new.id, new.new_email, new.reason, new.opened_by, new.opened_at) then
    raise exception 'a recovery stays what was asked for' using errcode = 'JO007';
  end if;
  return new;
end $function$;

CREATE FUNCTION alerts_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if row(old.user_id, old.id, old.kind, old.subject_id, old.seq, old.facts, old.at)
      is distinct from row(new.user_id, new.id, new.kind, new.subject_id, new.seq, new.facts, new.at)
    or (old.seen_at is not null and new.seen_at is distinct from old.seen_at)
    or (old.email_state <> 'waiting' and new.email_state <> old.email_state)
    or (old.push_state <> 'waiting' and new.push_state <> old.push_state)
    or (old.sms_state <> 'waiting' and new.sms_state <> old.sms_state) then
    raise exception 'an alert stays what it was' using errcode = 'JA001';
  end if;
  return new;
end $function$;

CREATE FUNCTION bank_notices_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.ended_at is not null or new.ended_at is null
    or to_jsonb(old) - 'ended_at' - 'ended_by' - 'end_confirmed_by'
      <> to_jsonb(new) - 'ended_at' - 'ended_by' - 'end_confirmed_by' then
    raise exception 'a bank notice stays what was agreed to, and ends once' using errcode = 'JO020';
  end if;
  return new;
end $function$;

CREATE FUNCTION case_pauses_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.until_at is not null or new.until_at is null
    or to_jsonb(old) - 'until_at' - 'ended_by' <> to_jsonb(new) - 'until_at' - 'ended_by' then
    raise exception 'a pause ends once, as it began' using errcode = 'JC003';
  end if;
  return new;
end $function$;

CREATE FUNCTION case_pictures_send()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.seq is not null or new.seq is null or old.case_id <> new.case_id
    or row(old.user_id, old.id, old.operator_id, old.width, old.height, old.image, old.created_at)
      is distinct from row(new.user_id, new.id, new.operator_id, new.width, new.height, new.image, new.created_at) then
    raise exception 'a picture is sent once, as it was drawn' using errcode = 'JC004';
  end if;
  return new;
end $function$;

CREATE FUNCTION cases_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE FUNCTION deposits_credited_by_two()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and row(old.credited_at, old.credited_by, old.confirmed_by)
    is not distinct from row(new.credited_at, new.credited_by, new.confirmed_by) then
    if old.credited_at is not null and row(old.user_id, old.amount_kobo)
      is distinct from row(new.user_id, new.amount_kobo) then
      raise exception 'a deposit stays credited as two operators agreed' using errcode = 'JO040';
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' or old.state <> 'quarantined' or new.state <> 'credited_by_operators' or not exists (
    select from operator_requests r
    join operators asked on asked.id = r.requested_by
    join operators confirmed on confirmed.id = r.confirmed_by
    where r.act = 'credit-deposit' and r.subject = new.id and r.confirmed_at = new.credited_at
      and r.content ->> 'customer' = new.user_id and r.content ->> 'amountKobo' = new.amount_kobo::text
      and asked.name = new.credited_by and confirmed.name = new.confirmed_by
  ) then
    raise exception 'a deposit is credited as two operators agreed, and once' using errcode = 'JO040';
  end if;
  return null;
end $function$;

CREATE FUNCTION deposits_restored_by_two()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or old.restored_by_request is not null or old.given_again_at is null or not exists (
    select from operator_requests r
    where r.id = new.restored_by_request and r.act = 'credit-deposit' and r.subject = new.id
      and r.confirmed_at is not null and r.requested_by <> r.confirmed_by and r.content ->> 'contradicted' = old.state
      and r.content ->> 'customer' = new.user_id and r.content ->> 'amountKobo' = new.amount_kobo::text
  ) then
    raise exception 'a deposit is credited once more as two operators agreed' using errcode = 'JO040';
  end if;
  return null;
end $function$;

CREATE FUNCTION is_order_kind(of_kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select of_kind in ('withdrawal', 'airtime', 'data', 'electricity', 'tv', 'education', 'bpc')
$function$;

CREATE FUNCTION kind_pauses_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.lifted_at is not null or new.lifted_at is null
    or to_jsonb(old) - 'lifted_at' - 'lifted_by' - 'lift_confirmed_by'
      <> to_jsonb(new) - 'lifted_at' - 'lifted_by' - 'lift_confirmed_by' then
    raise exception 'a pause stays what was agreed to, and is lifted once' using errcode = 'JO023';
  end if;
  return new;
end $function$;

CREATE FUNCTION ledger_day_closed_by(newest timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select ((newest - interval '1 hour') at time zone 'Africa/Lagos')::date - 1
$function$;

CREATE FUNCTION ledger_house_accounts()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  with recursive names (account_id) as (
    (select account_id from ledger_entries where seq is null order by account_id limit 1)
    union all
    select (
      select e.account_id from ledger_entries e where e.seq is null and e.account_id > names.account_id
      order by e.account_id limit 1
    )
    from names where names.account_id is not null
  )
  select account_id from names where account_id is not null
$function$;

CREATE FUNCTION ledger_id_at(p_id text, p_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_left bigint := floor(extract(epoch from p_at) * 1000);
  v_time text := '';
begin
  for i in 1..9 loop
    v_time := substr('0123456789abcdefghjkmnpqrstvwxyz', (v_left % 32)::int + 1, 1) || v_time;
    v_left := v_left / 32;
  end loop;
  return left(p_id, 4) || v_time || substr(p_id, 14);
end $function$;

CREATE FUNCTION ledger_id_for(p_id text, p_clock timestamp with time zone, p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_at - p_clock > interval '30 minutes' and length(p_id) = 39 then ledger_id_at(p_id, p_at) else p_id end
$function$;

CREATE FUNCTION ledger_is_house(account_id text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select account_id ~ '^(provider:[a-z]+:float|expense:[a-z]+|claims:[a-z]+)$'
    or account_id in ('revenue:fees', 'revenue:commission', 'revenue:bpc', 'revenue:sms', 'payable:stamp-duty',
      'equity:sandbox', 'loss:writeoff')
$function$;

CREATE FUNCTION ledger_newest_house_entry()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select max((
    select e.posted_at from ledger_entries e where e.seq is null and e.account_id = names.account_id
    order by e.posted_at desc limit 1
  ))
  from ledger_house_accounts() as names (account_id)
$function$;

CREATE FUNCTION ledger_open_from()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select (max(through_day) + 1)::timestamp at time zone 'Africa/Lagos' from ledger_closed_days
$function$;

CREATE FUNCTION ledger_owner(account_id text, transfer_user text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when account_id like 'user:%' then split_part(account_id, ':', 2)
    when account_id like 'order:%' then transfer_user
    else 'house'
  end
$function$;

CREATE FUNCTION ledger_post(p_user text, p_id text, p_kind text, p_key text, p_subject text, p_at timestamp with time zone, p_from text[], p_to text[], p_amount bigint[])
 RETURNS TABLE(transfer_id text, replayed boolean)
 LANGUAGE plpgsql
AS $function$
declare
  v_movements text := '';
  v_input_hash bytea;
  v_digest bytea;
  v_at timestamptz := p_at;
  v_id text;
  v_first ledger_transfers;
  v_names text[];
  v_owners text[];
  v_rules smallint[];
  v_balances bigint[];
  v_counts bigint[];
  v_hashes bytea[];
  v_account ledger_accounts;
  v_name text;
  v_amount bigint;
  v_leg smallint;
  i int;
  n int;
begin
  n := cardinality(p_amount);
  if n is null or n < 1 or n > 32 or cardinality(p_from) <> n or cardinality(p_to) <> n then
    raise exception 'a transfer has 1 to 32 movements' using errcode = 'JL003';
  end if;
  for i in 1..n loop
    if p_amount[i] is null or p_amount[i] < 1 or p_amount[i] > 1000000000000 or p_from[i] = p_to[i] then
      raise exception 'movement % is not valid', i using errcode = 'JL003';
    end if;
    v_movements := v_movements || p_from[i] || '>' || p_to[i] || ':' || p_amount[i] || ';';
  end loop;

  select array_agg(name order by owner, name), array_agg(owner order by owner, name)
    into v_names, v_owners
    from (
      select distinct name, ledger_owner(name, p_user) as owner
      from unnest(p_from || p_to) as name
      where not ledger_is_house(name)
    ) as kept;
  if v_names is null then
    raise exception 'a transfer touches at least one kept account' using errcode = 'JL003';
  end if;

  for i in 1..cardinality(v_names) loop
    v_rules[i] := ledger_sign_rule(v_names[i]);
    if v_rules[i] is null then
      raise exception 'no account % in the chart', v_names[i] using errcode = 'JL003';
    end if;
    loop
      select * into v_account from ledger_accounts a
        where a.user_id = v_owners[i] and a.id = v_names[i] for update;
      exit when found;
      insert into ledger_accounts (user_id, id, sign_rule) values (v_owners[i], v_names[i], v_rules[i])
        on conflict do nothing;
    end loop;
    v_balances[i] := v_account.balance;
    v_counts[i] := v_account.entry_count;
    v_hashes[i] := v_account.last_hash;
    v_at := greatest(v_at, v_account.last_posted_at);
  end loop;
  -- After the locks: whoever closes a day waits for them, and days closed before are visible here.
  v_at := greatest(v_at, ledger_open_from());
  v_id := ledger_id_for(p_id, p_at, v_at);

  v_input_hash := sha256(convert_to(p_kind || chr(10) || coalesce(p_subject, '') || chr(10) || v_movements, 'UTF8'));
  v_digest := sha256(convert_to(
    p_user || chr(10) || v_id || chr(10) || p_key || chr(10)
      || to_char(v_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || chr(10), 'UTF8') || v_input_hash);

  insert into ledger_transfers (user_id, id, kind, key, input_hash, subject_id, posted_at, digest)
    values (p_user, v_id, p_kind, p_key, v_input_hash, p_subject, v_at, v_digest)
    on conflict (user_id, key) do nothing;
  if not found then
    select * into v_first from ledger_transfers t where t.user_id = p_user and t.key = p_key;
    if v_first.input_hash <> v_input_hash then
      raise exception 'key % was used for another transfer', p_key using errcode = 'JL002';
    end if;
    return query select v_first.id, true;
    return;
  end if;

  for v_leg in 0..(2 * n - 1) loop
    if v_leg % 2 = 0 then
      v_name := p_from[v_leg / 2 + 1];
      v_amount := -p_amount[v_leg / 2 + 1];
    else
      v_name := p_to[v_leg / 2 + 1];
      v_amount := p_amount[v_leg / 2 + 1];
    end if;
    i := array_position(v_names, v_name);
    if i is null then
      insert into ledger_entries (user_id, transfer_id, leg, account_id, amount, posted_at)
        values (p_user, v_id, v_leg, v_name, v_amount, v_at);
      continue;
    end if;
    v_balances[i] := v_balances[i] + v_amount;
    if (v_rules[i] = 1 and v_balances[i] < 0) or (v_rules[i] = -1 and v_balances[i] > 0) then
      raise exception 'not enough in %', v_name using errcode = 'JL001', detail = v_name;
    end if;
    v_counts[i] := v_counts[i] + 1;
    v_hashes[i] := sha256(v_hashes[i] || v_digest || convert_to(
      v_name || chr(10) || v_leg || chr(10) || v_counts[i] || chr(10) || v_amount || chr(10) || v_balances[i], 'UTF8'));
    insert into ledger_entries (user_id, transfer_id, leg, account_id, amount, posted_at, seq, balance_after, hash)
      values (v_owners[i], v_id, v_leg, v_name, v_amount, v_at, v_counts[i], v_balances[i], v_hashes[i]);
  end loop;

  update ledger_accounts a
    set balance = w.balance, entry_count = w.entries, last_hash = w.hash, last_posted_at = v_at
    from unnest(v_owners, v_names, v_balances, v_counts, v_hashes) as w (owner, name, balance, entries, hash)
    where a.user_id = w.owner and a.id = w.name;
  return query select v_id, false;
end $function$;

CREATE FUNCTION ledger_post_together(p_user text[], p_id text[], p_kind text[], p_key text[], p_subject text[], p_at timestamp with time zone[], p_from text[], p_to text[], p_amount bigint[])
 RETURNS TABLE(place integer, transfer_id text, replayed boolean, refusal text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  -- The kept accounts of all transfers, in locking order.
  k_owners text[];
  k_names text[];
  k_rules smallint[];
  k_balances bigint[];
  k_counts bigint[];
  k_hashes bytea[];
  k_lasts timestamptz[];
  -- For each transfer, the places of its two accounts in those arrays, or null.
  v_from_kept int[];
  v_to_kept int[];
  v_from_house boolean[];
  v_to_house boolean[];
  v_first_ids text[];
  v_first_hashes bytea[];
  -- The transfers, by place, and entries to write.
  t_ids text[] := p_id;
  t_ats timestamptz[] := p_at;
  t_places int[] := '{}';
  t_input_hashes bytea[] := '{}';
  t_digests bytea[] := '{}';
  e_places int[] := '{}';
  e_legs smallint[] := '{}';
  e_kept int[] := '{}';
  e_amounts bigint[] := '{}';
  e_seqs bigint[] := '{}';
  e_balances bigint[] := '{}';
  e_hashes bytea[] := '{}';
  v_open_from timestamptz;
  v_input_hash bytea;
  v_digest bytea;
  v_balance_from bigint;
  v_balance_to bigint;
  v_amount bigint;
  n int := cardinality(p_id);
  i int;
  k int;
begin
  if n is null or n < 1 or n > 1000 or cardinality(p_user) <> n or cardinality(p_kind) <> n or cardinality(p_key) <> n
    or cardinality(p_subject) <> n or cardinality(p_at) <> n or cardinality(p_from) <> n or cardinality(p_to) <> n
    or cardinality(p_amount) <> n then
    raise exception 'one call posts 1 to 1000 transfers' using errcode = 'JL003';
  end if;

  select array_agg(l.user_id), array_agg(l.id), array_agg(l.sign_rule), array_agg(l.balance), array_agg(l.entry_count),
      array_agg(l.last_hash), array_agg(l.last_posted_at)
    into k_owners, k_names, k_rules, k_balances, k_counts, k_hashes, k_lasts
    from (
      select a.user_id, a.id, a.sign_rule, a.balance, a.entry_count, a.last_hash, a.last_posted_at
      from (
        select distinct ledger_owner(c.name, c.of_user) as owner, c.name
        from (
          select u as of_user, f as name from unnest(p_user, p_from) as x (u, f)
          union all select u, t from unnest(p_user, p_to) as y (u, t)
        ) as c
        where not ledger_is_house(c.name)
      ) as kept
      join ledger_accounts a on a.user_id = kept.owner and a.id = kept.name
      order by a.user_id, a.id
      for update of a
    ) as l;
  -- After the locks: whoever closes a day waits for them, and days closed before are visible here.
  v_open_from := ledger_open_from();

  select array_agg(kf.at order by c.i), array_agg(kt.at order by c.i),
      array_agg(ledger_is_house(c.f) order by c.i), array_agg(ledger_is_house(c.t) order by c.i)
    into v_from_kept, v_to_kept, v_from_house, v_to_house
    from unnest(p_user, p_from, p_to) with ordinality as c (u, f, t, i)
    left join unnest(k_owners, k_names) with ordinality as kf (owner, name, at)
      on kf.name = c.f and kf.owner = ledger_owner(c.f, c.u)
    left join unnest(k_owners, k_names) with ordinality as kt (owner, name, at)
      on kt.name = c.t and kt.owner = ledger_owner(c.t, c.u);

  -- After the locks: transfers posted meanwhile with one of these keys are visible here.
  select array_agg(t.id order by c.i), array_agg(t.input_hash order by c.i)
    into v_first_ids, v_first_hashes
    from unnest(p_user, p_key) with ordinality as c (u, key, i)
    left join ledger_transfers t on t.user_id = c.u and t.key = c.key;

  for i in 1..n loop
    v_amount := p_amount[i];
    if v_amount is null or v_amount < 1 or v_amount > 1000000000000 or p_from[i] = p_to[i] then
      return query select i, p_id[i], false, 'JL003';
      continue;
    end if;
    v_input_hash := sha256(convert_to(
      p_kind[i] || chr(10) || coalesce(p_subject[i], '') || chr(10) || p_from[i] || '>' || p_to[i] || ':' || v_amount || ';',
      'UTF8'));
    if v_first_ids[i] is not null then
      return query select i, v_first_ids[i], true, case when v_first_hashes[i] <> v_input_hash then 'JL002' end;
      continue;
    end if;
    if (v_from_kept[i] is null and not v_from_house[i]) or (v_to_kept[i] is null and not v_to_house[i]) then
      return query select i, p_id[i], false, 'JL004';
      continue;
    end if;
    if v_from_house[i] and v_to_house[i] then
      return query select i, p_id[i], false, 'JL003';
      continue;
    end if;
    v_balance_from := k_balances[v_from_kept[i]] - v_amount;
    v_balance_to := k_balances[v_to_kept[i]] + v_amount;
    if (k_rules[v_from_kept[i]] = 1 and v_balance_from < 0) or (k_rules[v_to_kept[i]] = -1 and v_balance_to > 0) then
      return query select i, p_id[i], false, 'JL001';
      continue;
    end if;

    t_ats[i] := greatest(p_at[i], k_lasts[v_from_kept[i]], k_lasts[v_to_kept[i]], v_open_from);
    t_ids[i] := ledger_id_for(p_id[i], p_at[i], t_ats[i]);
    v_digest := sha256(convert_to(
      p_user[i] || chr(10) || t_ids[i] || chr(10) || p_key[i] || chr(10)
        || to_char(t_ats[i] at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || chr(10), 'UTF8') || v_input_hash);
    t_places := t_places || i;
    t_input_hashes := t_input_hashes || v_input_hash;
    t_digests := t_digests || v_digest;
    for leg in 0..1 loop
      k := case leg when 0 then v_from_kept[i] else v_to_kept[i] end;
      v_amount := case leg when 0 then -p_amount[i] else p_amount[i] end;
      e_places := e_places || i;
      e_legs := e_legs || leg::smallint;
      e_kept := e_kept || k;
      e_amounts := e_amounts || v_amount;
      if k is null then
        e_seqs := e_seqs || null::bigint;
        e_balances := e_balances || null::bigint;
        e_hashes := e_hashes || null::bytea;
      else
        k_balances[k] := k_balances[k] + v_amount;
        k_counts[k] := k_counts[k] + 1;
        k_hashes[k] := sha256(k_hashes[k] || v_digest || convert_to(
          k_names[k] || chr(10) || leg || chr(10) || k_counts[k] || chr(10) || v_amount || chr(10) || k_balances[k],
          'UTF8'));
        k_lasts[k] := t_ats[i];
        e_seqs := e_seqs || k_counts[k];
        e_balances := e_balances || k_balances[k];
        e_hashes := e_hashes || k_hashes[k];
      end if;
    end loop;
    return query select i, t_ids[i], false, null::text;
  end loop;

  if cardinality(t_places) = 0 then
    return;
  end if;
  insert into ledger_transfers (user_id, id, kind, key, input_hash, subject_id, posted_at, digest)
    select p_user[t.at], t_ids[t.at], p_kind[t.at], p_key[t.at], t.input_hash, p_subject[t.at], t_ats[t.at], t.digest
    from unnest(t_places, t_input_hashes, t_digests) as t (at, input_hash, digest);
  insert into ledger_entries (user_id, transfer_id, leg, account_id, amount, posted_at, seq, balance_after, hash)
    select coalesce(k_owners[e.kept], p_user[e.at]), t_ids[e.at], e.leg,
      case e.leg when 0 then p_from[e.at] else p_to[e.at] end, e.amount, t_ats[e.at], e.seq, e.balance, e.hash
    from unnest(e_places, e_legs, e_kept, e_amounts, e_seqs, e_balances, e_hashes)
      as e (at, leg, kept, amount, seq, balance, hash);
  update ledger_accounts a
    set balance = w.balance, entry_count = w.entries, last_hash = w.hash, last_posted_at = w.last
    from unnest(k_owners, k_names, k_balances, k_counts, k_hashes, k_lasts) as w (owner, name, balance, entries, hash, last)
    where a.user_id = w.owner and a.id = w.name and a.entry_count <> w.entries;
end $function$;

CREATE FUNCTION ledger_sign_rule(account_id text)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when account_id ~ '^user:usr_[0-9a-z]{35}:(available|held)$' then 1
    when account_id ~ '^order:ord_[0-9a-z]{35}:escrow$' then 1
    when account_id ~ '^user:usr_[0-9a-z]{35}:debt$' then -1
    when account_id = 'suspense:in' then 1
  end::smallint
$function$;

CREATE FUNCTION operator_audit_chain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last operator_audit_head;
begin
  perform pg_advisory_xact_lock(727204);
  select * into last from operator_audit_head;
  new.number := coalesce(last.number, 0) + 1;
  new.hash := sha256(coalesce(last.hash, ''::bytea) || convert_to(
    new.number || E'\n' || to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || E'\n'
      || coalesce(new.operator_id, '') || E'\n' || coalesce(new.role, '') || E'\n' || coalesce(new.session_id, '') || E'\n'
      || new.act || E'\n' || coalesce(new.subject, '') || E'\n' || coalesce(new.reason, '') || E'\n'
      || coalesce(new.before, '') || E'\n' || coalesce(new.after, '') || E'\n' || coalesce(new.request_id, ''),
    'UTF8'));
  insert into operator_audit_head (number, hash) values (new.number, new.hash)
    on conflict (one_row) do update set number = excluded.number, hash = excluded.hash;
  return new;
end $function$;

CREATE FUNCTION operator_may_ask(of_role text, of_act text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select of_role = any (case of_act
    when 'resume-money' then '{finance,manager}'
    when 'close-difference' then '{finance,manager}'
    when 'close-differences' then '{finance,manager}'
    when 'credit-deposit' then '{finance,manager}'
    when 'end-review' then '{finance,manager}'
    when 'refund-bpc' then '{support,finance,manager}'
    when 'recover-account' then '{support,risk,manager}'
    when 'end-all-sessions' then '{risk,manager}'
    when 'unfreeze-customer' then '{support,risk,manager}'
    when 'add-operator' then '{manager}'
    when 'revoke-operator' then '{manager}'
    when 'change-role' then '{manager}'
    when 'pause-kind' then '{risk,manager}'
    when 'resume-kind' then '{risk,manager}'
    when 'set-bank-notice' then '{risk,manager}'
    when 'end-bank-notice' then '{risk,manager}'
    when 'set-channels' then '{manager}'
    when 'set-prices' then '{manager}'
    when 'set-limits' then '{risk,manager}'
    when 'set-customer-limit' then '{risk,manager}'
    when 'enrol-passkey' then '{support,finance,risk,manager}'
    else '{}'
  end::text[])
$function$;

CREATE FUNCTION operator_may_confirm(of_role text, of_act text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select of_role = any (case
    when of_act in ('close-difference', 'close-differences') then '{finance,manager}'
    when of_act in ('recover-account', 'unfreeze-customer', 'set-customer-limit') then '{risk,manager}'
    when of_act in (
      'resume-money', 'credit-deposit', 'end-review', 'refund-bpc', 'end-all-sessions', 'pause-kind', 'resume-kind',
      'set-prices', 'set-limits'
    ) then '{finance,risk,manager}'
    when of_act in (
      'add-operator', 'revoke-operator', 'change-role', 'set-bank-notice', 'end-bank-notice', 'set-channels', 'enrol-passkey'
    ) then '{support,finance,risk,manager}'
    else '{}'
  end::text[])
$function$;

CREATE FUNCTION operator_name_is_plain(of_name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select normalize(of_name, NFD) ~ '^(?:[A-Za-zƁɓƊɗƘƙƳƴ][\u0300-\u0304\u0307\u0308\u030c\u0323\u0327\u0329\u0331]{0,2}|[ .''’ʼ-])+$'
$function$;

CREATE FUNCTION operator_name_look(of_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select replace(replace(
    translate(
      regexp_replace(lower(translate(normalize(of_name, NFKD), 'ƁɓƊɗƘƙƳƴ', 'bbddkkyy') collate "C"), '[^a-z0-9]', '', 'g'),
      '01i', 'oll'),
    'rn', 'm'), 'vv', 'w')
$function$;

CREATE FUNCTION operator_passkeys_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  confirmed boolean := old.confirmed_at is null and new.confirmed_at is not null;
  active int;
begin
  if to_jsonb(old) - 'counter' - 'backed_up' - 'confirmed_at' - 'removed_at' - 'last_used_at'
      <> to_jsonb(new) - 'counter' - 'backed_up' - 'confirmed_at' - 'removed_at' - 'last_used_at'
    or (not confirmed and new.confirmed_at is distinct from old.confirmed_at)
    or (old.removed_at is not null and (confirmed or new.removed_at is distinct from old.removed_at)) then
    raise exception 'a passkey stays what was enrolled' using errcode = 'JO010';
  end if;
  if not confirmed then
    return new;
  end if;
  perform pg_advisory_xact_lock(727203);
  select count(*) into active from operators where admitted_at is not null and revoked_at is null;
  if active > 1 and not two_operators_agreed('enrol-passkey', new.id, new.confirmed_at) then
    raise exception 'a passkey is confirmed by another operator' using errcode = 'JO011';
  end if;
  return new;
end $function$;

CREATE FUNCTION operator_requests_confirm()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  active int;
begin
  if old.confirmed_at is not null or new.confirmed_at is null
    or to_jsonb(old) - 'confirmed_by' - 'confirmed_at' - 'confirm_evidence'
      <> to_jsonb(new) - 'confirmed_by' - 'confirmed_at' - 'confirm_evidence' then
    raise exception 'a request is confirmed once, as it was made' using errcode = 'JO001';
  end if;
  perform 1 from operators
    where id in (new.requested_by, new.confirmed_by) and admitted_at is not null and revoked_at is null
    order by id for share;
  get diagnostics active = row_count;
  if active < 2 then
    raise exception 'a request takes two operators who stand' using errcode = 'JO002';
  end if;
  if not exists (select from operators where id = new.requested_by and operator_may_ask(role, new.act)) then
    raise exception 'the one who asked may not ask for this any more' using errcode = 'JO012';
  end if;
  if not exists (select from operators where id = new.confirmed_by and operator_may_confirm(role, new.act)) then
    raise exception 'the one who confirms may not confirm this' using errcode = 'JO013';
  end if;
  return null;
end $function$;

CREATE FUNCTION operators_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  admitted boolean := old.admitted_at is null and new.admitted_at is not null;
  revoked boolean := old.revoked_at is null and new.revoked_at is not null;
  moved boolean := new.role <> old.role;
  active int;
  managers int;
  alone text;
begin
  if to_jsonb(old) - 'passphrase_hash' - 'admitted_at' - 'revoked_at' - 'role' - 'role_since'
      <> to_jsonb(new) - 'passphrase_hash' - 'admitted_at' - 'revoked_at' - 'role' - 'role_since'
    or (not admitted and new.admitted_at is distinct from old.admitted_at)
    or (not revoked and new.revoked_at is distinct from old.revoked_at)
    or (not moved and new.role_since <> old.role_since)
    or (old.revoked_at is not null or old.admitted_at is null or revoked) and new.passphrase_hash <> old.passphrase_hash
    or (old.revoked_at is not null or old.admitted_at is null or revoked) and moved
    or (admitted and revoked) then
    raise exception 'an operator keeps who he is' using errcode = 'JO003';
  end if;
  if not admitted and not revoked and not moved then
    return new;
  end if;
  -- One at a time: each counts what the previous one left.
  perform pg_advisory_xact_lock(727203);
  select count(*), min(id) into active, alone from operators where admitted_at is not null and revoked_at is null;
  select count(*) into managers
    from operators where admitted_at is not null and revoked_at is null and role = 'manager' and id <> new.id;
  if admitted and not (
    (active = 0 and new.created_by is null)
    or (active = 1 and new.created_by is not distinct from alone)
    or (active > 1 and two_operators_agreed('add-operator', new.id, new.admitted_at))
  ) then
    raise exception 'an operator is brought in by those who stand' using errcode = 'JO004';
  end if;
  if admitted and not operator_name_is_plain(new.name) then
    raise exception 'an operator has a name in plain letters' using errcode = 'JO014';
  end if;
  if admitted and exists (
    select from operators
    where id <> new.id and admitted_at is not null and operator_name_look(name) = operator_name_look(new.name)
  ) then
    raise exception 'no two operators have names that look alike' using errcode = 'JO015';
  end if;
  if revoked and active <= 2 then
    raise exception 'two operators have to stay' using errcode = 'JO005';
  end if;
  if managers = 0 and (revoked or new.role <> 'manager') then
    raise exception 'a manager has to stay' using errcode = 'JO008';
  end if;
  if revoked and not two_operators_agreed('revoke-operator', new.id, new.revoked_at) then
    raise exception 'an operator is revoked by two' using errcode = 'JO004';
  end if;
  if moved and not exists (
    select from operator_requests
    where act = 'change-role' and subject = new.id and confirmed_at = new.role_since
      and content ->> 'from' = old.role and content ->> 'to' = new.role
  ) then
    raise exception 'a role changes when two agreed to this change' using errcode = 'JO009';
  end if;
  return new;
end $function$;

CREATE FUNCTION order_steps_by_two()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from orders o where o.user_id = new.user_id and o.id = new.order_id and o.state = new.state
      and o.updated_at = new.at and coalesce(o.undone_by_request, o.ended_by_request) is not null
  ) then
    raise exception 'a step of an order is made by people only with the request of two' using errcode = 'JO041';
  end if;
  return new;
end $function$;

CREATE FUNCTION orders_ended_by_two()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or old.ended_by_request is not null or not exists (
    select from operator_requests r
    where r.id = new.ended_by_request and r.subject = new.id and r.confirmed_at = new.updated_at
      and r.requested_by <> r.confirmed_by and r.content ->> 'totalKobo' = new.total_kobo::text
      and case r.act
        when 'end-review' then old.state = 'manual_review' and new.state =
          case r.content ->> 'outcome' when 'paid' then 'settled' when 'not-paid' then 'released' end
        when 'refund-bpc' then new.kind = 'bpc' and old.state = 'settled' and new.state = 'returned'
        else false
      end
  ) then
    raise exception 'an order is ended by people as two operators agreed, and once' using errcode = 'JO041';
  end if;
  return null;
end $function$;

CREATE FUNCTION orders_undone_by_two()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or old.undone_by_request is not null or old.contradicted_at is null or new.state <> 'returned'
    or not exists (
      select from operator_requests r
      where r.id = new.undone_by_request and r.act = 'end-review' and r.content ->> 'outcome' = 'not-paid'
        and r.subject = new.id and r.confirmed_at = new.updated_at and r.requested_by <> r.confirmed_by
        and r.content ->> 'totalKobo' = new.total_kobo::text and r.content ->> 'contradicted' = old.state
    ) then
    raise exception 'an order is undone by people as two operators agreed, and once' using errcode = 'JO041';
  end if;
  return null;
end $function$;

CREATE FUNCTION reconciliation_exceptions_take_two()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from operator_requests r
    join operators asked on asked.id = r.requested_by
    join operators confirmed on confirmed.id = r.confirmed_by
    where r.confirmed_at = new.closed_at
      and (
        (r.act = 'close-difference' and r.subject = new.number::text)
        or (r.act = 'close-differences' and new.number::text = any(string_to_array(r.subject, ',')))
      )
      and asked.name = new.closed_by and confirmed.name = new.confirmed_by
  ) then
    raise exception 'reconciliation_exceptions takes what two operators agreed to' using errcode = 'JO006';
  end if;
  return null;
end $function$;

CREATE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% refuses %: what was written stays', tg_table_name, lower(tg_op) using errcode = 'JL009';
end $function$;

CREATE FUNCTION take_two_operators()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  done jsonb := to_jsonb(new);
begin
  if not exists (
    select from operator_requests r
    join operators asked on asked.id = r.requested_by
    join operators confirmed on confirmed.id = r.confirmed_by
    where r.act = tg_argv[0] and r.subject = done ->> tg_argv[1] and r.confirmed_at = (done ->> tg_argv[2])::timestamptz
      and asked.name = done ->> tg_argv[3] and confirmed.name = done ->> tg_argv[4]
  ) then
    raise exception '% takes what two operators agreed to', tg_table_name using errcode = 'JO006';
  end if;
  return null;
end $function$;

CREATE FUNCTION two_operators_agreed(of_act text, of_subject text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from operator_requests where act = of_act and subject = of_subject and confirmed_at = at
  )
$function$;

CREATE FUNCTION users_operator_freeze_lifted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.operator_freeze_id is not null or not exists (
    select from operator_requests
    where act = 'unfreeze-customer' and subject = old.operator_freeze_id and confirmed_at is not null
  ) then
    raise exception 'an operator''s freeze is lifted by two' using errcode = 'JO050';
  end if;
  return null;
end $function$;
