import type { Kysely } from 'kysely'
import { prepared, preparedForMany } from '../../store/database/prepared.ts'
import type { Schema } from '../../store/database/schema.ts'
import { RANK } from '../../store/names/rank.ts'
import { formsOfName, namesColleague } from './senderNames.ts'

/** Domains of the organisation whose addresses a written name may be a part of. */
const DOMAINS_MAX = 8

/** What a sender's name has in common with the people of the organisation. */
export interface LikeColleague {
  readonly name: boolean
  readonly title: boolean
}

/** Whether a sender's name is a colleague's in any form, or a colleague's surname with a title. A few reads by index. */
export async function likeColleague(
  db: Kysely<Schema>,
  sender: string,
  ownDomains: readonly string[],
): Promise<LikeColleague> {
  const forms = formsOfName(sender)
  const addresses = forms.locals.flatMap((local) =>
    ownDomains.slice(0, DOMAINS_MAX).map((domain) => `${local}@${domain}`),
  )
  const [named, sounding, addressed, titled] = await Promise.all([
    forms.names.length === 0 ? [] : selectNamed(db, forms.names, {}),
    forms.sounds.length === 0 ? [] : selectSounding(db, forms.sounds, {}),
    addresses.length === 0 ? [] : selectAddressed(db, addresses, {}),
    forms.surname === null ? [] : selectSurname(db, { from: forms.surname, until: after(forms.surname) }),
  ])
  const people = [...named, ...sounding, ...addressed]
  return {
    name: people.some(({ name, name_pinyin, address }) =>
      namesColleague(forms, { name, pinyin: name_pinyin, address }),
    ),
    title: titled.length > 0,
  }
}

const after = (character: string): string => String.fromCodePoint((character.codePointAt(0) ?? 0) + 1)

const selectNamed = preparedForMany('text', (db, isListed) =>
  db.selectFrom('account').select(['name', 'name_pinyin', 'address']).where(isListed('name')).limit(10).compile(),
)

const selectAddressed = preparedForMany('text', (db, isListed) =>
  db.selectFrom('account').select(['name', 'name_pinyin', 'address']).where(isListed('address')).compile(),
)

/** People by what their name sounds like; abbreviations of other names are among them and are compared afterwards. */
const selectSounding = preparedForMany('text', (db, isListed) =>
  db
    .selectFrom('person_key')
    .innerJoin('account', 'account.id', 'person_key.ref_id')
    .select(['account.name', 'account.name_pinyin', 'account.address'])
    .where('person_key.owner_id', '=', 0)
    .where('person_key.rank', '=', RANK.nameStart)
    .where(isListed('person_key.key'))
    .where('person_key.kind', '=', 'account')
    .limit(20)
    .compile(),
)

const selectSurname = prepared((db, by: { from: string; until: string }) =>
  db
    .selectFrom('person_key')
    .select('ref_id')
    .where('owner_id', '=', 0)
    .where('rank', '=', RANK.nameStart)
    .where('key', '>=', by.from)
    .where('key', '<', by.until)
    .where('kind', '=', 'account')
    .limit(1)
    .compile(),
)
