-- What SQLite alone has: space for what must work when the disk is full, and the indexes of words.

create table reserve (id integer primary key, filler blob not null);

-- Which mails hold a word, not where (detail=none). Row numbers are seconds within an account (word_place), because a list
-- of a word keeps the distances between them. Words come ready cut, so that spaces alone separate them.
create virtual table mail_terms using fts5(
  words, content='', contentless_delete=1, tokenize='ascii', detail=none);
create table word_place (place integer primary key, sort_key integer not null);
create unique index word_place_of_mail on word_place (sort_key);
create table word_spread (account_id integer primary key references account (id) on delete cascade, most integer not null);

create virtual table document_terms using fts5(
  words, content='', contentless_delete=1, tokenize='ascii', detail=none);
