-- People of the organisation, their logins, and what is set for them.

create table domain (id {id}, name text not null unique, created_at bigint not null);

create table department (id {id}, parent_id bigint references department (id), name text not null, sort integer not null);
create index department_below on department (parent_id, sort);

create table account (id {id}, address text not null unique, domain_id bigint not null references domain (id),
  name text not null, name_pinyin text not null, name_initials text not null, password_hash text not null,
  company text not null, dept_id bigint references department (id), phone text not null default '',
  duties text not null default '', gender integer not null default 2, is_admin integer not null default 0,
  account_type integer not null default 1, disabled integer not null default 0, quota_bytes bigint not null default 0,
  used_bytes bigint not null default 0, change_password integer not null default 0, created_at bigint not null,
  change_seq bigint not null default 0, password_prompt_after bigint not null default 0,
  recovery_email text not null default '');
create index account_of_duty on account (duties);
create index account_of_department on account (dept_id, name_pinyin, id);
create index account_of_phone on account ((replace(replace(phone, '-', ''), ' ', '')));
create index account_by_name on account (name);

create table alias (address text primary key, account_id bigint not null references account (id) on delete cascade);
create index alias_by_account on alias (account_id);

create table session (id text primary key, account_id bigint not null references account (id) on delete cascade,
  access_hash text not null unique, access_expires_at bigint not null, refresh_hash text not null unique,
  refresh_expires_at bigint not null, previous_refresh_hash text unique, rotation_salt text not null,
  previous_rotation_salt text not null, rotated_at bigint not null, created_at bigint not null, last_used_at bigint not null,
  user_agent text not null, ip text not null, locked_at bigint, parent_id text references session (id) on delete cascade,
  person_id bigint references account (id) on delete cascade, proved_at bigint);
create index session_of_account on session (account_id);
create index session_of_parent on session (parent_id);
create index session_of_person on session (person_id);
create index session_by_expiry on session (refresh_expires_at);

create table general_setting (account_id bigint not null references account (id) on delete cascade, key text not null,
  value text not null, constraint general_setting_key primary key (account_id, key));

create table throttle (scope text primary key, count integer not null, expires_at bigint not null);
create index throttle_by_expiry on throttle (expires_at);

create table part_time_department (account_id bigint not null references account (id) on delete cascade,
  department_id bigint not null references department (id) on delete cascade, sort integer not null,
  constraint part_time_department_key primary key (account_id, department_id));
create index part_time_department_members on part_time_department (department_id);

create table switch_value (scope text not null, scope_id bigint not null, name text not null, value text not null,
  locked integer not null, set_at bigint not null, constraint switch_value_key primary key (scope, scope_id, name));

create table person_key (owner_id bigint not null, rank integer not null, key {sorted} not null, kind text not null,
  ref_id bigint not null, constraint person_key_key primary key (owner_id, rank, key, kind, ref_id)) {apart};
create index person_key_of on person_key (kind, ref_id);

create table department_key (key {sorted} not null,
  department_id bigint not null references department (id) on delete cascade,
  constraint department_key_key primary key (key, department_id)) {apart};
create index department_key_of on department_key (department_id);

create table duty_key (key {sorted} not null, duty text not null, constraint duty_key_key primary key (key, duty)) {apart};
create index duty_key_of on duty_key (duty);

