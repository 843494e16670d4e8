-- Keys, the assistant, mail brought from other servers, and counts of the client.

create table mail_key (id {id}, account_id bigint not null references account (id) on delete cascade,
  vault_id bigint not null references key_vault (id) on delete cascade, kind text not null, public_hash text not null,
  sealed text not null, request text not null, created_at bigint not null, removed_at bigint, escrow text not null default '',
  constraint mail_key_once unique (account_id, public_hash));
create index mail_key_of_vault on mail_key (vault_id);
create index mail_key_requested on mail_key (id) where request <> '';
create index mail_key_escrowed on mail_key (id) where escrow <> '';

create table key_certificate (key_id bigint not null references mail_key (id) on delete cascade, fingerprint text not null,
  certificate text not null, addresses text not null, encrypts integer not null, not_before bigint not null,
  not_after bigint not null, revoked_at bigint, constraint key_certificate_pk primary key (key_id, fingerprint));
create index key_certificate_named on key_certificate (fingerprint);
create index key_certificate_revoked on key_certificate (revoked_at, fingerprint) where revoked_at is not null;

create table mail_authority (fingerprint text primary key, name text not null, certificate text not null,
  added_at bigint not null);

create table known_certificate (account_id bigint not null references account (id) on delete cascade, address text not null,
  fingerprint text not null, certificate text not null, not_before bigint not null, not_after bigint not null,
  added_at bigint not null, announced text not null default '[]',
  constraint known_certificate_pk primary key (account_id, address, fingerprint));

create table certificate_status (fingerprint text primary key, status text not null, revoked_at bigint, reason text not null,
  until bigint not null);
create index certificate_status_until on certificate_status (until);

create table key_escrow (fingerprint text primary key, name text not null, certificate text not null, since bigint not null,
  ended_at bigint);
create unique index key_escrow_in_use on key_escrow ((1)) where ended_at is null;

create table key_escrow_use (id {id}, at bigint not null, address text not null, key_id bigint not null,
  used_by text not null, reason text not null);

create table assistant_job (id text primary key, account_id bigint not null references account (id) on delete cascade,
  session_id text not null, request text not null, created_at bigint not null);
create index assistant_job_of on assistant_job (account_id, created_at);
create index assistant_job_age on assistant_job (created_at);

create table assistant_sent (id {id}, account_id bigint not null references account (id) on delete cascade,
  at bigint not null, type integer not null, host text not null, text text not null);
create index assistant_sent_of on assistant_sent (account_id, at);
create index assistant_sent_age on assistant_sent (at);

create table assistant_usage (account_id bigint not null references account (id) on delete cascade, month text not null,
  requests integer not null default 0, characters bigint not null default 0,
  constraint assistant_usage_key primary key (account_id, month));

create table assistant_setting (name text primary key, value text not null);

create table assistant_answer (seq {id}, ticket text not null unique,
  account_id bigint not null references account (id) on delete cascade, at bigint not null, type integer not null,
  mail_id bigint references mail (id) on delete cascade, title text not null, text text not null, thought text not null,
  extra text not null, searched text not null, rating integer not null default 0, note text not null default '');
create index assistant_answer_of on assistant_answer (account_id, seq);
create index assistant_answer_mail on assistant_answer (mail_id);
create index assistant_answer_age on assistant_answer (at);

create table migration (id {id}, account_id bigint not null references account (id) on delete cascade, state text not null,
  reason text not null default '', host text not null, port integer not null, security text not null, user_name text not null,
  secret text not null, certificate text not null, since bigint, before_at bigint, created_at bigint not null,
  finished_at bigint, worked_ms bigint not null default 0, dry integer not null default 0, undo text not null default '',
  paused_at bigint, origin text not null default 'person', listing text not null default '',
  login text not null default 'password', command_bytes integer not null default 8388608, contacts integer not null default 0,
  calendars integer not null default 0, dav text not null default '', kind text not null default 'in',
  open_folders text not null default '[]', folder_id bigint);
create index migration_by_account on migration (account_id, id);
create index migration_by_state on migration (state, paused_at);
create index migration_by_origin on migration (origin, id);

create table migration_folder (id {id}, migration_id bigint not null references migration (id) on delete cascade,
  place integer not null, path text not null, names text not null, role text, folder_id bigint,
  folder_name text not null default '', state text not null default 'waiting', total integer not null default 0,
  brought integer not null default 0, known integer not null default 0, noted integer not null default 0,
  bytes bigint not null default 0, estimate text, changed integer not null default 0, undone integer not null default 0,
  made text not null default '[]', reason text not null default '', there_found integer, there_bytes bigint,
  constraint migration_folder_path unique (migration_id, path));

create table migration_mail (migration_folder_id bigint not null references migration_folder (id) on delete cascade,
  uid_validity text not null, uid bigint not null, outcome text not null, mail_id bigint, reason text not null,
  detail text not null, size bigint not null, content_hash text not null default '', marks text,
  gmail_id text not null default '', constraint migration_mail_number primary key (migration_folder_id, uid_validity, uid));
create index migration_mail_by_mail on migration_mail (mail_id);
create index migration_mail_by_content on migration_mail (content_hash, migration_folder_id);
create index migration_mail_by_gmail on migration_mail (gmail_id, migration_folder_id);

create table migration_book (id {id}, migration_id bigint not null references migration (id) on delete cascade,
  kind text not null, url text not null, name text not null, state text not null default 'waiting',
  reason text not null default '', calendar_id bigint, total integer not null default 0, brought integer not null default 0,
  noted integer not null default 0, constraint migration_book_url unique (migration_id, kind, url));

create table migration_item (migration_book_id bigint not null references migration_book (id) on delete cascade,
  url text not null, etag text not null, outcome text not null, reason text not null,
  constraint migration_item_url primary key (migration_book_id, url));

create table migration_sent (migration_folder_id bigint not null references migration_folder (id) on delete cascade,
  mail_id bigint not null, outcome text not null, uid_validity text not null, uid bigint, reason text not null,
  detail text not null, size bigint not null, marks text not null, labels text not null default '{}',
  constraint migration_sent_mail primary key (migration_folder_id, mail_id));

create table migration_file (id {id}, migration_id bigint not null references migration (id) on delete cascade,
  name text not null, blob_hash text not null, size bigint not null, done integer not null default 0);
create index migration_file_of on migration_file (migration_id);

create table beacon_count (hour bigint not null, remote text not null, version text not null, revision integer not null,
  kind text not null, step integer not null, count bigint not null,
  constraint beacon_count_key primary key (hour, remote, version, revision, kind, step));
create index beacon_count_of_version on beacon_count (remote, kind, hour);

create table beacon_error (remote text not null, version text not null, fingerprint text not null, name text not null,
  frames text not null, count bigint not null, last_at bigint not null,
  constraint beacon_error_key primary key (remote, version, fingerprint));
create index beacon_error_by_age on beacon_error (last_at);

create table canary_alert (remote text not null, version text not null, revision integer not null, at bigint not null,
  constraint canary_alert_key primary key (remote, version, revision));
