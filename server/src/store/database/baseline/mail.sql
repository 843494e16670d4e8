-- Mails, and what is kept of them for lists, search and conversations.

create table folder (id {id}, account_id bigint not null references account (id) on delete cascade, role text not null,
  name text not null, sort integer not null, state integer not null default 0, password_hash text,
  total bigint not null default 0, unread bigint not null default 0, size bigint not null default 0,
  uid_next bigint not null default 1, parent_id bigint references folder (id) on delete set null,
  guarded integer not null default 0, conversations integer not null default 0,
  unread_conversations integer not null default 0, screens integer not null default 0,
  constraint folder_name unique (account_id, name));
create index folder_of_parent on folder (parent_id);
create index folder_guarded on folder (account_id) where guarded = 1;
create unique index folder_screens on folder (account_id) where screens = 1;

create table folder_unlock (session_id text not null references session (id) on delete cascade,
  folder_id bigint not null references folder (id) on delete cascade,
  constraint folder_unlock_key primary key (session_id, folder_id));
create index folder_unlock_of on folder_unlock (folder_id);

create table label (id {id}, account_id bigint not null references account (id) on delete cascade, name text not null,
  color integer not null, state integer not null default 0, sort integer not null, total bigint not null default 0,
  unread bigint not null default 0, size bigint not null default 0, constraint label_name unique (account_id, name));

create table blob (hash text primary key, size bigint not null, created_at bigint not null);

create table message (id {id}, raw_hash text, size bigint not null, rfc_message_id text not null, in_reply_to text not null,
  refs text not null, subject text not null, from_name text not null, from_address text not null, to_list text not null,
  cc_list text not null, reply_to text not null, sender text, receipt_to text, date bigint, preview text not null,
  has_attachment integer not null, priority integer not null, automatic integer not null,
  claims_own_domain integer not null default 0, invites integer not null default 0, with_password integer not null default 0,
  arrival text, restricted integer not null default 0);
create index message_by_raw on message (raw_hash);
create index message_by_rfc_id on message (rfc_message_id);
create index message_by_reply on message (in_reply_to) where in_reply_to <> '';

create table message_body (message_id bigint primary key references message (id) on delete cascade, html text,
  text text not null, has_text integer not null, truncated integer not null default 0, bounded integer not null default 0);

create table attachment (id text primary key, message_id bigint not null references message (id) on delete cascade,
  position integer not null, name text not null, content_type text not null, size bigint not null, blob_hash text not null,
  content_id text, disposition text not null, kind text not null);
create index attachment_of_message on attachment (message_id);
create index attachment_by_blob on attachment (blob_hash);

create table mail (id {id}, account_id bigint not null references account (id) on delete cascade,
  folder_id bigint not null references folder (id), uid bigint not null, message_id bigint not null references message (id),
  sort_key bigint not null unique, received_at bigint not null, size bigint not null, seen integer not null default 0,
  sticky integer not null default 0, color integer not null default 0, replied integer not null default 0,
  forwarded integer not null default 0, system_notice integer not null default 0, bcc_list text not null default '[]',
  previous_folder_id bigint, thread_id bigint not null default 0, risk integer not null default 0, send_at bigint,
  constraint mail_uid unique (folder_id, uid));
create index mail_of_folder on mail (folder_id, sticky desc, sort_key desc, seen, id);
create index mail_of_account on mail (account_id, sort_key desc, folder_id, seen, id);
create index mail_unread on mail (folder_id, sticky desc, sort_key desc, id) where seen = 0;
create index mail_unread_of_account on mail (account_id, sort_key desc, folder_id, id) where seen = 0;
create index mail_starred on mail (account_id, sort_key desc, folder_id, seen, color, id) where color > 0;
create index mail_of_message on mail (message_id);
create index mail_scheduled on mail (account_id, send_at) where send_at is not null;
create index mail_of_thread on mail (account_id, thread_id, sort_key, folder_id);

create table mail_label (label_id bigint not null references label (id) on delete cascade,
  mail_id bigint not null references mail (id) on delete cascade, sort_key bigint not null, listed integer not null,
  constraint mail_label_key primary key (label_id, mail_id));
create index mail_of_label on mail_label (label_id, listed, sort_key desc, mail_id);
create index label_of_mail on mail_label (mail_id);

