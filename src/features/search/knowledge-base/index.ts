/**
 * Knowledge base: documents of the organization that search can find and answers can quote.
 *
 * A **source** is inline content (`manual`: Markdown, HTML or plain text) or a **file** (PDF or one of these formats).
 * It is split into **passages** (feature `passages`), which are added to the search index. States: `indexing`, then
 * `indexed` or `failed` with a reason. Inline content is indexed before the response. A change replaces the passages in
 * one transaction, so that search always finds the source.
 *
 * Parley recognizes a file by its content, writes it to the file store, and extracts its text in a job
 * (`extract_source`). If the store is an object store, the client can upload the file directly with a form. The client
 * then confirms the upload, or a job checks for the file after the form has expired. Erasing a person can delete the
 * file. The indexed passages stay, without the person's data, and nothing reads the file again.
 *
 * All users of the organization can read sources. Admins can create and change them.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
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
