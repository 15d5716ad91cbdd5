/**
 * Exports: all conversations of the organization in pages, each as a file.
 *
 * Conversations are in order of their IDs. A **cursor** contains the last exported ID, so an interrupted export continues
 * at any time, also after a restart. It also contains the position of the feed of changes at the first page. A program
 * reads the feed from there after the last page, and misses nothing that changed during the export.
 *
 * A page ends early if its transcripts are large. Its conversations are written one at a time.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { exportConversations } from './export-conversations.ts'

export { exportConversations }

export const operations: readonly AnyOperation[] = [exportConversations]
