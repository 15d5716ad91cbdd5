/** UTC time in names of Zoom recordings: `GMT20260317-093000_Recording.transcript.vtt`. */
const ZOOM = /^GMT(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})(?!\d)/
const DAY = /(?<!\d)(20\d{2})-(\d{2})-(\d{2})(?!\d)/
const COMPACT_DAY = /(?<!\d)(20\d{2})(\d{2})(\d{2})(?!\d)/

/**
 * Start of a conversation by the name of its file. Other times than Zoom's have an unknown time zone, so only their date
 * is used, as midnight UTC.
 */
export function parseStartInFileName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const match = ZOOM.exec(name) ?? DAY.exec(name) ?? COMPACT_DAY.exec(name)
  if (match === null) return undefined
  const [, year = '', month = '', day = '', hours = '00', minutes = '00', seconds = '00'] = match
  const date = `${year}-${month}-${day}`
  const instant = new Date(`${date}T${hours}:${minutes}:${seconds}Z`)
  // JavaScript would convert 30 February to 2 March.
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(date) ? undefined : instant.toISOString()
}
