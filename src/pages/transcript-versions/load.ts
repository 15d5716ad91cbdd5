/** Loads what the pages of transcript versions show. */

import { AppError } from '../../core/errors.ts'
import { getConversation } from '../../features/conversations/records/index.ts'
import {
  listTranscriptVersionChanges,
  listTranscriptVersions,
} from '../../features/conversations/transcript-versions/index.ts'
import type { AnswerOf, PageRequest } from '../../inbound/web/define-page.ts'
import { throwNotFound } from '../../inbound/web/page-errors.ts'

export type VersionChanges = AnswerOf<typeof listTranscriptVersionChanges>
export type ListedVersion = AnswerOf<typeof listTranscriptVersions>['data'][number]

/** Maximum number of words of a version that the list compares with the version before. */
const COMPARED_WORDS_MAX = 60_000

/** Changes since the version before. Undefined if the caller can't read both, or for a very long transcript. */
export async function readChanges(
  req: Pick<PageRequest, 'run'>,
  id: string,
  { version, words, restriction }: ListedVersion,
): Promise<VersionChanges | undefined> {
  if (words > COMPARED_WORDS_MAX || restriction === 'unavailable') return undefined
  try {
    return await req.run(listTranscriptVersionChanges, { id, version: String(version), size: '1' })
  } catch (error) {
    // The caller can't read the version before.
    if (error instanceof AppError && error.kind === 'not_found') return undefined
    throw error
  }
}

/** The call, the number of its current version and one version. */
export async function readVersion(req: Pick<PageRequest, 'run'>, id: string, requested: string) {
  const { attributes } = await req.run(getConversation, { id })
  const current = attributes.transcriptVersion
  const number = Number(requested)
  if (current === null || !/^\d{1,10}$/.test(requested) || number < 1 || number > current) return throwNotFound()
  // Versions are listed from newest to oldest. Only the erasure of a part of a split call leaves gaps.
  const size = 100
  const page = Math.floor((current - number) / size) + 1
  for (const one of [page, page - 1]) {
    if (one < 1) continue
    const { data } = await req.run(listTranscriptVersions, { id, size: String(size), page: String(one) })
    const version = data.find((listed) => listed.version === number)
    if (version !== undefined) return { attributes, current, version }
  }
  return throwNotFound()
}
