import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { hasFile } from './discard-file.ts'
import { selectSource } from './queries.ts'
import { selectPassages, selectSourcesWithWords } from './queries-rewrite.ts'

const BATCH = 50

/**
 * Counts stored files whose title, file name or passages match `isFound`.
 * @param words lower-case prefilter without `like` wildcards: only sources that contain one of them are examined
 */
export async function countFilesWith(
  db: Reader,
  org: OrganizationId,
  words: readonly string[],
  isFound: (text: string) => boolean,
): Promise<number> {
  let count = 0
  let ids: string[] = []
  do {
    ids = await selectSourcesWithWords(db, org, words, ids.at(-1), BATCH)
    for (const id of ids) {
      const source = await selectSource(db, org, id)
      if (source === undefined || !hasFile(source)) continue
      const passages = await selectPassages(db, org, id)
      const texts = [source.title, source.file_name ?? '', ...passages.flatMap((one) => [...one.headings, one.text])]
      if (texts.some(isFound)) count++
    }
  } while (ids.length === BATCH)
  return count
}
