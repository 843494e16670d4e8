import type { Engine } from '../store/database/engine.ts'
import { ask } from './landedStore.ts'

/** Without what does not change the meaning of a statement. */
const plain = (text: unknown): string =>
  String(text ?? '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/"|if not exists |for each row /g, '')
    .replace(/ ?([(),;=<>+*/-]) ?/g, '$1')
    .replace(/\)begin /, ') begin ')
    .replace(/ when\((.*?)\) begin /, ' when $1 begin ')
    .replace(/;end$/, ' end')

/**
 * Everything that a schema consists of, a line for each: tables, columns with types and defaults in their order, keys,
 * indexes, triggers and the functions that they run.
 */
export const catalogOf = (engine: Engine, address: string): Promise<string[]> =>
  engine === 'sqlite' ? sqliteCatalog(address) : postgresCatalog(address)

const OWN = `name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'`

const SQLITE = {
  tables: `select name, type, wr, strict, (select sql from sqlite_schema s where s.name = t.name) like '%autoincrement%' as auto
    from pragma_table_list t where schema = 'main' and ${OWN}`,
  columns: `select t.name as "table", c.cid, c.name, lower(c.type) as type, c."notnull" as needed, c.dflt_value as first, c.pk
    from sqlite_schema t join pragma_table_xinfo(t.name) c where t.type = 'table' and ${OWN.replaceAll('name', 't.name')}`,
  references: `select t.name as "table", f."table" as other, f."from", f."to", f.on_update, f.on_delete
    from sqlite_schema t join pragma_foreign_key_list(t.name) f where t.type = 'table'`,
  indexes: `select t.name as "table", i."unique", i.origin, i.partial,
      (select group_concat(coalesce(x.name, '?') || ' ' || x."desc" || ' ' || x.coll, ', ')
        from pragma_index_xinfo(i.name) x where x.key = 1) as of
    from sqlite_schema t join pragma_index_list(t.name) i where t.type = 'table'`,
}

async function sqliteCatalog(address: string): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, query] of Object.entries(SQLITE)) {
    for (const row of await ask('sqlite', address, query)) lines.push(`${kind}: ${JSON.stringify(row)}`)
  }
  const texts = `select type, name, sql from sqlite_schema
    where sql is not null and (type in ('index', 'trigger') or sql like 'create virtual%') and ${OWN}`
  for (const { type, name, sql } of await ask('sqlite', address, texts)) lines.push(`${type} ${name}: ${plain(sql)}`)
  return lines.sort()
}

const IN_SCHEMA = `c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely%'`

const POSTGRES = {
  tables: `select c.relname, c.relkind, c.reloptions from pg_class c where ${IN_SCHEMA} and c.relkind in ('r', 'S')`,
  columns: `select c.relname, row_number() over (partition by c.oid order by a.attnum) as at, a.attname,
      format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, a.attidentity, a.attstorage, a.attstattarget,
      pg_get_expr(d.adbin, d.adrelid) as first, l.collname
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      left join pg_collation l on l.oid = a.attcollation
    where ${IN_SCHEMA} and c.relkind = 'r'`,
  constraints: `select c.relname, n.conname, pg_get_constraintdef(n.oid) as definition
    from pg_constraint n join pg_class c on c.oid = n.conrelid where ${IN_SCHEMA} and n.contype <> 'n'`,
  indexes: `select c.relname, pg_get_indexdef(c.oid) as definition, c.reloptions
    from pg_class c where ${IN_SCHEMA} and c.relkind = 'i'`,
  triggers: `select c.relname, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${IN_SCHEMA} and not t.tgisinternal`,
  statistics: `select s.stxname, pg_get_statisticsobjdef(s.oid) as definition from pg_statistic_ext s`,
}

async function postgresCatalog(address: string): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, query] of Object.entries(POSTGRES)) {
    for (const row of await ask('postgres', address, query)) lines.push(`${kind}: ${JSON.stringify(row)}`)
  }
  const functions = `select proname, prosrc from pg_proc where pronamespace = current_schema()::regnamespace`
  for (const { proname, prosrc } of await ask('postgres', address, functions)) {
    lines.push(`function ${proname}: ${plain(prosrc)}`)
  }
  return lines.sort()
}
