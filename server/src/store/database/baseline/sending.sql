-- Mail on its way: the queue, approval, how a letter may be read, and what is done with mail that comes in.

create table outgoing (id text primary key, origin text not null, account_id bigint, mail_id bigint, request_id text not null,
  message_id bigint not null references message (id), envelope_from text not null, state text not null,
  release_at bigint not null, created_at bigint not null, writing text, attempts integer not null default 0,
  due_at bigint not null, report_at bigint not null default 0, on_hold integer not null default 0,
  held_step text not null default '', held_by text not null default '', held_why text not null default '',
  passed_steps text not null default '', counts_for bigint, awaited_copy text);
create unique index outgoing_request on outgoing (account_id, request_id) where request_id <> '';
create index outgoing_due on outgoing (on_hold, due_at) where state in ('accepted', 'checking', 'held');
create index outgoing_released on outgoing (release_at) where state = 'released';
create index outgoing_held_by on outgoing (held_by, created_at) where state = 'held';
create index outgoing_of_mail on outgoing (mail_id);
create index outgoing_of_message on outgoing (message_id);
create index outgoing_of_account on outgoing (account_id, created_at);
create index outgoing_sent_lately on outgoing (created_at) where account_id is not null and origin in ('page', 'program');

create table outgoing_recipient (outgoing_id text not null references outgoing (id) on delete cascade, address text not null,
  domain text not null, state text not null, attempts integer not null default 0, next_attempt_at bigint not null,
  notified_at bigint, reason text not null default '', status text not null default '',
  constraint outgoing_recipient_key primary key (outgoing_id, address));
create index outgoing_recipient_due on outgoing_recipient (next_attempt_at, outgoing_id) where state = 'queued';
create index outgoing_recipient_untold on outgoing_recipient (outgoing_id) where state = 'failed' and notified_at is null;

create table blind_copy (id {id}, outgoing_id text not null references outgoing (id) on delete cascade, address text not null,
  message_id bigint not null references message (id) on delete cascade,
  constraint blind_copy_once unique (outgoing_id, address));
create index blind_copy_by_message on blind_copy (message_id);

create table sending_limit (scope text primary key, account_id bigint references account (id) on delete cascade,
  per_hour integer);
create index sending_limit_of on sending_limit (account_id);

create table sent_recipients (outgoing_id text primary key,
  account_id bigint not null references account (id) on delete cascade, at bigint not null, recipients integer not null);
create index sent_recipients_of on sent_recipients (account_id, at);

create table delivery_log (id {id}, at bigint not null, outgoing_id text not null, rfc_message_id text not null,
  sender text not null, recipient text not null, outcome text not null, reply text not null);
create index delivery_log_by_age on delivery_log (at);
create index delivery_log_of_recipient on delivery_log (recipient, id);

create table delivery_verdict (id {id}, account_id bigint references account (id) on delete cascade, address text not null,
  mail_id bigint, step text not null, outcome text not null, key text not null, detail text not null, at bigint not null);
create index delivery_verdict_of_account on delivery_verdict (account_id, step, key, id);
create index delivery_verdict_of_mail on delivery_verdict (mail_id);
create index delivery_verdict_by_age on delivery_verdict (at);
create index delivery_verdict_newest on delivery_verdict (account_id, id);
create index delivery_verdict_forwarded on delivery_verdict (key, at) where outcome = 'forwarded';

create table delivery_effect (id {id}, account_id bigint references account (id) on delete cascade, address text not null,
  mail_id bigint, step text not null, data text not null, created_at bigint not null, attempts integer not null default 0,
  retry_at bigint not null);
create index delivery_effect_due on delivery_effect (retry_at, id);
create index delivery_effect_of_account on delivery_effect (account_id);

create table approval_rule (id {id}, name text not null, enabled integer not null, sort integer not null, starts_at bigint,
  ends_at bigint, owner_id bigint references account (id) on delete set null, content text not null,
  created_at bigint not null);
create index approval_rule_by_owner on approval_rule (owner_id);

