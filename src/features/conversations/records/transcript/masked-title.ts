/** Redacts titles before storage, if the organization enabled redaction. */
import type { Context } from '../../../../core/operation.ts'
import { findBeforeStorage, type MaskCounts, maskText } from '../../../text/redaction/index.ts'
import { fold } from '../model.ts'
import { titleWithin } from '../serialize.ts'

export interface StoredTitle {
  readonly title: string
  readonly title_folded: string
}

export async function storedTitle(
  { db, org }: Pick<Context, 'db' | 'org'>,
  given: string,
): Promise<{ stored: StoredTitle; counts: MaskCounts }> {
  const find = await findBeforeStorage(db, org)
  const { text, counts } = find === undefined ? { text: given, counts: {} } : maskText(given, find)
  const title = titleWithin(text)
  return { stored: { title, title_folded: fold(title) }, counts }
}
