-- The document center, links to files, and uploads.

create table document (id {id}, account_id bigint not null references account (id) on delete cascade,
  parent_id bigint not null, kind integer not null, name text not null, name_key {sorted} not null,
  sort_name {sorted} not null, found_by text not null, content_type text not null, size bigint not null,
  version integer not null, starred integer not null, created_at bigint not null, changed_at bigint not null,
  binned_at bigint, bin_root bigint);
create unique index document_name on document (account_id, parent_id, name_key) where bin_root is null;
create index document_by_name on document (account_id, parent_id, kind, sort_name, id) where bin_root is null;
create index document_by_time on document (account_id, parent_id, kind, changed_at, id) where bin_root is null;
create index document_by_size on document (account_id, parent_id, kind, size, id) where bin_root is null;
create index document_starred on document (account_id, changed_at) where starred = 1 and bin_root is null;
create index document_recent on document (account_id, changed_at) where kind = 1 and bin_root is null;
create index document_below on document (account_id, parent_id);
create index document_binned on document (account_id, binned_at) where bin_root = id;
create index document_due on document (binned_at) where bin_root = id;
create index document_binned_with on document (bin_root) where bin_root is not null;
create index document_largest on document (size) where kind = 1 and bin_root is null;

create table document_version (id {id}, document_id bigint not null references document (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade, number integer not null, size bigint not null,
  content_type text not null, blob_hash text not null, created_at bigint not null, upload_id text,
  constraint document_version_number unique (document_id, number));
create index document_version_of on document_version (account_id);
create unique index document_version_upload on document_version (upload_id) where upload_id is not null;

create table document_content (account_id bigint not null references account (id) on delete cascade, blob_hash text not null,
  size bigint not null, uses integer not null, constraint document_content_key primary key (account_id, blob_hash));

create table document_space (account_id bigint primary key references account (id) on delete cascade, used bigint not null,
  documents integer not null);
create index document_space_by_used on document_space (used);

create table document_share (id {id}, account_id bigint not null references account (id) on delete cascade,
  token text not null unique, code text not null, name text not null, created_at bigint not null, expires_at bigint not null,
  count_max integer not null, used integer not null, downloads integer not null, cancelled_at bigint,
  valid_from bigint not null default 0, remind_at bigint, code_sent_at bigint);
create index document_share_of on document_share (account_id, id);
create index document_share_ending on document_share (remind_at) where remind_at is not null;

create table document_share_item (share_id bigint not null references document_share (id) on delete cascade,
  document_id bigint not null references document (id) on delete cascade,
  constraint document_share_item_key primary key (share_id, document_id));
create index document_share_item_of on document_share_item (document_id);

create table document_share_visit (id {id}, share_id bigint not null references document_share (id) on delete cascade,
  at bigint not null, kind text not null, place text not null, account_id bigint references account (id) on delete set null);
create index document_share_visit_of on document_share_visit (share_id, id);
create index document_share_visit_by on document_share_visit (account_id);

create table document_grant (document_id bigint not null references document (id) on delete cascade, subject text not null,
  subject_id bigint not null, level text not null, created_at bigint not null,
  constraint document_grant_key primary key (document_id, subject, subject_id));
create index document_grant_of on document_grant (subject, subject_id);

create table document_lock (token text primary key, document_id bigint not null references document (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade, shared integer not null, deep integer not null,
  owner text not null, expires_at bigint not null, holder_id bigint references account (id) on delete cascade);
create index document_lock_on on document_lock (document_id);
create index document_lock_of on document_lock (account_id);
create index document_lock_by on document_lock (holder_id);

create table document_team (document_id bigint primary key references document (id) on delete cascade,
  created_at bigint not null);

create table document_to_index (document_id {key} primary key references document (id) on delete cascade);

create table sharing_rule (id integer primary key, outside integer not null, code_required integer not null,
  days_max integer not null, watermark integer not null, view_only integer not null, changed_at bigint not null);

create table file_link (id {id}, account_id bigint not null references account (id) on delete cascade, send_id text not null,
  token text not null unique, name text not null, content_type text not null, size bigint not null, blob_hash text not null,
  recipients integer not null, created_at bigint not null, expires_at bigint not null, ended_at bigint,
  downloads integer not null, asked_at bigint, remind_at bigint);
create index file_link_of on file_link (account_id);
create index file_link_of_letter on file_link (send_id);
create index file_link_to_remind on file_link (remind_at);
create index file_link_by_end on file_link (expires_at);

create table file_link_reader (link_id bigint not null references file_link (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade, at bigint not null,
  constraint file_link_reader_key primary key (link_id, account_id));
create index file_link_reader_of on file_link_reader (account_id);

create table upload_request (id {id}, account_id bigint not null references account (id) on delete cascade,
  token text not null unique, code text not null, title text not null,
  folder_id bigint references document (id) on delete set null, created_at bigint not null, expires_at bigint not null,
  files_max integer not null, size_max bigint not null, files integer not null, bytes bigint not null, ended_at bigint,
  noticed_id bigint);
create index upload_request_of on upload_request (account_id, id);
create index upload_request_folder on upload_request (folder_id);

create table upload_request_file (id {id}, request_id bigint not null references upload_request (id) on delete cascade,
  upload_id text not null, document_id bigint references document (id) on delete set null, name text not null,
  size bigint not null, sender text not null, at bigint not null);
create index upload_request_file_of on upload_request_file (request_id, id);
create index upload_request_file_document on upload_request_file (document_id);

create table unfinished_upload (id text primary key, account_id bigint not null references account (id) on delete cascade,
  name text not null, content_type text not null, size bigint not null, digest text, created_at bigint not null,
  touched_at bigint not null, request_id bigint references upload_request (id) on delete cascade,
  documents_of bigint references account (id) on delete cascade, parent_id bigint);
create index unfinished_upload_of on unfinished_upload (account_id);
create index unfinished_upload_by_age on unfinished_upload (touched_at);
create index unfinished_upload_request on unfinished_upload (request_id);
create index unfinished_upload_documents on unfinished_upload (documents_of);

create table upload_part (upload_id text not null references unfinished_upload (id) on delete cascade,
  number integer not null, blob_hash text not null, size bigint not null,
  constraint upload_part_key primary key (upload_id, number));