create table approval_record (id {id}, outgoing_id text not null unique,
  account_id bigint references account (id) on delete set null, applicant text not null,
  rule_id bigint references approval_rule (id) on delete set null, rule_name text not null, comment_required integer not null,
  message_id bigint not null, raw_hash text not null, subject text not null, recipients text not null,
  recipient_count integer not null, outside_count integer not null, has_attachment integer not null, size bigint not null,
  why text not null, state text not null, level integer not null, levels text not null, writing text,
  created_at bigint not null, due_at bigint, decided_at bigint, reminded_at bigint, send_at bigint,
  previous_id bigint references approval_record (id) on delete set null, draft_id bigint,
  conversation text not null default '');
create index approval_record_of on approval_record (account_id, state, id);
create index approval_record_by_rule on approval_record (rule_id, state);
create index approval_record_open on approval_record (due_at) where state = 'pending';
create index approval_record_followed on approval_record (previous_id);
create index approval_record_drafted on approval_record (account_id, draft_id) where draft_id is not null;
create index approval_record_talk on approval_record (conversation, id) where conversation <> '';
create index approval_record_made on approval_record (created_at, id);
create index approval_record_ended on approval_record (decided_at) where decided_at is not null;
create index approval_record_list on approval_record (account_id, id);

create table approval_person (record_id bigint not null references approval_record (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade, state text not null, waiting integer not null,
  constraint approval_person_key primary key (record_id, account_id));
create index approval_person_of on approval_person (account_id, state, record_id);
create index approval_person_waiting on approval_person (account_id, record_id) where waiting = 1;
create index approval_person_list on approval_person (account_id, record_id);

create table approval_event (id {id}, record_id bigint not null references approval_record (id) on delete cascade,
  at bigint not null, kind text not null, by_id bigint references account (id) on delete set null, by_name text not null,
  comment text not null, raw_hash text not null, stands_in_for text not null default '');
create index approval_event_of on approval_event (record_id, id);
create index approval_event_by on approval_event (by_id);

create table approval_link (token_hash text not null primary key,
  record_id bigint not null references approval_record (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade, made_at bigint not null, used_at bigint);
create index approval_link_of on approval_link (record_id);
create index approval_link_by on approval_link (account_id);

create table approval_stand_in (account_id bigint not null references account (id) on delete cascade,
  stand_in_id bigint not null references account (id) on delete cascade,
  constraint approval_stand_in_key primary key (account_id));
create index approval_stand_in_by on approval_stand_in (stand_in_id);

create table letter_policy (id {id}, message_id bigint not null unique references message (id) on delete cascade,
  account_id bigint references account (id) on delete set null, password_hash text, reads integer, days integer,
  burn integer not null, secret integer not null, no_forward integer not null,
  shown_id bigint unique references message (id) on delete cascade, delivered_at bigint);
create index letter_policy_by_account on letter_policy (account_id);

create table letter_reader (policy_id bigint not null references letter_policy (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade, opened integer not null,
  constraint letter_reader_key primary key (policy_id, account_id));
create index letter_reader_by_account on letter_reader (account_id);

create table letter_sitting (policy_id bigint not null references letter_policy (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  session_id text not null references session (id) on delete cascade, until bigint not null,
  constraint letter_sitting_key primary key (policy_id, account_id, session_id));
create index letter_sitting_by_session on letter_sitting (session_id);
create index letter_sitting_by_account on letter_sitting (account_id);

create table outside_reader (id {id}, policy_id bigint not null references letter_policy (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade, address text not null,
  token_hash text not null unique, opened integer not null default 0, opened_at bigint, expires_at bigint, ended_at bigint,
  constraint outside_reader_once unique (policy_id, address));
create index outside_reader_by_account on outside_reader (account_id);
create index outside_reader_by_end on outside_reader (expires_at);

create table letter_correction (mail_id bigint primary key references mail (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  corrects_id bigint not null references mail (id) on delete cascade, rfc_message_id text not null);
create index letter_correction_by_letter on letter_correction (account_id, rfc_message_id);
create index letter_correction_of on letter_correction (corrects_id);

create table handed_draft (id text primary key, draft_id bigint not null unique references draft (mail_id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  colleague_id bigint not null references account (id) on delete cascade, state text not null, taken_mail_id bigint,
  files text not null, changed_at bigint not null);
create index handed_draft_of on handed_draft (account_id);
create index handed_draft_to on handed_draft (colleague_id);
create index handed_draft_taken on handed_draft (taken_mail_id);

create table mail_rule (account_id bigint not null references account (id) on delete cascade, id {id}, name text not null,
  enabled integer not null, match text not null, conditions text not null, actions text not null, sort integer not null);
create index mail_rule_of on mail_rule (account_id, sort);

create table listed_sender (account_id bigint not null references account (id) on delete cascade, pattern text not null,
  kind text not null, added_at bigint not null, constraint listed_sender_key primary key (account_id, pattern));

create table rule_book (account_id bigint not null references account (id) on delete cascade, version bigint not null,
  constraint rule_book_key primary key (account_id));

create table rule_run (account_id bigint not null references account (id) on delete cascade, id {id}, rule text not null,
  folder_id bigint not null, state text not null, total integer not null, done integer not null default 0,
  caught integer not null default 0, next_key bigint not null, created_at bigint not null);
create index rule_run_of on rule_run (account_id, created_at);

create table rule_run_mail (run_id bigint not null references rule_run (id) on delete cascade, mail_id bigint not null,
  folder_id bigint not null, seen integer not null, color integer not null, labels_added text not null,
  constraint rule_run_mail_key primary key (run_id, mail_id));

create table auto_reply (account_id bigint not null references account (id) on delete cascade, value text not null,
  enabled integer not null, start_at bigint, end_at bigint, since bigint not null,
  constraint auto_reply_key primary key (account_id));

create table auto_reply_sent (account_id bigint not null references account (id) on delete cascade, sender text not null,
  at bigint not null, constraint auto_reply_sent_key primary key (account_id, sender));

create table auto_forward (account_id bigint not null references account (id) on delete cascade, enabled integer not null,
  keep_copy integer not null, constraint auto_forward_key primary key (account_id));

create table forward_address (account_id bigint not null references account (id) on delete cascade, address text not null,
  outside integer not null, confirmed_at bigint, code_hash text not null default '', code_sent_at bigint not null default 0,
  tries integer not null default 0, added_at bigint not null,
  constraint forward_address_key primary key (account_id, address));

create table signature (account_id bigint not null references account (id) on delete cascade, id {id}, name text not null,
  html text not null, for_new integer not null, for_reply integer not null, sender text not null default '');
create index signature_of on signature (account_id);

create table letter_template (account_id bigint not null references account (id) on delete cascade, id {id},
  name text not null, folder text not null, subject text not null, html text not null);
create index letter_template_of on letter_template (account_id, folder, name);

create table address_name (account_id bigint not null references account (id) on delete cascade, address text not null,
  name text not null, constraint address_name_key primary key (account_id, address));

create table paper (id {id}, account_id bigint references account (id) on delete cascade, name text not null,
  design text not null);
create index paper_of on paper (account_id, name);

create table team_mail (mail_id bigint primary key references mail (id) on delete cascade,
  assignee_id bigint references account (id) on delete set null, closed_at bigint,
  closed_by bigint references account (id) on delete set null, note text not null);
create index team_mail_assignee on team_mail (assignee_id);
create index team_mail_closed_by on team_mail (closed_by);

create table team_comment (id {id}, mail_id bigint not null references mail (id) on delete cascade,
  author_id bigint references account (id) on delete set null, asked_id bigint references account (id) on delete set null,
  text text not null, at bigint not null);
create index team_comment_of on team_comment (mail_id, id);
create index team_comment_author on team_comment (author_id);
create index team_comment_asked on team_comment (asked_id);

create table team_answer (send_id text primary key, mail_id bigint not null references mail (id) on delete cascade,
  person_id bigint references account (id) on delete set null, at bigint not null);
create index team_answer_of on team_answer (mail_id, at);
create index team_answer_person on team_answer (person_id);

create table misuse_report (id {id}, account_id bigint references account (id) on delete set null,
  reporter_id bigint references account (id) on delete set null,
  message_id bigint not null references message (id) on delete cascade, reason text not null, text text not null,
  received_at bigint not null, created_at bigint not null, open integer not null, at bigint,
  closed_by bigint references account (id) on delete set null, note text not null, answer text not null,
  constraint misuse_report_once unique (reporter_id, message_id));
create index misuse_report_by_state on misuse_report (open, id);
create index misuse_report_by_age on misuse_report (at);
create index misuse_report_by_reporter on misuse_report (reporter_id, created_at);
create index misuse_report_by_account on misuse_report (account_id);
create index misuse_report_by_message on misuse_report (message_id);
create index misuse_report_by_closer on misuse_report (closed_by);
