-- Calendars, events, tasks, invitations and reminders.

create table calendar (id {id}, account_id bigint not null references account (id) on delete cascade, name text not null,
  color integer not null, sort integer not null, created_at bigint not null,
  constraint calendar_name unique (account_id, name));

create table calendar_share (calendar_id bigint not null references calendar (id) on delete cascade, subject text not null,
  subject_id bigint not null, level text not null,
  constraint calendar_share_key primary key (calendar_id, subject, subject_id));
create index calendar_share_of on calendar_share (subject, subject_id);

create table calendar_view (account_id bigint not null references account (id) on delete cascade,
  calendar_id bigint not null references calendar (id) on delete cascade, shown integer not null, color integer,
  constraint calendar_view_key primary key (account_id, calendar_id));
create index calendar_view_by_calendar on calendar_view (calendar_id);

create table calendar_setting (account_id bigint primary key references account (id) on delete cascade, value text not null);

create table event (id {id}, calendar_id bigint not null references calendar (id) on delete cascade,
  series_id bigint references event (id) on delete cascade, recurrence_at bigint, uid text not null,
  sequence integer not null default 0, version integer not null default 1, title text not null, place text not null,
  description text not null, link text not null, all_day integer not null, start_at bigint not null, end_at bigint not null,
  zone text not null, availability text not null, cancelled integer not null default 0, private integer not null,
  color integer, categories text not null, reminders text not null, attendees text not null, organizer text, repeat text,
  exdates text not null default '[]', rdates text not null default '[]', first_at bigint not null, last_at bigint not null,
  updated_at bigint not null, updated_by bigint not null, stamp bigint not null default 0,
  moved_sequence integer not null default 0, description_html text not null default '', files text not null default '[]',
  constraint event_instance unique (series_id, recurrence_at));
create index event_window on event (calendar_id, last_at, first_at);
create index event_uid on event (calendar_id, uid);
create unique index event_key on event (calendar_id, uid, coalesce(recurrence_at, -9007199254740991)) where series_id is null;

create table event_file (event_id bigint not null references event (id) on delete cascade, calendar_id bigint not null,
  file_id text not null, blob_hash text not null, size bigint not null,
  constraint event_file_key primary key (event_id, file_id));
create index event_file_named on event_file (file_id);
create index event_file_blob on event_file (blob_hash);
create index event_file_of_calendar on event_file (calendar_id);

create table event_undo (id text primary key, account_id bigint not null references account (id) on delete cascade,
  at bigint not null, before text not null, after text not null);
create index event_undo_age on event_undo (account_id, at);
create index event_undo_by_age on event_undo (at);

create table invitation_due (account_id bigint not null references account (id) on delete cascade, uid text not null,
  due_at bigint not null, changes integer not null, attempts integer not null default 0, known_rows text not null,
  constraint invitation_due_key primary key (account_id, uid));
create index invitation_due_at on invitation_due (due_at);
create index invitation_due_of_account on invitation_due (account_id, due_at);

create table invitation_arrival (id {id}, account_id bigint not null references account (id) on delete cascade,
  address text not null, mail_id bigint, blob_hash text not null, sender text not null, own integer not null,
  attempts integer not null default 0, retry_at bigint not null, unproven integer not null default 0);
create index invitation_arrival_due on invitation_arrival (retry_at, id);
create index invitation_arrival_of_account on invitation_arrival (account_id, retry_at, id);

create table reminder (event_id bigint not null references event (id) on delete cascade, minutes integer not null,
  due_at bigint not null, at bigint not null, start_at bigint not null,
  constraint reminder_key primary key (event_id, minutes));
create index reminder_due on reminder (due_at);

create table reminder_notice (id {id}, account_id bigint not null references account (id) on delete cascade,
  event_id bigint not null references event (id) on delete cascade, minutes integer not null, at bigint not null,
  start_at bigint not null, due_at bigint not null, fired_at bigint not null, closed_at bigint,
  constraint reminder_notice_once unique (event_id, minutes, at, start_at));
create index reminder_notice_open on reminder_notice (account_id, closed_at, fired_at);

create table calendar_subscription (calendar_id bigint primary key references calendar (id) on delete cascade,
  url text not null, content_hash text not null default '', next_at bigint not null, fetched_at bigint,
  failures integer not null default 0, failure text not null default '');
create index calendar_subscription_due on calendar_subscription (next_at);

create table calendar_publication (calendar_id bigint primary key references calendar (id) on delete cascade,
  secret text not null unique, level text not null, created_at bigint not null);

create table room (account_id bigint primary key references account (id) on delete cascade, capacity integer not null,
  place text not null);

create table calendar_sync (calendar_id bigint primary key references calendar (id) on delete cascade,
  seq bigint not null default 0, dav_name text not null default '');

create table calendar_object (calendar_id bigint not null references calendar (id) on delete cascade, uid text not null,
  seq bigint not null, dav_name text not null default '', extra text not null default '',
  constraint calendar_object_key primary key (calendar_id, uid));
create index calendar_object_seq on calendar_object (calendar_id, seq);
create index calendar_object_name on calendar_object (calendar_id, dav_name);

create table task (id {id}, calendar_id bigint not null references calendar (id) on delete cascade, uid text not null,
  sequence integer not null default 0, version integer not null default 1, title text not null, description text not null,
  priority integer not null, status text not null, percent integer not null, closed_at bigint, all_day integer not null,
  start_at bigint, due_at bigint, zone text not null, private integer not null, categories text not null,
  reminders text not null, repeat text, exdates text not null default '[]', rdates text not null default '[]',
  created_at bigint not null, updated_at bigint not null, updated_by bigint not null,
  constraint task_uid unique (calendar_id, uid));
create index task_closed on task (calendar_id, closed_at);

create table task_reminder (task_id bigint not null references task (id) on delete cascade, minutes integer not null,
  due_at bigint not null, fired_at bigint, closed_at bigint, constraint task_reminder_key primary key (task_id, minutes));
create index task_reminder_due on task_reminder (fired_at, due_at);

create table task_undo (id text primary key, account_id bigint not null references account (id) on delete cascade,
  at bigint not null, before text not null, after text not null);
create index task_undo_age on task_undo (account_id, at);
