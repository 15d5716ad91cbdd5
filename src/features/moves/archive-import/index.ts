/**
 * Archives: a ZIP archive with recordings and transcripts, which a program sends in one request.
 *
 * The archive is read like a folder (`conversation-folders`), with strict limits, because it can come from anyone with a
 * key. The complete list of files is checked first, so that an unsafe archive imports nothing. Each conversation is stored
 * in one transaction with its recording.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { importArchive } from './import-archive.ts'

export { importArchive }

export const operations: readonly AnyOperation[] = [importArchive]
