import type { Engine } from './engine.ts'

/** This moment in epoch milliseconds. */
const NOW: Readonly<Record<Engine, string>> = {
  sqlite: "cast((julianday('now') - 2440587.5) * 86400000 as integer)",
  postgres: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
}

/**
 * The triggers of the baseline, as statements. What follows from a change of a row stands in the store itself, so that no way
 * of changing one can forget it.
 */
export const triggersOf = (engine: Engine): readonly string[] => [
  ...garbage(engine),
  ...(engine === 'sqlite' ? FOLLOWING_ON_SQLITE : FOLLOWING_ON_POSTGRES),
  ...eventFiles(engine),
  ...[...holds(NOW[engine]), ...approval(NOW[engine]), ...DOCUMENTS, ...CONTACT_GROUPS].flatMap((one) =>
    triggerOf(engine, one),
  ),
]

/** A trigger that does the same on both engines. Each statement of its body ends with a semicolon. */
type Trigger = readonly [name: string, at: string, when: string, body: string]

function triggerOf(engine: Engine, [name, at, when, body]: Trigger): string[] {
  const head = `create trigger ${name} ${at} for each row${when === '' ? '' : ` when (${when})`}`
  if (engine === 'sqlite') return [`${head} begin ${body} end`]
  return [functionOf(name, body, at.startsWith('before') ? 'old' : 'null'), `${head} execute function ${name}()`]
}

/** The function that triggers of PostgreSQL run. */
const functionOf = (name: string, body: string, answer = 'null'): string =>
  `create function ${name}() returns trigger language plpgsql as $body$ begin ${body} return ${answer}; end $body$`

const onPostgres = (name: string, at: string): string =>
  `create trigger ${name} ${at} for each row execute function ${name}()`

/** Notes content that lost a reference, and messages that lost a mail while they were on their way out, for the sweep. */
function garbage(engine: Engine): string[] {
  const now = NOW[engine]
  const blob = (column: string) => `insert into garbage_blob (hash, since) values (old.${column}, ${now});`
  const message = `insert into garbage_message (message_id, since) values (old.message_id, ${now});`
  const isOnItsWay = 'exists (select 1 from outgoing where message_id = old.message_id)'
  const always = ['feedback_file', 'event_file'].flatMap((table) =>
    triggerOf(engine, [`garbage_of_${table}`, `after delete on ${table}`, '', blob('blob_hash')]),
  )
  const owners = [
    ['message', 'raw_hash'],
    ['attachment', 'blob_hash'],
    ['upload', 'blob_hash'],
  ] as const
  if (engine === 'sqlite') {
    const when = (table: string, condition: string, body: string) =>
      `create trigger garbage_of_${table} after delete on ${table} when ${condition} begin ${body} end`
    return [
      ...owners.map(([table, column]) => when(table, `old.${column} is not null`, blob(column))),
      when('mail', isOnItsWay, message),
      when('contact', 'old.photo_hash is not null', blob('photo_hash')),
      `create trigger garbage_of_contact_photo after update of photo_hash on contact
        when old.photo_hash is not null and old.photo_hash is not new.photo_hash begin ${blob('photo_hash')} end`,
      ...always,
    ]
  }
  const when = (table: string, condition: string, body: string, at = 'delete') => [
    functionOf(`garbage_of_${table}`, `if ${condition} then ${body} end if;`),
    onPostgres(`garbage_of_${table}`, `after ${at} on ${table}`),
  ]
  const isPhotoGone = `old.photo_hash is not null
    and (tg_op = 'DELETE' or new.photo_hash is distinct from old.photo_hash)`
  return [
    ...owners.flatMap(([table, column]) => when(table, `old.${column} is not null`, blob(column))),
    ...when('mail', isOnItsWay, message),
    ...when('contact', isPhotoGone, blob('photo_hash'), 'delete or update of photo_hash'),
    ...always,
  ]
}

/** Sort keys of one day (UTC). It never changes. */
const DAY = '90596966400'

