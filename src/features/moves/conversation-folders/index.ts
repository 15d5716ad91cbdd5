/**
 * Folders of conversations: transcript files, recordings, and an optional manifest.
 *
 * A recording and transcripts with the same name in the same folder are one conversation. The transcript with most
 * information is used, and times that it lacks come from the others. A **manifest** is a CSV or JSON
 * file that names the files of conversations, with title, date, owner, participants and links. Files that it doesn't name
 * are conversations too. `parley import` and `parley move folder` read folders in the same way.
 */
export { identifyDocument, titleOfPath, toManifestInput } from './import-facts.ts'
export { type FileGroup, groupFiles, isIgnoredPath, rankTexts, toStem } from './pair-files.ts'
export { readConversations } from './read-conversations.ts'
export { type ConversationFiles, type FolderContent, readFolder } from './read-folder.ts'
export { findSlackExports, type SlackExport } from './slack-export.ts'
export { isArchiveName, unpackArchive } from './unpack-archive.ts'
export { listZip, unpackZipEntry, type ZipEntry, type ZipLimits } from './zip-file.ts'
