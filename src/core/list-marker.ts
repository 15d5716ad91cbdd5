/** Marker at the start of a list item, which quotes omit. */
const MARK = /^[-*•] +/

export const withoutListMark = (line: string): string => line.replace(MARK, '')
