/**
 * Knowledge base: what the organization knows beside its conversations, to be found and quoted.
 *
 * A **source** is inline content (`manual`: Markdown, HTML or plain text) or a **file** (PDF and the same three). It is
 * cut into **passages** (feature `passages`), which go to the search index: `indexing` → `indexed`, or `failed` with the
 * reason. Inline content is read and indexed before the answer. A change replaces the passages in one transaction, so
 * there is no moment in which the source is not found.
 *
 * A file is recognized by its content, laid into the file store, and read by a job (`extract_source`). Where the store
 * is an object store the file may be sent straight there, with a form: the source waits for it, is told of it, or looks
 * for it when the form has ended. A file that a person who is taken out is in may go, and what search finds of it stays;
 * nothing reads it again.
 *
 * Everyone in the organization reads sources; admins make and change them.
 */
import type { AnyJob } from '../../core/jobs.ts'
import type { AnyOperation } from '../../core/operation.ts'
import { awaitSourceFile } from './await-source-file.job.ts'
import { confirmKnowledgeSourceUpload } from './confirm-knowledge-source-upload.ts'
import { createKnowledgeSource } from './create-knowledge-source.ts'
import { deleteKnowledgeSource } from './delete-knowledge-source.ts'
import { discardSourceFile } from './discard-source-file.job.ts'
import { extractSource } from './extract-source.job.ts'
import { getKnowledgeSource } from './get-knowledge-source.ts'
import { listKnowledgeSources } from './list-knowledge-sources.ts'
import { updateKnowledgeSource } from './update-knowledge-source.ts'
import { uploadKnowledgeSource } from './upload-knowledge-source.ts'

export { countFilesWith } from './files-with.ts'
export { getKnowledgeSource } from './get-knowledge-source.ts'
export { selectSourceTitles } from './queries.ts'
export { selectSourcesWithWords } from './queries-rewrite.ts'
export { rewriteSource } from './rewrite-source.ts'
export { FILE_BYTES_MAX } from './schema.ts'
export { tools } from './tools.ts'
export {
  createKnowledgeSource,
  deleteKnowledgeSource,
  listKnowledgeSources,
  updateKnowledgeSource,
  uploadKnowledgeSource,
}

export const operations: readonly AnyOperation[] = [
  createKnowledgeSource,
  listKnowledgeSources,
  uploadKnowledgeSource,
  getKnowledgeSource,
  updateKnowledgeSource,
  deleteKnowledgeSource,
  confirmKnowledgeSourceUpload,
]

export const jobs: readonly AnyJob[] = [extractSource, awaitSourceFile, discardSourceFile]
