import { defineRemote, draftedType, type IntentInput, REMOTE_CONTRACT_MAJOR } from '@yanshu/contracts'
import { fetchPart, open, tabs } from '@yanshu/shell-api'
import { loadPapersPage } from './letter-tools/loadPanels.ts'
import { loadMailCards } from './links/loadMailCards.ts'
import { offerRecovery } from './recovery/offerRecovery.ts'
import { loadScheduledView } from './schedule/loadSchedule.ts'
import { askForParams } from './write/askedParams.ts'
import { editor } from './write/loadEditor.ts'
import { fetchWriting, writing } from './write/loadWriting.ts'
import { followTabs } from './write/openLetters.ts'
import { keepPrefill, newMark } from './write/prefills.ts'

/** The type of the letter on the screen, null where none is. */
const writtenType = (): string | null => /^#\/write\/(\w+)\//.exec(location.hash)?.[1] ?? null

/** The address of the tab in which an intent is written. A new mail always gets a tab of its own. */
function pathFor(input: IntentInput<'compose.open'>): string {
  const { kind, mailId = 0, to, cc, bcc, subject, html, drafted, attached, corrects } = input
  if (corrects) return `/write/${kind}/${mailId}?c=${newMark()}&corrects=1`
  if (attached?.length) return `/write/forwardAttached/${attached[0]}?c=${newMark()}&mails=${attached.join('.')}`
  const path = drafted ? `/write/${draftedType(writtenType())}/0` : `/write/${kind}/${mailId}`
  const prefilled = to !== undefined || subject !== undefined || html !== undefined
  if (kind !== 'new' && !prefilled) return path
  const prefill = {
    ...(to ? { to } : {}),
    ...(cc ? { cc } : {}),
    ...(bcc ? { bcc } : {}),
    ...(subject === undefined ? {} : { subject }),
    ...(html === undefined ? {} : { html }),
  }
  return `${path}?c=${keepPrefill(prefill)}`
}

/** What a followed `mailto:` address asks for, as other requests say it. */
async function withMailto(input: IntentInput<'compose.open'>): Promise<IntentInput<'compose.open'>> {
  if (input.mailto === undefined) return input
  const { prefillOfMailto } = await fetchPart(() => import('./write/mailto.ts'))
  return { ...input, ...prefillOfMailto(input.mailto) }
}

export default defineRemote({
  contract: { name: 'remote-compose', major: REMOTE_CONTRACT_MAJOR },
  routes: [
    {
      path: 'write/:type/:mailId',
      load: async () => {
        // The editor is fetched in parallel with the view; the view shows its failure.
        editor.load().catch(() => undefined)
        const view = await writing.load()
        view.prepareWriting()
        return view
      },
      loaded: () => writing.here()?.default,
      ask: () => {
        editor.load().catch(() => undefined)
        askForParams()
      },
    },
    { path: 'scheduled', load: loadScheduledView },
    {
      path: 'bigFileUpload',
      load: () => fetchPart(() => import('./big-files/BigFilePage.tsx')),
    },
  ],
  intents: {
    'compose.open': async (input) => tabs.open(pathFor(await withMailto(input))),
    'letter.insert': async ({ text, marked = false }) => {
      const letter = open.current().letter
      letter?.port.insert(text, { marked })
      return letter !== null
    },
    'letters.save': async () => (await fetchPart(() => import('./write/saveLetters.ts'))).saveLetters(),
  },
  i18n: {
    ns: 'remote-compose',
    load: (language) =>
      language === 'en' ? import('./messages/en.ts?part=first') : import('./messages/zh.ts?part=first'),
  },
  slots: {
    'frame.bar': () => fetchPart(() => import('./recovery/RecoveryBar.tsx')),
    'mail.card': loadMailCards,
  },
  settings: { papers: loadPapersPage },
  activate: () => {
    const stops = [offerRecovery(), fetchWriting(), followTabs()]
    return () => {
      for (const stop of stops) stop()
    }
  },
})