create table department_head (department_id bigint not null references department (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade, sort integer not null,
  constraint department_head_key primary key (department_id, account_id));
create index department_head_of on department_head (account_id);

create table ticket (hash text primary key, purpose text not null,
  account_id bigint references account (id) on delete cascade, data text not null, tries integer not null default 0,
  expires_at bigint not null);
create index ticket_expires on ticket (expires_at);
create index ticket_of_account on ticket (account_id);

create table second_factor (account_id bigint primary key references account (id) on delete cascade, totp_secret text,
  totp_last_step bigint not null default 0, sms integer not null default 0);

create table recovery_code (account_id bigint not null references account (id) on delete cascade, hash text not null,
  constraint recovery_code_key primary key (account_id, hash));

create table lock_setting (account_id bigint primary key references account (id) on delete cascade, flag integer not null,
  auto_flag integer, locktime integer, password_hash text not null);

create table public_mailbox_grant (mailbox_id bigint not null references account (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade, granted_at bigint not null,
  constraint public_mailbox_grant_key primary key (mailbox_id, account_id));
create index public_mailbox_of_account on public_mailbox_grant (account_id, mailbox_id);

create table account_association (account_id bigint not null references account (id) on delete cascade,
  other_id bigint not null references account (id) on delete cascade, type integer not null,
  constraint account_association_key primary key (account_id, other_id));
create index association_of_other on account_association (other_id);

create table announcement (id {id}, title text not null, content text not null, published_at bigint not null,
  withdrawn_at bigint);

create table announcement_read (account_id bigint not null references account (id) on delete cascade,
  announcement_id bigint not null references announcement (id) on delete cascade,
  constraint announcement_read_key primary key (account_id, announcement_id));
create index announcement_read_of on announcement_read (announcement_id);

create table feedback (id {id}, account_id bigint references account (id) on delete set null, address text not null,
  name text not null, content text not null, user_agent text not null, created_at bigint not null);
create index feedback_of on feedback (account_id, created_at);

create table feedback_file (id {id}, feedback_id bigint not null references feedback (id) on delete cascade,
  name text not null, content_type text not null, size bigint not null, blob_hash text not null);
create index feedback_file_of on feedback_file (feedback_id);
create index feedback_file_blob on feedback_file (blob_hash);

create table console_token (hash text primary key, account_id bigint not null references account (id) on delete cascade,
  expires_at bigint not null);
create index console_token_expired on console_token (expires_at);
create index console_token_of on console_token (account_id);

create table login_log (account_id bigint not null references account (id) on delete cascade, id {id}, at bigint not null,
  ip text not null, user_agent text not null, way text not null, result text not null, session_id text);
create index login_log_of on login_log (account_id, at);
create index login_log_by_age on login_log (at);

create table client_code (account_id bigint not null references account (id) on delete cascade, id {id}, name text not null,
  scopes text not null, code_hash text not null unique, created_at bigint not null, revoked_at bigint, last_used_at bigint,
  last_ip text not null default '', last_agent text not null default '',
  made_by bigint references account (id) on delete cascade, enabled integer not null default 1);
create index client_code_of on client_code (account_id, created_at);
create index client_code_made_by on client_code (made_by);

create table client_protocol (account_id bigint not null references account (id) on delete cascade, scope text not null,
  enabled integer not null, constraint client_protocol_key primary key (account_id, scope));

create table passkey (id text primary key, account_id bigint not null references account (id) on delete cascade,
  public_key text not null, counter bigint not null, transports text not null, name text not null, created_at bigint not null,
  last_used_at bigint);
create index passkey_of on passkey (account_id);

create table push_subscription (hash text primary key, endpoint text not null,
  account_id bigint not null references account (id) on delete cascade,
  session_id text not null references session (id) on delete cascade, p256dh text not null, auth text not null,
  with_content integer not null, language text not null, created_at bigint not null);
create index push_subscription_of on push_subscription (account_id);
create index push_subscription_session on push_subscription (session_id);

create table push_note (id {id}, account_id bigint not null references account (id) on delete cascade,
  mail_id bigint not null, created_at bigint not null, follow_up_id bigint, approval_id bigint);
create index push_note_of on push_note (account_id);
create index push_note_due on push_note (created_at, id);

create table server_key (name text primary key, public text not null, sealed text not null, created_at bigint not null);

create table setting_change (account_id bigint not null references account (id) on delete cascade, id {id},
  at bigint not null, what text not null, detail text not null, session_id text not null, ip text not null,
  user_agent text not null);
create index setting_change_of on setting_change (account_id, at);
create index setting_change_at on setting_change (at);

create table security_visit (account_id bigint not null references account (id) on delete cascade, seen_at bigint not null,
  before_at bigint, constraint security_visit_key primary key (account_id));

create table settings_import (account_id bigint not null references account (id) on delete cascade, id {id},
  at bigint not null, undo text not null);
create index settings_import_of on settings_import (account_id, at);
create index settings_import_by_age on settings_import (at);

create table account_picture (account_id bigint not null references account (id) on delete cascade,
  picture_id text not null unique, type text not null, data text not null,
  constraint account_picture_key primary key (account_id));

create table past_address (address text primary key, account_id bigint references account (id) on delete set null,
  left_at bigint not null);
create index past_address_of on past_address (account_id);
create index past_address_by_time on past_address (left_at);

create table remote_setting (account_id bigint not null references account (id) on delete cascade, remote text not null,
  name text not null, value text not null, constraint remote_setting_key primary key (account_id, remote, name));

create table export_place (id text primary key, account_id bigint not null references account (id) on delete cascade,
  until bigint not null);
create index export_place_of on export_place (account_id);

create table archive_job (id text primary key, account_id bigint not null unique references account (id) on delete cascade,
  state text not null, open_folders text not null, created_at bigint not null, claimed_until bigint not null,
  done integer not null default 0, total integer not null default 0, lost integer not null default 0, blob_hash text,
  size bigint not null default 0, expires_at bigint, left_out text not null default '[]');
create index archive_job_due on archive_job (state, claimed_until);
create index archive_job_of_blob on archive_job (blob_hash);

create table key_vault (id {id}, account_id bigint not null references account (id) on delete cascade,
  parameters text not null, proof_hash text not null, created_at bigint not null, retired_at bigint);
create index key_vault_of on key_vault (account_id);
create unique index key_vault_in_use on key_vault (account_id) where retired_at is null;
