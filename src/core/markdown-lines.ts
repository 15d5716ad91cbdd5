/** Marks of Markdown at the start of a line, which quotes omit. */
const MARK = /^[-*•] +/
const HEADING = /^#{1,6} +(.+?)(?: +#+)?$/

/** Removes the marker of a list item. */
export const withoutListMark = (line: string): string => line.replace(MARK, '')

/** Text of a heading; undefined if the line is none. */
export const readHeading = (line: string): string | undefined => HEADING.exec(line)?.[1]