/** How many mails of each day lie in a folder, so that a list of any length knows where its headings stand. */
const MAIL_DAY = {
  add: `insert into mail_day (folder_id, sticky, day, total, unread)
      values (new.folder_id, new.sticky, new.sort_key / ${DAY}, 1, 1 - new.seen)
    on conflict (folder_id, sticky, day) do update
    set total = mail_day.total + 1, unread = mail_day.unread + excluded.unread;`,
  remove: `update mail_day set total = total - 1, unread = unread - (1 - old.seen)
    where folder_id = old.folder_id and sticky = old.sticky and day = old.sort_key / ${DAY};`,
  mark: `update mail_day set unread = unread + (old.seen - new.seen)
    where folder_id = new.folder_id and sticky = new.sticky and day = new.sort_key / ${DAY};`,
  moves: 'old.folder_id <> new.folder_id or old.sticky <> new.sticky or old.sort_key <> new.sort_key',
}

/** The conversations of each folder. The unary plus keeps the index of the folder out, by which all its mails would be read. */
const CONVERSATION = {
  add: (larger: string) => `insert into conversation (thread_id, folder_id, newest, mails, unread, stuck, sticky)
      values (new.thread_id, new.folder_id, new.sort_key, 1, 1 - new.seen, new.sticky, new.sticky)
    on conflict (thread_id, folder_id) do update
    set newest = ${larger}(conversation.newest, excluded.newest), mails = conversation.mails + 1,
      unread = conversation.unread + excluded.unread, stuck = conversation.stuck + excluded.stuck,
      sticky = ${larger}(conversation.sticky, excluded.sticky);`,
  remove: `update conversation
    set mails = mails - 1, unread = unread - (1 - old.seen), stuck = stuck - old.sticky,
      sticky = case when stuck > old.sticky then 1 else 0 end,
      newest = case when newest <> old.sort_key then newest else coalesce(
        (select sort_key from mail where account_id = old.account_id and thread_id = old.thread_id
          and +folder_id = old.folder_id order by sort_key desc limit 1), 0) end
    where thread_id = old.thread_id and folder_id = old.folder_id;
  delete from conversation where thread_id = old.thread_id and folder_id = old.folder_id and mails <= 0;`,
  mark: `update conversation set unread = unread + (old.seen - new.seen)
    where thread_id = new.thread_id and folder_id = new.folder_id;`,
  moves:
    'old.folder_id <> new.folder_id or old.thread_id <> new.thread_id or old.sticky <> new.sticky or old.sort_key <> new.sort_key',
  began: `update folder set conversations = conversations + 1,
    unread_conversations = unread_conversations + case when new.unread > 0 then 1 else 0 end where id = new.folder_id;`,
  ended: `update folder set conversations = conversations - 1,
    unread_conversations = unread_conversations - case when old.unread > 0 then 1 else 0 end where id = old.folder_id;`,
  turns: '(old.unread > 0) <> (new.unread > 0)',
  turned: `update folder set
    unread_conversations = unread_conversations + case when new.unread > 0 then 1 else -1 end where id = new.folder_id;`,
}

/** Notes a change of what `row` belongs to, for programs that ask for what is new; not while its calendar is being deleted. */
const noteObject = (row: 'new' | 'old'): string => `insert into calendar_sync (calendar_id, seq)
    select ${row}.calendar_id, 1 where exists (select 1 from calendar where id = ${row}.calendar_id)
    on conflict (calendar_id) do update set seq = calendar_sync.seq + 1;
  insert into calendar_object (calendar_id, uid, seq)
    select ${row}.calendar_id, ${row}.uid, calendar_sync.seq from calendar_sync
      where calendar_sync.calendar_id = ${row}.calendar_id
        and exists (select 1 from calendar where id = ${row}.calendar_id)
    on conflict (calendar_id, uid) do update set seq = excluded.seq;`
const OBJECT_MOVES = 'old.calendar_id <> new.calendar_id or old.uid <> new.uid'

