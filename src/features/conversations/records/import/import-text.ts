/** Imports the text of a transcript file, with its recording if there is one. */
import type { Context } from '../../../../core/operation.ts'
import { ownAddressesOf } from '../../../accounts/identity/index.ts'
import { type DecodedText, describeReading, type ReadingReport } from '../../../text/transcripts/index.ts'
import { importDocument } from './import-conversation.ts'
import { readFileGiven } from './parse-import.ts'
import { isLarge, prepareLarge } from './prepare-transcript.ts'
import type { ImportInput } from './schema-import.ts'

/** @throws AppError `validation_failed` if the text isn't a transcript, or facts are invalid */
export async function importText(
  given: ImportInput,
  { text, encoding, fileName, sha256 }: DecodedText & { readonly fileName: string; readonly sha256?: string },
  ctx: Context,
): Promise<{ readonly uuid: string; readonly isNew: boolean; readonly reading: ReadingReport }> {
  const large = isLarge(text)
    ? await prepareLarge(
        text,
        { fileName, encoding },
        { participants: given.participants, ownAddresses: await ownAddressesOf(ctx.db, ctx.org) },
        ctx,
      )
    : undefined
  const document = large?.document ?? readFileGiven(text, fileName, encoding)
  // A transcript was given, so a recording doesn't wait for one.
  const imported = await importDocument({ ...given, transcript: text }, document, ctx, {
    transcriptFile: { name: fileName, sha256 },
    large,
  })
  return { ...imported, reading: document.reading ?? describeReading(document) }
}
