/** Lanes of the speakers of a call, groups of marks, and the color of each speaker on the whole page. */

import type { Text } from '../../core/languages/message.ts'
import type { TranscriptMeta } from '../../features/conversations/transcript-lines/index.ts'
import { computeLanes, type Lane, laneClass, type TalkMarker } from '../../inbound/web/speech-lanes.ts'

/** Group of marks on the timeline, which a reader can show or hide. */
export interface MarkerGroup {
  readonly label: Text
  /** Class of the color and shape. */
  readonly kind: string
  /** Class of the marks of this group alone, if others have the same kind. */
  readonly group?: string
  readonly markers: readonly TalkMarker[]
}

/** Seconds from the start to the end of the last turn; the length of the recording if it is longer. */
export const findDuration = ({ turns = [] }: Pick<TranscriptMeta, 'turns'>, recorded: number | null): number =>
  turns.reduce((latest, { end }) => Math.max(latest, end), recorded ?? 0)

export const lanesFor = ({ speakers, turns = [] }: TranscriptMeta, duration: number): readonly Lane[] =>
  computeLanes(speakers, turns, duration)

/** Class of the color of each speaker. A transcript without times has no lanes, so its speakers count by their lines. */
export function findSpeakerColors(meta: TranscriptMeta): ReadonlyMap<string, string> {
  const { speakers, turns = [] } = meta
  const counted =
    turns.length > 0 ? turns : speakers.map(({ segments }, speaker) => ({ speaker, start: 0, end: segments }))
  return new Map(
    computeLanes(speakers, counted, 1).flatMap((lane) =>
      lane.speakers.map((speaker) => [speakers[speaker]?.name ?? '', laneClass(lane)] as const),
    ),
  )
}