create table draft (mail_id bigint primary key references mail (id) on delete cascade, revision integer not null,
  kind text not null, source_mail_id bigint, from_address text not null, to_list text not null, cc_list text not null,
  bcc_list text not null, subject text not null, html text not null, file_ids text not null, priority integer not null,
  request_receipt integer not null, saved_at bigint not null, account_id bigint not null default 0,
  options text not null default '{}', saved_session text, saved_person bigint);
create index draft_of_account on draft (account_id);

create table draft_client (account_id bigint not null references account (id) on delete cascade, client_id text not null,
  mail_id bigint not null, created_at bigint not null, constraint draft_client_key primary key (account_id, client_id));
create index draft_client_made on draft_client (created_at);

create table draft_version (id {id}, mail_id bigint not null references draft (mail_id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade, at bigint not null, agent text not null,
  person_id bigint, letter text not null, files text not null, held text not null, size bigint not null);
create index draft_version_of_draft on draft_version (mail_id);
create index draft_version_of_account on draft_version (account_id);
create index draft_version_by_age on draft_version (at);

create table draft_window (mail_id bigint not null references draft (mail_id) on delete cascade, name text not null,
  session_id text not null references session (id) on delete cascade, seen_at bigint not null,
  constraint draft_window_key primary key (mail_id, name));
create index draft_window_of_session on draft_window (session_id);
create index draft_window_by_age on draft_window (seen_at);

create table upload (id text primary key, account_id bigint not null references account (id) on delete cascade,
  name text not null, content_type text not null, size bigint not null, blob_hash text not null, picture integer not null,
  created_at bigint not null, checked_at bigint not null default 0, digest text);
create index upload_by_blob on upload (blob_hash);
create index upload_to_check on upload (checked_at);
create index upload_of_account on upload (account_id);

create table correspondent (account_id bigint not null references account (id) on delete cascade, address text not null,
  name text not null, uses integer not null default 0, received integer not null default 0, last_used_at bigint not null,
  constraint correspondent_key primary key (account_id, address));
create index correspondent_latest on correspondent (account_id, last_used_at) where uses > 0;
create index correspondent_heard on correspondent (account_id, address) where received > 2;

create table import_progress (account_id bigint not null references account (id) on delete cascade, source text not null,
  position bigint not null, updated_at bigint not null, constraint import_progress_key primary key (account_id, source));
create index import_progress_recent on import_progress (updated_at);

create table mail_day (folder_id bigint not null references folder (id) on delete cascade, sticky integer not null,
  day integer not null, total bigint not null, unread bigint not null, primary key (folder_id, sticky, day)) {apart};

create table change_log (account_id bigint not null references account (id) on delete cascade, seq bigint not null,
  at bigint not null, kind text not null, folder_id bigint, mail_ids text not null,
  constraint change_log_key primary key (account_id, seq));
create index change_log_age on change_log (at);

create table message_address (message_id bigint not null references message (id) on delete cascade, kind text not null,
  address text not null, constraint message_address_key primary key (message_id, kind, address));
create index message_by_address on message_address (address, message_id);

create table mail_to_index (sort_key {key} primary key, account_id bigint not null, in_old_index integer not null);
create index mail_to_index_of_account on mail_to_index (account_id, in_old_index);

create table mail_to_index_again (sort_key {key} primary key, account_id bigint not null);

create table awaited_mail (account_id bigint not null, rfc_message_id text not null,
  mail_id bigint not null references mail (id) on delete cascade, depth integer not null, orphan integer not null,
  primary key (account_id, rfc_message_id, mail_id)) {apart};
create index awaited_by_mail on awaited_mail (mail_id);

create table file_text (blob_hash text primary key, state integer not null, sort_key bigint not null,
  attempts integer not null, text text, words text);
create index file_text_to_read on file_text (sort_key) where state <= 1;

create table conversation (thread_id bigint not null, folder_id bigint not null references folder (id) on delete cascade,
  newest bigint not null, mails integer not null, unread integer not null, stuck integer not null, sticky integer not null,
  primary key (thread_id, folder_id)) {apart};
create index conversation_of_folder on conversation (folder_id, sticky, newest);
create index conversation_unread on conversation (folder_id, sticky, newest) where unread > 0;

create table muted_thread (thread_id bigint not null primary key,
  account_id bigint not null references account (id) on delete cascade,
  folder_id bigint not null references folder (id) on delete cascade);
create index muted_thread_by_account on muted_thread (account_id);
create index muted_thread_by_folder on muted_thread (folder_id);

create table saved_search (account_id bigint not null references account (id) on delete cascade, name text not null,
  query text not null, position integer not null, constraint saved_search_key primary key (account_id, name));

create table settled_action (id {id}, account_id bigint not null references account (id) on delete cascade,
  request text not null, answer text not null, at bigint not null);
create unique index settled_action_request on settled_action (account_id, request);
create index settled_action_by_age on settled_action (at);

create table deleted_mail (id {id}, account_id bigint not null references account (id) on delete cascade,
  message_id bigint not null references message (id) on delete cascade,
  folder_id bigint references folder (id) on delete set null, received_at bigint not null, size bigint not null,
  seen integer not null, color integer not null, replied integer not null, forwarded integer not null,
  system_notice integer not null, bcc_list text not null, at bigint not null);
create index deleted_mail_by_account on deleted_mail (account_id, id);
create index deleted_mail_by_message on deleted_mail (message_id);
create index deleted_mail_by_folder on deleted_mail (folder_id);
create index deleted_mail_by_age on deleted_mail (at);

create table held_sender (account_id bigint not null references account (id) on delete cascade, address text not null,
  constraint held_sender_pk primary key (account_id, address));

create table sender_charset (account_id bigint not null references account (id) on delete cascade, address text not null,
  charset text not null, at bigint not null, constraint sender_charset_key primary key (account_id, address));

create table follow_up (id {id}, account_id bigint not null references account (id) on delete cascade,
  mail_id bigint not null unique references mail (id) on delete cascade, rfc_message_id text not null, state text not null,
  due_at bigint not null, workdays integer, zone text not null, unless_answered integer not null, note text not null,
  snoozed_from bigint, snoozed_to bigint, replied integer not null, away text, answered_by text not null default '',
  answer_mail_id bigint, created_at bigint not null, ended_at bigint);
create index follow_up_of on follow_up (account_id, state, due_at);
create index follow_up_awaiting on follow_up (account_id, rfc_message_id) where unless_answered = 1 and ended_at is null;
create index follow_up_due on follow_up (due_at) where state = 'open';

create table receipt_answer (account_id bigint not null references account (id) on delete cascade,
  message_id bigint not null references message (id) on delete cascade, at bigint not null, sent integer not null,
  constraint receipt_answer_key primary key (account_id, message_id));
create index receipt_answer_message on receipt_answer (message_id);

create table receipt_reader (account_id bigint not null references account (id) on delete cascade,
  message_id bigint not null references message (id) on delete cascade, at bigint not null, address text not null,
  constraint receipt_reader_key primary key (account_id, message_id, address));
create index receipt_reader_message on receipt_reader (message_id);

create table recalled_mail (id {id}, account_id bigint not null references account (id) on delete cascade,
  mail_id bigint not null references mail (id) on delete cascade,
  reader_id bigint not null references account (id) on delete cascade, at bigint not null,
  corrected integer not null default 0, constraint recalled_mail_once unique (mail_id, reader_id));
create index recalled_mail_of on recalled_mail (account_id);
create index recalled_mail_reader on recalled_mail (reader_id);

create table garbage_message (id {id}, since bigint not null, message_id bigint not null);

create table garbage_blob (id {id}, since bigint not null, hash text not null);

create table housekeeping (name text primary key, done_at bigint not null);

create table message_hold (message_id bigint not null references message (id), owner text not null, owner_id text not null,
  constraint message_hold_key primary key (owner, owner_id, message_id));
create index message_hold_of on message_hold (message_id);

create table blob_hold (hash text not null, owner text not null, owner_id text not null,
  constraint blob_hold_key primary key (owner, owner_id, hash));
create index blob_hold_of on blob_hold (hash);

create table job (id {id}, kind text not null, key text not null, run_at bigint not null, again_at bigint,
  attempts integer not null default 0, claim text, progress text not null default '', note text not null default '',
  created_at bigint not null, failed_at bigint, constraint job_key unique (kind, key));
create index job_due on job (kind, run_at) where failed_at is null;
create index job_claimed on job (kind, claim) where claim is not null;
create index job_failed on job (kind, failed_at) where failed_at is not null;
