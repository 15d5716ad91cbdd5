/** Fields for times in a recording. */
import { z } from 'zod'

/** Maximum time in a recording or transcript, in seconds: 11.5 days. */
export const RECORDING_SECONDS_MAX = 1_000_000

/** Field for a time in a recording, in seconds from its start. */
export const recordingSeconds = () => z.number().min(0).max(RECORDING_SECONDS_MAX)

/**
 * Field for a part of a recording.
 * @param end description of the default of the end, and an example of it
 */
export const recordingPart = (end: { readonly defaultsTo: string; readonly example: string }) =>
  z.object({
    start: recordingSeconds().describe('Start, in seconds from the start of the recording. Example: `541`.'),
    end: recordingSeconds()
      .optional()
      .describe(
        `End, in seconds from the start of the recording. Defaults to ${end.defaultsTo}. Example: \`${end.example}\`.`,
      ),
  })
