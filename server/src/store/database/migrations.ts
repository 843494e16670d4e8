import type { Migration } from 'kysely/migration'
import { accountSearchMigration } from './accountSearch.migration.ts'
import { addressesMigration } from './addresses.migration.ts'
import { approvalMigration } from './approval.migration.ts'
import { approvalCountsMigration } from './approvalCounts.migration.ts'
import { approvalLinksMigration } from './approvalLinks.migration.ts'
import { approvalListsMigration } from './approvalLists.migration.ts'
import { approvalNotesMigration } from './approvalNotes.migration.ts'
import { approvalStandInsMigration } from './approvalStandIns.migration.ts'
import { approvalTimesMigration } from './approvalTimes.migration.ts'
import { archiveFoldersMigration } from './archiveFolders.migration.ts'
import { arrivalMigration } from './arrival.migration.ts'
import { assistantMigration } from './assistant.migration.ts'
import { assistantAnswersMigration } from './assistantAnswers.migration.ts'
import { awaitedMailsMigration } from './awaitedMails.migration.ts'
import { blindCopyMigration } from './blindCopy.migration.ts'
import { calendarMigration } from './calendar.migration.ts'
import { calendarBoundsMigration } from './calendarBounds.migration.ts'
import { calendarSyncMigration } from './calendarSync.migration.ts'
import { certificateStatusMigration } from './certificateStatus.migration.ts'
import { changesMigration } from './changes.migration.ts'
import { codeStateMigration } from './codeState.migration.ts'
import { contactFilesMigration } from './contactFiles.migration.ts'
import { conversationsMigration } from './conversations.migration.ts'
import { deletedMailMigration } from './deletedMail.migration.ts'
import { deliveryLogMigration } from './deliveryLog.migration.ts'
import { departmentsMigration } from './departments.migration.ts'
import { documentEditingMigration } from './documentEditing.migration.ts'
import { documentGrantsMigration } from './documentGrants.migration.ts'
import { documentLocksMigration } from './documentLocks.migration.ts'
import { documentSharesMigration } from './documentShares.migration.ts'
import { documentsMigration } from './documents.migration.ts'
import { documentTeamsMigration } from './documentTeams.migration.ts'
import { documentUploadsMigration } from './documentUploads.migration.ts'
import { documentWordsMigration } from './documentWords.migration.ts'
import { draftClientMigration } from './draftClient.migration.ts'
import { draftOptionsMigration } from './draftOptions.migration.ts'
import { draftVersionsMigration } from './draftVersions.migration.ts'
import { effectHoldsMigration } from './effectHolds.migration.ts'
import type { Engine } from './engine.ts'
import { entryMigration } from './entry.migration.ts'
import { eventFilesMigration } from './eventFiles.migration.ts'
import { eventHtmlMigration } from './eventHtml.migration.ts'
import { eventKeyMigration } from './eventKey.migration.ts'
import { exportPlacesMigration } from './exportPlaces.migration.ts'
import { fileLinksMigration } from './fileLinks.migration.ts'
import { fileNamesMigration } from './fileNames.migration.ts'
import { fileTextsMigration } from './fileTexts.migration.ts'
import { followUpMigration } from './followUp.migration.ts'
import { frameMigration } from './frame.migration.ts'
import { garbageMigration } from './garbage.migration.ts'
import { groupCardsMigration } from './groupCards.migration.ts'
import { handedDraftsMigration } from './handedDrafts.migration.ts'
import { heardDomainsMigration } from './heardDomains.migration.ts'
import { holdsMigration } from './holds.migration.ts'
import { hostileMailMigration } from './hostileMail.migration.ts'
import { jobsMigration } from './jobs.migration.ts'
import { keyEscrowMigration } from './keyEscrow.migration.ts'
import {
  announcedCiphersMigration,
  keysMigration,
  knownCertificatesMigration,
  removedKeysMigration,
} from './keys.migration.ts'
import { letterCorrectionsMigration } from './letterCorrections.migration.ts'
import { letterPolicyMigration } from './letterPolicy.migration.ts'
import { lettersMigration } from './letters.migration.ts'
import { linkReadersMigration } from './linkReaders.migration.ts'
import { mailboxesMigration } from './mailboxes.migration.ts'
import { mailDayMigration } from './mailDay.migration.ts'
import { mailMigrationMigration } from './mailMigration.migration.ts'
import { migrationBooksMigration } from './migrationBooks.migration.ts'
import { migrationCommandsMigration } from './migrationCommands.migration.ts'
import { migrationEstimateMigration } from './migrationEstimate.migration.ts'
import { migrationFilesMigration } from './migrationFiles.migration.ts'
import { migrationIdentityMigration } from './migrationIdentity.migration.ts'
import { migrationLabelsMigration } from './migrationLabels.migration.ts'
import { migrationLoginMigration } from './migrationLogin.migration.ts'
import { migrationOriginMigration } from './migrationOrigin.migration.ts'
import { migrationOutMigration } from './migrationOut.migration.ts'
import { migrationSentLabelsMigration } from './migrationSentLabels.migration.ts'
import { migrationUndoMigration } from './migrationUndo.migration.ts'
import { misuseReportsMigration } from './misuseReports.migration.ts'
import { mutedThreadsMigration } from './mutedThreads.migration.ts'
import { nestedFoldersMigration } from './nestedFolders.migration.ts'
import { notifiedMigration } from './notified.migration.ts'
import { outgoingStatesMigration } from './outgoingStates.migration.ts'
import { outsideReadersMigration } from './outsideReaders.migration.ts'
import { pastAddressesMigration } from './pastAddresses.migration.ts'
import { peopleMigration } from './people.migration.ts'
import { personalMigration } from './personal.migration.ts'
import { readingPasswordMigration } from './readingPassword.migration.ts'
import { recalledMailMigration } from './recalledMail.migration.ts'
import { remoteSettingsMigration } from './remoteSettings.migration.ts'
import { rightsMigration } from './rights.migration.ts'
import { savedSearchesMigration } from './savedSearches.migration.ts'
import { schedulingMigration } from './scheduling.migration.ts'
import { screenerMigration } from './screener.migration.ts'
import { screenLockMigration } from './screenLock.migration.ts'
import { searchMigration } from './search.migration.ts'
import { senderCharsetsMigration } from './senderCharsets.migration.ts'
import { sendingRateMigration } from './sendingRate.migration.ts'
import { sendingTimesMigration } from './sendingTimes.migration.ts'
import { serviceMigration } from './service.migration.ts'
import { settingsMoreMigration } from './settingsMore.migration.ts'
import { settledActionsMigration } from './settledActions.migration.ts'
import { sharingRuleMigration } from './sharingRule.migration.ts'
import { smallerReadsMigration } from './smallerReads.migration.ts'
import { smallIndexMigration } from './smallIndex.migration.ts'
import { switchesMigration } from './switches.migration.ts'
import { tasksMigration } from './tasks.migration.ts'
import { teamworkMigration } from './teamwork.migration.ts'
import { telemetryMigration } from './telemetry.migration.ts'
import { threadsMigration } from './threads.migration.ts'
import { truncatedBodiesMigration } from './truncatedBodies.migration.ts'
import { unansweredRemindersMigration } from './unansweredReminders.migration.ts'
import { unfinishedUploadsMigration } from './unfinishedUploads.migration.ts'
import { unprovenInvitationsMigration } from './unprovenInvitations.migration.ts'
import { uploadRequestsMigration } from './uploadRequests.migration.ts'
import { verdictsMigration } from './verdicts.migration.ts'
import { waysInMigration } from './waysIn.migration.ts'