const add = CONVERSATION.add('max')
const FOLLOWING_ON_SQLITE: readonly string[] = [
  `create trigger mail_day_added after insert on mail begin ${MAIL_DAY.add} end`,
  `create trigger mail_day_removed after delete on mail begin ${MAIL_DAY.remove} end`,
  `create trigger mail_day_moved after update of folder_id, sticky, sort_key on mail
    when ${MAIL_DAY.moves} begin ${MAIL_DAY.remove} ${MAIL_DAY.add} end`,
  `create trigger mail_day_marked after update of seen on mail
    when old.seen <> new.seen and not (${MAIL_DAY.moves}) begin ${MAIL_DAY.mark} end`,
  `create trigger conversation_added after insert on mail begin ${add} end`,
  `create trigger conversation_removed after delete on mail begin ${CONVERSATION.remove} end`,
  `create trigger conversation_moved after update of folder_id, thread_id, sticky, sort_key on mail
    when ${CONVERSATION.moves} begin ${CONVERSATION.remove} ${add} end`,
  `create trigger conversation_marked after update of seen on mail
    when old.seen <> new.seen and not (${CONVERSATION.moves}) begin ${CONVERSATION.mark} end`,
  `create trigger conversation_began after insert on conversation begin ${CONVERSATION.began} end`,
  `create trigger conversation_ended after delete on conversation begin ${CONVERSATION.ended} end`,
  `create trigger conversation_turned after update of unread on conversation
    when ${CONVERSATION.turns} begin ${CONVERSATION.turned} end`,
  ...['event', 'task'].flatMap((table) => [
    `create trigger ${table}_noted_insert after insert on ${table} begin ${noteObject('new')} end`,
    `create trigger ${table}_noted_update after update on ${table} begin ${noteObject('new')} end`,
    `create trigger ${table}_noted_move after update on ${table} when ${OBJECT_MOVES} begin ${noteObject('old')} end`,
    `create trigger ${table}_noted_delete after delete on ${table} begin ${noteObject('old')} end`,
  ]),
  'create trigger document_words_gone after delete on document for each row begin delete from document_terms where rowid = old.id; end',
]

/** One function for all changes of a row; on PostgreSQL the row of a calendar is held until the commit, so that numbers become
 * visible in their order. */
const FOLLOWING_ON_POSTGRES: readonly string[] = [
  functionOf(
    'mail_day_follow',
    `if tg_op = 'INSERT' then ${MAIL_DAY.add}
      elsif tg_op = 'DELETE' then ${MAIL_DAY.remove}
      elsif ${MAIL_DAY.moves} then ${MAIL_DAY.remove} ${MAIL_DAY.add}
      elsif old.seen <> new.seen then ${MAIL_DAY.mark}
      end if;`,
  ),
  onPostgres('mail_day_follow', 'after insert or delete or update of folder_id, sticky, sort_key, seen on mail'),
  functionOf(
    'conversation_follow',
    `if tg_op = 'INSERT' then ${CONVERSATION.add('greatest')}
      elsif tg_op = 'DELETE' then ${CONVERSATION.remove}
      elsif ${CONVERSATION.moves} then ${CONVERSATION.remove} ${CONVERSATION.add('greatest')}
      elsif old.seen <> new.seen then ${CONVERSATION.mark}
      end if;`,
  ),
  onPostgres(
    'conversation_follow',
    'after insert or delete or update of folder_id, thread_id, sticky, sort_key, seen on mail',
  ),
  functionOf(
    'conversation_count',
    `if tg_op = 'INSERT' then ${CONVERSATION.began}
      elsif tg_op = 'DELETE' then ${CONVERSATION.ended}
      elsif ${CONVERSATION.turns} then ${CONVERSATION.turned}
      end if;`,
  ),
  onPostgres('conversation_count', 'after insert or delete or update of unread on conversation'),
  functionOf(
    'event_noted',
    `if tg_op <> 'DELETE' then ${noteObject('new')} end if;
    if tg_op = 'DELETE' then ${noteObject('old')} end if;
    if tg_op = 'UPDATE' and (${OBJECT_MOVES}) then ${noteObject('old')} end if;`,
  ),
  onPostgres('event_noted', 'after insert or update or delete on event'),
  'create trigger task_noted after insert or update or delete on task for each row execute function event_noted()',
]

