-- Address books, groups of contacts and groups with an address.

create table contact_book (account_id bigint primary key references account (id) on delete cascade, seq bigint not null,
  floor_seq bigint not null default 0);

create table contact_import (id {id}, account_id bigint not null references account (id) on delete cascade,
  file_name text not null, created_at bigint not null, undone_at bigint, total integer not null default 0,
  done integer not null default 0, added integer not null default 0, updated integer not null default 0,
  skipped integer not null default 0, kind text not null default 'import', state text not null default 'done',
  problems text not null default '[]', groups_made text not null default '[]', moved_at bigint not null default 0,
  source text);
create index contact_import_of on contact_import (account_id, created_at);

create table contact (id {id}, account_id bigint not null references account (id) on delete cascade, uid text not null,
  name text not null, nickname text not null, organization text not null, duties text not null, note text not null,
  birthday text not null, birthday_lunar integer not null, emails text not null, phones text not null,
  addresses text not null, starred integer not null default 0, photo_hash text, photo_size bigint not null default 0,
  photo_type text not null default '', initial {sorted} not null, sort_name {sorted} not null, revision integer not null default 1,
  seq bigint not null, created_at bigint not null, updated_at bigint not null, deleted_at bigint,
  card text not null default '[]', dav_name text not null default '', constraint contact_uid unique (account_id, uid));
create index contact_listed on contact (account_id, initial, sort_name, id) where deleted_at is null;
create index contact_starred on contact (account_id, initial, sort_name, id) where deleted_at is null and starred = 1;
create index contact_changed on contact (account_id, seq);
create index contact_by_photo on contact (photo_hash) where photo_hash is not null;
create index contact_dav_name on contact (account_id, dav_name) where dav_name <> '';
create index contact_by_number on contact (account_id, id);
create index contact_deleted on contact (account_id, deleted_at) where deleted_at is not null;
create index contact_birthday on contact (account_id, id) where deleted_at is null and birthday <> '';

create table contact_email (contact_id bigint not null references contact (id) on delete cascade, account_id bigint not null,
  address text not null, constraint contact_email_key primary key (account_id, address, contact_id));
create index contact_email_of on contact_email (contact_id);

create table contact_group (id {id}, account_id bigint not null references account (id) on delete cascade,
  parent_id bigint references contact_group (id) on delete cascade, name text not null, sort integer not null);
create index contact_group_of on contact_group (account_id);
create index contact_group_by_parent on contact_group (parent_id);

create table contact_group_member (group_id bigint not null references contact_group (id) on delete cascade,
  contact_id bigint not null references contact (id) on delete cascade,
  constraint contact_group_member_key primary key (group_id, contact_id));
create index contact_group_member_of on contact_group_member (contact_id);

create table contact_import_row (import_id bigint not null references contact_import (id) on delete cascade,
  contact_id bigint not null, before text, revision integer not null,
  constraint contact_import_row_key primary key (import_id, contact_id));

create table contact_group_card (id {id}, account_id bigint not null references account (id) on delete cascade,
  group_id bigint references contact_group (id) on delete set null, uid text not null, seq bigint not null,
  dav_name text not null default '', card text not null default '[]', awaited text not null default '[]');
create unique index contact_group_card_group on contact_group_card (group_id);
create index contact_group_card_seq on contact_group_card (account_id, seq);

create table mail_group (id {id}, address text not null unique, name text not null, note text not null, senders text not null,
  created_at bigint not null, moderated integer not null default 0);

create table mail_group_person (id {id}, group_id bigint not null references mail_group (id) on delete cascade,
  role text not null, account_id bigint references account (id) on delete cascade,
  department_id bigint references department (id) on delete cascade);
create unique index mail_group_account on mail_group_person (group_id, role, account_id) where account_id is not null;
create unique index mail_group_department on mail_group_person (group_id, role, department_id)
  where department_id is not null;
create index mail_group_of_account on mail_group_person (account_id, role);
create index mail_group_person_by_group on mail_group_person (group_id);
create index mail_group_person_by_department on mail_group_person (department_id);