/**
 * The store's history. A migration is never changed once released; a new one is added below.
 * `id` columns come from the engine's own sequence; everything else is spelled the same in both.
 */
export function migrationsFor(engine: Engine): Record<string, Migration> {
  return {
    '0001_mailboxes': mailboxesMigration(engine),
    '0002_search': searchMigration(engine),
    '0003_truncated_bodies': truncatedBodiesMigration,
    '0004_draft_client': draftClientMigration,
    '0005_garbage': garbageMigration(engine),
    '0006_hostile_mail': hostileMailMigration,
    '0007_mail_day': mailDayMigration(engine),
    '0008_changes': changesMigration,
    '0009_message_address': addressesMigration(engine),
    '0010_threads': threadsMigration(engine),
    '0011_notified_at': notifiedMigration,
    '0012_part_time_departments': departmentsMigration,
    '0013_switches': switchesMigration,
    '0014_account_search': accountSearchMigration(engine),
    '0015_delivery_verdicts': verdictsMigration(engine),
    '0016_people': peopleMigration(engine),
    '0017_calendar': calendarMigration(engine),
    '0018_scheduling': schedulingMigration(engine),
    '0019_contact_files': contactFilesMigration,
    '0020_delivery_log': deliveryLogMigration(engine),
    '0021_ways_in': waysInMigration,
    '0022_screen_lock': screenLockMigration,
    '0023_frame': frameMigration(engine),
    '0024_assistant': assistantMigration(engine),
    '0025_personal': personalMigration(engine),
    '0026_entry': entryMigration(engine),
    '0028_calendar_sync': calendarSyncMigration(engine),
    '0029_assistant_answers': assistantAnswersMigration(engine),
    '0030_settings_more': settingsMoreMigration(engine),
    '0031_service': serviceMigration,
    '0032_telemetry': telemetryMigration,
    '0033_small_index': smallIndexMigration(engine),
    '0035_tasks': tasksMigration(engine),
    '0036_event_html': eventHtmlMigration,
    '0037_reading_password': readingPasswordMigration,
    '0038_nested_folders': nestedFoldersMigration,
    '0039_letters': lettersMigration(engine),
    '0041_event_files': eventFilesMigration(engine),
    '0042_rights': rightsMigration,
    '0044_calendar_bounds': calendarBoundsMigration,
    '0046_awaited_mails': awaitedMailsMigration(engine),
    '0047_archive_folders': archiveFoldersMigration,
    '0048_smaller_reads': smallerReadsMigration,
    '0049_jobs': jobsMigration(engine),
    '0050_outgoing_states': outgoingStatesMigration(engine),
    '0051_holds': holdsMigration(engine),
    '0052_draft_options': draftOptionsMigration,
    '0054_arrival': arrivalMigration,
    '0054_effect_holds': effectHoldsMigration(engine),
    '0054_sending_rate': sendingRateMigration,
    '0055_sending_times': sendingTimesMigration,
    '0056_approval': approvalMigration(engine),
    '0057_mail_migration': mailMigrationMigration(engine),
    '0060_letter_policy': letterPolicyMigration(engine),
    '0061_documents': documentsMigration(engine),
    '0062_document_shares': documentSharesMigration(engine),
    '0063_approval_times': approvalTimesMigration,
    '0064_follow_up': followUpMigration(engine),
    '0065_approval_counts': approvalCountsMigration(engine),
    '0065_approval_links': approvalLinksMigration(engine),
    '0065_approval_lists': approvalListsMigration,
    '0065_approval_stand_ins': approvalStandInsMigration,
    '0066_recalled_mail': recalledMailMigration(engine),
    '0067_file_links': fileLinksMigration(engine),
    '0067_unfinished_uploads': unfinishedUploadsMigration(engine),
    '0068_file_texts': fileTextsMigration(engine),
    '0068_words_of_documents': documentWordsMigration(engine),
    '0069_migration_1_estimate': migrationEstimateMigration,
    '0069_migration_2_identity': migrationIdentityMigration,
    '0069_migration_3_undo': migrationUndoMigration,
    '0069_migration_4_origin': migrationOriginMigration,
    '0069_migration_5_login': migrationLoginMigration,
    '0071_draft_versions': draftVersionsMigration(engine),
    '0071_link_readers': linkReadersMigration,
    '0072_document_grants': documentGrantsMigration,
    '0072_document_locks': documentLocksMigration,
    '0073_migration_1_commands': migrationCommandsMigration,
    '0073_migration_2_books': migrationBooksMigration(engine),
    '0073_migration_3_labels': migrationLabelsMigration,
    '0074_keys': keysMigration(engine),
    '0076_code_state': codeStateMigration,
    '0077_past_addresses': pastAddressesMigration,
    '0078_approval_notes': approvalNotesMigration,
    '0079_upload_requests': uploadRequestsMigration(engine),
    '0080_removed_keys': removedKeysMigration,
    '0081_known_certificates': knownCertificatesMigration,
    '0082_sharing_rule': sharingRuleMigration,
    '0083_document_teams': documentTeamsMigration,
    '0084_migration_out': migrationOutMigration,
    '0085_migration_files': migrationFilesMigration(engine),
    '0086_heard_domains': heardDomainsMigration,
    '0088_deleted_mail': deletedMailMigration(engine),
    '0093_unproven_invitations': unprovenInvitationsMigration,
    '0094_handed_drafts': handedDraftsMigration,
    '0095_letter_corrections': letterCorrectionsMigration,
    '0102_export_places': exportPlacesMigration,
    '0103_teamwork': teamworkMigration(engine),
    '0104_sender_charsets': senderCharsetsMigration,
    '0105_settled_actions': settledActionsMigration(engine),
    '0106_announced_ciphers': announcedCiphersMigration,
    '0107_blind_copies': blindCopyMigration(engine),
    '0108_certificate_status': certificateStatusMigration,
    '0109_migration_sent_labels': migrationSentLabelsMigration,
    '0110_key_escrow': keyEscrowMigration(engine),
    '0112_group_cards': groupCardsMigration(engine),
    '0113_event_key': eventKeyMigration,
    '0114_file_names': fileNamesMigration,
    '0123_document_uploads': documentUploadsMigration,
    '0124_outside_readers': outsideReadersMigration(engine),
    '0125_document_editing': documentEditingMigration,
    '0127_conversations': conversationsMigration(engine),
    '0128_muted_threads': mutedThreadsMigration,
    '0130_remote_settings': remoteSettingsMigration,
    '0132_saved_searches': savedSearchesMigration,
    '0134_misuse_reports': misuseReportsMigration(engine),
    '0136_screener': screenerMigration,
    '0145_unanswered_reminders': unansweredRemindersMigration,
  }
}