/** The files of an event's row as rows of `event_file`. Links to files elsewhere have no id. */
function eventFiles(engine: Engine): string[] {
  const listed =
    engine === 'sqlite'
      ? `select json_extract(value, '$.fileId') as file_id, json_extract(value, '$.hash') as hash,
          json_extract(value, '$.size') as size
        from json_each(new.files) where json_extract(value, '$.fileId') <> ''`
      : `select value->>'fileId' as file_id, value->>'hash' as hash, (value->>'size')::bigint as size
        from json_array_elements(new.files::json) where value->>'fileId' <> ''`
  const insert = `insert into event_file (event_id, calendar_id, file_id, blob_hash, size)
      select new.id, new.calendar_id, file_id, hash, size from (${listed}) as listed where true
      on conflict (event_id, file_id) do nothing;`
  const renew = `delete from event_file
      where event_id = new.id and file_id not in (select file_id from (${listed}) as listed);
    update event_file set calendar_id = new.calendar_id where event_id = new.id;
    ${insert}`
  const isOther = "new.files <> old.files or (new.files <> '[]' and new.calendar_id <> old.calendar_id)"
  return [
    ...triggerOf(engine, ['event_file_insert', 'after insert on event', "new.files <> '[]'", insert]),
    ...triggerOf(engine, ['event_file_update', 'after update of files, calendar_id on event', isOther, renew]),
  ]
}

/** Tables whose rows end the holds that name them by `owner` and `owner_id`. */
const HOLDERS = {
  message: `invitation_arrival delivery_effect approval_record letter_policy deleted_mail blind_copy outside_reader
    misuse_report`.split(/\s+/),
  blob: 'event_undo invitation_arrival delivery_effect file_link migration_file'.split(' '),
}

/** What a hold kept is noted as garbage when it ends; it ends with the row of its owner. */
const holds = (now: string): readonly Trigger[] => [
  [
    'garbage_of_message_hold',
    'after delete on message_hold',
    '',
    `insert into garbage_message (message_id, since) values (old.message_id, ${now});`,
  ],
  [
    'garbage_of_blob_hold',
    'after delete on blob_hold',
    '',
    `insert into garbage_blob (hash, since) values (old.hash, ${now});`,
  ],
  ...(['message', 'blob'] as const).flatMap((kind) =>
    HOLDERS[kind].map(
      (owner): Trigger => [
        `${kind}_hold_of_${owner}`,
        `after delete on ${owner}`,
        '',
        `delete from ${kind}_hold where owner = '${owner}' and owner_id = cast(old.id as text);`,
      ],
    ),
  ),
  [
    'blob_hold_of_unfinished_upload',
    'after delete on unfinished_upload',
    '',
    "delete from blob_hold where owner = 'unfinished_upload' and owner_id = old.id;",
  ],
  ['file_text_gone', 'after delete on blob', '', 'delete from file_text where blob_hash = old.hash;'],
]

/**
 * A record of approval that loses its mail, taken back or out of the queue, is withdrawn, and a change is noted for all whom
 * it concerns: their windows count what waits. What is decided by a call notes its changes itself.
 */
function approval(now: string): readonly Trigger[] {
  const withdraw = (
    id: string,
    states: string,
  ) => `insert into approval_event (record_id, at, kind, by_id, by_name, comment, raw_hash)
      select id, ${now}, 'withdrawn', account_id, applicant, '', raw_hash from approval_record
      where outgoing_id = ${id} and state in (${states});
    update approval_person set state = 'withdrawn', waiting = 0
      where record_id in (select id from approval_record where outgoing_id = ${id} and state in (${states}));
    update approval_record set state = 'withdrawn', due_at = null, decided_at = ${now}
      where outgoing_id = ${id} and state in (${states});`
  const becomes = (state: string) => `new.state = '${state}' and old.state <> '${state}'`
  const ofMail = 'after update of state on outgoing'
  const ofRecord = 'after update of state on approval_record'
  const concerned = '(select new.account_id union select account_id from approval_person where record_id = new.id)'
  return [
    // Also after it has passed, as long as it has not left.
    ['approval_taken_back', ofMail, becomes('taken-back'), withdraw('new.id', "'pending', 'passed'")],
    ['approval_refused', ofMail, becomes('refused'), withdraw('new.id', "'pending'")],
    ['approval_dropped', 'after delete on outgoing', '', withdraw('old.id', "'pending'")],
    [
      'approval_withdrawn',
      ofRecord,
      becomes('withdrawn'),
      `update account set change_seq = change_seq + 1 where id in ${concerned};
      insert into change_log (account_id, seq, at, kind, folder_id, mail_ids)
        select id, change_seq, ${now}, 'settings', null, '[]' from account where id in ${concerned};`,
    ],
    ['approval_links_end', ofRecord, "new.state <> 'pending'", 'delete from approval_link where record_id = new.id;'],
  ]
}

