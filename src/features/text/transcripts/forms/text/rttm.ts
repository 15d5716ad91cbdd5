import { TranscriptFault } from '../../model.ts'
import type { TextForm } from '../form.ts'

/** RTTM has times of speakers but no text, so it is recognized only to say so. */
export const rttm: TextForm = {
  id: 'rttm',
  name: 'RTTM',
  recognize: ({ head }) => /^\uFEFF?SPEAKER \S+ \S+ [\d.]+ [\d.]+ /.test(head[0] ?? ''),
  read() {
    throw new TranscriptFault(
      'RTTM contains the times of speakers, but no text. Send the transcript that belongs to it.',
      { line: 1 },
    )
  },
}
