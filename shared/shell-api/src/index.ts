export {
  answererOf,
  areaOf,
  type Contributed,
  type Contribution,
  contributions,
  isOffered,
  offeredOf,
  useContributions,
  useFillers,
  useOffered,
} from './contributions/contributions.ts'
export {
  type LoadedPart,
  type LoadRemotePart,
  RemotePart,
  type RemotePartProps,
  SilentBoundary,
  setPartLoader,
} from './contributions/remoteParts.tsx'
export { Slot, type SlotPlaceProps } from './contributions/Slot.tsx'
export { type MailDrag, mailDrag, useMailDrag } from './drag/mailDrag.ts'
export { drawer } from './drawer/drawer.ts'
export type { Delta } from './folders/counting.ts'
export { type FolderTree, folderName, folders, useFolders } from './folders/folders.ts'
export { type Format, type FormatChoice, formatBy } from './format/format.ts'
export { format, useFormat } from './format/useFormat.ts'
export { ApiError, isAbort } from './http/ApiError.ts'
export { onLock, setClientName, useSlowAnswer } from './http/exchange.ts'
export {
  type CallOptions,
  type DownloadOptions,
  http,
  saveBlob,
  type UploadOptions,
  type UploadPath,
} from './http/http.ts'
export { useLoading } from './http/loading.ts'
export { type Notifier, setNotifier } from './http/notifier.ts'
export { whenQuiet } from './http/quiet.ts'
export { startMessages } from './i18n/engine.ts'
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
export { IntentUnavailable, intents, useAnswered } from './intents/intents.ts'
export type { Journal, JournalEntry, Keeping } from './journal/entries.ts'
export { forgetJournal, journal, unsavedWork } from './journal/journal.ts'
export { screenLock, useScreenLock } from './lock/screenLock.ts'
export { LoginProvider } from './login/LoginProvider.tsx'
export { type LoginScope, loginScope, onLoginChange } from './login/loginScope.ts'
export { perLogin } from './login/perLogin.ts'
export { type LoginStore, storePerLogin } from './login/storePerLogin.ts'
export { followServer } from './mail-events/followServer.ts'
export { usePush, usePushEvent } from './mail-events/usePush.ts'
export { newName } from './newName.ts'
export { offlineParts } from './offline/loadOffline.ts'
export type { OfflineState } from './offline/offlineState.ts'
export type { WaitingLetter } from './offline/outbox.ts'
export type { Conflict } from './offline/queue.ts'
export type { WaitingAction } from './offline/waitingActions.ts'
export type { OfflineWishes } from './offline/wishes.ts'
export { answerWithoutNetwork } from './offline/withoutNetwork.ts'
export { type Offer, type Open, open, useOpenLetter, useOpenMail } from './open/open.ts'
export { useOffer } from './open/useOffer.ts'
export { examineFile, type Finding, followFailedFiles } from './parts/examineFile.ts'
export {
  fetchPart,
  isChunkFailure,
  PART_TIMING,
  PartError,
  type PartErrorClass,
  type PartTiming,
  partErrorOf,
} from './parts/fetchPart.ts'
export { lazyPart, type PartHost, PartHostContext, PartHostProvider } from './parts/lazyPart.tsx'
export { type OnDemandParts, onDemandParts } from './parts/onDemandParts.ts'
export { type Platform, platform } from './platform/platform.ts'
export { isSlowLine, savesData, setSavesData } from './platform/slowLine.ts'
export { useOnline } from './platform/useOnline.ts'
export { markStale, queryKeys } from './query/stale.ts'
export { Link, type LinkProps } from './router/Link.tsx'
export { addressed, type GoOptions, go, onArrival, onGo } from './router/navigation.ts'
export { ShellRouter, useReplaced, useRoute } from './router/router.tsx'
export { type KnownUser, knownUser } from './session/knownUser.ts'
export { isWrongCredentials, type LoginOutcome, type SessionState, session, useSession } from './session/session.ts'
export { takeSession } from './session/takeSession.ts'
export { settings, useGeneral, useSettings, useSwitch } from './settings/settings.ts'
export { showKeys } from './shortcuts/keys.ts'
export { addShortcuts, listShortcuts, type Shortcut, setSingleKeys, useShortcuts } from './shortcuts/shortcuts.ts'
export type { Connection, ConnectionEvents } from './socket/connection.ts'
export { openSocket } from './socket/openSocket.ts'
export { type PushStatus, push, usePushStatus } from './socket/push.ts'
export { playSound } from './sound/playSound.ts'
export { tabStorage } from './storage/browserStorage.ts'
export { type DeviceNote, deviceNote } from './storage/deviceNote.ts'
export {
  type Look,
  rememberAccounts,
  rememberedAccount,
  rememberedHere,
  rememberedLook,
  rememberHere,
  rememberLook,
  remembersAccounts,
} from './storage/look.ts'
export { usePreference } from './storage/preferences.ts'
export { eventsOf, storeOf, useStore, type ValueStore } from './storeOf.ts'
export { type Held, isInSight, type Navigation, type Tab, type TabsView } from './tabs/navigation.ts'
export { besideOf, type Split } from './tabs/split.ts'
export { tabKey, tabs, tabsHost, useNavigation, useTabs } from './tabs/tabs.ts'
export type { TabTraits } from './tabs/traits.ts'
export { useTabState } from './tabs/useTabState.ts'
export { whenNobodyActs } from './whenNobodyActs.ts'
