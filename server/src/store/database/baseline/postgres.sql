-- What PostgreSQL alone has: the indexes of words. The words of a mail have no positions; the service looks again where
-- neighbours matter. New mails gather in a short list before they are sorted in: three times the deliveries, no long pause.

create table mail_words (sort_key bigint primary key, account_id bigint not null, words tsvector not null);
create index mail_words_of_account on mail_words using gin (words)
  with (fastupdate = on, gin_pending_list_limit = 1024);

create table document_words (document_id bigint primary key references document (id) on delete cascade,
  account_id bigint not null, words tsvector not null);
create index document_words_of_account on document_words using gin (words);
