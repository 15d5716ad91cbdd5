/** Colors of trackers. Each one is a token of the design system, with enough contrast in light and dark. */

/** In the order of the tokens `--track-1` to `--track-5`. */
export const TRACKER_COLORS = ['purple', 'green', 'slate', 'red', 'olive'] as const
export type TrackerColor = (typeof TRACKER_COLORS)[number]

/** Number of the token. */
export const findTrackerToken = (color: TrackerColor): number => TRACKER_COLORS.indexOf(color) + 1
