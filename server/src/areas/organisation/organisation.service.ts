import type { DepartmentNode, DepartmentPerson } from '@yanshu/contracts'
import { sql } from 'kysely'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'

type Parts = Pick<Context, 'store'>

/** Every department, those above before those below where the operator made them so; with how many people are in each. */
export async function departmentTree({ store }: Parts): Promise<DepartmentNode[]> {
  const { rows } = await sql<{ id: number; parent_id: number | null; name: string; own: number; people: number }>`
    select department.id, parent_id, name, coalesce(own.people, 0) as own,
        coalesce(own.people, 0) + coalesce(further.people, 0) as people
      from department
      left join (select dept_id, count(*) as people from account where disabled = 0 and dept_id is not null
        group by dept_id) as own on own.dept_id = department.id
      left join (select department_id, count(*) as people from part_time_department
        join account on account.id = part_time_department.account_id where account.disabled = 0
        group by department_id) as further on further.department_id = department.id
      order by department.sort, department.id`.execute(store.db)
  return rows.map(({ id, parent_id, name, own, people }) => ({
    deptId: id,
    parentId: parent_id,
    deptName: name,
    people: Number(people),
    own: Number(own),
  }))
}

/**
 * People of one department: its heads, then those who belong to it, then those who work in it beside their own, each by
 * pinyin. Throws `NotFoundError`.
 */
export async function peopleOfDepartment(
  { store }: Parts,
  { deptId, after, pageSize }: { deptId: number; after?: number | undefined; pageSize: number },
): Promise<{ list: DepartmentPerson[]; more: boolean }> {
  const { db } = store
  const there = await db.selectFrom('department').select('id').where('id', '=', deptId).executeTakeFirst()
  if (!there) throw new NotFoundError()
  const members = sql`(
    select a.id, a.name, a.name_pinyin, a.address, a.duties, a.phone, 0 as part_time,
        coalesce((select 1 + sort from department_head h where h.department_id = ${deptId} and h.account_id = a.id),
          1000000) as place
      from account a where a.dept_id = ${deptId} and a.disabled = 0
    union all
    select a.id, a.name, a.name_pinyin, a.address, a.duties, a.phone, 1 as part_time,
        coalesce((select 1 + sort from department_head h where h.department_id = ${deptId} and h.account_id = a.id),
          1000001) as place
      from part_time_department p join account a on a.id = p.account_id
      where p.department_id = ${deptId} and a.disabled = 0 and (a.dept_id is null or a.dept_id <> ${deptId})
  ) as members`
  const since =
    after === undefined
      ? sql``
      : sql`where (place, name_pinyin, id) > (select place, name_pinyin, id from ${members} where id = ${after})`
  const { rows } = await sql<{
    id: number
    name: string
    address: string
    duties: string
    phone: string
    part_time: number
    place: number
  }>`select id, name, address, duties, phone, part_time, place from ${members} ${since}
    order by place, name_pinyin, id limit ${pageSize + 1}`.execute(db)
  return {
    list: rows.slice(0, pageSize).map((row) => ({
      accountId: row.id,
      name: row.name,
      address: row.address,
      duties: row.duties,
      phone: row.phone,
      head: Number(row.place) < 1_000_000,
      partTime: Number(row.part_time) === 1,
    })),
    more: rows.length > pageSize,
  }
}
