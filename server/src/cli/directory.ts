import type { Command } from 'commander'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { createDomain, insertDepartment } from '../store/accounts/accounts.ts'
import type { Context } from '../store/context/context.ts'
import { type Trx, transact } from '../store/database/transact.ts'
import { type CommandOptions, withContext } from './withContext.ts'

/** People and departments of one transaction and of one statement. */
const BATCH = 1_000
const ROWS = 250
/** Departments below one department. */
const BRANCHES = 6

const SURNAMES = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈单解仇区朴查',
]
const GIVEN = [
  ...'伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂华建国文辉玲红飞斌宇浩凯健俊帆雪慧欣佳嘉子轩梓涵一诺思远雨晨',
]
const DUTIES = [
  '工程师',
  '高级工程师',
  '项目经理',
  '主管',
  '专员',
  '会计',
  '客户经理',
  '设计师',
  '测试工程师',
  '运维工程师',
]
const PLACES = ['研发', '产品', '市场', '销售', '财务', '人力', '法务', '行政', '信息', '客服', '采购', '物流']

/** No hash fits it, so these accounts cannot log in. */
const NO_PASSWORD = '!'

/** `directory fill`. */
export function addDirectoryCommands(root: Command): void {
  const directory = root.command('directory').description('the people and departments of the organisation')

  directory
    .command('fill')
    .description(
      'Makes an invented organisation to measure with: departments, and people whom mail reaches and who cannot log in.',
    )
    .argument('<domain>', 'a domain for their addresses; made where it is not there')
    .option('--people <number>', 'how many people', '50000')
    .option('--departments <number>', 'how many departments', '3000')
    .addHelpText('after', '\nExample:\n  yanshu directory fill big.example --people 50000 --departments 3000')
    .action(async (domain: string, options: { people: string; departments: string }) => {
      const [people, departments] = [Number(options.people), Number(options.departments)]
      for (const number of [people, departments]) {
        if (!Number.isSafeInteger(number) || number < 1 || number > 1_000_000) {
          throw new OperatorError('--people and --departments: expected a number from 1 to 1000000')
        }
      }
      const began = Date.now()
      await withContext(root.opts<CommandOptions>(), (context) => fillDirectory(context, domain, people, departments))
      const seconds = Math.round((Date.now() - began) / 1_000)
      process.stdout.write(`Made ${people} people in ${departments} departments at ${domain} in ${seconds} s\n`)
    })
}

/** The work of `directory fill`. The same people each time; addresses that are taken are passed over. */
export async function fillDirectory(context: Context, domain: string, people: number, departments: number) {
  const { indexDuty } = await import('../store/accounts/directoryIndex.ts')
  const domainId = await createDomain(context, domain)
  const deptIds: number[] = []
  for (let from = 0; from < departments; from += BATCH) {
    await transact(context, async (trx) => {
      deptIds.length = from
      for (let at = from; at < Math.min(from + BATCH, departments); at++) {
        const parent = at === 0 ? null : (deptIds[Math.floor((at - 1) / BRANCHES)] ?? null)
        const name = at === 0 ? `${domain} 集团` : `${PLACES[at % PLACES.length]}${at}部`
        deptIds.push(await insertDepartment(trx, { name, parentId: parent, sort: at }))
      }
    })
  }
  for (const duty of DUTIES) await indexDuty(context.store.db, duty)
  for (let from = 0; from < people; from += BATCH) {
    await transact(context, async (trx) => {
      for (let start = from; start < Math.min(from + BATCH, people); start += ROWS) {
        const end = Math.min(start + ROWS, from + BATCH, people)
        await insertMade(trx, context.now(), domain.trim().toLowerCase(), domainId, deptIds, start, end)
      }
    })
  }
}

async function insertMade(
  trx: Trx,
  now: number,
  domain: string,
  domainId: number,
  deptIds: readonly number[],
  start: number,
  end: number,
): Promise<void> {
  // A dictionary of eight megabytes that no other command needs.
  const { insertPeople } = await import('../store/accounts/insertPeople.ts')
  const { soundOf } = await import('../store/names/pinyin.ts')
  const pick = <T>(list: readonly T[], seed: number): T => {
    const found = list[(Math.imul(seed, 2_654_435_761) >>> 0) % list.length]
    if (found === undefined) throw new Error('an empty list')
    return found
  }
  const made = Array.from({ length: end - start }, (_, step) => {
    const at = start + step
    const short = at % 5 === 0
    const name = pick(SURNAMES, at) + pick(GIVEN, at * 7 + 3) + (short ? '' : pick(GIVEN, at * 13 + 5))
    const { name_pinyin, name_initials } = soundOf(name)
    return {
      address: `${name_pinyin.replaceAll(' ', '.')}.${at}@${domain}`,
      domain_id: domainId,
      name,
      name_pinyin,
      name_initials,
      password_hash: NO_PASSWORD,
      company: '',
      dept_id: deptIds[at % deptIds.length] ?? null,
      phone: `199${String(10_000_000 + ((at * 7_919) % 90_000_000))}`,
      duties: pick(DUTIES, at * 3 + 1),
      created_at: now,
    }
  })
  await insertPeople(trx, made)
}