const space = (bytes: string, documents: string, of: 'new' | 'old') =>
  `update document_space set used = used ${bytes}, documents = documents ${documents} where account_id = ${of}.account_id;`
const beginSpace = `insert into document_space (account_id, used, documents) values (new.account_id, 0, 0)
    on conflict (account_id) do nothing;`

/** Each content of an account is counted once and kept for as long as a version has it, whatever removes the rows. */
const DOCUMENTS: readonly Trigger[] = [
  [
    'document_version_kept',
    'after insert on document_version',
    '',
    `insert into document_content (account_id, blob_hash, size, uses)
      values (new.account_id, new.blob_hash, new.size, 1)
      on conflict (account_id, blob_hash) do update set uses = document_content.uses + 1;`,
  ],
  [
    'document_version_gone',
    'after delete on document_version',
    '',
    `update document_content set uses = uses - 1 where account_id = old.account_id and blob_hash = old.blob_hash;
    delete from document_content where account_id = old.account_id and blob_hash = old.blob_hash and uses <= 0;
    delete from blob_hold where owner = 'document_version' and owner_id = cast(old.id as text);`,
  ],
  [
    'document_content_kept',
    'after insert on document_content',
    '',
    `${beginSpace} ${space('+ new.size', '+ 0', 'new')}`,
  ],
  ['document_content_gone', 'after delete on document_content', '', space('- old.size', '+ 0', 'old')],
  ['document_made', 'after insert on document', '', `${beginSpace} ${space('+ 0', '+ 1', 'new')}`],
  ['document_gone', 'after delete on document', '', space('+ 0', '- 1', 'old')],
  [
    'document_version_noted',
    'after insert on document_version',
    '',
    'insert into document_to_index (document_id) values (new.document_id) on conflict do nothing;',
  ],
]

/** Raises the number of changes of an address book; not while its account is being deleted. */
const raiseBook = (accounts: string): string => `insert into contact_book (account_id, seq)
    select account.id, 1 from account where account.id in (${accounts})
    on conflict (account_id) do update set seq = contact_book.seq + 1;`

const noteGroup = (id: string): string => `${raiseBook(`select account_id from contact_group where id = ${id}`)}
  insert into contact_group_card (account_id, group_id, uid, seq)
    select g.account_id, g.id, 'yanshu-group-' || g.id, b.seq
      from contact_group g join contact_book b on b.account_id = g.account_id where g.id = ${id}
    on conflict (group_id) do update set seq = excluded.seq;`

const groupsOfContact = 'select group_id from contact_group_member where contact_id = new.id'

/** Groups of contacts as cards of the address book, for programs that ask for what is new. */
const CONTACT_GROUPS: readonly Trigger[] = [
  ['contact_group_made', 'after insert on contact_group', '', noteGroup('new.id')],
  ['contact_group_named', 'after update on contact_group', 'old.name <> new.name', noteGroup('new.id')],
  [
    'contact_group_gone',
    'before delete on contact_group',
    '',
    `${raiseBook('old.account_id')}
  update contact_group_card
    set group_id = null, seq = (select seq from contact_book where account_id = old.account_id)
    where group_id = old.id and exists (select 1 from contact_book where account_id = old.account_id);`,
  ],
  ['contact_group_joined', 'after insert on contact_group_member', '', noteGroup('new.group_id')],
  ['contact_group_left', 'after delete on contact_group_member', '', noteGroup('old.group_id')],
  [
    'contact_of_groups',
    'after update on contact',
    'old.deleted_at is distinct from new.deleted_at or old.uid <> new.uid',
    `${raiseBook(`select account_id from contact_group where id in (${groupsOfContact})`)}
  update contact_group_card
    set seq = (select seq from contact_book where account_id = contact_group_card.account_id)
    where group_id in (${groupsOfContact});`,
  ],
]
