export { useQuery } from '@tanstack/react-query'
export { atom, Provider as StoreProvider, useAtom, useAtomValue, useSetAtom } from 'jotai'
export { type MailDrag, mailDrag, useMailDrag } from './drag/mailDrag.ts'
export type { Delta } from './folders/counting.ts'
export { type FolderTree, folderName, folders, useFolders } from './folders/folders.ts'
export { type Format, type FormatChoice, formatBy } from './format/format.ts'
export { format, useFormat } from './format/useFormat.ts'
export { ApiError, isAbort } from './http/ApiError.ts'
export { onLock, setClientName } from './http/exchange.ts'
export { type CallOptions, http, type UploadOptions, type UploadPath } from './http/http.ts'
export { useLoading } from './http/loading.ts'
export { type Notifier, setNotifier } from './http/notifier.ts'
export {
  addMessages,
  initI18n,
  language,
  onLanguage,
  onLanguageShown,
  setLanguage,
  t,
  useLanguage,
  useT,
  whenSpoken,
} from './i18n/i18n.ts'
export { IntentUnavailable, intents } from './intents/intents.ts'
export { type Journal, type JournalEntry, journal } from './journal/journal.ts'
export { followServer } from './mail-events/followServer.ts'
export { usePush } from './mail-events/usePush.ts'
export { type Platform, platform } from './platform/platform.ts'
export { QueryProvider, queryClient, queryKeys } from './query/query.tsx'
export { go } from './router/navigation.ts'
export { Link, type LinkProps, ShellRouter, useReplaced, useRoute } from './router/router.tsx'
export { isWrongCredentials, type SessionState, session, useSession } from './session/session.ts'
export { settings, useGeneral, useSettings } from './settings/settings.ts'
export { showKeys } from './shortcuts/keys.ts'
export { addShortcuts, listShortcuts, type Shortcut, useShortcuts } from './shortcuts/shortcuts.ts'
export { type PushStatus, push, usePushStatus } from './socket/push.ts'
export { shellStore } from './state.ts'
export { tabStorage } from './storage/browserStorage.ts'
export { type Look, rememberedAccount, rememberedLook, rememberLook } from './storage/look.ts'
export { usePreference } from './storage/preferences.ts'
export { eventsOf, storeOf, useStore, type ValueStore } from './storeOf.ts'
export { type Tab, type TabsView, tabKey, tabs, tabsHost, useTabs } from './tabs/tabs.ts'
